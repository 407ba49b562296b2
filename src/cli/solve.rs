//! `certamen solve`

use super::progress::Progress;
use super::question::QueryArgs;
use super::{Outcome, Session, file};
use crate::bound::{Limits, ask, model_value};
use crate::diagram;
use crate::emission::Emission;
use crate::query::Witness;
use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use cnf_out::clausify::Encoding;
use cnf_out::solver::{LratFormat, Run, SolverError, Statistics, Verdict};
use serde_json::json;
use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

/// Ask the embedded solver, CaDiCaL, whether there is such a position.
///
/// The answer follows the SAT competition: `s SATISFIABLE` with the model of the CNF that `emit` writes with
/// `--symmetry-breaking` and a diagram in comments (exit 10), `s UNSATISFIABLE` (20) or `s UNKNOWN` (0). A model is
/// replayed by the naive game before it is given out.
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  certamen solve othello.mobility --at-least 35 --proof m35.lrat")]
pub(super) struct Solve {
    #[command(flatten)]
    query: QueryArgs,
    /// Write an LRAT proof of `s UNSATISFIABLE` here.
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,
    /// The form of the proof.
    #[arg(long, value_enum, default_value = "text", requires = "proof")]
    proof_format: ProofFormat,
    /// End after this many seconds.
    #[arg(long, value_name = "S", value_parser = super::question::seconds)]
    time_limit: Option<Duration>,
    /// Ask for any position, not only for one of each class of symmetric ones.
    #[arg(long)]
    no_symmetry_breaking: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ProofFormat {
    Text,
    Binary,
}

impl Solve {
    pub(super) fn run(&self, session: &Session) -> anyhow::Result<Outcome> {
        if self.proof.as_deref().is_some_and(file::is_dash) {
            bail!("--proof needs a file: the answer goes to standard output");
        }
        let question = self.query.question(!self.no_symmetry_breaking)?;
        let emission = Emission::of(question, Encoding::default());
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
                let witness = emission.witness(value).context("the solver's model does not stand")?;
                let text = satisfiable(&witness, emission.clausified.variables, value);
                answer(session, &emission, "SATISFIABLE", &text, Some(&witness), statistics)?;
                Ok(Outcome::Satisfiable)
            }
        }
    }

    /// Asks, with the proof going to its file, which gets its name only if the answer is no.
    fn ask(&self, emission: &Emission, limits: &Limits) -> anyhow::Result<(Verdict<()>, Statistics)> {
        let Some(path) = &self.proof else {
            return Ok(without_proof(ask(emission, io::sink(), LratFormat::Text, limits)?));
        };
        let format = match self.proof_format {
            ProofFormat::Text => LratFormat::Text,
            ProofFormat::Binary => LratFormat::Binary,
        };
        if path.as_os_str() == "-" {
            bail!("--proof -: standard output is for the answer");
        }
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
    witness: Option<&Witness>,
    statistics: Statistics,
) -> anyhow::Result<()> {
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

fn name_proof(error: SolverError, path: &std::path::Path) -> anyhow::Error {
    match error {
        SolverError::ProofWrite(source) => {
            anyhow::Error::new(source).context(format!("cannot write {}", path.display()))
        }
        other => other.into(),
    }
}

fn without_proof<W: Write>(run: Run<W>) -> (Verdict<()>, Statistics) {
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
fn satisfiable(witness: &Witness, variables: u32, value: impl Fn(u32) -> Option<bool>) -> String {
    let mut text = String::new();
    for line in diagram::of_witness(witness).lines() {
        let _ = writeln!(text, "c {line}");
    }
    text.push_str("s SATISFIABLE\n");
    let literals = (1..=variables).map(|variable| {
        let sign = if value(variable) == Some(true) { "" } else { "-" };
        format!("{sign}{variable}")
    });
    let mut line = "v".to_owned();
    for literal in literals.chain(["0".to_owned()]) {
        if line.len() + 1 + literal.len() > 78 {
            let _ = writeln!(text, "{line}");
            "v".clone_into(&mut line);
        }
        let _ = write!(line, " {literal}");
    }
    let _ = writeln!(text, "{line}");
    text
}
