//! Perft: the number of lines of play of a given length.

use super::position::Position;
use super::turn::successors;

/// The number of lines of `depth` turns from `position`. They are paths in the graph of the repository
/// maksverver/pushfight: turns that lead to the same position count once, and a turn that wins does not count, because
/// it leads to no position.
///
/// Every line is enumerated, and the recursion is `depth` deep.
pub fn perft(position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    successors(position).positions.iter().map(|next| perft(next, depth - 1)).sum()
}
