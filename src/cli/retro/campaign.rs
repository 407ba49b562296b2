//! What campaigns of tables share: the game that flags choose, its layers, and what makes a campaign of a division.

use super::progress::report;
use crate::frame::examples::{Example, of_command};
use crate::frame::flags::{arguments, given};
use anyhow::Context as _;
use certamen_ask::flag::{Flag, Given};
use certamen_ask::query::RULES_FILE;
use certamen_campaign::{Campaign, CampaignDirectory, CampaignError, Files, TaskDivision, Work};
use certamen_play::{Game, Solvable};
use certamen_retro::positions::{Capacity, MEMORY, RetroError, SolverProgress, Store};
use certamen_retro::subject::{AnyRetro, DividedGame, Monitor, OpenPurpose};
use certamen_work::{Failure, Progress, Session, Stop};
use clap::{ArgMatches, Args, Command, FromArgMatches as _};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::marker::PhantomData;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;
use tempfile::TempDir;

/// A way to divide the tables of a game, or a search through its numbers: the question of a plan. It has the members of
/// [`ChosenGame`].
pub(super) trait TableDivision: Serialize + DeserializeOwned + 'static {
    /// The verb that is divided, in one word.
    const VERB: &'static str;
    /// The number of tasks in an example.
    const TASKS: u64;
    /// Whether the layers are found by a plan, and kept in files for its tasks.
    const HAS_FILES: bool = true;
    /// The flags beside those that choose the game, with the help of the command.
    type Flags: Args;

    /// The command for this game: without the flags that it would refuse.
    fn adapted(command: Command, _solvable: &dyn Solvable) -> Command {
        command
    }

    /// Divides the work. The question and the files are added.
    fn plan(
        asked: Self::Flags,
        chosen: ChosenGame,
        game: &dyn DividedGame,
        progress: &Progress,
    ) -> Result<(Self, TaskDivision), Failure>;

    /// Opens the work.
    fn open(
        self,
        place: &CampaignDirectory,
        game: Box<dyn DividedGame>,
        source: &Arc<dyn Game>,
    ) -> Result<Box<dyn Work>, Failure>;
}

/// The members that the question of every plan has.
#[derive(Deserialize)]
pub(super) struct ChosenGame {
    pub(super) flags: Given,
    pub(super) subject: String,
}

/// A division of a game.
struct TableCampaign<D> {
    game: Arc<dyn Game>,
    division: PhantomData<fn() -> D>,
}

/// The campaign of a division.
pub(super) fn divided<D: TableDivision>(game: &Arc<dyn Game>) -> Arc<dyn Campaign> {
    Arc::new(TableCampaign::<D> { game: game.clone(), division: PhantomData })
}

impl<D: TableDivision> Campaign for TableCampaign<D> {
    fn verb(&self) -> &'static str {
        D::VERB
    }

    fn subject(&self) -> &str {
        self.game.name()
    }

    fn command(&self) -> Command {
        let name = self.game.name();
        let command = D::Flags::augment_args(Command::new(name.to_owned()));
        let command = match self.game.solvable() {
            Some(solvable) => D::adapted(command, solvable),
            None => command,
        };
        command.args(arguments(&flags_of(&*self.game), &format!("Options of {name}")))
    }

    /// With the flags of the first example of `retro build`: with a number of tasks, and with little memory.
    fn examples(&self) -> Vec<Example> {
        let whole = example_flags(&*self.game, &["retro", "build"]);
        let whole = whole.unwrap_or_else(|| self.game.name().to_owned());
        let flags = whole.split_once(" --dir").map_or(&*whole, |(flags, _)| flags);
        let command = format!("plan {} {flags} --out camp", D::VERB);
        [format!("--tasks {}", D::TASKS), "--memory 100M".to_owned()]
            .map(|flags| (format!("{command} {flags}"), String::new()))
            .into()
    }

    fn plan(&self, matches: &ArgMatches, session: &Session) -> Result<TaskDivision, Failure> {
        let asked = D::Flags::from_arg_matches(matches)?;
        let flags = given(&flags_of(&*self.game), matches);
        let (progress, begun) = (Progress::new(session), Instant::now());
        let solving = solvable(&*self.game)?.solving(&flags)?;
        let subject = solving.subject();
        // A forecast alone needs no files, and the search for all layers can be long.
        let is_forecast = !matches.try_contains_id("out").is_ok_and(|is_given| is_given);
        let (game, files) = if D::HAS_FILES && !is_forecast {
            let mut watch = |now: SolverProgress<'_>| report(&progress, &begun, now);
            with_files(&*self.game, solving, &mut Monitor::new(&session.stop, &mut watch))?
        } else {
            (on_paper(solving, &session.stop)?, Files::new())
        };
        let (question, division) = D::plan(asked, ChosenGame { flags, subject }, &*game, &progress)?;
        Ok(TaskDivision { question: serde_json::to_value(question)?, files, ..division })
    }

    fn open(&self, place: &CampaignDirectory) -> Result<Box<dyn Work>, Failure> {
        let ChosenGame { flags, subject } = place.question()?;
        let solving = solvable(&*self.game)?.solving(&flags)?;
        let found = solving.subject();
        let game = if D::HAS_FILES {
            for file in &place.plan().files {
                place.input(&file.name)?;
            }
            let store = &Store::open(&place.path().join("input"), &found)?;
            solving.in_parts(OpenPurpose::Read { store })?
        } else {
            on_paper(solving, &Stop::new())?
        };
        if found != subject {
            let path = place.path().display();
            return Err(format!("{path}: it is about {subject}, and its flags give {found}").into());
        }
        place.question::<D>()?.open(place, game, &self.game)
    }
}

/// The game with its layers, which are found now, and the files that tasks need.
fn with_files(
    game: &dyn Game,
    solving: Box<dyn AnyRetro>,
    monitor: &mut Monitor<'_>,
) -> Result<(Box<dyn DividedGame>, Files), Failure> {
    let directory = TempDir::new()?;
    let store = &Store::create(directory.path(), &solving.subject())?;
    let monitor = monitor.reborrow();
    let divided = solving.in_parts(OpenPurpose::Solve { store, capacity: capacity(), monitor })?;
    let mut files = Files::new();
    for entry in std::fs::read_dir(directory.path())? {
        let entry = entry?;
        files.insert(entry.file_name().to_string_lossy().into_owned(), std::fs::read(entry.path())?);
    }
    // A result with these files is a directory that stands alone, as that of `retro build`.
    files.extend(game.rules_text().map(|text| (RULES_FILE.to_owned(), text.as_bytes().to_vec())));
    Ok((divided, files))
}

/// The game for an estimate, without a search for its layers.
fn on_paper(solving: Box<dyn AnyRetro>, stop: &Stop) -> Result<Box<dyn DividedGame>, Failure> {
    Ok(solving.in_parts(OpenPurpose::Plan { capacity: capacity(), stop })?)
}

/// The tables will lie elsewhere: no space has to be free for them here.
fn capacity() -> Capacity {
    Capacity::in_directory(MEMORY, Some(u64::MAX), Path::new("."))
}

/// Requires that the files of a plan are those that the game gives, which are found anew.
pub(super) fn require_inputs(
    game: &dyn Game,
    flags: &Given,
    place: &CampaignDirectory,
    stop: &Stop,
) -> Result<(), Failure> {
    let (_, found) = with_files(game, solvable(game)?.solving(flags)?, &mut Monitor::silent(stop))?;
    let planned = place.plan().files.iter().map(|file| Ok((file.name.clone(), place.input(&file.name)?)));
    let planned = planned.collect::<Result<Files, CampaignError>>()?;
    let other = planned.keys().chain(found.keys()).find(|&name| planned.get(name) != found.get(name));
    let Some(name) = other else { return Ok(()) };
    Err(CampaignError::wrong(format!("input/{name}"), "it is not what the rules of the game give").into())
}

/// An error of the engine. What a source of codes reported is passed on as it is.
pub(super) fn failure(error: RetroError) -> Failure {
    match error {
        RetroError::Game(error) => error,
        error => error.into(),
    }
}

pub(super) fn solvable(game: &dyn Game) -> anyhow::Result<&dyn Solvable> {
    game.solvable().context("this game cannot be solved")
}

/// The flags that choose the game.
pub(super) fn flags_of(game: &dyn Game) -> Vec<Flag> {
    game.solvable().map(Solvable::flags).unwrap_or_default()
}

/// What stands after the verb in its first example.
pub(super) fn example_flags(game: &dyn Game, verb: &[&str]) -> Option<String> {
    let (command, _) = of_command(&game.solvable()?.examples(), verb).into_iter().next()?;
    Some(command.strip_prefix(&verb.join(" "))?.trim().to_owned())
}
