//! Closing one question of a profile from both sides.

use super::census::Greatest;
use super::entry::{ProfileEntry, Refuted, Shown};
use super::store::Store;
use super::{ProfileError, Scope};
use crate::query::{LastSteps, OthelloMobility, OthelloWitness, Reach};
use crate::records::find_record;
use certamen_ask::emission::{sha256, sha256_of};
use certamen_ask::solve::{AskError, AskOutcome, Event, Refutation, ask_question};
use certamen_work::{Limits, Stop, WorkError};
use std::fs::File;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Duration;
use verify::lrat;

/// The number of last steps that are asked about before whole games are.
const STEPS: u32 = 8;
/// The search for one record takes one part in `PARTS` of a question's time, or `PATIENCE` without a limit.
const PARTS: u32 = 12;
const PATIENCE: Duration = Duration::from_secs(30);
/// The first search asks for this many more legal moves than are reached.
const LEAP: u32 = 8;

/// The callback for each step.
type Steps<'a> = dyn FnMut(Event<'_>) + 'a;

/// Narrows the interval of an entry as far as the time allows; `searched` is the result of exhaustive search. The time
/// of `limits` begins now.
pub(super) fn close(
    scope: Scope,
    entry: &mut ProfileEntry,
    searched: Option<&Greatest>,
    store: &Store,
    limits: &Limits,
    watch: &mut Steps<'_>,
) -> Result<(), ProfileError> {
    let whole = Limits { time: None, ..limits.within(limits.time) };
    let mut closing = Closing { scope, entry, store, limits: &whole, watch };
    if let Some(greatest) = searched {
        closing.after_census(greatest, &whole.within(limits.time.map(|time| time * 3 / 4)))?;
        // If that is too hard, questions about any position may still be answered.
        closing.refute_any_position(&whole)?;
    } else if scope.reachable {
        closing.refute_any_position(&whole.within(limits.time.map(|time| time / 4)))?;
        closing.find_records(limits.time)?;
        closing.refute_last_steps(&whole.within(limits.time.map(|time| time / 4)))?;
        closing.climb()?;
    } else {
        closing.climb()?;
    }
    let spent =
        if limits.stop.is_requested() { Some(0.0) } else { limits.time.map(|time| time.as_secs_f64()) };
    entry.open_after = spent.filter(|_| !entry.is_closed());
    Ok(())
}

struct Closing<'a, 'w> {
    scope: Scope,
    entry: &'a mut ProfileEntry,
    store: &'a Store,
    limits: &'a Limits,
    watch: &'a mut Steps<'w>,
}

impl Closing<'_, '_> {
    /// Takes the record of exhaustive search, and asks the solver to refute one more move.
    fn after_census(&mut self, greatest: &Greatest, limits: &Limits) -> Result<(), ProfileError> {
        self.entry.witness.clone_from(&greatest.record);
        self.entry.exhaustive = true;
        let next = self.entry.next();
        if self.entry.discs == 4 {
            (self.entry.impossible, self.entry.shown_by) = (next, Shown::Start);
        }
        if self.entry.is_closed() {
            return Ok(());
        }
        if let Some(witness) = self.ask(self.entry.question(self.scope, next), limits)? {
            let census =
                next.checked_sub(1).map_or_else(|| "no position".to_owned(), |most| most.to_string());
            let (discs, to_move) = (self.entry.discs, self.entry.to_move);
            let solver = witness.mobility.to_string();
            return Err(ProfileError::Disagreement { discs, to_move, census, solver });
        }
        Ok(())
    }

    /// Looks for records with the native search, in steps that get smaller.
    fn find_records(&mut self, time: Option<Duration>) -> Result<(), ProfileError> {
        let patience = time.map_or(PATIENCE, |time| time / PARTS);
        let mut leap = LEAP;
        while leap > 0 && !self.entry.is_closed() && !self.limits.is_over() {
            let at_least = self.entry.next() + leap - 1;
            if at_least >= self.entry.impossible {
                leap /= 2;
                continue;
            }
            let limits = self.limits.within(Some(patience));
            let query = self.entry.question(self.scope, at_least);
            let discs = self.entry.discs;
            let range = discs..=discs;
            match find_record(query, range, self.entry.to_move, &limits, &mut *self.watch)? {
                Some(witness) => _ = self.entry.take(self.scope, &witness)?,
                None => leap /= 2,
            }
        }
        Ok(())
    }

    /// Halves the interval with questions about any position with this number of discs, reachable or not. These are the
    /// cheapest refutations.
    fn refute_any_position(&mut self, limits: &Limits) -> Result<(), ProfileError> {
        let (discs, mut allowed) = (self.entry.discs, self.entry.next());
        while allowed < self.entry.impossible && !limits.is_over() {
            let at_least = allowed.midpoint(self.entry.impossible).max(1);
            let query = self.entry.question(self.scope, at_least);
            let query = OthelloMobility { reach: None, discs: Some(discs), ..query };
            let before = self.entry.impossible;
            // Half of the remaining time for each, so that a hard question does not take the time of the easier ones
            // above it.
            match self.ask(query, &limits.half())? {
                Some(witness) => allowed = witness.mobility + 1,
                None if self.entry.impossible == before => allowed = at_least + 1,
                None => {}
            }
        }
        Ok(())
    }

    /// Raises the number of legal moves to what last steps of games allow. No whole game has more.
    fn refute_last_steps(&mut self, limits: &Limits) -> Result<(), ProfileError> {
        let discs = self.entry.discs;
        if discs <= STEPS + 4 {
            return Ok(());
        }
        let window = LastSteps { steps: STEPS, least: discs, most: discs, any_order: false };
        let mut at_least = self.entry.next();
        while at_least < self.entry.impossible && !limits.is_over() {
            let reach = Some(Reach::Window(window));
            let query = OthelloMobility { reach, ..self.entry.question(self.scope, at_least) };
            let before = self.entry.impossible;
            match self.ask(query, limits)? {
                Some(witness) => at_least = witness.mobility + 1,
                None if self.entry.impossible == before => break,
                None => {}
            }
        }
        Ok(())
    }

    /// Asks for games with one more legal move until that is refuted.
    fn climb(&mut self) -> Result<(), ProfileError> {
        while !self.entry.is_closed() && !self.limits.is_over() {
            // Without a record yet, ask for one legal move first; `ask` explains why zero is different.
            let at_least =
                if self.entry.impossible > 1 { self.entry.next().max(1) } else { self.entry.next() };
            let query = self.entry.question(self.scope, at_least);
            match self.ask(query, self.limits)? {
                Some(witness) => _ = self.entry.take(self.scope, &witness)?,
                None if self.entry.impossible > at_least => break,
                None => {}
            }
        }
        Ok(())
    }

    /// Asks one question. A refutation is checked and recorded; without an answer nothing changes.
    ///
    /// In the formula either player may be to move when a game is over. A refutation covers both, but a model without a
    /// legal move may name the other player than the rules do; such a model is not an answer.
    fn ask(
        &mut self,
        query: OthelloMobility,
        limits: &Limits,
    ) -> Result<Option<OthelloWitness>, ProfileError> {
        let proof = self.store.scratch()?;
        let asked = match ask_question(&query.into(), limits, || proof.reopen(), &mut *self.watch) {
            Err(AskError::Witness(_)) if query.at_least == 0 => return Ok(None),
            asked => asked?,
        };
        match asked {
            AskOutcome::Found(witness) => Ok(Some(witness.expect::<OthelloWitness>()?.clone())),
            AskOutcome::Stopped(_) => Ok(None),
            AskOutcome::Refuted(refutation) => {
                if let Some(refuted) = check(query, &refutation, proof.path(), &limits.stop)? {
                    self.store.keep(&refuted, &refutation.emission, proof.path())?;
                    self.entry.impossible = query.at_least;
                    self.entry.shown_by = Shown::Refutation(Box::new(refuted));
                }
                Ok(None)
            }
        }
    }
}

/// Checks a proof as it is on disk. `None` if a stop was requested.
fn check(
    question: OthelloMobility,
    refutation: &Refutation<File>,
    path: &Path,
    stop: &Stop,
) -> Result<Option<Refuted>, ProfileError> {
    let formula = verify::dimacs::read(refutation.emission.dimacs.as_slice())
        .map_err(|error| ProfileError::Clauses(error.to_string()))?;
    let open = || File::open(path).map_err(WorkError::at(path));
    let watch = |_| if stop.is_requested() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
    let report =
        match lrat::check_with(&formula, open()?, lrat::Format::Binary, lrat::SatisfiedHints::Refused, watch)
        {
            Err(_) if stop.is_requested() => return Ok(None),
            report => report?,
        };
    Ok(Some(Refuted {
        question,
        variables: refutation.statistics.variables,
        clauses: refutation.emission.clausified.cnf.len(),
        cnf_sha256: sha256(&refutation.emission.dimacs),
        proof_sha256: sha256_of(open()?).map_err(WorkError::at(path))?,
        proof_bytes: report.bytes,
        additions: report.additions,
        conflicts: refutation.statistics.conflicts,
        seconds: refutation.statistics.time.as_secs_f64(),
    }))
}
