//! Which sets of occupied squares play can build at all.
//!
//! Idea: a move brackets a disc, so that in some direction the two next squares are occupied when a disc is placed.
//! More discs only ever help that condition, so that putting discs on greedily, from the centre, in any order builds
//! every set that some order builds: a set is buildable if and only if nothing is left over.
//!
//! This is stronger than the connectedness that H. Takizawa (The maximum number of legal moves of Othello in
//! reachable positions is 33) prunes by, for a square that is put on beside another is connected to it; and it forgets
//! the colours as that does. Cost: about six rounds of bit operations for a position of the middle game.

use encodings::board::{Direction, Grid};
use encodings::othello::rules::Othello;

/// Whether play can have occupied exactly these squares, colours aside: necessary for a position to be reachable.
pub fn buildable<const SIDE: usize>(occupied: u64) -> bool {
    let mut built = Othello::<SIDE>::CENTRE.low_bits() as u64 & occupied;
    loop {
        let next = built | occupied & beyond_two::<SIDE>(built);
        if next == built {
            return built == occupied;
        }
        built = next;
    }
}

/// The squares of which, going in some direction, the next two are occupied.
#[inline(always)]
fn beyond_two<const SIDE: usize>(occupied: u64) -> u64 {
    Direction::ALL.into_iter().fold(0, |beyond, direction| {
        let two = occupied & Grid::<SIDE, SIDE>::shift(occupied, direction);
        beyond | Grid::<SIDE, SIDE>::shift(two, direction)
    })
}

/// The squares on which the last disc can have been placed, by [`buildable`] alone.
pub fn removable<const SIDE: usize>(occupied: u64) -> u64 {
    let placed = occupied & !(Othello::<SIDE>::CENTRE.low_bits() as u64);
    super::state::bits(placed)
        .filter(|square| buildable::<SIDE>(occupied ^ square))
        .fold(0, |all, one| all | one)
}
