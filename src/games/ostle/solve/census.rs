//! How many states have which value.
//!
//! States count that some move leads to, whether a game reaches them or not, up to symmetry; a state without a forbidden
//! move counts where some move that forbids nothing leads to its position. The publication's table 2 leaves out those
//! where a move wins at once.

use super::game::OstleGame;
use certamen_retro::engine::{Place, Table, TableError, Tables, Value};
use certamen_work::stop::Stop;
use rayon::prelude::*;
use std::collections::BTreeMap;

/// How many blocks are counted between two looks at whether to stop.
const STRETCH: u64 = 256;

/// Numbers of states and positions of a layer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Census {
    /// Positions in which a move wins at once.
    pub checkmate_positions: u64,
    /// The states of these positions.
    pub checkmate_states: u64,
    /// Other states, by the plies to a state in which a move wins at once.
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

    /// The numbers of both.
    #[must_use]
    pub fn joined(mut self, other: &Self) -> Self {
        self.checkmate_positions += other.checkmate_positions;
        self.checkmate_states += other.checkmate_states;
        self.drawn += other.drawn;
        for (&plies, states) in &other.decided {
            *self.decided.entry(plies).or_default() += states;
        }
        self
    }

    /// The number of states where no move wins at once.
    pub fn others(&self) -> u64 {
        self.drawn + self.decided.values().sum::<u64>()
    }

    /// The number of all states.
    pub fn states(&self) -> u64 {
        self.checkmate_states + self.others()
    }
}

impl<const SIDE: usize> OstleGame<SIDE> {
    /// Counts the states of a layer; `None` if it was asked to stop. `watch` is given the share that is done.
    ///
    /// # Errors
    /// [`TableError`] where the layer is not built or damaged.
    pub fn census(
        tables: &Tables<'_, Self>,
        layer: u8,
        stop: &Stop,
        watch: &mut dyn FnMut(f64),
    ) -> Result<Option<Census>, TableError> {
        let table = tables.layer(layer)?;
        let mut census = Census::default();
        for first in (0..table.blocks()).step_by(STRETCH as usize) {
            if stop.is_requested() {
                return Ok(None);
            }
            let last = (first + STRETCH).min(table.blocks());
            let blocks = (first..last).into_par_iter();
            let counted = blocks.map(|block| tables.game.census_of_block(table, layer, block));
            census = census.joined(&counted.try_reduce(Census::default, |a, b| Ok(a.joined(&b)))?);
            watch(last as f64 / table.blocks() as f64);
        }
        Ok(Some(census))
    }

    fn census_of_block(&self, table: &Table, layer: u8, block: u64) -> Result<Census, TableError> {
        let mut buffer = Vec::new();
        let mut census = Census::default();
        for (rank, entry) in table.ranks(block).zip(table.block(block, &mut buffer)?) {
            let states = self.states(Place { layer, rank });
            if entry.best == Value::win(1) {
                // What wins at once is never forbidden, so that all states are won so.
                census.checkmate_positions += 1;
                census.checkmate_states += u64::from(states.count());
                continue;
            }
            // At most one state has another value than all others.
            let apart = u32::from(states.forbid(entry.only));
            census.count(entry.second, apart);
            census.count(entry.best, states.count() - apart);
        }
        Ok(census)
    }
}
