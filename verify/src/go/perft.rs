//! Perft: the number of lines of play of a given length.

use super::game::Game;

/// The number of lines of `depth` plies from `game`.
///
/// A pass is one ply, and a game that has ended counts as one line at every greater depth. So at a depth that no game
/// exceeds, this is the number of games. Every line is enumerated, and the recursion is as deep as a line is long.
pub fn perft(game: &Game, depth: u32) -> u64 {
    if depth == 0 || game.is_over() {
        return 1;
    }
    let mut lines = 0;
    for action in game.legal_actions() {
        let mut longer = game.clone();
        // Every listed action is legal, so this drops none.
        if longer.play(action).is_ok() {
            lines += perft(&longer, depth - 1);
        }
    }
    lines
}
