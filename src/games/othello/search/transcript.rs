//! Game records found by the searches.

use super::state::{State, must_pass};
use encodings::board::{Grid, Square};
use encodings::othello::position::Player;
use encodings::othello::rules::Discs;
use std::fmt;

/// One ply of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ply {
    /// A disc is placed on this square.
    Place(Square),
    /// The side to move has no move.
    Pass,
}

/// A game from the start, or the beginning of one. It prints as a transcript: squares in capitals and PA for a pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transcript<const SIDE: usize> {
    plies: Vec<Ply>,
    end: State<SIDE>,
}

impl<const SIDE: usize> Transcript<SIDE> {
    /// The game in which discs are placed on these squares, ending in a position with these discs as the mover sees
    /// them; `None` if the squares are not such a game. Passes are inserted where they are due; at the end only if the
    /// position is the one after the pass.
    pub fn replayed(squares: &[u64], target: Discs<u64>) -> Option<Self> {
        let mut record = Self { plies: Vec::new(), end: State::start() };
        for &placed in squares {
            if must_pass::<SIDE>(record.end.position.discs()) {
                record.pass()?;
            }
            let square = Grid::<SIDE, SIDE>::LAYOUT.square(placed.trailing_zeros() as usize)?;
            record.end.position = record.end.position.play(square)?;
            record.end.mover = record.end.mover.other();
            record.plies.push(Ply::Place(square));
        }
        if record.end.position.discs() != target {
            record.pass()?;
        }
        (record.end.position.discs() == target).then_some(record)
    }

    fn pass(&mut self) -> Option<()> {
        self.end = State { position: self.end.position.pass()?, mover: self.end.mover.other() };
        self.plies.push(Ply::Pass);
        Some(())
    }

    /// The plies from the start on.
    pub fn plies(&self) -> &[Ply] {
        &self.plies
    }

    /// The position at the end of the game, with the side to move.
    pub fn end(&self) -> State<SIDE> {
        self.end
    }

    /// The colour that is to move at the end.
    pub fn mover(&self) -> Player {
        self.end.mover
    }
}

impl<const SIDE: usize> fmt::Display for Transcript<SIDE> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let layout = Grid::<SIDE, SIDE>::LAYOUT;
        self.plies.iter().try_for_each(|ply| match ply {
            Ply::Place(square) => f.write_str(&layout.name(*square).to_string().to_uppercase()),
            Ply::Pass => f.write_str("PA"),
        })
    }
}
