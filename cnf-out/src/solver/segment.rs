//! A segment: a solver for some clauses of a formula, which answers many questions and proves what it refutes.
//!
//! Idea: a question is whether some literals can hold together. If not, the solver's core is a clause, the lemma. All
//! segments of a formula write one proof about it ([`Ledger`]); each has its own numbering of variables.

use super::cadical_engine::{Answer, Engine};
use super::ledger::{Ledger, Lemma};
use super::tracer::{KnownClause, Tracer};
use super::{SolverError, Statistics, StopReason};
use rustsat::instances::Cnf;
use rustsat::solvers::ControlSignal;
use rustsat::types::{Assignment, Clause, Lit, TernaryVal, Var};
use std::cell::RefCell;
use std::fmt;
use std::io::Write;
use std::rc::Rc;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// A callback that all segments share.
type Callback = Rc<RefCell<dyn FnMut() -> ControlSignal>>;

/// The values of a formula's variables in the models of its segments, of which each gives the cut after it the values that
/// the model of the next one has. A variable of no segment is false; one beyond their number is left out.
pub(super) fn model<'s, W: Write + 'static>(
    segments: impl IntoIterator<Item = &'s Segment<W>>,
    variables: u32,
) -> Assignment {
    let mut values = vec![TernaryVal::False; variables as usize];
    for segment in segments {
        for variable in segment.own.known() {
            if let Some(place) = values.get_mut(variable.idx()) {
                *place = TernaryVal::from(segment.value(variable));
            }
        }
    }
    values.into_iter().collect()
}

/// When to stop.
#[derive(Default)]
pub(super) struct StopCondition {
    deadline: Option<Instant>,
    callback: Option<Callback>,
}

impl StopCondition {
    /// No stop has been requested yet.
    pub(super) fn new(deadline: Option<Instant>) -> Self {
        Self { deadline, callback: None }
    }

    pub(super) fn set_time_limit(&mut self, limit: Option<Duration>) {
        self.deadline = limit.and_then(|limit| Instant::now().checked_add(limit));
    }

    /// Asks this callback, and has these segments ask it while they solve.
    pub(super) fn attach<'s, W: Write + 'static>(
        &mut self,
        callback: impl FnMut() -> ControlSignal + 'static,
        segments: impl IntoIterator<Item = &'s mut Segment<W>>,
    ) {
        let callback: Callback = Rc::new(RefCell::new(callback));
        for segment in segments {
            let shared = Rc::clone(&callback);
            segment.engine.watch().borrow_mut().set_callback(Some(Box::new(move || (shared.borrow_mut())())));
        }
        self.callback = Some(callback);
    }

    /// The reason to stop, if there is one.
    pub(super) fn over(&self) -> Option<StopReason> {
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Some(StopReason::TimeLimit);
        }
        let signal = self.callback.as_ref().map(|callback| (callback.borrow_mut())());
        (signal == Some(ControlSignal::Terminate)).then_some(StopReason::Callback)
    }
}

impl fmt::Debug for StopCondition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StopCondition").field("deadline", &self.deadline).finish_non_exhaustive()
    }
}

/// The questions that a segment is made for.
#[derive(Clone, Copy, Debug)]
pub(super) enum Workload<'a> {
    /// A few large ones, with this configuration of CaDiCaL.
    Few(&'a str),
    /// Many small ones, with these options beside those that all of them have.
    Many(&'a [(&'a str, i32)]),
}

/// The answer of a segment.
pub(super) enum SegmentAnswer {
    /// It can produce the values.
    Model,
    /// It cannot, and this clause about them says why.
    Lemma(Lemma),
    /// It cannot produce any values.
    Contradiction,
    /// It was stopped.
    Stopped(StopReason),
}

/// A segment and its solver.
pub(super) struct Segment<W: Write + 'static> {
    engine: Engine,
    trace: Rc<RefCell<Tracer<W>>>,
    own: OwnVariables,
    /// The variables of the cut before it that occur in the segment.
    before: Vec<Var>,
}

impl<W: Write + 'static> Segment<W> {
    /// A solver for these clauses of the formula, by their indices, between two cuts, sets of variables. It is asked for
    /// values of the cut after it, and gives those of the cut before it.
    pub(super) fn new(
        cnf: &Cnf,
        clauses: impl IntoIterator<Item = usize>,
        [before, after]: [&[Var]; 2],
        questions: Workload<'_>,
        ledger: &Arc<Mutex<Ledger<W>>>,
    ) -> Result<Self, SolverError> {
        let mut engine = Engine::new();
        match questions {
            Workload::Few(configuration) => engine.configure(configuration)?,
            Workload::Many(options) => {
                // The assignment of one question helps with the next.
                engine.configure("plain")?;
                engine.set_option("ilb", 1)?;
                for &(name, value) in options {
                    engine.set_option(name, value)?;
                }
            }
        }
        let trace = engine.trace(Arc::clone(ledger));
        let mut segment = Self { engine, trace, own: OwnVariables::default(), before: Vec::new() };
        for number in clauses {
            segment.add(number as u64 + 1, &cnf[number])?;
        }
        // Variables about which clauses may be learned must not be eliminated.
        let cuts = before.iter().chain(after);
        for own in cuts.filter_map(|&variable| segment.own.get(variable)) {
            segment.engine.cadical_mut().freeze(own.to_ipasir());
        }
        segment.before =
            before.iter().copied().filter(|variable| segment.own.get(*variable).is_some()).collect();
        Ok(segment)
    }

    /// Gives a variable a value in every model, even if no clause has it.
    pub(super) fn introduce(&mut self, variable: Var) {
        if self.own.get(variable).is_none() {
            let own = self.own_variable(variable);
            self.engine.cadical_mut().freeze(own.to_ipasir());
        }
    }

    /// Whether the segment can produce these values of its cuts.
    ///
    /// # Errors
    /// [`SolverError`] if the proof cannot be written.
    pub(super) fn ask(
        &mut self,
        wanted: &[Lit],
        until: &StopCondition,
    ) -> Result<SegmentAnswer, SolverError> {
        for &literal in wanted {
            // A variable that does not occur in the segment can have any value.
            if let Some(own) = self.own_literal(literal) {
                self.engine.assume(own)?;
            }
        }
        let left = |deadline: Instant| deadline.saturating_duration_since(Instant::now());
        self.engine.set_time_limit(until.deadline.map(left));
        let answer = self.engine.run();
        if answer == Answer::Unsat {
            self.engine.cadical_mut().conclude();
        }
        let lemma = self.trace.borrow_mut().take_lemma()?;
        Ok(match (answer, lemma) {
            (Answer::Sat, _) => SegmentAnswer::Model,
            (Answer::Stopped(reason), _) => SegmentAnswer::Stopped(reason),
            (Answer::Unsat, Some(lemma)) => SegmentAnswer::Lemma(lemma),
            (Answer::Unsat, None) => SegmentAnswer::Contradiction,
        })
    }

    /// Ends each answer that takes more conflicts than this with [`StopReason::ConflictLimit`].
    pub(super) fn set_conflict_limit(&mut self, limit: Option<u32>) {
        self.engine.set_conflict_limit(limit);
    }

    /// Adds a clause about the cut before it, which is known to hold. From now on the segment chooses all variables of the
    /// clause.
    pub(super) fn learn(&mut self, lemma: &Lemma) -> Result<(), SolverError> {
        for variable in lemma.clause.iter().map(|literal| literal.var()) {
            if self.own.get(variable).is_none() {
                self.introduce(variable);
                self.before.push(variable);
            }
        }
        self.add(lemma.id, &lemma.clause)
    }

    /// The values of the cut before it in the model.
    pub(super) fn values_before(&self) -> Vec<Lit> {
        self.before.iter().map(|&variable| Lit::new(variable.idx32(), !self.value(variable))).collect()
    }

    pub(super) fn statistics(&self) -> Statistics {
        self.engine.statistics()
    }

    /// The value of a variable in the model; false if it does not occur in the segment.
    pub(super) fn value(&self, variable: Var) -> bool {
        self.own.get(variable).is_some_and(|own| self.engine.value(own.to_ipasir()))
    }

    fn own_literal(&self, literal: Lit) -> Option<Lit> {
        self.own.get(literal.var()).map(|own| Lit::new(own.idx32(), literal.is_neg()))
    }

    /// The solver's variable for one of the formula's, a new one if it has none.
    fn own_variable(&mut self, variable: Var) -> Var {
        self.own.get(variable).unwrap_or_else(|| {
            let own = self.trace.borrow_mut().name(variable);
            self.own.set(variable, own);
            own
        })
    }

    /// Adds a clause of the formula or of the proof, which has this number in the proof.
    fn add(&mut self, id: u64, clause: &Clause) -> Result<(), SolverError> {
        let mut own = Clause::new();
        for literal in clause {
            let variable = self.own_variable(literal.var());
            own.add(Lit::new(variable.idx32(), literal.is_neg()));
        }
        self.trace.borrow_mut().expect(KnownClause { id, is_own: false });
        self.engine.add_clause(&own)
    }
}

/// The solver's variable for each variable of the formula that it knows. Each question looks up hundreds of them.
#[derive(Default)]
struct OwnVariables(Vec<Option<Var>>);

impl OwnVariables {
    fn get(&self, variable: Var) -> Option<Var> {
        self.0.get(variable.idx()).copied().flatten()
    }

    fn set(&mut self, variable: Var, own: Var) {
        if self.0.len() <= variable.idx() {
            self.0.resize(variable.idx() + 1, None);
        }
        self.0[variable.idx()] = Some(own);
    }

    /// The formula's variables, in ascending order.
    fn known(&self) -> impl Iterator<Item = Var> {
        let places = self.0.iter().zip(0..).filter(|(own, _)| own.is_some());
        places.map(|(_, variable)| Var::new(variable))
    }
}
