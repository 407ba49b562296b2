//! Games that several machines solve in parts, whatever their type.

use super::judge::Judge;
use super::tables::position_of;
use super::{Monitor, Subject, answer};
use crate::positions::{Disagreement, DividedSolver, Game as _, Kind, Place, RetroError, Solver, Store};
use certamen_work::answer::Answer;
use std::path::Path;

/// The answer of `retro build`, or a number with a wrong value and what is wrong with it.
pub type TableJudgement = Result<Answer, (Option<Place>, String)>;

/// A game whose layers are known, to be solved in parts.
pub trait DividedGame: Send + Sync {
    /// Its parts, each within this memory.
    fn solver(&self, kind: Kind, memory: u64) -> DividedSolver<'_>;

    /// The place of a position, or of the start.
    ///
    /// # Errors
    /// [`RetroError`] if the text is not a position, or one that has no number in these layers.
    fn place(&self, position: Option<&str>) -> Result<Place, RetroError>;

    /// The answer of `retro distances`, from the number of positions at each distance.
    fn distances(&self, counts: Vec<u64>) -> Answer;

    /// Derives every value of the tables of a directory anew: those of a kind, in this memory. Returns the answer of
    /// `retro build`, or why the tables are wrong. Of scores it also requires that no position repeats.
    ///
    /// # Errors
    /// [`RetroError`] if a table is missing or damaged, or after a request to stop.
    fn judge(
        &self,
        directory: &Path,
        values: (Kind, u64),
        monitor: &mut Monitor<'_>,
    ) -> Result<TableJudgement, RetroError>;
}

/// A subject with its game.
pub(super) struct OwnedGame<S: Subject> {
    pub(super) subject: S,
    pub(super) game: S::Game,
}

impl<S: Subject> OwnedGame<S> {
    fn whole(&self, kind: Kind, memory: u64) -> Solver<'_, S::Game> {
        self.subject.solver(&self.game).kind(kind).memory(memory)
    }
}

impl<S: Subject> DividedGame for OwnedGame<S>
where
    S::Game: Sync,
{
    fn solver(&self, kind: Kind, memory: u64) -> DividedSolver<'_> {
        self.whole(kind, memory).divided()
    }

    fn place(&self, position: Option<&str>) -> Result<Place, RetroError> {
        let start = position_of(&self.game, position)?;
        let no_number = || {
            let reason = "has no number in the layers that the start leads to";
            RetroError::Position(format!("{} {reason}", self.game.show(&start)))
        };
        self.game.place(&start).ok_or_else(no_number)
    }

    fn distances(&self, counts: Vec<u64>) -> Answer {
        answer::distances(&self.subject.subject(), &counts)
    }

    fn judge(
        &self,
        directory: &Path,
        (kind, memory): (Kind, u64),
        monitor: &mut Monitor<'_>,
    ) -> Result<TableJudgement, RetroError> {
        let (subject, game) = (self.subject.subject(), &self.game);
        let store = Store::open(directory, &subject)?;
        let solver = self.whole(kind, memory);
        let audit = match solver.audit(&store.complete(game, kind)?, monitor) {
            // Tables say of a number that it has no position, and a move leads there.
            Err(error @ RetroError::Vacant { .. }) => return Ok(Err((None, error.to_string()))),
            audit => audit?,
        };
        if let Some(Disagreement { at, position, found, derived }) = audit.first.first() {
            let reason = format!("{position}: its value is {found}, its moves say {derived}");
            return Ok(Err((Some(*at), reason)));
        }
        if kind == Kind::Score {
            match solver.require_order(monitor.stop()) {
                Err(error @ RetroError::Cycle(_)) => return Ok(Err((None, error.to_string()))),
                ordered => ordered?,
            }
        }
        let start = Judge { game, store: &store, solver, kinds: &[kind] }.start()?;
        Ok(Ok(answer::built(&subject, game, start.as_ref())))
    }
}
