//! Groups of layers, and sweeps over windows of a group, for several machines that share their values.
//!
//! Idea: the sweeps of [`disk`], where each window of a sweep is a part of its own. It reads the codes that the
//! sweep before has left, and those of the layers below, and nothing else. All values of a sweep follow from the sweep
//! before, so parts can be done in any order, and twice. The results of all windows of a sweep say which number of plies
//! comes next ([`DividedSolver::next`]). A group that fits in memory is one part ([`DividedSolver::whole`]), and so is what
//! some sweeps over a group have left open ([`DividedSolver::finish`]).

use super::checkpoint::{Checkpoint, Run};
use super::disk::{self, CodeSource, Lookup, OnDisk};
use super::divided::{DividedSolver, each_block};
use super::error::RetroError;
use super::groups::Group;
use super::numbered::{Settings, SolverContext};
use super::open_group::Field;
use super::plan::{Cost, Plan};
use super::resident::Resident;
use super::store::Store;
use super::sweep_cost::SweepCost;
use super::value::{Kind, OPEN};
use super::without_moves::{Cursor, SweepResult};
use crate::table::Monitor;
use certamen_work::stop::Stop;
use std::ops::Range;
use std::path::Path;

impl DividedSolver<'_> {
    /// The same for groups: a quarter of the memory is for the codes of the groups that were solved before.
    fn by_groups(&self) -> SolverContext<'_> {
        let memory = self.settings.memory - self.settings.memory / 4;
        SolverContext { game: self.game(), settings: Settings { memory, ..self.settings } }
    }

    /// The groups of layers, each after those that it needs.
    ///
    /// # Errors
    /// [`RetroError`] if the layers are invalid.
    pub fn groups(&self) -> Result<Vec<Group>, RetroError> {
        self.solving().groups()
    }

    /// Whether [`DividedSolver::whole`] can solve a group.
    pub fn fits(&self, group: &Group) -> bool {
        self.by_groups().fits(group)
    }

    /// The greatest number of numbers of groups that are solved together, if they are several.
    pub fn most_together(&self) -> u64 {
        self.settings.memory / 8
    }

    /// The greatest number of numbers of a window.
    pub fn window(&self) -> u64 {
        self.settings.extent().window.max(1)
    }

    /// What each group costs, by samples.
    ///
    /// # Errors
    /// [`RetroError`] if the layers are invalid.
    pub fn costs(&self) -> Result<Vec<Cost>, RetroError> {
        Ok(Plan::of(&self.solving())?.groups)
    }

    /// What sweeps over each group cost, by samples.
    ///
    /// # Errors
    /// [`RetroError`] if the layers are invalid.
    pub fn sweep_costs(&self) -> Result<Vec<SweepCost>, RetroError> {
        Ok(self.groups()?.iter().map(|group| SweepCost::of(&self.solving(), group)).collect())
    }

    /// Solves groups one after the other in memory. `source` has the layers below those of which none is among the groups
    /// before. Returns the codes of all layers, group by group.
    ///
    /// # Errors
    /// [`RetroError`]
    pub fn whole(
        &self,
        groups: &[&Group],
        source: &mut dyn CodeSource,
        stop: &Stop,
    ) -> Result<Vec<Vec<u16>>, RetroError> {
        let (solving, shapes) = (self.by_groups(), self.layers());
        let mut known = Resident::new(self.settings.kind, shapes.len());
        let mut own: Vec<u32> = Vec::new();
        let mut run = Run { files: None, monitor: Monitor::silent(stop) };
        for &group in groups {
            let mut wanted = [own.as_slice(), &group.below].concat();
            wanted.sort_unstable();
            known.keep(&wanted);
            for &layer in &group.below {
                if !known.has(layer) {
                    known.put(layer, codes(source, layer, shapes[layer as usize].size)?);
                }
            }
            let codes = solving.solve_group(group, &known, &mut run)?;
            known.put_group(group, shapes, codes);
            own.extend(&group.layers);
        }
        Ok(own.into_iter().map(|layer| known.take(layer)).collect())
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
        let field = Field::on_disk(self.game(), group, &nothing)?;
        let mut lookup = Lookup::of_source(&field, Box::new(source));
        let requests = self.settings.extent().requests;
        disk::look(&field, window, codes, plies, requests, &mut lookup)
    }

    /// The number of plies of the sweep after one whose windows have this result together. `None` if nothing can change
    /// any more.
    pub fn next(&self, plies: Option<u32>, swept: SweepResult) -> Option<u32> {
        Cursor { plies, part: 0, swept }.next(self.settings.kind)?.plies
    }

    /// Ends the sweeps of a group on disk, from the sweep for this number of plies on. `source` has the layers of the group as
    /// the sweep before has left them, and all layers below. Returns the number of positions that stay open.
    ///
    /// The values lie in the directory, for [`DividedSolver::finished`]. A call with the directory of one that was stopped or
    /// killed continues from its checkpoint.
    ///
    /// # Errors
    /// [`RetroError`]
    pub fn finish(
        &self,
        group: &Group,
        plies: Option<u32>,
        mut source: &mut dyn CodeSource,
        directory: &Path,
        stop: &Stop,
    ) -> Result<u64, RetroError> {
        self.on_disk(group, directory, |mut values, files| {
            values.begin_with(plies, &mut source)?;
            let mut run = Run { files: Some(files), monitor: Monitor::silent(stop) };
            values.solve(Box::new(source), &mut run)
        })
    }

    /// Passes on the codes of a group that [`DividedSolver::finish`] has ended, in order.
    ///
    /// # Errors
    /// [`RetroError`] if they cannot be read, and the errors of the receiver.
    pub fn finished(
        &self,
        group: &Group,
        directory: &Path,
        mut tell: impl FnMut(&[u16]) -> Result<(), RetroError>,
    ) -> Result<(), RetroError> {
        self.on_disk(group, directory, |values, _| values.each_window().try_for_each(|codes| tell(&codes?)))
    }

    fn on_disk<R>(
        &self,
        group: &Group,
        directory: &Path,
        work: impl FnOnce(OnDisk<'_, '_>, &Checkpoint<'_>) -> Result<R, RetroError>,
    ) -> Result<R, RetroError> {
        let Settings { kind, interval, .. } = self.settings;
        let store = Store::create(directory, &self.game().subject())?;
        let files = Checkpoint::new((&store, &[]), group, "group", kind, interval);
        let nothing = Resident::new(kind, self.layers().len());
        let field = Field::on_disk(self.game(), group, &nothing)?;
        work(OnDisk::open(field, &files, self.settings.extent())?, &files)
    }

    /// Requires that no position of a group lacks its best score, after its sweeps: this number stays open.
    ///
    /// # Errors
    /// [`RetroError::Cycle`] with the first such position, and the errors of the source.
    pub fn require_scores(
        &self,
        group: &Group,
        open: u64,
        source: &mut dyn CodeSource,
    ) -> Result<(), RetroError> {
        if self.kind() != Kind::Score || open == 0 {
            return Ok(());
        }
        let nothing = Resident::new(self.kind(), self.layers().len());
        let field = Field::on_disk(self.game(), group, &nothing)?;
        let mut lookup = Lookup::of_source(&field, Box::new(source));
        for index in 0..group.size {
            if lookup.code(index)? == OPEN {
                return Err(RetroError::Cycle(field.show(index)));
            }
        }
        Err(RetroError::Cycle(group.name.clone()))
    }
}

/// The codes of a layer.
fn codes(source: &mut dyn CodeSource, layer: u32, size: u64) -> Result<Vec<u16>, RetroError> {
    let mut codes = Vec::with_capacity(usize::try_from(size).unwrap_or_default());
    each_block(source, layer, size, |block| {
        codes.extend_from_slice(block);
        Ok(())
    })?;
    Ok(codes)
}
