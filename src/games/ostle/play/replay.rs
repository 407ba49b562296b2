//! `certamen replay ostle`

use super::naive_variant;
use crate::cli::replay::{judge_lines, require_records};
use crate::cli::{Outcome, Session, file};
use crate::diagram::ostle as diagram;
use crate::query::on_side;
use anyhow::Context;
use encodings::board::Layout;
use encodings::ostle::notation;
use encodings::ostle::position::Position;
use encodings::ostle::variant::Variant;
use serde_json::{Value, json};
use std::path::Path;
use verify::ostle::{self as naive, Complaint, Outcome as Ended, Replay};

/// The largest file of records that is read, in bytes.
const FILE_LIMIT: u64 = 1 << 30;

/// Verifies a record that is given on the command line.
pub(in crate::cli) fn replay(
    session: &Session,
    variant: Variant,
    start: Option<&str>,
    record: &str,
) -> anyhow::Result<Outcome> {
    let outcome = naive::replay(&first(variant, start)?, record);
    let report = match &outcome {
        Ok(played) => format!("{}{}\n", grid(variant, played), describe(played)),
        Err(complaint) => format!("illegal: {complaint}\n"),
    };
    session.answer(&report, &object(&outcome))?;
    Ok(if outcome.is_ok() { Outcome::Holds } else { Outcome::DoesNotHold })
}

/// Verifies a file of records, one a line.
pub(in crate::cli) fn replay_file(
    session: &Session,
    variant: Variant,
    start: Option<&str>,
    path: &Path,
) -> anyhow::Result<Outcome> {
    let start = first(variant, start)?;
    let text = file::read_text(path, FILE_LIMIT)?;
    require_records(&file::name_of(path), &text)?;
    judge_lines(session, &text, |record| naive::replay(&start, record), describe, object)
}

/// The position from which records start.
fn first(variant: Variant, text: Option<&str>) -> anyhow::Result<naive::Position> {
    let start = match text {
        Some(text) => text.to_owned(),
        None => on_side!(variant.side(), SIDE => start_text::<SIDE>(variant))?,
    };
    naive::parse_position(naive_variant(variant)?, &start).context("the position")
}

fn start_text<const SIDE: usize>(variant: Variant) -> anyhow::Result<String> {
    Ok(notation::print(Position::<SIDE>::start(variant)?.pieces(), Position::<SIDE>::LAYOUT))
}

/// The board at the end, as the player to move sees it, or who has moved where the game is over.
fn grid(variant: Variant, played: &Replay) -> String {
    let board = match &played.end {
        Ended::Continues(state) => state.position().board(),
        Ended::Wins(board) | Ended::Loses(board) => board,
    };
    let layout = Layout::new(variant.side(), variant.side());
    let pieces = layout.and_then(|layout| Some((notation::parse(&board.to_string(), layout).ok()?, layout)));
    pieces.map_or_else(String::new, |(pieces, layout)| diagram::text(pieces, layout))
}

fn describe(played: &Replay) -> String {
    let end = match &played.end {
        Ended::Wins(_) => "the last move wins".to_owned(),
        Ended::Loses(_) => "the last move loses".to_owned(),
        Ended::Continues(state) => match state.forbidden() {
            None => state.position().to_string(),
            Some(forbidden) => format!("{}, where {forbidden} is forbidden", state.position()),
        },
    };
    format!("legal: {} plies; {end}", played.moves.len())
}

fn object(outcome: &Result<Replay, Complaint>) -> Value {
    let played = match outcome {
        Ok(played) => played,
        Err(complaint) => return json!({ "legal": false, "complaint": complaint.to_string() }),
    };
    let (end, position, forbidden) = match &played.end {
        Ended::Wins(_) => (Some("won"), None, None),
        Ended::Loses(_) => (Some("lost"), None, None),
        Ended::Continues(state) => (None, Some(state.position().to_string()), state.forbidden()),
    };
    json!({
        "legal": true, "plies": played.moves.len(), "record": naive::write_record(&played.moves),
        "position": position, "forbidden": forbidden.map(|mv| mv.to_string()), "last_mover_has": end,
    })
}
