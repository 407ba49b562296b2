//! A program: its games, questions and commands.

use certamen_ask::registry::Registry;
use certamen_campaign::Campaign;
use certamen_play::Game;
use certamen_work::schema::Schema;
use certamen_work::session::tell;
use certamen_work::text::one_line;
use certamen_work::{Failure, Outcome, Session, SubjectCommand};
use clap::{ArgMatches, Command};
use encodings::rules::ForcedWin;
use std::fmt;
use std::sync::Arc;

/// A program with the command line of certamen, for the games and questions that are registered.
///
/// # Examples
/// ```no_run
/// use certamen_cli::App;
/// use std::process::ExitCode;
///
/// fn main() -> ExitCode {
///     App::new("puzzles").run()
/// }
/// ```
#[derive(Default)]
pub struct App {
    pub(crate) name: String,
    /// Games of the box that are files, and files that state the rules of games in Rust once more.
    pub(crate) boxed: Vec<BoxedFile>,
    pub(crate) games: Vec<Arc<dyn Game>>,
    pub(crate) registry: Registry,
    pub(crate) subject_commands: Vec<Box<dyn SubjectCommand>>,
    /// What BDDL problems ask, by the names of their games.
    pub(crate) claims: Vec<(String, ForcedWin)>,
    /// The verbs that other crates have added.
    pub(crate) added: Vec<Box<dyn ProgramVerb>>,
    /// The verbs below `retro` of the games that can be solved.
    pub(crate) solving: Vec<Box<dyn SubjectCommand>>,
    /// What can be divided into tasks, and the verbs below `plan` for it.
    pub(crate) campaigns: Vec<Arc<dyn Campaign>>,
    pub(crate) planning: Vec<Box<dyn SubjectCommand>>,
}

/// A game file in the box: its name and its text.
#[derive(Clone, Copy, Debug)]
pub struct BoxedFile {
    /// The name of the game.
    pub name: &'static str,
    /// The text of the file.
    pub text: &'static str,
}

/// A verb that works on all that a program knows, such as a server.
pub trait ProgramVerb: Send + Sync {
    /// Its name.
    fn name(&self) -> &'static str;

    /// The command, with its flags and its help. `PROGRAM` stands for the name of the program.
    fn command(&self) -> Command;

    /// The schema of its answer as JSON ([`certamen_work::schema::of_answer`]), if it has one.
    fn schema(&self) -> Option<Schema> {
        None
    }

    /// Runs it.
    ///
    /// # Errors
    /// [`Failure`], which is printed as one line.
    fn run(&self, app: &App, matches: &ArgMatches, session: &Session) -> Result<Outcome, Failure>;
}

impl App {
    /// The verbs that other crates have added.
    pub(crate) fn added(&self) -> &[Box<dyn ProgramVerb>] {
        &self.added
    }

    /// The name of the program.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The games.
    pub fn games(&self) -> &[Arc<dyn Game>] {
        &self.games
    }

    /// The kinds of questions.
    pub fn registry(&self) -> &Registry {
        &self.registry
    }

    /// What can be divided into tasks for many machines.
    pub fn campaigns(&self) -> &[Arc<dyn Campaign>] {
        &self.campaigns
    }

    /// The commands that were registered.
    pub fn subject_commands(&self) -> &[Box<dyn SubjectCommand>] {
        &self.subject_commands
    }

    /// Prints an error as one line, with control characters escaped and long text shortened.
    pub(crate) fn print_error(&self, what: &str) {
        tell(&format!("{}: {}", self.name, one_line(what)));
    }

    /// The registered commands, `plan` with its verbs, and the `retro` verbs of solvable games unless a registered command
    /// replaces them.
    pub(crate) fn all_subject_commands(&self) -> impl Iterator<Item = &dyn SubjectCommand> {
        let is_same = |one: &dyn SubjectCommand, other: &dyn SubjectCommand| {
            one.verb() == other.verb() && one.subject() == other.subject()
        };
        let is_free =
            move |one: &&dyn SubjectCommand| !self.subject_commands.iter().any(|own| is_same(&**own, *one));
        let solving = self.solving.iter().map(|one| &**one).filter(is_free);
        solving.chain(self.planning.iter().chain(&self.subject_commands).map(|one| &**one))
    }
}

impl fmt::Debug for App {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let games: Vec<&str> = self.games.iter().map(|game| game.name()).collect();
        f.debug_struct("App")
            .field("name", &self.name)
            .field("games", &games)
            .field("registry", &self.registry)
            .field("subject_commands", &self.subject_commands)
            .field("added", &self.added.iter().map(|verb| verb.name()).collect::<Vec<_>>())
            .field("solving", &self.solving)
            .finish_non_exhaustive()
    }
}
