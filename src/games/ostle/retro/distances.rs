//! `retro distances`

use super::figures::{Figure, ours, write_figures};
use super::repairs::Repairs;
use super::report::{DistancesReport, StatesByDistance};
use super::{OstleRetro, REPAIR, refused};
use crate::solve::{OstleGame, published};
use certamen_ask::flag::Flag;
use certamen_retro::positions::RetroError;
use certamen_retro::states::forward;
use certamen_retro::states::{Distances, Game, Group, LayerShape, MoveSelection, Store};
use certamen_retro::subject::{Monitor, Options};
use certamen_work::answer::Answer;
use encodings::ostle::variant::Variant;
use std::path::Path;

pub(super) const HELP: &str = "Counts states: table 3 of the publication. A state is a position up to symmetry with the move that \
    is forbidden there, if the game is not over. The published figures are those of `--rule paper --moves all`, which also \
    makes the moves that rule 8 forbids. The distances lie in the directory, and a run that was stopped or killed continues \
    from its checkpoint, as in `retro build`. On 5x5 with five pieces it takes 8 GB of memory and 2.7 GB on disk, and while it \
    runs a checkpoint of 6.2 GB.";

pub(super) const FLAGS: [Flag; 2] = [
    Flag::text("dir", "DIR", "The directory of the tables").required(),
    Flag::choice(
        "moves",
        "MOVES",
        &[("allowed", "The moves that rule 8 allows"), ("all", "Also the moves that rule 8 forbids")],
        "The moves that are made [default: allowed]",
    ),
];

impl OstleRetro {
    pub(super) fn distances_on<const SIDE: usize>(
        &self,
        options: &Options,
        monitor: &mut Monitor<'_>,
    ) -> Result<Answer, RetroError> {
        let directory = self.asked.text(FLAGS[0].name).ok_or_else(|| refused("--dir is missing"))?;
        let store = Store::create_after(Path::new(directory), &self.name(), options.wait, monitor.stop())?;
        let game = self.game::<SIDE>();
        let made =
            if self.asked.text("moves") == Some("all") { MoveSelection::All } else { MoveSelection::Allowed };
        let interval = options.checkpoint_every.unwrap_or(super::build::INTERVAL);
        let mut repairs = Repairs::new(self.asked.has(REPAIR.name));
        let stop = monitor.stop();
        let repair = |group: &Group| forward::repair(&game, &store, group, made, stop);
        let work = |group: &Group, monitor: &mut Monitor<'_>| {
            forward::search(&game, &store, group, made, interval, monitor)
        };
        if let Some(stopped) = repairs.each(forward::order(&game), "searched", monitor, repair, work)? {
            return Ok(stopped);
        }
        let figures = searched(&game, &store, made)?.unwrap_or_default();
        let states = ours(&figures);
        let different = figures.iter().filter(|figure| figure.differs()).count();
        let mut text = format!("{} states by the plies from the start\n", states.iter().sum::<u64>());
        write_figures(&mut text, "plies", &figures);
        let (game, repaired) = (&*game.subject(), repairs.tell(&mut text));
        let distances = StatesByDistance { moves: made.to_string(), states };
        let object = DistancesReport { game, distances, different, repaired };
        Ok(Answer::holds(text, object))
    }
}

/// The first layer without distances, if another one has them.
pub(super) fn lacking<'g, const SIDE: usize>(
    game: &'g OstleGame<SIDE>,
    store: &Store,
    made: MoveSelection,
) -> Option<&'g str> {
    let has = |shape: &LayerShape| Distances::is_there(store, shape, made);
    let lacking = game.layers().iter().find(|shape| !has(shape))?;
    game.layers().iter().any(has).then_some(lacking.name.as_str())
}

/// The number of states at each distance, beside table 3. Empty if not all layers have been searched.
pub(super) fn searched<const SIDE: usize>(
    game: &OstleGame<SIDE>,
    store: &Store,
    made: MoveSelection,
) -> Result<Option<Vec<Figure>>, RetroError> {
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
