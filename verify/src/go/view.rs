//! Go as questions see it: boards on which X is to move, without ko. A player who cannot place a stone passes, and no
//! position ends the game.

use super::board::{Board, Stone};
use super::notation::{parse_board, write_line};
use super::point::{Point, Size};
use super::rules::{Suicide, legal_points, place};
use super::strings::first_without_liberties;
use crate::language::{Move, NaiveView, Squares};
use crate::naive::{GameResult, NaiveError};

/// Go on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GoView {
    size: Size,
    suicide: Suicide,
}

impl GoView {
    /// Go on a board of this size.
    pub fn new(size: Size, suicide: Suicide) -> GoView {
        GoView { size, suicide }
    }
}

fn squares(points: impl IntoIterator<Item = Point>) -> Squares {
    points.into_iter().map(|point| (point.column(), point.row())).collect()
}

impl NaiveView for GoView {
    type Position = Board;

    fn size(&self) -> (usize, usize) {
        (self.size.columns(), self.size.rows())
    }

    fn kinds(&self) -> Vec<String> {
        vec!["legal".to_owned()]
    }

    fn read(&self, line: &str) -> Result<Board, NaiveError> {
        let board = parse_board(line).map_err(|error| error.to_string())?;
        if board.size() != self.size || write_line(&board) != line {
            return Err(format!("expected a board of {} as it is written on one line", self.size).into());
        }
        match first_without_liberties(&board) {
            Some(string) => Err(format!("{} at {} has no liberty", string.stone, string.points[0]).into()),
            None => Ok(board),
        }
    }

    fn word(&self, board: &Board, name: &str) -> Option<Squares> {
        let of =
            |stone: Stone| squares(self.size.points().filter(|&point| board.stone(point) == Some(stone)));
        match name {
            "own" => Some(of(Stone::Black)),
            "opp" => Some(of(Stone::White)),
            "their" => Some(squares(legal_points(board, Stone::White, self.suicide))),
            _ => None,
        }
    }

    fn occupied(&self, board: &Board) -> Squares {
        squares(self.size.points().filter(|&point| board.stone(point).is_some()))
    }

    fn moves(&self, board: &Board) -> Vec<Move> {
        let named = |point: Point| {
            let at = (point.column(), point.row());
            Move { kind: "legal".to_owned(), at, from: None, to: Some(at), name: point.to_string() }
        };
        legal_points(board, Stone::Black, self.suicide).into_iter().map(named).collect()
    }

    fn after(&self, board: &Board, played: &Move) -> Result<Board, NaiveError> {
        let point = Point::new(played.at.0, played.at.1);
        let placed = point.and_then(|point| place(board, Stone::Black, point, self.suicide).ok());
        Ok(placed.ok_or_else(|| NaiveError::Illegal(played.name.clone()))?.board.recoloured())
    }

    fn start(&self) -> Result<Board, NaiveError> {
        Ok(Board::empty(self.size))
    }

    fn pass(&self, board: &Board) -> Option<Board> {
        Some(board.recoloured())
    }

    fn print(&self, board: &Board) -> String {
        write_line(board)
    }

    fn ended(&self, _: &Board) -> Option<GameResult> {
        None
    }
}
