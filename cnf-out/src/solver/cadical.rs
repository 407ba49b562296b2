//! An incremental solver for many questions on one growing formula, through rustsat's solver traits.

use std::{fmt, time::Duration};

use cadical_sys::State;
use rustsat::{
    solvers::{
        ControlSignal, GetInternalStats, Interrupt, LimitConflicts, Solve, SolveIncremental, SolveStats,
        SolverResult, SolverState, SolverStats, StateError, Terminate,
    },
    types::{Cl, Clause, Lit, TernaryVal, Var},
};

use super::{
    Interrupter, SolverError, Statistics, StopReason,
    cadical_engine::{Answer, Engine},
};

/// CaDiCaL as an incremental solver without proofs.
///
/// It is bound to its thread, because it holds C++ callbacks: build it where it runs, and give other threads an
/// [`Interrupter`].
///
/// ```
/// use cnf_out::solver::Cadical;
/// use rustsat::{lit, solvers::{Solve, SolveIncremental, SolverResult}};
///
/// # fn main() -> anyhow::Result<()> {
/// let mut solver = Cadical::new();
/// solver.add_binary(lit![0], lit![1])?;
/// assert_eq!(solver.solve_assumps(&[!lit![0], !lit![1]])?, SolverResult::Unsat);
/// assert_eq!(solver.solve_assumps(&[!lit![0]])?, SolverResult::Sat);
/// # Ok(())
/// # }
/// ```
pub struct Cadical {
    engine: Engine,
    assumptions: Vec<Lit>,
    stop_reason: Option<StopReason>,
    sat: usize,
    unsat: usize,
    interrupted: usize,
}

impl Cadical {
    /// A solver without clauses, with CaDiCaL's default options.
    ///
    /// As always with CaDiCaL, environment variables `CADICAL_<OPTION>` change those defaults.
    pub fn new() -> Self {
        Self {
            engine: Engine::new(),
            assumptions: Vec::new(),
            stop_reason: None,
            sat: 0,
            unsat: 0,
            interrupted: 0,
        }
    }

    /// Sets an option of CaDiCaL by name, before the first clause.
    ///
    /// # Errors
    /// If there is no such option, if the value is out of its range, if the option would break a guarantee of this
    /// module, or if clauses were added already.
    pub fn set_option(&mut self, name: &str, value: i32) -> Result<(), SolverError> {
        self.engine.set_option(name, value)
    }

    /// Chooses one of CaDiCaL's configurations (`default`, `plain`, `sat`, `unsat`), before the first clause.
    ///
    /// # Errors
    /// If there is no such configuration, or if clauses were added already.
    pub fn configure(&mut self, name: &str) -> Result<(), SolverError> {
        self.engine.configure(name)
    }

    /// Ends each call after this wall-clock time.
    pub fn set_time_limit(&mut self, limit: Option<Duration>) {
        self.engine.set_time_limit(limit);
    }

    /// Why the last call gave no answer; `None` if it gave one.
    pub fn stop_reason(&self) -> Option<StopReason> {
        self.stop_reason
    }

    /// The size of the formula and the work done, over all calls.
    pub fn statistics(&self) -> Statistics {
        self.engine.statistics()
    }

    fn run(&mut self) -> SolverResult {
        self.stop_reason = None;
        match self.engine.run() {
            Answer::Sat => {
                self.sat += 1;
                SolverResult::Sat
            }
            Answer::Unsat => {
                self.unsat += 1;
                SolverResult::Unsat
            }
            Answer::Stopped(reason) => {
                self.interrupted += 1;
                self.stop_reason = Some(reason);
                SolverResult::Interrupted
            }
        }
    }

    fn require(&self, required_state: SolverState) -> Result<(), StateError> {
        let actual_state = match self.engine.state() {
            State::CONFIGURING => SolverState::Configuring,
            State::SATISFIED => SolverState::Sat,
            State::UNSATISFIED => SolverState::Unsat,
            State::INCONCLUSIVE => SolverState::Unknown,
            _ => SolverState::Input,
        };
        if actual_state == required_state { Ok(()) } else { Err(StateError { required_state, actual_state }) }
    }
}

impl Default for Cadical {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for Cadical {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cadical")
            .field("state", &self.engine.state())
            .field("clauses", &self.engine.clauses())
            .field("assumptions", &self.assumptions)
            .field("stop_reason", &self.stop_reason)
            .finish_non_exhaustive()
    }
}

impl Solve for Cadical {
    fn signature(&self) -> &'static str {
        "CaDiCaL 3.0.1"
    }

    fn reserve(&mut self, max_var: Var) -> anyhow::Result<()> {
        self.engine.reserve(max_var.to_ipasir_with_error()?);
        Ok(())
    }

    fn solve(&mut self) -> anyhow::Result<SolverResult> {
        self.solve_assumps(&[])
    }

    fn lit_val(&self, lit: Lit) -> anyhow::Result<TernaryVal> {
        self.require(SolverState::Sat)?;
        let literal = lit.to_ipasir_with_error()?;
        if literal.abs() > self.engine.variables() {
            return Ok(TernaryVal::DontCare);
        }
        Ok(TernaryVal::from(self.engine.value(literal)))
    }

    fn add_clause_ref<C>(&mut self, clause: &C) -> anyhow::Result<()>
    where
        C: AsRef<Cl> + ?Sized,
    {
        Ok(self.engine.add_clause(clause.as_ref())?)
    }
}

impl SolveIncremental for Cadical {
    fn solve_assumps(&mut self, assumps: &[Lit]) -> anyhow::Result<SolverResult> {
        self.assumptions.clear();
        // All literals are checked before the first is passed on, so that none remains for the next call.
        for literal in assumps {
            literal.to_ipasir_with_error()?;
        }
        for &literal in assumps {
            self.engine.assume(literal)?;
            self.assumptions.push(literal);
        }
        Ok(self.run())
    }

    fn core(&mut self) -> anyhow::Result<Vec<Lit>> {
        self.require(SolverState::Unsat)?;
        let failed = self.assumptions.iter().filter(|literal| self.engine.failed(literal.to_ipasir()));
        let mut core: Vec<Lit> = failed.map(|&literal| !literal).collect();
        // The same assumption may have been made twice.
        core.sort_unstable();
        core.dedup();
        Ok(core)
    }
}

impl Interrupt for Cadical {
    type Interrupter = Interrupter;

    fn interrupter(&mut self) -> Interrupter {
        self.engine.watch().borrow().interrupter()
    }
}

impl Terminate<'static> for Cadical {
    /// Attaches a callback. A panic in it ends the process.
    fn attach_terminator<CB>(&mut self, cb: CB)
    where
        CB: FnMut() -> ControlSignal + 'static,
    {
        self.engine.watch().borrow_mut().set_callback(Some(Box::new(cb)));
    }

    fn detach_terminator(&mut self) {
        self.engine.watch().borrow_mut().set_callback(None);
    }
}

impl LimitConflicts for Cadical {
    /// Limits the conflicts of each call.
    fn limit_conflicts(&mut self, limit: Option<u32>) -> anyhow::Result<()> {
        self.engine.set_conflict_limit(limit);
        Ok(())
    }
}

impl GetInternalStats for Cadical {
    fn propagations(&self) -> usize {
        self.statistics().propagations as usize
    }

    fn decisions(&self) -> usize {
        self.statistics().decisions as usize
    }

    fn conflicts(&self) -> usize {
        self.statistics().conflicts as usize
    }
}

impl SolveStats for Cadical {
    /// The statistics of rustsat. The solver computes in one thread and never waits, so its wall-clock time is reported
    /// as CPU time.
    fn stats(&self) -> SolverStats {
        let statistics = self.statistics();
        let clauses = statistics.clauses;
        let average = if clauses == 0 { 0.0 } else { self.engine.literals() as f32 / clauses as f32 };
        SolverStats {
            n_sat: self.sat,
            n_unsat: self.unsat,
            n_terminated: self.interrupted,
            n_clauses: clauses,
            max_var: statistics.variables.checked_sub(1).map(Var::new),
            avg_clause_len: average,
            cpu_solve_time: statistics.time,
        }
    }
}

impl Extend<Clause> for Cadical {
    /// # Panics
    /// If a literal is too large for CaDiCaL, as rustsat's trait requires.
    fn extend<T: IntoIterator<Item = Clause>>(&mut self, clauses: T) {
        for clause in clauses {
            if let Err(error) = self.engine.add_clause(clause.as_ref()) {
                panic!("cannot add a clause: {error}");
            }
        }
    }
}

impl<'a> Extend<&'a Clause> for Cadical {
    /// # Panics
    /// As for clauses by value.
    fn extend<T: IntoIterator<Item = &'a Clause>>(&mut self, clauses: T) {
        for clause in clauses {
            if let Err(error) = self.engine.add_clause(clause.as_ref()) {
                panic!("cannot add a clause: {error}");
            }
        }
    }
}
