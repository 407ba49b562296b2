//! Othello boards for people: X or a dark disc is Black or the side to move, a1 in the top left corner.

mod svg;

pub use svg::svg;

use crate::query::{OthelloWitness, Refusal};
use std::fmt::Write as _;
use verify::othello::{Board, Disc, Position, Square};

/// The content of a square of a diagram.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cell {
    Disc(Disc),
    Legal,
    Empty,
}

fn cell(board: &Board, legal: &[Square], square: Square) -> Cell {
    match board.disc(square) {
        Some(disc) => Cell::Disc(disc),
        None if legal.contains(&square) => Cell::Legal,
        None => Cell::Empty,
    }
}

/// A position as text: X is Black, O is White, + a legal move, a1 in the top left corner.
pub fn text(position: &Position) -> String {
    let board = &position.board;
    let legal = position.legal_moves();
    let edge = board.size().edge();
    let files: Vec<char> = ('a'..='h').take(edge).collect();
    let mut text = String::from(" ");
    for file in files {
        let _ = write!(text, " {file}");
    }
    text.push('\n');
    for rank in 0..edge {
        let _ = write!(text, "{}", rank + 1);
        for square in (0..edge).filter_map(|file| Square::new(file, rank)) {
            let mark = match cell(board, &legal, square) {
                Cell::Disc(Disc::Black) => 'X',
                Cell::Disc(Disc::White) => 'O',
                Cell::Legal => '+',
                Cell::Empty => '-',
            };
            let _ = write!(text, " {mark}");
        }
        text.push('\n');
    }
    text
}

/// The facts of a position in one line, such as `Black to move: 33 legal moves, 34 empty squares`.
pub fn caption(position: &Position, mover: &str) -> String {
    let mobility = position.legal_moves().len();
    let moves = if mobility == 1 { "move" } else { "moves" };
    let empties = position.board.empties();
    let squares = if empties == 1 { "square" } else { "squares" };
    format!("{mover} to move: {mobility} legal {moves}, {empties} empty {squares}")
}

/// A witness as text, with its caption; X is the side to move if there is no record.
pub(crate) fn of_witness(witness: &OthelloWitness) -> String {
    in_words(named(witness).map(|(position, mover)| {
        let record = witness.record.as_ref().map(|record| format!("{record}\n")).unwrap_or_default();
        format!("{}{}\n{record}", text(&position), caption(&position, &mover))
    }))
}

/// A witness as an SVG document.
pub(crate) fn svg_of_witness(witness: &OthelloWitness) -> String {
    in_words(named(witness).map(|(position, mover)| svg(&position, &mover)))
}

/// The position and the name of the side to move.
fn named(witness: &OthelloWitness) -> Result<(Position, String), Refusal> {
    let position = witness.position()?;
    let mover = witness.to_move.map_or_else(|| "X".to_owned(), |_| position.mover.to_string());
    Ok((position, mover))
}

/// The error as text, in place of a picture.
fn in_words(picture: Result<String, Refusal>) -> String {
    picture.unwrap_or_else(|error| format!("{error}\n"))
}
