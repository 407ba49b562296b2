//! Steps whose clauses are stored before their hints are followed.
//!
//! Idea: whether a step follows from its hints depends on other steps only by the clauses that are live. So the steps of
//! a chunk are taken twice. First, in order, their clauses are stored, and the deleted ones marked with the time; hints are
//! skipped. Then the hints are followed, by several threads and in any order. If a step is not in the usual form, the first
//! pass ends before it. If one does not follow, everything is taken back, nothing has been consumed, and fewer steps are tried.
//! A single step that does not follow is checked number by number: only that way leads to errors, and to RAT.
//!
//! Cost: the first pass takes a quarter of the time, the other one is shared. Because of a step that does not follow,
//! a chunk is checked up to five times; if there are many such steps, the batches stay small. A hostile proof can add a factor
//! of the logarithm of the number of steps of a chunk.

use super::{Batch, Checker};
use crate::lrat::decode::Decode;
use crate::lrat::follow::Pending;
use crate::lrat::step::StepStart;
use crate::lrat::threads::Task;
use crate::lrat::whole::{BinaryStep, MARGIN, TextStep, WholeStep, Window};

/// About the number of bytes of proof for each word of the clauses that it adds. If the room runs out, the batch ends.
const BYTES_OF_WORD: usize = 2;

/// What was taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BatchOutcome {
    /// Nothing: the next step must be checked number by number.
    Nothing,
    /// Steps, all of which follow.
    Steps,
    /// The same, and the last one adds the empty clause.
    Refutation,
}

impl Checker {
    /// Checks as many steps as can be read as a whole.
    pub(super) fn take_batch(&mut self, proof: &mut impl Decode) -> BatchOutcome {
        loop {
            if self.check_batch(proof.window()) {
                break;
            }
            // The same again with fewer steps.
            if self.batch.steps == 1 {
                return BatchOutcome::Nothing;
            }
            self.limit = self.batch.steps / 2;
        }
        self.limit = self.limit.saturating_mul(2);
        proof.accept(self.batch.length, self.batch.steps);
        match self.batch {
            Batch { is_refutation: true, .. } => BatchOutcome::Refutation,
            Batch { steps: 0, .. } => BatchOutcome::Nothing,
            _ => BatchOutcome::Steps,
        }
    }

    /// Checks the steps at the start of `window`. False if one does not follow from its hints: then none is taken.
    fn check_batch(&mut self, window: Window<'_>) -> bool {
        match window {
            Window::Text(window) => self.store_ahead::<TextStep<'_>>(window),
            Window::Binary(window) => self.store_ahead::<BinaryStep<'_>>(window),
        }
        let task = Task {
            window: window.start(window.bytes().len().min(self.batch.length + MARGIN)),
            store: &mut self.store,
            pending: &mut self.batch.additions,
            variables: self.variables.indices(),
            satisfied: self.satisfied,
        };
        let hints = self.threads.follow(&mut self.own, task);
        match hints {
            Some(hints) => {
                self.report.hints += hints;
                self.store.bury();
            }
            None => self.take_back(),
        }
        hints.is_some()
    }

    /// Stores and deletes clauses by the steps at the start of `window`, up to one that is not in the usual form.
    fn store_ahead<'w, W: WholeStep<'w>>(&mut self, window: &'w [u8]) {
        self.batch.begin((self.last, self.report));
        let bytes = self.threads.batch_bytes(window.len());
        self.store.make_room(bytes / BYTES_OF_WORD);
        let mut rest = window;
        while self.batch.steps < self.limit
            && window.len() - rest.len() < bytes
            && !self.batch.is_refutation
            && let Some(after) = self.store_step::<W>(window, rest)
        {
            rest = after;
            self.batch.steps += 1;
        }
        self.batch.length = window.len() - rest.len();
    }

    /// Takes the step at the start of `rest`; the bytes after it, or nothing if it is not taken.
    fn store_step<'w, W: WholeStep<'w>>(&mut self, window: &'w [u8], rest: &'w [u8]) -> Option<&'w [u8]> {
        match W::open(rest)? {
            (StepStart::Addition(id), step) => self.store_addition(id, step, window),
            (StepStart::Deletion(label), step) => self.mark_deletion(label, step),
        }
    }

    fn store_addition<'w, W: WholeStep<'w>>(
        &mut self,
        id: u64,
        mut step: W,
        window: &'w [u8],
    ) -> Option<&'w [u8]> {
        if id <= self.last {
            return None;
        }
        self.clause.clear();
        loop {
            match step.literal()? {
                0 => break,
                number => self.clause.push(self.variables.known_code(number)?),
            }
        }
        let hints = window.len() - step.rest().len();
        step.skip_hints()?;
        let rest = step.close()?;
        // Clauses must not be moved before the hints are followed.
        if self.batch.steps > 0 && !self.store.has_room(self.clause.len()) {
            return None;
        }
        let place = self.keep(id);
        self.report.additions += 1;
        self.batch.is_refutation = self.clause.is_empty();
        self.batch.additions.push(Pending { id, place, hints });
        Some(rest)
    }

    fn mark_deletion<'w, W: WholeStep<'w>>(&mut self, label: Option<u64>, mut step: W) -> Option<&'w [u8]> {
        if label.is_some_and(|label| label < self.last) {
            return None;
        }
        self.batch.ids.clear();
        loop {
            match step.hint()? {
                0 => break,
                id => self.batch.ids.push(id),
            }
        }
        let rest = step.close()?;
        for index in 0..self.batch.ids.len() {
            if !self.mark(self.batch.ids[index]) {
                for _ in 0..index {
                    self.revive();
                }
                return None;
            }
        }
        Some(rest)
    }

    /// Marks a clause as deleted; false if it is not live.
    pub(super) fn mark(&mut self, id: u64) -> bool {
        let Some(clause) = self.store.mark(id, self.batch.time()) else { return false };
        if let Some(occurrences) = &mut self.occurrences {
            clause.codes().for_each(|code| occurrences.remove(code));
        }
        self.report.deletions += 1;
        true
    }

    /// Undoes the last mark. False if no mark is left.
    fn revive(&mut self) -> bool {
        let Some(clause) = self.store.revive() else { return false };
        if let Some(occurrences) = &mut self.occurrences {
            clause.codes().for_each(|code| occurrences.add(code));
        }
        self.report.deletions -= 1;
        true
    }

    /// Takes back all steps of the batch.
    fn take_back(&mut self) {
        while self.revive() {}
        for addition in self.batch.additions.iter().rev() {
            if let Some(occurrences) = &mut self.occurrences {
                self.store.clause(addition.place).codes().for_each(|code| occurrences.remove(code));
            }
            self.store.withdraw(addition.id);
        }
        (self.last, self.report) = self.batch.before;
    }
}
