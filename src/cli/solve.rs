//! `certamen solve`

use crate::app::App;
use crate::programs;
use crate::verb::{AboutQuestions, Asking};
use anyhow::{Context, bail};
use certamen_ask::emission::Emission;
use certamen_ask::kind::Kind;
use certamen_ask::solve::{ask, model_value, value_lines};
use certamen_ask::witness::AnyWitness;
use certamen_work::file::{self, FileError};
use certamen_work::limits::Limits;
use certamen_work::progress::Progress;
use certamen_work::session::{Outcome, Session};
use clap::{Args, ValueEnum};
use cnf_out::clausify::Encoding;
use cnf_out::solver::process::ProcessLimits;
use cnf_out::solver::{LratFormat, Run, SolverError, Statistics, Verdict};
use serde_json::json;
use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

/// Ask a solver whether a question has an answer: the embedded CaDiCaL, or a solver of your own.
///
/// The output follows the SAT competition: `s SATISFIABLE` (exit code 10), `s UNSATISFIABLE` (20) or `s UNKNOWN` (0). A
/// model is one of the CNF that `emit --symmetry-breaking` writes; comments before it draw the position. The naive game
/// replays every model before it is printed.
///
/// `--solver` takes a name (kissat, z3, cvc5, bitwuzla, or any executable that reads DIMACS), or a shell command with
/// the placeholder {file} for the CNF or {smt2} for the question in SMT-LIB. `all` runs CaDiCaL and those of the four
/// that are on the path at the same time, and compares their answers. It is an error if an answer cannot be read, if
/// there are two answers, if the exit code contradicts the answer, or if the model does not satisfy the formula. If a
/// program says "unsatisfiable", there is no proof. `libz3` is Z3 as a library, if certamen was built with it.
///
/// `solve --cnf FILE`, without a question, decides any formula in DIMACS.
#[derive(Args, Debug)]
pub(crate) struct Solve {
    /// The solver: cadical, kissat, z3, cvc5, bitwuzla, an executable, 'CMD {file}', 'CMD {smt2}', or all.
    #[arg(long, value_name = "NAME|CMD", default_value = "cadical")]
    solver: String,
    /// Limit the address space of an external solver, in megabytes.
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u64).range(1..1 << 30))]
    memory_limit: Option<u64>,
    /// Write the LRAT proof of `s UNSATISFIABLE` to this file.
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,
    /// The form of the proof.
    #[arg(long, value_enum, default_value = "text", requires = "proof")]
    proof_format: ProofFormat,
    /// Stop after this many seconds, undecided.
    #[arg(long, value_name = "S", value_parser = certamen_work::amount::seconds)]
    time_limit: Option<Duration>,
    /// Do not break symmetries: ask for any position, not for one of each class of symmetric positions.
    #[arg(long)]
    no_symmetry_breaking: bool,
}

/// The name of the embedded solver.
pub(super) const EMBEDDED: &str = "cadical";

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ProofFormat {
    Text,
    Binary,
}

impl From<ProofFormat> for LratFormat {
    fn from(format: ProofFormat) -> Self {
        match format {
            ProofFormat::Text => Self::Text,
            ProofFormat::Binary => Self::Binary,
        }
    }
}

impl AboutQuestions for Solve {
    const NAME: &'static str = "solve";
    const SAMPLE: &'static str = "";

    fn applies(_: &dyn Kind) -> bool {
        true
    }

    fn run(&self, _: &App, asked: Asking<'_>, session: &Session) -> anyhow::Result<Outcome> {
        if self.proof.as_deref().is_some_and(file::is_dash) {
            bail!("--proof needs a file: the answer goes to standard output");
        }
        let question = asked.question(session, !self.no_symmetry_breaking)?;
        let emission = Emission::of(&question, Encoding::default());
        if self.solver != EMBEDDED {
            if self.proof.is_some() {
                bail!("--proof applies to the embedded solver: leave out --solver");
            }
            let limits =
                ProcessLimits { time: self.time_limit, memory: self.memory_limit.map(|mb| mb << 20) };
            return programs::run(session, &self.solver, &emission, limits);
        }
        if self.memory_limit.is_some() {
            bail!(
                "--memory-limit applies to solvers that are programs: the embedded one runs in this process"
            );
        }
        let progress = Progress::new(session);
        progress.begin(format!("solving {question}"));
        let limits = Limits { time: self.time_limit, deadline: None, stop: session.stop.clone() };
        let verdict = self.ask(&emission, &limits)?;
        drop(progress);
        match verdict {
            (Verdict::Interrupted(reason), statistics) => {
                session.note(&reason.to_string());
                let text = format!("c {reason}\ns UNKNOWN\n");
                answer(session, &emission, "UNKNOWN", &text, None, statistics)?;
                Ok(Outcome::Holds)
            }
            (Verdict::Unsatisfiable(_), statistics) => {
                answer(session, &emission, "UNSATISFIABLE", "s UNSATISFIABLE\n", None, statistics)?;
                Ok(Outcome::Unsatisfiable)
            }
            (Verdict::Satisfiable(model), statistics) => {
                let value = |variable| model_value(&model, variable);
                let witness =
                    emission.witness_of_model(&model).context("the solver's model is not a valid witness")?;
                let text = satisfiable(&witness, emission.clausified.variables, value);
                answer(session, &emission, "SATISFIABLE", &text, Some(&witness), statistics)?;
                Ok(Outcome::Satisfiable)
            }
        }
    }
}

impl Solve {
    /// Asks the embedded solver. The file of the proof gets its name only if the formula is refuted.
    fn ask(&self, emission: &Emission, limits: &Limits) -> anyhow::Result<(Verdict<()>, Statistics)> {
        let Some(path) = &self.proof else {
            return Ok(without_proof(ask(emission, io::sink(), LratFormat::Text, limits)?));
        };
        let format = self.proof_format.into();
        let mut pending = file::PendingFile::create(path)?;
        let writer =
            pending.file().try_clone().with_context(|| format!("cannot write {}", path.display()))?;
        let run = ask(emission, writer, format, limits).map_err(|error| name_proof(error, path))?;
        if matches!(run.verdict, Verdict::Unsatisfiable(_)) {
            pending.keep()?;
        }
        Ok(without_proof(run))
    }
}

fn answer(
    session: &Session,
    emission: &Emission,
    status: &str,
    text: &str,
    witness: Option<&AnyWitness>,
    statistics: Statistics,
) -> Result<(), FileError> {
    let Statistics { variables, clauses, conflicts, .. } = statistics;
    let seconds = statistics.time.as_secs_f64();
    let cost = format!("c {variables} variables, {clauses} clauses, {conflicts} conflicts, {seconds:.2} s\n");
    session.answer(
        &(cost + text),
        &json!({
            "question": emission.map.question, "status": status, "witness": witness, "cnf": emission.map.cnf,
            "conflicts": conflicts, "seconds": seconds,
        }),
    )
}

pub(super) fn name_proof(error: SolverError, path: &std::path::Path) -> anyhow::Error {
    match error {
        SolverError::ProofWrite(source) => {
            anyhow::Error::new(source).context(format!("cannot write {}", path.display()))
        }
        other => other.into(),
    }
}

pub(super) fn without_proof<W: Write>(run: Run<W>) -> (Verdict<()>, Statistics) {
    let verdict = match run.verdict {
        Verdict::Satisfiable(model) => Verdict::Satisfiable(model),
        Verdict::Unsatisfiable(refuted) => {
            Verdict::Unsatisfiable(cnf_out::solver::Refuted { proof: (), bytes: refuted.bytes })
        }
        Verdict::Interrupted(reason) => Verdict::Interrupted(reason),
    };
    (verdict, run.statistics)
}

/// The answer with a diagram in comments and the model in `v` lines of at most 78 characters.
pub(crate) fn satisfiable(
    witness: &AnyWitness,
    variables: u32,
    value: impl Fn(u32) -> Option<bool>,
) -> String {
    let mut text = String::new();
    for line in witness.text().lines() {
        let _ = writeln!(text, "c {line}");
    }
    text.push_str("s SATISFIABLE\n");
    text + &value_lines(variables, value)
}
