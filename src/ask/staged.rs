//! A question in stages: refuted from its end backwards, while another solver looks for a model of the whole.
//!
//! Idea: a [`Chain`] refutes what leads nowhere soon, and looks for a way where there are many without a plan; a solver of the
//! whole formula is the other way round. So once the chain's solvers are loaded, both go on at once, each on a thread, and
//! whichever has an answer ends the other.
//! Only the chain writes a proof: where the other one refutes first, that is not taken for an answer.
//!
//! Cost: two threads. Which of the two finds a model depends on their speed, and so does the model.

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

/// Asks for a model or a refutation of clauses that fall into stages.
///
/// # Errors
/// As [`Chain::solve`], and [`SolverError::Disagreement`] if the two contradict each other.
pub(crate) fn ask_in_stages<W: Write + 'static>(
    cnf: &Cnf,
    plan: &Plan,
    proof: W,
    format: LratFormat,
    limits: &Limits,
) -> Result<Run<W>, SolverError> {
    let enough = limits.stop.child();
    let limits = Limits { stop: enough.clone(), ..limits.within(limits.time) };
    let mut chain = Chain::new(cnf, plan, CONFIGURATION, format, proof)?;
    chain.set_time_limit(limits.time_left());
    chain.attach_terminator(terminator(&enough));
    thread::scope(|scope| {
        // Without a second thread there is the chain.
        let finder = thread::Builder::new().spawn_scoped(scope, || find(cnf, &limits)).ok();
        let run = chain.solve();
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

/// A model of the whole, which ends all that the limits bind; `None` if there is none, or if the search was ended.
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
