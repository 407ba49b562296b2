//! Games that several machines solve in parts, whatever their type.

use super::judge::{Judge, winner};
use super::tables::no_start;
use super::{NotatedGame, OpenPurpose, Subject, Watch, answer};
use crate::positions::{
    Disagreement, Game as _, Kind, MEMORY, Place, RetroError, Room, Solver, SolverProgress, Store, Sweeps,
};
use certamen_work::answer::Answer;
use certamen_work::stop::{Interrupted, Stop};
use std::path::Path;

/// The answer of `retro build`, or a number with a wrong value and what is wrong with it.
pub type TableJudgement = Result<Answer, (Option<Place>, String)>;

/// A game whose layers are known, to be solved in parts.
pub trait SweptGame: Send + Sync {
    /// Its parts, each within this memory.
    fn sweeps(&self, kind: Kind, memory: u64) -> Sweeps<'_>;

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
        stop: &Stop,
        watch: &mut Watch<'_>,
    ) -> Result<TableJudgement, RetroError>;
}

/// The layers of a subject: found now, or read.
#[expect(missing_debug_implementations, reason = "it holds a closure")]
pub enum SweepOpening<'a> {
    /// To plan: the layers are found, and kept in the directory.
    Find {
        /// A request to stop.
        stop: &'a Stop,
        /// Gets the layers that are searched.
        watch: &'a mut Watch<'a>,
    },
    /// To work: the directory has them.
    Read,
}

/// A subject with its game.
pub(super) struct OwnedGame<S: Subject> {
    pub(super) subject: S,
    pub(super) game: S::Game,
}

impl<S: Subject> OwnedGame<S> {
    fn solver(&self, kind: Kind, memory: u64) -> Solver<'_, S::Game> {
        self.subject.solver(&self.game).kind(kind).memory(memory)
    }
}

impl<S: Subject> SweptGame for OwnedGame<S>
where
    S::Game: Sync,
{
    fn sweeps(&self, kind: Kind, memory: u64) -> Sweeps<'_> {
        self.solver(kind, memory).in_sweeps()
    }

    fn place(&self, position: Option<&str>) -> Result<Place, RetroError> {
        let start = match position {
            Some(text) => self.game.parse(text)?,
            None => self.game.start().ok_or_else(no_start)?,
        };
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
        stop: &Stop,
        watch: &mut Watch<'_>,
    ) -> Result<TableJudgement, RetroError> {
        let (subject, game) = (self.subject.subject(), &self.game);
        let store = Store::open(directory, &subject)?;
        let solver = self.solver(kind, memory);
        let mut watch = |layer: &str, size: u64| watch(SolverProgress::Auditing { layer, size });
        let audit = match solver.audit(&store.complete(game, kind)?, stop, &mut watch) {
            // Tables say of a number that it has no position, and a move leads there.
            Err(error @ RetroError::Vacant { .. }) => return Ok(Err((None, error.to_string()))),
            audit => audit?,
        };
        if audit.is_stopped {
            return Err(RetroError::Game(Interrupted.into()));
        }
        if let Some(Disagreement { at, position, found, derived }) = audit.first.first() {
            let reason = format!("{position}: its value is {found}, its moves say {derived}");
            return Ok(Err((Some(*at), reason)));
        }
        if kind == Kind::Score {
            match solver.require_order(stop) {
                Err(error @ RetroError::Circle(_)) => return Ok(Err((None, error.to_string()))),
                ordered => ordered?,
            }
        }
        let judge = Judge { game, store: &store, solver, kinds: &[kind] };
        let mut start = game.start().map(|start| judge.verdict(&start)).transpose()?;
        if let Some(start) = &mut start {
            start.winner = winner(game.players(), start);
        }
        Ok(Ok(answer::built(&subject, game, start.as_ref())))
    }
}

/// Opens a subject. `None` if a request to stop ended the search for layers.
pub(super) fn open<S: Subject + 'static>(
    subject: S,
    directory: &Path,
    opening: SweepOpening<'_>,
) -> Result<Option<Box<dyn SweptGame>>, RetroError> {
    let text = subject.subject();
    let game = match opening {
        SweepOpening::Find { stop, watch } => {
            let store = &Store::create(directory, &text)?;
            // The tables will not lie in this directory, and have no room to be reserved.
            let room = Room::in_directory(MEMORY, Some(u64::MAX), directory);
            subject.game(OpenPurpose::Solve { store, room, stop, watch })?
        }
        SweepOpening::Read => {
            let store = &Store::open(directory, &text)?;
            Some(subject.game(OpenPurpose::Read { store })?.ok_or_else(|| RetroError::Rules(text))?)
        }
    };
    Ok(game.map(|game| -> Box<dyn SweptGame> { Box::new(OwnedGame { subject, game }) }))
}
