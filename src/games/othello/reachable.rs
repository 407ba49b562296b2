//! Proving the largest mobility of positions that a game reaches.
//!
//! Idea: start from the largest number of legal moves that any position has and go down. Ask of a number whether it
//! goes with a handful of discs, without a thought of games; and with more discs, but few enough to leave the squares
//! empty, whether there are last steps of a game that lead to such a position. If the answer is no twice, no game
//! reaches the number. At the same time, on another core, look for a record: take ends of last steps one after the
//! other, and search the way back to the start natively. Where neither comes to an end, whole games are asked for, one
//! number of discs at a time.
//!
//! The native search only finds records, which the naive game replays; what is impossible is shown by proofs alone.

use super::Claim;
use super::compose::covers;
use super::draft::Draft;
use super::write::{Proved, WriteError, finish};
use crate::bound::{Asked, BoundError, Climb, Event, Limits, Refutation, ask_question, climb};
use crate::query::{
    BoardSize, LastSteps, Objective, OthelloMobility, OthelloWitness, Reach, ToMove, WholeGame,
};
use crate::records::find_record;
use cnf_out::solver::StopReason;
use std::fs::File;
use std::ops::RangeInclusive;
use std::path::Path;
use std::time::Instant;
use verify::othello::Disc;

/// How many last steps are asked for: enough to refute 34 moves on the 8x8 board, where 4 are not (`docs/othello.md`).
const STEPS: u32 = 8;

/// Finds the largest number of legal moves in positions that a game reaches, with a record for each player who gets
/// so many, and writes the certificate.
///
/// # Errors
/// [`WriteError`]; nothing is left behind.
pub fn prove_reachable(
    board: BoardSize,
    destination: &Path,
    limits: &Limits,
    mut watch: impl FnMut(Event<'_>),
    progress: impl FnMut(u64),
) -> Result<Proved, WriteError> {
    let deadline = limits.time.and_then(|time| Instant::now().checked_add(time));
    let limits = &Limits { time: None, deadline, stop: limits.stop.clone() };
    let mut draft = Draft::begin(destination)?;
    let descent = Descent { draft: &draft, limits }.run(board, &mut watch)?;
    let (query, refutations, records) = match descent {
        Found::Stopped(reason) => return Ok(Proved::Undecided(Vec::new(), reason)),
        Found::Bound(query, refutations, records) => (query, refutations, records),
    };
    for record in &records {
        let (stem, to_move) = match record.mover() {
            Disc::Black => ("black", ToMove::Black),
            Disc::White => ("white", ToMove::White),
        };
        let discs = board.squares() - record.empties;
        let reach = Some(Reach::Game(WholeGame { discs, to_move, any_order: false }));
        draft.add_witness(stem, OthelloMobility { reach, ..query }.into(), record.clone().into())?;
    }
    for (stem, refutation) in &refutations {
        draft.add_refutation(stem, refutation)?;
    }
    let objective = Objective::Mobility;
    let bound = query.at_least;
    let claim = Claim { question: query.into(), objective, bound, reachable: true, at_most: None };
    finish(draft, claim, limits, progress, records.into_iter().map(Into::into).collect())
}

/// Refutations with the stems of their files.
type Refutations = Vec<(String, Refutation<File>)>;

/// What a descent came to.
enum Found {
    /// The question with the bound, the refutations of one more, and a record for each player who reaches it.
    Bound(OthelloMobility, Refutations, Vec<OthelloWitness>),
    /// Nothing, for this reason.
    Stopped(StopReason),
}

/// What was found out about one number of legal moves.
enum Shown {
    /// No game reaches it.
    Refuted(Refutations),
    /// These do.
    Reached(Vec<OthelloWitness>),
    /// Nothing, for this reason.
    Stopped(StopReason),
}

/// The way down from the largest number that any position has.
struct Descent<'a, 'd> {
    draft: &'a Draft<'d>,
    limits: &'a Limits,
}

impl Descent<'_, '_> {
    fn run(&self, board: BoardSize, watch: &mut dyn FnMut(Event<'_>)) -> Result<Found, WriteError> {
        let any = OthelloMobility {
            board,
            at_least: 0,
            empties: 0,
            symmetry_breaking: true,
            discs: None,
            reach: None,
        };
        let stem = "any";
        let proof = || self.draft.proof_file(stem);
        let (mut at_least, mut refutations) =
            match climb(any, Objective::Mobility, self.limits, proof, &mut *watch)? {
                Climb::Open(_, reason) => return Ok(Found::Stopped(reason)),
                Climb::Closed(witness, refutation) => {
                    (witness.map_or(0, |witness| witness.mobility), vec![(stem.to_owned(), *refutation)])
                }
            };
        loop {
            match self.decide(OthelloMobility { at_least, ..any }, watch)? {
                Shown::Stopped(reason) => return Ok(Found::Stopped(reason)),
                Shown::Reached(records) => {
                    let query = OthelloMobility { at_least, symmetry_breaking: false, ..any };
                    self.keep_only(&refutations)?;
                    return Ok(Found::Bound(query, refutations, records));
                }
                Shown::Refuted(_) if at_least == 0 => return Ok(Found::Stopped(StopReason::Callback)),
                Shown::Refuted(found) => {
                    refutations = found;
                    at_least -= 1;
                }
            }
        }
    }

    /// Finds out whether a game reaches the number of legal moves that `query` asks for.
    fn decide(&self, query: OthelloMobility, watch: &mut dyn FnMut(Event<'_>)) -> Result<Shown, WriteError> {
        let squares = query.board.squares();
        let most = squares - query.at_least;
        let least = (STEPS + 4).min(most);
        let mut refutations = Refutations::new();
        let few = OthelloMobility { empties: squares - least + 1, ..query };
        let window = LastSteps { steps: least.saturating_sub(4), least, most, any_order: false };
        let last = OthelloMobility { reach: Some(Reach::Window(window)), empties: query.at_least, ..query };
        let range = 5..=most;
        let stem = format!("{}-few-discs", query.at_least);
        match ask_question(few, self.limits, || self.draft.proof_file(&stem), &mut *watch)? {
            Asked::Stopped(reason) => return Ok(Shown::Stopped(reason)),
            Asked::Refuted(refutation) => refutations.push((stem, *refutation)),
            Asked::Found(_) => {}
        }
        let stem = format!("{}-last-steps", query.at_least);
        let (asked, records) = self.race(query, last, &stem, range.clone(), watch)?;
        match asked {
            Asked::Refuted(_) if !records.is_empty() => return Err(WriteError::Disagreement(query.at_least)),
            // Of one player alone only if the other was looked for as long as it takes.
            _ if records.len() == 1 && self.limits.is_over() => {
                return Ok(Shown::Stopped(StopReason::TimeLimit));
            }
            _ if !records.is_empty() => return Ok(Shown::Reached(records)),
            Asked::Stopped(reason) => return Ok(Shown::Stopped(reason)),
            Asked::Refuted(refutation) => refutations.push((stem, *refutation)),
            Asked::Found(_) => {}
        }
        if refutations.len() == 2 {
            return Ok(Shown::Refuted(refutations));
        }
        self.whole_games(query, range, refutations, watch)
    }

    /// Tries to refute the last steps of games while, on another core, records are looked for. Each ends the other:
    /// a refutation leaves nothing to be found, and a record nothing to refute.
    fn race(
        &self,
        query: OthelloMobility,
        last: OthelloMobility,
        stem: &str,
        range: RangeInclusive<u32>,
        watch: &mut dyn FnMut(Event<'_>),
    ) -> Result<(Asked<OthelloWitness, File>, Vec<OthelloWitness>), WriteError> {
        let refuting = Limits { stop: self.limits.stop.child(), ..self.limits.clone() };
        let searching = Limits { stop: self.limits.stop.child(), ..self.limits.clone() };
        let search = || {
            let mut records = Vec::new();
            for to_move in [ToMove::Black, ToMove::White] {
                let record = find_record(query, range.clone(), to_move, &searching, &mut |_| {});
                // A failure ends the other side as well, and is reported when both have ended.
                if !matches!(record, Ok(None)) {
                    refuting.stop.request();
                }
                records.extend(record?);
            }
            Ok::<_, BoundError>(records)
        };
        let (asked, records) = std::thread::scope(|scope| {
            let search = scope.spawn(search);
            let proof = || self.draft.proof_file(stem);
            let asked = ask_question(last, &refuting, proof, &mut *watch);
            if !matches!(asked, Ok(Asked::Found(_))) && !refuting.stop.is_requested() {
                searching.stop.request();
            }
            (asked, search.join())
        });
        let records = records.unwrap_or_else(|panic| std::panic::resume_unwind(panic))?;
        for record in &records {
            watch(Event::Recorded(record));
        }
        Ok((asked?, records))
    }

    /// Asks for whole games, for one number of discs after the other.
    fn whole_games(
        &self,
        query: OthelloMobility,
        range: RangeInclusive<u32>,
        mut refutations: Refutations,
        watch: &mut dyn FnMut(Event<'_>),
    ) -> Result<Shown, WriteError> {
        let is_covered = |refutations: &Refutations, discs| {
            refutations.iter().any(|(_, refutation)| covers(refutation.question, query, discs))
        };
        for discs in range {
            if is_covered(&refutations, discs) {
                continue;
            }
            let stem = format!("{}-{discs}-discs", query.at_least);
            let game = WholeGame { discs, to_move: ToMove::Either, any_order: false };
            let asked = OthelloMobility { reach: Some(Reach::Game(game)), ..query };
            match ask_question(asked, self.limits, || self.draft.proof_file(&stem), &mut *watch)? {
                Asked::Stopped(reason) => return Ok(Shown::Stopped(reason)),
                Asked::Found(witness) => return Ok(Shown::Reached(vec![witness])),
                Asked::Refuted(refutation) => refutations.push((stem, *refutation)),
            }
        }
        Ok(Shown::Refuted(refutations))
    }

    /// Removes the proofs of questions that turned out not to be needed.
    fn keep_only(&self, refutations: &Refutations) -> Result<(), WriteError> {
        self.draft.keep_proofs(|stem| refutations.iter().any(|(kept, _)| kept == stem))
    }
}
