//! Who plays a game.

/// Who plays a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Players {
    /// One player: the game is a puzzle, and `won if` states its goal. Each position is that player's, and a value of a
    /// position is not negated for the next one.
    One,
    /// Two players, with their names if the file gives them.
    Two(Option<[String; 2]>),
}
