//! A list that is refuted along its gaps, and completed on the way.
//!
//! Idea: the refutation meets the answers that the list lacks. Each is judged by the naive game and excluded, and the
//! refutation goes on. At the end the list is complete, and what is refuted are the clauses that exclude all of its
//! positions in their order; the proof gets the numbers of these clauses ([`Numbering`]). With a [`Checkpoint`] the
//! progress is stored, and a later run continues from there.

use super::checkpoint::{Checkpoint, RunState, clauses};
use super::list_claim::ListClaim;
use certamen_ask::emission::Emission;
use certamen_ask::enumerate::{Listing, exclusions};
use certamen_ask::known_answers::known;
use certamen_ask::listed::ListEntry;
use certamen_ask::question::ListedQuestion;
use certamen_ask::solve::{AskError, CONFIGURATION, terminator};
use certamen_ask::witness::AnyWitness;
use certamen_work::limits::Limits;
use cnf_out::clausify::{BitValue, Clausified};
use cnf_out::solver::{Gaps, LratFormat, Numbering, Run};
use rustsat::instances::Cnf;
use rustsat::types::{Assignment, Clause, Lit};
use std::collections::HashMap;
use std::fmt;
use std::io::Write;
use std::num::NonZeroUsize;
use std::slice;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

/// An event of the completion of a list.
#[derive(Clone, Copy, Debug)]
pub enum CompletionEvent<'a> {
    /// The refutation met a position that the list lacks.
    Met(&'a ListEntry, &'a AnyWitness),
    /// The share of the listed positions, or of the cases, that the refutation has passed, from 0 to 1. It falls if more
    /// positions are met.
    Behind(f64),
    /// The checkpoint was written, at this share.
    Kept(f64),
}

/// Called with each event. After [`CompletionEvent::Met`] it returns whether the list continues with that position.
pub type CompletionObserver = Arc<dyn Fn(CompletionEvent<'_>) -> bool + Send + Sync>;

/// How a list is completed along its gaps.
#[derive(Clone)]
pub struct Completion {
    /// Called with the positions that the list lacks, and with the progress.
    pub meet: CompletionObserver,
    /// Stores the progress, so that a later run continues from there.
    pub checkpoint: Option<Arc<Checkpoint>>,
}

impl Completion {
    /// Completes nothing: the first position that the list lacks ends the refutation.
    pub fn nothing() -> Self {
        Self { meet: Arc::new(|_: CompletionEvent<'_>| false), checkpoint: None }
    }
}

impl fmt::Debug for Completion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Completion").field("checkpoint", &self.checkpoint).finish_non_exhaustive()
    }
}

/// How many clauses can be added. Beyond it the refutation ends with the next position.
const ROOM: u64 = 1 << 20;

/// The input of the refutation along the gaps: a list, and the question whose clauses are refuted in place of its own.
pub(super) struct GapTask<'a> {
    pub(super) claim: &'a ListClaim,
    pub(super) question: &'a ListedQuestion,
    /// The clauses, which exclude the entries.
    pub(super) emission: &'a Emission,
    pub(super) completing: &'a Completion,
    /// The refutation that it goes on with.
    pub(super) kept: Option<&'a RunState>,
    /// The entries whose exclusions are among the clauses.
    pub(super) entries: &'a [ListEntry],
}

impl GapTask<'_> {
    /// Refutes the clauses, and returns the entries that were met as well. If it goes on with a refutation, the proof follows
    /// what that has written.
    pub(super) fn run<W: Write + Send + 'static>(
        &self,
        format: LratFormat,
        proof: W,
        limits: &Limits,
    ) -> Result<(Run<W>, Vec<ListEntry>), AskError> {
        let Clausified { cnf, variables, .. } = &self.emission.clausified;
        let values = self.question.line_form().values(&self.emission.clausified);
        let literal = |value: &BitValue| match *value {
            BitValue::Literal(literal) => Some(literal),
            BitValue::Constant(_) => None,
        };
        let order: Vec<Lit> = values.iter().filter_map(literal).collect();
        // The observer, the one that excludes and the one that keeps are never called at the same time.
        let met = Mutex::new(self.kept.map(RunState::met).unwrap_or_default());
        let share = Mutex::new(0.0);
        let mut gaps = Gaps::new(cnf, *variables, &order, format, proof)?;
        let cases = self.emission.cases();
        if !cases.is_empty() {
            gaps.split_by_cases(&cases, CONFIGURATION);
        }
        gaps.set_workers(thread::available_parallelism().unwrap_or(NonZeroUsize::MIN));
        gaps.set_time_limit(limits.time_left());
        gaps.attach_terminator(terminator(&limits.stop));
        gaps.exclude_models(ROOM, |model| {
            let (entry, witness) = self.entry(&values, model)?;
            let excluded = self.exclusions(slice::from_ref(&entry)).ok()?;
            (self.completing.meet)(CompletionEvent::Met(&entry, &witness)).then(|| {
                lock(&met).push(entry);
                excluded
            })
        });
        gaps.attach_observer(|behind| {
            *lock(&share) = behind;
            (self.completing.meet)(CompletionEvent::Behind(behind));
        });
        if let Some(checkpoint) = &self.completing.checkpoint {
            let (clauses, met, share) = (clauses(self.emission), &met, &share);
            gaps.keep(checkpoint.interval(), move |reached| {
                checkpoint.keep(&clauses, [self.entries, &lock(met)], reached)?;
                (self.completing.meet)(CompletionEvent::Kept(*lock(share)));
                Ok(())
            });
        }
        if let Some(kept) = self.kept {
            gaps.go_on_from(kept.reached.clone());
        }
        let run = gaps.solve()?;
        Ok((run, met.into_inner().unwrap_or_else(PoisonError::into_inner)))
    }

    /// The clauses that exclude these entries.
    pub(super) fn exclusions(&self, entries: &[ListEntry]) -> Result<Vec<Clause>, String> {
        let values = self.question.line_form().values(&self.emission.clausified);
        exclusions(&self.claim.question, self.listing(), &values, entries)
    }

    fn listing(&self) -> Listing {
        if self.claim.up_to_symmetry { Listing::UpToSymmetry } else { Listing::All }
    }

    /// The entry of a model, which the naive game has judged, whatever the limits. `None` if it cannot be listed: then the
    /// model ends the run, and whoever reads it says why.
    fn entry(&self, values: &[BitValue], model: &Assignment) -> Option<(ListEntry, AnyWitness)> {
        let line =
            self.question.line_form().text(&values.iter().map(|bit| bit.in_model(model)).collect::<Vec<_>>());
        let found = self.emission.witness_of_model(model).ok()?;
        let entry = ListEntry { line, evidence: self.question.evidence(found.witness()) };
        let known =
            known(&self.claim.question, self.listing(), &entry.to_string(), &Limits::default()).ok()?;
        known.entries.into_iter().next()
    }
}

fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Where the clauses of a run are among those that are written: those of the question come first in both, and then the
/// exclusions, of which those of the entries that were met follow last in the run. `None` if one is missing.
pub(super) fn numbering(run: &Cnf, met: &[Clause], written: &Cnf) -> Option<Numbering> {
    let sorted = |clause: &Clause| {
        let mut literals: Vec<Lit> = clause.iter().copied().collect();
        literals.sort_unstable();
        literals
    };
    let mut numbers: HashMap<Vec<Lit>, u64> = HashMap::new();
    for (clause, number) in written.iter().zip(1..) {
        numbers.entry(sorted(clause)).or_insert(number);
    }
    let clauses = run.iter().chain(met).map(|clause| numbers.get(&sorted(clause)).copied());
    Some(Numbering { clauses: clauses.collect::<Option<_>>()?, reserved: run.len() as u64 + ROOM })
}
