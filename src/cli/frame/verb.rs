//! The verbs and their subjects.
//!
//! A verb without a subject is a clap struct that runs on the [`App`]. A verb about questions or games has a subject
//! command for each that it applies to: its own flags, then those of the subject. Commands that rooms add are subjects of
//! a verb as well; some verbs have only these.

use crate::frame::app::{App, ProgramVerb};
use crate::frame::examples::Example;
use crate::frame::flags::{arguments, given};
use certamen_ask::flag::{Flag, FlagValue, Given};
use certamen_work::file;
use certamen_work::schema::{AnswerSchema, Schema};
use certamen_work::{Failure, Outcome, Session};
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches as _};
use std::marker::PhantomData;

/// A verb of the program itself.
pub(crate) trait Verb: Sync {
    /// Its name.
    fn name(&self) -> &'static str;

    /// The command without subjects: its description, and its flags if it takes no subject.
    fn command(&self) -> Command;

    /// The word for its subjects, such as `QUESTION`. `None` if it takes none.
    fn subject_word(&self) -> Option<&'static str> {
        None
    }

    /// Whether it has a form without a subject besides those with one.
    fn stands_alone(&self) -> bool {
        false
    }

    /// The names of its subjects.
    fn subjects(&self, _app: &App) -> Vec<String> {
        Vec::new()
    }

    /// The command of a subject, with all its flags.
    fn subject_command(&self, _app: &App, _subject: &str) -> Command {
        self.command()
    }

    /// The examples of a subject. Those of its form without a subject have the name of the verb.
    fn examples(&self, _app: &App, _subject: &str) -> Vec<Example> {
        Vec::new()
    }

    /// Looks at the flags of the subject that were given, if others are missing: what is wrong with them is said first.
    fn look(&self, _call: SubjectCall<'_>, _matches: &ArgMatches) -> Result<(), Failure> {
        Ok(())
    }

    /// The schema of its answer as JSON, if it has one.
    fn schema(&self) -> Option<Schema> {
        None
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
    /// Its examples where it is the form of a verb without a subject.
    const EXAMPLES: &'static [(&'static str, &'static str)] = &[];
    /// Makes the schema of its answer.
    const SCHEMA: AnswerSchema = None;
    fn run(&self, app: &App, session: &Session) -> anyhow::Result<Outcome>;
}

/// The flag by which verbs about questions ask about a forced win.
const WITHIN: &str = "within";

/// The flags of every command.
const OF_THE_PROGRAM: [&str; 4] = ["help", "json", "quiet", "version"];

pub(crate) struct PlainAdapter<T>(pub(crate) PhantomData<fn() -> T>);

impl<T: PlainVerb> Verb for PlainAdapter<T> {
    fn name(&self) -> &'static str {
        T::NAME
    }

    fn command(&self) -> Command {
        T::augment_args(Command::new(T::NAME))
    }

    fn schema(&self) -> Option<Schema> {
        T::SCHEMA.map(|schema| schema())
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
    let command = T::augment_args(Command::new(subject.to_owned())).about(about.clone()).long_about(whole);
    let has_within = command.get_arguments().any(|argument| argument.get_id() == WITHIN);
    let arguments = arguments(&free::<T>(flags), &format!("Options of {subject}")).into_iter();
    // A forced win needs no question.
    command.args(arguments.map(|argument| {
        let may_lack = has_within && argument.is_positional() && argument.is_required_set();
        if may_lack { argument.required(false).required_unless_present(WITHIN) } else { argument }
    }))
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
    /// Makes the schema of its answer.
    const SCHEMA: AnswerSchema = None;

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

    fn schema(&self) -> Option<Schema> {
        V::SCHEMA.map(|schema| schema())
    }

    fn look(&self, call: SubjectCall<'_>, matches: &ArgMatches) -> Result<(), Failure> {
        V::look(call.app, call.subject, &given_of::<V>(call, matches)?)
    }

    fn run(&self, call: SubjectCall<'_>, matches: &ArgMatches) -> Result<Outcome, Failure> {
        let given = given_of::<V>(call, matches)?;
        V::run(&V::Flags::from_arg_matches(matches)?, call, &given)
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

impl Verb for Box<dyn ProgramVerb> {
    fn name(&self) -> &'static str {
        (**self).name()
    }

    fn command(&self) -> Command {
        (**self).command()
    }

    fn schema(&self) -> Option<Schema> {
        (**self).schema()
    }

    fn run(&self, call: SubjectCall<'_>, matches: &ArgMatches) -> Result<Outcome, Failure> {
        (**self).run(call.app, matches, call.session)
    }
}
