//! A question in stages: refuted from its end backwards, while another solver looks for a model of the whole.
//!
//! Idea: a [`Chain`] refutes what leads nowhere soon, and looks for a way where there are many without a plan; a solver of the
//! whole formula is the other way round. So both go on at once, each on a thread, and whichever has an answer ends the other.
//! Only the chain writes a proof: where the other one refutes first, that is not taken for an answer.
//!
//! Cost: two threads. Which of the two finds a model depends on their speed, and so does the model.

use crate::bound::{CONFIGURATION, Limits, ask_clauses};
use crate::stop::Stop;
use cnf_out::solver::chain::{Chain, Plan};
use cnf_out::solver::{LratFormat, Run, SolverError, Statistics, Verdict};
use rustsat::instances::Cnf;
use rustsat::types::Assignment;
use std::io::{self, Write};
use std::thread;

/// Asks for a model or a refutation of clauses that fall into stages.
///
/// # Errors
/// As [`Chain::solve`].
pub(crate) fn ask_in_stages<W: Write + 'static>(
    cnf: &Cnf,
    plan: &Plan,
    proof: W,
    format: LratFormat,
    limits: &Limits,
) -> Result<Run<W>, SolverError> {
    let enough = limits.stop.child();
    let limits = Limits { stop: enough.clone(), ..limits.within(limits.time) };
    thread::scope(|scope| {
        let finder = scope.spawn(|| find(cnf, &limits, &enough));
        let refuted = refute(cnf, plan, proof, format, &limits);
        if !matches!(&refuted, Ok(Run { verdict: Verdict::Interrupted(_), .. })) {
            enough.request();
        }
        let found = finder.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        match (refuted?, found) {
            (Run { verdict: Verdict::Interrupted(_), .. }, Some((model, statistics))) => {
                Ok(Run { verdict: Verdict::Satisfiable(model), statistics })
            }
            (refuted, _) => Ok(refuted),
        }
    })
}

fn refute<W: Write + 'static>(
    cnf: &Cnf,
    plan: &Plan,
    proof: W,
    format: LratFormat,
    limits: &Limits,
) -> Result<Run<W>, SolverError> {
    let mut chain = Chain::new(cnf, plan, CONFIGURATION, format, proof)?;
    chain.set_time_limit(limits.time_left());
    chain.attach_terminator(limits.stop.terminator());
    chain.solve()
}

/// A model of the whole; `None` if there is none or the search was ended. What fails here fails in the chain as well, which
/// tells of it.
fn find(cnf: &Cnf, limits: &Limits, enough: &Stop) -> Option<(Assignment, Statistics)> {
    let Run { verdict, statistics } = ask_clauses(cnf, io::sink(), LratFormat::Binary, limits).ok()?;
    let Verdict::Satisfiable(model) = verdict else { return None };
    enough.request();
    Some((model, statistics))
}
