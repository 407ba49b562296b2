//! A subject with the tables of its directory.

use super::judge::Judge;
use super::{NotatedGame, OpenPurpose, Subject};
use crate::positions::{CompleteTables, Kind, RetroError, Solver, Store};
use std::ops::{Deref, Range};
use std::path::Path;

/// A subject, or a reference to one, with its tables.
pub(super) struct SubjectTables<H: Deref<Target: Subject>> {
    pub(super) subject: H,
    pub(super) store: Store,
    pub(super) game: <H::Target as Subject>::Game,
}

impl<S: Subject, H: Deref<Target = S>> SubjectTables<H> {
    pub(super) fn open(subject: H, directory: &Path) -> Result<Self, RetroError> {
        let store = Store::open(directory, &subject.subject())?;
        let game = subject.game(OpenPurpose::Read { store: &store })?;
        Ok(Self { subject, store, game })
    }

    pub(super) fn solver(&self, kind: Kind) -> Solver<'_, S::Game> {
        self.subject.solver(&self.game).kind(kind)
    }

    /// The kinds of values of which there is a table; if there is none, plies, whose tables are then missing.
    fn begun(&self) -> Vec<Kind> {
        let is_begun = |&kind: &Kind| self.store.is_begun(&self.game, kind);
        let begun: Vec<Kind> = [Kind::Plies, Kind::Score].into_iter().filter(is_begun).collect();
        if begun.is_empty() { vec![Kind::Plies] } else { begun }
    }

    /// The tables of all positions, of each kind that has been begun.
    ///
    /// # Errors
    /// [`RetroError`] if a table is missing.
    pub(super) fn complete(&self) -> Result<Vec<CompleteTables>, RetroError> {
        self.begun().into_iter().map(|kind| self.store.complete(&self.game, kind)).collect()
    }

    /// The kinds of values for single positions: those that are complete; if none is, those that have been begun.
    pub(super) fn kinds(&self) -> Vec<Kind> {
        let begun = self.begun();
        let is_complete = |&&kind: &&Kind| self.store.is_complete(&self.game, kind);
        let complete: Vec<Kind> = begun.iter().filter(is_complete).copied().collect();
        if complete.is_empty() { begun } else { complete }
    }
}

/// Looks up positions in these tables.
pub(super) fn judge<'a, S: Subject, H: Deref<Target = S>>(
    reading: &'a SubjectTables<H>,
    kinds: &'a [Kind],
) -> Judge<'a, S::Game> {
    Judge { game: &reading.game, store: &reading.store, solver: reading.solver(Kind::Plies), kinds }
}

/// The position that a text says, or the start.
pub(super) fn position_of<G: NotatedGame>(game: &G, text: Option<&str>) -> Result<G::Position, RetroError> {
    let no_start = || RetroError::Position("this game has no fixed start: give a position".to_owned());
    text.map_or_else(|| game.start().ok_or_else(no_start), |text| game.parse(text))
}

pub(super) fn no_puzzles(subject: &impl Subject) -> RetroError {
    RetroError::Rules(format!("{} has no puzzles", Subject::subject(subject)))
}

/// The numbers of a range that lie in each of some layers, if they go through layers of these sizes one after the other.
pub fn in_layers<L>(sizes: impl IntoIterator<Item = (L, u64)>, range: &Range<u64>) -> Vec<(L, Range<u64>)> {
    let mut first = 0;
    let within = |(layer, size): (L, u64)| {
        let rank = |number: u64| number.clamp(first, first + size) - first;
        let ranks = rank(range.start)..rank(range.end);
        first += size;
        (!ranks.is_empty()).then_some((layer, ranks))
    };
    sizes.into_iter().filter_map(within).collect()
}
