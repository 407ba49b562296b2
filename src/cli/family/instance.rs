//! The instances of a question: each is a shuffle of its clauses, with its answer.
//!
//! Idea: a question is decided once, and its model or its proof becomes that of each shuffle by the same renaming. What is
//! written is checked against the written formula: a model clause by clause, a proof by the checker of `verify`. The naive
//! game replays the model of the question.

use super::Answers;
use super::ladder::Settings;
use crate::solve::drawn;
use anyhow::{Context as _, bail};
use certamen_ask::emission::{Emission, sha256};
use certamen_ask::question::Question;
use certamen_ask::solve::{CONFIGURATION, model_value, terminator, value_lines};
use certamen_work::compression::Compression;
use certamen_work::text::csv_cell;
use certamen_work::{Interrupted, Limits, Stop};
use cnf_out::clausify::{Directions, Encoding};
use cnf_out::shuffle::{Part, Shuffle};
use cnf_out::solver::{LratFormat, Refuter, StopReason, Verdict};
use rustsat::solvers::Terminate as _;
use std::fs::{self, File};
use std::io::{BufReader, BufWriter, Read};
use std::ops::ControlFlow;
use std::path::Path;
use tempfile::NamedTempFile;
use verify::dimacs::Formula;
use verify::lrat::{self, SatisfiedHints};
use verify::{dimacs, model};

/// The columns of the table.
pub(super) const COLUMNS: &str = "file,question,board,bound,seed,variables,clauses,answer,evidence,sha256\n";

/// A question of a family.
pub(super) struct Asked {
    pub(super) question: Question,
    /// The question with the flags of its clauses, as `emit` takes it.
    pub(super) text: String,
    /// The board that it names.
    pub(super) board: String,
    /// Whether both directions of definitions are written.
    pub(super) is_full: bool,
    pub(super) settings: Settings,
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

/// What is known about a formula.
enum Known {
    Unknown,
    /// The values of its variables, and the position that they mean as comments.
    Satisfiable(Vec<bool>, String),
    /// Its binary LRAT proof.
    Unsatisfiable(NamedTempFile),
}

/// A question with its clauses and its answer.
pub(super) struct Decided<'a> {
    asked: &'a Asked,
    emission: Emission,
    known: Known,
}

impl<'a> Decided<'a> {
    /// Writes the clauses of a question and asks the embedded solver, on one thread: the same model or proof each time.
    pub(super) fn new(asked: &'a Asked, target: &Target<'_>) -> anyhow::Result<Self> {
        let directions = if asked.is_full { Directions::Both } else { Directions::Needed };
        let emission = Emission::new(&asked.question, Encoding { directions, ..Encoding::default() });
        let known = match target.answers {
            Answers::None => Known::Unknown,
            Answers::Table | Answers::Files => decide(&emission, asked.settings.conflicts, target)?,
        };
        if let (Answers::Table, Known::Unsatisfiable(proof)) = (target.answers, &known) {
            check(&dimacs::read(emission.dimacs.as_slice())?, proof.reopen()?, &target.limits.stop)?;
        }
        Ok(Self { asked, emission, known })
    }

    /// The number of its instances.
    pub(super) fn len(&self) -> u64 {
        self.asked.settings.instances
    }

    /// Writes an instance. Returns its line of the table.
    pub(super) fn write(&self, number: u64, target: &Target<'_>) -> anyhow::Result<Row> {
        if target.limits.stop.is_requested() {
            return Err(Interrupted.into());
        }
        let Asked { question, text: asked, board, settings: Settings { seed, parts, .. }, stem, .. } =
            self.asked;
        let seed = seed + number;
        let shuffle = Shuffle::new(&self.emission.clausified, parts, seed);
        let shuffled = Part::NAMES.iter().filter(|(_, part)| parts.contains(part));
        let shuffled: String = shuffled.map(|(name, _)| format!(" {name}")).collect();
        let by = format!("certamen {}: {asked}", env!("CARGO_PKG_VERSION"));
        let text = shuffle.dimacs(&[by, format!("seed {seed}, shuffled:{shuffled}")]);
        let name = format!("{stem}-{seed}");
        let file = format!("{name}.{}", target.ending);
        target.write(&file, &text)?;
        let (answer, evidence) = match (&self.known, target.answers) {
            (Known::Unknown, _) => ("unknown", String::new()),
            (Known::Satisfiable(..), Answers::Table) => ("satisfiable", String::new()),
            (Known::Unsatisfiable(_), Answers::Table) => ("unsatisfiable", String::new()),
            (Known::Satisfiable(values, drawing), _) => {
                let name = target.beside(&name, "model");
                let values = shuffle.values(values);
                let value = |variable: u32| values.get(variable as usize - 1).copied();
                let model = drawing.clone() + &value_lines(1..=values.len() as u32, value);
                satisfies(&model, &text).with_context(|| format!("the model {name}"))?;
                target.write(&name, model.as_bytes())?;
                ("satisfiable", name)
            }
            (Known::Unsatisfiable(proof), _) => {
                let name = target.beside(&name, "lrat");
                let wrong = || format!("the proof {name}");
                self.refute(&shuffle, proof, &dimacs::read(text.as_slice())?, &name, target)
                    .with_context(wrong)?;
                ("unsatisfiable", name)
            }
        };
        let bound = question.bounded().and_then(|bounded| {
            bounded.objectives().first().map(|&objective| bounded.bound(objective).to_string())
        });
        let (asked, bound) = (csv_cell(asked), bound.unwrap_or_default());
        let cnf = &self.emission.map.cnf;
        let (variables, clauses, sha256) = (cnf.variables, cnf.clauses, sha256(&text));
        let board = csv_cell(board);
        let line = format!(
            "{file},{asked},{board},{bound},{seed},{variables},{clauses},{answer},{evidence},{sha256}\n"
        );
        Ok(Row { answer, line })
    }

    /// Writes the proof of a shuffle, checks it as it lies on the disk, and compresses it.
    fn refute(
        &self,
        shuffle: &Shuffle,
        proof: &NamedTempFile,
        formula: &Formula,
        name: &str,
        target: &Target<'_>,
    ) -> anyhow::Result<()> {
        let path = target.directory.join(name);
        let compression = Compression::of_name(&path);
        let plain = if compression.is_some() { path.with_extension("") } else { path.clone() };
        shuffle.prove(BufReader::new(proof.reopen()?), BufWriter::new(File::create(&plain)?))?;
        check(formula, File::open(&plain)?, &target.limits.stop)?;
        if let Some(compression) = compression {
            let (length, mut written) = (fs::metadata(&plain)?.len(), BufReader::new(File::open(&plain)?));
            compression.write(&mut written, length, BufWriter::new(File::create(&path)?))?;
            fs::remove_file(&plain)?;
        }
        Ok(())
    }
}

/// A line of the table.
pub(super) struct Row {
    pub(super) answer: &'static str,
    pub(super) line: String,
}

impl Target<'_> {
    /// The name of a file beside a formula, compressed as that is.
    fn beside(&self, stem: &str, ending: &str) -> String {
        format!("{stem}.{ending}{}", self.ending.strip_prefix("cnf").unwrap_or_default())
    }

    /// Writes a short file, compressed by its ending.
    pub(super) fn write(&self, name: &str, bytes: &[u8]) -> anyhow::Result<()> {
        let path = self.directory.join(name);
        let written = match Compression::of_name(&path) {
            Some(compression) => compression.pack(bytes).and_then(|packed| fs::write(&path, packed)),
            None => fs::write(&path, bytes),
        };
        written.with_context(|| format!("cannot write {}", path.display()))
    }
}

fn decide(emission: &Emission, conflicts: Option<u32>, target: &Target<'_>) -> anyhow::Result<Known> {
    let cnf = &emission.clausified.cnf;
    let proof = NamedTempFile::new_in(target.directory)?;
    let mut refuter = Refuter::new(cnf.len(), LratFormat::Binary, BufWriter::new(proof.reopen()?))?;
    refuter.configure(CONFIGURATION)?;
    refuter.set_conflict_limit(conflicts);
    refuter.set_time_limit(target.limits.time_left());
    refuter.attach_terminator(terminator(&target.limits.stop));
    refuter.add_cnf(cnf)?;
    Ok(match refuter.solve()?.verdict {
        Verdict::Interrupted(StopReason::Callback) => return Err(Interrupted.into()),
        Verdict::Interrupted(_) => Known::Unknown,
        Verdict::Unsatisfiable(_) => Known::Unsatisfiable(proof),
        Verdict::Satisfiable(model) => {
            let solution = emission.witness_of_model(&model)?;
            let variables = 1..=emission.clausified.variables;
            let values = variables.map(|variable| model_value(&model, variable) == Some(true)).collect();
            Known::Satisfiable(values, drawn(&solution))
        }
    })
}

/// A model is believed only if it satisfies each clause of the formula, both as they are written.
fn satisfies(model: &str, formula: &[u8]) -> anyhow::Result<()> {
    let formula = dimacs::read(formula)?;
    match model::read(model.as_bytes(), formula.variables())? {
        model::Answer::Satisfiable(model) => Ok(model.check(&formula)?),
        _ => bail!("is none"),
    }
}

/// A proof is believed only if the checker follows it.
fn check(formula: &Formula, proof: impl Read, stop: &Stop) -> anyhow::Result<()> {
    let watch = |_| if stop.is_requested() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
    lrat::check_with(formula, proof, lrat::Format::Auto, SatisfiedHints::Refused, watch)?;
    Ok(())
}
