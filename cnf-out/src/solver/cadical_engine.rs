//! CaDiCaL with checked options, limits and counts, shared by the solvers of this module.

use std::{
    cell::RefCell,
    io::Write,
    rc::Rc,
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use cadical_sys::{CaDiCal, State, Status};
use rustsat::types::{Cl, Lit};

use super::{
    SolverError, Statistics,
    ledger::Ledger,
    tracer::Tracer,
    watch::{StopReason, Watch},
};

/// How a run of CaDiCaL ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Answer {
    Sat,
    Unsat,
    Stopped(StopReason),
}

/// Options that would break a guarantee of this module.
const FORBIDDEN: [(&str, &str); 3] = [
    (
        "factor",
        "it invents variables, which collide with those of the formula and have no place in its proof",
    ),
    ("factorcheck", "variables would have to be declared before they are used"),
    ("checkfrozen", "it ends the whole process when a variable is used again"),
];

/// CaDiCaL with its watch and its counts.
pub(super) struct Engine {
    // The interface of `cadical-sys` takes `&mut` to read a value; rustsat's traits read through `&`.
    cadical: RefCell<CaDiCal>,
    watch: Rc<RefCell<Watch>>,
    time_limit: Option<Duration>,
    conflict_limit: Option<u32>,
    clauses: usize,
    literals: usize,
    time: Duration,
}

impl Engine {
    pub(super) fn new() -> Self {
        let mut cadical = CaDiCal::new();
        for (name, _) in FORBIDDEN {
            // Environment variables may have switched them on.
            cadical.set(name, 0);
        }
        let watch = Rc::new(RefCell::new(Watch::default()));
        cadical.connect_terminator(Rc::clone(&watch));
        Self {
            cadical: RefCell::new(cadical),
            watch,
            time_limit: None,
            conflict_limit: None,
            clauses: 0,
            literals: 0,
            time: Duration::ZERO,
        }
    }

    pub(super) fn watch(&self) -> &Rc<RefCell<Watch>> {
        &self.watch
    }

    pub(super) fn cadical_mut(&mut self) -> &mut CaDiCal {
        self.cadical.get_mut()
    }

    pub(super) fn state(&self) -> State {
        self.cadical.borrow().state()
    }

    pub(super) fn clauses(&self) -> usize {
        self.clauses
    }

    /// The number of literals of all clauses.
    pub(super) fn literals(&self) -> usize {
        self.literals
    }

    /// Sets an option. CaDiCaL itself would silently replace a value out of range by the nearest one.
    pub(super) fn set_option(&mut self, name: &str, value: i32) -> Result<(), SolverError> {
        if !CaDiCal::is_valid_option(name) {
            return Err(SolverError::UnknownOption(name.to_owned()));
        }
        if let Some((_, why)) = FORBIDDEN.into_iter().find(|&(forbidden, _)| forbidden == name) {
            return Err(SolverError::ForbiddenOption { name: name.to_owned(), why });
        }
        self.require_configuring(name)?;
        let cadical = self.cadical.get_mut();
        let before = cadical.get(name);
        cadical.set(name, value);
        let nearest = cadical.get(name);
        if nearest != value {
            cadical.set(name, before);
            return Err(SolverError::OptionRange { name: name.to_owned(), value, nearest });
        }
        Ok(())
    }

    pub(super) fn configure(&mut self, name: &str) -> Result<(), SolverError> {
        if !CaDiCal::is_valid_configuration(name) {
            return Err(SolverError::UnknownConfiguration(name.to_owned()));
        }
        self.require_configuring(name)?;
        self.cadical.get_mut().configure(name);
        Ok(())
    }

    fn require_configuring(&self, name: &str) -> Result<(), SolverError> {
        if self.state() == State::CONFIGURING {
            Ok(())
        } else {
            Err(SolverError::OptionTooLate(name.to_owned()))
        }
    }

    pub(super) fn set_time_limit(&mut self, limit: Option<Duration>) {
        self.time_limit = limit;
    }

    pub(super) fn set_conflict_limit(&mut self, limit: Option<u32>) {
        self.conflict_limit = limit;
    }

    /// Makes CaDiCaL write its proof to a ledger.
    pub(super) fn trace<W: Write + 'static>(&mut self, to: Arc<Mutex<Ledger<W>>>) -> Rc<RefCell<Tracer<W>>> {
        let tracer = Rc::new(RefCell::new(Tracer::new(to, self.watch.borrow().proof_broken())));
        self.cadical.get_mut().connect_proof_tracer1(Rc::clone(&tracer), true, false);
        tracer
    }

    /// Declares the variables 1 to `highest`.
    pub(super) fn reserve(&mut self, highest: i32) {
        self.cadical.get_mut().resize(highest);
    }

    pub(super) fn add_clause(&mut self, clause: &Cl) -> Result<(), SolverError> {
        // All literals are checked before the first is added, because half a clause cannot be removed.
        for literal in clause {
            literal.to_ipasir_with_error()?;
        }
        let cadical = self.cadical.get_mut();
        for literal in clause {
            cadical.add(literal.to_ipasir());
        }
        cadical.add(0);
        self.clauses += 1;
        self.literals += clause.len();
        Ok(())
    }

    pub(super) fn assume(&mut self, literal: Lit) -> Result<(), SolverError> {
        let literal = literal.to_ipasir_with_error()?;
        self.cadical.get_mut().assume(literal);
        Ok(())
    }

    pub(super) fn run(&mut self) -> Answer {
        let cadical = self.cadical.get_mut();
        if let Some(limit) = self.conflict_limit {
            // A limit of CaDiCaL holds for one call of `solve`.
            cadical.limit("conflicts", i32::try_from(limit).unwrap_or(i32::MAX));
        }
        let start = Instant::now();
        self.watch.borrow_mut().start(self.time_limit);
        let status = cadical.solve();
        self.time += start.elapsed();
        let reason = self.watch.borrow_mut().take_reason();
        match status {
            Status::SATISFIABLE => Answer::Sat,
            Status::UNSATISFIABLE => Answer::Unsat,
            Status::UNKNOWN => Answer::Stopped(reason.unwrap_or(StopReason::ConflictLimit)),
        }
    }

    /// The highest variable that CaDiCaL knows, counted from 1; 0 if there is none.
    pub(super) fn variables(&self) -> i32 {
        self.cadical.borrow_mut().vars()
    }

    /// Whether a literal is true in the model; only in the satisfied state.
    pub(super) fn value(&self, literal: i32) -> bool {
        self.cadical.borrow_mut().val(literal) == literal
    }

    /// Whether an assumption was used in the refutation; only in the unsatisfied state.
    pub(super) fn failed(&self, literal: i32) -> bool {
        self.cadical.borrow_mut().failed(literal)
    }

    pub(super) fn statistics(&self) -> Statistics {
        let count = |name| u64::try_from(self.cadical.borrow().get_statistic_value(name)).unwrap_or(0);
        Statistics {
            variables: self.variables().unsigned_abs(),
            clauses: self.clauses,
            conflicts: count("conflicts"),
            decisions: count("decisions"),
            propagations: count("propagations"),
            time: self.time,
        }
    }
}
