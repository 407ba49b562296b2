//! Whether a game is solved by numbers for all arrangements of its pieces, or by a list of the positions that it reaches.
//!
//! Numbers are taken if they are at most [`MOST_NUMBERS`] and have room. If not, the positions are walked through, and the
//! list is taken if it is complete within its limits: [`MOST_LISTED`], and the memory that is allowed. If not, numbers are
//! taken after all, as far as there is room for them.

use super::{Exploration, Ruled, RuledSubject, Walk};
use crate::numbering::MOST_LISTED;
use crate::positions::{Capacity, Game, Monitor, RetroError, Store};
use crate::subject::Subject;
use certamen_work::stop::Stop;
use encodings::rules::{Position, Rules};
use std::ops::Deref;

/// The number of positions of a layer that a plan searches for other layers.
const PLANNED: u64 = 2000;
/// The largest number of numbers that are taken without a look at the positions that are reached.
const MOST_NUMBERS: u128 = 1 << 26;

/// What a game is solved by.
enum Choice<H: Deref<Target: Rules + Sized>> {
    Numbers {
        /// The game with layers from samples, or why it has no room.
        sampled: Result<Ruled<H>, RetroError>,
        /// The list that was too short, if one was tried.
        most: Option<u64>,
    },
    List(Ruled<H>),
}

impl<H> RuledSubject<H>
where
    H: Deref + Clone + Send + Sync,
    H::Target: Rules + Sized,
{
    /// The game for an estimate of its cost, which is also for games that are too large.
    pub(super) fn planned(&self, capacity: Capacity, stop: &Stop) -> Result<Ruled<H>, RetroError> {
        let monitor = &mut Monitor::silent(stop);
        match self.choose(None, (capacity, None), monitor)? {
            Choice::List(game) | Choice::Numbers { sampled: Ok(game), .. } => Ok(game),
            Choice::Numbers { most, .. } => {
                let sampled = Exploration::Sample(PLANNED);
                Ruled::explore(self.rules.clone(), sampled, u64::MAX, monitor).map_err(no_list(most))
            }
        }
    }

    /// The game to be solved, or searched from a position if one is given, kept beside its tables if there is a directory.
    pub(super) fn found(
        &self,
        from: Option<Position<H::Target>>,
        (capacity, store): (Capacity, Option<&Store>),
        monitor: &mut Monitor<'_>,
    ) -> Result<Ruled<H>, RetroError> {
        let mut game = match self.choose(from, (capacity, store), monitor)? {
            Choice::List(game) => game,
            Choice::Numbers { sampled, most } => {
                sampled.map_err(no_list(most))?;
                let all = (Exploration::All, capacity);
                Ruled::explore_from(self.rules.clone(), from, all, monitor).map_err(no_list(most))?
            }
        };
        store.map_or(Ok(()), |store| game.keep(store))?;
        Ok(game)
    }

    fn choose(
        &self,
        from: Option<Position<H::Target>>,
        (capacity, store): (Capacity, Option<&Store>),
        monitor: &mut Monitor<'_>,
    ) -> Result<Choice<H>, RetroError> {
        // What has no room is refused at once, not when the search for layers has ended.
        let sample = (Exploration::Sample(PLANNED), capacity);
        let silent = &mut Monitor::silent(monitor.stop());
        let sampled = Ruled::explore_from(self.rules.clone(), from, sample, silent)
            .and_then(|game| capacity.require_all(self.solver(&game), store).map(|()| game));
        match &sampled {
            Ok(game) => {
                let numbers: u128 = game.layers().iter().map(|shape| u128::from(shape.size)).sum();
                if numbers <= MOST_NUMBERS {
                    return Ok(Choice::Numbers { sampled, most: None });
                }
            }
            Err(error) if is_about_room(error) => {}
            Err(_) => return Ok(Choice::Numbers { sampled, most: None }),
        }
        let limits = (MOST_LISTED, capacity.memory());
        Ok(match Ruled::walk_from(self.rules.clone(), from, limits, monitor)? {
            Walk::Complete(game) => Choice::List(*game),
            Walk::TooMany(most) => Choice::Numbers { sampled, most: Some(most) },
        })
    }
}

fn is_about_room(error: &RetroError) -> bool {
    use RetroError::{Distances, NoRoom, Overflow, TooLarge};
    matches!(error, TooLarge { .. } | NoRoom { .. } | Distances { .. } | Overflow(_))
}

/// Adds to an error about room that the list that was tried was too short.
fn no_list(most: Option<u64>) -> impl Fn(RetroError) -> RetroError {
    move |error| match most {
        Some(most) if is_about_room(&error) => RetroError::NoList { numbers: Box::new(error), most },
        _ => error,
    }
}
