//! Perft: the number of lines of play of a given length.

use super::rules::{Position, Turn};

/// The number of lines of `depth` plies from `position`.
///
/// A pass is one ply, and a game that has ended counts as one line at every greater depth; this is the convention of
/// the published tables (4, 12, 56, 244, 1396, ... from the start on 8x8). Every line is enumerated: depth 9 takes
/// seconds. The depth of the recursion is bounded by the length of a game, whatever `depth` is.
pub fn perft(position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    match position.turn() {
        Turn::Over => 1,
        Turn::Pass => perft(&position.handed_over(), depth - 1),
        // Every listed move is legal, so this drops none.
        Turn::Move(moves) => moves
            .into_iter()
            .filter_map(|square| position.play(square).ok())
            .map(|next| perft(&next, depth - 1))
            .sum(),
    }
}
