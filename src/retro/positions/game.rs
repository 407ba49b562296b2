//! The interface of a game that can be solved: layers of numbered positions, and the moves of a position.

use super::value_rule::ValueRule;
use encodings::rules::Ending;
use serde::{Deserialize, Serialize};
use std::fmt::Debug;

/// The place of a position: its layer, and its number within the layer. Symmetric positions have the same value and may
/// share a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Place {
    /// The layer.
    pub layer: u32,
    /// The number, less than the size of the layer.
    pub rank: u64,
}

/// A layer of positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LayerShape {
    /// Its name, such as `5v4`, which is also used as a file name.
    pub name: String,
    /// The number of its numbers. A number need not have a position.
    pub size: u64,
}

/// What a player can do in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Nothing: the game is over with this result for the player to move.
    Over(Ending),
    /// Make one of at least one moves. A pass is a move.
    Moves,
}

/// A game of two players, or a puzzle, whose positions can be numbered. A position contains everything that its moves depend on,
/// and is seen by the player to move.
///
/// There can be any number of layers, and any number of moves in a position. The engine itself finds out which layers
/// have to be solved together.
///
/// # Examples
/// Example: a player takes one or two counters from a heap. A player who cannot take any has lost.
/// ```
/// use certamen_retro::positions::{Game, LayerShape, Place, Solver, Turn, Value};
/// use encodings::rules::Ending;
///
/// struct Heap(Vec<LayerShape>);
///
/// impl Game for Heap {
///     type Position = u64;
///     fn subject(&self) -> String { "a heap of up to 20".to_owned() }
///     fn layers(&self) -> &[LayerShape] { &self.0 }
///     fn leads_to(&self, _: u32) -> &[u32] { &[0] }
///     fn position(&self, at: Place) -> Option<u64> { Some(at.rank) }
///     fn place(&self, heap: &u64) -> Option<Place> { Some(Place { layer: 0, rank: *heap }) }
///     fn turn(&self, heap: &u64, next: &mut Vec<u64>) -> Turn {
///         next.extend((1..=2.min(*heap)).map(|taken| heap - taken));
///         if next.is_empty() { Turn::Over(Ending::Lost) } else { Turn::Moves }
///     }
/// }
///
/// let heap = Heap(vec![LayerShape { name: "heap".to_owned(), size: 21 }]);
/// let solved = Solver::new(&heap).solve()?;
/// assert_eq!(solved.value(Place { layer: 0, rank: 4 }), Some(Value::Win(3)));
/// assert_eq!(solved.value(Place { layer: 0, rank: 6 }), Some(Value::Loss(4)));
/// # Ok::<(), certamen_retro::positions::RetroError>(())
/// ```
pub trait Game: Sync {
    /// A position.
    type Position: PartialEq + Debug;

    /// The game, its size and its rules on one line. Files store this text.
    fn subject(&self) -> String;

    /// The layers.
    fn layers(&self) -> &[LayerShape];

    /// The layers that moves from this layer lead to, including itself if a move stays in it. A superset is allowed,
    /// but costs memory. A move to any other layer is an error.
    fn leads_to(&self, layer: u32) -> &[u32];

    /// The position with this number. `None` if the number has no position.
    fn position(&self, at: Place) -> Option<Self::Position>;

    /// The number of a position. `None` is allowed only if the game is over in the position.
    fn place(&self, position: &Self::Position) -> Option<Place>;

    /// What the player to move can do. Appends the positions after all moves, in any order.
    fn turn(&self, position: &Self::Position, next: &mut Vec<Self::Position>) -> Turn;

    /// How the value of a position follows from those after its moves.
    fn value_rule(&self) -> ValueRule {
        ValueRule::Turns
    }

    /// The text of a position for messages.
    fn show(&self, position: &Self::Position) -> String {
        format!("{position:?}")
    }

    /// Whether its numbers stand for the positions that are reached from the start, and for no others.
    fn is_listed(&self) -> bool {
        false
    }

    /// Other positions that share its number because they have the same value. They are compared on samples.
    fn twins(&self, _position: &Self::Position) -> Vec<Self::Position> {
        Vec::new()
    }
}

/// A game whose result is a score.
pub trait Scored: Game {
    /// The score for the player to move, in a position in which the game is over. The other player's score is its
    /// negative.
    fn score(&self, position: &Self::Position) -> i32;
}
