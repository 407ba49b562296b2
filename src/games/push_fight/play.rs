//! What the commands for any game do for Push Fight.

use super::perft::{self, Counted};
use super::show::Format;
use super::{Outcome, Session, file, replay};
use crate::diagram::push_fight as diagram;
use crate::retro::push_fight as native;
use anyhow::{Context, bail};
use encodings::push_fight::index::Indexes;
use encodings::push_fight::{Position, Standard, notation};
use rayon::prelude::*;
use serde_json::{Value, json};
use std::path::Path;
use std::time::Instant;
use verify::push_fight::{self as naive, Variant};

/// The largest file of records that is read, in bytes.
const FILE_LIMIT: u64 = 1 << 30;

/// A position of the seed, from which records and trees start where no other is given.
pub(super) const START: &str = ".OX.....oxY....Oox.....OX.";

/// Reads a position.
pub(super) fn position(text: &str) -> anyhow::Result<Position<Standard>> {
    Ok(notation::parse(text)?)
}

/// The position as the naive game reads it.
pub(super) fn naively(position: Position<Standard>) -> anyhow::Result<naive::Position> {
    naive::parse_position(&Variant::full(), &notation::print(position)).context("the naive game")
}

/// `certamen perft push-fight`
pub(super) fn perft(
    session: &Session,
    text: Option<&str>,
    depth: u32,
    divide: bool,
) -> anyhow::Result<Outcome> {
    let position = position(text.unwrap_or(START))?;
    let begun = Instant::now();
    perft::answer(session, depth, begun, counted(session, position, depth, divide))
}

/// What each position one turn on leads to, by the turn that leads there.
fn counted(session: &Session, position: Position<Standard>, depth: u32, divide: bool) -> Option<Counted> {
    if depth == 0 {
        return Some((Vec::new(), 1));
    }
    let behind = |next: &Position<Standard>| leaves(session, *next, depth - 1);
    let next = native::successors(position);
    if !divide {
        return Some((Vec::new(), next.par_iter().map(behind).sum::<Option<u64>>()?));
    }
    let name = |next: &Position<Standard>| {
        let turn = native::turn_between(position, *next)?;
        Some((turn.name::<Standard>(), behind(next)?))
    };
    let divided = next.par_iter().map(name).collect::<Option<Vec<_>>>()?;
    let sum = divided.iter().map(|(_, leaves)| leaves).sum();
    Some((divided, sum))
}

fn leaves(session: &Session, position: Position<Standard>, depth: u32) -> Option<u64> {
    if session.stop.is_requested() {
        return None;
    }
    if depth <= 1 {
        return Some(native::perft(position, depth));
    }
    native::successors(position).into_par_iter().map(|next| leaves(session, next, depth - 1)).sum()
}

/// `certamen show push-fight`
pub(super) fn show(session: &Session, text: &str, format: Format) -> anyhow::Result<Outcome> {
    let position = position(text)?;
    let indexes = Indexes::<Standard>::new();
    let index = indexes.index(position).map(|index| index.0);
    let minimized = indexes.minimized(position).map(|index| index.0);
    let caption = match (index, minimized) {
        (None, _) => "no push yet".to_owned(),
        (Some(index), None) => format!("index {index}; no push can have ended here"),
        (Some(index), Some(minimized)) => format!("index {index}, minimized {minimized}"),
    };
    let drawn = match format {
        Format::Ascii => format!("{}{caption}\n", diagram::text(position)),
        Format::Svg => diagram::svg(position, &caption),
    };
    session.answer(
        &drawn,
        &json!({
            "position": notation::print(position), "index": index, "minimized_index": minimized,
            "follows_a_push": position.follows_a_push(), "successors": native::successors(position).len(),
        }),
    )?;
    Ok(Outcome::Holds)
}

/// `certamen replay push-fight`, for a record on the command line.
pub(super) fn replay(session: &Session, start: Option<&str>, record: &str) -> anyhow::Result<Outcome> {
    let outcome = naive::replay(&naively(position(start.unwrap_or(START))?)?, record);
    let report = match &outcome {
        Ok(played) => format!("{}{}\n", end_grid(played), described(played)),
        Err(complaint) => format!("illegal: {complaint}\n"),
    };
    session.answer(&report, &object(&outcome))?;
    Ok(if outcome.is_ok() { Outcome::Holds } else { Outcome::DoesNotHold })
}

/// `certamen replay push-fight --file`
pub(super) fn replay_file(session: &Session, start: Option<&str>, path: &Path) -> anyhow::Result<Outcome> {
    let start = naively(position(start.unwrap_or(START))?)?;
    let text = file::read_text(path, FILE_LIMIT)?;
    replay::judge_lines(session, &text, |record| naive::replay(&start, record), described, object)
}

fn end_grid(played: &naive::Replay) -> String {
    match &played.end {
        naive::Outcome::Continues(position) => naive::write_grid(position),
        naive::Outcome::Wins => String::new(),
    }
}

fn described(played: &naive::Replay) -> String {
    let end = match &played.end {
        naive::Outcome::Wins => "the last turn wins".to_owned(),
        naive::Outcome::Continues(position) if !naive::has_legal_turn(position) => {
            "the player to move cannot push and has lost".to_owned()
        }
        naive::Outcome::Continues(position) => naive::write_line(position),
    };
    format!("legal: {} turns; {end}", played.turns.len())
}

fn object(outcome: &Result<naive::Replay, naive::Complaint>) -> Value {
    match outcome {
        Ok(played) => {
            let position = match &played.end {
                naive::Outcome::Continues(position) => Some(naive::write_line(position)),
                naive::Outcome::Wins => None,
            };
            json!({ "legal": true, "turns": played.turns.len(), "won": position.is_none(), "position": position })
        }
        Err(complaint) => json!({ "legal": false, "complaint": complaint.to_string() }),
    }
}

/// Replays a line by the naive game, which must allow every turn of it.
pub(super) fn check_line(start: Position<Standard>, line: &[String]) -> anyhow::Result<naive::Outcome> {
    match naive::replay(&naively(start)?, &line.join(" ")) {
        Ok(played) => Ok(played.end),
        Err(complaint) => bail!("the line that was found is not legal: {complaint}"),
    }
}
