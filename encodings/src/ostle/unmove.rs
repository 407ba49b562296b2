//! The moves that may have led to a position.
//!
//! Idea: a push leaves its first square empty, with a piece of the side that moved in front of it. The pushed chain is
//! the line of pieces from there on, or some beginning of it. Each possible length gives one position before the move.
//! If the line ends at the edge or the hole, a piece of either side may have fallen as well. Un-moves are for native
//! words only. Tests on small boards check exhaustively that they are the inverse of
//! [`apply`](super::rules::Ostle::apply).
//!
//! Cost: about 22 un-moves for each position on 5x5 with five pieces a side, a few nanoseconds each.

use super::position::{Heading, Move};
use super::rules::{Ostle, Pieces};
use crate::board::{Direction, Grid, Square};
use crate::word::bits;

/// The position before a move, and the move.
///
/// # Examples
/// ```
/// use encodings::ostle::rules::Pieces;
/// use encodings::ostle::unmove::{Unmove, quiet};
///
/// // The opponent's piece on b1 of a 3x3 board has just moved, or the hole on c3.
/// let after = Pieces { own: 1 << 3, opp: 1 << 1, hole: 1 << 8 };
/// let mut before = Vec::new();
/// quiet::<3>(after, |Unmove { before: pieces, .. }| before.push(pieces));
/// assert!(before.contains(&Pieces { own: 1, opp: 1 << 3, hole: 1 << 8 }));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Unmove {
    /// The position before, as the side that moved sees it.
    pub before: Pieces<u32>,
    /// The move.
    pub played: Move,
    /// The move that undoes it, which rule 8 now forbids.
    pub way_back: Option<Move>,
}

/// Gives every position from which a move that removes nothing leads to `after`, with each such move.
#[inline(always)]
pub fn quiet<const SIDE: usize>(after: Pieces<u32>, mut give: impl FnMut(Unmove)) {
    hole_steps::<SIDE>(after, &mut give);
    piece_moves::<SIDE>(after, give);
}

/// Gives every position from which a step of the hole leads to `after`, with that move.
#[inline(always)]
pub fn hole_steps<const SIDE: usize>(after: Pieces<u32>, mut give: impl FnMut(Unmove)) {
    let (moved, other, empty) = sides::<SIDE>(after);
    for heading in Heading::ALL {
        let hole = shift::<SIDE>(after.hole, heading.direction().opposite()) & empty;
        if hole != 0 {
            give(Unmove {
                before: Pieces { own: moved, opp: other, hole },
                played: Move { square: Square::of_bit(hole), heading },
                way_back: Some(Move { square: Square::of_bit(after.hole), heading: heading.opposite() }),
            });
        }
    }
}

/// Gives every position from which a move of a piece that removes nothing leads to `after`, with each such move. The
/// hole stays where it is.
#[inline(always)]
pub fn piece_moves<const SIDE: usize>(after: Pieces<u32>, mut give: impl FnMut(Unmove)) {
    // Written out, so that directions are constants to the compiler.
    piece_moves_along::<SIDE>(after, Heading::Up, &mut give);
    piece_moves_along::<SIDE>(after, Heading::Down, &mut give);
    piece_moves_along::<SIDE>(after, Heading::Left, &mut give);
    piece_moves_along::<SIDE>(after, Heading::Right, &mut give);
}

#[inline(always)]
fn piece_moves_along<const SIDE: usize>(after: Pieces<u32>, heading: Heading, give: &mut impl FnMut(Unmove)) {
    let direction = heading.direction();
    let back = direction.opposite();
    let (moved, other, empty) = sides::<SIDE>(after);
    for from in bits(empty & shift::<SIDE>(moved, back)) {
        let (mut own, mut opp) = (moved, other);
        let (mut vacant, mut piece) = (from, shift::<SIDE>(from, direction));
        while piece & after.occupied() != 0 {
            let theirs = piece & other != 0;
            if theirs {
                opp ^= piece | vacant;
            } else {
                own ^= piece | vacant;
            }
            let way_back = Move { square: Square::of_bit(piece), heading: heading.opposite() };
            give(Unmove {
                before: Pieces { own, opp, hole: after.hole },
                played: Move { square: Square::of_bit(from), heading },
                way_back: theirs.then_some(way_back),
            });
            (vacant, piece) = (piece, shift::<SIDE>(piece, direction));
        }
    }
}

/// Gives every position from which a move that removes a piece leads to `after`, with each such move. With `own_fell`
/// the removed piece may belong to the side that moved, with `opp_fell` to the other side; both may be set.
#[inline(always)]
pub fn falling<const SIDE: usize>(
    after: Pieces<u32>,
    own_fell: bool,
    opp_fell: bool,
    mut give: impl FnMut(Unmove),
) {
    for heading in Heading::ALL {
        falling_along::<SIDE>(after, heading, own_fell, opp_fell, &mut give);
    }
}

fn falling_along<const SIDE: usize>(
    after: Pieces<u32>,
    heading: Heading,
    own_fell: bool,
    opp_fell: bool,
    give: &mut impl FnMut(Unmove),
) {
    let direction = heading.direction();
    let back = direction.opposite();
    let (moved, other, empty) = sides::<SIDE>(after);
    let ledge = Ostle::<SIDE>::ledge(after.hole, direction);
    let mut give = |from: u32, own: u32, opp: u32| {
        give(Unmove {
            before: Pieces { own, opp, hole: after.hole },
            played: Move { square: Square::of_bit(from), heading },
            way_back: None,
        });
    };
    for from in bits(empty & shift::<SIDE>(moved, back)) {
        let (mut own, mut opp) = (moved, other);
        let (mut vacant, mut piece) = (from, shift::<SIDE>(from, direction));
        while piece & after.occupied() != 0 {
            if piece & other != 0 {
                opp ^= piece | vacant;
            } else {
                own ^= piece | vacant;
            }
            (vacant, piece) = (piece, shift::<SIDE>(piece, direction));
        }
        if vacant & ledge != 0 {
            if own_fell {
                give(from, own | vacant, opp);
            }
            if opp_fell {
                give(from, own, opp | vacant);
            }
        }
    }
    if own_fell {
        for from in bits(empty & ledge) {
            give(from, moved | from, other);
        }
    }
}

/// The pieces of the side that moved, those of the other, and the empty squares.
#[inline(always)]
fn sides<const SIDE: usize>(after: Pieces<u32>) -> (u32, u32, u32) {
    (after.opp, after.own, Grid::<SIDE, SIDE>::complement(after.occupied() | after.hole))
}

#[inline(always)]
fn shift<const SIDE: usize>(word: u32, direction: Direction) -> u32 {
    Grid::<SIDE, SIDE>::shift(word, direction)
}

#[cfg(test)]
mod tests {
    use super::super::position::Position;
    use super::*;
    use std::collections::BTreeMap;

    /// Every board with one hole and up to `most` pieces a side.
    fn boards<const SIDE: usize>(most: u32) -> Vec<Pieces<u32>> {
        let squares = SIDE * SIDE;
        let sides: Vec<u32> = (0..1u32 << squares).filter(|side| side.count_ones() <= most).collect();
        let mut boards = Vec::new();
        for hole in (0..squares).map(|index| 1u32 << index) {
            for &own in sides.iter().filter(|&own| own & hole == 0) {
                let free = sides.iter().filter(|&opp| opp & (own | hole) == 0);
                boards.extend(free.map(|&opp| Pieces { own, opp, hole }));
            }
        }
        boards
    }

    #[test]
    fn unmoves_are_the_inverse_of_moves() {
        let mut forwards: BTreeMap<Pieces<u32>, Vec<Unmove>> = BTreeMap::new();
        let boards = boards::<3>(2);
        for &before in &boards {
            let position = Position::<3>::trusted(before);
            for played in position.moves() {
                let way_back = position.way_back(played);
                let unmove = Unmove { before, played, way_back };
                forwards.entry(position.after(played)).or_default().push(unmove);
            }
        }
        for &after in &boards {
            let mut backwards = Vec::new();
            quiet::<3>(after, |unmove| backwards.push(unmove));
            let (own_fell, opp_fell) = (after.opp.count_ones() < 2, after.own.count_ones() < 2);
            falling::<3>(after, own_fell, opp_fell, |unmove| backwards.push(unmove));
            backwards.sort_unstable();
            let mut expected = forwards.remove(&after).unwrap_or_default();
            expected.sort_unstable();
            assert_eq!(backwards, expected, "{after:?}");
        }
        assert!(forwards.is_empty());
    }
}
