//! GGF, the format of the generic game server: `(;GM[Othello]` properties `;)`, one game a line or several.
//!
//! `BO` has the size, the rows of the start position and who moves first; `B` and `W` the moves with an evaluation and a
//! time behind slashes; `RE` Black's margin less the komi, with `:r`, `:t` or `:s` if the game did not end on the board;
//! `KM` the komi, and `KB` and `KW` the moves and evaluations that set it. An archive may write a number before a match
//! of two games. Source: M. Buro, "Generic Game Format" (skatgame.net/mburo/ggsa/ggf).

use super::contents::{FormatContents, plain, played};
use super::line::name;
use super::result::margin_of;
use super::thousandths::{in_thousandths, thousandths};
use super::verdict::on_known_board;
use certamen_records::brackets::{Dialect, Games, Nodes};
use certamen_records::{
    Claim, EndedBy, FileHead, Format, Label, Note, OpenFile, Record, RecordEntry, RecordReader, RecordWriter,
    Side, Start, TextWriter, Unreadable, WriteResult,
};
use std::fmt::Write as _;

/// The format.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ggf;

/// The labels, each with its property.
const LABELS: [(&str, Label); 9] = [
    ("PC", Label::Site),
    ("DT", Label::Date),
    ("EV", Label::Event),
    ("PB", Label::First),
    ("PW", Label::Second),
    ("RB", Label::FirstRating),
    ("RW", Label::SecondRating),
    ("TI", Label::Time),
    ("TY", Label::Kind),
];

impl Format for Ggf {
    fn name(&self) -> &'static str {
        "ggf"
    }

    fn about(&self) -> &'static str {
        "archives of the generic game server: komi, random boards, evaluations and times"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["ggf"]
    }

    fn recognises(&self, head: FileHead<'_>) -> bool {
        let text = String::from_utf8_lossy(head.text());
        let Some(begin) = text.find("(;") else { return false };
        let game = text.get(begin + 2..).unwrap_or_default().trim_start();
        let named = game.strip_prefix("GM[").and_then(|rest| rest.split(']').next());
        named.is_some_and(|name| name.trim().eq_ignore_ascii_case(crate::NAME))
    }

    fn read(&self, file: OpenFile) -> Result<Box<dyn RecordReader>, Unreadable> {
        Ok(Box::new(GgfGames(Games::new(file.reader, Dialect::Ggf, file.encoding))))
    }

    fn writer(&self) -> Box<dyn RecordWriter> {
        Box::new(TextWriter(write))
    }
}

struct GgfGames(Games);

impl RecordReader for GgfGames {
    fn next(&mut self) -> Result<Option<RecordEntry>, Unreadable> {
        let Some(game) = self.0.next()? else { return Ok(None) };
        let place = game.place;
        let record = game.nodes.and_then(|nodes| {
            let mut record = Record { begins: game.begins, remarks: game.remarks, ..Record::new(place, "") };
            read(&mut record, &nodes)?;
            Ok(record)
        });
        Ok(Some(RecordEntry::new(place, record)))
    }
}

fn read(record: &mut Record, nodes: &Nodes) -> Result<(), String> {
    let game = nodes.value("GM").unwrap_or_default();
    if !game.eq_ignore_ascii_case(crate::NAME) {
        return Err(format!("a game of `{game}`"));
    }
    for (property, label) in LABELS {
        if let Some(text) = nodes.value(property) {
            record.set(label, text);
        }
    }
    if let Some(komi) = nodes.value("KM") {
        thousandths(komi).ok_or_else(|| format!("KM[{komi}] is no number"))?;
        record.set(Label::Komi, komi);
    }
    let komi_moves: Vec<String> =
        ["KB", "KW"].into_iter().filter_map(|name| Some(format!("{name}[{}]", nodes.value(name)?))).collect();
    record.set(Label::Remark, komi_moves.join(" "));
    if let Some(kind) = nodes.value("TY")
        && kind.trim_start_matches(|c: char| c == 's' || c.is_ascii_digit()).starts_with('a')
    {
        return Err(format!(
            "TY[{kind}]: a game in which fewer discs win, whose results are not those of these rules"
        ));
    }
    let board = nodes.value("BO").ok_or("no start position: BO is missing")?;
    (record.board, record.start) = read_board(board)?;
    on_known_board(record)?;
    if let Some(result) = nodes.value("RE") {
        read_result(record, result)?;
    }
    let mut passes = 0;
    for property in nodes.properties() {
        let player = match property.name.as_str() {
            "B" => Side::First,
            "W" => Side::Second,
            _ => continue,
        };
        for written in &property.values {
            passes += u32::from(read_ply(record, player, written));
        }
    }
    record.claims.push(Claim::Passes(passes));
    Ok(())
}

/// Reads a move and its notes. Returns whether it is a pass.
fn read_ply(record: &mut Record, player: Side, written: &str) -> bool {
    let mut parts = written.split('/').map(str::trim);
    let ply = parts.next().unwrap_or_default();
    let is_pass = ply.eq_ignore_ascii_case("pass") || ply.eq_ignore_ascii_case("pa");
    if !record.moves.is_empty() {
        record.moves.push(' ');
    }
    record.moves += if is_pass { "pass" } else { ply };
    record.players.push(player);
    let (evaluation, time) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    if !evaluation.is_empty() || !time.is_empty() {
        let ply = record.players.len() as u32;
        record.notes.push(Note { ply, evaluation: evaluation.to_owned(), time: time.to_owned() });
    }
    is_pass
}

/// The board of `BO`: its name, and its position unless it is the usual one.
fn read_board(text: &str) -> Result<(String, Option<Start>), String> {
    let mut words = text.split_whitespace();
    let size: usize = words
        .next()
        .and_then(|size| size.parse().ok())
        .filter(|size| (2..=26).contains(size))
        .ok_or("BO has no size")?;
    let cells: String = words.collect();
    let mut board = String::with_capacity(cells.len());
    for cell in cells.chars() {
        board.push(match cell {
            '*' | 'X' | 'x' => 'X',
            'O' | 'o' => 'O',
            '-' | '.' | '_' => '-',
            found => return Err(format!("BO has `{found}`, expected *, O or -")),
        });
    }
    let mover = board.pop();
    if board.len() != size * size {
        return Err(format!("BO has {} squares, expected {}", board.len(), size * size));
    }
    let to_move = match mover {
        Some('X') => Side::First,
        Some('O') => Side::Second,
        _ => return Err("BO does not say who moves first".to_owned()),
    };
    let is_usual = to_move == Side::First && usual_start(size) == board;
    Ok((format!("{size}x{size}"), (!is_usual).then_some(Start { board, to_move })))
}

/// The usual start on a board of an even size.
fn usual_start(size: usize) -> String {
    let low = size / 2 - 1;
    let cell = |index: usize| match (index % size, index / size) {
        (file, rank)
            if size % 2 == 1 || !(low..=low + 1).contains(&file) || !(low..=low + 1).contains(&rank) =>
        {
            '-'
        }
        (file, rank) if file == rank => 'O',
        _ => 'X',
    };
    (0..size * size).map(cell).collect()
}

fn read_result(record: &mut Record, text: &str) -> Result<(), String> {
    let (margin, how) = text.split_once(':').unwrap_or((text, ""));
    record.ended_by = match how.trim() {
        "" => None,
        "r" => Some(EndedBy::Resignation),
        "t" => Some(EndedBy::Time),
        "s" => Some(EndedBy::Agreement),
        other => return Err(format!("RE[{text}]: `{other}` is none of r, t and s")),
    };
    // The server writes `?` for a game that was left.
    if margin.trim().is_empty() || margin.trim() == "?" {
        return Ok(());
    }
    let margin = thousandths(margin).ok_or_else(|| format!("RE[{text}] is no number"))?;
    record.claims.push(Claim::Margin(margin));
    Ok(())
}

/// A record as GGF writes it.
fn write(record: &Record) -> WriteResult {
    let played = played(record)?;
    let side = played.board.side();
    let mut text = "(;GM[Othello]".to_owned();
    for (property, label) in LABELS {
        if let Some(known) = record.label(label) {
            let _ = write!(text, "{property}[{}]", plain(known, &['[', ']']));
        }
    }
    let remark = record.label(Label::Remark).filter(|remark| is_komi_moves(remark));
    text += &remark.map(|remark| remark.replace(' ', "")).unwrap_or_default();
    if let Some(komi) = record.label(Label::Komi) {
        let _ = write!(text, "KM[{}]", plain(komi, &['[', ']']));
    }
    if let Some(margin) = margin_of(record, &played) {
        let how = match record.ended_by {
            None => "",
            Some(EndedBy::Resignation) => ":r",
            Some(EndedBy::Time) => ":t",
            Some(EndedBy::Agreement) => ":s",
        };
        let _ = write!(text, "RE[{}{how}]", in_thousandths(margin));
    }
    let _ = write!(text, "BO[{side}");
    let start = record.start.as_ref();
    let board = start.map_or_else(|| usual_start(side), |start| start.board.clone());
    for (index, cell) in board.chars().enumerate() {
        if index % side == 0 {
            text.push(' ');
        }
        text.push(if cell == 'X' { '*' } else { cell });
    }
    let black_first = start.is_none_or(|start| start.to_move == Side::First);
    text += if black_first { " *]" } else { " O]" };
    let notes = notes_by_ply(record, &played.line.written);
    for (index, ply) in played.line.plies.iter().enumerate() {
        let black = played.line.positions.get(index).is_some_and(|spot| spot.black);
        text += if black { "B[" } else { "W[" };
        match ply {
            Some(square) => text.extend(name(side, *square)),
            None => text += "pass",
        }
        let note = notes.iter().find(|(at, _)| *at == index).map(|(_, note)| note);
        if let Some(Note { evaluation, time, .. }) = note {
            let _ = write!(text, "/{}", plain(evaluation, &['[', ']', '/']));
            if !time.is_empty() {
                let _ = write!(text, "/{}", plain(time, &['[', ']', '/']));
            }
        }
        text.push(']');
    }
    text += ";)";
    let labels: Vec<Label> = LABELS.iter().map(|(_, label)| *label).chain([Label::Komi]).collect();
    let labels = if remark.is_some() { [labels, vec![Label::Remark]].concat() } else { labels };
    let holds = FormatContents {
        labels: &labels,
        result: true,
        evaluations: true,
        times: true,
        ended_by: true,
        ..FormatContents::default()
    };
    Ok((text, holds.lost(record)))
}

/// Whether a remark is that of a GGF file: the moves that set the komi.
fn is_komi_moves(remark: &str) -> bool {
    remark.split(' ').all(|part| {
        (part.starts_with("KB[") || part.starts_with("KW["))
            && part.ends_with(']')
            && part.matches(['[', ']']).count() == 2
    })
}

/// The notes of a record, each with the index of its ply. `written` has the index of each written ply.
pub(super) fn notes_by_ply<'r>(record: &'r Record, written: &[u8]) -> Vec<(usize, &'r Note)> {
    let place =
        |note: &Note| written.get((note.ply as usize).checked_sub(1)?).map(|&index| usize::from(index));
    record.notes.iter().filter_map(|note| Some((place(note)?, note))).collect()
}
