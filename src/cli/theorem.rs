//! `certamen theorem`

use crate::app::App;
use crate::question_verb::{QuestionCall, QuestionVerb};
use anyhow::{Context as _, bail, ensure};
use certamen_ask::emission::Emission;
use certamen_ask::kind::{Kind, ability};
use certamen_ask::question::Question;
use certamen_ask::solve::{Event, ask_checked};
use certamen_language::{TheoremAbility, TheoremBooks, TheoremFact, TheoremKind};
use certamen_prove::argument::ArgumentContext;
use certamen_prove::certificate::{self, ProveOutcome};
use certamen_work::durable::{Draft, write};
use certamen_work::file::shown;
use certamen_work::schema::{AnswerSchema, JsonSchema, of_answer};
use certamen_work::{Answer, Limits, Outcome, Progress, Session};
use clap::Args;
use cnf_out::clausify::Encoding;
use cnf_out::solver::Verdict;
use serde::Serialize;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tempfile::TempDir;

/// Write what is found about a question as books of ACL2, which show it to a reader who trusts none of this program.
///
/// The books are a directory: the rules as functions, beside the statements of the game file that they stand for; the theorem,
/// with a position that has the bound; and the file. `verify/theorems/certify DIR` certifies them with ACL2 and prints the
/// theorems as ACL2 has them. A book is no proof before that.
///
/// The question is `max E`, `min E`, `max E where C`, or a condition that no position meets. The largest value is found first,
/// as `prove` does. Exits 1 if a position meets the condition, 3 if a limit ended the search.
#[derive(Args, Debug)]
pub(crate) struct Theorem {
    /// The directory to write; it must not exist.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Stop after this many seconds, undecided.
    #[arg(long, value_name = "S", value_parser = certamen_work::amount::seconds)]
    time_limit: Option<Duration>,
}

/// The answer as JSON.
#[derive(Serialize, JsonSchema)]
#[serde(tag = "verdict", rename_all = "lowercase")]
enum TheoremAnswer<'a> {
    /// The books are written.
    Written {
        question: &'a Question,
        /// The directory.
        out: &'a Path,
        /// The names of the theorems.
        theorems: &'a [String],
    },
    /// A position meets the condition, or no position has the number.
    False {
        question: &'a Question,
        /// The position that meets the condition.
        position: Option<&'a str>,
    },
    /// A limit ended the search.
    Undecided { question: &'a Question, reason: &'a str },
}

/// What was found about a question.
enum Found {
    Fact { value: Option<i64>, position: String },
    False(Option<String>),
    Undecided(String),
}

impl QuestionVerb for Theorem {
    const NAME: &'static str = "theorem";
    const SAMPLE: &'static str = "--out theorem";
    const SCHEMA: AnswerSchema = Some(of_answer::<TheoremAnswer<'_>>);

    fn applies(kind: &dyn Kind) -> bool {
        ability::<TheoremKind>(kind).is_some()
    }

    fn run(&self, app: &App, asked: QuestionCall<'_>, session: &Session) -> anyhow::Result<Outcome> {
        let out = self.out.as_path();
        ensure!(fs::symlink_metadata(out).is_err(), "{} is there already: name a new directory", shown(out));
        let question = asked.unbounded(session, false)?;
        let Some(writer) = question.ability::<TheoremAbility>() else {
            bail!("{}: no theorem is written about this question", question.name());
        };
        let limits = session.limits(self.time_limit);
        let progress = Progress::begun(session, format!("solving {question:#}"));
        let found = match question.lacks_bound() {
            Some(_) => extreme(app, &question, &limits)?,
            None => refuted(&question, &limits)?,
        };
        drop(progress);
        let question = &question;
        let fact = match &found {
            Found::Fact { value: Some(value), position } => {
                TheoremFact::Extreme { value: *value, position: position.as_str() }
            }
            Found::Fact { value: None, .. } => TheoremFact::Refuted,
            Found::False(position) => {
                let position = position.as_deref();
                let text = match position {
                    Some(position) => format!("this position meets the condition: {position}\n"),
                    None => "there is no such position at all\n".to_owned(),
                };
                return session.conclude(Answer::fails(text, TheoremAnswer::False { question, position }));
            }
            Found::Undecided(reason) => {
                let text = format!("undecided ({reason})\n");
                return session
                    .conclude(Answer::undecided(text, TheoremAnswer::Undecided { question, reason }));
            }
        };
        let TheoremBooks { files, theorems } =
            writer.books(&fact).context("cannot write this as a theorem")?;
        let draft = Draft::beside(out)?;
        for (name, text) in &files {
            write(&draft.path().join(name), text.as_bytes())?;
        }
        draft.persist_new()?;
        let text = format!(
            "{} in {}: verify/theorems/certify {} certifies it\n",
            theorems.join(", "),
            shown(out),
            shown(out)
        );
        session.conclude(Answer::holds(text, TheoremAnswer::Written { question, out, theorems: &theorems }))
    }
}

/// The largest or smallest value of the number of a question.
fn extreme(app: &App, question: &Question, limits: &Limits) -> anyhow::Result<Found> {
    question.require_decidable()?;
    let bounded = question.with_symmetry_breaking(true).bounded();
    let bounded = bounded.with_context(|| format!("{} has no bound", question.name()))?;
    let objective = bounded.objectives().first().copied().context("the question has no number")?;
    let place = TempDir::new().context("cannot make a directory for the proof")?;
    let context = ArgumentContext {
        destination: &place.path().join("certificate"),
        registry: app.registry(),
        limits,
        watch: &mut |_: Event<'_>| {},
        progress: &mut |_| {},
    };
    Ok(match certificate::prove(&bounded, objective, context).context("cannot prove this")? {
        ProveOutcome::Exact(claim, witnesses) => {
            let value = bounded.extreme(claim.objective, claim.bound).value();
            let witness = witnesses.last().context("the bound has no witness")?;
            Found::Fact { value: Some(value), position: witness.position().to_owned() }
        }
        ProveOutcome::Impossible(_) => Found::False(None),
        ProveOutcome::Undecided(_, reason) => Found::Undecided(reason.to_string()),
    })
}

/// Whether no position meets the condition of a question.
fn refuted(question: &Question, limits: &Limits) -> anyhow::Result<Found> {
    let emission = Emission::new(question, Encoding::default());
    let Some(run) = ask_checked(&emission, limits)? else {
        return Ok(Found::Undecided("interrupted".to_owned()));
    };
    Ok(match run.verdict {
        Verdict::Unsatisfiable(_) => Found::Fact { value: None, position: String::new() },
        Verdict::Satisfiable(model) => {
            let witness = emission.witness_of_model(&model)?;
            Found::False(Some(witness.witness().position().to_owned()))
        }
        Verdict::Interrupted(reason) => Found::Undecided(reason.to_string()),
    })
}
