//! Commands that a crate adds to the command line.

use crate::answer::Outcome;
use crate::failure::Failure;
use crate::schema::{AnswerSchema, Schema};
use crate::session::Session;
use clap::{ArgMatches, Command};
use std::fmt;
use std::marker::PhantomData;

/// A command that a crate adds to the command line: `certamen VERB SUBJECT ...`.
pub trait SubjectCommand: Send + Sync {
    /// The verb, in one or more words: `["retro", "build"]`.
    fn verb(&self) -> &[&'static str];

    /// The subject of the verb: the name of a game, or `game.noun`.
    fn subject(&self) -> &str;

    /// The command of the subject, with its flags and its help.
    fn command(&self) -> Command;

    /// Looks at the flags that were given, if others are missing: what is wrong with them is said first.
    ///
    /// # Errors
    /// [`Failure`], which is printed as one line.
    fn look(&self, _matches: &ArgMatches, _session: &Session) -> Result<(), Failure> {
        Ok(())
    }

    /// The schema of its answer as JSON, if it has one.
    fn schema(&self) -> Option<Schema> {
        None
    }

    /// Runs the command.
    ///
    /// # Errors
    /// [`Failure`], which is printed as one line.
    fn run(&self, matches: &ArgMatches, session: &Session) -> Result<Outcome, Failure>;
}

/// Arguments that clap parses and a session runs.
pub trait Run: clap::Args {
    /// Makes the schema of its answer as JSON.
    const SCHEMA: AnswerSchema = None;

    /// Runs the command.
    ///
    /// # Errors
    /// [`Failure`], which is printed as one line.
    fn run(&self, session: &Session) -> Result<Outcome, Failure>;
}

/// The command whose flags and help are those of `T`.
///
/// ```
/// use certamen_work::subject_command::{Run, subject_command};
/// use certamen_work::{Answer, Failure, Outcome, Session};
/// use serde_json::json;
///
/// /// Counts the positions of a game.
/// #[derive(clap::Args)]
/// struct Positions {
///     /// The number of points.
///     #[arg(long)]
///     points: u32,
/// }
///
/// impl Run for Positions {
///     fn run(&self, session: &Session) -> Result<Outcome, Failure> {
///         let count = 3u64.pow(self.points);
///         session.conclude(Answer::holds(count.to_string(), json!({ "count": count })))
///     }
/// }
///
/// let counting = subject_command::<Positions>(&["count"], "go.positions");
/// let command = counting.command();
/// assert_eq!((command.get_name(), counting.verb()), ("go.positions", &["count"][..]));
/// let matches = command.try_get_matches_from(["go.positions", "--points", "4"])?;
/// assert_eq!(counting.run(&matches, &Session::default())?, Outcome::Holds);
/// # Ok::<(), Failure>(())
/// ```
pub fn subject_command<T: Run + 'static>(
    verb: &'static [&'static str],
    subject: &'static str,
) -> Box<dyn SubjectCommand> {
    Box::new(ArgumentCommand::<T> { verb, subject, arguments: PhantomData })
}

/// The command of a type of arguments.
struct ArgumentCommand<T> {
    verb: &'static [&'static str],
    subject: &'static str,
    arguments: PhantomData<fn() -> T>,
}

impl<T: Run> SubjectCommand for ArgumentCommand<T> {
    fn verb(&self) -> &[&'static str] {
        self.verb
    }

    fn subject(&self) -> &str {
        self.subject
    }

    fn command(&self) -> Command {
        T::augment_args(Command::new(self.subject))
    }

    fn schema(&self) -> Option<Schema> {
        T::SCHEMA.map(|schema| schema())
    }

    fn run(&self, matches: &ArgMatches, session: &Session) -> Result<Outcome, Failure> {
        T::from_arg_matches(matches)?.run(session)
    }
}

impl fmt::Debug for dyn SubjectCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.verb().join(" "), self.subject())
    }
}
