//! The trait that a game implements to be solved: numbers for its positions, and moves backwards and forwards.

use super::move_set::MoveSet;
use super::value::MoveIndex;
use crate::table::TableError;

/// The number of a position within its layer. Positions that a symmetry maps to each other have the same number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The layer.
    pub layer: u8,
    /// The number, below the layer's size.
    pub rank: u32,
}

/// A layer of positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LayerShape {
    /// Its name, such as `5v4`; also the name of its file.
    pub name: String,
    /// The number of positions.
    pub size: u32,
}

/// Layers that are solved together, because moves lead between them in both directions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// Its name.
    pub name: String,
    /// Its layers.
    pub layers: Vec<u8>,
    /// The layers that other moves lead to; they are solved before.
    pub below: Vec<u8>,
}

/// The moves of a position, and those that end the game at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveList {
    /// All legal moves, from two to 31.
    pub legal: MoveSet,
    /// The moves that win.
    pub won: MoveSet,
    /// The moves that lose.
    pub lost: MoveSet,
}

/// Which states of a position a query for moves backwards is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Forbidden {
    /// Every state.
    Whatever,
    /// The states that do not forbid this move.
    AllBut(MoveIndex),
    /// The state that forbids this move.
    Just(MoveIndex),
}

/// A move backwards: the position before the move, and the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Arrival {
    /// The position before the move.
    pub from: Place,
    /// The move's number there.
    pub by: MoveIndex,
}

/// The result of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Destination {
    /// The mover has won.
    Won,
    /// The mover has lost.
    Lost,
    /// The game goes on.
    Position {
        /// The position.
        place: Place,
        /// The move that leads back to the same position as before, if there is one.
        way_back: Option<MoveIndex>,
    },
}

/// A move forwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Departure {
    /// The move's number.
    pub by: MoveIndex,
    /// The result.
    pub to: Destination,
}

/// The greatest number of positions of a layer.
pub(crate) const MOST_POSITIONS: u32 = u32::MAX - (1 << 16);

/// A game of two players that the engine can solve: positions are numbered without gaps, layer by layer, and each has
/// two to 31 moves. There are at most 64 layers. Anything beyond these limits is an error before a table is written.
pub trait Game: Sync {
    /// The game, its size and its rules, as one line, which files contain.
    fn subject(&self) -> String;
    /// The layers, at most 64.
    fn layers(&self) -> &[LayerShape];
    /// A layer.
    fn shape(&self, layer: u8) -> &LayerShape {
        &self.layers()[usize::from(layer)]
    }
    /// The layers that are solved together, each group after those below it.
    fn groups(&self) -> &[Group];
    /// The moves of a position.
    fn opening(&self, at: Place) -> MoveList;
    /// Adds every move that leads to one of these states of a position from a layer in the set `from`, each once.
    fn arrivals(&self, to: Place, forbidden: Forbidden, from: u64, found: &mut Vec<Arrival>);
    /// Every move of a position.
    fn departures(&self, from: Place, found: &mut Vec<Departure>);
    /// Whether the state after a move to `to` forbids the move `reply`. If several moves could be the forbidden one,
    /// only one is. It does not matter which, because they have the same value.
    fn forbids(&self, from: Place, to: Destination, reply: MoveIndex) -> bool;
}

/// The layers of a group.
pub(super) fn shapes_of<'g>(game: &'g impl Game, group: &Group) -> Result<Vec<&'g LayerShape>, TableError> {
    let layers = game.layers();
    if layers.len() > 64 {
        return Err(TableError::TooManyLayers(layers.len()));
    }
    if let Some(large) = layers.iter().find(|layer| layer.size > MOST_POSITIONS) {
        return Err(TableError::TooManyPositions { layer: large.name.clone(), size: large.size });
    }
    Ok(group.layers.iter().map(|&layer| &layers[usize::from(layer)]).collect())
}
