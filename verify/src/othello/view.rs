//! Othello as questions see it: boards on which X is to move.

use super::board::{Board, Disc};
use super::notation::{parse_board, write_line};
use super::rules::{Position, apply, flips, legal_moves};
use super::square::{Size, Square};
use crate::language::{Move, NaiveView, Squares};
use crate::naive::{GameResult, NaiveError};

/// Othello on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OthelloView {
    size: Size,
}

impl OthelloView {
    /// Othello on a board of this size.
    pub fn new(size: Size) -> OthelloView {
        OthelloView { size }
    }
}

fn squares(found: impl IntoIterator<Item = Square>) -> Squares {
    found.into_iter().map(|square| (square.file(), square.rank())).collect()
}

impl NaiveView for OthelloView {
    type Position = Board;

    fn size(&self) -> (usize, usize) {
        (self.size.edge(), self.size.edge())
    }

    fn kinds(&self) -> Vec<String> {
        vec!["legal".to_owned()]
    }

    fn read(&self, line: &str) -> Result<Board, NaiveError> {
        let board = parse_board(line).map_err(|error| error.to_string())?;
        if board.size() != self.size {
            return Err(format!("the board is {}, expected {}", board.size(), self.size).into());
        }
        if write_line(&board) != line {
            return Err(format!("expected {}", write_line(&board)).into());
        }
        match self.size.centre().find(|&square| board.disc(square).is_none()) {
            Some(square) => Err(format!("centre square {square} is empty").into()),
            None => Ok(board),
        }
    }

    fn word(&self, board: &Board, name: &str) -> Option<Squares> {
        let of = |disc: Disc| squares(self.size.squares().filter(|&square| board.disc(square) == Some(disc)));
        match name {
            "own" => Some(of(Disc::Black)),
            "opp" => Some(of(Disc::White)),
            "their" => Some(squares(legal_moves(board, Disc::White))),
            _ => None,
        }
    }

    fn occupied(&self, board: &Board) -> Squares {
        squares(self.size.squares().filter(|&square| board.disc(square).is_some()))
    }

    fn moves(&self, board: &Board) -> Vec<Move> {
        let named = |square: Square| {
            let at = (square.file(), square.rank());
            Move { kind: "legal".to_owned(), at, from: None, to: Some(at), name: square.to_string() }
        };
        legal_moves(board, Disc::Black).into_iter().map(named).collect()
    }

    fn word_of_move(&self, board: &Board, name: &str, played: &Move) -> Option<Squares> {
        if name != "flips" {
            return None;
        }
        let square = Square::new(played.at.0, played.at.1)?;
        Some(squares(flips(board, Disc::Black, square).ok()?))
    }

    fn after(&self, board: &Board, played: &Move) -> Result<Board, NaiveError> {
        let square = Square::new(played.at.0, played.at.1);
        let next = square.and_then(|square| apply(board, Disc::Black, square).ok());
        Ok(next.ok_or_else(|| NaiveError::Illegal(played.name.clone()))?.recoloured())
    }

    fn start(&self) -> Result<Board, NaiveError> {
        Ok(Position::start(self.size).board)
    }

    fn pass(&self, board: &Board) -> Option<Board> {
        Some(board.recoloured())
    }

    fn print(&self, board: &Board) -> String {
        write_line(board)
    }

    fn ended(&self, board: &Board) -> Option<GameResult> {
        let position = Position { board: board.clone(), mover: Disc::Black };
        position.is_over().then(|| match board.count(Disc::Black).cmp(&board.count(Disc::White)) {
            std::cmp::Ordering::Greater => GameResult::Won,
            std::cmp::Ordering::Less => GameResult::Lost,
            std::cmp::Ordering::Equal => GameResult::Drawn,
        })
    }
}
