//! One question of a profile, and the current knowledge about its answer.

use super::ends::UnreachedList;
use super::lemma::Lemma;
use super::page::Line;
use super::passes::NoPass;
use super::{ProfileError, Scope};
use certamen_ask::query::Query;
use certamen_othello::query::{OthelloMobility, OthelloWitness, Reachability, ToMove, WholeGame};
use certamen_othello::reachable::covers;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::time::Duration;

/// The current knowledge about the largest number of legal moves with a number of discs and this side to move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProfileEntry {
    /// The number of discs.
    pub discs: u32,
    /// The side to move; either in a profile of any positions, where the colours are symmetric.
    pub to_move: ToMove,
    /// The record or position with the most legal moves so far.
    pub witness: Option<OthelloWitness>,
    /// This number of legal moves is impossible. If it is 0, there is no such position.
    pub impossible: u32,
    /// The reason why.
    pub shown_by: Reason,
    /// Whether exhaustive search of all positions with this number of discs gave the same answer.
    pub exhaustive: bool,
    /// The seconds that were spent without success, if the answer is still open.
    pub open_after: Option<f64>,
}

/// Why more is impossible.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// There are no more empty squares.
    EmptySquares,
    /// There is only one position with four discs: the start.
    Start,
    /// A proof was checked.
    Refutation(Box<CheckedRefutation>),
    /// A refutation of a certificate, which was checked when the profile took it.
    Certificate(Box<Lemma>),
    /// A page of an earlier profile says so, in these words.
    Page(String),
    /// All positions that games reach were searched natively. There is no proof.
    Search,
    /// All positions with this many moves are in a list that is proved complete, and no game leads to any of them by the
    /// native search. Of that there is no proof, unless the list has no position with so many discs.
    Ends(Box<UnreachedList>),
    /// Somebody must have passed, and no game leads there, whatever the place of its last pass.
    Passes(Box<NoPass>),
}

/// A refutation whose proof was checked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CheckedRefutation {
    /// The refuted question.
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
    /// The number of bytes of the proof.
    pub proof_bytes: u64,
    /// The number of clauses that the proof adds.
    pub additions: u64,
    /// The number of conflicts of the solver.
    pub conflicts: u64,
    /// The time of the solver in seconds.
    pub seconds: f64,
}

/// A question with its name, in the form of maps and certificates.
pub(super) mod asked {
    use certamen_ask::query::Query;
    use certamen_ask::question::Question;
    use certamen_othello::query::OthelloMobility;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use serde_json::{Map, Value};

    pub(in super::super) fn serialize<S: Serializer>(
        query: &OthelloMobility,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        Question::from(*query).serialize(serializer)
    }

    pub(in super::super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<OthelloMobility, D::Error> {
        let mut members: Map<String, Value> = Map::deserialize(deserializer)?;
        if members.remove("query") != Some(OthelloMobility::NAME.into()) {
            return Err(D::Error::custom("the question is of another kind"));
        }
        serde_json::from_value(Value::Object(members)).map_err(D::Error::custom)
    }
}

impl ProfileEntry {
    /// Only the number of empty squares is known.
    pub fn new(scope: Scope, discs: u32, to_move: ToMove) -> Self {
        let impossible = scope.board.squares() - discs + 1;
        Self {
            discs,
            to_move,
            witness: None,
            impossible,
            shown_by: Reason::EmptySquares,
            exhaustive: false,
            open_after: None,
        }
    }

    /// The name of its file, without the extension.
    pub fn stem(&self) -> String {
        stem(self.discs, self.to_move)
    }

    /// The least number of legal moves that is not yet reached.
    pub fn next(&self) -> u32 {
        self.witness.as_ref().map_or(0, |witness| witness.mobility + 1)
    }

    /// Whether the answer is known.
    pub fn is_closed(&self) -> bool {
        self.next() >= self.impossible
    }

    /// Whether the question is still worth asking with this time, or because all its positions are `searched`.
    pub fn is_due(&self, time: Option<Duration>, searched: bool) -> bool {
        let is_longer = |spent: f64| time.is_none_or(|time| time.as_secs_f64() > spent);
        !self.is_closed() && (searched || self.open_after.is_none_or(is_longer))
    }

    /// The question whether a game reaches (or any position has) this many legal moves.
    pub fn question(&self, scope: Scope, at_least: u32) -> OthelloMobility {
        let game = WholeGame { discs: self.discs, to_move: self.to_move, any_order: false };
        let (reach, discs) =
            if scope.reachable { (Some(Reachability::Game(game)), None) } else { (None, Some(self.discs)) };
        let any = OthelloMobility::any(scope.board);
        OthelloMobility { at_least, symmetry_breaking: true, discs, reach, ..any }
    }

    /// Takes a record if it has more legal moves than any before, after it was checked against the question. Returns
    /// whether it did.
    ///
    /// # Errors
    /// [`ProfileError::Witness`] if it is not valid, [`ProfileError::Contradiction`] if it is refuted.
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

    /// Joins a result for the same question with this entry, which other entries' refutations may have narrowed
    /// meanwhile.
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

    /// Checks that no record reaches the impossible number.
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

    /// Takes over a refutation of another entry or of a certificate if it narrows this entry. Returns whether it did.
    ///
    /// # Errors
    /// [`ProfileError::Contradiction`]
    pub(super) fn learn(
        &mut self,
        scope: Scope,
        refuted: OthelloMobility,
        shown: impl FnOnce() -> Reason,
    ) -> Result<bool, ProfileError> {
        let at_least = refuted.at_least;
        let is_news =
            at_least < self.impossible && covers(refuted, self.question(scope, at_least), self.discs);
        if is_news {
            self.rule_out(at_least, shown())?;
        }
        Ok(is_news)
    }

    /// Notes that a number of legal moves is impossible.
    ///
    /// # Errors
    /// [`ProfileError::Contradiction`]
    pub(super) fn rule_out(&mut self, at_least: u32, shown: Reason) -> Result<(), ProfileError> {
        (self.impossible, self.shown_by) = (at_least, shown);
        self.open_after = self.open_after.filter(|_| !self.is_closed());
        self.consistent()
    }

    /// Takes over what a page says. Its record is replayed; that the next number is impossible rests on the page.
    ///
    /// # Errors
    /// As [`Self::take`].
    pub(super) fn take_line(&mut self, scope: Scope, line: &Line) -> Result<bool, ProfileError> {
        let mut is_news = match &line.witness {
            Some(witness) => self.take(scope, witness)?,
            None => false,
        };
        if let Some((impossible, reason)) =
            line.impossible.as_ref().filter(|(number, _)| *number < self.impossible)
        {
            (self.impossible, self.shown_by) = (*impossible, Reason::Page(reason.clone()));
            self.exhaustive |= line.exhaustive;
            self.open_after = self.open_after.filter(|_| !self.is_closed());
            is_news = true;
        }
        self.consistent()?;
        Ok(is_news)
    }

    /// What is wrong with an entry that was read, if anything. The naive game replays its record.
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

impl fmt::Display for ProfileEntry {
    /// The bound, the interval, or `-` if there is no position.
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
    use certamen_othello::OthelloSize;

    const SCOPE: Scope = Scope { board: OthelloSize::Four, reachable: true };

    #[test]
    fn results_of_two_workers_are_joined_and_checked_against_each_other() {
        let witness = OthelloWitness::of_game(OthelloSize::Four, "b1").unwrap();
        let entry = |mobility, impossible| ProfileEntry {
            witness: (mobility > 0).then(|| OthelloWitness { mobility, ..witness.clone() }),
            impossible,
            open_after: Some(1.0),
            ..ProfileEntry::new(SCOPE, 5, ToMove::White)
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

    #[test]
    fn an_open_question_is_due_with_more_time_or_when_all_its_positions_are_searched() {
        let open = ProfileEntry { open_after: Some(60.0), ..ProfileEntry::new(SCOPE, 7, ToMove::White) };
        let due = |seconds, searched| open.is_due(Some(Duration::from_secs(seconds)), searched);
        assert!(!due(60, false) && due(61, false) && due(60, true) && open.is_due(None, false));
        let closed = ProfileEntry { impossible: 0, open_after: None, ..open.clone() };
        assert!(closed.is_closed() && !closed.is_due(None, true));
    }
}
