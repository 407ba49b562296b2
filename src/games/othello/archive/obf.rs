//! OBF, a position on each line with the scores of its moves, and `boards`, the same without scores.
//!
//! A line is the board, a1 first, with `X`, `O` and `-`; the player to move; and behind semicolons the moves with their
//! scores for that player: `D2:+4;`. `%` and `#` begin comments. Source: the problem files of the solver Edax.

use super::contents::{FormatContents, played};
use super::line::LinePosition;
use crate::{OthelloSize, on_side};
use certamen_records::{
    Claim, FileHead, Format, NotRepresentable, OpenFile, Place, Record, RecordEntry, RecordReader,
    RecordWriter, Side, Start, TextLines, TextWriter, Unreadable, WriteResult,
};
use encodings::board::Grid;
use encodings::othello::notation;
use std::fmt::Write as _;

/// Positions with the scores of moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Obf;

/// Positions alone: those of a game, a line for each.
#[derive(Clone, Copy, Debug)]
pub(super) struct Boards;

/// Whether a line begins with a board and a mover, and if so, whether moves with scores follow.
fn is_position(line: &[u8]) -> Option<bool> {
    let length = line.iter().take_while(|byte| b"XO-xo.*".contains(byte)).count();
    if ![16, 36, 64].contains(&length) {
        return None;
    }
    let rest = line.get(length..).unwrap_or_default().trim_ascii_start();
    let [b'X' | b'O' | b'x' | b'o' | b'*', rest @ ..] = rest else { return None };
    Some(rest.contains(&b':'))
}

/// The first line of a file that is not a comment.
fn first_line<'h>(head: &FileHead<'h>) -> &'h [u8] {
    let mut lines = head.text().split(|&byte| byte == b'\n');
    lines
        .find(|line| !line.trim_ascii().is_empty() && !line.starts_with(b"#") && !line.starts_with(b"%"))
        .unwrap_or_default()
}

impl Format for Obf {
    fn name(&self) -> &'static str {
        "obf"
    }

    fn about(&self) -> &'static str {
        "positions with the scores of their moves"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["obf"]
    }

    fn recognises(&self, head: FileHead<'_>) -> bool {
        is_position(first_line(&head)) == Some(true)
    }

    fn read(&self, file: OpenFile) -> Result<Box<dyn RecordReader>, Unreadable> {
        Ok(Box::new(Positions(TextLines::new(file.reader, file.encoding))))
    }

    fn writer(&self) -> Box<dyn RecordWriter> {
        Box::new(TextWriter(write))
    }
}

impl Format for Boards {
    fn name(&self) -> &'static str {
        "boards"
    }

    fn about(&self) -> &'static str {
        "positions: a board and the player to move on each line"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["boards", "pos"]
    }

    fn recognises(&self, head: FileHead<'_>) -> bool {
        is_position(first_line(&head)).is_some()
    }

    fn read(&self, file: OpenFile) -> Result<Box<dyn RecordReader>, Unreadable> {
        Obf.read(file)
    }

    fn writer(&self) -> Box<dyn RecordWriter> {
        Box::new(TextWriter(write_boards))
    }
}

struct Positions(TextLines);

impl RecordReader for Positions {
    fn next(&mut self) -> Result<Option<RecordEntry>, Unreadable> {
        while let Some((number, line)) = self.0.next()? {
            let line = line.trim();
            if line.is_empty() || line.starts_with(['#', '%']) {
                continue;
            }
            let place = Place::Line(number);
            let mut record = Record::new(place, "");
            let read = read(&mut record, line);
            return Ok(Some(RecordEntry::new(place, read.map(|()| record))));
        }
        Ok(None)
    }
}

fn read(record: &mut Record, line: &str) -> Result<(), String> {
    let (position, behind) = line.split_once(';').unwrap_or((line, ""));
    let mut board = String::new();
    for (place, cell) in position.chars().enumerate().filter(|(_, cell)| !cell.is_whitespace()) {
        board.push(match cell {
            'X' | 'x' | '*' => 'X',
            'O' | 'o' => 'O',
            '-' | '.' => '-',
            found => return Err(format!("character {} is `{found}`, expected X, O or -", place + 1)),
        });
    }
    let to_move = match board.pop() {
        Some('X') => Side::First,
        Some('O') => Side::Second,
        _ => return Err("the line does not say who is to move".to_owned()),
    };
    if !OthelloSize::ALL.iter().any(|size| size.squares() as usize == board.len()) {
        return Err(format!("a board of {} squares: expected 16, 36 or 64", board.len()));
    }
    record.start = Some(Start { board, to_move });
    let mut moves = Vec::new();
    for part in behind.split(';').map(str::trim).filter(|part| !part.is_empty()) {
        let (name, score) = part.split_once(':').ok_or_else(|| format!("`{part}` has no score"))?;
        let score: i32 = score.trim().parse().map_err(|_| format!("`{part}`: the score is no number"))?;
        if score.abs() > 64 {
            return Err(format!("`{part}`: a score beyond 64"));
        }
        moves.push((name.trim().to_ascii_lowercase(), score));
    }
    if !moves.is_empty() {
        record.claims.push(Claim::Moves(moves));
    }
    Ok(())
}

/// A position with the scores of its moves.
fn write(record: &Record) -> WriteResult {
    let Some(start) = record.start.as_ref().filter(|_| record.moves.trim().is_empty()) else {
        let games = "obf holds positions with the scores of moves, not games";
        return Err(NotRepresentable(games.to_owned()));
    };
    played(record)?;
    let mover = if start.to_move == Side::First { 'X' } else { 'O' };
    let mut text = format!("{} {mover};", start.board);
    for claim in &record.claims {
        if let Claim::Moves(moves) = claim {
            for (name, score) in moves {
                let _ = write!(text, " {}:{score:+};", name.to_ascii_uppercase());
            }
        }
    }
    Ok((text, FormatContents { moves: true, ..Default::default() }.lost(record)))
}

/// The positions of a game.
fn write_boards(record: &Record) -> WriteResult {
    let played = played(record)?;
    let line = |spot: &LinePosition| {
        let seen = if spot.black { spot.discs } else { spot.discs.passed() };
        let text = on_side!(played.board, SIDE => notation::print(seen, Grid::<SIDE, SIDE>::LAYOUT));
        format!("{text} {}", if spot.black { 'X' } else { 'O' })
    };
    let lines: Vec<String> = played.line.positions.iter().map(line).collect();
    let mut lost = FormatContents::default().lost(record);
    if !record.moves.trim().is_empty() {
        lost.push("which positions are one game");
    }
    Ok((lines.join("\n"), lost))
}
