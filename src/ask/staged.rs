//! A question in stages: refuted backwards from its end, if need be while another solver looks for a model of the whole
//! formula.
//!
//! Idea: a [`Chain`] is fast at refuting positions that lead nowhere, but it searches without a plan where many ways
//! lead on. A solver of the whole formula has the opposite strengths. So either a portfolio runs both as strategies, or
//! both run at once here, each on its own thread. The first answer ends the other solver. Only the chain writes a proof.
//! If the other solver refutes the formula first, that is not taken as an answer.
//!
//! Cost: two threads. Timing decides which of the two finds a model, and therefore which model is found.

use crate::emission::Emission;
use crate::solve::{CONFIGURATION, load, terminator};
use certamen_work::limits::Limits;
use cnf_out::solver::chain::{Chain, Plan};
use cnf_out::solver::{Cadical, LratFormat, Run, SolverError, Statistics, Verdict};
use rustsat::instances::Cnf;
use rustsat::solvers::{Solve, SolverResult};
use rustsat::types::Assignment;
use std::io::Write;
use std::panic::resume_unwind;
use std::thread;

/// Asks the stages of a question's clauses for a model or a refutation. `plan` is that of the emission.
///
/// # Errors
/// Like [`Chain::solve`].
pub fn ask_stages<W: Write + 'static>(
    emission: &Emission,
    plan: &Plan,
    proof: W,
    format: LratFormat,
    limits: &Limits,
) -> Result<Run<W>, SolverError> {
    let mut chain = Chain::new(&emission.clausified.cnf, plan, CONFIGURATION, format, proof)?;
    let question = emission.map.question.clone();
    chain.set_hint(emission.cuts(), move |cut| question.excluded(cut))?;
    chain.set_time_limit(limits.time_left());
    chain.attach_terminator(terminator(&limits.stop));
    chain.solve()
}

/// Like [`ask_stages`], and asks another solver for a model of the clauses at the same time.
///
/// # Errors
/// Like [`ask_stages`], and [`SolverError::Disagreement`] if the two solvers contradict each other.
pub(crate) fn ask_stages_and_whole<W: Write + 'static>(
    emission: &Emission,
    plan: &Plan,
    proof: W,
    format: LratFormat,
    limits: &Limits,
) -> Result<Run<W>, SolverError> {
    let enough = limits.stop.child();
    let limits = Limits { stop: enough.clone(), ..limits.within(limits.time) };
    let cnf = &emission.clausified.cnf;
    thread::scope(|scope| {
        // If no second thread can be started, the chain runs alone.
        let finder = thread::Builder::new().spawn_scoped(scope, || find(cnf, &limits)).ok();
        let run = ask_stages(emission, plan, proof, format, &limits);
        if !matches!(&run, Ok(Run { verdict: Verdict::Interrupted(_), .. })) {
            enough.request();
        }
        let found = finder.and_then(|finder| finder.join().unwrap_or_else(|panic| resume_unwind(panic)));
        let run = run?;
        match (&run.verdict, found) {
            (Verdict::Unsatisfiable(_), Some(_)) => Err(SolverError::Disagreement),
            (Verdict::Interrupted(_), Some((model, statistics))) => {
                Ok(Run { verdict: Verdict::Satisfiable(model), statistics })
            }
            _ => Ok(run),
        }
    })
}

/// Looks for a model of the whole formula. A model stops all work under the same limits. Returns `None` if there is no
/// model, or if the search was stopped.
fn find(cnf: &Cnf, limits: &Limits) -> Option<(Assignment, Statistics)> {
    let mut solver = Cadical::new();
    solver.configure(CONFIGURATION).ok()?;
    load(&mut solver, cnf, limits).ok()?;
    if solver.solve().ok()? != SolverResult::Sat {
        return None;
    }
    let model = solver.full_solution().ok()?;
    limits.stop.request();
    Some((model, solver.statistics()))
}
