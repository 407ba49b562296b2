//! How many states have which value.
//!
//! As in the publication's table 2, states count that some move leads to, whether it can be reached or not, up to
//! symmetry, without those where a move wins at once. A state without a forbidden move counts where some move that
//! forbids nothing leads to its position.

use super::game::{OstleGame, Rule};
use crate::retro::engine::{MoveIndex, Place, TableError, Tables, Value};
use encodings::ostle::position::{Next, Position};
use rayon::prelude::*;
use std::collections::BTreeMap;

/// Numbers of states and positions of a layer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Census {
    /// Positions in which a move wins at once.
    pub checkmates: u64,
    /// Other states, by the plies to a state in which a move wins at once.
    pub decided: BTreeMap<u8, u64>,
    /// Drawn states.
    pub drawn: u64,
}

impl Census {
    fn count(&mut self, value: Value) {
        match value.plies() {
            0 => self.drawn += 1,
            plies => *self.decided.entry(plies - 1).or_default() += 1,
        }
    }

    /// The numbers of both.
    #[must_use]
    pub fn joined(mut self, other: &Self) -> Self {
        self.checkmates += other.checkmates;
        self.drawn += other.drawn;
        for (&plies, states) in &other.decided {
            *self.decided.entry(plies).or_default() += states;
        }
        self
    }

    /// The number of states.
    pub fn states(&self) -> u64 {
        self.drawn + self.decided.values().sum::<u64>()
    }
}

impl<const SIDE: usize> OstleGame<SIDE> {
    /// The states of a position that some move leads to, by the move that is forbidden, each once up to symmetry.
    pub fn states(&self, at: Place) -> Vec<Option<MoveIndex>> {
        let (pieces, symmetric) = self.ranking().unrank(at);
        let position = Position::<SIDE>::trusted(pieces);
        let mut states = Vec::new();
        let mut sources = Vec::new();
        self.unmoves(pieces, u64::MAX, |unmove| match self.rule() {
            Rule::Literal => {
                let images = unmove.way_back.map(|back| self.images_of(pieces, symmetric, back));
                states.push(images.and_then(|images| images.into_iter().min()));
            }
            Rule::Paper => sources.push(self.ranking().rank(unmove.before).place),
        });
        if self.rule() == Rule::Paper {
            sources.sort_unstable();
            sources.dedup();
            let replies: Vec<(Place, MoveIndex)> = position
                .moves()
                .filter_map(|played| match position.play(played, self.variant().lose_at()) {
                    Next::Position(next) => {
                        Some((self.ranking().rank(next.pieces()).place, self.locate(position, played).1))
                    }
                    Next::Won | Next::Lost => None,
                })
                .collect();
            let back =
                |source: &Place| replies.iter().find(|(place, _)| place == source).map(|&(_, index)| index);
            states.extend(sources.iter().map(back));
        }
        states.sort_unstable();
        states.dedup();
        states
    }

    /// Counts the states of a layer.
    ///
    /// # Errors
    /// [`TableError`] where the layer is not built or damaged.
    pub fn census(tables: &Tables<'_, Self>, layer: u8) -> Result<Census, TableError> {
        let (table, game) = (tables.layer(layer)?, tables.game);
        let count = |block: u64| {
            let mut buffer = Vec::new();
            let mut census = Census::default();
            for (rank, entry) in table.ranks(block).zip(table.block(block, &mut buffer)?) {
                if entry.best == Value::win(1) {
                    census.checkmates += 1;
                    continue;
                }
                for forbidden in game.states(Place { layer, rank }) {
                    census.count(entry.value(forbidden));
                }
            }
            Ok(census)
        };
        (0..table.blocks()).into_par_iter().map(count).try_reduce(Census::default, |a, b| Ok(a.joined(&b)))
    }
}
