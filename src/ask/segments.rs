//! A question in segments: refuted backwards from its end, if need be while another solver looks for a model of the whole
//! formula.
//!
//! Idea: a [`Chain`] is fast at refuting positions that lead nowhere, but it searches without a plan where many ways
//! lead on. A solver of the whole formula has the opposite strengths. So either a portfolio runs both as strategies, or
//! both run at once here, each on its own thread. The first answer ends the other solver. Only the chain writes a proof.
//! If the other solver refutes the formula first, that is not taken as an answer.
//!
//! Cost: two threads. Timing decides which of the two finds a model, and therefore which model is found.

use crate::clauses::{CONFIGURATION, terminator};
use crate::emission::Emission;
use crate::seek::{ModelOutcome, seek_model};
use certamen_work::limits::Limits;
use certamen_work::stop::StopGuard;
use cnf_out::solver::chain::{Chain, Plan};
use cnf_out::solver::{LratFormat, Run, SolverError, Statistics, Verdict};
use rustsat::instances::Cnf;
use rustsat::types::Assignment;
use std::io::Write;
use std::panic::resume_unwind;
use std::thread;

/// Asks the segments of a question's clauses for a model or a refutation. `plan` is that of the emission.
///
/// # Errors
/// Like [`Chain::solve`].
pub(crate) fn ask_segments<W: Write + 'static>(
    emission: &Emission,
    plan: &Plan,
    proof: W,
    format: LratFormat,
    limits: &Limits,
) -> Result<Run<W>, SolverError> {
    let mut chain = Chain::new(&emission.clausified.cnf, plan, CONFIGURATION, format, proof)?;
    let question = emission.map.question.clone();
    chain.set_hint(emission.cuts(), move |cut| {
        question.refutation_parts().map_or_else(Vec::new, |parts| parts.excluded(cut))
    })?;
    chain.set_time_limit(limits.time_left());
    chain.attach_terminator(terminator(&limits.stop));
    chain.solve()
}

/// Like [`ask_segments`], and asks another solver for a model of the clauses at the same time.
///
/// # Errors
/// Like [`ask_segments`], and [`SolverError::Disagreement`] if the two solvers contradict each other.
pub(crate) fn ask_segments_and_whole<W: Write + 'static>(
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
        // Whatever ends the chain ends the finder, a panic as well.
        let guard = StopGuard::new(&enough);
        let run = ask_segments(emission, plan, proof, format, &limits);
        if matches!(&run, Ok(Run { verdict: Verdict::Interrupted(_), .. })) {
            guard.off();
        } else {
            drop(guard);
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
    let (ModelOutcome::Model(model), statistics) = seek_model(cnf, None, limits).ok()? else { return None };
    limits.stop.request();
    Some((model, statistics))
}
