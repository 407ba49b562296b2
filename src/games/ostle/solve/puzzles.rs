//! Finds positions in which only a sacrifice wins.
//!
//! A sacrifice is a move by which a piece of the player to move falls. A puzzle is a position without a forbidden move
//! that the player to move wins, and in which each winning move is a sacrifice. In the published game the player has
//! five pieces in a puzzle, because with four pieces a sacrifice loses. Source: H. Takizawa, Strongly solved Ostle
//! (2023), "Discovering interesting states", which found 35,107 puzzles.
//!
//! Cost: one lookup for each position. If the position is won, and no single best move decides the case, its moves are
//! looked up until one of them wins without a sacrifice.

use super::game::OstleGame;
use super::probe::Probe;
use certamen_retro::states::{Destination, MoveIndex, MoveSet, Place, Resident, TableError, Tables, Value};
use certamen_work::stop::{Interrupted, Stop};
use encodings::ostle::position::{Move, MoveOutcome, Position};
use encodings::ostle::rules::Pieces;
use rayon::prelude::*;
use std::ops::Range;

/// The number of positions between two checks for a request to stop.
const STRETCH: u32 = 1 << 20;
/// The number of positions in one task.
const TASK: usize = 1 << 12;

/// A position in which only a sacrifice wins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// The position.
    pub place: Place,
    /// Its value, a win.
    pub value: Value,
    /// The winning moves, the fastest first.
    pub winning: Vec<(MoveIndex, Value)>,
}

impl<const SIDE: usize> OstleGame<SIDE> {
    /// The layers in which the player to move can sacrifice a piece without losing at once.
    pub fn puzzle_layers(&self) -> Vec<u8> {
        let layers = self.ranking().layers().enumerate();
        let can = layers.filter(|(_, (own, ..))| *own > self.variant().lose_at() + 1);
        can.map(|(layer, _)| layer as u8).collect()
    }

    /// The puzzles among some positions of a layer, in the order of their places. `watch` is called with the finished
    /// fraction.
    ///
    /// # Errors
    /// [`Interrupted`] after a request to stop.
    pub fn puzzles(
        tables: &Resident<'_, Self>,
        layer: u8,
        ranks: Range<u32>,
        stop: &Stop,
        watch: &mut dyn FnMut(f64),
    ) -> Result<Vec<Puzzle>, Interrupted> {
        let mut puzzles = Vec::new();
        for first in ranks.clone().step_by(STRETCH as usize) {
            stop.proceed()?;
            let last = ranks.end.min(first.saturating_add(STRETCH));
            let stretch = (first..last).into_par_iter().with_min_len(TASK);
            let found = stretch.filter_map(|rank| tables.game.puzzle(tables, Place { layer, rank }));
            puzzles.extend(found.collect::<Vec<_>>());
            watch(f64::from(last - ranks.start) / f64::from(ranks.end - ranks.start));
        }
        Ok(puzzles)
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
        // If exactly one move is best and the second value is not a win, no other move wins. The others need no lookup.
        let mut sacrifices = MoveSet::EMPTY;
        for by in Self::legal(pieces) {
            if is_sacrifice::<SIDE>(pieces, by) {
                sacrifices.insert(by);
            } else if entry.only == MoveIndex::NONE || entry.second.is_win() {
                // A value that a table cannot hold was refused when the table was made.
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

/// Whether a piece of the player to move falls.
fn is_sacrifice<const SIDE: usize>(pieces: Pieces<u32>, by: MoveIndex) -> bool {
    let after = Position::<SIDE>::trusted(pieces).after(OstleGame::<SIDE>::play(pieces, by));
    after.opp.count_ones() < pieces.own.count_ones()
}

/// A move of a line that is not a best move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slip {
    /// The number of moves before it.
    pub ply: usize,
    /// Its value, for the player who makes it.
    pub played: Value,
    /// The value of the best move in the same position.
    pub best: Value,
}

impl<const SIDE: usize> OstleGame<SIDE> {
    /// Finds an image of a position, with nothing forbidden, from which the line wins for the player to move and begins
    /// with a best move. Returns the image and the moves of the line that are not best. Of several images, the one with
    /// the fewest such moves is chosen.
    ///
    /// # Errors
    /// [`TableError`] if a layer that is needed is not built or damaged.
    pub fn image_with_line(
        tables: &Tables<'_, Self>,
        at: Place,
        line: &[Move],
    ) -> Result<Option<(Position<SIDE>, Vec<Slip>)>, TableError> {
        let mut best: Option<(Position<SIDE>, Vec<Slip>)> = None;
        for which in 0..8 {
            let image = tables.game.image(at, which);
            if let Some(slips) = slips(tables, image, line)?
                && best.as_ref().is_none_or(|(_, fewest)| slips.len() < fewest.len())
            {
                best = Some((image, slips));
            }
        }
        Ok(best)
    }
}

/// The slips of a line. The line has to be legal with rule 8, to begin with a best move, and to end with a win of the
/// first player to move.
fn slips<const SIDE: usize>(
    tables: &Tables<'_, OstleGame<SIDE>>,
    from: Position<SIDE>,
    line: &[Move],
) -> Result<Option<Vec<Slip>>, TableError> {
    let (mut at, mut forbidden) = (from, None);
    let mut slips = Vec::new();
    for (ply, &played) in line.iter().enumerate() {
        if !at.is_legal(played) || forbidden == Some(played) {
            return Ok(None);
        }
        let best = tables.value(at, forbidden)?;
        let judged = tables.judge_move(at, played)?;
        if judged.value != best {
            if ply == 0 {
                return Ok(None);
            }
            slips.push(Slip { ply, played: judged.value, best });
        }
        let MoveOutcome::Position(next) = judged.next else {
            let is_of_who_began = (judged.next == MoveOutcome::Won) == (ply % 2 == 0);
            return Ok((ply + 1 == line.len() && is_of_who_began).then_some(slips));
        };
        (at, forbidden) = (next, judged.forbidden);
    }
    Ok(None)
}
