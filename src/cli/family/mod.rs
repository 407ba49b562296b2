//! `certamen emit --family FILE --out DIR`: the instances of a benchmark, ready to be handed in.
//!
//! `ladder` reads the file, `instance` writes shuffled formulas with models and proofs. The directory gets its name when it
//! is complete. Nothing in it depends on the time or the number of threads, unless a time limit ends a question.

mod instance;
mod ladder;

use crate::app::App;
use crate::emit::Emit;
use crate::flags::{Symmetries, given};
use crate::question_verb::{QuestionCall, QuestionVerb as _, details};
use crate::usage_error::one_line;
use crate::verb::{PlainVerb, free, with_files, with_flags};
use anyhow::{Context as _, bail, ensure};
use certamen_work::durable::Draft;
use certamen_work::{Answer, Outcome, Progress, Session, file};
use clap::builder::PossibleValuesParser;
use clap::{Args, FromArgMatches as _, ValueEnum};
use instance::{Asked, COLUMNS, Decided, Row, Target};
use ladder::Rung;
use rayon::prelude::*;
use serde_json::json;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// The longest file of a family, in bytes.
const SIZE_LIMIT: u64 = 1 << 16;
/// The longest beginning of the name of a file.
const STEM_LIMIT: usize = 80;
/// The endings of formulas.
const ENDINGS: [&str; 5] = ["cnf", "cnf.gz", "cnf.bz2", "cnf.xz", "cnf.zst"];

/// `emit` without a question.
#[derive(Args, Debug)]
pub(crate) struct Family {
    /// Write the instances of a benchmark, in place of a question: this file has the seed and the questions.
    #[arg(long, value_name = "FILE")]
    family: PathBuf,
    /// The directory of the instances, which must not exist yet.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// The ending of the formulas.
    #[arg(long, value_name = "ENDING", default_value = "cnf.xz", value_parser = PossibleValuesParser::new(ENDINGS))]
    ending: String,
    /// What to find out about the formulas.
    #[arg(long, value_enum, default_value = "files")]
    answers: Answers,
    /// Stop each question after this many seconds: its answer is unknown.
    #[arg(long, value_name = "S", value_parser = certamen_work::amount::seconds)]
    time_limit: Option<Duration>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Answers {
    /// No solver is asked: all answers are unknown.
    None,
    /// Each question is decided once, and the table has its answer.
    Table,
    /// Beside each formula is its model or its proof as well.
    Files,
}

/// The flags of a question that are not its own.
#[derive(Args, Debug)]
struct RungFlags {
    #[command(flatten)]
    symmetries: Symmetries,
    /// Write both directions of every definition.
    #[arg(long)]
    full: bool,
}

impl PlainVerb for Family {
    const NAME: &'static str = Emit::NAME;
    const EXAMPLES: &'static [(&'static str, &'static str)] = &[
        ("emit --family ladder.txt --out ladder", "shuffled formulas with models and proofs"),
        ("emit --family ladder.txt --out ladder --ending cnf.zst --answers table", ""),
    ];

    fn run(&self, app: &App, session: &Session) -> anyhow::Result<Outcome> {
        require_free(&self.out)?;
        let text = file::read_text(&self.family, SIZE_LIMIT, &session.stop)?;
        let place = file::shown(&self.family);
        let rungs = ladder::parse(&text).with_context(|| place.clone())?;
        ensure!(!rungs.is_empty(), "{place}: no question: expected a line such as `emit QUESTION`");
        let width = rungs.len().to_string().len();
        let asked = rungs.into_iter().enumerate().map(|(index, rung)| {
            let line = rung.line;
            let asked = Asked::read(app, session, rung, &format!("{:0width$}", index + 1));
            asked.with_context(|| format!("{place}: line {line}"))
        });
        let asked: Vec<Asked> = asked.collect::<anyhow::Result<_>>()?;
        match self.write(session, &text, &asked) {
            Err(_) if session.stop.is_requested() => Ok(session.interrupted::<file::FileError>()?),
            Err(error) => Err(error),
            Ok(answer) => session.conclude(answer),
        }
    }
}

impl Family {
    /// Writes the directory.
    fn write(&self, session: &Session, text: &str, asked: &[Asked]) -> anyhow::Result<Answer> {
        let draft = Draft::beside(&self.out)?;
        let limits = session.limits(self.time_limit);
        let target = Target { directory: draft.path(), ending: &self.ending, answers: self.answers, limits };
        let total: u64 = asked.iter().map(|asked| asked.settings.instances).sum();
        let (progress, done) = (Progress::new(session), AtomicU64::new(0));
        progress.estimate(format!("writing {total} formulas"));
        let mut rows: Vec<Row> = Vec::new();
        // At most as many questions as threads are in memory.
        for some in asked.chunks(rayon::current_num_threads()) {
            let decided = some.par_iter().map(|asked| Decided::new(asked, &target));
            let decided: Vec<Decided<'_>> = decided.collect::<anyhow::Result<_>>()?;
            let instances: Vec<(&Decided<'_>, u64)> = decided
                .iter()
                .flat_map(|decided| (0..decided.len()).map(move |number| (decided, number)))
                .collect();
            let written = instances.par_iter().map(|(decided, number)| {
                let row = decided.write(*number, &target);
                let done = done.fetch_add(1, Ordering::Relaxed) + 1;
                progress.arrive(done as f64 / total as f64, "");
                row
            });
            rows.extend(written.collect::<anyhow::Result<Vec<Row>>>()?);
        }
        drop(progress);
        let table: String = [COLUMNS].into_iter().chain(rows.iter().map(|row| row.line.as_str())).collect();
        target.write("instances.csv", table.as_bytes())?;
        target.write("family.txt", text.as_bytes())?;
        target.write("README.md", self.readme(text, rows.len()).as_bytes())?;
        require_free(&self.out)?;
        draft.persist()?;
        let count = |answer| rows.iter().filter(|row| row.answer == answer).count();
        let [yes, no, open] = ["satisfiable", "unsatisfiable", "unknown"].map(count);
        let text = format!("{total} formulas: {yes} satisfiable, {no} unsatisfiable, {open} unknown\n");
        let object = json!({
            "out": self.out, "questions": asked.len(), "instances": total, "satisfiable": yes,
            "unsatisfiable": no, "unknown": open,
        });
        Ok(Answer::holds(text, object))
    }

    /// What the directory is, for those who get it.
    fn readme(&self, text: &str, formulas: usize) -> String {
        let stem =
            self.family.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
        let family: String = text.lines().map(|line| format!("    {line}\n")).collect();
        let (version, ending) = (env!("CARGO_PKG_VERSION"), &self.ending);
        let packed = ending.strip_prefix("cnf").unwrap_or_default();
        format!(
            "# {stem}\n\n\
             {formulas} formulas in DIMACS (`*.{ending}`) from questions about board games, written by certamen {version}: \
             `certamen emit --family family.txt` writes the same bytes again. Each is the CNF of a question, shuffled: the \
             parts that `shuffle` names, by default the numbers of variables, their signs, the order of clauses and of \
             literals. This is `family.txt`:\n\n{family}\n\
             `instances.csv` has a line for each formula: its question, board and bound; the seed of its shuffle; its \
             variables and clauses; the answer; the file with the evidence; and the SHA-256 of the formula without \
             compression.\n\n\
             - satisfiable: the position that the model means was replayed by the second reader of the rules, if the game has \
             one. \
             `NAME.model{packed}` satisfies each clause of `NAME.{ending}`.\n\
             - unsatisfiable: `NAME.lrat{packed}` is a proof in LRAT that was checked: \
             `certamen check --cnf NAME.{ending} --proof NAME.lrat{packed}`.\n\
             - unknown: the solver was not asked, or a limit ended it.\n"
        )
    }
}

impl Asked {
    /// Reads a question as `emit` does. The names of its files begin with `number`.
    fn read(app: &App, session: &Session, rung: Rung, number: &str) -> anyhow::Result<Self> {
        let Rung { words, settings, .. } = rung;
        let Some((name, flags)) = words.split_first() else { bail!("expected a question") };
        let kind = &**app.registry().kind(name)?;
        let command =
            with_flags::<RungFlags>(name, &details(kind)).no_binary_name(true).disable_help_flag(true);
        let matches = command.try_get_matches_from(flags);
        let matches = matches.map_err(|error| anyhow::anyhow!(one_line(&error.render().to_string())))?;
        let RungFlags { symmetries, full } = RungFlags::from_arg_matches(&matches)?;
        let flags = free::<RungFlags>(&kind.flags());
        let given =
            with_files(given(&flags, &matches), &flags, session).map_err(anyhow::Error::from_boxed)?;
        let question = QuestionCall { kind, given: &given }.question(session, symmetries.are_broken())?;
        let text = if full { format!("{question} --full") } else { question.to_string() };
        let mut stem = format!("{number}-");
        for letter in text.chars() {
            let is_kept = letter.is_ascii_alphanumeric() || letter == '.';
            if stem.len() < STEM_LIMIT && (is_kept || !stem.ends_with('-')) {
                stem.push(if is_kept { letter } else { '-' });
            }
        }
        stem.truncate(stem.trim_end_matches(['-', '.']).len());
        let board = given.text("board").unwrap_or_default().to_owned();
        Ok(Self { question, text, board, is_full: full, settings, stem })
    }
}

/// Refuses a destination where something is.
fn require_free(out: &Path) -> anyhow::Result<()> {
    let is_empty = fs::read_dir(out).is_ok_and(|mut entries| entries.next().is_none());
    if fs::symlink_metadata(out).is_ok() && !is_empty {
        bail!("{} is there already: name a new directory", file::shown(out));
    }
    Ok(())
}
