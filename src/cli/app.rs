//! A program: what it knows, and its main function.

use crate::parse::{self, Parsed};
use crate::retro;
use certamen_ask::kind::{Kind, Posed, kind};
use certamen_ask::registry::Registry;
use certamen_play::{Game, RuledGame};
use certamen_work::failure::{Failure, UNDECIDED, exit_code, is_broken_pipe, is_interruption, with_causes};
use certamen_work::session::{Session, tell};
use certamen_work::stop::Stop;
use certamen_work::task::Task;
use certamen_work::text::one_line;
use std::fmt;
use std::process::ExitCode;
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
    name: String,
    games: Vec<Arc<dyn Game>>,
    registry: Registry,
    tasks: Vec<Box<dyn Task>>,
    /// The verbs below `retro` of the games that can be solved.
    solving: Vec<Box<dyn Task>>,
}

impl App {
    /// A program that knows nothing yet, with the name that its help shows.
    pub fn new(name: &str) -> Self {
        Self { name: name.to_owned(), ..Self::default() }
    }

    /// Registers a game. One of the same name is replaced.
    #[must_use]
    pub fn game(mut self, game: Arc<dyn Game>) -> Self {
        self.games.retain(|known| known.name() != game.name());
        self.solving.retain(|task| task.subject() != game.name());
        self.solving.extend(retro::tasks(&self.name, &game));
        self.games.push(game);
        self
    }

    /// Registers a game that is made of rules over words, the question of its mobility, and those of the language.
    #[must_use]
    pub fn rules(self, game: RuledGame) -> Self {
        let mobility = game.mobility();
        let questions = game.questions();
        self.game(Arc::new(game)).kind(mobility).kind(questions)
    }

    /// Registers a type of questions.
    #[must_use]
    pub fn question<Q: Posed>(self) -> Self {
        self.kind(kind::<Q>())
    }

    /// Registers a kind of questions. One of the same name is replaced.
    #[must_use]
    pub fn kind(mut self, kind: Arc<dyn Kind>) -> Self {
        self.registry.add_kind(kind);
        self
    }

    /// Registers a task: a command of one's own, below a verb that exists or a new one.
    #[must_use]
    pub fn task(mut self, task: Box<dyn Task>) -> Self {
        self.tasks.push(task);
        self
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

    /// The tasks that were registered.
    pub fn tasks(&self) -> &[Box<dyn Task>] {
        &self.tasks
    }

    /// Says what is wrong, in one line, which names control characters and shortens what is long.
    pub(crate) fn complain(&self, what: &str) {
        tell(&format!("{}: {}", self.name, one_line(what)));
    }

    /// These, and the verbs of games that can be solved where no task stands in for them.
    pub(crate) fn every_task(&self) -> impl Iterator<Item = &dyn Task> {
        let is_same =
            |one: &dyn Task, other: &dyn Task| one.verb() == other.verb() && one.subject() == other.subject();
        let is_free = move |task: &&dyn Task| !self.tasks.iter().any(|own| is_same(&**own, *task));
        let solving = self.solving.iter().map(|task| &**task).filter(is_free);
        solving.chain(self.tasks.iter().map(|task| &**task))
    }

    /// Parses the arguments of the process, runs the command and gives its exit code.
    pub fn run(&self) -> ExitCode {
        let Parsed { json, quiet, run } = match parse::parse(self, std::env::args_os().collect()) {
            Ok(parsed) => parsed,
            Err(code) => return code,
        };
        let session = Session::new(json, quiet, Stop::new());
        match listen(&session.stop).and_then(|()| run(self, &session)) {
            Ok(outcome) => outcome.into(),
            // Whoever reads our output may stop reading: that is no error of ours.
            Err(error) if is_broken_pipe(&*error) => ExitCode::SUCCESS,
            Err(error) if is_interruption(&*error) => {
                session.interrupted().map_or(ExitCode::from(UNDECIDED), ExitCode::from)
            }
            Err(error) => {
                self.complain(&with_causes(&*error));
                ExitCode::from(exit_code(&*error))
            }
        }
    }
}

impl fmt::Debug for App {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let games: Vec<&str> = self.games.iter().map(|game| game.name()).collect();
        f.debug_struct("App")
            .field("name", &self.name)
            .field("games", &games)
            .field("registry", &self.registry)
            .field("tasks", &self.tasks)
            .field("solving", &self.solving)
            .finish()
    }
}

/// The first Ctrl-C or SIGTERM asks for the end, the second one ends the process. A write beyond a limit on the size of
/// files is an error like that of a full disk.
fn listen(stop: &Stop) -> Result<(), Failure> {
    #[cfg(unix)]
    signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default())?;
    let stop = stop.clone();
    ctrlc::set_handler(move || {
        if stop.is_requested() {
            std::process::exit(130);
        }
        stop.request();
    })?;
    Ok(())
}
