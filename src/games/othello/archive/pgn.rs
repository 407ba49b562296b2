//! PGN as Othello people write it: tags in brackets, then numbered moves, a number for two plies.
//!
//! `[Result "34-30"]` has the two scores; `1-0`, `0-1` and `1/2-1/2` say who won, also behind the moves. Squares are
//! written `F5` or `f5`; a pass is `--`, `pass`, `pa`, or left out; `...` stands for a ply of the other player.
//! `{comments}`, `;` to the end of the line, `(variations)` and `$` glyphs are skipped. `[FEN "board mover"]` has another
//! start: its board on a line, X for Black, and `B` or `W`. Source: the standard of PGN for chess (S. J. Edwards, 1994)
//! for the syntax, and files of the Othello world for the rest.

use super::contents::{FormatContents, plain, played};
use super::line::name;
use super::result::{score_of, winner_of};
use super::verdict::{board_of, on_known_board};
use crate::OthelloSize;
use certamen_records::{
    Claim, FileHead, Format, LINE_LIMIT, Label, OpenFile, Place, Record, RecordEntry, RecordReader,
    RecordWriter, Side, Start, TextLines, TextWriter, Unreadable, WriteResult,
};
use std::fmt::Write as _;

/// The format.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pgn;

/// The labels, each with its tag.
const LABELS: [(&str, Label); 10] = [
    ("Event", Label::Event),
    ("Site", Label::Site),
    ("Date", Label::Date),
    ("Round", Label::Round),
    ("Black", Label::First),
    ("White", Label::Second),
    ("BlackElo", Label::FirstRating),
    ("WhiteElo", Label::SecondRating),
    ("TimeControl", Label::Time),
    ("Annotator", Label::Remark),
];

impl Format for Pgn {
    fn name(&self) -> &'static str {
        "pgn"
    }

    fn about(&self) -> &'static str {
        "tags in brackets and numbered moves"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["pgn"]
    }

    fn recognises(&self, head: FileHead<'_>) -> bool {
        let text = head.text();
        let is_tag = text.strip_prefix(b"[").is_some_and(|rest| {
            let length =
                rest.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
            length > 0 && rest.get(length..).unwrap_or_default().trim_ascii_start().first() == Some(&b'"')
        });
        let is_move = text.strip_prefix(b"1.").is_some_and(|rest| {
            rest.trim_ascii_start().first().is_some_and(|byte| byte.is_ascii_alphabetic() || *byte == b'-')
        });
        is_tag || is_move
    }

    fn read(&self, file: OpenFile) -> Result<Box<dyn RecordReader>, Unreadable> {
        Ok(Box::new(PgnGames { lines: TextLines::new(file.reader, file.encoding), pending: None, number: 0 }))
    }

    fn writer(&self) -> Box<dyn RecordWriter> {
        Box::new(TextWriter(write))
    }
}

struct PgnGames {
    lines: TextLines,
    /// The first line of the next game.
    pending: Option<(u64, String)>,
    number: u64,
}

/// Whether a line is a tag.
fn is_tag(line: &str) -> bool {
    line.starts_with('[')
}

impl RecordReader for PgnGames {
    fn next(&mut self) -> Result<Option<RecordEntry>, Unreadable> {
        let (mut tags, mut moves, mut begun) = (Vec::new(), String::new(), 0);
        let (mut in_comment, mut is_long) = (false, false);
        loop {
            let next = match self.pending.take() {
                Some(line) => Some(line),
                None => self.lines.next()?,
            };
            let Some((number, line)) = next else { break };
            let line = if in_comment { line.as_str() } else { line.trim() };
            if !in_comment && (line.is_empty() || line.starts_with('%')) {
                continue;
            }
            if is_tag(line) && !in_comment {
                if !moves.is_empty()
                    || (tags.iter().any(|(name, _)| *name == "Event") && line.starts_with("[Event "))
                {
                    self.pending = Some((number, line.to_owned()));
                    break;
                }
                if begun == 0 {
                    begun = number;
                }
                match tag(line) {
                    Some((name, text)) => tags.push((name.to_owned(), text)),
                    None => return Ok(Some(self.broken(begun, number, "a tag that cannot be read"))),
                }
                continue;
            }
            if begun == 0 {
                begun = number;
            }
            // A comment may go over several lines.
            for character in line.chars() {
                match character {
                    '{' => in_comment = true,
                    '}' => in_comment = false,
                    _ => {}
                }
            }
            if moves.len() + line.len() < LINE_LIMIT {
                moves += line;
                moves.push('\n');
            } else {
                is_long = true;
            }
        }
        if begun == 0 {
            return Ok(None);
        }
        if is_long {
            return Ok(Some(self.broken(begun, begun, "the moves are too long")));
        }
        self.number += 1;
        let place = Place::Game(self.number);
        // The first of the game: a name that is not ASCII is on many of its lines.
        let remarks = std::mem::take(&mut self.lines.remarks).into_iter().take(1).collect();
        let mut record = Record { remarks, ..Record::new(place, "") };
        let read = read(&mut record, &tags, &moves).map_err(|reason| format!("line {begun}: {reason}"));
        Ok(Some(RecordEntry::new(place, read.map(|()| record))))
    }
}

impl PgnGames {
    fn broken(&mut self, begun: u64, line: u64, reason: &str) -> RecordEntry {
        self.number += 1;
        let reason = format!("line {line}: {reason}, in the game that begins on line {begun}");
        RecordEntry::new(Place::Game(self.number), Err(reason))
    }
}

/// A tag: its name, and its value with the escapes of quotes and backslashes undone.
fn tag(line: &str) -> Option<(&str, String)> {
    let (name, rest) = line.strip_prefix('[')?.split_once(|c: char| c.is_ascii_whitespace())?;
    let inner = rest.trim().strip_prefix('"')?.trim_end().strip_suffix(']')?.trim_end().strip_suffix('"')?;
    let mut text = String::with_capacity(inner.len());
    let mut letters = inner.chars();
    while let Some(letter) = letters.next() {
        text.push(if letter == '\\' { letters.next().unwrap_or('\\') } else { letter });
    }
    Some((name, text))
}

fn read(record: &mut Record, tags: &[(String, String)], moves: &str) -> Result<(), String> {
    for (name, text) in tags {
        if let Some((_, label)) = LABELS.iter().find(|(tag, _)| tag == name) {
            record.set(*label, text.trim());
        }
        match name.as_str() {
            "Result" => record.claims.extend(result(text)),
            "Board" => text.trim().clone_into(&mut record.board),
            "FEN" => record.start = Some(start(text)?),
            _ => {}
        }
    }
    on_known_board(record)?;
    record.set(Label::Date, record.label(Label::Date).unwrap_or_default().replace(".??", ""));
    for label in Label::ALL {
        if record.label(label).is_some_and(|text| text == "?" || text == "-") {
            record.set(label, "");
        }
    }
    let mut plies = Vec::new();
    for word in words(moves)? {
        // A number, its dots, and perhaps a move right behind them.
        let digits = word.trim_start_matches(|c: char| c.is_ascii_digit());
        let ply = if digits.len() < word.len() && digits.starts_with('.') {
            digits.trim_start_matches('.')
        } else {
            word
        };
        if ply.is_empty() || ply == ".." || ply == "..." || ply.bytes().all(|byte| byte.is_ascii_digit()) {
            continue;
        }
        if let Some(claim) = result(ply) {
            if !record.claims.iter().any(|known| matches!(known, Claim::Score(..) | Claim::Winner(_))) {
                record.claims.push(claim);
            }
            continue;
        }
        if ply == "*" {
            continue;
        }
        plies.push(ply.trim_end_matches(['!', '?']).to_ascii_lowercase());
    }
    record.moves = plies.join(" ");
    Ok(())
}

/// The words of the moves, without comments, variations and glyphs.
fn words(moves: &str) -> Result<Vec<&str>, String> {
    let mut words = Vec::new();
    let mut rest = moves;
    let mut depth = 0usize;
    loop {
        rest = rest.trim_start();
        let Some(first) = rest.chars().next() else { break };
        let length = match first {
            '{' => rest.find('}').ok_or("a comment is never closed")? + 1,
            ';' => rest.find('\n').unwrap_or(rest.len()),
            '(' => {
                depth += 1;
                1
            }
            ')' => {
                depth = depth.checked_sub(1).ok_or("a `)` without its `(`")?;
                1
            }
            _ => {
                let is_end = |c: char| c.is_whitespace() || "{}();".contains(c);
                let length = rest.find(is_end).unwrap_or(rest.len()).max(first.len_utf8());
                let word = rest.get(..length).unwrap_or_default();
                if depth == 0 && first != '$' {
                    words.push(word);
                }
                length
            }
        };
        rest = rest.get(length..).unwrap_or_default();
    }
    if depth > 0 { Err("a variation is never closed".to_owned()) } else { Ok(words) }
}

/// A result: two scores, or who won. The two scores of a game of Othello are more than 2 together.
fn result(text: &str) -> Option<Claim> {
    match text.trim() {
        "1-0" => return Some(Claim::Winner(Some(Side::First))),
        "0-1" => return Some(Claim::Winner(Some(Side::Second))),
        "1/2-1/2" => return Some(Claim::Winner(None)),
        _ => {}
    }
    let (first, second) = text.trim().split_once('-')?;
    let number = |text: &str| text.parse::<u8>().ok().filter(|&score| score <= 64).map(i32::from);
    Some(Claim::Score(number(first)?, Some(number(second)?)))
}

fn start(text: &str) -> Result<Start, String> {
    let (board, mover) = text.trim().split_once(' ').ok_or("FEN has no mover")?;
    let to_move = match mover.trim() {
        "B" | "b" | "X" | "*" => Side::First,
        "W" | "w" | "O" => Side::Second,
        other => return Err(format!("FEN says that `{other}` is to move")),
    };
    if let Some(found) = board.chars().find(|&cell| !"XO-".contains(cell)) {
        return Err(format!("FEN has `{found}`, expected X, O or -"));
    }
    Ok(Start { board: board.to_owned(), to_move })
}

/// A record as PGN writes it, with a blank line behind it.
fn write(record: &Record) -> WriteResult {
    let played = played(record)?;
    let mut text = String::new();
    let mut add = |name: &str, value: &str| {
        let value = plain(value, &[]).replace('\\', "\\\\").replace('"', "\\\"");
        let _ = writeln!(text, "[{name} \"{value}\"]");
    };
    // The tag of the event begins a game, so that it is always there.
    add("Event", record.label(Label::Event).unwrap_or("?"));
    for (name, label) in &LABELS[1..] {
        if let Some(known) = record.label(*label) {
            add(name, known);
        }
    }
    if board_of(record, OthelloSize::Eight) != Ok(OthelloSize::Eight) {
        add("Board", &played.board.to_string());
    }
    if let Some(start) = &record.start {
        let mover = if start.to_move == Side::First { 'B' } else { 'W' };
        add("FEN", &format!("{} {mover}", start.board));
    }
    let komi = super::result::komi(record);
    let score = score_of(record, &played).filter(|_| komi == 0);
    let claims_margin =
        record.claims.iter().any(|claim| matches!(claim, Claim::Score(..) | Claim::Margin(_)));
    let result = match (score, winner_of(record, &played)) {
        (Some((first, second)), _) => format!("{first}-{second}"),
        (None, Some(Some(Side::First))) => "1-0".to_owned(),
        (None, Some(Some(Side::Second))) => "0-1".to_owned(),
        (None, Some(None)) => "1/2-1/2".to_owned(),
        (None, None) => "*".to_owned(),
    };
    add("Result", &result);
    let mut numbers = 0;
    for (index, ply) in played.line.plies.iter().enumerate() {
        let black = played.line.positions.get(index).is_some_and(|spot| spot.black);
        if black || index == 0 {
            numbers += 1;
            let _ = write!(text, "{numbers}.{}", if black { "" } else { " ..." });
        }
        text.push(' ');
        match ply {
            Some(square) => {
                text.extend(name(played.board.side(), *square).iter().map(char::to_ascii_uppercase));
            }
            None => text += "--",
        }
        if !black {
            text.push('\n');
        }
    }
    if !text.ends_with('\n') {
        text.push('\n');
    }
    let labels = LABELS.map(|(_, label)| label);
    let holds = FormatContents {
        labels: &labels,
        result: score.is_some() || !claims_margin,
        ..FormatContents::default()
    };
    Ok((text, holds.lost(record)))
}
