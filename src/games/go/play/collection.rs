//! Files of records: SGF collections. Each game is judged with all its variations.

use crate::diagram;
use crate::sgf::{self, Complaint, Judged, SgfPlaces};
use certamen_play::{PlayError, RecordFile, Report};
use certamen_work::Stop;
use serde_json::{Value, json};
use std::fmt::Write as _;
use verify::go as naive;

/// The name under which JSON lists the games.
pub(super) const LIST: &str = "games";

/// How far into a file its first character is looked for, in bytes.
const HEAD: usize = 64 << 10;
/// The mark that some programs write before UTF-8.
const MARK: &[u8] = b"\xef\xbb\xbf";

/// The beginning of a file.
pub(super) struct Begun {
    /// The blanks that were read.
    pub(super) blanks: Vec<u8>,
    /// Whether the file is SGF: by its name, or by its first character.
    pub(super) is_sgf: bool,
}

/// Reads the blanks that a file begins with, to see what it is.
pub(super) fn begin(file: &mut RecordFile<'_>) -> Result<Begun, PlayError> {
    let mut begun = Begun { blanks: Vec::new(), is_sgf: false };
    begun.is_sgf = file.extension.is_some_and(|extension| extension.eq_ignore_ascii_case("sgf"));
    while !begun.is_sgf && begun.blanks.len() < HEAD {
        let next = file.reader.fill_buf().map(|buffer| buffer.first().copied());
        let Some(byte) = next.map_err(|error| file.unreadable(&error))? else { break };
        if !byte.is_ascii_whitespace() && MARK.get(begun.blanks.len()) != Some(&byte) {
            begun.is_sgf = byte == b'(';
            break;
        }
        begun.blanks.push(byte);
        file.reader.consume(1);
    }
    Ok(begun)
}

/// Judges the games of a collection. The report of a single game begins with the board at the end of its main line.
pub(super) fn replay(
    name: &str,
    bytes: &[u8],
    rules: naive::Rules,
    stop: &Stop,
    report: &mut dyn FnMut(Report),
) -> Result<(), PlayError> {
    let wrong = |error: &dyn std::fmt::Display| PlayError::File(format!("{name}: {error}"));
    let text = sgf::decode(bytes).map_err(|error| wrong(&error))?;
    let collection = sgf::read(&text).map_err(|error| wrong(&error))?;
    let is_single = collection.games.len() == 1;
    let mut places = SgfPlaces::of(&text);
    for (number, game) in (1..).zip(&collection.games) {
        let judged = sgf::judge(game, &mut places, rules, stop).ok_or(PlayError::Stopped)?;
        let board = if is_single { diagram::text(&judged.end) } else { String::new() };
        report(Report {
            is_legal: judged.complaints.is_empty(),
            list: LIST,
            text: board + &described(number, &judged),
            object: object(&judged),
        });
    }
    Ok(())
}

/// The result for a game: one line for the game and one for each error.
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
