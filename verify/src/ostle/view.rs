//! Ostle as questions see it: without rule 8, and also positions in which a side has lost.

use super::board::{Board, Cell, Owner};
use super::notation::{read_board, write_line};
use super::position::Variant;
use super::rules::{Direction, Move, shift};
use super::square::Square;
use crate::language::{self, NaiveView, Squares};
use crate::naive::{GameResult, NaiveError};

/// Ostle of a variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OstleView {
    variant: Variant,
}

impl OstleView {
    /// Ostle of this variant.
    pub fn new(variant: Variant) -> OstleView {
        OstleView { variant }
    }

    fn those(self, board: &Board, belongs: impl Fn(Cell) -> bool) -> Squares {
        let squares = self.variant.size().squares();
        let found = squares.filter(|&square| board.cell(square).is_some_and(&belongs));
        found.map(|square| (square.file(), square.rank())).collect()
    }

    /// Whether a side has too few pieces.
    fn has_lost(self, board: &Board, owner: Owner) -> bool {
        board.count(Cell::Piece(owner)) <= self.variant.lose_at()
    }
}

/// The name of a kind of move.
const fn kind(direction: Direction) -> &'static str {
    match direction {
        Direction::Up => "up",
        Direction::Down => "down",
        Direction::Left => "left",
        Direction::Right => "right",
    }
}

impl NaiveView for OstleView {
    type Position = Board;

    fn size(&self) -> (usize, usize) {
        (self.variant.size().edge(), self.variant.size().edge())
    }

    fn kinds(&self) -> Vec<String> {
        Direction::ALL.iter().map(|&direction| kind(direction).to_owned()).collect()
    }

    fn read(&self, line: &str) -> Result<Board, NaiveError> {
        let board = read_board(self.variant.size(), line).map_err(|error| error.to_string())?;
        if write_line(&board) != line {
            return Err(format!("expected {}", write_line(&board)).into());
        }
        let most = self.variant.pieces();
        if board.count(Cell::Hole) != 1 {
            return Err("expected one hole".into());
        }
        for owner in [Owner::Mover, Owner::Opponent] {
            if board.count(Cell::Piece(owner)) > most {
                return Err(format!("a side has more than {most} pieces").into());
            }
        }
        Ok(board)
    }

    fn word(&self, board: &Board, name: &str) -> Option<Squares> {
        let cell = match name {
            "own" => Cell::Piece(Owner::Mover),
            "opp" => Cell::Piece(Owner::Opponent),
            "hole" => Cell::Hole,
            _ => return None,
        };
        Some(self.those(board, |found| found == cell))
    }

    /// The hole is something too.
    fn occupied(&self, board: &Board) -> Squares {
        self.those(board, |cell| cell != Cell::Empty)
    }

    fn moves(&self, board: &Board) -> Vec<language::Move> {
        if self.ended(board).is_some() {
            return Vec::new();
        }
        let mut moves = Vec::new();
        for square in self.variant.size().squares_by_name() {
            for direction in Direction::ALL {
                let played = Move { square, direction };
                if shift(board, played).is_ok() {
                    let (over, up) = match direction {
                        Direction::Up => (0, 1),
                        Direction::Down => (0, -1),
                        Direction::Left => (-1, 0),
                        Direction::Right => (1, 0),
                    };
                    let edge = self.variant.size().edge();
                    let to = square.file().checked_add_signed(over).zip(square.rank().checked_add_signed(up));
                    let at = (square.file(), square.rank());
                    moves.push(language::Move {
                        kind: kind(direction).to_owned(),
                        at,
                        from: Some(at),
                        to: to.filter(|&(file, rank)| file < edge && rank < edge),
                        name: played.to_string(),
                    });
                }
            }
        }
        moves
    }

    fn after(&self, board: &Board, played: &language::Move) -> Result<Board, NaiveError> {
        let square = Square::new(played.at.0, played.at.1);
        let direction = Direction::ALL.into_iter().find(|&direction| kind(direction) == played.kind);
        let found = square.zip(direction).map(|(square, direction)| Move { square, direction });
        let shifted = found.and_then(|found| shift(board, found).ok());
        Ok(shifted.ok_or_else(|| NaiveError::Illegal(played.name.clone()))?.board.turned())
    }

    fn start(&self) -> Result<Board, NaiveError> {
        let none = || NaiveError::NotJudged("this variant has no start".to_owned());
        Ok(self.variant.start().ok_or_else(none)?.board().clone())
    }

    fn pass(&self, _: &Board) -> Option<Board> {
        None
    }

    fn print(&self, board: &Board) -> String {
        write_line(board)
    }

    /// The side to move is looked at first; that both have too few pieces never happens in a game.
    fn ended(&self, board: &Board) -> Option<GameResult> {
        if self.has_lost(board, Owner::Mover) {
            return Some(GameResult::Lost);
        }
        self.has_lost(board, Owner::Opponent).then_some(GameResult::Won)
    }
}
