//! One stage: a solver with its own numbering of variables.

use super::Callback;
use super::plan::Planned;
use super::trace::{Ledger, Lemma, StageTrace};
use crate::solver::engine::{Answer, Engine};
use crate::solver::{SolverError, Statistics, StopReason};
use rustsat::instances::Cnf;
use rustsat::types::{Clause, Lit, Var};
use std::cell::RefCell;
use std::collections::HashMap;
use std::io::Write;
use std::rc::Rc;
use std::time::Instant;

/// The answer of a stage.
pub(super) enum Found {
    /// It can produce the values.
    Model,
    /// It cannot, and this clause about the cut after it says why.
    Lemma(Lemma),
    /// It cannot produce any values.
    Contradiction,
    /// It was stopped.
    Stopped(StopReason),
}

/// A stage and its solver.
pub(super) struct Stage<W: Write + 'static> {
    engine: Engine,
    trace: Rc<RefCell<StageTrace<W>>>,
    /// The solver's variable for each of the formula's.
    own: HashMap<Var, Var>,
    /// The variables of the cut before it that occur in the stage.
    before: Vec<Var>,
}

impl<W: Write + 'static> Stage<W> {
    pub(super) fn new(
        cnf: &Cnf,
        planned: &Planned,
        configuration: Option<&str>,
        ledger: &Rc<RefCell<Ledger<W>>>,
    ) -> Result<Self, SolverError> {
        let mut engine = Engine::new();
        if let Some(configuration) = configuration {
            engine.configure(configuration)?;
        } else {
            // The questions are small and many: the assignment of one helps with the next.
            engine.configure("plain")?;
            engine.set_option("ilb", 1)?;
        }
        let trace =
            Rc::new(RefCell::new(StageTrace::new(Rc::clone(ledger), engine.watch().borrow().proof_broken())));
        engine.cadical_mut().connect_proof_tracer1(Rc::clone(&trace), true, false);
        let mut stage = Self { engine, trace, own: HashMap::new(), before: Vec::new() };
        for &number in &planned.clauses {
            stage.add(number as u64 + 1, &cnf[number])?;
        }
        // Variables about which clauses may be learned must not be eliminated.
        let cuts = planned.before.iter().chain(&planned.after);
        for own in cuts.filter_map(|variable| stage.own.get(variable)) {
            stage.engine.cadical_mut().freeze(own.to_ipasir());
        }
        stage.before =
            planned.before.iter().copied().filter(|variable| stage.own.contains_key(variable)).collect();
        Ok(stage)
    }

    pub(super) fn attach_terminator(&mut self, callback: Callback) {
        self.engine.watch().borrow_mut().set_callback(Some(Box::new(move || (callback.borrow_mut())())));
    }

    /// Whether the stage can produce these values of its cuts.
    pub(super) fn ask(&mut self, wanted: &[Lit], deadline: Option<Instant>) -> Result<Found, SolverError> {
        for &literal in wanted {
            // A variable that does not occur in the stage can have any value.
            if let Some(own) = self.own_literal(literal) {
                self.engine.assume(own)?;
            }
        }
        self.engine
            .set_time_limit(deadline.map(|deadline| deadline.saturating_duration_since(Instant::now())));
        let answer = self.engine.run();
        if answer == Answer::Unsat {
            self.engine.cadical_mut().conclude();
        }
        let lemma = self.trace.borrow_mut().take_lemma();
        Ok(match (answer, lemma) {
            (Answer::Sat, _) => Found::Model,
            (Answer::Stopped(reason), _) => Found::Stopped(reason),
            (Answer::Unsat, Some(lemma)) => Found::Lemma(lemma),
            (Answer::Unsat, None) => Found::Contradiction,
        })
    }

    /// Adds a clause about one of its cuts, which is known to hold.
    pub(super) fn learn(&mut self, lemma: &Lemma) -> Result<(), SolverError> {
        self.add(lemma.id, &lemma.clause)
    }

    /// The values of the cut before it in the model.
    pub(super) fn values_before(&self) -> Vec<Lit> {
        self.before.iter().map(|&variable| Lit::new(variable.idx32(), !self.value(variable))).collect()
    }

    /// The values of all its variables in the model.
    pub(super) fn for_each_value(&self, mut take: impl FnMut(Var, bool)) {
        for &variable in self.own.keys() {
            take(variable, self.value(variable));
        }
    }

    pub(super) fn statistics(&self) -> Statistics {
        self.engine.statistics()
    }

    fn value(&self, variable: Var) -> bool {
        self.own.get(&variable).is_some_and(|own| self.engine.value(own.to_ipasir()))
    }

    fn own_literal(&self, literal: Lit) -> Option<Lit> {
        self.own.get(&literal.var()).map(|own| Lit::new(own.idx32(), literal.is_neg()))
    }

    /// Adds a clause of the formula or of the proof, which has this number in the proof.
    fn add(&mut self, id: u64, clause: &Clause) -> Result<(), SolverError> {
        let mut own = Clause::new();
        for literal in clause {
            let next = Var::new(self.own.len() as u32);
            let variable = *self.own.entry(literal.var()).or_insert(next);
            if variable == next {
                self.trace.borrow_mut().name(literal.var());
            }
            own.add(Lit::new(variable.idx32(), literal.is_neg()));
        }
        self.trace.borrow_mut().expect(id);
        self.engine.add_clause(&own)
    }
}
