//! `certamen retro distances`

use super::figures::{Figure, ours, write_figures};
use super::repairs::Repairs;
use super::subject::Subject;
use crate::solve::{OstleGame, published};
use certamen_retro::engine::forward::{self, Searching};
use certamen_retro::engine::{Distances, Ended, Game, LayerShape, Made, Store};
use certamen_work::amount;
use certamen_work::progress::Progress;
use certamen_work::session::{Outcome, Session};
use certamen_work::waiting::Waiting;
use clap::{Args, ValueEnum};
use encodings::ostle::variant::Variant;
use serde_json::json;
use std::time::{Duration, Instant};

/// Search from the start and count the states at each distance: table 3 of the publication.
///
/// A state is a position up to symmetry with the move that is forbidden there, if the game is not over. The published
/// figures are those of `--rule paper --moves all`, which also makes the moves that rule 8 forbids. No tables are
/// needed. A stopped or killed run continues from its checkpoint, as in `retro build`. On 5x5 with five pieces it takes
/// 8 GB of memory and 2.7 GB on disk, and while it runs a checkpoint of 6.2 GB.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
    PROGRAM retro distances ostle --dir ostle-paper --rule paper --moves all\n  \
    PROGRAM retro distances ostle --dir small --board 3x3 --pieces 2 --lose-at 1")]
pub(super) struct Search {
    #[command(flatten)]
    subject: Subject,
    /// The moves that are made.
    #[arg(long, value_enum, default_value = "allowed")]
    moves: Moves,
    /// The seconds between two checkpoints.
    #[arg(long, value_name = "S", default_value = "1200", value_parser = amount::interval)]
    checkpoint_every: Duration,
    /// Search a layer again if its distances are damaged. Otherwise damaged distances are an error.
    #[arg(long)]
    repair: bool,
    #[command(flatten)]
    waiting: Waiting,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Moves {
    /// The moves that rule 8 allows.
    Allowed,
    /// Also the moves that rule 8 forbids.
    All,
}

on_every_side!(Search, search);

impl Search {
    fn search<const SIDE: usize>(&self, session: &Session) -> anyhow::Result<Outcome> {
        let store = self.subject.store::<SIDE>(self.waiting, session)?;
        let game = self.subject.game::<SIDE>()?;
        let made = match self.moves {
            Moves::Allowed => Made::Allowed,
            Moves::All => Made::All,
        };
        let progress = Progress::new(session);
        let mut repairs = Repairs::new(self.repair);
        for group in forward::order(&game) {
            let start = Instant::now();
            let mut watch = |now: Searching<'_>| report(&progress, &start, now);
            let read = || forward::repair(&game, &store, group, made, &session.stop);
            let ended = if repairs.read(&progress, read)? {
                let (interval, stop) = (self.checkpoint_every, &session.stop);
                repairs.done(forward::search(&game, &store, group, made, interval, stop, &mut watch))?
            } else {
                Ended::Stopped
            };
            match ended {
                Ended::Stopped => {
                    drop(progress);
                    let undecided = json!({ "verdict": "undecided", "group": group.name });
                    return Ok(session.resumable(&undecided)?);
                }
                Ended::Solved => {
                    progress.report(&format!(
                        "{} searched in {:.0} s",
                        group.name,
                        start.elapsed().as_secs_f64()
                    ));
                }
                Ended::SolvedBefore => progress.report(&format!("{} was searched before", group.name)),
            }
        }
        drop(progress);
        let figures = searched(&game, &store, made)?.unwrap_or_default();
        let states = ours(&figures);
        let different = figures.iter().filter(|figure| figure.differs()).count();
        let mut text = format!("{} states by the plies from the start\n", states.iter().sum::<u64>());
        write_figures(&mut text, "plies", &figures);
        let mut object = json!({
            "game": game.subject(), "moves": made.to_string(), "states": states, "different": different,
        });
        repairs.tell(&mut text, &mut object);
        session.answer(&text, &object)?;
        Ok(Outcome::Holds)
    }
}

/// The first layer without distances, if another one has them.
pub(super) fn lacking<'g, const SIDE: usize>(
    game: &'g OstleGame<SIDE>,
    store: &Store,
    made: Made,
) -> Option<&'g str> {
    let has = |shape: &LayerShape| Distances::is_there(store, shape, made);
    let lacking = game.layers().iter().find(|shape| !has(shape))?;
    game.layers().iter().any(has).then_some(lacking.name.as_str())
}

/// The number of states at each distance, beside table 3. Empty if not all layers have been searched.
pub(super) fn searched<const SIDE: usize>(
    game: &OstleGame<SIDE>,
    store: &Store,
    made: Made,
) -> anyhow::Result<Option<Vec<Figure>>> {
    let mut states: Vec<u64> = Vec::new();
    for shape in game.layers() {
        if !Distances::is_there(store, shape, made) {
            return Ok(None);
        }
        let distances = Distances::open(store, shape, made)?;
        states.resize(states.len().max(distances.states().len()), 0);
        states.iter_mut().zip(distances.states()).for_each(|(all, states)| *all += states);
    }
    while states.last() == Some(&0) {
        states.pop();
    }
    let is_published = game.variant() == Variant::PUBLISHED;
    let published = if is_published { published::distances() } else { Vec::new() };
    let figure = |plies: usize| Figure {
        name: plies.to_string(),
        ours: states.get(plies).copied().unwrap_or(0),
        published: is_published.then(|| published.get(plies).copied().unwrap_or(0)),
    };
    Ok(Some((0..states.len().max(published.len())).map(figure).collect()))
}

fn report(progress: &Progress, start: &Instant, now: Searching<'_>) {
    let seconds = start.elapsed().as_secs();
    match now {
        Searching::Resumed { group, distance } => {
            progress.report(&format!("{group}: continuing at {distance} plies"));
        }
        Searching::Sweep { group, distance, done, total } if done == total => {
            progress.begin(format!("{group}: states at {} plies are met ({seconds} s)", distance + 1));
        }
        Searching::Sweep { group, distance, done, total } if progress.is_terminal() => {
            progress.begin(format!("{group}: states at {} plies, {done} of {total} parts", distance + 1));
        }
        Searching::Checkpoint => progress.report("checkpoint written"),
        Searching::Writing { group } => progress.begin(format!("{group}: writing distances")),
        Searching::Sweep { .. } => {}
    }
}
