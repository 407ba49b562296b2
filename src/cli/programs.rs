//! `solve --solver`: solvers that are programs, one or several at once.

use crate::question_verb::add_remark;
use crate::solve;
use anyhow::{Context, bail};
use certamen_ask::emission::Emission;
use certamen_ask::solution::Solution;
use certamen_ask::solve::ask;
use certamen_ask::solvers::{Program, ProgramAnswer, SolversError};
use certamen_work::{Answer, Outcome, Progress, Session};
use cnf_out::solver::process::ProcessLimits;
use cnf_out::solver::{LratFormat, Verdict};
use serde_json::json;
use std::fmt::Write as _;
use std::time::Duration;
use std::{io, thread};

/// The answer of a solver, and the time that it took.
struct TimedAnswer {
    name: String,
    said: ProgramAnswer,
    time: Duration,
}

/// Asks one program, or all that are installed, and reports the answer.
pub(crate) fn run(
    session: &Session,
    solver: &str,
    emission: &Emission,
    limits: ProcessLimits,
) -> anyhow::Result<Outcome> {
    let progress = Progress::begun(session, format!("solving {} by {solver}", emission.map.question));
    let reports = match solver {
        "all" => side_by_side(session, emission, limits)?,
        "libz3" => vec![libz3(session, emission, limits)?],
        _ => vec![external(session, &Program::named(solver)?, emission, limits)?],
    };
    drop(progress);
    compare(&reports)?;
    answer(session, emission, &reports)
}

/// Asks the embedded solver and every installed program at the same time.
fn side_by_side(
    session: &Session,
    emission: &Emission,
    limits: ProcessLimits,
) -> anyhow::Result<Vec<TimedAnswer>> {
    let programs = Program::present();
    thread::scope(|scope| {
        let ask = |program| {
            thread::Builder::new().spawn_scoped(scope, move || external(session, program, emission, limits))
        };
        let running: io::Result<Vec<_>> = programs.iter().map(ask).collect();
        let running = running.context("cannot start a thread that follows a solver")?;
        let own = embedded(session, emission, limits);
        let others = running.into_iter().map(|thread| {
            thread.join().unwrap_or_else(|_| Err(anyhow::anyhow!("a thread that followed a solver failed")))
        });
        [own].into_iter().chain(others).collect()
    })
}

fn external(
    session: &Session,
    program: &Program,
    emission: &Emission,
    limits: ProcessLimits,
) -> anyhow::Result<TimedAnswer> {
    let (said, time) = program
        .ask(emission, limits, || session.stop.is_requested())
        .map_err(|error: SolversError| anyhow::Error::new(error).context(program.name.clone()))?;
    Ok(TimedAnswer { name: program.name.clone(), said, time })
}

#[cfg(feature = "z3")]
fn libz3(session: &Session, emission: &Emission, limits: ProcessLimits) -> anyhow::Result<TimedAnswer> {
    if limits.memory.is_some() {
        bail!("--memory-limit applies to solvers that are programs: the library runs in this process");
    }
    let (said, time) =
        certamen_ask::libz3::ask(&emission.map.question, limits, &|| session.stop.is_requested())?;
    Ok(TimedAnswer { name: "libz3".to_owned(), said, time })
}

#[cfg(not(feature = "z3"))]
fn libz3(_: &Session, _: &Emission, _: ProcessLimits) -> anyhow::Result<TimedAnswer> {
    bail!("this program was built without Z3's library: see docs/formats.md, or use `--solver z3`")
}

fn embedded(session: &Session, emission: &Emission, limits: ProcessLimits) -> anyhow::Result<TimedAnswer> {
    let limits = session.limits(limits.time);
    let run = ask(emission, io::sink(), LratFormat::Text, &limits)?;
    let said = match run.verdict {
        Verdict::Interrupted(reason) => ProgramAnswer::Unknown(reason.to_string()),
        Verdict::Unsatisfiable(_) => ProgramAnswer::Unsatisfiable,
        Verdict::Satisfiable(model) => {
            let witness = emission.witness_of_model(&model);
            ProgramAnswer::Satisfiable(
                Box::new(witness.context("the solver's model is not a valid witness")?),
                None,
            )
        }
    };
    Ok(TimedAnswer { name: solve::EMBEDDED.to_owned(), said, time: run.statistics.time })
}

/// SAT and UNSAT cannot both be right.
fn compare(reports: &[TimedAnswer]) -> anyhow::Result<()> {
    let found = reports.iter().find(|report| matches!(report.said, ProgramAnswer::Satisfiable(..)));
    let refuted = reports.iter().find(|report| matches!(report.said, ProgramAnswer::Unsatisfiable));
    if let (Some(found), Some(refuted)) = (found, refuted) {
        bail!(
            "the solvers disagree: {} finds a position, {} says that there is none",
            found.name,
            refuted.name
        );
    }
    Ok(())
}

fn answer(session: &Session, emission: &Emission, reports: &[TimedAnswer]) -> anyhow::Result<Outcome> {
    let mut text = String::new();
    for TimedAnswer { name, said, time } in reports {
        let why = if let ProgramAnswer::Unknown(why) = said { format!(" ({why})") } else { String::new() };
        let _ = writeln!(text, "c {name}: {}{why}, {:.2} s", said.status(), time.as_secs_f64());
    }
    let decided = reports.iter().find(|report| !matches!(report.said, ProgramAnswer::Unknown(_)));
    let said = decided.or(reports.first()).map(|report| &report.said);
    let (outcome, witness) = match said {
        Some(ProgramAnswer::Satisfiable(witness, model)) => {
            text += &satisfiable(emission, witness, model.as_ref());
            (Outcome::Satisfiable, Some(witness))
        }
        Some(ProgramAnswer::Unsatisfiable) => {
            text += "s UNSATISFIABLE\n";
            (Outcome::Unsatisfiable, None)
        }
        Some(ProgramAnswer::Unknown(_)) | None => {
            text += "s UNKNOWN\n";
            (Outcome::Unknown, None)
        }
    };
    let solvers: Vec<_> = reports
        .iter()
        .map(|TimedAnswer { name, said, time }| {
            json!({ "solver": name, "status": said.status(), "seconds": time.as_secs_f64() })
        })
        .collect();
    let status = said.map_or("UNKNOWN", ProgramAnswer::status);
    let question = &emission.map.question;
    let mut object = json!({
        "question": question, "status": status, "witness": witness, "cnf": emission.map.cnf, "solvers": solvers,
    });
    if let Some(witness) = witness {
        add_remark(&mut object, witness);
    }
    session.conclude(Answer::new(outcome, text, object))
}

/// The answer with its model, if there is one. An SMT solver gives values of words, which the diagram shows.
fn satisfiable(emission: &Emission, witness: &Solution, model: Option<&verify::model::Model>) -> String {
    if let Some(model) = model {
        return solve::satisfiable(witness, emission.clausified.variables, |variable| model.value(variable));
    }
    solve::drawn(witness)
}
