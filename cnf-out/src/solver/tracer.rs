//! Turns CaDiCaL's proof events into steps of a proof about the DIMACS file.
//!
//! CaDiCaL numbers the given and the derived clauses in one sequence. A clause that is added when units are known is
//! shortened at once, and the short one takes the next number, so the k-th given clause may not have number k. A
//! checker numbers the clauses of the DIMACS file 1..n, and several solvers can write one proof ([`Ledger`]). So a given
//! clause comes with its number in the proof ([`Tracer::expect`]), a derived one takes the next, and a table holds the
//! numbers. Once a solver that writes a proof alone has all its clauses ([`Tracer::run_in_step`]), the two sequences run in
//! step, and a constant shift is enough.
//!
//! The requirements for a proof are checked here, and a violation ends the run with an error: no clause is restored,
//! no clause needs a witness (only bounded variable addition makes such clauses, and it is off), ids ascend, and
//! "unsatisfiable" comes with the empty clause.
//!
//! Hints that are already true when they are reached are left out (see [`Units`]), because strict checkers refuse them.
//!
//! Source: CaDiCaL's `proof.cpp`, `clause.cpp` (`add_new_original_clause`) and `lrattracer.cpp`. Cost: sixteen bytes for
//! each clause in the table, two for each variable, an addition for each hint. What it does not show: that the steps are
//! right.

use super::SolverError;
use super::ledger::{Ledger, Lemma, lock};
use cadical_sys::{ProofTracer, Status};
use rustsat::types::{Clause, Lit, Var};
use std::borrow::Cow;
use std::cell::Cell;
use std::collections::HashMap;
use std::io::Write;
use std::rc::Rc;
use std::sync::{Arc, Mutex};

/// A clause that a solver knows.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct KnownClause {
    /// Its number in the proof; 0 if it has none.
    pub(super) id: u64,
    /// Whether no other solver knows it, so that it is deleted from the proof when this one deletes it.
    pub(super) is_own: bool,
}

/// The clauses that a solver knows, by its own numbers.
#[derive(Default)]
struct KnownClauses {
    table: Vec<KnownClause>,
    /// The highest number so far.
    last: u64,
    /// The number in the proof of the first clause beyond the table, if they run in step from there.
    beyond: Option<u64>,
}

impl KnownClauses {
    fn enter(&mut self, own: i64, known: KnownClause) -> Result<(), SolverError> {
        let own = u64::try_from(own).ok().filter(|&own| own > self.last);
        self.last = own.ok_or(SolverError::ProofStep("an id that does not ascend"))?;
        if self.beyond.is_none() {
            self.table.resize(self.last as usize, KnownClause::default());
            self.table.push(known);
        }
        Ok(())
    }

    fn known(&self, own: i64) -> Result<KnownClause, SolverError> {
        let known = match usize::try_from(own).ok().and_then(|own| self.table.get(own)) {
            Some(&known) => known,
            None if own.cast_unsigned() > self.last => KnownClause::default(),
            None => KnownClause { id: self.in_step(own).unwrap_or(0), is_own: true },
        };
        if known.id == 0 {
            Err(SolverError::ProofStep("the id of a clause that never came"))
        } else {
            Ok(known)
        }
    }

    /// The number in the proof of a clause beyond the table.
    fn in_step(&self, own: i64) -> Option<u64> {
        let beyond = u64::try_from(own).ok()?.checked_sub(self.table.len() as u64)?;
        self.beyond.map(|first| first + beyond)
    }
}

/// The unit clauses so far.
///
/// Sometimes CaDiCaL derives a clause with a literal that a unit has made false since, and lists that unit among the
/// hints. The negation of the clause already makes the unit true, so the unit propagates nothing. Lenient checkers warn
/// about that; the verified checker of ACL2 and the one of this project refuse the proof.
#[derive(Default)]
struct Units {
    /// Whether a literal is a unit clause, by [`Units::place`]. A fast test for the many clauses without such a
    /// literal.
    known: Vec<bool>,
    /// The literals of the unit clauses, by number in the proof.
    literals: HashMap<u64, i32>,
}

impl Units {
    fn place(literal: i32) -> usize {
        2 * literal.unsigned_abs() as usize + usize::from(literal < 0)
    }

    /// Records a clause if it is a unit.
    fn record(&mut self, id: u64, clause: &[i32]) {
        let [literal] = *clause else { return };
        let place = Self::place(literal);
        if self.known.len() <= place {
            self.known.resize(place + 1, false);
        }
        self.known[place] = true;
        self.literals.insert(id, literal);
    }

    /// Removes the hints that the negation of `clause` makes true.
    fn prune(&self, clause: &[i32], hints: &mut Vec<u64>) {
        let refutes = |&literal: &i32| self.known.get(Self::place(-literal)).is_some_and(|&known| known);
        if clause.iter().any(refutes) {
            hints.retain(|id| self.literals.get(id).is_none_or(|&unit| !clause.contains(&-unit)));
        }
    }
}

/// The tracer of one solver.
///
/// A tracer cannot return an error. The ledger keeps the first one, later ones are ignored, and a flag makes the terminator
/// end the run.
pub(super) struct Tracer<W> {
    ledger: Arc<Mutex<Ledger<W>>>,
    broken: Rc<Cell<bool>>,
    clauses: KnownClauses,
    /// The variables in the proof, by those of the solver; empty if they are the same.
    variables: Vec<i32>,
    units: Units,
    hints: Vec<u64>,
    /// The next clause that is given.
    expected: KnownClause,
    lemma: Option<Lemma>,
}

impl<W: Write> Tracer<W> {
    /// A tracer that sets `broken` when the proof cannot be completed.
    pub(super) fn new(ledger: Arc<Mutex<Ledger<W>>>, broken: Rc<Cell<bool>>) -> Self {
        Self {
            ledger,
            broken,
            clauses: KnownClauses::default(),
            variables: Vec::new(),
            units: Units::default(),
            hints: Vec::new(),
            expected: KnownClause::default(),
            lemma: None,
        }
    }

    /// Gives the variables other numbers in the proof.
    pub(super) fn rename(&mut self, variables: Vec<i32>) {
        self.variables = variables;
    }

    /// Makes this the proof's variable of the solver's next variable, which it returns.
    pub(super) fn name(&mut self, variable: Var) -> Var {
        let own = Var::new(self.variables.len() as u32);
        self.variables.push(variable.to_ipasir());
        own
    }

    /// What the proof calls the next clause that the solver is given.
    pub(super) fn expect(&mut self, clause: KnownClause) {
        self.expected = clause;
    }

    /// No further clause is given, and no other solver writes this proof.
    pub(super) fn run_in_step(&mut self) {
        self.clauses.beyond = Some(lock(&self.ledger).next());
    }

    /// Whether the proof cannot be completed.
    pub(super) fn is_broken(&self) -> bool {
        self.broken.get()
    }

    /// Takes the clause that the last answer derived.
    ///
    /// # Errors
    /// The first error of any solver.
    pub(super) fn take_lemma(&mut self) -> Result<Option<Lemma>, SolverError> {
        lock(&self.ledger).check()?;
        Ok(self.lemma.take())
    }

    /// Does a step unless the proof is broken or already complete; steps after the empty clause are useless.
    fn step(&mut self, action: impl FnOnce(&mut Self) -> Result<(), SolverError>) {
        if self.is_broken() || lock(&self.ledger).is_complete() {
            return;
        }
        if let Err(fault) = action(self) {
            lock(&self.ledger).fail(fault);
            self.broken.set(true);
        }
    }

    /// A clause in the proof's variables.
    fn outer<'c>(&self, clause: &'c [i32]) -> Result<Cow<'c, [i32]>, SolverError> {
        if self.variables.is_empty() {
            return Ok(Cow::Borrowed(clause));
        }
        let outer = |&literal: &i32| {
            let variable = self.variables.get(literal.unsigned_abs() as usize - 1);
            let variable = variable.ok_or(SolverError::ProofStep("a variable that never came"))?;
            Ok(if literal < 0 { -variable } else { *variable })
        };
        clause.iter().map(outer).collect()
    }

    /// Writes a clause, and returns it as the proof has it.
    fn derive<'c>(
        &mut self,
        own: i64,
        clause: &'c [i32],
        antecedents: &[i64],
        is_own: bool,
    ) -> Result<(u64, Cow<'c, [i32]>), SolverError> {
        self.hints.clear();
        for &antecedent in antecedents {
            self.hints.push(self.clauses.known(antecedent)?.id);
        }
        self.units.prune(clause, &mut self.hints);
        let outer = self.outer(clause)?;
        let id = lock(&self.ledger).add(self.clauses.in_step(own), &outer, &self.hints)?;
        self.units.record(id, clause);
        self.clauses.enter(own, KnownClause { id, is_own })?;
        Ok((id, outer))
    }
}

impl<W: Write> ProofTracer for Tracer<W> {
    fn add_original_clause(&mut self, id: i64, _redundant: bool, clause: &[i32], restored: bool) {
        self.step(|trace| {
            if restored || trace.clauses.beyond.is_some() {
                return Err(SolverError::ProofStep("a clause that comes back"));
            }
            trace.units.record(trace.expected.id, clause);
            trace.clauses.enter(id, trace.expected)
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
            trace.derive(id, clause, antecedents, true).map(drop)
        });
    }

    fn delete_clause(&mut self, id: i64, _redundant: bool, _clause: &[i32]) {
        self.step(|trace| {
            let known = trace.clauses.known(id)?;
            if known.is_own {
                lock(&trace.ledger).delete(known.id);
            }
            Ok(())
        });
    }

    /// The empty clause may be among the given clauses: CaDiCaL then derives nothing, but a proof must derive it.
    fn report_status(&mut self, status: i32, id: i64) {
        if status == Status::UNSATISFIABLE as i32 && id != 0 {
            self.step(|trace| {
                let known = trace.clauses.known(id)?;
                lock(&trace.ledger).add(None, &[], &[known.id]).map(drop)
            });
        }
    }

    fn add_assumption_clause(&mut self, id: i64, clause: &[i32], antecedents: &[i64]) {
        self.step(|trace| {
            let (id, clause) = trace.derive(id, clause, antecedents, false)?;
            let literal = |&literal: &i32| Lit::from_ipasir(literal).map_err(SolverError::Literal);
            let clause = clause.iter().map(literal).collect::<Result<Clause, _>>()?;
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
