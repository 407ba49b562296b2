//! `certamen solve --cnf FILE`: any formula, not only one of a question.
//!
//! `--strict` writes the proof for verified checkers: trimmed, hints complete, literals in ascending order of variables.
//! It holds the proof in memory while it trims. What it does not show: the proof is not checked here; `check` does that.

use crate::check::proof::read_formula;
use crate::frame::app::App;
use crate::frame::question_verb::QuestionVerb as _;
use crate::frame::verb::PlainVerb;
use crate::solve::program_verdict::Status;
use crate::solve::{ProofFormat, Solve, SolveReport, cost, name_proof};
use anyhow::{Context, bail};
use certamen_ask::solve::{ask_renamed, model_value, value_lines};
use certamen_work::file;
use certamen_work::{Answer, Limits, Outcome, Progress, Session};
use clap::Args;
use cnf_out::solver::{LratFormat, Run, Statistics, Verdict, strict};
use rustsat::instances::Cnf;
use rustsat::types::{Clause, Lit};
use std::io::{self, BufWriter, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;
use verify::dimacs::{Formula, Literal};

/// `solve` without a question.
#[derive(Args, Debug)]
pub(crate) struct SolveFile {
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

impl PlainVerb for SolveFile {
    const NAME: &'static str = Solve::NAME;

    fn run(&self, _: &App, session: &Session) -> anyhow::Result<Outcome> {
        if self.proof.as_deref().is_some_and(file::is_dash) {
            bail!("--proof needs a file: the answer goes to standard output");
        }
        let formula = read_formula(&self.cnf, session)?;
        let clauses = Clauses::new(&formula)?;
        let progress = Progress::begun(session, format!("solving {}", self.cnf.display()));
        let limits = session.limits(self.time_limit);
        let Run { verdict, statistics } = self.ask(&clauses, &limits)?;
        drop(progress);
        match verdict {
            Verdict::Interrupted(reason) => {
                session.note(&reason.to_string());
                self.answer(session, Outcome::Unknown, &format!("c {reason}\ns UNKNOWN\n"), statistics)
            }
            Verdict::Unsatisfiable(_) => {
                self.answer(session, Outcome::Unsatisfiable, "s UNSATISFIABLE\n", statistics)
            }
            Verdict::Satisfiable(model) => {
                let value = |variable| model_value(&model, clauses.number(variable)?);
                check_model(&formula, value)?;
                let values = value_lines(clauses.variables.iter().copied(), value);
                self.answer(session, Outcome::Satisfiable, &format!("s SATISFIABLE\n{values}"), statistics)
            }
        }
    }
}

impl SolveFile {
    /// Asks the embedded solver. The file of the proof gets its name only if the formula is refuted.
    fn ask(&self, clauses: &Clauses, limits: &Limits) -> anyhow::Result<Run<()>> {
        let (cnf, names) = (&clauses.cnf, clauses.names());
        let Some(path) = &self.proof else {
            return Ok(ask_renamed(cnf, names, io::sink(), LratFormat::Text, limits)?.without_proof());
        };
        let mut pending = file::PendingFile::create(path, &limits.stop)?;
        let writer =
            pending.file().try_clone().with_context(|| format!("cannot write {}", path.display()))?;
        let answer = if self.strict {
            let run = ask_renamed(cnf, names, Vec::new(), LratFormat::Binary, limits)?;
            if let Verdict::Unsatisfiable(refuted) = &run.verdict {
                write_strict(&refuted.proof, cnf.len(), BufWriter::new(writer), path)?;
            }
            run.without_proof()
        } else {
            let run = ask_renamed(cnf, names, writer, self.proof_format.into(), limits);
            run.map_err(|error| name_proof(error, path))?.without_proof()
        };
        if matches!(answer.verdict, Verdict::Unsatisfiable(_)) {
            pending.keep()?;
        }
        Ok(answer)
    }

    fn answer(
        &self,
        session: &Session,
        outcome: Outcome,
        text: &str,
        statistics: Statistics,
    ) -> anyhow::Result<Outcome> {
        let (status, seconds) = (outcome.status(), statistics.time.as_secs_f64());
        let (cnf, status, conflicts) = (self.cnf.as_path(), Status(status), statistics.conflicts);
        let object = SolveReport::File { cnf, status, conflicts, seconds };
        session.conclude(Answer::new(outcome, cost(statistics) + text, object))
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

/// A formula as the solver takes it. It makes room for each number up to the greatest variable, so variables that are
/// far apart get other numbers.
struct Clauses {
    cnf: Cnf,
    /// The variables of the file, in ascending order.
    variables: Vec<u32>,
    /// Whether the solver has them as they are.
    is_dense: bool,
}

impl Clauses {
    fn new(formula: &Formula) -> anyhow::Result<Self> {
        let variables = formula.used_variables();
        let is_dense = variables.len() == formula.variables() as usize;
        let mut clauses = Self { cnf: Cnf::new(), variables, is_dense };
        let literal = |literal: &Literal| {
            let number = clauses.number(literal.variable()).context("a variable that does not occur")?;
            let number = i32::try_from(number)?;
            Ok(Lit::from_ipasir(if literal.is_positive() { number } else { -number })?)
        };
        let clause = |literals: &[Literal]| literals.iter().map(literal).collect::<anyhow::Result<Clause>>();
        let cnf = formula.clauses().map(clause).collect::<anyhow::Result<_>>()?;
        clauses.cnf = cnf;
        Ok(clauses)
    }

    /// The number that a variable has in the solver.
    fn number(&self, variable: u32) -> Option<u32> {
        if self.is_dense {
            return Some(variable);
        }
        self.variables.binary_search(&variable).ok().map(|place| place as u32 + 1)
    }

    /// The variables by their numbers in the solver, if these are others.
    fn names(&self) -> Vec<i32> {
        if self.is_dense {
            Vec::new()
        } else {
            self.variables.iter().map(|&variable| variable as i32).collect()
        }
    }
}

/// A model is believed only if it satisfies each clause of the file.
fn check_model(formula: &Formula, value: impl Fn(u32) -> Option<bool>) -> anyhow::Result<()> {
    for (index, clause) in formula.clauses().enumerate() {
        let is_true = |literal: &Literal| value(literal.variable()) == Some(literal.is_positive());
        if !clause.iter().any(is_true) {
            bail!("the solver's model does not satisfy clause {}", index + 1);
        }
    }
    Ok(())
}
