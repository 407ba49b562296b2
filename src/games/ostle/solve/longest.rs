//! Finds the states whose win or loss takes the most plies.
//!
//! As in the census, a state counts if some move leads to it. This is checked only for positions with a value of at
//! least as many plies as the best found so far. So the cost is only slightly more than reading the tables.

use super::game::OstleGame;
use certamen_retro::states::{CompleteTables, Entry, MoveIndex, Place, TableError, Value};
use rayon::prelude::*;
use std::sync::atomic::{AtomicU8, Ordering};

/// The winner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// The player to move.
    Won,
    /// The other player.
    Lost,
}

impl Decision {
    fn is(self, value: Value) -> bool {
        match self {
            Self::Won => value.is_win(),
            Self::Lost => value.is_loss(),
        }
    }
}

/// States of one value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LongestStates {
    /// The plies to the end. 0 if no state is decided in this way.
    pub plies: u8,
    /// The states: positions, each with the move that is forbidden there.
    pub states: Vec<(Place, Option<MoveIndex>)>,
}

impl LongestStates {
    /// The longer of the two, or the states of both if they are equally long.
    #[must_use]
    pub fn joined(mut self, mut other: Self) -> Self {
        if self.plies < other.plies {
            return other.joined(self);
        }
        if self.plies == other.plies {
            self.states.append(&mut other.states);
        }
        self
    }
}

impl<const SIDE: usize> OstleGame<SIDE> {
    /// The states of a layer whose decision takes the most plies, but at least `least`.
    ///
    /// # Errors
    /// [`TableError`] if the layer is not built, or if its table is damaged.
    pub fn longest(
        tables: &CompleteTables<'_, Self>,
        layer: u8,
        decision: Decision,
        least: u8,
    ) -> Result<LongestStates, TableError> {
        let (table, game) = (tables.layer(layer)?, tables.game);
        let most = AtomicU8::new(least);
        let of_block = |block: u64| {
            let mut buffer = Vec::new();
            let mut longest = LongestStates::default();
            for (rank, entry) in table.ranks(block).zip(table.block(block, &mut buffer)?) {
                let place = Place { layer, rank };
                for found in game.candidates(place, entry, decision, most.load(Ordering::Relaxed)) {
                    most.fetch_max(found.plies, Ordering::Relaxed);
                    longest = longest.joined(found);
                }
            }
            Ok::<_, TableError>(longest)
        };
        let blocks = (0..table.blocks()).into_par_iter().map(of_block);
        let mut longest = blocks.try_reduce(LongestStates::default, |a, b| Ok(a.joined(b)))?;
        longest.states.sort_unstable();
        Ok(longest)
    }

    /// The states of a position whose decision takes at least `most` plies, for each of its two values.
    fn candidates(&self, place: Place, entry: Entry, decision: Decision, most: u8) -> Vec<LongestStates> {
        let is_long = |value: Value| decision.is(value) && value.plies() >= most;
        if !is_long(entry.best) && !is_long(entry.second) {
            return Vec::new();
        }
        let all = self.states(place);
        let of = |value: Value| {
            let has = |&forbidden: &Option<MoveIndex>| entry.value(forbidden) == value;
            let states = all.iter().filter(has).map(|forbidden| (place, forbidden)).collect();
            LongestStates { plies: value.plies(), states }
        };
        let mut values = vec![entry.best, entry.second];
        values.dedup();
        let long = values.into_iter().filter(|&value| is_long(value)).map(of);
        long.filter(|longest| !longest.states.is_empty()).collect()
    }
}
