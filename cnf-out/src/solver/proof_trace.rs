//! Renumbers CaDiCaL's proof events into a proof about the DIMACS file.
//!
//! CaDiCaL numbers the given and the derived clauses in one sequence. A clause that is added when units are known is
//! shortened at once, and the short one takes the next number, so the k-th input clause may not have number k. A
//! checker numbers the clauses of the DIMACS file 1..n. So the k-th input becomes k, and derived clauses are numbered
//! from n + 1. While clauses are added, a table holds the new numbers; after the last one, the two sequences run in
//! step, and a constant shift is enough.
//!
//! The requirements for a proof are checked here, and a violation ends the run with an error: no clause is restored
//! (that would need a second question), no clause needs a witness (only bounded variable addition makes such clauses,
//! and it is off), ids ascend, and "unsatisfiable" comes with the empty clause.
//!
//! Hints that are already true when they are reached are left out (see [`Units`]), because strict checkers refuse them.
//!
//! Source: CaDiCaL's `proof.cpp`, `clause.cpp` (`add_new_original_clause`) and `lrattracer.cpp`. Cost: eight bytes for
//! each input clause, two for each variable, an addition for each hint. What it does not show: that the steps are
//! right.

use std::{cell::Cell, collections::HashMap, io::Write, rc::Rc};

use cadical_sys::{ProofTracer, Status};

use super::{
    SolverError,
    lrat_writer::{LratFormat, LratWriter},
};

/// Maps CaDiCaL's ids to new ids.
struct Renumbering {
    inputs: u64,
    inputs_seen: u64,
    /// The new ids of all clauses up to the last input, by old id; 0 if there is none.
    table: Vec<u64>,
    /// The highest new id of a derived clause in the table.
    derived: u64,
    /// The highest old id so far.
    last: u64,
}

impl Renumbering {
    fn new(inputs: u64) -> Self {
        Self { inputs, inputs_seen: 0, table: vec![0], derived: inputs, last: 0 }
    }

    /// Numbers the next input clause.
    fn input(&mut self, old: i64) -> Result<u64, SolverError> {
        let old = self.ascend(old)?;
        if self.inputs_seen == self.inputs {
            return Err(SolverError::ProofStep("an input clause beyond the number announced"));
        }
        self.inputs_seen += 1;
        self.enter(old, self.inputs_seen);
        Ok(self.inputs_seen)
    }

    /// Numbers a derived clause.
    fn derived(&mut self, old: i64) -> Result<u64, SolverError> {
        let id = self.ascend(old)?;
        if self.inputs_seen < self.inputs {
            self.derived += 1;
            self.enter(id, self.derived);
        }
        self.known(old)
    }

    /// The new id of a clause that was numbered before.
    fn known(&self, old: i64) -> Result<u64, SolverError> {
        let new = match u64::try_from(old) {
            Ok(old) if old > self.last => 0,
            Ok(old) => match self.table.get(old as usize) {
                Some(&new) => new,
                None => self.derived + 1 + (old - self.table.len() as u64),
            },
            Err(_) => 0,
        };
        if new == 0 { Err(SolverError::ProofStep("the id of a clause that never came")) } else { Ok(new) }
    }

    fn enter(&mut self, old: u64, new: u64) {
        self.table.resize(old as usize, 0);
        self.table.push(new);
    }

    fn ascend(&mut self, old: i64) -> Result<u64, SolverError> {
        match u64::try_from(old) {
            Ok(old) if old > self.last => {
                self.last = old;
                Ok(old)
            }
            _ => Err(SolverError::ProofStep("an id that does not ascend")),
        }
    }
}

/// The unit clauses so far.
///
/// Sometimes CaDiCaL derives a clause with a literal that a unit has made false since, and lists that unit among the
/// hints. The negation of the clause already makes the unit true, so the unit propagates nothing. Lenient checkers warn
/// about that; the verified checker of ACL2 and the one of this project refuse the proof.
#[derive(Default)]
pub(super) struct Units {
    /// Whether a literal is a unit clause, by [`Units::place`]. A fast test for the many clauses without such a
    /// literal.
    known: Vec<bool>,
    /// The literals of the unit clauses, by new id.
    literals: HashMap<u64, i32>,
}

impl Units {
    fn place(literal: i32) -> usize {
        2 * literal.unsigned_abs() as usize + usize::from(literal < 0)
    }

    /// Records a clause if it is a unit.
    pub(super) fn record(&mut self, id: u64, clause: &[i32]) {
        let [literal] = *clause else { return };
        let place = Self::place(literal);
        if self.known.len() <= place {
            self.known.resize(place + 1, false);
        }
        self.known[place] = true;
        self.literals.insert(id, literal);
    }

    /// Removes the hints that the negation of `clause` makes true.
    pub(super) fn prune(&self, clause: &[i32], hints: &mut Vec<u64>) {
        let refutes = |&literal: &i32| self.known.get(Self::place(-literal)).is_some_and(|&known| known);
        if clause.iter().any(refutes) {
            hints.retain(|id| self.literals.get(id).is_none_or(|&unit| !clause.contains(&-unit)));
        }
    }
}

/// The tracer: takes CaDiCaL's events and writes the proof.
///
/// A tracer cannot return an error. [`ProofTrace::finish`] returns the first one, later ones are ignored, and a flag
/// makes the terminator end the run.
pub(super) struct ProofTrace<W> {
    ids: Renumbering,
    units: Units,
    writer: Option<LratWriter<W>>,
    hints: Vec<u64>,
    /// The variables in the proof, by those of CaDiCaL; empty if they are the same.
    names: Vec<i32>,
    complete: bool,
    fault: Option<SolverError>,
    broken: Rc<Cell<bool>>,
}

impl<W: Write> ProofTrace<W> {
    /// A tracer for a formula of `inputs` clauses; it sets `broken` when the proof cannot be completed.
    pub(super) fn new(inputs: usize, format: LratFormat, out: W, broken: Rc<Cell<bool>>) -> Self {
        let inputs = inputs as u64;
        Self {
            ids: Renumbering::new(inputs),
            units: Units::default(),
            writer: Some(LratWriter::new(out, format, inputs)),
            hints: Vec::new(),
            names: Vec::new(),
            complete: false,
            fault: None,
            broken,
        }
    }

    /// Gives the variables other numbers in the proof.
    pub(super) fn rename(&mut self, names: Vec<i32>) {
        self.names = names;
    }

    /// Whether the proof cannot be completed.
    pub(super) fn is_broken(&self) -> bool {
        self.broken.get()
    }

    /// The first error, if there was one.
    pub(super) fn take_fault(&mut self) -> Option<SolverError> {
        self.fault.take()
    }

    /// Ends a proof of unsatisfiability: returns the writer and the number of bytes.
    pub(super) fn finish(&mut self) -> Result<(W, u64), SolverError> {
        match (self.take_fault(), self.writer.take()) {
            (Some(fault), _) => Err(fault),
            (None, Some(writer)) if self.complete && !self.is_broken() => {
                writer.finish().map_err(SolverError::ProofWrite)
            }
            (None, _) => Err(SolverError::ProofIncomplete),
        }
    }

    /// Does a step unless the proof is broken or already complete; steps after the empty clause are useless.
    fn step(&mut self, action: impl FnOnce(&mut Self) -> Result<(), SolverError>) {
        if self.is_broken() || self.complete {
            return;
        }
        if let Err(fault) = action(self) {
            self.fault = Some(fault);
            self.broken.set(true);
        }
    }

    fn write_addition(&mut self, id: u64, clause: &[i32], antecedents: &[i64]) -> Result<(), SolverError> {
        self.hints.clear();
        for &antecedent in antecedents {
            let hint = self.ids.known(antecedent)?;
            self.hints.push(hint);
        }
        self.units.prune(clause, &mut self.hints);
        self.units.record(id, clause);
        if let Some(writer) = &mut self.writer {
            let added = if self.names.is_empty() {
                writer.add(id, clause, &self.hints)
            } else {
                let name = |literal: &i32| literal.signum() * self.names[literal.unsigned_abs() as usize - 1];
                writer.add(id, &clause.iter().map(name).collect::<Vec<_>>(), &self.hints)
            };
            added.map_err(SolverError::ProofWrite)?;
        }
        self.complete = clause.is_empty();
        Ok(())
    }

    /// Handles the empty clause among the inputs: CaDiCaL then derives nothing, but a proof must derive the empty
    /// clause.
    fn repeat_empty_input(&mut self, empty: i64) -> Result<(), SolverError> {
        let next = self.ids.last.cast_signed() + 1;
        let id = self.ids.derived(next)?;
        self.write_addition(id, &[], &[empty])
    }
}

impl<W: Write> ProofTracer for ProofTrace<W> {
    fn add_original_clause(&mut self, id: i64, _redundant: bool, clause: &[i32], restored: bool) {
        self.step(|trace| {
            if restored {
                return Err(SolverError::ProofStep("a clause that comes back"));
            }
            let id = trace.ids.input(id)?;
            trace.units.record(id, clause);
            Ok(())
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
            let id = trace.ids.derived(id)?;
            trace.write_addition(id, clause, antecedents)
        });
    }

    fn delete_clause(&mut self, id: i64, _redundant: bool, _clause: &[i32]) {
        self.step(|trace| {
            let id = trace.ids.known(id)?;
            if let Some(writer) = &mut trace.writer {
                writer.delete(id);
            }
            Ok(())
        });
    }

    fn report_status(&mut self, status: i32, id: i64) {
        if status == Status::UNSATISFIABLE as i32 && id != 0 {
            self.step(|trace| trace.repeat_empty_input(id));
        }
    }

    fn add_assumption(&mut self, _lit: i32) {
        self.step(|_| Err(SolverError::ProofStep("an assumption")));
    }

    fn add_constraint(&mut self, _clause: &[i32]) {
        self.step(|_| Err(SolverError::ProofStep("a constraint")));
    }

    fn add_assumption_clause(&mut self, _id: i64, _clause: &[i32], _antecedents: &[i64]) {
        self.step(|_| Err(SolverError::ProofStep("a clause about assumptions")));
    }

    // The other events concern clauses, but do not change them.
    fn weaken_minus(&mut self, _id: i64, _clause: &[i32]) {}
    fn strengthen(&mut self, _id: i64) {}
    fn finalize_clause(&mut self, _id: i64, _clause: &[i32]) {}
    fn reset_assumptions(&mut self) {}
    fn conclude_sat(&mut self, _conclusion_type: i32, _model: &[i32]) {}
    fn conclude_unsat(&mut self, _conclusion_type: i32, _clause_ids: &[i64]) {}
    fn conclude_unknown(&mut self, _trail: &[i32]) {}
}
