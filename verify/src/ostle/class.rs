//! States up to symmetry, as in the published program.
//!
//! Idea: eight symmetries of the square map a board to its images, of which the least represents the class. The
//! published program compares positions only up to symmetry. So its rule 8 is: of the moves that lead back to the
//! *class* of the position two plies before, the first in the list of moves is forbidden (algorithms 6 and 7 of the
//! paper). This also forbids moves that the printed rule 8 allows. If several moves lead back, the remaining ones
//! replace the forbidden one.
//!
//! The paper takes the least image in another order. That changes which of several moves is the forbidden one, but
//! neither the number of states nor their values, because all moves that lead back lead to the same state.

use super::board::Board;
use super::position::Position;
use super::rules::{Move, Outcome, apply, moves};
use super::square::Square;

/// The eight images of a board under the symmetries of the square, starting with the board itself; some may be equal.
pub fn images(board: &Board) -> Vec<Board> {
    let edge = board.size().edge();
    let mut images = Vec::new();
    for transposed in [false, true] {
        for (flipped_files, flipped_ranks) in [(false, false), (true, false), (false, true), (true, true)] {
            let source = |square: Square| {
                let (file, rank) = (square.file(), square.rank());
                let (file, rank) = if transposed { (rank, file) } else { (file, rank) };
                let file = if flipped_files { edge - 1 - file } else { file };
                let rank = if flipped_ranks { edge - 1 - rank } else { rank };
                Square::new(file, rank)
            };
            // The source square of a square of the board is on the board.
            let cell = |square| source(square).and_then(|source| board.cell(source));
            images.push(Board::from_fn(board.size(), |square| cell(square).unwrap_or(super::Cell::Empty)));
        }
    }
    images
}

/// The image of a position that represents its class: the least one by the cells in print order.
pub fn canonical(position: &Position) -> Position {
    let images = images(position.board()).into_iter();
    // An image has as many holes and pieces as the position.
    let images = images.filter_map(|board| Position::new(position.variant(), board).ok());
    images.min().unwrap_or_else(|| position.clone())
}

/// A class of positions with its forbidden move, as in the published program.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ClassState {
    /// The canonical position.
    position: Position,
    /// The move of the canonical position that is forbidden.
    forbidden: Option<Move>,
}

impl ClassState {
    /// The class of a position at the start of a game: no move is forbidden.
    pub fn new(position: &Position) -> ClassState {
        ClassState { position: canonical(position), forbidden: None }
    }

    /// The class of `position`, which a move from `before` has led to. `before` is as the opponent saw it.
    pub fn after(before: &Position, position: &Position) -> ClassState {
        let position = canonical(position);
        let before = canonical(before);
        let leads_back = |mv: &Move| match apply(&position, *mv) {
            Ok(Outcome::Continues(next)) => canonical(&next) == before,
            _ => false,
        };
        let forbidden = moves(&position).into_iter().find(leads_back);
        ClassState { position, forbidden }
    }

    /// The canonical position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The forbidden move of the canonical position, if there is one.
    pub fn forbidden(&self) -> Option<Move> {
        self.forbidden
    }

    /// The moves of the canonical position that are not forbidden, by the name of the square, then U, D, L, R.
    pub fn legal_moves(&self) -> Vec<Move> {
        moves(&self.position).into_iter().filter(|&mv| Some(mv) != self.forbidden).collect()
    }

    /// The result of each of these moves.
    pub fn successors(&self) -> Vec<Outcome<ClassState>> {
        self.outcomes(self.legal_moves())
    }

    /// The result of each move, including the forbidden one. The published breadth-first search uses these: table 3 of
    /// the paper counts its states by their forbidden moves, but its numbers are only reproduced if no move is
    /// forbidden on the way.
    pub fn successors_with_forbidden(&self) -> Vec<Outcome<ClassState>> {
        self.outcomes(moves(&self.position))
    }

    fn outcomes(&self, moves: Vec<Move>) -> Vec<Outcome<ClassState>> {
        let outcomes = moves.into_iter().filter_map(|mv| apply(&self.position, mv).ok());
        outcomes.map(|outcome| outcome.map(|next| ClassState::after(&self.position, &next))).collect()
    }
}
