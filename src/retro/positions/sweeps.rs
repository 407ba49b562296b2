//! A game in parts: groups, and sweeps over windows of a group, for several machines that share their values.
//!
//! Idea: the sweeps of [`disk`](super::disk), where each window of a sweep is a part of its own. It reads the codes that the
//! sweep before has left, and those of the layers below, and nothing else. All values of a sweep follow from the sweep
//! before, so parts can be done in any order, and twice. The results of all windows of a sweep say which number of plies
//! comes next ([`Sweeps::next`]). A group that fits in memory is one part ([`Sweeps::whole`]).
//!
//! What it does not show: that the codes it reads are right. An audit of the tables shows it ([`Solver::audit`]).

use super::again::{Cursor, SweepResult};
use super::disk::{self, CodeSource, Extent, Lookup};
use super::error::RetroError;
use super::field::Field;
use super::game::{Game, LayerShape};
use super::groups::Group;
use super::numbered::{NumberedGame, Settings, SolverContext};
use super::plan::{Cost, Plan, SAMPLES};
use super::resident::Resident;
use super::solver::Solver;
use super::store::Store;
use super::value::{Kind, OPEN};
use certamen_work::stop::Stop;
use std::fmt;
use std::ops::Range;
use std::path::Path;
use std::time::Instant;

/// A game in parts.
pub struct Sweeps<'g> {
    solver: Box<dyn NumberedGame + 'g>,
    settings: Settings,
}

/// What the positions of a group cost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GroupCost {
    /// Their number.
    pub positions: f64,
    /// The seconds in which the moves of all of them are made once.
    pub seconds: f64,
}

impl<'g, G: Game> Solver<'g, G> {
    /// The same game in parts, each within the memory limit.
    pub fn in_sweeps(self) -> Sweeps<'g> {
        let settings = self.settings;
        Sweeps { solver: Box::new(self), settings }
    }
}

impl Sweeps<'_> {
    fn solving(&self) -> SolverContext<'_> {
        SolverContext { game: &*self.solver, settings: self.settings }
    }

    /// The same for groups: a quarter of the memory is for the codes of the groups that were solved before.
    fn by_groups(&self) -> SolverContext<'_> {
        let memory = self.settings.memory - self.settings.memory / 4;
        SolverContext { game: &*self.solver, settings: Settings { memory, ..self.settings } }
    }

    pub(super) fn game(&self) -> &dyn NumberedGame {
        &*self.solver
    }

    /// The kind of values.
    pub fn kind(&self) -> Kind {
        self.settings.kind
    }

    /// The layers.
    pub fn layers(&self) -> &[LayerShape] {
        self.solver.layers()
    }

    /// The groups of layers, each after those that it needs.
    ///
    /// # Errors
    /// [`RetroError`] if the layers are invalid.
    pub fn groups(&self) -> Result<Vec<Group>, RetroError> {
        self.solving().groups()
    }

    /// Whether [`Sweeps::whole`] can solve a group.
    pub fn fits(&self, group: &Group) -> bool {
        self.by_groups().fits(group)
    }

    /// The greatest number of numbers of groups that are solved together, if they are several.
    pub fn most_together(&self) -> u64 {
        self.settings.memory / 8
    }

    /// The greatest number of numbers of a window.
    pub fn window(&self) -> u64 {
        Extent::of(self.settings.memory).window.max(1)
    }

    /// Requires values of this kind to exist, and compares numbers and moves on samples if that is wanted.
    ///
    /// # Errors
    /// [`RetroError`]
    pub fn check(&self, samples: bool) -> Result<(), RetroError> {
        self.solving().require_kind()?;
        if samples { self.solver.check() } else { Ok(()) }
    }

    /// What the positions of each group cost, by samples.
    ///
    /// # Errors
    /// [`RetroError`] if the layers are invalid.
    pub fn cost(&self) -> Result<Vec<GroupCost>, RetroError> {
        let begun = Instant::now();
        let plan = Plan::of(&self.solving())?;
        let elapsed = begun.elapsed().as_secs_f64();
        // Numbers without a position cost little.
        let work = |group: &Cost| group.positions + group.moves;
        let share = |group: &Cost| {
            let most = group.layers as u64 * SAMPLES;
            most.min(group.numbers) as f64 / group.numbers.max(1) as f64
        };
        let sampled: f64 = plan.groups.iter().map(|group| work(group) * share(group)).sum();
        let each = elapsed / sampled.max(1.0);
        let cost = |group: &Cost| GroupCost { positions: group.positions, seconds: work(group) * each };
        Ok(plan.groups.iter().map(cost).collect())
    }

    /// Solves groups one after the other in memory. `source` has the layers below those of which none is among the groups
    /// before. Returns the codes of all layers, group by group. `None` after a request to stop.
    ///
    /// # Errors
    /// [`RetroError`]
    pub fn whole(
        &self,
        groups: &[&Group],
        source: &mut dyn CodeSource,
        stop: &Stop,
    ) -> Result<Option<Vec<Vec<u16>>>, RetroError> {
        let (solving, shapes) = (self.by_groups(), self.layers());
        let mut known = Resident::new(self.settings.kind, shapes.len());
        let mut own: Vec<u32> = Vec::new();
        for &group in groups {
            let mut wanted = [own.as_slice(), &group.below].concat();
            wanted.sort_unstable();
            known.keep(&wanted);
            for &layer in &group.below {
                if !known.has(layer) {
                    known.put(layer, codes(source, layer, shapes[layer as usize].size)?);
                }
            }
            let Some(codes) = solving.solve_group(group, &known, None, stop, &mut |_| ())? else {
                return Ok(None);
            };
            known.put_group(group, shapes, codes);
            own.extend(&group.layers);
        }
        Ok(Some(own.into_iter().map(|layer| known.take(layer)).collect()))
    }

    /// Looks at the open positions of a window of a group, of which `codes` are what is known: 0 if nothing is. Finds the
    /// values of this number of plies; without one, the positions in which the game is over. `source` has the layers of the
    /// group as the sweep before has left them, and all layers below.
    ///
    /// # Errors
    /// [`RetroError`]
    pub fn sweep(
        &self,
        group: &Group,
        window: Range<u64>,
        codes: &mut [u16],
        plies: Option<u32>,
        source: &mut dyn CodeSource,
    ) -> Result<SweepResult, RetroError> {
        if !codes.contains(&OPEN) {
            return Ok(SweepResult::default());
        }
        let nothing = Resident::new(self.settings.kind, self.layers().len());
        let field = Field::on_disk(&*self.solver, group, &nothing)?;
        let mut lookup = Lookup::of_source(&field, Box::new(source));
        let requests = Extent::of(self.settings.memory).requests;
        disk::look(&field, window, codes, plies, requests, &mut lookup)
    }

    /// The number of plies of the sweep after one whose windows have this result together. `None` if nothing can change
    /// any more.
    pub fn next(&self, plies: Option<u32>, swept: SweepResult) -> Option<u32> {
        Cursor { plies, part: 0, swept }.next(self.settings.kind)?.plies
    }

    /// Whether positions that stay open when nothing changes any more are an error: they have no best score.
    pub fn has_circle(&self, swept: SweepResult) -> bool {
        self.settings.kind == Kind::Score && swept.open > 0
    }

    /// The error that positions of a group repeat.
    ///
    /// # Errors
    /// [`RetroError`] if codes cannot be read.
    pub fn circle(&self, group: &Group, source: &mut dyn CodeSource) -> Result<RetroError, RetroError> {
        let nothing = Resident::new(self.settings.kind, self.layers().len());
        let field = Field::new(&*self.solver, group, &nothing);
        for &layer in &group.layers {
            let found = codes(source, layer, self.layers()[layer as usize].size)?;
            if let Some(rank) = found.iter().position(|&code| code == OPEN) {
                let first = field.first(layer).unwrap_or_default();
                return Ok(RetroError::Circle(field.show(first + rank as u64)));
            }
        }
        Ok(RetroError::Circle(group.name.clone()))
    }

    /// Writes the tables of all layers into a directory that says which game it is for. Returns `false` after a request to
    /// stop. The files have the bytes of [`Solver::build`].
    ///
    /// # Errors
    /// [`RetroError`]
    pub fn write_tables(
        &self,
        directory: &Path,
        source: &mut dyn CodeSource,
        stop: &Stop,
    ) -> Result<bool, RetroError> {
        let store = Store::open(directory, &self.solver.subject())?;
        for (layer, shape) in (0..).zip(self.layers()) {
            let mut table = store.write(shape, self.settings.kind, self.solving().width())?;
            let written = each_block(source, layer, shape.size, |codes| {
                codes.iter().try_for_each(|&code| table.push(code))?;
                Ok(!stop.is_requested())
            })?;
            if !written {
                return Ok(false);
            }
            table.finish()?;
        }
        Ok(true)
    }
}

/// Passes on the codes of a layer, block by block, until the receiver ends it.
fn each_block(
    source: &mut dyn CodeSource,
    layer: u32,
    size: u64,
    mut tell: impl FnMut(&[u16]) -> Result<bool, RetroError>,
) -> Result<bool, RetroError> {
    let (mut next, mut block) = (0, Vec::new());
    while next < size {
        let first = source.block(layer, next, &mut block)?;
        let skipped = usize::try_from(next.saturating_sub(first)).unwrap_or(usize::MAX);
        let rest = usize::try_from(size - next).unwrap_or(usize::MAX);
        let part = block.get(skipped..).filter(|part| !part.is_empty()).ok_or(RetroError::Part)?;
        let part = &part[..part.len().min(rest)];
        if !tell(part)? {
            return Ok(false);
        }
        next += part.len() as u64;
    }
    Ok(true)
}

/// The codes of a layer.
fn codes(source: &mut dyn CodeSource, layer: u32, size: u64) -> Result<Vec<u16>, RetroError> {
    let mut codes = Vec::with_capacity(usize::try_from(size).unwrap_or_default());
    each_block(source, layer, size, |block| {
        codes.extend_from_slice(block);
        Ok(true)
    })?;
    Ok(codes)
}

impl fmt::Debug for Sweeps<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Sweeps").field(&self.solver.subject()).finish()
    }
}
