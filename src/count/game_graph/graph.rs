//! Nodes by number, and their edges.
//!
//! Positions are numbered in the order of their ternary numbers, in which the first point is the last digit and a digit
//! is 0 for empty, 1 for Black, 2 for White. An edge is found by making its move and looking the result up, so that the
//! graph of 4x4 takes 370 MB for 24 million nodes and nothing for its 285 million edges.

use super::position::{Grid, MOST_POINTS, Placement, Points, Position};
use crate::board::Board;
use certamen_work::stop::Stop;
use rayon::prelude::*;

/// A node by its number. The empty board is the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Node(u32);

impl Node {
    /// The empty board.
    pub const EMPTY: Self = Self(0);

    /// The number.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A board of too many points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a board of {0} has more points than the game graph is made for, which are {MOST_POINTS}")]
pub struct TooLarge(pub Board);

/// The game graph of a board.
#[derive(Clone, Debug)]
pub struct GameGraph {
    grid: Grid,
    positions: Vec<Position>,
    /// By ternary number; [`ILLEGAL`] where that is no legal position.
    numbers: Vec<u32>,
    ternary: Ternary,
}

const ILLEGAL: u32 = u32::MAX;

/// How large a graph is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Census {
    /// The legal positions.
    pub nodes: u64,
    /// The moves from them, without those that change nothing.
    pub edges: u64,
}

impl Census {
    /// Edges a node (table 8).
    pub fn average_outdegree(self) -> f64 {
        self.edges as f64 / self.nodes as f64
    }
}

impl GameGraph {
    /// The graph of a board; `None` if it was stopped.
    ///
    /// # Errors
    /// [`TooLarge`] beyond [`MOST_POINTS`].
    pub fn new(board: Board, stop: &Stop) -> Result<Option<Self>, TooLarge> {
        let grid = Grid::new(board).ok_or(TooLarge(board))?;
        let ternary = Ternary::new(grid.points());
        let colourings = 3_usize.pow(grid.points() as u32);
        let positions = (0..colourings)
            .into_par_iter()
            .map(|number| ternary.position(number))
            .filter(|&position| !stop.is_requested() && grid.is_legal(position));
        let positions: Vec<Position> = positions.collect();
        if stop.is_requested() {
            return Ok(None);
        }
        let mut numbers = vec![ILLEGAL; colourings];
        for (node, &position) in positions.iter().enumerate() {
            numbers[ternary.number(position)] = node as u32;
        }
        Ok(Some(Self { grid, positions, numbers, ternary }))
    }

    /// The board's neighbourhoods.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// How many nodes there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether there is no node: never, for the empty board is one.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// All nodes.
    pub fn nodes(&self) -> impl ExactSizeIterator<Item = Node> + use<> {
        (0..self.positions.len() as u32).map(Node)
    }

    /// The position that a node is.
    #[inline]
    pub fn position(&self, node: Node) -> Position {
        self.positions[node.index()]
    }

    /// The node that a position is; none if the position is not legal.
    #[inline]
    pub fn node(&self, position: Position) -> Option<Node> {
        let number = self.numbers[self.ternary.number(position)];
        (number != ILLEGAL).then_some(Node(number))
    }

    /// Where a move leads, if it is an edge.
    #[inline]
    pub fn follow(&self, node: Node, placement: Placement) -> Option<Node> {
        // What a move leaves has liberties, so that it is a node.
        self.grid.place(self.position(node), placement).and_then(|next| self.node(next))
    }

    /// The edges from a node, in the order of [`Grid::placements`]. No two lead to the same node (lemma 1).
    pub fn edges(&self, node: Node) -> impl Iterator<Item = (Placement, Node)> {
        self.grid
            .placements()
            .filter_map(move |placement| self.follow(node, placement).map(|end| (placement, end)))
    }

    /// How many nodes and edges there are; `None` if it was stopped.
    pub fn census(&self, stop: &Stop) -> Option<Census> {
        let edges = (0..self.positions.len() as u32)
            .into_par_iter()
            .map(|node| if stop.is_requested() { 0 } else { self.edges(Node(node)).count() as u64 })
            .sum();
        (!stop.is_requested()).then_some(Census { nodes: self.positions.len() as u64, edges })
    }

    /// For each node the nodes that its edges lead to.
    pub fn successors(&self) -> Vec<Vec<Node>> {
        self.nodes().map(|node| self.edges(node).map(|(_, end)| end).collect()).collect()
    }
}

/// Positions as ternary numbers.
#[derive(Clone, Debug)]
struct Ternary {
    points: usize,
    /// For each set of points the number whose digits are 1 there.
    digits: Vec<u32>,
}

impl Ternary {
    fn new(points: usize) -> Self {
        let mut digits = vec![0_u32; 1 << points];
        for set in 1..digits.len() {
            digits[set] = digits[set & (set - 1)] + 3_u32.pow(set.trailing_zeros());
        }
        Self { points, digits }
    }

    #[inline]
    fn number(&self, position: Position) -> usize {
        self.digits[position.black.0 as usize] as usize + 2 * self.digits[position.white.0 as usize] as usize
    }

    fn position(&self, number: usize) -> Position {
        let (mut black, mut white) = (0, 0);
        let mut rest = number;
        for point in 0..self.points {
            match rest % 3 {
                1 => black |= 1 << point,
                2 => white |= 1 << point,
                _ => {}
            }
            rest /= 3;
        }
        Position { black: Points(black), white: Points(white) }
    }
}
