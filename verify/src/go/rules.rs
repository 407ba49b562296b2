//! Placing one stone.
//!
//! Idea: colour the point, remove the opponent's strings without liberties, then the player's own strings without
//! liberties (J. Tromp and G. Farnebäck, "Combinatorics of Go", section 3). `game` handles rules that depend on the
//! history.

use thiserror::Error;

use super::board::{Board, Stone};
use super::point::{Point, Size};
use super::strings::strings;

/// Whether a player may remove own strings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Suicide {
    /// A move that leaves the player's own string without liberties removes it, as in the paper and under Tromp-Taylor
    /// rules.
    Allowed,
    /// Such a move is not legal, as under Japanese and AGA rules.
    Forbidden,
}

/// Why a stone may not be placed, apart from ko.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum IllegalPlacement {
    /// The point is not on the board.
    #[error("{point} is off the {size} board")]
    OffBoard {
        /// Where the stone was to go.
        point: Point,
        /// The size of the board.
        size: Size,
    },
    /// The point holds a stone.
    #[error("{point} is occupied by a stone of {by}")]
    Occupied {
        /// Where the stone was to go.
        point: Point,
        /// The colour of the stone that is there.
        by: Stone,
    },
    /// The stone captures nothing, and its string would have no liberty.
    #[error("{point} is suicide of {stones} {}", if *stones == 1 { "stone" } else { "stones" })]
    Suicide {
        /// Where the stone was to go.
        point: Point,
        /// The number of stones of the string, the new one included.
        stones: usize,
    },
}

/// The result of placing a stone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Placement {
    /// The board afterwards.
    pub board: Board,
    /// The opponent's stones that were removed, row by row.
    pub captured: Vec<Point>,
    /// The removed stones of the player who moved, including the new one, row by row; empty unless the move was
    /// suicide.
    pub lost: Vec<Point>,
}

/// Places a stone on an empty point, then removes strings without liberties: the opponent's first, then the player's
/// own.
///
/// On a legal board only strings next to `point` can be removed. On other boards all strings without liberties are.
///
/// # Errors
/// [`IllegalPlacement`] with the reason if the stone may not be placed there.
pub fn place(
    board: &Board,
    stone: Stone,
    point: Point,
    suicide: Suicide,
) -> Result<Placement, IllegalPlacement> {
    if !board.size().contains(point) {
        return Err(IllegalPlacement::OffBoard { point, size: board.size() });
    }
    if let Some(by) = board.stone(point) {
        return Err(IllegalPlacement::Occupied { point, by });
    }
    let (board, captured) = without_dead_strings(&board.with(point, Some(stone)), stone.opponent());
    let (board, lost) = without_dead_strings(&board, stone);
    if suicide == Suicide::Forbidden && !lost.is_empty() {
        return Err(IllegalPlacement::Suicide { point, stones: lost.len() });
    }
    Ok(Placement { board, captured, lost })
}

/// The board after all strings of one colour without liberties have been removed, and the points that this empties.
fn without_dead_strings(board: &Board, stone: Stone) -> (Board, Vec<Point>) {
    let dead =
        strings(board).into_iter().filter(|string| string.stone == stone && string.liberties.is_empty());
    let mut removed: Vec<Point> = dead.flat_map(|string| string.points).collect();
    removed.sort_unstable();
    let left = |point: Point| board.stone(point).filter(|_| !removed.contains(&point));
    (Board::from_fn(board.size(), left), removed)
}

/// The points where `stone` may be placed, apart from ko, row by row.
pub fn legal_points(board: &Board, stone: Stone, suicide: Suicide) -> Vec<Point> {
    board.size().points().filter(|&point| place(board, stone, point, suicide).is_ok()).collect()
}
