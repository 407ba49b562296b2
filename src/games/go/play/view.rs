//! Positions to play on. Ko depends on what was played before, so the text of a position has the plies that led there:
//!
//! ```text
//! 9x9                 the empty board, Black to move
//! 9x9!dd.ee.pass      after three plies
//! .XO/XO./.X.:w!ab    White to move on a given board, and a ply
//! ```
//!
//! Cost: a stone is placed on every free point by the naive game, once for all ko rules.

use super::rules::RuleFlags;
use crate::diagram;
use certamen_draw::svg::SquarePlace;
use certamen_play::{Picture, PlayError, PlyOutcome, PlyView, PositionView, Setup, Token};
use encodings::board::{Layout, Symmetry};
use encodings::go::BoardSides;
use serde_json::json;
use verify::go::{self as naive, Action, Board, Game, Ko, Point, Position, Reason, Size, Stone};

/// What separates the board at the start from the plies.
const PLIES: char = '!';
/// The end of the text of a board on which White begins.
const WHITE: &str = ":w";
/// The name of a pass.
const PASS: &str = "pass";
/// The most plies that the text of a position has.
const MOST: usize = 2000;
/// The ko rules in the order of [`Game::ko_rules_of`].
const RULES: [(Ko, &str); 3] = [
    (Ko::Simple, "simple ko"),
    (Ko::Positional, "positional superko"),
    (Ko::Situational, "situational superko"),
];

/// The position of a text, or the start of a board, with its plies under some rules.
pub(super) fn view(size: Size, rules: RuleFlags, text: Option<&str>) -> Result<PositionView, PlayError> {
    Ok(seen(&read(size, rules, text)?, rules, true))
}

/// The positions behind the plies of a record, as far as they are legal. Their own plies are left out.
pub(super) fn follow(
    size: Size,
    rules: RuleFlags,
    text: Option<&str>,
    record: &str,
    most: usize,
) -> Result<Vec<PositionView>, PlayError> {
    let mut game = read(size, rules, text)?;
    let mut found = vec![seen(&game, rules, false)];
    for word in certamen_play::view::words(record).take(most.min(MOST)) {
        let Some(action) = action(word) else { break };
        if game.play(action).is_err() {
            break;
        }
        found.push(seen(&game, rules, false));
    }
    Ok(found)
}

/// A game from the start of a text, through its plies.
fn read(size: Size, rules: RuleFlags, text: Option<&str>) -> Result<Game, PlayError> {
    let refused = |reason: String| PlayError::Position(reason);
    let text = text.map_or_else(|| size.to_string(), str::to_owned);
    let (start, plies) = text.split_once(PLIES).unwrap_or((&text, ""));
    let mut game =
        Game::new(begun(start)?, rules.of_records()).map_err(|error| refused(error.to_string()))?;
    let plies = plies.split(['.', ',', ' ']).filter(|word| !word.is_empty());
    for (number, word) in (1..).zip(plies) {
        if number > MOST {
            return Err(refused(format!("more than {MOST} plies")));
        }
        let action = action(word).ok_or_else(|| {
            refused(format!("ply {number}: `{word}` is neither a point, such as cd, nor {PASS}"))
        })?;
        game.play(action).map_err(|reason| refused(format!("ply {number}: {reason}")))?;
    }
    Ok(game)
}

/// The position at the start: a board, or the size of an empty one.
fn begun(text: &str) -> Result<Position, PlayError> {
    let (board, mover) = match text.strip_suffix(WHITE) {
        Some(board) => (board, Stone::White),
        None => (text, Stone::Black),
    };
    if let Ok(sides) = board.parse::<BoardSides>() {
        let size = Size::new(sides.rows(), sides.columns());
        let size = size.map_err(|error| PlayError::Position(error.to_string()))?;
        return Ok(Position { board: Board::empty(size), mover });
    }
    let board = naive::parse_board(board).map_err(|error| PlayError::Position(error.to_string()))?;
    Ok(Position { board, mover })
}

fn action(word: &str) -> Option<Action> {
    match word {
        PASS | "tt" => Some(Action::Pass),
        word => word.parse().ok().map(Action::Place),
    }
}

/// The text that leads back to a game.
fn text_of(game: &Game) -> String {
    let plies: Vec<String> = game.actions().map(|action| action.to_string()).collect();
    let start = start_of(game);
    if plies.is_empty() { start } else { format!("{start}{PLIES}{}", plies.join(".")) }
}

/// The first position of a game as text.
fn start_of(game: &Game) -> String {
    // A game has a position at its start.
    let Some(start) = game.positions().next() else { return String::new() };
    let is_empty = start.board.size().points().all(|point| start.board.stone(point).is_none());
    let board = if is_empty { start.board.size().to_string() } else { naive::write_line(&start.board) };
    board + if start.mover == Stone::White { WHITE } else { "" }
}

fn seen(game: &Game, rules: RuleFlags, with_plies: bool) -> PositionView {
    let position = game.position();
    let board = &position.board;
    let text = text_of(game);
    let mut forbidden = Vec::new();
    let plies = if with_plies { plies(game, rules, &text, &mut forbidden) } else { Vec::new() };
    let names: Vec<&str> = plies.iter().map(|ply| ply.name.as_str()).collect();
    let to_move = position.mover.to_string();
    let last_two: Vec<Action> = game.actions().skip(game.length().saturating_sub(2)).collect();
    let is_passed = last_two == [Action::Pass, Action::Pass];
    let mut note = vec![format!("{to_move} to move")];
    note.extend(forbidden);
    PositionView {
        known_as: naive::write_line(board),
        shown: Picture {
            text: format!("{}{}\n", diagram::text(board), diagram::caption(board)),
            svg: diagram::with_liberties(board),
            object: json!({
                "board": naive::write_line(board), "to_move": to_move.to_lowercase(), "moves": names,
                "position": text,
            }),
        },
        squares: board.size().points().map(spot).collect(),
        note: Some(note.join("; ")),
        facts: naive::strings(board).iter().map(fact).collect(),
        ended: is_passed.then(|| "both players have passed; play may go on".to_owned()),
        plies,
        position: text,
    }
}

/// The legal plies under the rules, each with what the other ko rules say. Points on which only a ko rule forbids a
/// stone are added to `forbidden`.
fn plies(game: &Game, rules: RuleFlags, text: &str, forbidden: &mut Vec<String>) -> Vec<PlyView> {
    let ours = rules.of_records().ko;
    let joint = if text.contains(PLIES) { '.' } else { PLIES };
    let after = |name: &str| PlyOutcome::Position(format!("{text}{joint}{name}"));
    let mut plies = Vec::new();
    for point in game.position().board.size().points() {
        let Ok(opinions) = game.ko_rules_of(point) else { continue };
        let opinions: Vec<(Ko, &str, Reason)> = RULES
            .into_iter()
            .zip(opinions)
            .filter_map(|((ko, name), reason)| Some((ko, name, reason?)))
            .collect();
        let names: Vec<&str> = opinions.iter().map(|&(_, name, _)| name).collect();
        let name = point.to_string();
        if let Some((_, _, reason)) = opinions.iter().find(|&&(ko, ..)| ko == ours) {
            let others = names.join(", ");
            forbidden.push(format!("{reason} (forbidden by {others})"));
            continue;
        }
        let remark = (!names.is_empty()).then(|| format!("forbidden by {}", names.join(" and ")));
        let ply = PlyView::new(name.clone(), vec![name.clone()], after(&name));
        plies.push(PlyView { remark, ..ply });
    }
    plies.push(PlyView::new(PASS.to_owned(), Vec::new(), after(PASS)));
    plies
}

/// A string with its liberties.
fn fact(string: &naive::StoneString) -> String {
    let names = |points: &[Point]| points.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    let count = string.liberties.len();
    let liberties = if count == 1 { "1 liberty" } else { &format!("{count} liberties") };
    format!("{} {}: {liberties}, {}", string.stone, names(&string.points), names(&string.liberties))
}

/// The place of a point in the picture.
fn spot(point: Point) -> SquarePlace {
    let (x, y) = diagram::place(point);
    let half = diagram::UNIT / 2;
    SquarePlace { name: point.to_string(), x: x - half, y: y - half, edge: diagram::UNIT }
}

/// The board to put stones on. The plies that led here are left out.
pub(super) fn setup(view: &PositionView) -> Option<Setup> {
    let text = view.known_as.clone();
    let columns = text.split('/').next()?.chars().count();
    let squares = view.squares.iter().enumerate();
    // A slash stands between rows.
    let squares = squares.map(|(index, spot)| (spot.name.clone(), index + index / columns.max(1))).collect();
    let stone =
        |fill: &str| format!("<circle cx=\"20\" cy=\"20\" r=\"18\" fill=\"{fill}\" stroke=\"#222\"/>");
    let tokens = vec![
        Token::new('X', "black stone", stone("#111")),
        Token::new('O', "white stone", stone("#f8f8f4")),
        Token::new('.', "empty", ""),
    ];
    let setup = Setup { text, squares, tokens, endings: Vec::new(), ending: String::new() };
    let ending = if view.shown.object["to_move"] == "white" { WHITE } else { "" };
    Some(setup.with_endings(&[("", "Black to move"), (WHITE, "White to move")], ending))
}

/// The images of a position without plies.
pub(super) fn images(view: &PositionView) -> Vec<String> {
    if view.position.contains(PLIES) {
        return Vec::new();
    }
    let rows: Vec<Vec<char>> = view.known_as.split('/').map(|row| row.chars().collect()).collect();
    let columns = rows.first().map_or(0, Vec::len);
    let Some(layout) = Layout::new(columns, rows.len()) else { return Vec::new() };
    let ending = if view.position.ends_with(WHITE) { WHITE } else { "" };
    let image = |symmetry: Symmetry| {
        let mut image = rows.clone();
        for square in layout.all() {
            let (from, to) =
                (layout.coordinates(square), layout.coordinates(symmetry.square(layout, square)));
            *image.get_mut(to.1)?.get_mut(to.0)? = *rows.get(from.1)?.get(from.0)?;
        }
        let rows: Vec<String> = image.into_iter().map(|row| row.into_iter().collect()).collect();
        // The same text as a position has: an empty board is written by its size.
        let is_empty = rows.iter().all(|row| row.chars().all(|point| point == '.'));
        let board = if is_empty { format!("{}x{columns}", rows.len()) } else { rows.join("/") };
        Some(board + ending)
    };
    Symmetry::of(layout).filter_map(image).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use certamen_ask::flag::Given;

    /// Black captures at cb, and White may want to take back at bb.
    const KO: &str = ".XO../XO.O./.XO..";

    fn at(text: &str, given: &Given) -> Result<PositionView, PlayError> {
        view(Size::new(9, 9).expect("a size"), RuleFlags::from_given(given)?, Some(text))
    }

    fn ply<'s>(view: &'s PositionView, name: &str) -> Option<&'s PlyView> {
        view.plies.iter().find(|ply| ply.name == name)
    }

    #[test]
    fn the_text_of_a_position_leads_back_to_it() {
        let plain = Given::new();
        let empty = at("3x3", &plain).expect("a board");
        assert_eq!((empty.position.as_str(), empty.plies.len(), empty.squares.len()), ("3x3", 10, 9));
        let next = ply(&empty, "bb").map(|ply| ply.after.clone());
        assert_eq!(next, Some(PlyOutcome::Position("3x3!bb".to_owned())));
        let after = at("3x3!bb,pass", &plain).expect("a position");
        assert_eq!((after.position.as_str(), after.known_as.as_str()), ("3x3!bb.pass", ".../.X./..."));
        assert_eq!(after.facts, ["Black bb: 4 liberties, ba ab cb bc"]);
        let white = at(".X./.../...:w", &plain).expect("a position");
        assert!(white.note.as_ref().is_some_and(|note| note.starts_with("White to move")));
        let wrong = at("3x3!bb.bb", &plain).expect_err("occupied").to_string();
        assert_eq!(wrong, "the position: ply 2: White: bb is occupied by a stone of Black");
        assert!(at("3x3!zz9", &plain).is_err() && at("0x3", &plain).is_err() && at("XO/O.", &plain).is_err());
    }

    #[test]
    fn the_three_ko_rules_are_heard() {
        let simple = at(&format!("{KO}!cb"), &Given::new()).expect("a position");
        assert!(ply(&simple, "bb").is_none());
        let note = simple.note.expect("a note");
        assert!(
            note.ends_with("(forbidden by simple ko, positional superko, situational superko)"),
            "{note}"
        );
        let later = at(&format!("{KO}!cb.pass.pass"), &Given::new()).expect("a position");
        let remark = ply(&later, "bb").and_then(|ply| ply.remark.clone());
        assert_eq!(remark.as_deref(), Some("forbidden by positional superko and situational superko"));
        let strict = Given::new().with_text("ko", "positional");
        let later = at(&format!("{KO}!cb.pass.pass"), &strict).expect("a position");
        assert!(ply(&later, "bb").is_none());
    }

    #[test]
    fn boards_have_images_and_can_be_set_up() {
        let here = at("X../O../...", &Given::new()).expect("a position");
        let images = images(&here);
        assert_eq!(images.len(), 8);
        assert!(images.contains(&"..X/..O/...".to_owned()) && images.contains(&"XO./.../...".to_owned()));
        let setup = setup(&here).expect("a board");
        assert_eq!(setup.squares[3], ("ab".to_owned(), 4));
        assert_eq!((setup.text.chars().nth(4), setup.ending.as_str()), (Some('O'), ""));
        let later = super::setup(&at("3x3!bb", &Given::new()).expect("a position")).expect("a board");
        assert_eq!((later.text.as_str(), later.ending.as_str()), (".../.X./...", WHITE));
    }
}
