//! What a search asks of a game.

use encodings::rules::{Ending, Players};
use std::fmt::Debug;
use std::hash::Hash;

/// A game, as a search sees it. A position is always seen by the player to move; a pass is a ply like others.
///
/// Every game of [`Rules`](encodings::rules::Rules) is one: [`RuledSearch`](crate::RuledSearch).
pub trait SearchGame: Sync {
    /// A position.
    type Position: Clone + Eq + Hash + Debug;
    /// A ply of a position.
    type Ply: Copy + Debug;

    /// Whether it is a game for two, or a puzzle, in which all plies are those of one player.
    fn players(&self) -> Players {
        Players::Two
    }

    /// Adds the plies of a position to `plies`, or says how the game has ended there, as the player to move sees it. A game
    /// that goes on has at least one ply.
    fn plies(&self, position: &Self::Position, plies: &mut Vec<Self::Ply>) -> Option<Ending>;

    /// The position after one of its plies, as the next player sees it.
    fn after(&self, position: &Self::Position, ply: Self::Ply) -> Self::Position;

    /// A small number for a ply, the same for plies that do the same in different positions. A move order learns by it.
    fn code(&self, ply: Self::Ply) -> usize;

    /// Adds the features of a position to `features`: small numbers from 1 on, the same for what positions have in common. A
    /// search learns what they are worth.
    fn features(&self, _position: &Self::Position, _features: &mut Vec<usize>) {}

    /// One of the images of a position under the symmetries of the rules, the same one for all images.
    fn canonical(&self, position: &Self::Position) -> Self::Position {
        position.clone()
    }

    /// The score of the player to move in a position in which the game is over; `None` if the game has no scores.
    fn score(&self, _position: &Self::Position) -> Option<i32> {
        None
    }

    /// A position as a line of text. Different positions have different texts.
    fn text(&self, position: &Self::Position) -> String;

    /// The position of a text; `None` if it is not one.
    fn read(&self, text: &str) -> Option<Self::Position>;

    /// The name of a ply of a position.
    fn name(&self, position: &Self::Position, ply: Self::Ply) -> String;

    /// The symmetries of the rules but the identity, all of the group: for each character of a position's text the place, from
    /// 0, that it comes from. Characters behind these stay.
    fn symmetries(&self) -> Vec<Vec<usize>> {
        Vec::new()
    }
}
