//! Decides one question, with a proof if the answer is "unsatisfiable".

use std::{
    cell::RefCell,
    fmt,
    io::Write,
    rc::Rc,
    sync::{Arc, Mutex},
    time::Duration,
};

use cadical_sys::CaDiCal;
use rustsat::{
    instances::Cnf,
    solvers::{ControlSignal, Interrupt, Terminate},
    types::{Assignment, Cl, TernaryVal},
};

use super::{
    Interrupter, LratFormat, SolverError, Statistics, StopReason,
    cadical_engine::{Answer, Engine},
    ledger::{Ledger, lock},
    tracer::{KnownClause, Tracer},
};

/// Decides with CaDiCaL whether a formula is satisfiable, and keeps the LRAT proof if it is not.
///
/// The proof checks against the DIMACS file that lists the same clauses in the order in which they were added here:
/// repeated literals, tautologies, empty clauses and clauses that known units satisfy all keep their number.
///
/// The number of clauses is announced in advance, because the ids of derived clauses begin after it. A proof is
/// returned only with the verdict [`Verdict::Unsatisfiable`]; whatever has reached the writer otherwise is not a proof.
///
/// ```
/// use cnf_out::solver::{LratFormat, Refuter, Verdict};
/// use rustsat::{clause, lit};
///
/// let mut refuter = Refuter::new(2, LratFormat::Text, Vec::new())?;
/// refuter.add_clause(&clause![lit![0]])?;
/// refuter.add_clause(&clause![!lit![0]])?;
/// let Verdict::Unsatisfiable(refuted) = refuter.solve()?.verdict else { panic!("x and not x") };
/// assert_eq!(refuted.proof, b"3 0 1 2 0\n");
/// # Ok::<(), cnf_out::solver::SolverError>(())
/// ```
pub struct Refuter<W: Write + 'static> {
    engine: Engine,
    trace: Rc<RefCell<Tracer<W>>>,
    ledger: Arc<Mutex<Ledger<W>>>,
    announced: usize,
}

/// A verdict and its cost.
#[derive(Debug)]
pub struct Run<W> {
    /// The answer, or the reason why there is no answer.
    pub verdict: Verdict<W>,
    /// The size of the formula and the work done.
    pub statistics: Statistics,
}

impl<W> Run<W> {
    /// The run, with the writer of its proof dropped.
    pub fn without_proof(self) -> Run<()> {
        let verdict = match self.verdict {
            Verdict::Satisfiable(model) => Verdict::Satisfiable(model),
            Verdict::Unsatisfiable(WrittenProof { bytes, .. }) => {
                Verdict::Unsatisfiable(WrittenProof { proof: (), bytes })
            }
            Verdict::Interrupted(reason) => Verdict::Interrupted(reason),
        };
        Run { verdict, statistics: self.statistics }
    }
}

/// How a run with a proof ended.
#[derive(Debug)]
pub enum Verdict<W> {
    /// There is a model: this one. It gives a value to each variable up to the highest in the formula.
    Satisfiable(Assignment),
    /// There is no model, and this is the proof.
    Unsatisfiable(WrittenProof<W>),
    /// The run was stopped without an answer.
    Interrupted(StopReason),
}

/// A proof that has been written to its end.
#[derive(Debug)]
pub struct WrittenProof<W> {
    /// The writer, flushed.
    pub proof: W,
    /// The number of bytes written.
    pub bytes: u64,
}

impl<W: Write + 'static> Refuter<W> {
    /// A solver for a formula of `clauses` clauses, which writes its proof to `proof`.
    ///
    /// # Errors
    /// [`SolverError::Environment`] if an environment variable would set options of CaDiCaL, because a proof must be
    /// reproducible from what its certificate names.
    pub fn new(clauses: usize, format: LratFormat, proof: W) -> Result<Self, SolverError> {
        refuse_options_of_the_environment()?;
        let mut engine = Engine::new();
        let ledger = Arc::new(Mutex::new(Ledger::new(clauses as u64, format, proof)));
        let trace = engine.trace(Arc::clone(&ledger));
        Ok(Self { engine, trace, ledger, announced: clauses })
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

    /// Gives the variables other numbers in the proof: for each variable of the clauses, from 1, the number that it has
    /// there. So the clauses of a formula whose variables are far apart can be added without room for those between.
    pub fn rename(&mut self, names: Vec<i32>) {
        self.trace.borrow_mut().rename(names);
    }

    /// Ends the run after this wall-clock time.
    pub fn set_time_limit(&mut self, limit: Option<Duration>) {
        self.engine.set_time_limit(limit);
    }

    /// Ends the run after this number of conflicts; unlike a time limit, this is reproducible.
    pub fn set_conflict_limit(&mut self, limit: Option<u32>) {
        self.engine.set_conflict_limit(limit);
    }

    /// Adds the next clause.
    ///
    /// # Errors
    /// If all announced clauses have been added, if a literal is too large, or if the proof cannot be written.
    pub fn add_clause<C: AsRef<Cl> + ?Sized>(&mut self, clause: &C) -> Result<(), SolverError> {
        if self.engine.clauses() == self.announced {
            return Err(SolverError::ClauseCount { announced: self.announced, added: self.announced + 1 });
        }
        let id = self.engine.clauses() as u64 + 1;
        self.trace.borrow_mut().expect(KnownClause { id, is_own: true });
        self.engine.add_clause(clause.as_ref())?;
        lock(&self.ledger).check()
    }

    /// Adds all clauses of a formula, in their order.
    ///
    /// # Errors
    /// As [`Refuter::add_clause`].
    pub fn add_cnf(&mut self, cnf: &Cnf) -> Result<(), SolverError> {
        cnf.iter().try_for_each(|clause| self.add_clause(clause))
    }

    /// Looks for a model or a refutation.
    ///
    /// # Errors
    /// If clauses are missing, or if the proof could not be written or is not complete.
    pub fn solve(mut self) -> Result<Run<W>, SolverError> {
        if self.engine.clauses() != self.announced {
            return Err(SolverError::ClauseCount { announced: self.announced, added: self.engine.clauses() });
        }
        self.trace.borrow_mut().run_in_step();
        let answer = self.engine.run();
        let statistics = self.engine.statistics();
        // A broken proof is reported even if the answer does not need it, because the user should know of a full disk.
        if self.trace.borrow().is_broken() {
            lock(&self.ledger).check()?;
            return Err(SolverError::ProofIncomplete);
        }
        let verdict = match answer {
            Answer::Unsat => {
                let (proof, bytes) = lock(&self.ledger).finish()?;
                Verdict::Unsatisfiable(WrittenProof { proof, bytes })
            }
            Answer::Sat => Verdict::Satisfiable(self.model()),
            Answer::Stopped(reason) => Verdict::Interrupted(reason),
        };
        Ok(Run { verdict, statistics })
    }

    // Nothing here may hold a borrow of the trace, because reading a value makes CaDiCaL report the model to its
    // tracer.
    fn model(&self) -> Assignment {
        (1..=self.engine.variables()).map(|variable| TernaryVal::from(self.engine.value(variable))).collect()
    }
}

impl<W: Write + 'static> fmt::Debug for Refuter<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Refuter")
            .field("announced", &self.announced)
            .field("clauses", &self.engine.clauses())
            .finish_non_exhaustive()
    }
}

impl<W: Write + 'static> Interrupt for Refuter<W> {
    type Interrupter = Interrupter;

    fn interrupter(&mut self) -> Interrupter {
        self.engine.watch().borrow().interrupter()
    }
}

impl<W: Write + 'static> Terminate<'static> for Refuter<W> {
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

/// Refuses to write a proof if the environment of this process sets options of CaDiCaL.
pub(super) fn refuse_options_of_the_environment() -> Result<(), SolverError> {
    refuse_environment(std::env::vars_os().map(|(name, _)| name.to_string_lossy().into_owned()))
}

/// CaDiCaL reads `CADICAL_<OPTION>` from the environment, and two more variables that make it write a proof of its own.
pub(super) fn refuse_environment(names: impl Iterator<Item = String>) -> Result<(), SolverError> {
    for name in names {
        let option = name.strip_prefix("CADICAL_").map(str::to_ascii_lowercase);
        let sets_option = option.is_some_and(|option| CaDiCal::is_valid_option(&option));
        if sets_option || name == "CADICAL_LIDRUP_TRACE" || name == "CADICALLIDRUPTRACE" {
            return Err(SolverError::Environment(name));
        }
    }
    Ok(())
}
