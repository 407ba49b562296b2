//! Nodes by number, and their edges.
//!
//! Positions are numbered in the order of their ternary numbers. In these the first point is the last digit, and a
//! digit is 0 for empty, 1 for Black and 2 for White. An edge is found by making its move and looking up the result, so
//! that the graph of 4x4 needs 370 MB for its 24 million nodes and nothing for its 285 million edges.

use super::position::{Grid, MOST_POINTS, Placement, Points, Position};
use certamen_work::stop::Stop;
use encodings::go::BoardSides;
use rayon::prelude::*;

/// The number of a node. The empty board is the first node.
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
pub struct TooLarge(pub BoardSides);

/// The game graph of a board.
#[derive(Clone, Debug)]
pub struct GameGraph {
    grid: Grid,
    positions: Vec<Position>,
    /// By ternary number; [`ILLEGAL`] if that is not a legal position.
    numbers: Vec<u32>,
    ternary: Ternary,
}

const ILLEGAL: u32 = u32::MAX;

/// The size of a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Census {
    /// The number of legal positions.
    pub nodes: u64,
    /// The number of moves from them, without those that change nothing.
    pub edges: u64,
}

impl Census {
    /// The number of edges for each node (table 8).
    pub fn average_outdegree(self) -> f64 {
        self.edges as f64 / self.nodes as f64
    }
}

impl GameGraph {
    /// The graph of a board; `None` if it was stopped.
    ///
    /// # Errors
    /// [`TooLarge`] beyond [`MOST_POINTS`].
    pub fn new(board: BoardSides, stop: &Stop) -> Result<Option<Self>, TooLarge> {
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

    /// The number of nodes.
    #[inline]
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Always false, because the empty board is a node.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// All nodes.
    pub fn nodes(&self) -> impl ExactSizeIterator<Item = Node> + use<> {
        (0..self.positions.len() as u32).map(Node)
    }

    /// The position of a node.
    #[inline]
    pub fn position(&self, node: Node) -> Position {
        self.positions[node.index()]
    }

    /// The node of a position; `None` if the position is not legal.
    #[inline]
    pub fn node(&self, position: Position) -> Option<Node> {
        let number = self.numbers[self.ternary.number(position)];
        (number != ILLEGAL).then_some(Node(number))
    }

    /// The node after a move, if the move is an edge.
    #[inline]
    pub fn follow(&self, node: Node, placement: Placement) -> Option<Node> {
        // A position after a move has liberties, so it is a node.
        self.grid.place(self.position(node), placement).and_then(|next| self.node(next))
    }

    /// The edges from a node, in the order of [`Grid::placements`]. No two lead to the same node (lemma 1).
    pub fn edges(&self, node: Node) -> impl Iterator<Item = (Placement, Node)> {
        self.grid
            .placements()
            .filter_map(move |placement| self.follow(node, placement).map(|end| (placement, end)))
    }

    /// The number of nodes and edges; `None` if it was stopped.
    pub fn census(&self, stop: &Stop) -> Option<Census> {
        let edges = (0..self.positions.len() as u32)
            .into_par_iter()
            .map(|node| if stop.is_requested() { 0 } else { self.edges(Node(node)).count() as u64 })
            .sum();
        (!stop.is_requested()).then_some(Census { nodes: self.positions.len() as u64, edges })
    }

    /// For each node, the ends of its edges.
    pub fn successors(&self) -> Vec<Vec<Node>> {
        self.nodes().map(|node| self.edges(node).map(|(_, end)| end).collect()).collect()
    }
}

/// Positions as ternary numbers.
#[derive(Clone, Debug)]
struct Ternary {
    points: usize,
    /// For each set of points, the number whose digits are 1 there.
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
