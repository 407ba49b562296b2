//! `solve --solver`: other solvers, one or several at once.

use crate::solve::program_verdict::{EMBEDDED, ProgramVerdict, Status};
use crate::solve::{self, QuestionVerdict, SolveReport};
use anyhow::{Context, bail};
use certamen_ask::emission::Emission;
use certamen_ask::solution::Solution;
use certamen_ask::solve::ask_checked;
use certamen_ask::solvers::{Program, ProgramAnswer, SolversError};
use certamen_work::{Answer, Outcome, Progress, Session};
use cnf_out::solver::Verdict;
use cnf_out::solver::process::ProcessLimits;
use std::fmt::Write as _;
use std::time::{Duration, Instant};
use std::{io, thread};

/// The answer of a solver, and the time that it took.
struct TimedAnswer {
    name: String,
    said: ProgramAnswer,
    /// Whether it is a refutation with a proof that was checked.
    is_proved: bool,
    time: Duration,
}

impl TimedAnswer {
    fn unproved(name: &str, (said, time): (ProgramAnswer, Duration)) -> Self {
        Self { name: name.to_owned(), said, is_proved: false, time }
    }

    /// Why there is no answer.
    fn reason(&self) -> Option<&str> {
        if let ProgramAnswer::Unknown(why) = &self.said { Some(why) } else { None }
    }
}

/// Asks one solver, or all that are there, and reports the answer.
pub(crate) fn run(
    session: &Session,
    solver: &str,
    emission: &Emission,
    limits: ProcessLimits,
) -> anyhow::Result<Outcome> {
    let progress = Progress::begun(session, format!("solving {} by {solver}", emission.map.question));
    let answers = match solver {
        "all" => compare(side_by_side(session, emission, limits)?)?,
        "libz3" if limits.memory.is_some() => {
            bail!("--memory-limit applies to solvers that are programs: the library runs in this process")
        }
        "libz3" => vec![libz3(session, emission, limits)?],
        _ => {
            let program = Program::named(solver)?;
            let said = external(session, &program, emission, limits);
            vec![said.with_context(|| program.name.clone())?]
        }
    };
    drop(progress);
    answer(session, emission, &answers)
}

/// Asks the built-in solvers and every installed program at the same time.
fn side_by_side(
    session: &Session,
    emission: &Emission,
    limits: ProcessLimits,
) -> anyhow::Result<Vec<anyhow::Result<TimedAnswer>>> {
    let programs = Program::present()?;
    thread::scope(|scope| {
        let ask = |program| {
            let ask = move || external_or_reason(session, program, emission, limits);
            thread::Builder::new().spawn_scoped(scope, ask)
        };
        let running: io::Result<Vec<_>> = programs.iter().map(ask).collect();
        let running = running.context("cannot start a thread that follows a solver")?;
        let library = cfg!(feature = "z3")
            .then(|| thread::Builder::new().spawn_scoped(scope, move || libz3(session, emission, limits)));
        let library = library.transpose().context("cannot start a thread for a library")?;
        let own = embedded(session, emission, limits);
        let others = library.into_iter().chain(running).map(|thread| {
            thread.join().unwrap_or_else(|_| Err(anyhow::anyhow!("a thread that followed a solver failed")))
        });
        Ok([own].into_iter().chain(others).collect())
    })
}

fn external(
    session: &Session,
    program: &Program,
    emission: &Emission,
    limits: ProcessLimits,
) -> Result<TimedAnswer, SolversError> {
    let said = program.ask(emission, limits, || session.stop.is_requested())?;
    Ok(TimedAnswer::unproved(&program.name, said))
}

/// Asks a program among others: if it gives no answer at all, it does not keep the others from theirs.
fn external_or_reason(
    session: &Session,
    program: &Program,
    emission: &Emission,
    limits: ProcessLimits,
) -> anyhow::Result<TimedAnswer> {
    let begun = Instant::now();
    match external(session, program, emission, limits) {
        Err(error @ (SolversError::NoAnswer { .. } | SolversError::Process(_))) => {
            let said = ProgramAnswer::Unknown(error.to_string());
            Ok(TimedAnswer::unproved(&program.name, (said, begun.elapsed())))
        }
        said => said.with_context(|| program.name.clone()),
    }
}

#[cfg(feature = "z3")]
fn libz3(session: &Session, emission: &Emission, limits: ProcessLimits) -> anyhow::Result<TimedAnswer> {
    let said = certamen_ask::libz3::ask(&emission.map.question, limits, &|| session.stop.is_requested())?;
    Ok(TimedAnswer::unproved("libz3", said))
}

#[cfg(not(feature = "z3"))]
fn libz3(_: &Session, _: &Emission, _: ProcessLimits) -> anyhow::Result<TimedAnswer> {
    bail!("this program was built without Z3's library: see docs/formats.md, or use `--solver z3`")
}

fn embedded(session: &Session, emission: &Emission, limits: ProcessLimits) -> anyhow::Result<TimedAnswer> {
    let begun = Instant::now();
    let run = ask_checked(emission, &session.limits(limits.time)).context(EMBEDDED)?;
    let (said, is_proved) = match run.map(|run| run.verdict) {
        None => (ProgramAnswer::Unknown("stopped on request".to_owned()), false),
        Some(Verdict::Interrupted(reason)) => (ProgramAnswer::Unknown(reason.to_string()), false),
        Some(Verdict::Unsatisfiable(_)) => (ProgramAnswer::Unsatisfiable, true),
        Some(Verdict::Satisfiable(model)) => {
            let witness = emission.witness_of_model(&model);
            let witness = witness.context("the solver's model is not a valid witness")?;
            (ProgramAnswer::Satisfiable(Box::new(witness), None), false)
        }
    };
    Ok(TimedAnswer { name: EMBEDDED.to_owned(), said, is_proved, time: begun.elapsed() })
}

/// SAT and UNSAT cannot both be right.
fn compare(answers: Vec<anyhow::Result<TimedAnswer>>) -> anyhow::Result<Vec<TimedAnswer>> {
    let mut given = answers.iter().flatten();
    let found = given.clone().find(|answer| matches!(answer.said, ProgramAnswer::Satisfiable(..)));
    let refuted = given.find(|answer| matches!(answer.said, ProgramAnswer::Unsatisfiable));
    if let (Some(found), Some(refuted)) = (found, refuted) {
        bail!(
            "the solvers disagree: {} finds a position, {} says that there is none",
            found.name,
            refuted.name
        );
    }
    answers.into_iter().collect()
}

fn answer(session: &Session, emission: &Emission, answers: &[TimedAnswer]) -> anyhow::Result<Outcome> {
    let mut text = String::new();
    for answer in answers {
        let TimedAnswer { name, said, is_proved, time } = answer;
        let refutes = matches!(said, ProgramAnswer::Unsatisfiable);
        let proof = if *is_proved { "the proof was checked" } else { "no proof" };
        let remark = answer.reason().or(refutes.then_some(proof));
        let remark = remark.map(|remark| format!(" ({remark})")).unwrap_or_default();
        let _ = writeln!(text, "c {name}: {}{remark}, {:.2} s", said.status(), time.as_secs_f64());
    }
    let decided = answers.iter().find(|answer| !matches!(answer.said, ProgramAnswer::Unknown(_)));
    let said = decided.or(answers.first()).map(|answer| &answer.said);
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
    let solvers: Vec<_> = answers
        .iter()
        .map(|answer| ProgramVerdict {
            solver: &answer.name,
            status: Status(answer.said.status()),
            seconds: answer.time.as_secs_f64(),
            reason: answer.reason(),
            proved: answer.is_proved,
        })
        .collect();
    let status = said.map_or("UNKNOWN", ProgramAnswer::status);
    let witness = witness.map(|witness| &**witness);
    let mut object = QuestionVerdict::new(emission, status, witness);
    object.solvers = solvers;
    session.conclude(Answer::new(outcome, text, SolveReport::Question(object)))
}

/// The answer with its model, if there is one. An SMT solver gives values of words, which the diagram shows.
fn satisfiable(emission: &Emission, witness: &Solution, model: Option<&verify::model::Model>) -> String {
    if let Some(model) = model {
        return solve::satisfiable(witness, emission.clausified.variables, |variable| model.value(variable));
    }
    solve::drawn(witness)
}
