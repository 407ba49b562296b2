//! The verbs and their subjects.
//!
//! A verb without a subject is a clap struct that runs on the [`App`]. A verb about questions or games has a subject
//! command for each that it applies to: its own flags, then those of the subject. Tasks that rooms add are subjects of
//! a verb as well; some verbs have only tasks.

use crate::app::App;
use crate::examples::{self, Example};
use crate::flags::{arguments, given};
use certamen_ask::error::QuestionError;
use certamen_ask::flag::{Flag, FlagValue, Given};
use certamen_ask::kind::Kind;
use certamen_ask::question::Question;
use certamen_ask::solution::Solution;
use certamen_ask::system::AnySystem;
use certamen_language::{EXPLAIN, Explanation, Symmetries};
use certamen_play::{Game, PlayError, Purpose, START, Table};
use certamen_work::failure::Failure;
use certamen_work::file;
use certamen_work::session::{Outcome, Session};
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches as _};
use serde_json::{Value, json};
use std::marker::PhantomData;

/// A verb of the program itself.
pub(crate) trait Verb: Sync {
    /// Its name.
    fn name(&self) -> &'static str;

    /// The command without subjects: its description, and its flags if it takes no subject.
    fn command(&self) -> Command;

    /// The word for its subjects, such as `QUESTION`. `None` if it takes none.
    fn subject_word(&self) -> Option<&'static str>;

    /// Whether it has a form without a subject besides those with one.
    fn stands_alone(&self) -> bool {
        false
    }

    /// The names of its subjects.
    fn subjects(&self, app: &App) -> Vec<String>;

    /// The command of a subject, with all its flags.
    fn subject_command(&self, app: &App, subject: &str) -> Command;

    /// The examples of a subject.
    fn examples(&self, app: &App, subject: &str) -> Vec<Example>;

    /// Looks at the flags of the subject that were given, if others are missing: what is wrong with them is said first.
    fn look(&self, _call: SubjectCall<'_>, _matches: &ArgMatches) -> Result<(), Failure> {
        Ok(())
    }

    /// Runs it.
    fn run(&self, call: SubjectCall<'_>, matches: &ArgMatches) -> Result<Outcome, Failure>;
}

/// The arguments of a run: the program, one of its subjects, and the session that prints answers.
#[derive(Clone, Copy)]
pub(crate) struct SubjectCall<'a> {
    pub(crate) app: &'a App,
    pub(crate) subject: &'a str,
    pub(crate) session: &'a Session,
}

/// A verb without a subject.
pub(crate) trait PlainVerb: Args {
    const NAME: &'static str;
    fn run(&self, app: &App, session: &Session) -> anyhow::Result<Outcome>;
}

/// A verb about questions: its flags, and what it does with a kind of questions.
pub(crate) trait QuestionVerb: Args {
    const NAME: &'static str;
    /// Flags that complete an example of the verb, such as the files to write.
    const SAMPLE: &'static str;
    /// Whether it applies to a kind.
    fn applies(kind: &dyn Kind) -> bool;
    fn run(&self, app: &App, asked: QuestionCall<'_>, session: &Session) -> anyhow::Result<Outcome>;
}

/// A verb about games.
pub(crate) trait GameVerb: Args {
    const NAME: &'static str;
    const PURPOSE: Purpose;
    /// Arguments of an example that any game takes, if there are such.
    const SAMPLE: Option<&'static str> = None;
    fn run(&self, call: GameCall<'_>, session: &Session) -> anyhow::Result<Outcome>;
}

/// A kind of questions with the flags that were given.
#[derive(Clone, Copy)]
pub(crate) struct QuestionCall<'a> {
    pub(crate) kind: &'a dyn Kind,
    pub(crate) given: &'a Given,
}

/// The flags of every command.
const OF_THE_PROGRAM: [&str; 4] = ["help", "json", "quiet", "version"];

/// A game with the flags that were given.
#[derive(Clone, Copy)]
pub(crate) struct GameCall<'a> {
    pub(crate) game: &'a dyn Game,
    pub(crate) given: &'a Given,
    /// The position, if one was given that is not the start.
    pub(crate) position: Option<&'a str>,
}

pub(crate) struct PlainAdapter<T>(pub(crate) PhantomData<fn() -> T>);
pub(crate) struct QuestionAdapter<T>(pub(crate) PhantomData<fn() -> T>);
pub(crate) struct GameAdapter<T>(pub(crate) PhantomData<fn() -> T>);

impl<T: PlainVerb> Verb for PlainAdapter<T> {
    fn name(&self) -> &'static str {
        T::NAME
    }

    fn command(&self) -> Command {
        T::augment_args(Command::new(T::NAME))
    }

    fn subject_word(&self) -> Option<&'static str> {
        None
    }

    fn subjects(&self, _: &App) -> Vec<String> {
        Vec::new()
    }

    fn subject_command(&self, _: &App, _: &str) -> Command {
        self.command()
    }

    fn examples(&self, _: &App, _: &str) -> Vec<Example> {
        Vec::new()
    }

    fn run(&self, call: SubjectCall<'_>, matches: &ArgMatches) -> Result<Outcome, Failure> {
        Ok(T::from_arg_matches(matches)?.run(call.app, call.session)?)
    }
}

/// The description of a verb, without its flags.
fn description<T: Args>(name: &'static str) -> Command {
    let whole = T::augment_args(Command::new(name));
    let mut command = Command::new(name);
    if let Some(about) = whole.get_about() {
        command = command.about(about.clone());
    }
    if let Some(about) = whole.get_long_about() {
        command = command.long_about(about.clone());
    }
    if let Some(help) = whole.get_after_help() {
        command = command.after_help(help.clone());
    }
    command
}

/// The flags of a subject whose names are not flags of the verb or of the program itself.
pub(crate) fn free<T: Args>(flags: &[Flag]) -> Vec<Flag> {
    let verb = T::augment_args(Command::new("verb"));
    let is_free = |flag: &&Flag| {
        let is_own =
            |argument: &Arg| argument.get_long() == Some(flag.name) || argument.get_id() == flag.name;
        !OF_THE_PROGRAM.contains(&flag.name) && !verb.get_arguments().any(is_own)
    };
    flags.iter().filter(is_free).copied().collect()
}

/// The command of a subject: the flags of the verb, then the subject's flags under a separate heading.
pub(crate) fn with_flags<T: Args>(subject: &str, details: &Details) -> Command {
    let Details { about, help, flags } = details;
    let whole = if help.is_empty() { about.clone() } else { format!("{about}\n\n{help}") };
    T::augment_args(Command::new(subject.to_owned()))
        .about(about.clone())
        .long_about(whole)
        .args(arguments(&free::<T>(flags), &format!("Options of {subject}")))
}

/// The description and the flags of a subject.
pub(crate) struct Details {
    pub(crate) about: String,
    /// More about the subject, for its own help.
    pub(crate) help: &'static str,
    pub(crate) flags: Vec<Flag>,
}

/// A verb with subjects that are registered.
pub(crate) trait SubjectVerb: Sync {
    /// The verb's own flags.
    type Flags: Args;
    const NAME: &'static str;
    const WORD: &'static str;

    fn subjects(app: &App) -> Vec<String>;

    fn details(app: &App, subject: &str) -> Option<Details>;

    fn examples(app: &App, subject: &str) -> Vec<Example>;

    /// Looks at the flags of a subject.
    fn look(app: &App, subject: &str, given: &Given) -> Result<(), Failure>;

    fn run(flags: &Self::Flags, call: SubjectCall<'_>, given: &Given) -> Result<Outcome, Failure>;
}

/// The flags of a subject that were given, with the contents of files.
fn given_of<V: SubjectVerb>(call: SubjectCall<'_>, matches: &ArgMatches) -> Result<Given, Failure> {
    let flags = V::details(call.app, call.subject).map(|details| free::<V::Flags>(&details.flags));
    let flags = flags.unwrap_or_default();
    with_files(given(&flags, matches), &flags, call.session)
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

impl<V: SubjectVerb> Verb for V {
    fn name(&self) -> &'static str {
        V::NAME
    }

    fn command(&self) -> Command {
        description::<V::Flags>(V::NAME)
    }

    fn subject_word(&self) -> Option<&'static str> {
        Some(V::WORD)
    }

    fn subjects(&self, app: &App) -> Vec<String> {
        V::subjects(app)
    }

    fn subject_command(&self, app: &App, subject: &str) -> Command {
        match V::details(app, subject) {
            Some(details) => with_flags::<V::Flags>(subject, &details),
            None => Command::new(subject.to_owned()),
        }
    }

    fn examples(&self, app: &App, subject: &str) -> Vec<Example> {
        V::examples(app, subject)
    }

    fn look(&self, call: SubjectCall<'_>, matches: &ArgMatches) -> Result<(), Failure> {
        V::look(call.app, call.subject, &given_of::<V>(call, matches)?)
    }

    fn run(&self, call: SubjectCall<'_>, matches: &ArgMatches) -> Result<Outcome, Failure> {
        let given = given_of::<V>(call, matches)?;
        V::run(&V::Flags::from_arg_matches(matches)?, call, &given)
    }
}

impl<T: QuestionVerb> SubjectVerb for QuestionAdapter<T> {
    type Flags = T;
    const NAME: &'static str = T::NAME;
    const WORD: &'static str = "QUESTION";

    fn subjects(app: &App) -> Vec<String> {
        let kinds = app.registry().kinds().iter().filter(|kind| T::applies(&***kind));
        kinds.map(|kind| kind.name().to_owned()).collect()
    }

    fn details(app: &App, subject: &str) -> Option<Details> {
        let kind = app.registry().kind(subject).ok()?;
        Some(Details { about: kind.about().to_owned(), help: "", flags: kind.flags() })
    }

    fn examples(app: &App, subject: &str) -> Vec<Example> {
        let kind = app.registry().kind(subject);
        kind.map_or_else(|_| Vec::new(), |kind| examples::of_kind(&**kind, T::NAME, T::SAMPLE))
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

/// The flag of a position, for games whose trees and records can begin at any position.
const POSITION: Flag = Flag::text("position", "POSITION", "Begin at this position [default: START]");

/// The text of a position, with that of the start in place of the word for it.
pub(crate) fn position_text<'t>(
    table: &dyn Table,
    position: &'t str,
) -> Result<std::borrow::Cow<'t, str>, PlayError> {
    Ok(if position == START { table.start()?.into() } else { position.into() })
}

pub(crate) fn game<'a>(app: &'a App, subject: &str) -> Option<&'a dyn Game> {
    app.games().iter().find(|game| game.name() == subject).map(|game| &**game)
}

/// Looks at the flags that choose a board, pieces and rules of a game.
pub(crate) fn look_at_game(app: &App, subject: &str, given: &Given) -> Result<(), Failure> {
    Ok(game(app, subject).map_or(Ok(()), |game| game.table(given).map(drop))?)
}

impl<T: GameVerb> SubjectVerb for GameAdapter<T> {
    type Flags = T;
    const NAME: &'static str = T::NAME;
    const WORD: &'static str = "GAME";

    fn subjects(app: &App) -> Vec<String> {
        app.games().iter().map(|game| game.name().to_owned()).collect()
    }

    fn details(app: &App, subject: &str) -> Option<Details> {
        let game = game(app, subject)?;
        let mut flags = game.flags(T::PURPOSE);
        if game.takes_position(T::PURPOSE) {
            flags.push(POSITION);
        }
        Some(Details { about: game.about().to_owned(), help: game.help(T::PURPOSE), flags })
    }

    fn examples(app: &App, subject: &str) -> Vec<Example> {
        game(app, subject)
            .map_or_else(Vec::new, |game| examples::of_game(game, T::NAME, T::PURPOSE, T::SAMPLE))
    }

    fn look(app: &App, subject: &str, given: &Given) -> Result<(), Failure> {
        look_at_game(app, subject, given)
    }

    fn run(
        flags: &T,
        SubjectCall { app, subject, session }: SubjectCall<'_>,
        given: &Given,
    ) -> Result<Outcome, Failure> {
        let game = game(app, subject).ok_or_else(|| format!("there is no game `{subject}`"))?;
        if !game.has_naive_twin() {
            session.without_second_opinion(game.name());
        }
        let position = given.text(POSITION.name).filter(|&text| text != START);
        Ok(flags.run(GameCall { game, given, position }, session)?)
    }
}

impl QuestionCall<'_> {
    /// The question that was asked.
    pub(crate) fn question(self, session: &Session, symmetry_breaking: bool) -> anyhow::Result<Question> {
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

/// The longest file that is read as a question, in bytes.
const QUESTION_LIMIT: u64 = 1 << 16;

/// The flags with the contents of files in place of their names: of flags whose value is a file, and of texts such as
/// `@FILE`.
pub(crate) fn with_files(given: Given, flags: &[Flag], session: &Session) -> Result<Given, Failure> {
    flags.iter().try_fold(given, |given, flag| {
        let path = match flag.value {
            FlagValue::Positional(_) => given.text(flag.name).and_then(|text| text.strip_prefix('@')),
            FlagValue::File(_) => given.text(flag.name),
            _ => None,
        };
        let Some(path) = path else { return Ok(given) };
        let text = file::read_text(std::path::Path::new(path), QUESTION_LIMIT, &session.stop)?;
        Ok(given.with_text(flag.name, &text))
    })
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
