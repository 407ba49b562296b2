//! Classes of positions up to colour, and the moves between them.
//!
//! A class is a nonempty position whose first stone is black, together with the same position with colours exchanged. A
//! move from a position whose first stone is black to one whose first stone is white is an arc that exchanges colours.
//! Two moves may lead to one class, one with an exchange and one without: those are two arcs.

use crate::graph::{GameGraph, Node, TooLarge};
use crate::position::{Colour, Grid, Position};
use certamen_work::limits::Limits;
use encodings::go::BoardSides;

/// A class of positions by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Class(u32);

impl Class {
    /// The number.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// An arc by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ArcNumber(u32);

impl ArcNumber {
    /// The number.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The effect of an arc on the colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colours {
    /// The first stone has the same colour as the first stone before.
    Kept,
    /// The first stone has the other colour.
    Exchanged,
}

/// A move from one class to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arc {
    /// The class where it starts.
    pub from: Class,
    /// The class where it ends.
    pub to: Class,
    /// Whether the end is the class's position of the same colour.
    pub colours: Colours,
}

/// One of the two positions of a class, by the colour of its first stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Side {
    /// The class.
    pub class: Class,
    /// Whether the first stone is white.
    pub is_white: bool,
}

impl Side {
    /// The position that an arc from this class leads to from this position.
    #[must_use]
    pub fn along(self, arc: Arc) -> Self {
        Self { class: arc.to, is_white: self.is_white != (arc.colours == Colours::Exchanged) }
    }
}

/// The classes of a board and the arcs between them.
#[derive(Clone, Debug)]
pub struct Classes {
    board: BoardSides,
    grid: Grid,
    positions: Vec<Position>,
    arcs: Vec<Arc>,
    leaving: Vec<Vec<ArcNumber>>,
    entering: Vec<Vec<ArcNumber>>,
}

impl Classes {
    /// The classes of a board; `None` if a stop was requested, or the deadline passed.
    ///
    /// # Errors
    /// [`TooLarge`]
    pub fn new(board: BoardSides, limits: &Limits) -> Result<Option<Self>, TooLarge> {
        let Some(graph) = GameGraph::new(board, &limits.stop)? else { return Ok(None) };
        let is_black = |&node: &Node| graph.position(node).first_stone() == Some(Colour::Black);
        let nodes: Vec<Node> = graph.nodes().filter(is_black).collect();
        let mut numbers = vec![None; graph.len()];
        for (class, &node) in (0..).zip(&nodes) {
            numbers[node.index()] = Some((Class(class), Colours::Kept));
            if let Some(other) = graph.node(graph.position(node).recoloured()) {
                numbers[other.index()] = Some((Class(class), Colours::Exchanged));
            }
        }
        let mut found = Self {
            board,
            grid: *graph.grid(),
            positions: nodes.iter().map(|&node| graph.position(node)).collect(),
            arcs: Vec::new(),
            leaving: vec![Vec::new(); nodes.len()],
            entering: vec![Vec::new(); nodes.len()],
        };
        for (class, &node) in (0..).map(Class).zip(&nodes) {
            // The empty board has no class, because it is not on the cycle.
            let ends = graph.edges(node).filter_map(|(_, end)| numbers[end.index()]);
            for (to, colours) in ends {
                // No move leads into the same class, because it would have to exchange all colours.
                let number = ArcNumber(found.arcs.len() as u32);
                found.arcs.push(Arc { from: class, to, colours });
                found.leaving[class.index()].push(number);
                found.entering[to.index()].push(number);
            }
            if limits.is_over() {
                return Ok(None);
            }
        }
        Ok(Some(found))
    }

    /// The board.
    pub fn board(&self) -> BoardSides {
        self.board
    }

    /// Its neighbourhoods.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The number of classes.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether there is no class, as on 1x1, where no move is possible.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// All classes.
    pub fn all(&self) -> impl ExactSizeIterator<Item = Class> + use<> {
        (0..self.positions.len() as u32).map(Class)
    }

    /// All arcs by number.
    pub fn arcs(&self) -> impl ExactSizeIterator<Item = (ArcNumber, Arc)> {
        self.arcs.iter().enumerate().map(|(number, &arc)| (ArcNumber(number as u32), arc))
    }

    /// An arc.
    pub fn arc(&self, number: ArcNumber) -> Arc {
        self.arcs[number.index()]
    }

    /// The arcs that start in a class.
    pub fn leaving(&self, class: Class) -> &[ArcNumber] {
        &self.leaving[class.index()]
    }

    /// The arcs that end in a class.
    pub fn entering(&self, class: Class) -> &[ArcNumber] {
        &self.entering[class.index()]
    }

    /// A position of a class.
    pub fn position(&self, side: Side) -> Position {
        let position = self.positions[side.class.index()];
        if side.is_white { position.recoloured() } else { position }
    }
}
