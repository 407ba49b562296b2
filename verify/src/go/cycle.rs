//! Cycles of the game graph through each position but the empty one, once each, that are unchanged by exchanging the
//! colours.
//!
//! Idea: a list of boards is such a cycle if it has all legal boards but the empty one, a move leads from each to the
//! next and from the last to the first, and the board half a round later is the recoloured one. Clauses can refute that
//! such a cycle exists: [`symmetric_cycle_clauses`] makes them from the naive graph alone, to compare them with the
//! refuted ones.
//!
//! Source: J. Tromp and G. Farnebäck, "Combinatorics of Go" (2009), section 7.
//!
//! Cost: the game graph of the board, and a search of it for each cut.
//!
//! What it does not show: that a refutation of the clauses is valid (`lrat` does); anything about cycles that are not
//! symmetric in the colours.

use std::collections::{HashMap, HashSet};

use thiserror::Error;

use super::board::{Board, Stone};
use super::graph::{GameGraph, TooLarge, legal_boards, successors};
use super::point::{Size, SizeError};

/// Why boards are not a cycle, or make no clauses.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum CycleError {
    /// There is no such board.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// The board is too large.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// The number of boards is wrong.
    #[error("the cycle has {found} boards, and there are {expected} legal ones that are not empty")]
    Length {
        /// The boards of the cycle.
        found: usize,
        /// The boards that it must have.
        expected: usize,
    },
    /// A board that is not legal, is empty, or is repeated.
    #[error("board {index}, {board}: not legal, empty, or repeated")]
    Board {
        /// Its number, from 1.
        index: usize,
        /// The board.
        board: Board,
    },
    /// No move leads from one board to the next.
    #[error("board {index}, {board}: no move leads to the next")]
    Move {
        /// Its number, from 1.
        index: usize,
        /// The board.
        board: Board,
    },
    /// The board half a round later is not the recoloured board.
    #[error("board {index}, {board}: half a round later is not its recoloured board")]
    Colours {
        /// Its number, from 1.
        index: usize,
        /// The board.
        board: Board,
    },
}

/// Checks that boards are a colour-symmetric cycle through all legal boards but the empty one, and returns their
/// number.
///
/// # Errors
/// [`CycleError`] with the first board that is wrong.
pub fn check_symmetric_cycle(size: Size, boards: &[Board]) -> Result<usize, CycleError> {
    let empty = Board::empty(size);
    let mut left: HashSet<Board> = legal_boards(size)?.into_iter().filter(|board| *board != empty).collect();
    let expected = left.len();
    if boards.len() != expected {
        return Err(CycleError::Length { found: boards.len(), expected });
    }
    for (place, board) in boards.iter().enumerate() {
        let (index, next) = (place + 1, &boards[(place + 1) % expected]);
        let opposite = &boards[(place + expected / 2) % expected];
        if !left.remove(board) {
            return Err(CycleError::Board { index, board: board.clone() });
        }
        if !successors(board).contains(next) {
            return Err(CycleError::Move { index, board: board.clone() });
        }
        if *opposite != board.recoloured() {
            return Err(CycleError::Colours { index, board: board.clone() });
        }
    }
    Ok(expected)
}

/// The numbers of two boards with a move from the first to the second: as they are, and recoloured.
type ArcPair = [(usize, usize); 2];

/// The clauses that every colour-symmetric cycle satisfies, as DIMACS literals.
///
/// Boards whose first stone is black stand for themselves and their recoloured boards. The variables, from 1, are their
/// moves except those to the empty board: boards in the order of [`legal_boards`], moves in the order of [`GameGraph`].
/// Exactly one move from each board is taken, and exactly one move to each board or its recoloured board. Then, for
/// each cut, at least one move is taken that leads from a board of the cut to a board outside, itself or recoloured.
///
/// # Errors
/// [`CycleError::TooLarge`]
pub fn symmetric_cycle_clauses(size: Size, cuts: &[Vec<Board>]) -> Result<Vec<Vec<i32>>, CycleError> {
    let graph = GameGraph::new(size)?;
    let numbers: HashMap<&Board, usize> =
        graph.boards().iter().enumerate().map(|(node, board)| (board, node)).collect();
    let first = |node: usize| size.points().find_map(|point| graph.boards()[node].stone(point));
    let blacks: Vec<usize> =
        (0..graph.boards().len()).filter(|&node| first(node) == Some(Stone::Black)).collect();
    let mut moves: Vec<ArcPair> = Vec::new();
    let recoloured = |node: usize| numbers.get(&graph.boards()[node].recoloured()).copied().unwrap_or(node);
    for &black in &blacks {
        for &end in graph.successors(black).iter().filter(|&&end| first(end).is_some()) {
            moves.push([(black, end), (recoloured(black), recoloured(end))]);
        }
    }
    let variables = |is_meant: &dyn Fn(&ArcPair) -> bool| -> Vec<i32> {
        (1..).zip(&moves).filter(|(_, both)| is_meant(both)).map(|(variable, _)| variable).collect()
    };
    let mut clauses = Vec::new();
    for &black in &blacks {
        for step in [
            variables(&|both| both[0].0 == black),
            variables(&|both| both.iter().any(|&(_, end)| end == black)),
        ] {
            let pairs = (0..step.len()).flat_map(|one| (one + 1..step.len()).map(move |two| (one, two)));
            let pairs: Vec<Vec<i32>> = pairs.map(|(one, two)| vec![-step[one], -step[two]]).collect();
            clauses.push(step);
            clauses.extend(pairs);
        }
    }
    for cut in cuts {
        let inside: HashSet<usize> = cut.iter().filter_map(|board| numbers.get(board).copied()).collect();
        let leaves = |&(from, to): &(usize, usize)| inside.contains(&from) && !inside.contains(&to);
        clauses.push(variables(&|both| both.iter().any(leaves)));
    }
    Ok(clauses)
}
