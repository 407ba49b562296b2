//! Solves a game into a directory, group by group.

use super::error::RetroError;
use super::game::Game;
use super::resident::Resident;
use super::solver::{Progress, Solver};
use super::store::Store;
use certamen_work::stop::Stop;

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// Every layer is solved and its table is written.
    Solved,
    /// A request to stop ended the run. The next run continues from the tables that are written.
    Stopped,
}

impl<G: Game> Solver<'_, G> {
    /// Solves the game into a directory. Groups that were solved in an earlier run are not solved again.
    ///
    /// # Errors
    /// [`RetroError`]
    pub fn build(
        &self,
        store: &Store,
        stop: &Stop,
        watch: &mut dyn FnMut(Progress<'_>),
    ) -> Result<Ended, RetroError> {
        let shapes = self.game.layers();
        let mut below = Resident::new(self.kind, shapes.len());
        for group in self.begin(watch)? {
            let layers = || group.layers.iter().map(|&layer| &shapes[layer as usize]);
            if layers().all(|layer| store.is_solved(layer, self.kind)) {
                layers().try_for_each(|layer| store.table(layer, self.kind).map(drop))?;
                watch(Progress::Known { name: &group.name });
                continue;
            }
            below.keep(&group.below);
            store.load(self.game, &group.below, &mut below)?;
            let Some(codes) = self.solve_group(&group, &below, stop, watch)? else {
                return Ok(Ended::Stopped);
            };
            let mut rest = codes.as_slice();
            for layer in layers() {
                let (own, others) = rest.split_at(layer.size as usize);
                store.write(layer, self.kind, own)?;
                rest = others;
            }
            watch(Progress::Written);
        }
        Ok(Ended::Solved)
    }
}
