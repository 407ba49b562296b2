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
use super::probe::Probe;
use certamen_retro::engine::{
    Destination, Game, MoveIndex, MoveSet, Place, Resident, TableError, Tables, Value,
};
use certamen_work::stop::Stop;
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

    /// The puzzles of a layer, in the order of their places; `None` if it was asked to stop.
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

/// A move of a line that is not best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slip {
    /// How many moves come before it.
    pub ply: usize,
    /// Its value to the player who makes it.
    pub played: Value,
    /// The value of the best move in its place.
    pub best: Value,
}

impl<const SIDE: usize> OstleGame<SIDE> {
    /// The image of a position, where nothing is forbidden, from which a line wins for the player to move and begins as well
    /// as any, with the moves of it that are not best play. Of several images the one with the fewest is meant.
    ///
    /// # Errors
    /// [`TableError`] where a layer that is met is not built or damaged.
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

/// The slips of a line that is legal, rule 8 kept, begins with a best move, and ends with the win of who begins.
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
        let Next::Position(next) = judged.next else {
            let is_of_who_began = (judged.next == Next::Won) == (ply % 2 == 0);
            return Ok((ply + 1 == line.len() && is_of_who_began).then_some(slips));
        };
        (at, forbidden) = (next, judged.forbidden);
    }
    Ok(None)
}
