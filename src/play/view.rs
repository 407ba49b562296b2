//! A position to play on: its picture, the places of its squares, and its plies with the positions behind them.
//!
//! Idea: a page that shows a board has to know what a click means. A [`PositionView`] says where the squares are in the
//! picture, and which squares each ply touches, in the order in which a player would touch them. Its position is a text
//! that leads back to the same view, with everything that the plies depend on.
//!
//! Cost: one replay for each ply, unless the table has a faster way.

use crate::game::{Picture, PlayError, Table};
use certamen_draw::svg::SquarePlace;
use serde_json::Value;

/// A position with its plies.
#[derive(Clone, Debug, PartialEq)]
pub struct PositionView {
    /// The position as a text that leads back here.
    pub position: String,
    /// The text by which tables of the solved game know it. Usually the same.
    pub known_as: String,
    /// Its picture and its facts.
    pub shown: Picture,
    /// The places of the squares in the picture. Empty if they are not known.
    pub squares: Vec<SquarePlace>,
    /// The plies, in the order of the rules.
    pub plies: Vec<PlyView>,
    /// A remark about the position, such as a forbidden move.
    pub note: Option<String>,
    /// Details of the position, a line each, such as the liberties of strings.
    pub facts: Vec<String>,
    /// How the game has ended here.
    pub ended: Option<String>,
}

/// A ply, and what it leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlyView {
    /// Its name.
    pub name: String,
    /// The squares that a player touches to make it, in this order.
    pub squares: Vec<String>,
    /// Other squares on which it changes something, as far as the game says.
    pub changes: Vec<String>,
    /// A remark about the ply, such as another rule that forbids it.
    pub remark: Option<String>,
    /// What it leads to.
    pub after: PlyOutcome,
}

impl PlyView {
    /// A ply that touches these squares.
    pub const fn new(name: String, squares: Vec<String>, after: PlyOutcome) -> Self {
        Self { name, squares, changes: Vec::new(), remark: None, after }
    }
}

/// What a ply leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlyOutcome {
    /// A position, as text.
    Position(String),
    /// The end of the game, in words.
    Ended(String),
}

/// A view put together from a table's pictures and records: the members `position`, `moves` and `over` of their JSON.
///
/// # Errors
/// [`PlayError`] if the position cannot be read, or if there is none and records do not say where they begin.
pub fn by_records<T: Table + ?Sized>(table: &T, position: Option<&str>) -> Result<PositionView, PlayError> {
    let text = |object: &Value| object.get("position").and_then(Value::as_str).map(str::to_owned);
    let position = if let Some(position) = position {
        position.to_owned()
    } else {
        let start = table.replay(None, "")?;
        let unknown = || PlayError::Position("this game has no fixed start: give a position".to_owned());
        text(&start.object).ok_or_else(unknown)?
    };
    let shown = table.show(&position)?;
    let position = text(&shown.object).unwrap_or(position);
    let names = shown.object.get("moves").and_then(Value::as_array);
    let names = names.into_iter().flatten().filter_map(Value::as_str);
    let ply = |name: &str| {
        let played = table.replay(Some(&position), name).ok().filter(|played| played.is_legal)?;
        let after = match text(&played.object) {
            Some(position) => PlyOutcome::Position(position),
            None => PlyOutcome::Ended(played.verdict),
        };
        Some(PlyView::new(name.to_owned(), squares_in(name), after))
    };
    let plies = names.filter_map(ply).collect();
    let is_over = shown.object.get("over") == Some(&Value::Bool(true));
    let ended = is_over.then(|| shown.text.lines().last().unwrap_or("game over").to_owned());
    Ok(PositionView {
        known_as: position.clone(),
        position,
        squares: Vec::new(),
        plies,
        note: None,
        facts: Vec::new(),
        ended,
        shown,
    })
}

/// The plies of a record, if blanks or commas separate them.
pub fn words(record: &str) -> impl Iterator<Item = &str> {
    record
        .split(|character: char| character.is_whitespace() || character == ',')
        .filter(|word| !word.is_empty())
}

/// The positions behind plies with these names, as far as they are legal and lead to a position.
///
/// # Errors
/// [`PlayError`] if the first position cannot be read.
pub fn by_names<'n, T: Table + ?Sized>(
    table: &T,
    position: Option<&str>,
    names: impl Iterator<Item = &'n str>,
    most: usize,
) -> Result<Vec<PositionView>, PlayError> {
    let mut seen = vec![table.view(position)?];
    for name in names.take(most) {
        let Some(last) = seen.last() else { break };
        let ply = last.plies.iter().find(|ply| ply.name.eq_ignore_ascii_case(name));
        let Some(PlyOutcome::Position(next)) = ply.map(|ply| &ply.after) else { break };
        seen.push(table.view(Some(next))?);
    }
    Ok(seen)
}

/// The squares in the name of a ply, in their order: a letter and a number each.
///
/// # Examples
/// ```
/// use certamen_play::view::squares_in;
/// assert_eq!(squares_in("d1-a2,D3-c10"), ["d1", "a2", "d3", "c10"]);
/// assert_eq!(squares_in("pass"), [""; 0]);
/// ```
pub fn squares_in(name: &str) -> Vec<String> {
    let mut squares: Vec<String> = Vec::new();
    let mut letter = None;
    for character in name.chars() {
        if character.is_ascii_digit() {
            match (letter.take(), squares.last_mut()) {
                (Some(file), _) => squares.push(format!("{file}{character}")),
                (None, Some(last)) if last.len() == 2 => last.push(character),
                _ => {}
            }
        } else {
            letter = character.is_ascii_alphabetic().then(|| character.to_ascii_lowercase());
        }
    }
    squares
}
