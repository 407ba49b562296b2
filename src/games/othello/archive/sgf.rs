//! SGF with `GM[2]`, Othello: `(;GM[2]` properties, a node for each move, variations in brackets.
//!
//! The specification has no chapter on Othello, so that programs write squares in two ways: as points of Go (`ef` is
//! column e, row f from the top), and by their names (`e6`). Both are read; names are written, which cannot be
//! mistaken. A pass is an empty value, `tt`, `pass`, or `PA`. The main line is verified; variations are counted, and
//! reported. Source: red-bean.com/sgf, FF[3] and FF[4].

use super::contents::{FormatContents, plain, played};
use super::ggf::notes_by_ply;
use super::line::name;
use super::result::{margin_of, winner_of};
use super::thousandths::thousandths;
use super::verdict::on_known_board;
use certamen_records::brackets::{Game, Node, Nodes, Property};
use certamen_records::sgf::{LABELS, Sgf};
use certamen_records::{Claim, EndedBy, Label, Note, Record, Side, Start, WriteResult};
use std::fmt::Write as _;

/// The format.
pub(super) const FORMAT: Sgf = Sgf { kind: 2, about: "Smart Game Format, GM[2]", read, write };

fn read(record: &mut Record, game: &Game, nodes: &Nodes) -> Result<(), String> {
    let size = nodes.value("SZ").unwrap_or("8");
    let side: usize =
        size.parse().ok().filter(|side| (2..=26).contains(side)).ok_or_else(|| format!("SZ[{size}]"))?;
    record.board = format!("{side}x{side}");
    on_known_board(record)?;
    let variations = nodes.variations();
    if variations > 0 && record.label(Label::Remark).is_none() {
        record.set(Label::Remark, format!("{variations} variations are not read"));
    }
    read_start(record, game, nodes, side)?;
    if let Some(result) = nodes.value("RE") {
        read_result(record, result);
    }
    let mut passes = 0;
    for property in nodes.properties() {
        let player = match property.name.as_str() {
            "B" => Side::First,
            "W" => Side::Second,
            // The clock of the player who has moved, and the value of the position.
            "BL" | "WL" | "V" => {
                note(record, property.name == "V", property.value());
                continue;
            }
            _ => continue,
        };
        let written = property.value();
        let is_pass =
            written.is_empty() || ["tt", "pa", "pass"].iter().any(|pass| written.eq_ignore_ascii_case(pass));
        let square = if is_pass { "pass".to_owned() } else { square(written, game, property.at)? };
        passes += u32::from(is_pass);
        if !record.moves.is_empty() {
            record.moves.push(' ');
        }
        record.moves += &square;
        record.players.push(player);
    }
    record.claims.push(Claim::Passes(passes));
    Ok(())
}

/// Notes a time or an evaluation of the last ply.
fn note(record: &mut Record, is_evaluation: bool, text: &str) {
    let ply = record.players.len() as u32;
    if ply == 0 || text.is_empty() {
        return;
    }
    if record.notes.last().is_none_or(|note| note.ply != ply) {
        record.notes.push(Note { ply, ..Note::default() });
    }
    if let Some(note) = record.notes.last_mut() {
        text.clone_into(if is_evaluation { &mut note.evaluation } else { &mut note.time });
    }
}

/// The name of a square that is written as a name or as a point of Go.
fn square(written: &str, game: &Game, at: usize) -> Result<String, String> {
    match *written.as_bytes() {
        [file, rank] if file.is_ascii_alphabetic() && rank.is_ascii_digit() => {
            Ok(written.to_ascii_lowercase())
        }
        [file @ b'a'..=b'z', row @ b'a'..=b'i'] => Ok(format!("{}{}", char::from(file), row - b'a' + 1)),
        _ => Err(game.at(at, format!("`{}` is not a square", written.chars().take(16).collect::<String>()))),
    }
}

/// The start position of `AB`, `AW` and `PL`, if there is one.
fn read_start(record: &mut Record, game: &Game, nodes: &Nodes, side: usize) -> Result<(), String> {
    let mut cells = vec!['-'; side * side];
    let mut is_set = false;
    for property in nodes.properties() {
        let disc = match property.name.as_str() {
            "AB" => 'X',
            "AW" => 'O',
            "AE" => '-',
            _ => continue,
        };
        if !record.players.is_empty() {
            return Err(game.at(property.at, "discs are set after the first move"));
        }
        for written in &property.values {
            is_set = true;
            let name = square(written.trim(), game, property.at)?;
            let mut letters = name.bytes();
            let (file, rank) = (letters.next().unwrap_or(b'a') - b'a', letters.next().unwrap_or(b'0'));
            let index = usize::from(rank.wrapping_sub(b'1')) * side + usize::from(file);
            let cell = cells.get_mut(index).filter(|_| usize::from(file) < side);
            *cell.ok_or_else(|| game.at(property.at, format!("{name} is off the board")))? = disc;
        }
    }
    // In the node of a move, PL is about the move after it, which the rules give.
    let is_move = |node: &&Node| node.properties.iter().any(|property| matches!(&*property.name, "B" | "W"));
    let before = nodes.main_line().take_while(|node| !is_move(node)).flat_map(|node| &node.properties);
    let player = before.filter(|property| property.name == "PL").map(Property::value).next();
    let to_move = match player {
        Some("W" | "w" | "white" | "White" | "2") => Side::Second,
        _ => Side::First,
    };
    let board: String = cells.into_iter().collect();
    let low = side / 2 - 1;
    let usual = |index: usize| {
        let (file, rank) = (index % side, index / side);
        match (file.wrapping_sub(low), rank.wrapping_sub(low)) {
            (0, 0) | (1, 1) => 'O',
            (0, 1) | (1, 0) => 'X',
            _ => '-',
        }
    };
    let is_usual = board.chars().enumerate().all(|(index, cell)| cell == usual(index));
    if is_set && !(is_usual && to_move == Side::First) {
        record.start = Some(Start { board, to_move });
    }
    Ok(())
}

/// Results: `B+4`, `W+R`, `W+T`, `0`, `Draw`, `?`. Others are left as they are, without a claim.
fn read_result(record: &mut Record, text: &str) {
    let (winner, rest) = match text.split_once('+') {
        Some(("B" | "b" | "Black", rest)) => (Side::First, rest),
        Some(("W" | "w" | "White", rest)) => (Side::Second, rest),
        _ => {
            if matches!(text, "0" | "Draw" | "draw") {
                record.claims.push(Claim::Winner(None));
            }
            return;
        }
    };
    record.ended_by = match rest {
        "R" | "Resign" => Some(EndedBy::Resignation),
        "T" | "Time" => Some(EndedBy::Time),
        _ => None,
    };
    match thousandths(rest).filter(|_| !rest.is_empty()) {
        Some(margin) => {
            record.claims.push(Claim::Margin(if winner == Side::First { margin } else { -margin }));
        }
        None => record.claims.push(Claim::Winner(Some(winner))),
    }
}

fn write(record: &Record) -> WriteResult {
    let played = played(record)?;
    let side = played.board.side();
    let mut text = format!("(;FF[4]GM[2]CA[UTF-8]SZ[{side}]");
    for (property, label) in LABELS {
        if let Some(known) = record.label(label) {
            let _ = write!(text, "{property}[{}]", escaped(known));
        }
    }
    let mut is_held = true;
    if let Some(result) = result(record, &played, &mut is_held) {
        let _ = write!(text, "RE[{result}]");
    }
    if let Some(start) = &record.start {
        for (property, disc) in [("AB", 'X'), ("AW", 'O')] {
            let squares = start.board.chars().enumerate().filter(|&(_, cell)| cell == disc);
            let values: Vec<String> = squares
                .map(|(index, _)| format!("[{}]", name(side, index as u8).iter().collect::<String>()))
                .collect();
            if !values.is_empty() {
                let _ = write!(text, "{property}{}", values.concat());
            }
        }
        text += if start.to_move == Side::First { "PL[B]" } else { "PL[W]" };
    }
    let notes = notes_by_ply(record, &played.line.written);
    for (index, ply) in played.line.plies.iter().enumerate() {
        let black = played.line.positions.get(index).is_some_and(|spot| spot.black);
        text += if index % 10 == 0 { "\n;" } else { ";" };
        text += if black { "B[" } else { "W[" };
        text.extend(ply.iter().flat_map(|&square| name(side, square)));
        text.push(']');
        if let Some((_, note)) = notes.iter().find(|(at, _)| *at == index) {
            if !note.time.is_empty() {
                let _ = write!(text, "{}[{}]", if black { "BL" } else { "WL" }, escaped(&note.time));
            }
            if !note.evaluation.is_empty() {
                let _ = write!(text, "V[{}]", escaped(&note.evaluation));
            }
        }
    }
    text.push(')');
    let labels = LABELS.map(|(_, label)| label);
    let ended_by = record.ended_by != Some(EndedBy::Agreement);
    let holds = FormatContents {
        labels: &labels,
        result: is_held,
        evaluations: true,
        times: true,
        ended_by,
        ..FormatContents::default()
    };
    Ok((text, holds.lost(record)))
}

/// The result as SGF writes it. `is_held` becomes false if it says less than the record.
fn result(record: &Record, played: &super::contents::PlayedGame, is_held: &mut bool) -> Option<String> {
    let letter = |side: Side| if side == Side::First { 'B' } else { 'W' };
    let how = match record.ended_by {
        Some(EndedBy::Resignation) => Some("R"),
        Some(EndedBy::Time) => Some("T"),
        Some(EndedBy::Agreement) | None => None,
    };
    let winner = winner_of(record, played)?;
    if let (Some(how), Some(winner)) = (how, winner) {
        *is_held = record.claims.iter().all(|claim| !matches!(claim, Claim::Score(..) | Claim::Margin(_)));
        return Some(format!("{}+{how}", letter(winner)));
    }
    Some(match (winner, margin_of(record, played)) {
        (None, _) => "0".to_owned(),
        (Some(winner), Some(margin)) => {
            let margin = margin.unsigned_abs();
            let (whole, part) = (margin / 1000, margin % 1000);
            let number = if part == 0 { whole.to_string() } else { format!("{whole}.{part:03}") };
            format!("{}+{}", letter(winner), number)
        }
        (Some(winner), None) => format!("{}+", letter(winner)),
    })
}

fn escaped(text: &str) -> String {
    plain(text, &[]).replace('\\', "\\\\").replace(']', "\\]")
}
