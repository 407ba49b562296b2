//! A game whose solution, or whose search for distances, is divided into parts for several machines.
//!
//! Idea: a part is a pure function of values that other parts have found, so that parts can be done in any order, and twice.
//! There are three divisions: by groups of layers and sweeps over them (`sweeps`), by phases over chunks of numbers (`phases`),
//! and the search for distances by plies (`distances::divided`).
//!
//! What it does not show: that the values that a part reads are right. An audit of the tables shows it ([`Solver::audit`]).

use super::disk::CodeSource;
use super::error::RetroError;
use super::game::{Game, LayerShape};
use super::numbered::{NumberedGame, Settings, SolverContext};
use super::solver::Solver;
use super::store::Store;
use super::value::Kind;
use certamen_work::stop::Stop;
use std::fmt;
use std::path::Path;

/// A game in parts.
pub struct DividedSolver<'g> {
    solver: Box<dyn NumberedGame + 'g>,
    pub(super) settings: Settings,
}

impl<'g, G: Game> Solver<'g, G> {
    /// The same game in parts, each within the memory limit.
    pub fn divided(self) -> DividedSolver<'g> {
        let settings = self.settings;
        DividedSolver { solver: Box::new(self), settings }
    }
}

impl DividedSolver<'_> {
    pub(super) fn game(&self) -> &dyn NumberedGame {
        &*self.solver
    }

    pub(super) fn solving(&self) -> SolverContext<'_> {
        SolverContext { game: self.game(), settings: self.settings }
    }

    /// The kind of values.
    pub fn kind(&self) -> Kind {
        self.settings.kind
    }

    /// The layers.
    pub fn layers(&self) -> &[LayerShape] {
        self.solver.layers()
    }

    /// The number of numbers of all layers.
    ///
    /// # Errors
    /// [`RetroError::Overflow`] if they are 2^64 or more.
    pub fn size(&self) -> Result<u64, RetroError> {
        let sizes = self.layers().iter().map(|shape| shape.size);
        let sum = { sizes }.try_fold(0u64, u64::checked_add);
        sum.ok_or_else(|| RetroError::Overflow("of all layers".to_owned()))
    }

    /// Requires values of this kind to exist, and compares numbers, moves and un-moves on samples if that is wanted.
    ///
    /// # Errors
    /// [`RetroError`]
    pub fn check(&self, samples: bool) -> Result<(), RetroError> {
        self.solving().require_kind()?;
        if samples { self.solver.check() } else { Ok(()) }
    }

    /// Writes the tables of all layers into a directory that the caller holds. If the directory does not say which game it is
    /// for, it does so afterwards. The files have the bytes of [`Solver::build`].
    ///
    /// # Errors
    /// [`RetroError`]
    pub fn write_tables(
        &self,
        directory: &Path,
        source: &mut dyn CodeSource,
        stop: &Stop,
    ) -> Result<(), RetroError> {
        let store = Store::begin(directory, &self.solver.subject())?;
        for (layer, shape) in (0..).zip(self.layers()) {
            let mut table = store.write(shape, self.kind(), self.solving().width())?;
            each_block(source, layer, shape.size, |codes| {
                stop.proceed()?;
                codes.iter().try_for_each(|&code| table.push(code))
            })?;
            table.finish()?;
        }
        Ok(())
    }
}

/// Passes on the codes of a layer, block by block.
pub(super) fn each_block(
    source: &mut dyn CodeSource,
    layer: u32,
    size: u64,
    mut tell: impl FnMut(&[u16]) -> Result<(), RetroError>,
) -> Result<(), RetroError> {
    let (mut next, mut block) = (0, Vec::new());
    while next < size {
        let first = source.block(layer, next, &mut block)?;
        let skipped = usize::try_from(next.saturating_sub(first)).unwrap_or(usize::MAX);
        let rest = usize::try_from(size - next).unwrap_or(usize::MAX);
        let part = block.get(skipped..).filter(|part| !part.is_empty()).ok_or(RetroError::Part)?;
        let part = &part[..part.len().min(rest)];
        tell(part)?;
        next += part.len() as u64;
    }
    Ok(())
}

impl fmt::Debug for DividedSolver<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("DividedSolver").field(&self.solver.subject()).finish()
    }
}
