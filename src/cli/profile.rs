//! `certamen profile`

use crate::frame::app::App;
use crate::frame::question_verb::{QuestionCall, QuestionVerb, explain, second_opinion};
use anyhow::{Context, bail};
use certamen_ask::emission::sha256;
use certamen_ask::kind::{Kind, ability};
use certamen_ask::solve::Event;
use certamen_language::EXPLAIN;
use certamen_prove::classes::{ClassEntry, Classes, ClassifierAbility};
use certamen_work::file::shown;
use certamen_work::schema::{AnswerSchema, JsonSchema, of_answer};
use certamen_work::text::csv_text;
use certamen_work::wait_flag::WaitFlags;
use certamen_work::{Answer, Outcome, Progress, Session};
use clap::Args;
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Find the exact bound of a question in each class of positions, resumably.
///
/// A number, such as the number of pieces, divides the positions into classes. Each class has its own exact bound: a
/// position and a refutation of one more, whose proof is checked. Run the command again to continue: closed classes are
/// not asked again, and open ones are asked again with a larger --time-limit.
#[derive(Args, Debug)]
pub(crate) struct Profile {
    /// The number that divides the positions, in the language of questions.
    #[arg(long, value_name = "NUMBER")]
    by: String,
    /// The directory of the profile.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// End each class after this many seconds.
    #[arg(long, value_name = "S", value_parser = certamen_work::amount::seconds)]
    time_limit: Option<Duration>,
    /// Print a table for other programs: class, value, closed, position.
    #[arg(long)]
    csv: bool,
    #[command(flatten)]
    waiting: WaitFlags,
}

/// The answer as JSON.
#[derive(Serialize, JsonSchema)]
struct ProfileAnswer<'a> {
    question: &'a str,
    /// The number that divides the positions.
    by: &'a str,
    /// The number of open classes.
    open: usize,
    /// The directory.
    profile: &'a Path,
    classes: &'a [ClassEntry],
}

impl QuestionVerb for Profile {
    const NAME: &'static str = "profile";
    const SCHEMA: AnswerSchema = Some(of_answer::<ProfileAnswer<'_>>);
    const SAMPLE: &'static str = "--by 'count(occupied)' --out profile";

    fn applies(kind: &dyn Kind) -> bool {
        ability::<ClassifierAbility>(kind).is_some()
    }

    fn run(&self, _: &App, asked: QuestionCall<'_>, session: &Session) -> anyhow::Result<Outcome> {
        if session.json && self.csv {
            bail!("--csv and --json are two forms of the same answer: choose one");
        }
        let classifier: ClassifierAbility = ability(asked.kind).context("this question has no classes")?;
        let classes = classifier.classes(asked.given, &self.by)?;
        let first = classes.first().context("there is no class")?;
        let question = first.question.question();
        second_opinion(session, &question);
        explain(asked.given, &question, session);
        let limits = session.limits(self.time_limit);
        let progress = Progress::new(session);
        let mut watch = |event: Event<'_>| {
            if let Event::Asking(question) = event {
                progress.begin(format!("solving {question:#}"));
            }
        };
        let mut done = |entry: &ClassEntry| progress.report(&format!("  {}", line(entry)));
        let name = name_of(asked);
        let open = |wait| Classes::open(&self.out, (&name, &self.by), classes.clone(), wait, &session.stop);
        let opened = self.waiting.until_free(session, open);
        let entries = opened.and_then(|opened| opened.run(&limits, &mut watch, &mut done));
        let entries = entries.context("no profile")?;
        drop(progress);
        let open = entries.iter().filter(|entry| !entry.is_closed()).count();
        let end = match open {
            0 => "every bound is exact".to_owned(),
            1 => "1 class is open".to_owned(),
            open => format!("{open} classes are open"),
        };
        let object =
            ProfileAnswer { question: &name, by: &self.by, open, profile: &self.out, classes: &entries };
        let end = format!("{end}; profile in {}", shown(&self.out));
        let text = if self.csv {
            session.note(&end);
            csv(&entries)
        } else {
            table(&entries) + &end + "\n"
        };
        let outcome = if open == 0 { Outcome::Holds } else { Outcome::Undecided };
        session.conclude(Answer::new(outcome, text, object))
    }
}

/// What a profile is about, as text.
pub(crate) fn name_of(asked: QuestionCall<'_>) -> String {
    let text = asked.given.text("ask").unwrap_or_default();
    // Rules in a file are part of the question, whether or not they are given by their hash.
    let given = match asked.kind.ask(asked.given) {
        Ok(question) => question.rules_file().map(|rules| sha256(rules.as_bytes())),
        Err(_) => None,
    };
    let given =
        given.map_or_else(|| asked.given.clone(), |hash| asked.given.clone().with_text("rules", &hash));
    format!("{} '{text}'{}", asked.kind.name(), settings(QuestionCall { given: &given, ..asked }))
}

/// The classes, one on each line.
pub(crate) fn table(entries: &[ClassEntry]) -> String {
    entries.iter().map(|entry| line(entry) + "\n").collect()
}

/// The classes as CSV. An open class has the best value so far, or none.
fn csv(entries: &[ClassEntry]) -> String {
    let row = |entry: &ClassEntry| {
        let value = entry.value.map(|value| value.to_string()).unwrap_or_default();
        format!("{},{value},{},{}\n", entry.class, entry.is_closed(), csv_text(position(entry)))
    };
    "class,value,closed,position\n".to_owned() + &entries.iter().map(row).collect::<String>()
}

/// The flags of the question but the question itself, and the request to explain it.
fn settings(asked: QuestionCall<'_>) -> String {
    asked.given.clone().without("ask").without(EXPLAIN).to_string()
}

/// A class on one line.
fn line(entry: &ClassEntry) -> String {
    let value = match (entry.value, entry.is_closed()) {
        (Some(value), true) => value.to_string(),
        (Some(value), false) => format!("{value} or better, open"),
        (None, true) => "no position".to_owned(),
        (None, false) => "open".to_owned(),
    };
    format!("{:>6}  {value:<10} {}", entry.class, position(entry)).trim_end().to_owned()
}

/// The position with the value, if there is one.
fn position(entry: &ClassEntry) -> &str {
    entry.witness.as_ref().and_then(|witness| witness["position"].as_str()).unwrap_or_default()
}
