//! A formula in stages, refuted from its last stage backwards.
//!
//! A formula about a run of something (a game, say) falls apart at the words in between: all that connects the steps
//! before a board with those after it is the board. Each stage, what lies between two such cuts, has a solver of its own.
//! The last one is asked for the values of its cut; whether the stage before can give them, that one is asked, and so
//! on backwards. Values that a stage cannot give become a clause, as short as the solver's core is, which its neighbours keep.
//! So the question is a search of boards backwards, in which every clause that is learned holds of whole classes of boards;
//! one solver for all stages searches through the orders of steps in place of boards.
//!
//! All stages write one LRAT proof about the formula as it was handed in: a clause about a cut follows from those of a
//! stage and of what was learned before it.
//!
//! Source: property directed reachability, A. R. Bradley, "SAT-based model checking without unrolling", VMCAI 2011; here the
//! steps are those of an unrolled formula, so that a clause holds of its own step only, and nothing has to be inductive.
//!
//! Cost: a solver for each stage, a call of one for each board that is looked at, and sixteen bytes for each clause that any
//! solver has derived. What it does not show: as
//! [`Refuter`](super::Refuter); where cuts do not separate, there is no chain.

mod plan;
mod stage;
mod trace;

pub use self::plan::Plan;

use self::stage::{Found, Stage};
use self::trace::Ledger;
use super::refuter::refuse_environment;
use super::{LratFormat, Refuted, Run, SolverError, Statistics, StopReason, Verdict};
use rustsat::instances::Cnf;
use rustsat::solvers::ControlSignal;
use rustsat::types::{Assignment, Lit, TernaryVal};
use std::cell::RefCell;
use std::fmt;
use std::io::Write;
use std::rc::Rc;
use std::time::{Duration, Instant};

/// A callback that all stages share.
type Callback = Rc<RefCell<dyn FnMut() -> ControlSignal>>;

/// The stages of a formula, each with its solver.
pub struct Chain<W: Write + 'static> {
    /// In their order; between two of them is a cut.
    stages: Vec<Stage<W>>,
    ledger: Rc<RefCell<Ledger<W>>>,
    deadline: Option<Instant>,
    callback: Option<Callback>,
    variables: u32,
    clauses: usize,
    start: Instant,
}

impl<W: Write + 'static> Chain<W> {
    /// Solvers for the stages of a formula, which write their proof to `proof`. The last stage is solved with CaDiCaL's
    /// `configuration`; the others are asked much and have little to do.
    ///
    /// # Errors
    /// [`SolverError`] if a variable of the environment would set options of CaDiCaL, if it has no such configuration, or if
    /// the plan is of a formula of another number of clauses.
    pub fn new(
        cnf: &Cnf,
        plan: &Plan,
        configuration: &str,
        format: LratFormat,
        proof: W,
    ) -> Result<Self, SolverError> {
        if plan.clauses() != cnf.len() {
            return Err(SolverError::ClauseCount { announced: plan.clauses(), added: cnf.len() });
        }
        refuse_environment(std::env::vars_os().map(|(name, _)| name.to_string_lossy().into_owned()))?;
        let ledger = Rc::new(RefCell::new(Ledger::new(cnf.len(), format, proof)));
        let last = plan.stages().len().saturating_sub(1);
        let stage =
            |(number, planned)| Stage::new(cnf, planned, (number == last).then_some(configuration), &ledger);
        let stages = plan.stages().iter().enumerate().map(stage).collect::<Result<_, _>>()?;
        Ok(Self {
            stages,
            ledger,
            deadline: None,
            callback: None,
            variables: plan.variables(),
            clauses: cnf.len(),
            start: Instant::now(),
        })
    }

    /// Ends the run after this wall-clock time.
    pub fn set_time_limit(&mut self, limit: Option<Duration>) {
        self.deadline = limit.and_then(|limit| Instant::now().checked_add(limit));
    }

    /// Attaches a callback that may end the run. A panic in it ends the process.
    pub fn attach_terminator<CB: FnMut() -> ControlSignal + 'static>(&mut self, callback: CB) {
        let callback: Callback = Rc::new(RefCell::new(callback));
        for stage in &mut self.stages {
            stage.attach_terminator(Rc::clone(&callback));
        }
        self.callback = Some(callback);
    }

    /// Looks for a model or a refutation.
    ///
    /// # Errors
    /// [`SolverError`] if the proof could not be written or is not complete.
    pub fn solve(mut self) -> Result<Run<W>, SolverError> {
        let verdict = match self.search()? {
            End::Model(model) => Verdict::Satisfiable(model),
            End::Stopped(reason) => Verdict::Interrupted(reason),
            End::Refuted => {
                let (proof, bytes) = self.ledger.borrow_mut().finish()?;
                Verdict::Unsatisfiable(Refuted { proof, bytes })
            }
        };
        Ok(Run { verdict, statistics: self.statistics() })
    }

    /// The values of the cuts that are to be given, the latest cut first, until there are none or a stage before all of
    /// them is reached.
    fn search(&mut self) -> Result<End, SolverError> {
        let mut open: Vec<Vec<Lit>> = Vec::new();
        loop {
            if let Some(reason) = self.over() {
                return Ok(End::Stopped(reason));
            }
            let index = self.stages.len() - 1 - open.len();
            let wanted = open.last().map_or(&[][..], Vec::as_slice);
            let found = self.stages[index].ask(wanted, self.deadline)?;
            self.ledger.borrow_mut().check()?;
            match found {
                Found::Stopped(reason) => return Ok(End::Stopped(reason)),
                Found::Contradiction => return Ok(End::Refuted),
                Found::Model if index == 0 => return Ok(End::Model(self.model())),
                Found::Model => open.push(self.stages[index].values_before()),
                Found::Lemma(lemma) => {
                    for stage in self.stages.iter_mut().skip(index).take(2) {
                        stage.learn(&lemma)?;
                    }
                    open.pop();
                }
            }
        }
    }

    /// The values of all variables. Each stage has a model, which gives the cut behind it the values that the next one's
    /// model has.
    fn model(&self) -> Assignment {
        let mut values = vec![TernaryVal::False; self.variables as usize];
        for stage in &self.stages {
            stage.for_each_value(|variable, value| values[variable.idx()] = TernaryVal::from(value));
        }
        values.into_iter().collect()
    }

    /// Why the search is to end, if it is.
    fn over(&self) -> Option<StopReason> {
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Some(StopReason::TimeLimit);
        }
        let signal = self.callback.as_ref().map(|callback| (callback.borrow_mut())());
        (signal == Some(ControlSignal::Terminate)).then_some(StopReason::Callback)
    }

    fn statistics(&self) -> Statistics {
        let work = self.stages.iter().map(Stage::statistics);
        let sum = work.fold(Statistics::default(), |sum, stage| Statistics {
            conflicts: sum.conflicts + stage.conflicts,
            decisions: sum.decisions + stage.decisions,
            propagations: sum.propagations + stage.propagations,
            ..sum
        });
        Statistics { variables: self.variables, clauses: self.clauses, time: self.start.elapsed(), ..sum }
    }
}

/// How a search ended.
enum End {
    Model(Assignment),
    Refuted,
    Stopped(StopReason),
}

impl<W: Write + 'static> fmt::Debug for Chain<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Chain")
            .field("stages", &self.stages.len())
            .field("clauses", &self.clauses)
            .finish_non_exhaustive()
    }
}
