//! `certamen solve --cnf FILE`: any formula, not only one of a question.
//!
//! `--strict` writes the proof for verified checkers: trimmed, hints complete, literals in ascending order of variables.
//! It holds the proof in memory while it trims. What it does not show: the proof is not checked here; `check` does that.

use crate::app::App;
use crate::check_proof::read_formula;
use crate::examples::Example;
use crate::solve::{ProofFormat, Solve, name_proof, without_proof};
use crate::verb::{Call, OfQuestions, Verb};
use anyhow::{Context, bail};
use certamen_ask::solve::{ask_clauses, model_value, value_lines};
use certamen_work::failure::Failure;
use certamen_work::file;
use certamen_work::limits::Limits;
use certamen_work::progress::Progress;
use certamen_work::session::{Outcome, Session};
use clap::{ArgMatches, Args, Command, FromArgMatches as _};
use cnf_out::solver::{LratFormat, Statistics, Verdict, strict};
use rustsat::instances::Cnf;
use rustsat::types::{Assignment, Clause, Lit};
use serde_json::json;
use std::io::{self, BufWriter, Write as _};
use std::marker::PhantomData;
use std::path::{Path, PathBuf};
use std::time::Duration;
use verify::dimacs::Formula;

/// The verb `solve`: about questions, and about files.
pub(crate) struct SolveAny;

const QUESTIONS: OfQuestions<Solve> = OfQuestions(PhantomData);

impl Verb for SolveAny {
    fn name(&self) -> &'static str {
        QUESTIONS.name()
    }

    fn command(&self) -> Command {
        let command = QUESTIONS.command();
        let about = (command.get_about().cloned(), command.get_long_about().cloned());
        let mut command = SolveFile::augment_args(command).args_conflicts_with_subcommands(true);
        // The flags of a file must not change what the verb says of itself.
        if let (Some(short), Some(long)) = about {
            command = command.about(short).long_about(long);
        }
        command
    }

    fn subject_word(&self) -> Option<&'static str> {
        QUESTIONS.subject_word()
    }

    fn stands_alone(&self) -> bool {
        true
    }

    fn subjects(&self, app: &App) -> Vec<String> {
        QUESTIONS.subjects(app)
    }

    fn subject_command(&self, app: &App, subject: &str) -> Command {
        QUESTIONS.subject_command(app, subject)
    }

    fn examples(&self, app: &App, subject: &str) -> Vec<Example> {
        QUESTIONS.examples(app, subject)
    }

    fn run(&self, call: Call<'_>, matches: &ArgMatches) -> Result<Outcome, Failure> {
        // Without a subject the last word is the verb itself.
        if call.subject == self.name() {
            return Ok(SolveFile::from_arg_matches(matches)?.run(call.session)?);
        }
        QUESTIONS.run(call, matches)
    }
}

#[derive(Args, Debug)]
struct SolveFile {
    /// Decide this formula in DIMACS, in place of a question.
    #[arg(long, value_name = "FILE")]
    cnf: PathBuf,
    /// Write the LRAT proof of `s UNSATISFIABLE` to this file.
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,
    /// Write the proof for verified checkers: text, trimmed, literals in ascending order of variables.
    #[arg(long, requires = "proof", conflicts_with = "proof_format")]
    strict: bool,
    /// The form of the proof.
    #[arg(long, value_enum, default_value = "text", requires = "proof")]
    proof_format: ProofFormat,
    /// Stop after this many seconds, undecided.
    #[arg(long, value_name = "S", value_parser = certamen_work::amount::seconds)]
    time_limit: Option<Duration>,
}

impl SolveFile {
    fn run(&self, session: &Session) -> anyhow::Result<Outcome> {
        if self.proof.as_deref().is_some_and(file::is_dash) {
            bail!("--proof needs a file: the answer goes to standard output");
        }
        let formula = read_formula(&self.cnf, session)?;
        let cnf: Cnf = formula.clauses().map(clause).collect::<anyhow::Result<_>>()?;
        let progress = Progress::new(session);
        progress.begin(format!("solving {}", self.cnf.display()));
        let limits = Limits { time: self.time_limit, deadline: None, stop: session.stop.clone() };
        let (verdict, statistics) = self.ask(&cnf, &limits)?;
        drop(progress);
        match verdict {
            Verdict::Interrupted(reason) => {
                session.note(&reason.to_string());
                self.answer(session, "UNKNOWN", &format!("c {reason}\ns UNKNOWN\n"), statistics)?;
                Ok(Outcome::Holds)
            }
            Verdict::Unsatisfiable(_) => {
                self.answer(session, "UNSATISFIABLE", "s UNSATISFIABLE\n", statistics)?;
                Ok(Outcome::Unsatisfiable)
            }
            Verdict::Satisfiable(model) => {
                check_model(&formula, &model)?;
                let values = value_lines(formula.variables(), |variable| model_value(&model, variable));
                self.answer(session, "SATISFIABLE", &format!("s SATISFIABLE\n{values}"), statistics)?;
                Ok(Outcome::Satisfiable)
            }
        }
    }

    /// Asks the embedded solver. The file of the proof gets its name only if the formula is refuted.
    fn ask(&self, cnf: &Cnf, limits: &Limits) -> anyhow::Result<(Verdict<()>, Statistics)> {
        let Some(path) = &self.proof else {
            return Ok(without_proof(ask_clauses(cnf, io::sink(), LratFormat::Text, limits)?));
        };
        let mut pending = file::PendingFile::create(path)?;
        let writer =
            pending.file().try_clone().with_context(|| format!("cannot write {}", path.display()))?;
        let answer = if self.strict {
            let run = ask_clauses(cnf, Vec::new(), LratFormat::Binary, limits)?;
            if let Verdict::Unsatisfiable(refuted) = &run.verdict {
                write_strict(&refuted.proof, cnf.len(), BufWriter::new(writer), path)?;
            }
            without_proof(run)
        } else {
            let run = ask_clauses(cnf, writer, self.proof_format.into(), limits);
            without_proof(run.map_err(|error| name_proof(error, path))?)
        };
        if matches!(answer.0, Verdict::Unsatisfiable(_)) {
            pending.keep()?;
        }
        Ok(answer)
    }

    fn answer(
        &self,
        session: &Session,
        status: &str,
        text: &str,
        statistics: Statistics,
    ) -> anyhow::Result<()> {
        let Statistics { variables, clauses, conflicts, .. } = statistics;
        let seconds = statistics.time.as_secs_f64();
        let cost =
            format!("c {variables} variables, {clauses} clauses, {conflicts} conflicts, {seconds:.2} s\n");
        session.answer(
            &(cost + text),
            &json!({ "cnf": self.cnf, "status": status, "conflicts": conflicts, "seconds": seconds }),
        )?;
        Ok(())
    }
}

fn write_strict(
    proof: &[u8],
    inputs: usize,
    out: BufWriter<std::fs::File>,
    path: &Path,
) -> anyhow::Result<()> {
    let cannot_write = || format!("cannot write {}", path.display());
    let (mut out, _) = strict(proof, inputs as u64, out).with_context(cannot_write)?;
    out.flush().with_context(cannot_write)
}

/// A clause as the solver takes it.
fn clause(literals: &[verify::dimacs::Literal]) -> anyhow::Result<Clause> {
    let literal = |literal: &verify::dimacs::Literal| Ok(Lit::from_ipasir(literal.get())?);
    literals.iter().map(literal).collect()
}

/// A model is believed only if it satisfies each clause of the file.
fn check_model(formula: &Formula, model: &Assignment) -> anyhow::Result<()> {
    for (index, clause) in formula.clauses().enumerate() {
        let is_true = |literal: &verify::dimacs::Literal| {
            model_value(model, literal.variable()) == Some(literal.is_positive())
        };
        if !clause.iter().any(is_true) {
            bail!("the solver's model does not satisfy clause {}", index + 1);
        }
    }
    Ok(())
}
