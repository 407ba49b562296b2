//! Positions to play on. X is Black; the text of a position ends with `:w` if White is to move.

use crate::{OthelloSize, diagram};
use certamen_draw::svg::{MARGIN, SquarePlace, UNIT};
use certamen_play::{Picture, PlayError, PlyOutcome, PlyView, PositionView, Setup, Token};
use encodings::board::{Layout, Square as Field, Symmetry};
use serde_json::json;
use verify::othello::{self as naive, Disc, Position, Square, Turn, flips, write_line};

/// The end of the text of a position in which White is to move.
pub(crate) const WHITE: &str = ":w";

/// The name of a pass.
const PASS: &str = "pass";

/// The position of a text, or the start of a board, with its plies.
pub(crate) fn view(board: OthelloSize, text: Option<&str>) -> Result<PositionView, PlayError> {
    let here = match text {
        None => Position::start(board.into()),
        Some(text) => {
            let (discs, mover) = match text.strip_suffix(WHITE) {
                Some(discs) => (discs, Disc::White),
                None => (text, Disc::Black),
            };
            let board = naive::parse_board(discs).map_err(|error| PlayError::Position(error.to_string()))?;
            Position { board, mover }
        }
    };
    let failed = |error: &dyn std::fmt::Display| PlayError::Disagreement(error.to_string());
    let plies = match here.turn() {
        Turn::Over => Vec::new(),
        Turn::Pass => {
            let after = here.pass().map_err(|error| failed(&error))?;
            vec![PlyView::new(PASS.to_owned(), Vec::new(), PlyOutcome::Position(text_of(&after)))]
        }
        Turn::Move(squares) => {
            let play = |square: Square| {
                let after = here.play(square).map_err(|error| failed(&error))?;
                let flips = flips(&here.board, here.mover, square).map_err(|error| failed(&error))?;
                let name = named(square);
                let ply = PlyView::new(name.clone(), vec![name], PlyOutcome::Position(text_of(&after)));
                Ok(PlyView { changes: flips.into_iter().map(named).collect(), ..ply })
            };
            squares.into_iter().map(play).collect::<Result<_, PlayError>>()?
        }
    };
    let of = |disc| here.board.count(disc);
    let ended = (here.turn() == Turn::Over)
        .then(|| format!("game over: {} black and {} white discs", of(Disc::Black), of(Disc::White)));
    let name = here.mover.to_string();
    let names: Vec<&str> = plies.iter().map(|ply: &PlyView| ply.name.as_str()).collect();
    let object = json!({
        "board": write_line(&here.board), "to_move": name.to_lowercase(), "moves": names,
        "mobility": here.legal_moves().len(), "empties": here.board.empties(),
    });
    let shown = Picture {
        text: format!("{}{}\n", diagram::text(&here), diagram::caption(&here, &name)),
        svg: diagram::svg(&here, &name),
        object,
    };
    Ok(PositionView {
        position: text_of(&here),
        known_as: write_line(&here.board.seen_by(here.mover)),
        shown,
        squares: here.board.size().squares().map(spot).collect(),
        plies,
        note: None,
        facts: Vec::new(),
        ended,
    })
}

/// The board to put discs on. White to move is an ending of the text.
pub(crate) fn setup(view: &PositionView) -> Option<Setup> {
    let text = view.position.strip_suffix(WHITE).unwrap_or(&view.position).to_owned();
    let disc = |fill: &str| format!("<circle cx=\"20\" cy=\"20\" r=\"17\" fill=\"{fill}\" stroke=\"#222\"/>");
    let tokens = vec![
        Token::new('X', "black disc", disc("#111")),
        Token::new('O', "white disc", disc("#f4f4f0")),
        Token::new('-', "empty", ""),
    ];
    let setup = Setup::of_layout(text, layout(view)?, |square: Field| square.index(), tokens);
    let ending = if view.position.ends_with(WHITE) { WHITE } else { "" };
    Some(setup.with_endings(&[("", "Black to move"), (WHITE, "White to move")], ending))
}

/// The eight images of a position.
pub(crate) fn images(view: &PositionView) -> Vec<String> {
    let (Some(setup), Some(layout)) = (setup(view), layout(view)) else { return Vec::new() };
    let ending = if view.position.ends_with(WHITE) { WHITE } else { "" };
    let all: Vec<Symmetry> = Symmetry::of(layout).collect();
    setup.images(layout, &all).into_iter().map(|image| image + ending).collect()
}

/// The squares of a view's board.
fn layout(view: &PositionView) -> Option<Layout> {
    let edge = view.squares.len().isqrt();
    Layout::new(edge, edge)
}

/// A square as plies write it.
fn named(square: Square) -> String {
    square.to_string().to_lowercase()
}

/// The positions behind the plies of a record, as far as they are legal.
pub(crate) fn follow(
    board: OthelloSize,
    text: Option<&str>,
    record: &str,
    most: usize,
) -> Result<Vec<PositionView>, PlayError> {
    let mut seen = vec![view(board, text)?];
    let letters: Vec<char> = record.chars().filter(char::is_ascii_alphanumeric).take(2 * most).collect();
    for name in letters.chunks(2).map(|pair| pair.iter().collect::<String>().to_lowercase()) {
        let is_pass = name == "pa";
        loop {
            let after = |view: &PositionView| {
                let passes = view.plies.iter().find(|ply| ply.name == PASS);
                let played = view.plies.iter().find(|ply| ply.name == name);
                passes.or(played).map(|ply| (ply.name == PASS, ply.after.clone()))
            };
            let Some((passed, PlyOutcome::Position(next))) = seen.last().and_then(after) else {
                return Ok(seen);
            };
            seen.push(view(board, Some(&next))?);
            if !passed || is_pass {
                break;
            }
        }
    }
    Ok(seen)
}

/// A position with who is to move, as text.
fn text_of(position: &Position) -> String {
    let board = write_line(&position.board);
    match position.mover {
        Disc::Black => board,
        Disc::White => board + WHITE,
    }
}

/// The place of a square in the picture, in which the first rank is at the top.
fn spot(square: Square) -> SquarePlace {
    let (x, y) = (MARGIN + square.file() * UNIT, MARGIN + square.rank() * UNIT);
    SquarePlace { name: named(square), x, y, edge: UNIT }
}
