//! Files of records: SGF collections. Each game is judged with all its variations.

use crate::diagram;
use crate::sgf::{self, NodeError, SgfVerdict};
use certamen_play::{PlayError, RecordFile, RecordReport, RecordStatus};
use certamen_records::brackets::{Dialect, Game, Games};
use certamen_records::{Remark, TextPlaces, Unreadable};
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
pub(super) struct FileStart {
    /// The blanks that were read.
    pub(super) blanks: Vec<u8>,
    /// Whether the file is SGF: by its name, or by its first character.
    pub(super) is_sgf: bool,
}

/// Reads the blanks that a file begins with, to see what it is.
pub(super) fn begin(file: &mut RecordFile<'_>) -> Result<FileStart, PlayError> {
    let mut begun = FileStart { blanks: Vec::new(), is_sgf: false };
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
    file: &mut RecordFile<'_>,
    rules: naive::Rules,
    stop: &Stop,
    report: &mut dyn FnMut(RecordReport),
) -> Result<(), PlayError> {
    let name = file.name;
    let wrong = |error: &dyn std::fmt::Display| PlayError::File(format!("{name}: {error}"));
    let mut games = Games::new(&mut *file.reader, Dialect::Sgf, None);
    let mut next = || match games.next() {
        Err(Unreadable::Stopped) => Err(PlayError::Stopped),
        next => next.map_err(|error| wrong(&error)),
    };
    let mut found = next()?;
    if found.is_none() {
        return Err(wrong(&"line 1, column 1: no game: expected `(;`"));
    }
    let mut is_single = true;
    while let Some(game) = found {
        found = next()?;
        is_single &= found.is_none();
        report(match judged(&game, rules, stop) {
            Ok(judged) => {
                let board = if is_single { diagram::text(&judged.end) } else { String::new() };
                RecordReport {
                    status: if judged.errors.is_empty() {
                        RecordStatus::Legal
                    } else {
                        RecordStatus::Illegal
                    },
                    list: LIST,
                    text: board + &described(&game, &judged),
                    object: object(&game, &judged),
                }
            }
            Err(None) => return Err(PlayError::Stopped),
            Err(Some(reason)) => RecordReport {
                status: RecordStatus::Unreadable,
                list: LIST,
                text: format!("{name}: {}: unreadable: {reason}", game.place),
                object: json!({
                    "line": game.begins.line, "column": game.begins.column, "unreadable": reason,
                }),
            },
        });
    }
    Ok(())
}

/// The verdict on a game, or why it cannot be read; nothing if the work is stopped.
fn judged(game: &Game, rules: naive::Rules, stop: &Stop) -> Result<SgfVerdict, Option<String>> {
    let nodes = game.nodes.as_ref().map_err(|reason| Some(reason.clone()))?;
    let tree = sgf::read(nodes).map_err(|(at, reason)| Some(game.at(at, reason)))?;
    sgf::judge(&tree, &mut TextPlaces::new(&game.text, game.begins), rules, stop).ok_or(None)
}

/// The result for a game: one line for the game and one for each error.
fn described(game: &Game, judged: &SgfVerdict) -> String {
    let verdict = if judged.errors.is_empty() { "legal" } else { "illegal" };
    let variations = match judged.variations {
        1 => String::new(),
        lines => format!(", {lines} lines of play"),
    };
    let (place, size, moves) = (judged.place, judged.end.size(), judged.moves);
    let mut text =
        format!("{} ({place}): {verdict}: {size}, {moves} moves on the main line{variations}\n", game.place);
    for remark in &game.remarks {
        let _ = writeln!(text, "  {remark}");
    }
    for error in &judged.errors {
        let _ = writeln!(text, "  {error}");
    }
    if judged.error_count > judged.errors.len() {
        let _ = writeln!(text, "  and {} more", judged.error_count - judged.errors.len());
    }
    text
}

/// The same as JSON.
fn object(game: &Game, judged: &SgfVerdict) -> Value {
    let remarks = game.remarks.iter().map(|remark: &Remark| json!(remark));
    json!({
        "line": judged.place.line, "column": judged.place.column, "board": judged.end.size().to_string(),
        "legal": judged.errors.is_empty(), "moves": judged.moves, "lines_of_play": judged.variations,
        "end": naive::write_line(&judged.end),
        "complaints": remarks.chain(judged.errors.iter().map(error_object)).collect::<Vec<_>>(),
    })
}

fn error_object(error: &NodeError) -> Value {
    json!({
        "line": error.place.line, "column": error.place.column, "variation": error.variation,
        "move": error.number, "reason": error.reason.to_string(),
    })
}
