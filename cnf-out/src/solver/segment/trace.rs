//! Joins the proof events of all segments into one proof.
//!
//! Each solver has its own numbering of clauses and variables. A clause that a solver is given already has its number
//! in the proof; a derived clause takes the next number, whichever segment derives it. A clause that a solver derived for
//! itself is deleted when the solver deletes it. Other clauses, which are those of the formula and the lemmas, are not,
//! unless somebody who knows that no segment uses a lemma deletes it ([`Ledger::delete`]).

use crate::solver::SolverError;
use crate::solver::lrat_writer::{LratFormat, LratWriter};
use crate::solver::proof_trace::Units;
use cadical_sys::{ProofTracer, Status};
use rustsat::types::{Clause, Lit, Var};
use std::cell::Cell;
use std::io::Write;
use std::rc::Rc;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A clause that holds, and its number in the proof.
#[derive(Clone, Debug)]
pub(in crate::solver) struct Lemma {
    pub(in crate::solver) id: u64,
    pub(in crate::solver) clause: Clause,
}

/// How long a proof is so far.
#[derive(Clone, Copy, Debug)]
pub(in crate::solver) struct ProofLength {
    pub(in crate::solver) bytes: u64,
    /// The highest number of a clause.
    pub(in crate::solver) latest: u64,
}

/// Locks what several workers use. A panic of one of them ends all, so nothing is read that is half changed.
pub(in crate::solver) fn lock<T: ?Sized>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The proof that all segments write.
pub(in crate::solver) struct Ledger<W> {
    writer: Option<LratWriter<W>>,
    /// The highest number used so far.
    latest: u64,
    complete: bool,
    fault: Option<SolverError>,
}

impl<W: Write> Ledger<W> {
    /// A proof about a formula whose clauses have the numbers up to `clauses`.
    pub(in crate::solver) fn new(clauses: u64, format: LratFormat, proof: W) -> Self {
        Self::resumed(ProofLength { bytes: 0, latest: clauses }, format, proof)
    }

    /// A proof that goes on.
    pub(in crate::solver) fn resumed(
        ProofLength { bytes, latest }: ProofLength,
        format: LratFormat,
        proof: W,
    ) -> Self {
        let writer = Some(LratWriter::resumed(proof, format, latest, bytes));
        Self { writer, latest, complete: false, fault: None }
    }

    /// Writes what is still in memory.
    pub(in crate::solver) fn flush(&mut self) -> Result<ProofLength, SolverError> {
        self.check()?;
        let writer = self.writer.as_mut().ok_or(SolverError::ProofIncomplete)?;
        let bytes = writer.flush().map_err(SolverError::ProofWrite)?;
        Ok(ProofLength { bytes, latest: self.latest })
    }

    /// The first error, if there was one.
    pub(in crate::solver) fn check(&mut self) -> Result<(), SolverError> {
        self.fault.take().map_or(Ok(()), Err)
    }

    /// Ends a proof of unsatisfiability: returns the writer and the number of bytes.
    pub(in crate::solver) fn finish(&mut self) -> Result<(W, u64), SolverError> {
        self.check()?;
        match self.writer.take() {
            Some(writer) if self.complete => writer.finish().map_err(SolverError::ProofWrite),
            _ => Err(SolverError::ProofIncomplete),
        }
    }

    /// Whether it has the empty clause. Nothing may follow.
    pub(in crate::solver) fn is_complete(&self) -> bool {
        self.complete
    }

    /// Writes the resolvent of two clauses by a variable, of which one has each literal.
    ///
    /// # Errors
    /// [`SolverError`] if the proof cannot be written.
    pub(in crate::solver) fn resolve(
        &mut self,
        one: &Lemma,
        other: &Lemma,
        by: Var,
    ) -> Result<Lemma, SolverError> {
        let mut literals: Vec<Lit> = one.clause.iter().chain(&other.clause).copied().collect();
        literals.retain(|literal| literal.var() != by);
        literals.sort_unstable();
        literals.dedup();
        let written: Vec<i32> = literals.iter().map(|literal| literal.to_ipasir()).collect();
        let id = self.add(&written, &[one.id, other.id])?;
        Ok(Lemma { id, clause: literals.into_iter().collect() })
    }

    /// Deletes a lemma that no segment uses.
    pub(in crate::solver) fn delete(&mut self, id: u64) {
        if let Some(writer) = &mut self.writer {
            writer.delete(id);
        }
    }

    /// Writes a clause and returns its number. Nothing is written after the empty clause.
    fn add(&mut self, clause: &[i32], hints: &[u64]) -> Result<u64, SolverError> {
        self.latest += 1;
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

/// A clause that a solver knows.
#[derive(Clone, Copy, Default)]
struct KnownClause {
    /// Its number in the proof; 0 if it has none.
    id: u64,
    /// Whether no other segment knows it.
    is_own: bool,
}

/// The tracer of one segment. It cannot return an error: the ledger keeps the first one, and the solver is asked to stop.
pub(super) struct SegmentTrace<W> {
    ledger: Arc<Mutex<Ledger<W>>>,
    broken: Rc<Cell<bool>>,
    /// By the solver's clause numbers.
    clauses: Vec<KnownClause>,
    /// The formula's variables, by the solver's variables.
    variables: Vec<i32>,
    units: Units,
    /// The number of the next clause.
    expected: u64,
    lemma: Option<Lemma>,
}

impl<W: Write> SegmentTrace<W> {
    pub(super) fn new(ledger: Arc<Mutex<Ledger<W>>>, broken: Rc<Cell<bool>>) -> Self {
        Self {
            ledger,
            broken,
            clauses: Vec::new(),
            variables: Vec::new(),
            units: Units::default(),
            expected: 0,
            lemma: None,
        }
    }

    /// Makes this the formula's variable of the solver's next variable, which it returns.
    pub(super) fn name(&mut self, variable: Var) -> Var {
        let own = Var::new(self.variables.len() as u32);
        self.variables.push(variable.to_ipasir());
        own
    }

    /// Sets the number in the proof of the next clause.
    pub(super) fn expect(&mut self, id: u64) {
        self.expected = id;
    }

    /// Takes the clause that the last answer derived.
    ///
    /// # Errors
    /// The first error of any segment.
    pub(super) fn take_lemma(&mut self) -> Result<Option<Lemma>, SolverError> {
        lock(&self.ledger).check()?;
        Ok(self.lemma.take())
    }

    fn step(&mut self, action: impl FnOnce(&mut Self) -> Result<(), SolverError>) {
        if self.broken.get() || lock(&self.ledger).complete {
            return;
        }
        if let Err(fault) = action(self) {
            lock(&self.ledger).fault.get_or_insert(fault);
            self.broken.set(true);
        }
    }

    fn enter(&mut self, own: i64, known: KnownClause) -> Result<(), SolverError> {
        let own = usize::try_from(own).map_err(|_| SolverError::ProofStep("an id below zero"))?;
        if own < self.clauses.len() {
            return Err(SolverError::ProofStep("an id that does not ascend"));
        }
        self.clauses.resize(own, KnownClause::default());
        self.clauses.push(known);
        Ok(())
    }

    fn known(&self, own: i64) -> Result<KnownClause, SolverError> {
        let known = usize::try_from(own).ok().and_then(|own| self.clauses.get(own));
        let known = known.filter(|known| known.id != 0).copied();
        known.ok_or(SolverError::ProofStep("the id of a clause that never came"))
    }

    /// A clause in the formula's variables.
    fn outer(&self, clause: &[i32]) -> Result<Vec<i32>, SolverError> {
        let outer = |&literal: &i32| {
            let variable = self.variables.get(literal.unsigned_abs() as usize - 1);
            let variable = variable.ok_or(SolverError::ProofStep("a variable that never came"))?;
            Ok(if literal < 0 { -variable } else { *variable })
        };
        clause.iter().map(outer).collect()
    }

    fn derive(
        &mut self,
        own: i64,
        clause: &[i32],
        antecedents: &[i64],
        is_own: bool,
    ) -> Result<u64, SolverError> {
        let mut hints = Vec::with_capacity(antecedents.len());
        for &antecedent in antecedents {
            hints.push(self.known(antecedent)?.id);
        }
        self.units.prune(clause, &mut hints);
        let id = lock(&self.ledger).add(clause, &hints)?;
        self.units.record(id, clause);
        self.enter(own, KnownClause { id, is_own })?;
        Ok(id)
    }
}

impl<W: Write> ProofTracer for SegmentTrace<W> {
    fn add_original_clause(&mut self, id: i64, _redundant: bool, clause: &[i32], restored: bool) {
        self.step(|trace| {
            if restored {
                return Err(SolverError::ProofStep("a clause that comes back"));
            }
            let clause = trace.outer(clause)?;
            trace.units.record(trace.expected, &clause);
            trace.enter(id, KnownClause { id: trace.expected, is_own: false })
        });
    }

    fn add_derived_clause(
        &mut self,
        id: i64,
        _redundant: bool,
        witness: i32,
        clause: &[i32],
        antecedents: &[i64],
    ) {
        self.step(|trace| {
            if witness != 0 {
                return Err(SolverError::ProofStep("a clause with a witness"));
            }
            let clause = trace.outer(clause)?;
            trace.derive(id, &clause, antecedents, true).map(|_| ())
        });
    }

    fn delete_clause(&mut self, id: i64, _redundant: bool, _clause: &[i32]) {
        self.step(|trace| {
            let known = trace.known(id)?;
            if let Some(writer) = lock(&trace.ledger).writer.as_mut().filter(|_| known.is_own) {
                writer.delete(known.id);
            }
            Ok(())
        });
    }

    /// The empty clause may be among the given clauses; but a proof must derive it.
    fn report_status(&mut self, status: i32, id: i64) {
        if status == Status::UNSATISFIABLE as i32 && id != 0 {
            self.step(|trace| {
                let known = trace.known(id)?;
                lock(&trace.ledger).add(&[], &[known.id]).map(|_| ())
            });
        }
    }

    fn add_assumption_clause(&mut self, id: i64, clause: &[i32], antecedents: &[i64]) {
        self.step(|trace| {
            let outer = trace.outer(clause)?;
            let id = trace.derive(id, &outer, antecedents, false)?;
            let literal = |&literal: &i32| Lit::from_ipasir(literal).map_err(SolverError::Literal);
            let clause = outer.iter().map(literal).collect::<Result<Clause, _>>()?;
            trace.lemma = Some(Lemma { id, clause });
            Ok(())
        });
    }

    fn add_constraint(&mut self, _clause: &[i32]) {
        self.step(|_| Err(SolverError::ProofStep("a constraint")));
    }

    // The other events concern clauses or assumptions, but do not change them.
    fn add_assumption(&mut self, _lit: i32) {}
    fn weaken_minus(&mut self, _id: i64, _clause: &[i32]) {}
    fn strengthen(&mut self, _id: i64) {}
    fn finalize_clause(&mut self, _id: i64, _clause: &[i32]) {}
    fn reset_assumptions(&mut self) {}
    fn conclude_sat(&mut self, _conclusion_type: i32, _model: &[i32]) {}
    fn conclude_unsat(&mut self, _conclusion_type: i32, _clause_ids: &[i64]) {}
    fn conclude_unknown(&mut self, _trail: &[i32]) {}
}
