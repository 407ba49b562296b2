//! Counts the states of each value.
//!
//! A state counts if some move leads to it, reachable or not. States are counted up to symmetry. A state without a
//! forbidden move counts if a move that forbids nothing leads to its position. Table 2 of the publication leaves out
//! the states in which a move wins at once.

use super::game::OstleGame;
use certamen_retro::states::{CompleteTables, Place, Table, TableError, Value};
use certamen_work::stop::Stop;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ops::Range;

/// The number of blocks between two checks for a request to stop.
const STRETCH: u64 = 256;

/// The numbers of states and positions of a layer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Census {
    /// Positions with a move that wins at once.
    pub checkmate_positions: u64,
    /// The states of these positions.
    pub checkmate_states: u64,
    /// The other decided states, by the number of plies to a state with a move that wins at once.
    pub decided: BTreeMap<u8, u64>,
    /// Drawn states.
    pub drawn: u64,
}

impl Census {
    fn count(&mut self, value: Value, states: u32) {
        match (value.plies(), states) {
            (_, 0) => {}
            (0, states) => self.drawn += u64::from(states),
            (plies, states) => *self.decided.entry(plies - 1).or_default() += u64::from(states),
        }
    }

    /// The sum of two censuses.
    #[must_use]
    pub fn joined(mut self, other: &Self) -> Self {
        let add = |sum: &mut u64, states: u64| *sum = sum.saturating_add(states);
        add(&mut self.checkmate_positions, other.checkmate_positions);
        add(&mut self.checkmate_states, other.checkmate_states);
        add(&mut self.drawn, other.drawn);
        for (&plies, &states) in &other.decided {
            add(self.decided.entry(plies).or_default(), states);
        }
        self
    }

    /// The number of states without a move that wins at once.
    pub fn others(&self) -> u64 {
        self.drawn + self.decided.values().sum::<u64>()
    }

    /// The number of all states.
    pub fn states(&self) -> u64 {
        self.checkmate_states + self.others()
    }
}

impl<const SIDE: usize> OstleGame<SIDE> {
    /// Counts the states of some blocks of a layer. `watch` is called with the finished fraction.
    ///
    /// # Errors
    /// [`TableError`] if the layer is not built, or if its table is damaged; after a request to stop.
    pub fn census(
        tables: &CompleteTables<'_, Self>,
        layer: u8,
        blocks: Range<u64>,
        stop: &Stop,
        watch: &mut dyn FnMut(f64),
    ) -> Result<Census, TableError> {
        let table = tables.layer(layer)?;
        let mut census = Census::default();
        for first in blocks.clone().step_by(STRETCH as usize) {
            stop.proceed()?;
            let last = (first + STRETCH).min(blocks.end);
            let counted = (first..last).into_par_iter();
            let counted = counted.map(|block| tables.game.census_of_block(table, layer, block));
            census = census.joined(&counted.try_reduce(Census::default, |a, b| Ok(a.joined(&b)))?);
            watch((last - blocks.start) as f64 / (blocks.end - blocks.start) as f64);
        }
        Ok(census)
    }

    fn census_of_block(&self, table: &Table, layer: u8, block: u64) -> Result<Census, TableError> {
        let mut buffer = Vec::new();
        let mut census = Census::default();
        for (rank, entry) in table.ranks(block).zip(table.block(block, &mut buffer)?) {
            let states = self.states(Place { layer, rank });
            if entry.best == Value::win(1) {
                // A move that wins at once is never forbidden, so all states of the position are won at once.
                census.checkmate_positions += 1;
                census.checkmate_states += u64::from(states.count());
                continue;
            }
            // At most one state has a value different from all others.
            let apart = u32::from(states.forbid(entry.only));
            census.count(entry.second, apart);
            census.count(entry.best, states.count() - apart);
        }
        Ok(census)
    }
}
