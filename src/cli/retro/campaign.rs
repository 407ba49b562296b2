//! What campaigns of tables share: the game that flags choose, with its layers, and ranges of its numbers.

use super::{TableVerb as _, build, report};
use crate::examples::{Example, of_command};
use anyhow::Context as _;
use certamen_ask::flag::{Flag, Given};
use certamen_ask::query::RULES_FILE;
use certamen_campaign::{CampaignDirectory, CampaignError};
use certamen_play::{Game, Solvable};
use certamen_retro::positions::RetroError;
use certamen_retro::subject::{SweepOpening, SweptGame, Watch};
use certamen_work::{Failure, Interrupted, Progress, Session, Stop};
use std::ops::Range;
use std::path::Path;
use std::time::Instant;
use tempfile::TempDir;

/// A game whose layers were found now.
pub(super) struct NewGame {
    pub(super) subject: String,
    pub(super) game: Box<dyn SweptGame>,
    /// The files with its layers, by name, which tasks need.
    pub(super) files: Vec<(String, Vec<u8>)>,
}

impl NewGame {
    /// Finds the layers of the game that flags choose, and shows how far the search is.
    pub(super) fn find(game: &dyn Game, flags: &Given, session: &Session) -> Result<Self, Failure> {
        let (progress, begun) = (Progress::new(session), Instant::now());
        Self::search(game, flags, &session.stop, &mut |now| report(&progress, &begun, now))
    }

    /// The same without a terminal.
    fn search<'a>(
        game: &dyn Game,
        flags: &Given,
        stop: &'a Stop,
        watch: &'a mut Watch<'a>,
    ) -> Result<Self, Failure> {
        let directory = TempDir::new()?;
        let opening = SweepOpening::Find { stop, watch };
        let (subject, swept) = swept(game, flags, directory.path(), opening)?;
        let mut files = Vec::new();
        for entry in std::fs::read_dir(directory.path())? {
            let entry = entry?;
            files.push((entry.file_name().to_string_lossy().into_owned(), std::fs::read(entry.path())?));
        }
        // A result with these files is a directory that stands alone, as that of `retro build`.
        files.extend(game.rules_text().map(|text| (RULES_FILE.to_owned(), text.as_bytes().to_vec())));
        files.sort();
        Ok(Self { subject, game: swept, files })
    }
}

/// Requires that the files of a plan are those that the game gives, which are found anew.
pub(super) fn require_inputs(
    game: &dyn Game,
    flags: &Given,
    place: &CampaignDirectory,
    stop: &Stop,
) -> Result<(), Failure> {
    let found = NewGame::search(game, flags, stop, &mut |_| {})?.files;
    let planned = place.plan().files.iter().map(|file| Ok((file.name.clone(), place.input(&file.name)?)));
    let planned = planned.collect::<Result<Vec<_>, CampaignError>>()?;
    if planned == found {
        return Ok(());
    }
    let is_wrong = |(name, _): &&(String, Vec<u8>)| {
        let of = |files: &[(String, Vec<u8>)]| files.iter().find(|(known, _)| known == name).cloned();
        of(&planned) != of(&found)
    };
    let name = planned.iter().chain(&found).find(is_wrong).map_or("", |(name, _)| name);
    Err(CampaignError::wrong(format!("input/{name}"), "it is not what the rules of the game give").into())
}

/// The game of a plan, with the layers that the plan has.
pub(super) fn planned(
    game: &dyn Game,
    flags: &Given,
    place: &CampaignDirectory,
) -> Result<(String, Box<dyn SweptGame>), Failure> {
    for file in &place.plan().files {
        place.input(&file.name)?;
    }
    swept(game, flags, &place.path().join("input"), SweepOpening::Read)
}

fn swept(
    game: &dyn Game,
    flags: &Given,
    directory: &Path,
    opening: SweepOpening<'_>,
) -> Result<(String, Box<dyn SweptGame>), Failure> {
    let solving = solvable(game)?.solving(flags)?;
    let subject = solving.subject();
    let game = solving.in_sweeps(directory, opening).map_err(failure)?;
    Ok((subject, game.ok_or(Interrupted)?))
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

/// A campaign with the flags of the first example of `retro build`: with this number of tasks, and with little memory.
pub(super) fn examples(game: &dyn Game, verb: &str, tasks: u64) -> Vec<Example> {
    let command = format!("plan {verb} {} --out camp", example_flags(game, build::Build::VERB));
    [format!("--tasks {tasks}"), "--memory 100M".to_owned()]
        .map(|flags| (format!("{command} {flags}"), String::new()))
        .into()
}

/// The game with flags as in the first example of a verb, without its directory of tables.
fn example_flags(game: &dyn Game, verb: &[&str]) -> String {
    let whole =
        game.solvable().and_then(|solvable| of_command(&solvable.examples(), verb).into_iter().next());
    let flags = whole.and_then(|(command, _)| {
        let rest = command.strip_prefix(&verb.join(" "))?.trim().to_owned();
        Some(rest.split_once(" --dir").map_or(rest.clone(), |(flags, _)| flags.to_owned()))
    });
    flags.unwrap_or_else(|| game.name().to_owned())
}

/// The numbers of a game, and how they are divided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numbering {
    pub(super) size: u64,
    pub(super) tasks: u64,
    /// How many numbers are looked up at a time.
    pub(super) window: u64,
}

impl Numbering {
    /// The numbers of a task.
    pub(super) fn chunk(self, task: u64) -> Range<u64> {
        let at = |task: u64| (u128::from(self.size) * u128::from(task) / u128::from(self.tasks)) as u64;
        at(task)..at(task + 1)
    }

    /// The windows, in order.
    pub(super) fn windows(self) -> impl Iterator<Item = Range<u64>> {
        let Self { size, window, .. } = self;
        (0..size).step_by(window as usize).map(move |first| first..size.min(first + window))
    }

    /// The tasks with numbers in a range.
    pub(super) fn tasks_of(self, range: &Range<u64>) -> impl Iterator<Item = u64> {
        let range = range.clone();
        (0..self.tasks).filter(move |&task| {
            let chunk = self.chunk(task);
            chunk.start < range.end && range.start < chunk.end
        })
    }
}
