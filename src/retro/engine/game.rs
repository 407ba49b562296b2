//! What a game has to offer to be solved: numbers for its positions, and its moves backwards and forwards.

use super::error::TableError;
use super::move_set::MoveSet;
use super::value::MoveIndex;

/// The number of a position within its layer. Positions that a symmetry carries to each other have the same number.
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
    /// What it is called, such as `5v4`; the name of its file.
    pub name: String,
    /// The number of positions.
    pub size: u32,
}

/// Layers that are solved together, because moves lead from one to another and back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// What it is called.
    pub name: String,
    /// Its layers.
    pub layers: Vec<u8>,
    /// The layers to which other moves lead: they are solved before.
    pub below: Vec<u8>,
}

/// The moves of a position, and those of them that end the game at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Opening {
    /// All legal moves, two at least.
    pub legal: MoveSet,
    /// Those that win.
    pub won: MoveSet,
    /// Those that lose.
    pub lost: MoveSet,
}

/// Which states of a position are asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Forbidden {
    /// Every state.
    Whatever,
    /// Those where this move is not forbidden.
    AllBut(MoveIndex),
    /// Those where this move is forbidden.
    Just(MoveIndex),
}

/// A move backwards: a position before, and the move there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Arrival {
    /// The position before.
    pub from: Place,
    /// The move's number there.
    pub by: MoveIndex,
}

/// What a move leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Destination {
    /// The mover has won.
    Won,
    /// The mover has lost.
    Lost,
    /// The game goes on.
    Position {
        /// Where.
        place: Place,
        /// The move that leads back to the very position before, where there is one.
        way_back: Option<MoveIndex>,
    },
}

/// A move forwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Departure {
    /// The move's number.
    pub by: MoveIndex,
    /// What it leads to.
    pub to: Destination,
}

/// A game of two players that the engine can solve: positions are numbered without gaps, layer by layer, and each has
/// two to 31 moves. There are at most 64 layers.
pub trait Game: Sync {
    /// What is solved: the game, its size and its rules, in one line. Files carry it.
    fn subject(&self) -> String;
    /// The layers, at most 64.
    fn layers(&self) -> &[LayerShape];
    /// The layers that are solved together, each group after those below it.
    fn groups(&self) -> &[Group];
    /// The moves of a position.
    fn opening(&self, at: Place) -> Opening;
    /// Adds every move that leads to one of the asked states of a position from a layer of the set `from`, once each.
    fn arrivals(&self, to: Place, forbidden: Forbidden, from: u64, found: &mut Vec<Arrival>);
    /// Every move of a position.
    fn departures(&self, from: Place, found: &mut Vec<Departure>);
    /// Whether the state that a move leads to at `to` forbids this move there. Of several moves that could be forbidden,
    /// only one is, but it does not matter which: they have the same value.
    fn forbids(&self, from: Place, to: Destination, reply: MoveIndex) -> bool;
}

/// The layers of a group.
pub(super) fn shapes_of<'g>(game: &'g impl Game, group: &Group) -> Result<Vec<&'g LayerShape>, TableError> {
    let layers = game.layers();
    if layers.len() > 64 {
        return Err(TableError::TooManyLayers(layers.len()));
    }
    Ok(group.layers.iter().map(|&layer| &layers[usize::from(layer)]).collect())
}
