//! Perft: the number of lines of play of a given length.

use super::position::Position;
use super::turn::successors;

/// The number of lines of `depth` turns from `position`, as paths in the graph of the seed: turns that lead to the same
/// position are one, and a turn that wins is none, for it leads to no position.
///
/// Every line is walked, and the recursion is `depth` deep.
pub fn perft(position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    successors(position).positions.iter().map(|next| perft(next, depth - 1)).sum()
}
