//! Statistics of solved layers: how many positions have each value, and which positions take the most plies.

use super::error::RetroError;
use super::game::{Game, LayerShape, Place};
use super::solver::Solver;
use super::store::CompleteTables;
use super::value::{Kind, NOTHING, Value, score};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ops::Range;

/// How many positions of some layers have each value.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Census {
    /// The number of numbers in the tables.
    pub numbers: u64,
    /// The number of positions.
    pub positions: u64,
    /// The number of drawn positions.
    pub drawn: u64,
    /// The number of won positions for each number of plies.
    pub won: BTreeMap<u16, u64>,
    /// The number of lost positions for each number of plies.
    pub lost: BTreeMap<u16, u64>,
    /// The number of positions for each best score.
    pub scores: BTreeMap<i32, u64>,
}

impl Census {
    fn add(&mut self, kind: Kind, code: u16) {
        self.numbers += 1;
        self.positions += u64::from(code != NOTHING);
        match (kind, Value::of_code(code)) {
            (_, None) => {}
            (Kind::Score, Some(_)) => *self.scores.entry(score::of_code(code)).or_default() += 1,
            (Kind::Plies, Some(Value::Draw)) => self.drawn += 1,
            (Kind::Plies, Some(Value::Win(plies))) => *self.won.entry(plies).or_default() += 1,
            (Kind::Plies, Some(Value::Loss(plies))) => *self.lost.entry(plies).or_default() += 1,
        }
    }

    /// The sum of two censuses.
    #[must_use]
    pub fn joined(mut self, other: &Self) -> Self {
        // Parts of other machines may say anything.
        let add = |sum: &mut u64, count: u64| *sum = sum.saturating_add(count);
        add(&mut self.numbers, other.numbers);
        add(&mut self.positions, other.positions);
        add(&mut self.drawn, other.drawn);
        other.won.iter().for_each(|(plies, count)| add(self.won.entry(*plies).or_default(), *count));
        other.lost.iter().for_each(|(plies, count)| add(self.lost.entry(*plies).or_default(), *count));
        other.scores.iter().for_each(|(score, count)| add(self.scores.entry(*score).or_default(), *count));
        self
    }
}

/// The decided positions with the most plies.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Longest {
    /// Their number of plies. `None` if no position is decided in this way.
    pub plies: Option<u16>,
    /// The number of these positions.
    pub count: u64,
    /// The first of these positions.
    pub places: Vec<Place>,
}

impl<G: Game> Solver<'_, G> {
    /// Counts the positions of each value in each layer. Returns the censuses with the names of the layers.
    ///
    /// # Errors
    /// [`RetroError`] if a table is damaged.
    pub fn census(&self, tables: &CompleteTables) -> Result<Vec<(String, Census)>, RetroError> {
        let of = |(layer, shape): (u32, &LayerShape)| {
            Ok((shape.name.clone(), self.census_of(layer, 0..shape.size, tables)?))
        };
        (0..).zip(self.game.layers()).map(of).collect()
    }

    /// The same for some numbers of a layer.
    ///
    /// # Errors
    /// [`RetroError`] if a table is damaged.
    pub fn census_of(
        &self,
        layer: u32,
        ranks: Range<u64>,
        tables: &CompleteTables,
    ) -> Result<Census, RetroError> {
        let (shape, kind) = (&self.game.layers()[layer as usize], tables.kind());
        let mut census = Census::default();
        tables.store.table(shape, kind)?.each_of(ranks, |_, code| census.add(kind, code))?;
        Ok(census)
    }

    /// The longest wins or losses of all layers.
    ///
    /// # Errors
    /// [`RetroError`] if a table is damaged.
    pub fn longest(
        &self,
        tables: &CompleteTables,
        losses: bool,
        limit: usize,
    ) -> Result<Longest, RetroError> {
        let mut longest = Longest::default();
        for (layer, shape) in (0..).zip(self.game.layers()) {
            tables.store.table(shape, Kind::Plies)?.each(|rank, code| {
                let plies = match Value::of_code(code) {
                    Some(Value::Win(plies)) if !losses => plies,
                    Some(Value::Loss(plies)) if losses => plies,
                    _ => return,
                };
                if Some(plies) > longest.plies {
                    longest = Longest { plies: Some(plies), ..Longest::default() };
                }
                if Some(plies) == longest.plies {
                    longest.count += 1;
                    if longest.places.len() < limit {
                        longest.places.push(Place { layer, rank });
                    }
                }
            })?;
        }
        Ok(longest)
    }
}
