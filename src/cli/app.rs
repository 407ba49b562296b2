//! A program: its games, questions and tasks, and its main function.

use crate::campaign::{self, CubeCampaigns, ProfileCampaigns};
use crate::parse::{self, ParsedCommand};
use crate::program_verb::ProgramVerb;
use crate::retro;
use crate::tree;
use certamen_ask::kind::{Kind, NamedQuery, kind};
use certamen_ask::registry::Registry;
use certamen_campaign::Campaign;
use certamen_play::{Game, RuledGame};
use certamen_work::failure::{
    Failure, UNDECIDED, UNUSABLE, exit_code, is_broken_pipe, is_interruption, with_causes,
};
use certamen_work::file::FileError;
use certamen_work::memory::require_address_space;
use certamen_work::session::{Session, tell};
use certamen_work::stop::Stop;
use certamen_work::streams::require_output;
use certamen_work::task::Task;
use certamen_work::text::one_line;
use std::error::Error as _;
use std::fmt;
use std::process::ExitCode;
use std::sync::Arc;

/// The bytes of address space that the smallest commands take besides their threads, with as much to spare.
const LEAST_ADDRESS_SPACE: u64 = 32 << 20;
/// The bytes for the stack of a thread, with as much to spare.
const ADDRESS_SPACE_OF_A_THREAD: u64 = 4 << 20;
/// The most threads of native searches for each processor.
const THREADS_OF_A_PROCESSOR: usize = 8;

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
    /// The verbs that other crates have added.
    added: Vec<Box<dyn ProgramVerb>>,
    /// The verbs below `retro` of the games that can be solved.
    solving: Vec<Box<dyn Task>>,
    /// What can be divided into tasks, and the verbs below `plan` for it.
    campaigns: Vec<Arc<dyn Campaign>>,
    planning: Vec<Box<dyn Task>>,
}

impl App {
    /// A program without games and questions. The name is the one that its help shows.
    pub fn new(name: &str) -> Self {
        Self { name: name.to_owned(), ..Self::default() }
    }

    /// Registers a game. One of the same name is replaced.
    #[must_use]
    pub fn game(mut self, game: Arc<dyn Game>) -> Self {
        self.games.retain(|known| known.name() != game.name());
        self.solving.retain(|task| task.subject() != game.name());
        self.solving.extend(retro::tasks(&self.name, &game));
        let campaigns = retro::campaigns(&game);
        self.games.push(game);
        campaigns.into_iter().fold(self, Self::campaign)
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
    pub fn question<Q: NamedQuery>(self) -> Self {
        self.kind(kind::<Q>())
    }

    /// Registers a kind of questions. One of the same name is replaced.
    #[must_use]
    pub fn kind(mut self, kind: Arc<dyn Kind>) -> Self {
        self.registry.add_kind(kind.clone());
        let app = self.campaign(Arc::new(CubeCampaigns(kind.clone())));
        if ProfileCampaigns::is_offered(&*kind) {
            app.campaign(Arc::new(ProfileCampaigns(kind)))
        } else {
            app
        }
    }

    /// Registers a command that can be divided into tasks for many machines. One of the same verb and subject is
    /// replaced.
    #[must_use]
    pub fn campaign(mut self, campaign: Arc<dyn Campaign>) -> Self {
        let is_other =
            |known: &dyn Campaign| (known.verb(), known.subject()) != (campaign.verb(), campaign.subject());
        self.campaigns.retain(|known| is_other(&**known));
        self.planning = self.campaigns.iter().chain([&campaign]).map(campaign::planning).collect();
        self.campaigns.push(campaign);
        self
    }

    /// Registers a task: a command that only this program has, below an existing verb or a new one.
    #[must_use]
    pub fn task(mut self, task: Box<dyn Task>) -> Self {
        self.tasks.push(task);
        self
    }

    /// Adds a verb without a subject.
    #[must_use]
    pub fn verb(mut self, verb: Box<dyn ProgramVerb>) -> Self {
        self.added.push(verb);
        self
    }

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

    /// The whole command line, with all help texts and examples: for documentation and tests.
    ///
    /// # Examples
    /// ```
    /// let command = certamen_cli::App::new("puzzles").command();
    /// assert!(command.get_subcommands().any(|verb| verb.get_name() == "check"));
    /// ```
    pub fn command(&self) -> clap::Command {
        tree::command(self)
    }

    /// What can be divided into tasks for many machines.
    pub fn campaigns(&self) -> &[Arc<dyn Campaign>] {
        &self.campaigns
    }

    /// The tasks that were registered.
    pub fn tasks(&self) -> &[Box<dyn Task>] {
        &self.tasks
    }

    /// Prints an error as one line, with control characters escaped and long text shortened.
    pub(crate) fn complain(&self, what: &str) {
        tell(&format!("{}: {}", self.name, one_line(what)));
    }

    /// The registered tasks, `plan` with its verbs, and the `retro` verbs of solvable games unless a registered task
    /// replaces them.
    pub(crate) fn every_task(&self) -> impl Iterator<Item = &dyn Task> {
        let is_same =
            |one: &dyn Task, other: &dyn Task| one.verb() == other.verb() && one.subject() == other.subject();
        let is_free = move |task: &&dyn Task| !self.tasks.iter().any(|own| is_same(&**own, *task));
        let solving = self.solving.iter().map(|task| &**task).filter(is_free);
        solving.chain(self.planning.iter().chain(&self.tasks).map(|task| &**task))
    }

    /// Parses the arguments of the process, runs the command and gives its exit code.
    pub fn run(&self) -> ExitCode {
        // No answer would reach anybody: better said before the work than after it.
        if let Err(error) = require_output().map_err(FileError::StandardOutput) {
            self.complain(&with_causes(&error));
            return ExitCode::from(UNUSABLE);
        }
        let ParsedCommand { json, quiet, run } = match parse::parse(self, std::env::args_os().collect()) {
            Ok(parsed) => parsed,
            Err(code) => return code,
        };
        let session = Session::new(json, quiet, Stop::new());
        let started = start().and_then(|()| listen(&session.stop));
        match started.and_then(|()| run(self, &session)) {
            Ok(outcome) => outcome.into(),
            // It is not an error if the reader of the output is gone.
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

/// The system refuses the threads of native searches.
#[derive(Debug, thiserror::Error)]
#[error("cannot start the threads of native searches")]
struct WorkersError(#[source] rayon::ThreadPoolBuildError);

impl fmt::Debug for App {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let games: Vec<&str> = self.games.iter().map(|game| game.name()).collect();
        f.debug_struct("App")
            .field("name", &self.name)
            .field("games", &games)
            .field("registry", &self.registry)
            .field("tasks", &self.tasks)
            .field("added", &self.added.iter().map(|verb| verb.name()).collect::<Vec<_>>())
            .field("solving", &self.solving)
            .finish_non_exhaustive()
    }
}

/// The number of these threads: one for each processor, or what the variable of the environment says, within reason. Many
/// more threads than processors only look for work that others have.
pub(crate) fn threads(asked: Option<&str>) -> usize {
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let asked = asked.and_then(|text| text.parse().ok()).filter(|&threads: &usize| threads > 0);
    asked.map_or(processors, |threads| threads.min(THREADS_OF_A_PROCESSOR * processors))
}

/// Starts the threads that native searches share. Started by the first search, they would end the process with a panic
/// if the system has none to give.
fn start() -> Result<(), Failure> {
    let threads = threads(std::env::var("RAYON_NUM_THREADS").ok().as_deref());
    require_address_space(LEAST_ADDRESS_SPACE + threads as u64 * ADDRESS_SPACE_OF_A_THREAD)?;
    match rayon::ThreadPoolBuilder::new().num_threads(threads).build_global() {
        // Without a cause, the program that embeds this one has started threads of its own, which stay.
        Err(error) if error.source().is_some() => Err(WorkersError(error).into()),
        _ => Ok(()),
    }
}

/// The first Ctrl-C or SIGTERM requests a stop, the second one ends the process. A write beyond the limit on file sizes
/// becomes an error, as on a full disk, and not a signal.
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
