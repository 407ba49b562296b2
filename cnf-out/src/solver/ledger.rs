//! A proof that one or several solvers write together.
//!
//! Idea: a clause of the formula has its number from 1; each other clause takes the next number, whichever solver derives it.
//!
//! Cost: a buffer, whatever the length of the proof. What it does not show: that a step follows from its hints. Whoever checks
//! the proof sees that.

use super::SolverError;
use super::lrat_writer::{LratFormat, LratWriter};
use rustsat::types::{Clause, Lit, Var};
use std::io::Write;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A clause that holds, and its number in the proof.
#[derive(Clone, Debug)]
pub(super) struct Lemma {
    pub(super) id: u64,
    pub(super) clause: Clause,
}

/// How long a proof is so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct ProofLength {
    pub(super) bytes: u64,
    /// The highest number of a clause.
    pub(super) latest: u64,
}

/// Locks what several workers use. A panic of one of them ends all, so nothing is read that is half changed.
pub(super) fn lock<T: ?Sized>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The proof that all solvers of a formula write.
pub(super) struct Ledger<W> {
    writer: Option<LratWriter<W>>,
    /// The highest number used so far.
    latest: u64,
    complete: bool,
    fault: Option<SolverError>,
}

impl<W: Write> Ledger<W> {
    /// A proof about a formula whose clauses have the numbers up to `clauses`.
    pub(super) fn new(clauses: u64, format: LratFormat, proof: W) -> Self {
        Self::resumed(ProofLength { bytes: 0, latest: clauses }, format, proof)
    }

    /// A proof that goes on.
    pub(super) fn resumed(ProofLength { bytes, latest }: ProofLength, format: LratFormat, proof: W) -> Self {
        let writer = Some(LratWriter::resumed(proof, format, latest, bytes));
        Self { writer, latest, complete: false, fault: None }
    }

    /// Writes what is still in memory.
    pub(super) fn flush(&mut self) -> Result<ProofLength, SolverError> {
        self.check()?;
        let writer = self.writer.as_mut().ok_or(SolverError::ProofIncomplete)?;
        let bytes = writer.flush().map_err(SolverError::ProofWrite)?;
        Ok(ProofLength { bytes, latest: self.latest })
    }

    /// The first error, if there was one.
    pub(super) fn check(&mut self) -> Result<(), SolverError> {
        self.fault.take().map_or(Ok(()), Err)
    }

    /// Ends a proof of unsatisfiability: returns the writer and the number of bytes.
    pub(super) fn finish(&mut self) -> Result<(W, u64), SolverError> {
        self.check()?;
        match self.writer.take() {
            Some(writer) if self.complete => writer.finish().map_err(SolverError::ProofWrite),
            _ => Err(SolverError::ProofIncomplete),
        }
    }

    /// Whether it has the empty clause. Nothing may follow.
    pub(super) fn is_complete(&self) -> bool {
        self.complete
    }

    /// Writes the resolvent of two clauses by a variable, of which one has each literal.
    ///
    /// # Errors
    /// [`SolverError`] if the proof cannot be written.
    pub(super) fn resolve(&mut self, one: &Lemma, other: &Lemma, by: Var) -> Result<Lemma, SolverError> {
        let mut literals: Vec<Lit> = one.clause.iter().chain(&other.clause).copied().collect();
        literals.retain(|literal| literal.var() != by);
        literals.sort_unstable();
        literals.dedup();
        let written: Vec<i32> = literals.iter().map(|literal| literal.to_ipasir()).collect();
        let id = self.add(None, &written, &[one.id, other.id])?;
        Ok(Lemma { id, clause: literals.into_iter().collect() })
    }

    /// Keeps the first error.
    pub(super) fn fail(&mut self, fault: SolverError) {
        self.fault.get_or_insert(fault);
    }

    /// The number of the next clause.
    pub(super) fn next(&self) -> u64 {
        self.latest + 1
    }

    /// Deletes a clause that no solver uses. Lemmas stay, unless somebody knows that no solver uses them any more.
    pub(super) fn delete(&mut self, id: u64) {
        if let Some(writer) = &mut self.writer {
            writer.delete(id);
        }
    }

    /// Writes a clause and returns its number: this one, or the next. Nothing is written after the empty clause.
    pub(super) fn add(
        &mut self,
        number: Option<u64>,
        clause: &[i32],
        hints: &[u64],
    ) -> Result<u64, SolverError> {
        self.latest = number.unwrap_or(self.latest + 1);
        if self.complete {
            return Ok(self.latest);
        }
        if let Some(writer) = &mut self.writer {
            writer.add(self.latest, clause, hints).map_err(SolverError::ProofWrite)?;
        }
        self.complete = clause.is_empty();
        Ok(self.latest)
    }
}
