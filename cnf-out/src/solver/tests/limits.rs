//! What ends a run, tested on a formula that no run of these tests could finish.

#![allow(clippy::disallowed_methods, reason = "a test may panic where the system has no thread to give")]

use std::{
    cell::Cell,
    rc::Rc,
    thread,
    time::{Duration, Instant},
};

use rustsat::{
    instances::Cnf,
    solvers::{
        ControlSignal, Interrupt, InterruptSolver, LimitConflicts, Solve, SolveIncremental, SolveStats,
        SolverResult, Terminate,
    },
};

use super::formulas::{Numbers, clause, cnf, literal, pigeons, random_3_sat};
use crate::solver::{Cadical, LratFormat, Refuter, StopReason, Verdict};

const SHORT: Duration = Duration::from_millis(200);

/// The time that a busy machine may add.
const SLACK: Duration = Duration::from_secs(3);

fn hard() -> Cnf {
    cnf(&pigeons(12, 11))
}

fn solver(formula: Cnf) -> Cadical {
    let mut solver = Cadical::new();
    solver.add_cnf(formula).expect("clauses");
    solver
}

fn refuter(formula: &Cnf) -> Refuter<Vec<u8>> {
    let mut refuter = Refuter::new(formula.len(), LratFormat::Binary, Vec::new()).expect("a refuter");
    refuter.add_cnf(formula).expect("clauses");
    refuter
}

fn stopped(solver: &mut Cadical) -> Option<StopReason> {
    assert_eq!(solver.solve().expect("a result"), SolverResult::Interrupted);
    solver.stop_reason()
}

#[test]
fn a_time_limit_ends_a_run() {
    let mut solver = solver(hard());
    for limit in [Duration::ZERO, SHORT, SHORT] {
        solver.set_time_limit(Some(limit));
        let start = Instant::now();
        assert_eq!(stopped(&mut solver), Some(StopReason::TimeLimit));
        assert!((limit..limit + SLACK).contains(&start.elapsed()), "{:?}", start.elapsed());
    }
    assert_eq!(solver.stats().n_terminated, 3);
}

#[test]
fn a_time_limit_ends_a_refutation() {
    let mut refuter = refuter(&hard());
    refuter.set_time_limit(Some(SHORT));
    let start = Instant::now();
    let run = refuter.solve().expect("a verdict");
    assert!(matches!(run.verdict, Verdict::Interrupted(StopReason::TimeLimit)), "{:?}", run.verdict);
    assert!((SHORT..SHORT + SLACK).contains(&start.elapsed()), "{:?}", start.elapsed());
    assert!((SHORT..SHORT + SLACK).contains(&run.statistics.time));
}

/// A large formula is simplified for a long time before and between searches.
#[test]
fn a_time_limit_ends_inprocessing() {
    let formula = cnf(&random_3_sat(&mut Numbers(1), 100_000, 420_000));
    let mut solver = solver(formula.clone());
    solver.set_time_limit(Some(SHORT));
    let start = Instant::now();
    assert_eq!(stopped(&mut solver), Some(StopReason::TimeLimit));
    assert!(start.elapsed() < SHORT + SLACK, "{:?}", start.elapsed());

    let mut refuter = refuter(&formula);
    refuter.set_time_limit(Some(5 * SHORT));
    let start = Instant::now();
    let run = refuter.solve().expect("a verdict");
    assert!(matches!(run.verdict, Verdict::Interrupted(StopReason::TimeLimit)), "{:?}", run.verdict);
    assert!(start.elapsed() < 5 * SHORT + SLACK, "{:?}", start.elapsed());
}

#[test]
fn a_time_limit_that_the_clock_cannot_hold_is_no_limit() {
    let mut solver = solver(cnf(&pigeons(5, 4)));
    solver.set_time_limit(Some(Duration::MAX));
    assert_eq!(solver.solve().expect("a result"), SolverResult::Unsat);
}

#[test]
fn a_conflict_limit_holds_for_each_call() {
    let mut solver = solver(hard());
    let mut before = 0;
    for limit in [200, 200, 0] {
        solver.limit_conflicts(Some(limit)).expect("a limit");
        assert_eq!(stopped(&mut solver), Some(StopReason::ConflictLimit));
        let after = solver.statistics().conflicts;
        assert!(
            (u64::from(limit)..=u64::from(limit) + 10).contains(&(after - before)),
            "{before} to {after}"
        );
        before = after;
    }
    // An easy formula still gets its answer, and `None` removes the limit.
    solver.limit_conflicts(None).expect("a limit");
    solver.set_time_limit(Some(SHORT));
    assert_eq!(stopped(&mut solver), Some(StopReason::TimeLimit));
    assert!(solver.statistics().conflicts > before);
}

#[test]
fn a_conflict_limit_is_reproducible() {
    let conflicts = || {
        let mut solver = solver(hard());
        solver.limit_conflicts(Some(500)).expect("a limit");
        stopped(&mut solver);
        let statistics = solver.statistics();
        (statistics.conflicts, statistics.decisions, statistics.propagations)
    };
    assert_eq!(conflicts(), conflicts());
}

#[test]
fn another_thread_interrupts() {
    let mut solver = solver(hard());
    let interrupter = solver.interrupter();
    let thread = thread::spawn(move || {
        thread::sleep(SHORT);
        interrupter.interrupt();
    });
    let start = Instant::now();
    assert_eq!(stopped(&mut solver), Some(StopReason::Interrupted));
    assert!((SHORT..SHORT + SLACK).contains(&start.elapsed()), "{:?}", start.elapsed());
    thread.join().expect("the other thread");

    // The interrupt is used up, and the solver works as before.
    solver.set_time_limit(Some(SHORT));
    assert_eq!(stopped(&mut solver), Some(StopReason::TimeLimit));
    solver.add_clause(clause(&[1])).expect("a clause");
    assert_eq!(solver.solve_assumps(&[literal(-1)]).expect("a result"), SolverResult::Unsat);
    assert_eq!(solver.stop_reason(), None);
}

#[test]
fn another_thread_interrupts_a_refutation() {
    let mut refuter = refuter(&hard());
    let interrupter = refuter.interrupter();
    let thread = thread::spawn(move || {
        thread::sleep(SHORT);
        interrupter.interrupt();
    });
    let run = refuter.solve().expect("a verdict");
    assert!(matches!(run.verdict, Verdict::Interrupted(StopReason::Interrupted)), "{:?}", run.verdict);
    thread.join().expect("the other thread");
}

#[test]
fn an_interrupt_before_the_run_ends_it() {
    let mut solver = solver(hard());
    solver.interrupter().interrupt();
    let start = Instant::now();
    assert_eq!(stopped(&mut solver), Some(StopReason::Interrupted));
    assert!(start.elapsed() < SLACK, "{:?}", start.elapsed());
}

#[test]
fn a_callback_ends_a_run() {
    let calls = Rc::new(Cell::new(0));
    let counter = Rc::clone(&calls);
    let mut solver = solver(hard());
    solver.attach_terminator(move || {
        counter.set(counter.get() + 1);
        if counter.get() >= 5 { ControlSignal::Terminate } else { ControlSignal::Continue }
    });
    assert_eq!(stopped(&mut solver), Some(StopReason::Callback));
    assert_eq!(calls.get(), 5, "it is not asked again when it has said yes");

    // It is called in the next run too, along with the other limits, but not after it is detached.
    solver.set_time_limit(Some(Duration::ZERO));
    assert_eq!(stopped(&mut solver), Some(StopReason::TimeLimit));
    solver.set_time_limit(Some(SHORT));
    assert_eq!(stopped(&mut solver), Some(StopReason::Callback));
    solver.detach_terminator();
    assert_eq!(stopped(&mut solver), Some(StopReason::TimeLimit));
    assert_eq!(Rc::strong_count(&calls), 1, "the callback is dropped");
}

#[test]
fn a_callback_ends_a_refutation() {
    let mut refuter = refuter(&hard());
    refuter.attach_terminator(|| ControlSignal::Terminate);
    let run = refuter.solve().expect("a verdict");
    assert!(matches!(run.verdict, Verdict::Interrupted(StopReason::Callback)), "{:?}", run.verdict);
}
