//! Files of records: SGF collections, each game judged with all its variations.

use crate::diagram;
use crate::sgf::{self, Complaint, Judged};
use certamen_play::{PlayError, RecordFile, Report};
use certamen_work::Stop;
use serde_json::{Value, json};
use std::fmt::Write as _;
use verify::go as naive;

/// The file as text, in the encoding that it names.
pub(super) fn decode(file: &RecordFile<'_>) -> Result<String, PlayError> {
    if file.bytes.len() as u64 > sgf::FILE_LIMIT {
        return Err(PlayError::File(format!("{} has more than {} bytes", file.name, sgf::FILE_LIMIT)));
    }
    sgf::decode(file.bytes).map_err(|error| PlayError::File(format!("{}: {error}", file.name)))
}

/// Whether the file is SGF: by its name, or by its first character.
pub(super) fn is_sgf(file: &RecordFile<'_>, text: &str) -> bool {
    file.extension.is_some_and(|extension| extension.eq_ignore_ascii_case("sgf"))
        || text.trim_ascii_start().starts_with('(')
}

/// Judges the games of a collection. The report of a single game begins with the board at the end of its main line.
pub(super) fn replay(
    name: &str,
    text: &str,
    rules: naive::Rules,
    stop: &Stop,
    report: &mut dyn FnMut(Report),
) -> Result<(), PlayError> {
    let collection = sgf::read(text).map_err(|error| PlayError::File(format!("{name}: {error}")))?;
    let is_single = collection.games.len() == 1;
    for (number, game) in (1..).zip(&collection.games) {
        let judged = sgf::judge(game, text, rules, stop).ok_or(PlayError::Stopped)?;
        let board = if is_single { diagram::text(&judged.end) } else { String::new() };
        report(Report {
            is_legal: judged.complaints.is_empty(),
            text: board + &described(number, &judged),
            object: object(&judged),
        });
    }
    Ok(())
}

/// What was judged, in a line for the game and one for each complaint.
fn described(number: usize, judged: &Judged) -> String {
    let verdict = if judged.complaints.is_empty() { "legal" } else { "illegal" };
    let variations = match judged.variations {
        1 => String::new(),
        lines => format!(", {lines} lines of play"),
    };
    let (place, size, moves) = (judged.place, judged.end.size(), judged.moves);
    let mut text =
        format!("game {number} ({place}): {verdict}: {size}, {moves} moves on the main line{variations}\n");
    for complaint in &judged.complaints {
        let _ = writeln!(text, "  {complaint}");
    }
    if judged.refused > judged.complaints.len() {
        let _ = writeln!(text, "  and {} more", judged.refused - judged.complaints.len());
    }
    text
}

/// The same as JSON.
fn object(judged: &Judged) -> Value {
    json!({
        "line": judged.place.line, "column": judged.place.column, "board": judged.end.size().to_string(),
        "legal": judged.complaints.is_empty(), "moves": judged.moves, "lines_of_play": judged.variations,
        "end": naive::write_line(&judged.end),
        "complaints": judged.complaints.iter().map(complaint_object).collect::<Vec<_>>(),
    })
}

fn complaint_object(complaint: &Complaint) -> Value {
    json!({
        "line": complaint.place.line, "column": complaint.place.column, "variation": complaint.variation,
        "move": complaint.number, "reason": complaint.wrong.to_string(),
    })
}
