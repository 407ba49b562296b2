//! Replays records with the naive game.

use super::naive_variant;
use crate::diagram;
use crate::variant::on_side;
use certamen_play::ReplayReport;
use certamen_play::game::PlayError;
use encodings::board::Layout;
use encodings::ostle::notation;
use encodings::ostle::position::Position;
use encodings::ostle::variant::Variant;
use serde_json::{Value, json};
use verify::ostle::{self as naive, Outcome, RecordError, Replay};

/// The position from which records start.
pub(super) fn start(variant: Variant, text: Option<&str>) -> Result<naive::Position, PlayError> {
    let start = match text {
        Some(text) => text.to_owned(),
        None => on_side!(variant.side(), SIDE => start_text::<SIDE>(variant))?,
    };
    let position = naive::parse_position(naive_variant(variant)?, &start);
    position.map_err(|error| PlayError::Position(error.to_string()))
}

fn start_text<const SIDE: usize>(variant: Variant) -> Result<String, PlayError> {
    Ok(notation::print(super::start::<SIDE>(variant)?.pieces(), Position::<SIDE>::LAYOUT))
}

/// Replays a record.
pub(super) fn replayed(variant: Variant, start: &naive::Position, record: &str) -> ReplayReport {
    let outcome = naive::replay(start, record);
    let (diagram, verdict) = match &outcome {
        Ok(played) => (grid(variant, played), describe(played)),
        Err(complaint) => (String::new(), format!("illegal: {complaint}")),
    };
    ReplayReport { is_legal: outcome.is_ok(), diagram, verdict, object: object(&outcome) }
}

/// The final board as the player to move sees it, or as the last mover sees it if the game is over.
fn grid(variant: Variant, played: &Replay) -> String {
    let board = match &played.end {
        Outcome::Continues(state) => state.position().board(),
        Outcome::Wins(board) | Outcome::Loses(board) => board,
    };
    let layout = Layout::new(variant.side(), variant.side());
    let pieces = layout.and_then(|layout| Some((notation::parse(&board.to_string(), layout).ok()?, layout)));
    pieces.map_or_else(String::new, |(pieces, layout)| diagram::text(pieces, layout))
}

fn describe(played: &Replay) -> String {
    let end = match &played.end {
        Outcome::Wins(_) => "the last move wins".to_owned(),
        Outcome::Loses(_) => "the last move loses".to_owned(),
        Outcome::Continues(state) => match state.forbidden() {
            None => state.position().to_string(),
            Some(forbidden) => format!("{}, where {forbidden} is forbidden", state.position()),
        },
    };
    format!("legal: {} plies; {end}", played.moves.len())
}

fn object(outcome: &Result<Replay, RecordError>) -> Value {
    let played = match outcome {
        Ok(played) => played,
        Err(complaint) => return json!({ "legal": false, "complaint": complaint.to_string() }),
    };
    let (end, position, forbidden) = match &played.end {
        Outcome::Wins(_) => (Some("won"), None, None),
        Outcome::Loses(_) => (Some("lost"), None, None),
        Outcome::Continues(state) => (None, Some(state.position().to_string()), state.forbidden()),
    };
    json!({
        "legal": true, "plies": played.moves.len(), "record": naive::write_record(&played.moves),
        "position": position, "forbidden": forbidden.map(|mv| mv.to_string()), "last_mover_has": end,
    })
}
