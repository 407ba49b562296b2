//! Perft: the number of lines of play of a given length.

use super::rules::Outcome;
use super::state::State;

/// The number of lines of `depth` plies from `state`, with rule 8 as it is printed.
///
/// Moves are counted, not positions: if three moves push the same piece off the board, each of them is a line. A game
/// that has ended counts as one line at every greater depth. Every line is enumerated, and the recursion is `depth`
/// deep.
pub fn perft(state: &State, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let lines = state.successors().into_iter().map(|outcome| match outcome {
        Outcome::Continues(next) => perft(&next, depth - 1),
        Outcome::Wins(_) | Outcome::Loses(_) => 1,
    });
    lines.sum()
}
