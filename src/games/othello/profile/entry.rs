//! One question of a profile, and what is known of its answer.

use super::{ProfileError, Scope};
use crate::query::{OthelloMobility, OthelloWitness, Reach, ToMove, WholeGame};
use crate::reachable::covers;
use certamen_ask::query::Query;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::time::Duration;

/// What is known of the largest number of legal moves with a number of discs and this side to move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// The number of discs.
    pub discs: u32,
    /// The side to move; either in a profile of any positions, where the colours are alike.
    pub to_move: ToMove,
    /// The record or position that reaches the most so far.
    pub witness: Option<OthelloWitness>,
    /// This many legal moves are impossible. If even 0 are, there is no such position.
    pub impossible: u32,
    /// Why.
    pub shown_by: Shown,
    /// Whether exhaustive search of all positions with this number of discs found the same.
    pub exhaustive: bool,
    /// The seconds that were spent in vain, if the answer is still open.
    pub open_after: Option<f64>,
}

/// Why more is impossible.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shown {
    /// There are no more empty squares.
    EmptySquares,
    /// There is one position with four discs: the start.
    Start,
    /// A proof was checked.
    Refutation(Box<Refuted>),
}

/// A refutation whose proof was checked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Refuted {
    /// What was refuted.
    #[serde(with = "asked")]
    pub question: OthelloMobility,
    /// The number of variables of its clauses.
    pub variables: u32,
    /// The number of its clauses.
    pub clauses: usize,
    /// The SHA-256 of the DIMACS file.
    pub cnf_sha256: String,
    /// The SHA-256 of the proof, binary LRAT.
    pub proof_sha256: String,
    /// The bytes of the proof.
    pub proof_bytes: u64,
    /// The clauses that the proof adds.
    pub additions: u64,
    /// The conflicts of the solver.
    pub conflicts: u64,
    /// The seconds of the solver.
    pub seconds: f64,
}

/// A question as maps and certificates have it, with its name.
mod asked {
    use crate::query::OthelloMobility;
    use certamen_ask::query::Query;
    use certamen_ask::question::Question;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use serde_json::{Map, Value};

    pub(super) fn serialize<S: Serializer>(
        query: &OthelloMobility,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        Question::from(*query).serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<OthelloMobility, D::Error> {
        let mut members: Map<String, Value> = Map::deserialize(deserializer)?;
        if members.remove("query") != Some(OthelloMobility::NAME.into()) {
            return Err(D::Error::custom("the question is of another kind"));
        }
        serde_json::from_value(Value::Object(members)).map_err(D::Error::custom)
    }
}

impl Entry {
    /// Nothing is known but the number of empty squares.
    pub fn new(scope: Scope, discs: u32, to_move: ToMove) -> Self {
        let impossible = scope.board.squares() - discs + 1;
        Self {
            discs,
            to_move,
            witness: None,
            impossible,
            shown_by: Shown::EmptySquares,
            exhaustive: false,
            open_after: None,
        }
    }

    /// The name of its file, without the extension.
    pub fn stem(&self) -> String {
        stem(self.discs, self.to_move)
    }

    /// The least number of legal moves that is not reached yet.
    pub fn next(&self) -> u32 {
        self.witness.as_ref().map_or(0, |witness| witness.mobility + 1)
    }

    /// Whether the answer is known.
    pub fn is_closed(&self) -> bool {
        self.next() >= self.impossible
    }

    /// Whether there is something to be done with so much time.
    pub fn is_due(&self, time: Option<Duration>) -> bool {
        let is_longer = |spent: f64| time.is_none_or(|time| time.as_secs_f64() > spent);
        !self.is_closed() && self.open_after.is_none_or(is_longer)
    }

    /// The question whether a game reaches, or any position has, this many legal moves.
    pub fn question(&self, scope: Scope, at_least: u32) -> OthelloMobility {
        let game = WholeGame { discs: self.discs, to_move: self.to_move, any_order: false };
        let (reach, discs) =
            if scope.reachable { (Some(Reach::Game(game)), None) } else { (None, Some(self.discs)) };
        OthelloMobility { board: scope.board, at_least, empties: 0, symmetry_breaking: true, discs, reach }
    }

    /// Keeps a record that has more legal moves than any before, once it has been held against the question; whether it has.
    ///
    /// # Errors
    /// [`ProfileError::Witness`] where it does not stand, [`ProfileError::Contradiction`] where it is refuted.
    pub(super) fn take(&mut self, scope: Scope, witness: &OthelloWitness) -> Result<bool, ProfileError> {
        if witness.mobility < self.next() {
            return Ok(false);
        }
        self.question(scope, witness.mobility).verify(witness)?;
        self.witness = Some(witness.clone());
        self.open_after = self.open_after.filter(|_| !self.is_closed());
        self.consistent()?;
        Ok(true)
    }

    /// Takes over what was found of the same question, while other entries' refutations may have shown more of it.
    ///
    /// # Errors
    /// [`ProfileError::Contradiction`]
    pub(super) fn join(&mut self, found: Self) -> Result<(), ProfileError> {
        let known = std::mem::replace(self, found);
        if known.impossible < self.impossible {
            (self.impossible, self.shown_by) = (known.impossible, known.shown_by);
        }
        self.open_after = self.open_after.filter(|_| !self.is_closed());
        self.consistent()
    }

    /// That no record reaches what is impossible.
    fn consistent(&self) -> Result<(), ProfileError> {
        match &self.witness {
            Some(witness) if witness.mobility >= self.impossible => Err(ProfileError::Contradiction {
                discs: self.discs,
                to_move: self.to_move,
                mobility: witness.mobility,
                impossible: self.impossible,
            }),
            _ => Ok(()),
        }
    }

    /// Takes over what another entry's refutation shows of this one, if that is more than is known; whether it is.
    ///
    /// # Errors
    /// [`ProfileError::Contradiction`]
    pub(super) fn learn(&mut self, scope: Scope, refuted: &Refuted) -> Result<bool, ProfileError> {
        let at_least = refuted.question.at_least;
        let is_news = at_least < self.impossible
            && covers(refuted.question, self.question(scope, at_least), self.discs);
        if is_news {
            (self.impossible, self.shown_by) = (at_least, Shown::Refutation(Box::new(refuted.clone())));
            self.open_after = self.open_after.filter(|_| !self.is_closed());
            self.consistent()?;
        }
        Ok(is_news)
    }

    /// Says what is wrong with an entry that was read, if anything: its record is replayed by the naive game.
    pub(super) fn fault(&self, scope: Scope) -> Option<String> {
        if self.impossible > scope.board.squares() - self.discs + 1 || self.consistent().is_err() {
            return Some("its bounds contradict each other".to_owned());
        }
        let witness = self.witness.as_ref()?;
        self.question(scope, witness.mobility).verify(witness).err().map(|error| error.to_string())
    }
}

/// The name of the file of a question, without the extension.
pub(super) fn stem(discs: u32, to_move: ToMove) -> String {
    format!("{discs:02}-{to_move}")
}

impl fmt::Display for Entry {
    /// The bound, the interval, or `-` where there is no position.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.witness, self.impossible) {
            (None, 0) => f.pad("-"),
            (Some(witness), _) if self.is_closed() => f.pad(&witness.mobility.to_string()),
            (Some(witness), more) => f.pad(&format!("{}..{}", witness.mobility, more - 1)),
            (None, more) => f.pad(&format!("?..{}", more - 1)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::BoardSize;

    const SCOPE: Scope = Scope { board: BoardSize::Four, reachable: true };

    #[test]
    fn what_two_workers_show_is_joined_and_held_together() {
        let witness = OthelloWitness::of_game(BoardSize::Four, "b1").unwrap();
        let entry = |mobility, impossible| Entry {
            witness: (mobility > 0).then(|| OthelloWitness { mobility, ..witness.clone() }),
            impossible,
            open_after: Some(1.0),
            ..Entry::new(SCOPE, 5, ToMove::White)
        };
        let mut known = entry(0, 4);
        known.join(entry(3, 9)).unwrap();
        assert!((known.next(), known.impossible, known.open_after) == (4, 4, None));
        let mut known = entry(0, 9);
        known.join(entry(2, 4)).unwrap();
        assert_eq!((known.next(), known.impossible, known.open_after), (3, 4, Some(1.0)));
        let error = entry(0, 3).join(entry(3, 9)).unwrap_err();
        assert!(matches!(error, ProfileError::Contradiction { mobility: 3, impossible: 3, .. }), "{error}");
    }
}
