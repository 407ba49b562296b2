//! Closing one question of a profile from both sides.

use super::census::GreatestMobility;
use super::entry::{CheckedRefutation, ProfileEntry, Reason};
use super::store::Store;
use super::{ProfileError, Scope};
use certamen_ask::emission::{Emission, sha256, sha256_of};
use certamen_ask::question::Question;
use certamen_ask::solve::{AskError, AskOutcome, Event, Refutation, ask_question, check_proof};
use certamen_othello::query::{OthelloMobility, OthelloWitness};
use certamen_othello::records::{RecordRequest, annealed_position, annealed_record, listed_record};
use certamen_othello::strategy::strategies;
use certamen_prove::strategy::{Effort, Job, PortfolioOutcome, ProofFile, Worth, decide_by};
use certamen_work::durable::{self, Pending};
use certamen_work::{Limits, Stop, WorkError};
use cnf_out::clausify::Encoding;
use cnf_out::solver::LratFormat;
use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// The search for one record takes one part in `PARTS` of a question's time, or `PATIENCE` without a limit.
const PARTS: u32 = 12;
const PATIENCE: Duration = Duration::from_secs(30);
/// The first search asks for this many more legal moves than are reached.
const LEAP: u32 = 8;

/// The walks for any position with more legal moves than are known to be possible: a second.
const WALKS: u32 = 1 << 8;

/// The callback for each step.
type Steps<'a> = dyn FnMut(Event<'_>) + 'a;

/// Narrows the interval of an entry as far as the time allows; `searched` is the result of exhaustive search. The time
/// of `limits` begins now.
pub(super) fn close(
    scope: Scope,
    entry: &mut ProfileEntry,
    searched: Option<&GreatestMobility>,
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
        closing.believe_the_census();
    } else if scope.reachable {
        closing.refute_any_position(&whole.within(limits.time.map(|time| time / 4)))?;
        closing.decide(Worth::Refutes, &whole.within(limits.time.map(|time| time / 3)))?;
        closing.find_records(limits.time)?;
        closing.decide(Worth::Finds, &whole.within(limits.time.map(|time| time / 4)))?;
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
    fn after_census(&mut self, greatest: &GreatestMobility, limits: &Limits) -> Result<(), ProfileError> {
        let (discs, to_move) = (self.entry.discs, self.entry.to_move);
        let most = greatest.record.as_ref().map(|record| record.mobility);
        let contradiction = |witness: &OthelloWitness| {
            let census = most.map_or_else(|| "no position".to_owned(), |most| most.to_string());
            ProfileError::Disagreement { discs, to_move, census, solver: witness.mobility.to_string() }
        };
        if let Some(known) = self.entry.witness.as_ref().filter(|known| Some(known.mobility) > most) {
            return Err(contradiction(known));
        }
        self.entry.witness.clone_from(&greatest.record);
        self.entry.exhaustive = true;
        let next = self.entry.next();
        if self.entry.discs == 4 {
            (self.entry.impossible, self.entry.shown_by) = (next, Reason::Start);
        }
        if self.entry.is_closed() {
            return Ok(());
        }
        match self.ask(self.entry.question(self.scope, next), limits)? {
            Some(witness) => Err(contradiction(&witness)),
            None => Ok(()),
        }
    }

    /// If the solver has not refuted one more move, the answer of exhaustive search stands without a proof.
    fn believe_the_census(&mut self) {
        if !self.entry.is_closed() {
            (self.entry.impossible, self.entry.shown_by) = (self.entry.next(), Reason::Search);
        }
    }

    /// Looks for records with the native searches: by annealing, move by move; then by ends that a solver lists, in steps
    /// that get smaller.
    fn find_records(&mut self, time: Option<Duration>) -> Result<(), ProfileError> {
        let patience = time.map_or(PATIENCE, |time| time / PARTS);
        let (discs, to_move) = (self.entry.discs, self.entry.to_move);
        if !self.entry.is_closed() {
            let query = self.entry.question(self.scope, self.entry.next().max(1));
            let sought = RecordRequest { query, discs, to_move };
            let limits = self.limits.within(Some(patience * 2));
            let up_to = self.entry.impossible - 1;
            if let Some(witness) = annealed_record(sought, up_to, &limits, &mut *self.watch)? {
                self.entry.take(self.scope, &witness)?;
            }
        }
        let mut leap = LEAP;
        while leap > 0 && !self.entry.is_closed() && !self.limits.is_over() {
            let at_least = self.entry.next() + leap - 1;
            if at_least >= self.entry.impossible {
                leap /= 2;
                continue;
            }
            let limits = self.limits.within(Some(patience));
            let query = self.entry.question(self.scope, at_least);
            match listed_record(RecordRequest { query, discs, to_move }, &limits, &mut *self.watch)? {
                Some(witness) => _ = self.entry.take(self.scope, &witness)?,
                None => leap /= 2,
            }
        }
        Ok(())
    }

    /// Halves the interval with questions about any position with this number of discs, reachable or not. These are the
    /// cheapest refutations. What walks by chance meet need not be asked.
    fn refute_any_position(&mut self, limits: &Limits) -> Result<(), ProfileError> {
        let mut allowed = self.entry.next();
        let any = OthelloMobility {
            reach: None,
            discs: Some(self.entry.discs),
            ..self.entry.question(self.scope, allowed)
        };
        // If there is little time, some is left for the solver.
        let searching = limits.within(limits.time_left().map(|left| left / 4));
        while allowed < self.entry.impossible
            && let Some(met) =
                annealed_position(&OthelloMobility { at_least: allowed, ..any }, WALKS, &searching)
        {
            allowed = OthelloWitness::of_board(met)?.mobility + 1;
        }
        while allowed < self.entry.impossible && !limits.is_over() {
            let at_least = allowed.midpoint(self.entry.impossible).max(1);
            let query = OthelloMobility { at_least, ..any };
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

    /// Narrows the interval by strategies whose answers are worth this: from above by relaxations of the largest number
    /// that is still possible, from below by restrictions of the least that is not yet reached.
    fn decide(&mut self, worth: Worth, limits: &Limits) -> Result<(), ProfileError> {
        while !self.entry.is_closed() && !limits.is_over() {
            let at_least = match worth {
                Worth::Refutes => self.entry.impossible - 1,
                Worth::Finds | Worth::Exact => self.entry.next().max(1),
            };
            let query = self.entry.question(self.scope, at_least);
            let mut chosen = strategies(&query).0;
            chosen.retain(|strategy| strategy.worth() == worth);
            let Some(count) = u32::try_from(chosen.len()).ok().filter(|&count| count > 0) else { break };
            let proofs: Mutex<BTreeMap<String, Pending>> = Mutex::default();
            let proof = |strategy: &str| {
                let file = self.store.scratch().map_err(io::Error::other)?;
                let writer = file.reopen()?;
                let mut proofs = proofs.lock().unwrap_or_else(PoisonError::into_inner);
                proofs.insert(strategy.to_owned(), file);
                Ok(ProofFile::Kept(writer))
            };
            let question: Question = query.into();
            (self.watch)(Event::Asking(&question));
            let emission = Arc::new(Emission::new(&question, Encoding::default()));
            let job = Job { emission, limits: limits.clone(), proof: &proof, format: LratFormat::Binary };
            // One after the other: the questions of a profile are asked in parallel already.
            let share = limits.time_left().map_or(PATIENCE, |left| left / count);
            let decision = decide_by(&job, chosen, Effort { workers: 1, share }, &|_| {})?;
            let mut proofs = proofs.into_inner().unwrap_or_else(PoisonError::into_inner);
            match decision.decided {
                PortfolioOutcome::Undecided(_) => break,
                PortfolioOutcome::Found(_, found) => {
                    let witness = found.answer().map_err(AskError::from)?;
                    let witness = witness.expect::<OthelloWitness>().map_err(AskError::from)?.clone();
                    if !self.entry.take(self.scope, &witness)? {
                        break;
                    }
                }
                PortfolioOutcome::Refuted(refutation) => {
                    let proof = proofs.remove(&decision.by);
                    let asked = refutation.question.downcast::<OthelloMobility>().copied();
                    let (Some(asked), Some(proof)) = (asked, proof) else { break };
                    if !self.keep(asked, &refutation, proof.path(), &limits.stop)? {
                        break;
                    }
                }
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
        let asked = match ask_question(&query.into(), limits, || proof.reopen_empty(), &mut *self.watch) {
            Err(AskError::Witness(_)) if query.at_least == 0 => return Ok(None),
            asked => asked?,
        };
        match asked {
            AskOutcome::Found(found) => Ok(Some(found.answer()?.expect::<OthelloWitness>()?.clone())),
            AskOutcome::Stopped(_) => Ok(None),
            AskOutcome::Refuted(refutation) => {
                self.keep(query, &refutation, proof.path(), &limits.stop)?;
                Ok(None)
            }
        }
    }

    /// Checks a refutation and records it. Returns whether it did: not if a stop was requested.
    fn keep<P>(
        &mut self,
        question: OthelloMobility,
        refutation: &Refutation<P>,
        proof: &Path,
        stop: &Stop,
    ) -> Result<bool, ProfileError> {
        let Some(refuted) = checked(question, refutation, proof, self.store, stop)? else { return Ok(false) };
        self.entry.impossible = question.at_least;
        self.entry.shown_by = Reason::Refutation(Box::new(refuted));
        Ok(true)
    }
}

/// Checks a proof as it is on disk, and keeps it if the store keeps proofs. `None` if a stop was requested.
pub(super) fn checked<P>(
    question: OthelloMobility,
    refutation: &Refutation<P>,
    path: &Path,
    store: &Store,
    stop: &Stop,
) -> Result<Option<CheckedRefutation>, ProfileError> {
    let report = match check_proof(refutation, durable::open(path)?, stop) {
        Err(_) if stop.is_requested() => return Ok(None),
        Err(AskError::Clauses(error)) => return Err(ProfileError::Clauses(error.to_string())),
        Err(AskError::Refuted(error)) => return Err(error.into()),
        report => report?,
    };
    let refuted = CheckedRefutation {
        question,
        variables: refutation.statistics.variables,
        clauses: refutation.emission.clausified.cnf.len(),
        cnf_sha256: sha256(&refutation.emission.dimacs),
        proof_sha256: sha256_of(durable::open(path)?).map_err(WorkError::at(path))?,
        proof_bytes: report.bytes,
        additions: report.additions,
        conflicts: refutation.statistics.conflicts,
        seconds: refutation.statistics.time.as_secs_f64(),
    };
    store.keep(&refuted, &refutation.emission, path)?;
    Ok(Some(refuted))
}
