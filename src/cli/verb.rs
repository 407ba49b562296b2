//! What a verb is, and where its subjects come from.
//!
//! A verb without a subject is a clap struct that runs on the [`App`]. A verb about questions or games has a subject
//! command for each that it applies to: its own flags, then those of the subject. Tasks that rooms add are subjects of a
//! verb as well; a verb may have tasks only.

use crate::app::App;
use crate::flags::{arguments, given};
use certamen_ask::flag::{Flag, Given};
use certamen_ask::kind::Kind;
use certamen_ask::question::Question;
use certamen_ask::system::AnySystem;
use certamen_play::{Game, Purpose};
use certamen_work::failure::Failure;
use certamen_work::session::{Outcome, Session};
use clap::{Arg, ArgMatches, Args, Command};
use std::marker::PhantomData;

/// A verb of the program itself.
pub(crate) trait Verb: Sync {
    /// Its name.
    fn name(&self) -> &'static str;

    /// The command without subjects: what it is about, its examples, and where it takes no subject its flags.
    fn command(&self) -> Command;

    /// What its subjects are called, such as `QUESTION`; none where it takes none.
    fn subject_word(&self) -> Option<&'static str>;

    /// The names of its subjects.
    fn subjects(&self, app: &App) -> Vec<String>;

    /// The command of a subject, with all its flags.
    fn subject_command(&self, app: &App, subject: &str) -> Command;

    /// Runs it.
    fn run(
        &self,
        app: &App,
        subject: &str,
        matches: &ArgMatches,
        session: &Session,
    ) -> Result<Outcome, Failure>;
}

/// A verb without a subject.
pub(crate) trait Plain: Args {
    const NAME: &'static str;
    fn run(&self, app: &App, session: &Session) -> anyhow::Result<Outcome>;
}

/// A verb about questions: its flags, and what it does with a kind of questions.
pub(crate) trait AboutQuestions: Args {
    const NAME: &'static str;
    /// Whether it applies to a kind.
    fn applies(kind: &dyn Kind) -> bool;
    fn run(&self, app: &App, asked: Asking<'_>, session: &Session) -> anyhow::Result<Outcome>;
}

/// A verb about games.
pub(crate) trait AboutGames: Args {
    const NAME: &'static str;
    const PURPOSE: Purpose;
    fn run(&self, table: Seated<'_>, session: &Session) -> anyhow::Result<Outcome>;
}

/// A kind of questions with the flags that were given.
#[derive(Clone, Copy)]
pub(crate) struct Asking<'a> {
    pub(crate) kind: &'a dyn Kind,
    pub(crate) given: &'a Given,
}

/// A game with the flags that were given.
#[derive(Clone, Copy)]
pub(crate) struct Seated<'a> {
    pub(crate) game: &'a dyn Game,
    pub(crate) given: &'a Given,
    /// The position, where one was given.
    pub(crate) position: Option<&'a str>,
}

pub(crate) struct OfPlain<T>(pub(crate) PhantomData<fn() -> T>);
pub(crate) struct OfQuestions<T>(pub(crate) PhantomData<fn() -> T>);
pub(crate) struct OfGames<T>(pub(crate) PhantomData<fn() -> T>);

impl<T: Plain> Verb for OfPlain<T> {
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

    fn run(&self, app: &App, _: &str, matches: &ArgMatches, session: &Session) -> Result<Outcome, Failure> {
        Ok(T::from_arg_matches(matches)?.run(app, session)?)
    }
}

/// What a verb is about, without its flags.
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

/// The flags of a verb and then those of its subject, under a heading of their own.
fn with_flags<T: Args>(subject: &str, about: &str, flags: &[Flag]) -> Command {
    let verb = T::augment_args(Command::new("verb"));
    let taken: Vec<String> =
        verb.get_arguments().filter_map(|argument| argument.get_long().map(str::to_owned)).collect();
    let free: Vec<Flag> =
        flags.iter().copied().filter(|flag| !taken.iter().any(|long| long == flag.name)).collect();
    T::augment_args(Command::new(subject.to_owned()))
        .about(about.to_owned())
        .long_about(about.to_owned())
        .after_help("")
        .args(arguments(&free, &format!("Options of {subject}")))
}

/// Examples as a help shows them.
fn examples(program: &str, examples: &[(&str, &str)]) -> String {
    let width = examples.iter().map(|(command, _)| command.len()).max().unwrap_or(0);
    let line = |(command, remark): &(&str, &str)| match *remark {
        "" => format!("\n  {program} {command}"),
        remark => format!("\n  {program} {command:width$}   {remark}"),
    };
    let lines: String = examples.iter().map(line).collect();
    if lines.is_empty() { lines } else { format!("Examples:{lines}") }
}

/// The examples of a subject that are about this verb.
fn about_verb<'e>(verb: &str, all: &[(&'e str, &'e str)]) -> Vec<(&'e str, &'e str)> {
    all.iter().copied().filter(|(command, _)| command.split(' ').next() == Some(verb)).collect()
}

impl<T: AboutQuestions> Verb for OfQuestions<T> {
    fn name(&self) -> &'static str {
        T::NAME
    }

    fn command(&self) -> Command {
        description::<T>(T::NAME)
    }

    fn subject_word(&self) -> Option<&'static str> {
        Some("QUESTION")
    }

    fn subjects(&self, app: &App) -> Vec<String> {
        let kinds = app.registry().kinds().iter().filter(|kind| T::applies(&***kind));
        kinds.map(|kind| kind.name().to_owned()).collect()
    }

    fn subject_command(&self, app: &App, subject: &str) -> Command {
        let Ok(kind) = app.registry().kind(subject) else { return Command::new(subject.to_owned()) };
        let command = with_flags::<T>(subject, kind.about(), &kind.flags());
        command.after_help(examples(app.name(), &about_verb(T::NAME, kind.examples())))
    }

    fn run(
        &self,
        app: &App,
        subject: &str,
        matches: &ArgMatches,
        session: &Session,
    ) -> Result<Outcome, Failure> {
        let kind = app.registry().kind(subject)?;
        let given = given(&kind.flags(), matches);
        let asking = Asking { kind: &**kind, given: &given };
        Ok(T::from_arg_matches(matches)?.run(app, asking, session)?)
    }
}

/// The flag of a position, where trees and records can begin at any.
const POSITION: &str = "position";

impl<T: AboutGames> OfGames<T> {
    fn game<'a>(app: &'a App, subject: &str) -> anyhow::Result<&'a dyn Game> {
        let game = app.games().iter().find(|game| game.name() == subject);
        game.map(|game| &**game).ok_or_else(|| anyhow::anyhow!("there is no game `{subject}` here"))
    }
}

impl<T: AboutGames> Verb for OfGames<T> {
    fn name(&self) -> &'static str {
        T::NAME
    }

    fn command(&self) -> Command {
        description::<T>(T::NAME)
    }

    fn subject_word(&self) -> Option<&'static str> {
        Some("GAME")
    }

    fn subjects(&self, app: &App) -> Vec<String> {
        app.games().iter().map(|game| game.name().to_owned()).collect()
    }

    fn subject_command(&self, app: &App, subject: &str) -> Command {
        let Ok(game) = Self::game(app, subject) else { return Command::new(subject.to_owned()) };
        let mut about = game.about().to_owned();
        let help = game.help(T::PURPOSE);
        if !help.is_empty() {
            about = format!("{about}\n\n{help}");
        }
        let mut command = with_flags::<T>(subject, &about, &game.flags(T::PURPOSE));
        if T::PURPOSE != Purpose::Show && game.takes_position(T::PURPOSE) {
            command = command.arg(
                Arg::new(POSITION)
                    .long(POSITION)
                    .value_name("POSITION")
                    .allow_hyphen_values(true)
                    .help("Begin at this position")
                    .help_heading(format!("Options of {subject}")),
            );
        }
        command.after_help(examples(app.name(), &about_verb(T::NAME, game.examples(T::PURPOSE))))
    }

    fn run(
        &self,
        app: &App,
        subject: &str,
        matches: &ArgMatches,
        session: &Session,
    ) -> Result<Outcome, Failure> {
        let game = Self::game(app, subject)?;
        if !game.has_naive_twin() {
            session.without_second_opinion(game.name());
        }
        let given = given(&game.flags(T::PURPOSE), matches);
        let position = match matches.try_get_one::<String>(POSITION) {
            Ok(position) if T::PURPOSE != Purpose::Show => position.map(String::as_str),
            _ => None,
        };
        Ok(T::from_arg_matches(matches)?.run(Seated { game, given: &given, position }, session)?)
    }
}

impl Asking<'_> {
    /// The question that was asked.
    pub(crate) fn question(self, session: &Session, symmetry_breaking: bool) -> anyhow::Result<Question> {
        let question = self.kind.ask(self.given).map_err(anyhow::Error::msg)?;
        second_opinion(session, &question);
        Ok(question.with_symmetry_breaking(symmetry_breaking))
    }

    /// The question, of all symmetric positions, where its formula has nothing but answers as models.
    pub(crate) fn exact(self, session: &Session) -> anyhow::Result<Question> {
        let question = self.question(session, false)?;
        if question.is_relaxed() {
            anyhow::bail!(
                "{question}: what satisfies its formula need not be an answer, so that there is nothing to list or to count"
            );
        }
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
        system.ask(self.given).map_err(anyhow::Error::msg)
    }
}

/// Has the answers say so where there is no second opinion on a question.
pub(crate) fn second_opinion(session: &Session, question: &Question) {
    if !question.has_second_opinion() {
        session.without_second_opinion(question.subject());
    }
}
