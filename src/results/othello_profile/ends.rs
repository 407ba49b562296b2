//! Lists of positions that a certificate proves complete, and the native search back from each of them.
//!
//! Idea: if few positions with a number of discs have at least `k` legal moves, reachable or not, `enumerate` lists them all,
//! with a proof that there are no others; or all that can be the ends of some last steps. A game with `k` moves ends in one of
//! them. The native search goes back from each; if no game leads to any, `k` moves are impossible.
//!
//! What it does not show: that no game leads to a position rests on the search
//! ([`ForwardLayers`](certamen_othello::search::ForwardLayers)), without a proof, and the page says so.

use super::entry::{ProfileEntry, Reason, asked};
use super::lemma::{LemmaError, registry};
use super::{ProfileError, Scope};
use certamen_ask::emission::sha256;
use certamen_ask::listed::ListEntry;
use certamen_othello::query::{LastSteps, OthelloMobility, OthelloWitness, Reachability, ToMove};
use certamen_othello::reachable::covers;
use certamen_othello::search::{self as native, Budget, LayerError};
use certamen_othello::{OthelloSize, on_side};
use certamen_prove::certificate::list;
use certamen_work::Stop;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::path::Path;

/// The number of discs to which layers are computed, for searches to meet: milliseconds.
const LAYERS: u32 = 10;
/// The memory that the layers may take.
const BUDGET: Budget = Budget(1 << 30);

/// How many positions the search for one game expands. Most ends need none: their last discs have no place.
const PATIENCE: u64 = 1 << 22;

/// A complete list.
#[derive(Clone, Debug)]
pub struct Ends {
    /// What was listed.
    question: OthelloMobility,
    /// Every position, as the side to move sees it.
    lines: BTreeSet<String>,
    /// The SHA-256 of the list, one entry on each line.
    sha256: String,
}

/// That no game leads to any position of a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnreachedList {
    /// What was listed.
    #[serde(with = "asked")]
    pub question: OthelloMobility,
    /// The number of positions with the number of discs of the entry.
    pub positions: u64,
    /// The SHA-256 of the list, one entry on each line.
    pub sha256: String,
}

/// Checks the certificate of a list in a directory, and returns the list.
///
/// # Errors
/// [`LemmaError`]; [`LemmaError::ForeignList`] if the list is not one of `othello.mobility` about any position of this board
/// with a legal move, or about the ends of last steps.
pub fn ends(directory: &Path, board: OthelloSize, stop: &Stop) -> Result<Ends, LemmaError> {
    let checked = list::check(directory, &registry(), stop, |_| {})?;
    let listed = &checked.claim.question;
    let question = listed.question().downcast::<OthelloMobility>().copied();
    // Without a legal move a pass may be due, and the side to move is another one.
    let is_its = |question: &OthelloMobility| {
        let is_of_ends = matches!(question.reach, None | Some(Reachability::Window(_)));
        is_of_ends && question.board == board && question.at_least > 0
    };
    let question = question.filter(is_its).ok_or(LemmaError::ForeignList)?;
    let images = |entry: &ListEntry| {
        if checked.claim.up_to_symmetry { listed.images(&entry.line) } else { vec![entry.line.clone()] }
    };
    let lines = checked.entries.iter().flat_map(images).collect();
    Ok(Ends { question, lines, sha256: sha256(checked.text().as_bytes()) })
}

impl Ends {
    /// Searches a game to each position that could answer the question of an entry. Returns whether that changed the entry:
    /// a record was found, or no game leads to any of them.
    pub(super) fn search(
        &self,
        scope: Scope,
        entry: &mut ProfileEntry,
        stop: &Stop,
    ) -> Result<bool, ProfileError> {
        let at_least = self.question.at_least;
        let covered = covers(self.question, entry.question(scope, at_least), entry.discs);
        if !covered || entry.is_closed() || !(entry.next()..entry.impossible).contains(&at_least) {
            return Ok(false);
        }
        let (reached, not_reached) = self.reached_from(entry, at_least, stop)?;
        match reached {
            WayBack::Record(record) => {
                let witness = OthelloWitness::of_game(scope.board, &record)?;
                entry.take(scope, &witness)
            }
            WayBack::Undecided => Ok(false),
            WayBack::Nothing => {
                entry.rule_out(at_least, Reason::Ends(Box::new(not_reached)))?;
                Ok(true)
            }
        }
    }

    /// The least number of legal moves of a listed position.
    pub(super) const fn at_least(&self) -> u32 {
        self.question.at_least
    }

    /// The number of listed positions.
    pub(super) fn positions(&self) -> usize {
        self.lines.len()
    }

    /// Whether the list says nothing about games without a pass.
    pub const fn is_after_pass(&self) -> bool {
        self.question.after_pass
    }

    /// Whether every position that satisfies a question is in the list. It asks about any position, or about the ends of steps
    /// after a pass.
    pub(super) fn has_all_of(&self, asked: &OthelloMobility) -> bool {
        let Self { question: listed, .. } = self;
        let discs = match asked.reach {
            Some(Reachability::Window(LastSteps { least, most, .. })) if least == most => Some(most),
            _ => asked.discs,
        };
        let empties = discs.map_or(asked.empties, |discs| asked.board.squares() - discs);
        let has_its_steps = match listed.reach {
            // After steps the end need not be a position after a pass.
            None => !listed.after_pass || (asked.reach.is_none() && asked.after_pass),
            steps => steps == asked.reach && listed.after_pass == asked.after_pass,
        };
        has_its_steps
            && listed.board == asked.board
            && listed.at_least <= asked.at_least
            && listed.empties <= empties
            && (listed.discs.is_none() || listed.discs == discs)
    }

    /// Looks for a game to each listed position that has the discs of the entry and at least `at_least` legal moves. Returns what
    /// it found, and what to note in the entry if that is nothing.
    pub(super) fn reached_from(
        &self,
        entry: &ProfileEntry,
        at_least: u32,
        stop: &Stop,
    ) -> Result<(WayBack, UnreachedList), ProfileError> {
        let mut lines = Vec::new();
        for line in &self.lines {
            let discs = line.bytes().filter(|&square| square != b'-').count() as u32;
            let has_enough = || OthelloWitness::of_board(line.clone()).map(|one| one.mobility >= at_least);
            if discs == entry.discs && (at_least <= self.at_least() || has_enough()?) {
                lines.push(line);
            }
        }
        let reached = reached(self.question.board, entry.to_move, &lines, stop)?;
        let (question, positions, sha256) = (self.question, lines.len() as u64, self.sha256.clone());
        Ok((reached, UnreachedList { question, positions, sha256 }))
    }
}

/// What the searches of a list found.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum WayBack {
    /// No game leads to any position.
    Nothing,
    /// A search ended at its limit, or was stopped.
    Undecided,
    /// The record of a game to one of them.
    Record(String),
}

fn reached(
    board: OthelloSize,
    to_move: ToMove,
    lines: &[&String],
    stop: &Stop,
) -> Result<WayBack, ProfileError> {
    on_side!(board, SIDE => reached_on::<SIDE>(to_move, lines, stop))
}

fn reached_on<const SIDE: usize>(
    to_move: ToMove,
    lines: &[&String],
    stop: &Stop,
) -> Result<WayBack, ProfileError> {
    let mover = to_move.player();
    let watch = |_| if stop.is_requested() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
    let reach = match native::ForwardLayers::<SIDE>::new(LAYERS, BUDGET, &mut { watch }) {
        Ok(reach) => reach,
        Err(LayerError::Interrupted { .. }) => return Ok(WayBack::Undecided),
        Err(_) => return Err(ProfileError::Memory(LAYERS)),
    };
    let decide = |line: &&String| {
        let Ok(position) = line.parse() else { return WayBack::Undecided };
        let limits = native::SearchLimits { positions: Some(PATIENCE), ..native::SearchLimits::default() };
        let verdict = reach.decide(native::Target { position, mover }, limits, &mut { watch });
        match verdict.answer {
            native::Answer::Unreachable => WayBack::Nothing,
            native::Answer::Reachable(record) => WayBack::Record(record.to_string()),
            native::Answer::Undecided(_) => WayBack::Undecided,
        }
    };
    Ok(lines.par_iter().map(decide).max().unwrap_or(WayBack::Nothing))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A list of positions after a pass says nothing about the ends of steps after it, and the other way round.
    #[test]
    fn a_list_has_all_of_the_questions_that_ask_for_no_more() {
        let any = OthelloMobility { at_least: 5, ..OthelloMobility::any(OthelloSize::Four) };
        let passed = OthelloMobility { after_pass: true, ..any };
        let steps = |steps, discs| {
            let window = LastSteps { steps, least: discs, most: discs, any_order: false };
            OthelloMobility { reach: Some(Reachability::Window(window)), ..passed }
        };
        let exactly = |query, discs| OthelloMobility { discs: Some(discs), ..query };
        let list = |question| Ends { question, lines: BTreeSet::new(), sha256: String::new() };
        for (listed, asked, has_all) in [
            (any, exactly(passed, 9), true),
            (any, steps(1, 9), true),
            (OthelloMobility { empties: 7, ..any }, steps(1, 9), true),
            (OthelloMobility { empties: 8, ..any }, steps(1, 9), false),
            (exactly(any, 9), steps(1, 9), true),
            (exactly(any, 10), steps(1, 9), false),
            (exactly(passed, 9), exactly(passed, 9), true),
            (exactly(passed, 9), exactly(any, 9), false),
            (exactly(passed, 9), steps(1, 9), false),
            (steps(1, 9), steps(1, 9), true),
            (steps(1, 9), OthelloMobility { at_least: 6, ..steps(1, 9) }, true),
            (steps(1, 9), OthelloMobility { at_least: 4, ..steps(1, 9) }, false),
            (steps(1, 9), steps(2, 9), false),
            (steps(1, 9), steps(1, 10), false),
            (steps(1, 9), exactly(passed, 9), false),
        ] {
            assert_eq!(list(listed).has_all_of(&asked), has_all, "{listed:?} of {asked:?}");
        }
    }
}
