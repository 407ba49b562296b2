//! Othello as the player to move sees it: X is that player.

use super::{Board, Disc, Position, Size, Square, Turn, parse_board, write_line};
use crate::naive::{GameResult, Naive, NaiveError};
use std::cmp::Ordering;

/// Othello on a board of this size, by its printed rules. The score is the number of discs of the player to move minus
/// that of the other player.
///
/// # Examples
/// ```
/// use verify::naive::Naive as _;
/// use verify::othello::{OthelloGame, Size};
///
/// let game = OthelloGame(Size::Four);
/// let start = game.parse("-----OX--XO-----")?;
/// let names = game.ply_names(&start);
/// assert_eq!(names, ["b1", "a2", "d3", "c4"]);
/// assert_eq!(game.print(&game.play(&start, "b1")?), "-O---OO--OX-----");
/// # Ok::<(), verify::naive::NaiveError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OthelloGame(pub Size);

impl OthelloGame {
    /// The position as the next player sees it.
    fn seen(position: &Position) -> Board {
        position.board.seen_by(position.mover)
    }

    fn position(board: &Board) -> Position {
        Position { board: board.clone(), mover: Disc::Black }
    }
}

impl Naive for OthelloGame {
    type Position = Board;

    fn parse(&self, text: &str) -> Result<Board, NaiveError> {
        let board = parse_board(text).map_err(|error| error.to_string())?;
        if board.size() == self.0 { Ok(board) } else { Err("the board has another size".into()) }
    }

    fn print(&self, board: &Board) -> String {
        write_line(board)
    }

    fn ended(&self, board: &Board) -> Option<GameResult> {
        let is_over = Self::position(board).is_over();
        is_over.then(|| match board.count(Disc::Black).cmp(&board.count(Disc::White)) {
            Ordering::Less => GameResult::Lost,
            Ordering::Equal => GameResult::Drawn,
            Ordering::Greater => GameResult::Won,
        })
    }

    fn plies(&self, board: &Board) -> Vec<(String, Board)> {
        let here = Self::position(board);
        let played = here.legal_moves().into_iter().map(|square| {
            let next = here.play(square).ok()?;
            Some((square.to_string(), Self::seen(&next)))
        });
        played.flatten().collect()
    }

    fn result_and_names(&self, board: &Board) -> (Option<GameResult>, Vec<String>) {
        let squares = Self::position(board).legal_moves();
        let result = if squares.is_empty() { self.ended(board) } else { None };
        (result, squares.iter().map(ToString::to_string).collect())
    }

    fn play(&self, board: &Board, ply: &str) -> Result<Board, NaiveError> {
        let here = Self::position(board);
        let square = ply.parse().ok().filter(|square: &Square| square.to_string() == ply);
        let next = match square {
            None if ply == "pass" => here.pass().ok(),
            square => square.and_then(|square| here.play(square).ok()),
        };
        next.map(|next| Self::seen(&next)).ok_or_else(|| NaiveError::Illegal(ply.to_owned()))
    }

    fn pass(&self, board: &Board) -> Option<Board> {
        let here = Self::position(board);
        let passed = (here.turn() == Turn::Pass).then(|| here.pass().ok()).flatten();
        passed.map(|next| Self::seen(&next))
    }

    fn score(&self, board: &Board) -> Option<i64> {
        Some(board.count(Disc::Black) as i64 - board.count(Disc::White) as i64)
    }
}
