//! Positions in which only a sacrifice wins.
//!
//! A sacrifice is a move by which a piece of the mover's own falls. A puzzle is a position in which nothing is forbidden,
//! that the player to move wins, and in which each move that wins is a sacrifice. In the published game the mover has
//! five pieces: with four a sacrifice loses. Source: H. Takizawa, Strongly solved Ostle (2023), "Discovering interesting
//! states", which found 35,107.
//!
//! Cost: one look at each position, and, if it is won and no only best move settles it, at its moves until one wins that
//! is no sacrifice.

use super::game::OstleGame;
use crate::retro::engine::{
    Destination, Game, MoveIndex, MoveSet, Place, Resident, TableError, Tables, Value,
};
use crate::stop::Stop;
use encodings::ostle::position::{Move, Next, Position};
use encodings::ostle::rules::Pieces;
use rayon::prelude::*;

/// How many positions are looked at between two looks at whether to stop.
const STRETCH: u32 = 1 << 20;
/// How many of them are one task.
const TASK: usize = 1 << 12;

/// A position in which only a sacrifice wins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// The position.
    pub place: Place,
    /// Its value, a win.
    pub value: Value,
    /// The moves that win, the quickest first.
    pub winning: Vec<(MoveIndex, Value)>,
}

impl<const SIDE: usize> OstleGame<SIDE> {
    /// The layers in which the mover can sacrifice a piece and go on.
    pub fn puzzle_layers(&self) -> Vec<u8> {
        let layers = self.ranking().layers().enumerate();
        let can = layers.filter(|(_, (own, ..))| *own > self.variant().lose_at() + 1);
        can.map(|(layer, _)| layer as u8).collect()
    }

    /// The puzzles of a layer, in the order of their places; none if it was asked to stop.
    pub fn puzzles(
        tables: &Resident<'_, Self>,
        layer: u8,
        stop: &Stop,
        watch: &mut dyn FnMut(u32),
    ) -> Option<Vec<Puzzle>> {
        let size = tables.game.layers()[usize::from(layer)].size;
        let mut puzzles = Vec::new();
        for first in (0..size).step_by(STRETCH as usize) {
            if stop.is_requested() {
                return None;
            }
            let last = (first + STRETCH).min(size);
            let ranks = (first..last).into_par_iter().with_min_len(TASK);
            let found = ranks.filter_map(|rank| tables.game.puzzle(tables, Place { layer, rank }));
            puzzles.extend(found.collect::<Vec<_>>());
            watch(last);
        }
        Some(puzzles)
    }

    fn puzzle(&self, tables: &Resident<'_, Self>, at: Place) -> Option<Puzzle> {
        let entry = tables.entry(at);
        if !entry.best.is_win() || entry.best == Value::win(1) {
            return None;
        }
        let pieces = self.ranking().unrank(at).0;
        if entry.only != MoveIndex::NONE && !is_sacrifice::<SIDE>(pieces, entry.only) {
            return None;
        }
        // Where one move alone is best and the second value is no win, no other wins: others are not looked at.
        let mut sacrifices = MoveSet::EMPTY;
        for by in Self::legal(pieces) {
            if is_sacrifice::<SIDE>(pieces, by) {
                sacrifices.insert(by);
            } else if entry.only == MoveIndex::NONE || entry.second.is_win() {
                // A value beyond what a table holds was refused when the table was made.
                if tables.value(at, &self.departure(pieces, by))?.is_win() {
                    return None;
                }
            }
        }
        let mut winning = Vec::new();
        for by in sacrifices {
            let departure = self.departure(pieces, by);
            if departure.to != Destination::Lost {
                let value = tables.value(at, &departure)?;
                winning.extend(value.is_win().then_some((by, value)));
            }
        }
        winning.sort_by_key(|&(by, value)| (value.plies(), by));
        Some(Puzzle { place: at, value: entry.best, winning })
    }
}

/// Whether a piece of the mover's own falls.
fn is_sacrifice<const SIDE: usize>(pieces: Pieces<u32>, by: MoveIndex) -> bool {
    let after = Position::<SIDE>::trusted(pieces).after(OstleGame::<SIDE>::play(pieces, by));
    after.opp.count_ones() < pieces.own.count_ones()
}

impl<const SIDE: usize> Tables<'_, OstleGame<SIDE>> {
    /// The image of a position, where nothing is forbidden, from which a line is best play by both to the end.
    ///
    /// # Errors
    /// [`TableError`] where a layer that is met is not built or damaged.
    pub fn image_with_line(&self, at: Place, line: &[Move]) -> Result<Option<Position<SIDE>>, TableError> {
        for which in 0..8 {
            let image = self.game.image(at, which);
            if self.is_best_play(image, line)? {
                return Ok(Some(image));
            }
        }
        Ok(None)
    }

    fn is_best_play(&self, from: Position<SIDE>, line: &[Move]) -> Result<bool, TableError> {
        let (mut at, mut forbidden) = (from, None);
        for (ply, &played) in line.iter().enumerate() {
            let value = self.value(at, forbidden)?;
            if usize::from(value.plies()) != line.len() - ply
                || !at.is_legal(played)
                || forbidden == Some(played)
            {
                return Ok(false);
            }
            let Next::Position(next) = at.play(played, self.game.variant().lose_at()) else {
                // The end must be the one that the value foretells.
                let has_won = at.play(played, self.game.variant().lose_at()) == Next::Won;
                return Ok(ply + 1 == line.len() && has_won == value.is_win());
            };
            let reply = self.game.forbidden_after(at, next);
            if self.value(next, reply)?.before() != Some(value) {
                return Ok(false);
            }
            (at, forbidden) = (next, reply);
        }
        Ok(false)
    }
}
