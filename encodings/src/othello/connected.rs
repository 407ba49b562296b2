//! Which sets of squares a game can have occupied, whatever the colours of the discs, and where its last disc can be.

use super::rules::Othello;
use crate::board::{Direction, Grid, Mask};
use crate::word::Word;

/// The squares that can have been occupied in some order: the centre first, then square by square those beside which
/// two squares in line were occupied before.
///
/// A move turns at least one disc, so two discs in line lie beside its square. `placed` is the number of discs that
/// were placed: each round finds at least one square, until all are found.
fn connected<W: Word, const SIDE: usize>(occupied: W, placed: usize) -> W {
    let centre = occupied.constant(&Othello::<SIDE>::CENTRE);
    let grow = |reached: W| {
        Direction::ALL.into_iter().fold(reached, |grown, direction| {
            let beside = Grid::<SIDE, SIDE>::shift(reached, direction);
            grown | occupied & beside & Grid::<SIDE, SIDE>::shift(beside, direction)
        })
    };
    centre.closure(placed, grow).value
}

/// Whether the squares can have been occupied one after the other, by `placed` discs after the start.
pub(super) fn is_connected<W: Word, const SIDE: usize>(occupied: W, placed: usize) -> W::Bit {
    connected::<_, SIDE>(occupied, placed).equals(occupied)
}

/// The squares where the disc that was placed last can be, of the discs of the player who placed it: next to it in some
/// direction lies one that it turned, and behind that one another of these, or the disc that closes the line.
pub(super) fn last_placed<W: Word, const SIDE: usize>(own: W) -> W {
    let nothing = own.constant(&Mask::EMPTY);
    Direction::ALL.into_iter().fold(nothing, |found, direction| {
        let beside = Grid::<SIDE, SIDE>::shift(own, direction);
        found | own & beside & Grid::<SIDE, SIDE>::shift(beside, direction)
    })
}
