//! `certamen emit --family FILE --out DIR`: the instances of a benchmark, ready to be handed in.
//!
//! `ladder` reads the file, `instance` writes shuffled formulas with models and proofs. The directory gets its name when it
//! is complete. Nothing in it depends on the time or the number of threads, unless a time limit ends a question.

mod instance;
mod ladder;

use crate::emit::{Emit, EmitAnswer};
use crate::frame::app::App;
use crate::frame::flags::{Symmetries, given};
use crate::frame::question_verb::{QuestionCall, QuestionVerb as _, details};
use crate::frame::verb::{PlainVerb, free, with_files, with_flags};
use anyhow::{Context as _, bail, ensure};
use certamen_ask::query::RULES_FILE;
use certamen_work::durable::Draft;
use certamen_work::text::csv_cell;
use certamen_work::{Answer, Outcome, Progress, Session, file};
use clap::builder::PossibleValuesParser;
use clap::{Args, FromArgMatches as _, ValueEnum as _};
use instance::{Answers, COLUMNS, FamilyQuestion, FormulaAnswer, Original, Target};
use ladder::Rung;
use rayon::prelude::*;
use std::fs;
use std::path::PathBuf;
use std::time::Duration;

/// The longest file of a family, in bytes.
const SIZE_LIMIT: u64 = 1 << 16;
/// The number of instances between two reports of progress.
const BETWEEN_REPORTS: usize = 100;
/// The endings of formulas.
const ENDINGS: [&str; 5] = ["cnf", "cnf.gz", "cnf.bz2", "cnf.xz", "cnf.zst"];

/// `emit` without a question.
#[derive(Args, Debug)]
pub(crate) struct Family {
    /// Write the instances of a benchmark, in place of a question: this file has the seed and the questions.
    #[arg(long = "family", value_name = "FILE")]
    file: PathBuf,
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

impl PlainVerb for Family {
    const NAME: &'static str = Emit::NAME;
    const EXAMPLES: &'static [(&'static str, &'static str)] = &[
        ("emit --family ladder.txt --out ladder", ""),
        ("emit --family ladder.txt --out ladder --ending cnf.zst --answers table", ""),
    ];

    fn run(&self, app: &App, session: &Session) -> anyhow::Result<Outcome> {
        let (out, place) = (file::shown(&self.out), file::shown(&self.file));
        ensure!(fs::symlink_metadata(&self.out).is_err(), "{out} is there already: name a new directory");
        let text = file::read_text(&self.file, SIZE_LIMIT, &session.stop)?;
        let rungs = ladder::parse(&text).with_context(|| place.clone())?;
        ensure!(!rungs.is_empty(), "{place}: no question: expected a line such as `emit QUESTION`");
        let questions = rungs.into_iter().enumerate().map(|(index, rung)| {
            let line = rung.line;
            FamilyQuestion::read(app, session, rung, index + 1)
                .with_context(|| format!("{place}: line {line}"))
        });
        let questions: Vec<FamilyQuestion> = questions.collect::<anyhow::Result<_>>()?;
        match self.write(session, &text, &questions) {
            Err(_) if session.stop.is_requested() => Ok(session.interrupted::<file::FileError>()?),
            Err(error) => Err(error),
            Ok(answer) => session.conclude(answer),
        }
    }
}

impl Family {
    /// Writes the directory.
    fn write(&self, session: &Session, text: &str, questions: &[FamilyQuestion]) -> anyhow::Result<Answer> {
        let draft = Draft::beside(&self.out)?;
        let limits = session.limits(self.time_limit);
        let target = Target { directory: draft.path(), ending: &self.ending, answers: self.answers, limits };
        let total: u64 = questions.iter().map(|question| question.settings.instances).sum();
        let progress = Progress::new(session);
        progress.estimate(format!("writing {total} formulas"));
        let mut rows: Vec<(FormulaAnswer, String)> = Vec::new();
        // At most as many questions as threads are in memory.
        for some in questions.chunks(rayon::current_num_threads()) {
            let originals = some.par_iter().map(|question| Original::new(question, &target));
            let originals: Vec<Original<'_>> = originals.collect::<anyhow::Result<_>>()?;
            let numbers = |original: &Original<'_>| 0..original.question.settings.instances;
            let instances =
                originals.iter().flat_map(|original| numbers(original).map(move |number| (original, number)));
            for some in instances.collect::<Vec<_>>().chunks(BETWEEN_REPORTS) {
                let written = some
                    .par_iter()
                    .map(|(original, number)| Ok((original.answer(), original.write(*number, &target)?)));
                rows.extend(written.collect::<anyhow::Result<Vec<_>>>()?);
                progress.arrive(rows.len() as f64 / total as f64, "");
            }
        }
        drop(progress);
        let table: String = [COLUMNS].into_iter().chain(rows.iter().map(|(_, line)| line.as_str())).collect();
        target.write("instances.csv", table.as_bytes())?;
        target.write("family.txt", text.as_bytes())?;
        target.write("README.md", self.readme(text, rows.len(), questions).as_bytes())?;
        draft.persist_new()?;
        let count = |answer| rows.iter().filter(|(given, _)| *given == answer).count();
        let [satisfiable, unsatisfiable, unknown] =
            [FormulaAnswer::Satisfiable, FormulaAnswer::Unsatisfiable, FormulaAnswer::Unknown].map(count);
        let text = format!(
            "{total} formulas: {satisfiable} satisfiable, {unsatisfiable} unsatisfiable, {unknown} unknown\n"
        );
        let (out, questions, instances) = (self.out.as_path(), questions.len(), total);
        let object = EmitAnswer::Family { out, questions, instances, satisfiable, unsatisfiable, unknown };
        Ok(Answer::holds(text, object))
    }

    /// What the directory is, for those who get it.
    fn readme(&self, family: &str, count: usize, questions: &[FamilyQuestion]) -> String {
        let of_file = questions.iter().any(|question| question.question.rules_file().is_some());
        let game = if of_file { format!("{RULES_FILE} ") } else { String::new() };
        let answers = self.answers.to_possible_value();
        let answers = answers.as_ref().map_or("", |answers| answers.get_name());
        let limit = self.time_limit.map(|limit| format!(" --time-limit {}", limit.as_secs_f64()));
        let packed = self.ending.strip_prefix("cnf").unwrap_or_default();
        let [model, proof] = match self.answers {
            Answers::Files => [
                format!(" The file `.model{packed}` has a model of the shuffled formula."),
                format!(
                    " The file `.lrat{packed}` has a proof of the shuffled formula in LRAT, for `certamen check --cnf \
                     FORMULA --proof PROOF`."
                ),
            ],
            Answers::Table | Answers::None => [String::new(), String::new()],
        };
        let value = |name| match name {
            "name" => self.file.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
            "count" => count.to_string(),
            "version" => env!("CARGO_PKG_VERSION").to_owned(),
            "ending" => self.ending.clone(),
            "flags" => {
                format!(
                    "--ending {} --answers {answers}{}",
                    self.ending,
                    limit.as_deref().unwrap_or_default()
                )
            }
            "game" => game.clone(),
            "model" => model.clone(),
            "proof" => proof.clone(),
            _ => family.trim_end().replace('\n', "\n    "),
        };
        let pieces = include_str!("readme.txt").split('@').enumerate();
        pieces.map(|(index, piece)| if index % 2 == 1 { value(piece) } else { piece.to_owned() }).collect()
    }
}

impl FamilyQuestion {
    /// Reads a question as `emit` does. Its number is part of the names of its files.
    fn read(app: &App, session: &Session, rung: Rung, number: usize) -> anyhow::Result<Self> {
        let Rung { words, settings, .. } = rung;
        let Some((name, flags)) = words.split_first() else { bail!("expected a question") };
        let kind = &**app.registry().kind(name)?;
        let command =
            with_flags::<Symmetries>(name, &details(kind)).no_binary_name(true).disable_help_flag(true);
        let matches = command.try_get_matches_from(flags);
        let matches = matches.map_err(|error| {
            // What follows the first paragraph is about the usage of a command.
            let text = error.render().to_string().replace("\n  ", " ");
            anyhow::anyhow!(text.lines().next().unwrap_or_default().trim_start_matches("error: ").to_owned())
        })?;
        let symmetries = Symmetries::from_arg_matches(&matches)?;
        let flags = free::<Symmetries>(&kind.flags());
        let given =
            with_files(given(&flags, &matches), &flags, session).map_err(anyhow::Error::from_boxed)?;
        let question = QuestionCall { kind, given: &given }.question(session, symmetries.are_broken())?;
        let stem = format!("{name}-{number}");
        let bound = question.bounded().and_then(|bounded| {
            bounded.objectives().first().map(|&objective| bounded.bound(objective).to_string())
        });
        // The board is a parameter of the question, or one of the flags that its rules have.
        let parameters = serde_json::to_value(&question)?;
        let board =
            [&parameters["board"], &parameters["flags"]["board"]].into_iter().find_map(|one| one.as_str());
        let cells = [&*question.to_string(), board.unwrap_or_default(), &bound.unwrap_or_default()];
        let cells = cells.map(csv_cell).join(",");
        Ok(Self { question, settings, cells, stem })
    }
}
