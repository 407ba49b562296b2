//! The instances of a question: each is a shuffle of its clauses, with its answer.
//!
//! Idea: a question is decided once, and its model or its proof becomes that of each shuffle by the same renaming. What is
//! written is checked against the written formula: a model clause by clause, a proof by the checker of `verify`. The naive
//! game replays the model of the question. Cost: a proof is in memory while it is renamed and checked.

use super::ladder::Settings;
use crate::solve::drawn;
use anyhow::{Context as _, bail, ensure};
use certamen_ask::emission::{Emission, sha256};
use certamen_ask::question::Question;
use certamen_ask::solve::{ask_clauses, check_formula, model_value, value_lines};
use certamen_work::compression::Compression;
use certamen_work::{Interrupted, Limits};
use clap::ValueEnum;
use cnf_out::clausify::Encoding;
use cnf_out::shuffle::{Part, Shuffle};
use cnf_out::solver::{LratFormat, StopReason, Verdict};
use std::fs;
use std::io::{BufReader, BufWriter};
use std::path::Path;
use tempfile::NamedTempFile;
use verify::{dimacs, model};

/// The columns of the table.
pub(super) const COLUMNS: &str = "file,question,board,bound,seed,variables,clauses,answer,evidence,sha256\n";
/// The longest proof that is renamed, in bytes.
const PROOF_LIMIT: u64 = 1 << 30;

/// What to find out about formulas.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Answers {
    /// No solver is asked: all answers are unknown.
    None,
    /// Each question is decided once, and the table has its answer.
    Table,
    /// Beside each formula is its model or its proof as well.
    Files,
}

/// A question of a family.
pub(super) struct FamilyQuestion {
    pub(super) question: Question,
    pub(super) settings: Settings,
    /// The question, its board and its bound as cells of the table.
    pub(super) cells: String,
    /// The beginning of the names of its files.
    pub(super) stem: String,
}

/// Where and how instances are written.
pub(super) struct Target<'a> {
    pub(super) directory: &'a Path,
    /// The ending of formulas.
    pub(super) ending: &'a str,
    pub(super) answers: Answers,
    pub(super) limits: Limits,
}

/// The answer of a formula, in the word of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FormulaAnswer {
    Satisfiable,
    Unsatisfiable,
    Unknown,
}

impl FormulaAnswer {
    const fn word(self) -> &'static str {
        match self {
            Self::Satisfiable => "satisfiable",
            Self::Unsatisfiable => "unsatisfiable",
            Self::Unknown => "unknown",
        }
    }
}

/// What shows the answer of a formula.
enum Evidence {
    /// Nothing that is written.
    None(FormulaAnswer),
    /// The values of its variables, and the position that they mean as comments.
    Model(Vec<bool>, String),
    /// Its LRAT proof.
    Proof(NamedTempFile),
}

impl Evidence {
    const fn answer(&self) -> FormulaAnswer {
        match self {
            Self::None(answer) => *answer,
            Self::Model(..) => FormulaAnswer::Satisfiable,
            Self::Proof(_) => FormulaAnswer::Unsatisfiable,
        }
    }
}

/// A question with its clauses and its answer, of which the instances are shuffles.
pub(super) struct Original<'a> {
    pub(super) question: &'a FamilyQuestion,
    emission: Emission,
    evidence: Evidence,
}

impl<'a> Original<'a> {
    /// Writes the clauses of a question and asks the embedded solver, on one thread: the same model or proof each time.
    pub(super) fn new(question: &'a FamilyQuestion, target: &Target<'_>) -> anyhow::Result<Self> {
        question.question.require_whole()?;
        let emission = Emission::new(&question.question, Encoding::default());
        let asks = target.answers != Answers::None;
        let evidence = if asks { decide(&emission, target)? } else { Evidence::None(FormulaAnswer::Unknown) };
        let evidence = match target.answers {
            Answers::Table => Evidence::None(evidence.answer()),
            Answers::None | Answers::Files => evidence,
        };
        Ok(Self { question, emission, evidence })
    }

    pub(super) const fn answer(&self) -> FormulaAnswer {
        self.evidence.answer()
    }

    /// Writes an instance. Returns its line of the table.
    pub(super) fn write(&self, number: u64, target: &Target<'_>) -> anyhow::Result<String> {
        target.limits.stop.proceed()?;
        let FamilyQuestion { question, cells, settings: Settings { seed, parts, .. }, stem, .. } =
            self.question;
        let seed = seed + number;
        let shuffle = Shuffle::new(&self.emission.clausified, parts, seed);
        let shuffled = Part::NAMES.iter().filter(|(_, part)| parts.contains(part));
        let shuffled: Vec<&str> = shuffled.map(|&(name, _)| name).collect();
        let by = format!("certamen {}: {question}", env!("CARGO_PKG_VERSION"));
        let text = shuffle.dimacs(&[by, format!("seed {seed}, shuffled: {}", shuffled.join(" "))]);
        let file = format!("{stem}-{seed}.{}", target.ending);
        target.write(&file, &text)?;
        let packed = target.ending.strip_prefix("cnf").unwrap_or_default();
        let evidence = match &self.evidence {
            Evidence::None(_) => String::new(),
            Evidence::Model(values, drawing) => {
                let name = format!("{stem}-{seed}.model{packed}");
                let values = shuffle.values(values);
                let value = |variable: u32| values.get(variable as usize - 1).copied();
                let model = drawing.clone() + &value_lines(1..=values.len() as u32, value);
                satisfies(&model, &text).with_context(|| format!("the model {name}"))?;
                target.write(&name, model.as_bytes())?;
                name
            }
            Evidence::Proof(proof) => {
                let (name, mut renamed) = (format!("{stem}-{seed}.lrat{packed}"), Vec::new());
                let is_short = proof.as_file().metadata()?.len() <= PROOF_LIMIT;
                ensure!(is_short, "{name} has more than {PROOF_LIMIT} bytes: use --answers table");
                shuffle.prove(BufReader::new(proof.reopen()?), &mut renamed)?;
                let formula = dimacs::read(text.as_slice())?;
                let checked = check_formula(&formula, renamed.as_slice(), &target.limits.stop);
                checked.with_context(|| format!("the proof {name}"))?;
                target.write(&name, &renamed)?;
                name
            }
        };
        let cnf = &self.emission.map.cnf;
        let (variables, clauses, sha256) = (cnf.variables, cnf.clauses, sha256(&text));
        let answer = self.answer().word();
        Ok(format!("{file},{cells},{seed},{variables},{clauses},{answer},{evidence},{sha256}\n"))
    }
}

impl Target<'_> {
    /// Writes a file, compressed by its ending.
    pub(super) fn write(&self, name: &str, mut bytes: &[u8]) -> anyhow::Result<()> {
        let path = self.directory.join(name);
        let (length, mut packed) = (bytes.len() as u64, Vec::new());
        let written = match Compression::of_name(&path) {
            Some(compression) => {
                compression.write(&mut bytes, length, &mut packed).and_then(|()| fs::write(&path, packed))
            }
            None => fs::write(&path, bytes),
        };
        written.with_context(|| format!("cannot write {}", path.display()))
    }
}

fn decide(emission: &Emission, target: &Target<'_>) -> anyhow::Result<Evidence> {
    let proof = NamedTempFile::new_in(target.directory)?;
    let writer = BufWriter::new(proof.reopen()?);
    let run = ask_clauses(&emission.clausified.cnf, writer, LratFormat::Text, &target.limits)?;
    Ok(match run.verdict {
        Verdict::Interrupted(StopReason::Callback) => return Err(Interrupted.into()),
        Verdict::Interrupted(_) => Evidence::None(FormulaAnswer::Unknown),
        Verdict::Unsatisfiable(_) => {
            let formula = dimacs::read(emission.dimacs.as_slice())?;
            check_formula(&formula, proof.reopen()?, &target.limits.stop)?;
            Evidence::Proof(proof)
        }
        Verdict::Satisfiable(model) => {
            let solution = emission.witness_of_model(&model)?;
            let variables = 1..=emission.clausified.variables;
            let values = variables.map(|variable| model_value(&model, variable) == Some(true)).collect();
            Evidence::Model(values, drawn(&solution))
        }
    })
}

/// A model is believed only if it satisfies each clause of the formula, both as they are written.
fn satisfies(model: &str, formula: &[u8]) -> anyhow::Result<()> {
    let formula = dimacs::read(formula)?;
    let model::Answer::Satisfiable(model) = model::read(model.as_bytes(), formula.variables())? else {
        bail!("is none")
    };
    Ok(model.check(&formula)?)
}
