//! Which sets of occupied squares a game can build.
//!
//! Idea: a move brackets a disc, so in some direction the two next squares are occupied when a disc is placed. A set is
//! buildable if and only if adding discs greedily from the centre leaves no disc over ([`built`]).
//!
//! This is stronger than the connectedness by which H. Takizawa (The maximum number of legal moves of Othello in
//! reachable positions is 33) prunes, because a square that can be added beside another is connected to it. Like that
//! test, it ignores the colours. Cost: about six rounds of bit operations for a position of the middle game.

use encodings::othello::rules::{Discs, Othello};
use encodings::othello::stranded::{beyond_two, built};

/// The file and the rank of a square, counted outwards from the centre of the board: the same for all its images, but for an
/// exchange of the two.
pub(super) const fn from_centre(side: usize, index: usize) -> (usize, usize) {
    let (file, rank) = (index % side, index / side);
    let file = if file < side / 2 { side / 2 - 1 - file } else { file - side / 2 };
    let rank = if rank < side / 2 { side / 2 - 1 - rank } else { rank - side / 2 };
    (file, rank)
}

/// Whether a game can have occupied exactly these squares, ignoring colours: a necessary condition for reachability.
pub fn buildable<const SIDE: usize>(occupied: u64) -> bool {
    built::<SIDE>(occupied) == occupied
}

/// The squares on which the last disc can have been placed, according to [`buildable`] alone.
pub fn removable<const SIDE: usize>(occupied: u64) -> u64 {
    let placed = occupied & !(Othello::<SIDE>::CENTRE.low_bits() as u64);
    super::state::bits(placed)
        .filter(|square| buildable::<SIDE>(occupied ^ square))
        .fold(0, |all, one| all | one)
}

/// The discs at the end of three in line, all of one colour. After a move the disc placed is one, because it turned the
/// next disc of a line that another disc of its colour closes.
pub(super) fn ends_of_lines<const SIDE: usize>(discs: Discs<u64>) -> u64 {
    let of = |colour: u64| colour & beyond_two::<SIDE>(colour);
    of(discs.own) | of(discs.opp)
}
