//! Rule 8 as it is printed: no position is the same as two plies before it.
//!
//! Idea: a state is a position and the one before it. A move may not lead to the position before, as seen by the same
//! player.

use thiserror::Error;

use super::class::images;
use super::position::Position;
use super::rules::{IllegalMove, Move, Outcome, apply, moves};

/// A position, and the position on which the opponent's last move was made.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct State {
    position: Position,
    /// The position before, as the opponent saw it; `None` at the start.
    before: Option<Position>,
}

/// A move that rule 8 cannot forbid in a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum NotForbidden {
    /// The move does not exist.
    #[error("{mv} cannot be the forbidden move: {illegal}")]
    Illegal {
        /// The move.
        mv: Move,
        /// Why there is no such move.
        illegal: IllegalMove,
    },
    /// The move does not lead to a position from which the opponent can have moved.
    #[error("{mv} cannot be the forbidden move: it does not take the opponent's last move back")]
    NotBack {
        /// The move.
        mv: Move,
    },
}

impl State {
    /// The state at the start of a game.
    pub fn new(position: Position) -> State {
        State { position, before: None }
    }

    /// A state in which rule 8 forbids this move.
    ///
    /// # Errors
    /// [`NotForbidden`] if the opponent cannot have moved from the position that the move leads to.
    pub fn with_forbidden(position: Position, mv: Move) -> Result<State, NotForbidden> {
        let outcome = apply(&position, mv).map_err(|illegal| NotForbidden::Illegal { mv, illegal })?;
        let Outcome::Continues(before) = outcome else { return Err(NotForbidden::NotBack { mv }) };
        let came = moves(&before)
            .iter()
            .any(|&last| apply(&before, last) == Ok(Outcome::Continues(position.clone())));
        if came { Ok(State { position, before: Some(before) }) } else { Err(NotForbidden::NotBack { mv }) }
    }

    /// The position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The position before, as the opponent saw it; `None` at the start.
    pub fn before(&self) -> Option<&Position> {
        self.before.as_ref()
    }

    /// The result of a move.
    ///
    /// # Errors
    /// [`IllegalMove`] with the reason if the move is not legal.
    pub fn play(&self, mv: Move) -> Result<Outcome<State>, IllegalMove> {
        let outcome = apply(&self.position, mv)?;
        if let (Outcome::Continues(next), Some(before)) = (&outcome, &self.before)
            && next == before
        {
            return Err(IllegalMove::Repetition);
        }
        Ok(outcome.map(|next| State { position: next, before: Some(self.position.clone()) }))
    }

    /// The legal moves, by the name of the square, then U, D, L, R. There is always one: a piece can always move.
    pub fn legal_moves(&self) -> Vec<Move> {
        moves(&self.position).into_iter().filter(|&mv| self.play(mv).is_ok()).collect()
    }

    /// The move that rule 8 forbids, if there is one. It cannot forbid two (theorem 6 of the paper).
    pub fn forbidden(&self) -> Option<Move> {
        moves(&self.position).into_iter().find(|&mv| self.play(mv) == Err(IllegalMove::Repetition))
    }

    /// The state that represents all images of this one under the symmetries of the square. It is the least by the
    /// cells of the position, then by those of the position before. The position before is dropped if it forbids no
    /// move.
    #[must_use]
    pub fn canonical(&self) -> State {
        let variant = self.position.variant();
        let forbids = self.forbidden().is_some();
        let before = self.before.as_ref().filter(|_| forbids).map(|before| images(before.board()));
        let boards = images(self.position.board()).into_iter().enumerate();
        // The images of both boards are in the same order of symmetries.
        let pairs =
            boards.map(|(symmetry, board)| (board, before.as_ref().map(|images| images[symmetry].clone())));
        let least = pairs.min().and_then(|(board, before)| {
            let before = before.map(|board| Position::new(variant, board)).transpose().ok()?;
            Some(State { position: Position::new(variant, board).ok()?, before })
        });
        // An image has as many holes and pieces as the position, so there is a least one.
        least.unwrap_or_else(|| self.clone())
    }

    /// The result of each legal move.
    pub fn successors(&self) -> Vec<Outcome<State>> {
        moves(&self.position).into_iter().filter_map(|mv| self.play(mv).ok()).collect()
    }
}
