//! The game graph G(m,n) of the paper, with all its nodes and edges.
//!
//! Idea: the nodes are the legal positions, and an edge leads from p to q != p whenever a black or a white move turns p
//! into q (J. Tromp and G. Farnebäck, "Combinatorics of Go", definition 1). Suicide is a move; suicide of a single
//! stone would be a loop and is not an edge. Games correspond to simple paths from the empty board (lemma 2), which are
//! enumerated one by one.
//!
//! Cost: all 3^(mn) colourings are enumerated, so that sizes are limited to [`EXHAUSTIVE_AREA`] points.

use std::collections::HashMap;

use thiserror::Error;

use super::board::{Board, Stone};
use super::point::Size;
use super::rules::{Suicide, legal_points, place};
use super::strings::is_legal;

/// The number of points of the largest board that is enumerated: 3^12 colourings.
pub const EXHAUSTIVE_AREA: usize = 12;

/// A board that is too large to enumerate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("a board of {size} points is too large for exhaustive search: at most {EXHAUSTIVE_AREA} points")]
pub struct TooLarge {
    /// The requested size.
    pub size: Size,
}

/// Every colouring of a board, legal or not, the empty one first.
///
/// # Errors
/// [`TooLarge`] if the board has more than [`EXHAUSTIVE_AREA`] points.
pub fn every_board(size: Size) -> Result<impl Iterator<Item = Board>, TooLarge> {
    if size.area() > EXHAUSTIVE_AREA {
        return Err(TooLarge { size });
    }
    let colourings = 3_u32.pow(size.area() as u32);
    Ok((0..colourings).map(move |number| {
        let mut rest = number;
        Board::from_fn(size, |_| {
            let digit = rest % 3;
            rest /= 3;
            [None, Some(Stone::Black), Some(Stone::White)][digit as usize]
        })
    }))
}

/// Every legal position, the empty one first. Their number is L(m,n).
///
/// # Errors
/// As [`every_board`].
pub fn legal_boards(size: Size) -> Result<Vec<Board>, TooLarge> {
    Ok(every_board(size)?.filter(is_legal).collect())
}

/// The game graph of a board.
#[derive(Debug, Clone)]
pub struct GameGraph {
    boards: Vec<Board>,
    /// For each node the ends of its edges, black moves first.
    edges: Vec<Vec<usize>>,
}

impl GameGraph {
    /// The game graph of boards of `size`.
    ///
    /// # Errors
    /// [`TooLarge`] if the board has more than [`EXHAUSTIVE_AREA`] points.
    pub fn new(size: Size) -> Result<GameGraph, TooLarge> {
        let boards = legal_boards(size)?;
        let numbers: HashMap<&Board, usize> =
            boards.iter().enumerate().map(|(node, board)| (board, node)).collect();
        let edges = boards.iter().map(|board| {
            let ends = successors(board);
            // Every move leads to a legal position, so this drops none.
            ends.iter().filter_map(|end| numbers.get(end).copied()).collect()
        });
        let edges = edges.collect();
        Ok(GameGraph { boards, edges })
    }

    /// The legal positions, the empty one first.
    pub fn boards(&self) -> &[Board] {
        &self.boards
    }

    /// The numbers of the positions after each move from position `node`; empty if there is no such position.
    pub fn successors(&self, node: usize) -> &[usize] {
        self.edges.get(node).map_or(&[], Vec::as_slice)
    }

    /// The number of edges.
    pub fn edges(&self) -> usize {
        self.edges.iter().map(Vec::len).sum()
    }

    /// The number of games, which is the number of simple paths from the empty board; `None` if there are more than
    /// `most`.
    ///
    /// Each path is enumerated, and the recursion is at most as deep as the number of positions.
    pub fn games(&self, most: u64) -> Option<u64> {
        let mut walk = Walk { edges: &self.edges, visited: vec![false; self.boards.len()], games: 0, most };
        walk.paths_from(0).then_some(walk.games)
    }
}

/// The boards after moves of either colour, without the board itself.
pub(super) fn successors(board: &Board) -> Vec<Board> {
    let mut ends = Vec::new();
    for stone in Stone::BOTH {
        for point in legal_points(board, stone, Suicide::Allowed) {
            if let Ok(placement) = place(board, stone, point, Suicide::Allowed) {
                ends.push(placement.board);
            }
        }
    }
    ends.retain(|end| end != board);
    ends
}

/// An enumeration of all simple paths.
struct Walk<'a> {
    edges: &'a [Vec<usize>],
    visited: Vec<bool>,
    games: u64,
    most: u64,
}

impl Walk<'_> {
    /// Counts the simple paths that go on from the current one to `node`, that one included; false if there are too
    /// many.
    fn paths_from(&mut self, node: usize) -> bool {
        if self.games == self.most {
            return false;
        }
        self.games += 1;
        self.visited[node] = true;
        let edges = self.edges;
        for &end in &edges[node] {
            if !self.visited[end] && !self.paths_from(end) {
                return false;
            }
        }
        self.visited[node] = false;
        true
    }
}
