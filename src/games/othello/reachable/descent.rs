//! The descent to the largest number of legal moves in reachable positions.
//!
//! Idea: start from the largest number of legal moves that any position has, and go down. For each number, ask first
//! whether a position with few discs has it, reachable or not. Then ask, for more discs (but few enough to leave the
//! squares empty), whether last steps of a game lead to such a position. If both are refuted, no game reaches the
//! number. Meanwhile another thread looks for a record: it takes ends of last steps one after the other, and searches
//! the way back to the start natively. If neither side succeeds, whole games are asked about, one number of discs at a
//! time.

use super::compose::covers;
use crate::OthelloSize;
use crate::query::{LastSteps, MOBILITY, OthelloMobility, OthelloWitness, Reachability, ToMove, WholeGame};
use crate::records::find_record;
use certamen_ask::solve::{AskError, AskOutcome, Event, Refutation, ask_question, stop_reason};
use certamen_ask::witness::AnyWitness;
use certamen_prove::certificate::{Draft, WriteError};
use certamen_prove::exact_bound::{ClimbOutcome, climb};
use certamen_work::Limits;
use cnf_out::solver::StopReason;
use std::fs::File;
use std::ops::RangeInclusive;

/// The number of last steps: enough to refute 34 moves on the 8x8 board, where 4 are not enough (`docs/othello.md`).
const STEPS: u32 = 8;

/// Refutations with the stems of their file names.
pub(super) type Refutations = Vec<(String, Refutation<File>)>;

/// The witness as a value of its type.
fn typed(witness: &AnyWitness) -> Result<OthelloWitness, AskError> {
    Ok(witness.expect::<OthelloWitness>()?.clone())
}

/// The result of a descent.
pub(super) enum DescentOutcome {
    /// The question with the bound, the refutations of one more, and a record for each player who reaches it.
    Bound(OthelloMobility, Refutations, Vec<OthelloWitness>),
    /// Stopped for this reason.
    Stopped(StopReason),
}

/// The result for one number of legal moves.
enum NumberOutcome {
    /// No game reaches it.
    Refuted(Refutations),
    /// These games reach it.
    Reached(Vec<OthelloWitness>),
    /// Stopped for this reason.
    Stopped(StopReason),
}

/// The descent from the largest number that any position has.
pub(super) struct Descent<'a> {
    pub(super) draft: &'a Draft,
    pub(super) limits: &'a Limits,
}

impl Descent<'_> {
    pub(super) fn run(
        &self,
        board: OthelloSize,
        watch: &mut dyn FnMut(Event<'_>),
    ) -> Result<DescentOutcome, WriteError> {
        let any = OthelloMobility { symmetry_breaking: true, ..OthelloMobility::any(board) };
        let stem = "any";
        let proof = || self.draft.proof_file(stem);
        let (mut at_least, mut refutations) =
            match climb(&any.into(), MOBILITY, self.limits, proof, &mut *watch)? {
                ClimbOutcome::Open(_, reason) => return Ok(DescentOutcome::Stopped(reason)),
                ClimbOutcome::Closed(witness, refutation) => {
                    let most = match witness {
                        Some(witness) => typed(&witness)?.mobility,
                        None => 0,
                    };
                    (most, vec![(stem.to_owned(), *refutation)])
                }
            };
        loop {
            match self.decide(OthelloMobility { at_least, ..any }, watch)? {
                NumberOutcome::Stopped(reason) => return Ok(DescentOutcome::Stopped(reason)),
                NumberOutcome::Reached(records) => {
                    let query = OthelloMobility { at_least, symmetry_breaking: false, ..any };
                    self.keep_only(&refutations)?;
                    return Ok(DescentOutcome::Bound(query, refutations, records));
                }
                NumberOutcome::Refuted(_) if at_least == 0 => {
                    return Ok(DescentOutcome::Stopped(StopReason::Callback));
                }
                NumberOutcome::Refuted(found) => {
                    refutations = found;
                    at_least -= 1;
                }
            }
        }
    }

    /// Decides whether a game reaches the number of legal moves of `query`.
    fn decide(
        &self,
        query: OthelloMobility,
        watch: &mut dyn FnMut(Event<'_>),
    ) -> Result<NumberOutcome, WriteError> {
        let squares = query.board.squares();
        let most = squares - query.at_least;
        let least = (STEPS + 4).min(most);
        let mut refutations = Refutations::new();
        let few = OthelloMobility { empties: squares - least + 1, ..query };
        let window = LastSteps { steps: least.saturating_sub(4), least, most, any_order: false };
        let last =
            OthelloMobility { reach: Some(Reachability::Window(window)), empties: query.at_least, ..query };
        let range = 5..=most;
        let stem = format!("{}-few-discs", query.at_least);
        match ask_question(&few.into(), self.limits, || self.draft.proof_file(&stem), &mut *watch)? {
            AskOutcome::Stopped(reason) => return Ok(NumberOutcome::Stopped(reason)),
            AskOutcome::Refuted(refutation) => refutations.push((stem, *refutation)),
            AskOutcome::Found(_) => {}
        }
        let stem = format!("{}-last-steps", query.at_least);
        let (asked, records) = self.race(query, last, &stem, range.clone(), watch)?;
        match asked {
            AskOutcome::Refuted(_) if !records.is_empty() => {
                return Err(WriteError::Disagreement(query.into()));
            }
            // A record for one player suffices only if the other player's was searched for as long as necessary.
            _ if records.len() == 1 && self.limits.is_over() => {
                return Ok(NumberOutcome::Stopped(stop_reason(self.limits)));
            }
            _ if !records.is_empty() => return Ok(NumberOutcome::Reached(records)),
            AskOutcome::Stopped(reason) => return Ok(NumberOutcome::Stopped(reason)),
            AskOutcome::Refuted(refutation) => refutations.push((stem, *refutation)),
            AskOutcome::Found(_) => {}
        }
        if refutations.len() == 2 {
            return Ok(NumberOutcome::Refuted(refutations));
        }
        self.whole_games(query, range, refutations, watch)
    }

    /// Tries to refute the last steps of games while another thread looks for records. Each stops the other: after a
    /// refutation no record exists, and after a record no refutation.
    fn race(
        &self,
        query: OthelloMobility,
        last: OthelloMobility,
        stem: &str,
        range: RangeInclusive<u32>,
        watch: &mut dyn FnMut(Event<'_>),
    ) -> Result<(AskOutcome<File>, Vec<OthelloWitness>), WriteError> {
        let refuting = Limits { stop: self.limits.stop.child(), ..self.limits.clone() };
        let searching = Limits { stop: self.limits.stop.child(), ..self.limits.clone() };
        let search = || {
            let mut records = Vec::new();
            for to_move in [ToMove::Black, ToMove::White] {
                let record = find_record(query, range.clone(), to_move, &searching, &mut |_| {});
                // A failure stops the other side as well, and is reported when both have ended.
                if !matches!(record, Ok(None)) {
                    refuting.stop.request();
                }
                records.extend(record?);
            }
            Ok::<_, AskError>(records)
        };
        let (asked, records) = std::thread::scope(|scope| {
            // If no second thread can be started, the refutation runs alone.
            let search = std::thread::Builder::new().spawn_scoped(scope, search).ok();
            let proof = || self.draft.proof_file(stem);
            let asked = ask_question(&last.into(), &refuting, proof, &mut *watch);
            if !matches!(asked, Ok(AskOutcome::Found(_))) && !refuting.stop.is_requested() {
                searching.stop.request();
            }
            let records = search.map_or(Ok(Ok(Vec::new())), std::thread::ScopedJoinHandle::join);
            (asked, records)
        });
        let records = records.unwrap_or_else(|panic| std::panic::resume_unwind(panic))?;
        for record in &records {
            watch(Event::Recorded(&record.clone().into()));
        }
        Ok((asked?, records))
    }

    /// Asks about whole games, for one number of discs after the other.
    fn whole_games(
        &self,
        query: OthelloMobility,
        range: RangeInclusive<u32>,
        mut refutations: Refutations,
        watch: &mut dyn FnMut(Event<'_>),
    ) -> Result<NumberOutcome, WriteError> {
        let is_covered = |refutations: &Refutations, discs| {
            let asked = |(_, refutation): &(_, Refutation<File>)| refutation.question.downcast().copied();
            refutations.iter().filter_map(asked).any(|asked| covers(asked, query, discs))
        };
        for discs in range {
            if is_covered(&refutations, discs) {
                continue;
            }
            let stem = format!("{}-{discs}-discs", query.at_least);
            let game = WholeGame { discs, to_move: ToMove::Either, any_order: false };
            let asked = OthelloMobility { reach: Some(Reachability::Game(game)), ..query };
            match ask_question(&asked.into(), self.limits, || self.draft.proof_file(&stem), &mut *watch)? {
                AskOutcome::Stopped(reason) => return Ok(NumberOutcome::Stopped(reason)),
                AskOutcome::Found(witness) => {
                    let answer = witness.answer().map_err(AskError::from)?;
                    return Ok(NumberOutcome::Reached(vec![typed(&answer)?]));
                }
                AskOutcome::Refuted(refutation) => refutations.push((stem, *refutation)),
            }
        }
        Ok(NumberOutcome::Refuted(refutations))
    }

    /// Removes the proofs of questions that turned out not to be needed.
    fn keep_only(&self, refutations: &Refutations) -> Result<(), WriteError> {
        self.draft.keep_proofs(|stem| refutations.iter().any(|(kept, _)| kept == stem))
    }
}
