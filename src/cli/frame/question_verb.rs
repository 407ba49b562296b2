//! Verbs about questions.

use crate::frame::app::App;
use crate::frame::examples::{self, Example};
use crate::frame::flags::given;
use crate::frame::game_verb::game;
use crate::frame::verb::{Details, SubjectCall, SubjectVerb, free, with_files};
use certamen_ask::error::QuestionError;
use certamen_ask::flag::{Flag, Given};
use certamen_ask::kind::Kind;
use certamen_ask::question::Question;
use certamen_ask::solution::Solution;
use certamen_ask::system::AnySystem;
use certamen_language::{EXPLAIN, Explanation, Symmetries};
use certamen_work::schema::AnswerSchema;
use certamen_work::{Failure, Outcome, Session};
use clap::{ArgMatches, Args};
use serde_json::{Value, json};
use std::marker::PhantomData;

/// A verb about questions: its flags, and what it does with a kind of questions.
pub(crate) trait QuestionVerb: Args {
    const NAME: &'static str;
    /// Flags that complete an example of the verb, such as the files to write.
    const SAMPLE: &'static str;
    /// Flags with which an example asks about a forced win, if the verb does.
    const WIN_SAMPLES: &'static [&'static str] = &[];
    /// Makes the schema of its answer.
    const SCHEMA: AnswerSchema = None;
    /// Whether it applies to a kind.
    fn applies(_kind: &dyn Kind) -> bool {
        true
    }
    fn run(&self, app: &App, asked: QuestionCall<'_>, session: &Session) -> anyhow::Result<Outcome>;
}

/// A kind of questions with the flags that were given.
#[derive(Clone, Copy)]
pub(crate) struct QuestionCall<'a> {
    pub(crate) kind: &'a dyn Kind,
    pub(crate) given: &'a Given,
}

pub(crate) struct QuestionAdapter<T>(pub(crate) PhantomData<fn() -> T>);

/// The description and the flags of a kind of questions.
pub(crate) fn details(kind: &dyn Kind) -> Details {
    Details { about: kind.about().to_owned(), help: "", flags: kind.flags() }
}

/// Looks at a question whose flags may not be complete.
fn look_at_question(kind: &dyn Kind, given: &Given) -> Result<(), Failure> {
    let is_missing = |flag: &Flag| flag.is_required && given.text(flag.name).is_none();
    if kind.flags().iter().any(is_missing) {
        return Ok(());
    }
    match kind.ask(given) {
        Ok(_) | Err(QuestionError::Missing { .. }) => Ok(()),
        Err(error) => Err(error.into()),
    }
}

/// The same for a command with the flags `T` of its own.
pub(crate) fn look_at<T: Args>(
    kind: &dyn Kind,
    matches: &ArgMatches,
    session: &Session,
) -> Result<(), Failure> {
    let flags = free::<T>(&kind.flags());
    look_at_question(kind, &with_files(given(&flags, matches), &flags, session)?)
}

impl<T: QuestionVerb> SubjectVerb for QuestionAdapter<T> {
    type Flags = T;
    const NAME: &'static str = T::NAME;
    const WORD: &'static str = "QUESTION";
    const SCHEMA: AnswerSchema = T::SCHEMA;

    fn subjects(app: &App) -> Vec<String> {
        let kinds = app.registry().kinds().iter().filter(|kind| T::applies(&***kind));
        kinds.map(|kind| kind.name().to_owned()).collect()
    }

    fn details(app: &App, subject: &str) -> Option<Details> {
        let kind = app.registry().kind(subject).ok()?;
        let mut details = details(&**kind);
        // A BDDL problem asks a question of its own.
        if app.claims.iter().any(|(game, _)| game == subject) {
            details.flags.iter_mut().for_each(|flag| flag.is_required = false);
        }
        Some(details)
    }

    fn examples(app: &App, subject: &str) -> Vec<Example> {
        let kind = app.registry().kind(subject);
        let examples =
            kind.map_or_else(|_| Vec::new(), |kind| examples::of_kind(&**kind, T::NAME, T::SAMPLE));
        let has_values = game(app, subject).is_some_and(|game| game.value_solver().is_some());
        let samples = T::WIN_SAMPLES.iter().filter(|_| has_values);
        let of_wins = samples.map(|flags| (format!("{} {subject} {flags}", T::NAME), String::new()));
        examples.into_iter().chain(of_wins).collect()
    }

    fn look(app: &App, subject: &str, given: &Given) -> Result<(), Failure> {
        look_at_question(&**app.registry().kind(subject)?, given)
    }

    fn run(
        flags: &T,
        SubjectCall { app, subject, session }: SubjectCall<'_>,
        given: &Given,
    ) -> Result<Outcome, Failure> {
        let kind = &**app.registry().kind(subject)?;
        Ok(flags.run(app, QuestionCall { kind, given }, session)?)
    }
}

impl QuestionCall<'_> {
    /// The question that was asked, whose clauses are all that it says.
    pub(crate) fn question(self, session: &Session, symmetry_breaking: bool) -> anyhow::Result<Question> {
        let question = self.expandable(session, symmetry_breaking)?;
        question.require_whole()?;
        Ok(question)
    }

    /// The question that was asked.
    pub(crate) fn expandable(self, session: &Session, symmetry_breaking: bool) -> anyhow::Result<Question> {
        let question = self.unbounded(session, symmetry_breaking)?;
        if let Some(condition) = question.lacks_bound() {
            anyhow::bail!(
                "a maximum or minimum is for prove, and for emit as WCNF or OPB: ask here for `{condition}`"
            );
        }
        Ok(question)
    }

    /// The question that was asked, which may ask for the largest or the smallest value of a number.
    pub(crate) fn unbounded(self, session: &Session, symmetry_breaking: bool) -> anyhow::Result<Question> {
        let question = self.kind.ask(self.given)?;
        second_opinion(session, &question);
        explain(self.given, &question, session);
        if symmetry_breaking {
            remark_on_symmetries(session, &question, false);
        }
        Ok(question.with_symmetry_breaking(symmetry_breaking))
    }

    /// The question without symmetry breaking, if every model of its formula is an answer.
    pub(crate) fn exact(self, session: &Session) -> anyhow::Result<Question> {
        let question = self.question(session, false)?;
        question.require_exact()?;
        Ok(question)
    }

    /// The question as a transition system.
    pub(crate) fn system(self, app: &App) -> anyhow::Result<AnySystem> {
        let Some(system) = self.kind.system() else {
            let able = app.registry().kinds().iter().filter(|kind| kind.system().is_some());
            let able: Vec<&str> = able.map(|kind| kind.name()).collect();
            let (able, name) = (able.join(", "), self.kind.name());
            anyhow::bail!("emit --transition-system applies to {able}, not to {name}");
        };
        Ok(system.ask(self.given)?)
    }
}

/// Explains a question if that was asked for.
pub(crate) fn explain(given: &Given, question: &Question, session: &Session) {
    if given.has(EXPLAIN)
        && let Some(Explanation(text)) = question.ability()
    {
        session.note(text.trim_end());
    }
}

/// Names the symmetries that are used, and remarks on those of the rules that are not, because they change the question as it is
/// written. `all`: names them even if they are all.
pub(crate) fn remark_on_symmetries(session: &Session, question: &Question, all: bool) {
    let Some(Symmetries { of_question, of_rules }) = question.ability() else { return };
    let names = format!("symmetries that leave the question unchanged: {}", of_question.join(", "));
    if of_question.len() < of_rules.len() {
        session.remark(&format!("{names}; {} of {}, as it is written", of_question.len(), of_rules.len()));
    } else if all {
        session.note(&names);
    }
}

/// Says in an answer as JSON if its witness need not be an answer to the question.
pub(crate) fn add_remark(object: &mut Value, solution: &Solution) {
    if let Some(remark) = solution.remark() {
        object["relaxation"] = json!(remark);
    }
}

/// Makes every answer say so if there is no second opinion on a question.
pub(crate) fn second_opinion(session: &Session, question: &Question) {
    if !question.has_second_opinion() {
        session.without_second_opinion(question.subject());
    }
}
