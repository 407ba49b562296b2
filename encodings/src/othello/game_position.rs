//! A position of a game that a solver chooses.

use super::rules::Discs;
use crate::word::Word;

/// A position within a game.
///
/// # Examples
/// ```
/// use encodings::circuit::{Circuit, Signal};
/// use encodings::othello::game::{FirstDisc, Order, SymbolicGame};
/// use encodings::statement::CircuitStatement;
///
/// let circuit = Circuit::new();
/// let mut statement = CircuitStatement::new(&circuit);
/// let game = SymbolicGame { steps: 0, order: Order::Rules, first: FirstDisc::Free, may_be_stuck: false };
/// let start = game.state::<_, 4>(&mut statement);
/// assert_eq!(start.black.signal(), Signal::TRUE, "Black moves first");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct GamePosition<W: Word> {
    /// The position as the player to move sees it.
    pub discs: Discs<W>,
    /// Whether Black is to move.
    pub black: W::Bit,
}
