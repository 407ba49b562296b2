//! Strings and liberties, by flood fill.
//!
//! Idea: a string is the set of stones that can be reached from a stone over stones of its colour. Its liberties are
//! the empty points next to it (J. Tromp and G. Farnebäck, "Combinatorics of Go", section 3). A position is legal if
//! and only if each of its strings has a liberty.

use super::board::{Board, Stone};
use super::point::Point;

/// A maximal set of connected stones of one colour.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct StoneString {
    /// The colour.
    pub stone: Stone,
    /// The points of the stones, row by row; at least one.
    pub points: Vec<Point>,
    /// The empty points next to them, row by row, each once.
    pub liberties: Vec<Point>,
}

/// The string of the stone on `point`; `None` if there is no stone.
pub fn string_at(board: &Board, point: Point) -> Option<StoneString> {
    let stone = board.stone(point)?;
    let mut points = vec![point];
    let mut liberties = Vec::new();
    let mut seen = 0;
    while let Some(&here) = points.get(seen) {
        seen += 1;
        for next in board.size().neighbours(here) {
            match board.stone(next) {
                None if !liberties.contains(&next) => liberties.push(next),
                Some(colour) if colour == stone && !points.contains(&next) => points.push(next),
                _ => {}
            }
        }
    }
    points.sort_unstable();
    liberties.sort_unstable();
    Some(StoneString { stone, points, liberties })
}

/// All strings of the board, in the order of their first points.
pub fn strings(board: &Board) -> Vec<StoneString> {
    let mut found: Vec<StoneString> = Vec::new();
    for point in board.size().points() {
        if !found.iter().any(|string| string.points.contains(&point)) {
            found.extend(string_at(board, point));
        }
    }
    found
}

/// The first string without liberties, if there is one.
pub fn first_without_liberties(board: &Board) -> Option<StoneString> {
    strings(board).into_iter().find(|string| string.liberties.is_empty())
}

/// Whether each string has a liberty.
pub fn is_legal(board: &Board) -> bool {
    first_without_liberties(board).is_none()
}
