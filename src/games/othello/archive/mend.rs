//! Repairs of records: what writers of games leave out or add.
//!
//! Known are a pass that is left out in a format that writes passes, a pass where there are moves, plies behind the end
//! of the game, and colours that are exchanged: all plies given to the wrong player, or a result that is exactly that of
//! the other player. A repair is one that makes the record legal, or its claim hold; nothing is guessed.

use super::line::{Line, Token, Tokens, name};
use super::verdict::{line_of, start_of};
use certamen_records::{Claim, Label, Note, Record, Repair, Side};

/// The changes that mend a record.
pub(super) fn repair<const SIDE: usize>(record: &Record) -> Option<Repair> {
    let mut mended = record.clone();
    let mut changes = Vec::new();
    let swapped = swap_players::<SIDE>(&mut mended);
    changes.extend(swapped.then(|| "colours: each ply was given to the other player".to_owned()));
    rewrite_plies::<SIDE>(&mut mended, &mut changes)?;
    let line = line_of::<SIDE>(&mended).ok().filter(|line| line.fault.is_none())?;
    for claim in &mut mended.claims {
        if let Claim::Passes(passes) = claim {
            *passes = line.passes() as u32;
        }
    }
    swap_result(&mut mended, &line, line.score::<SIDE>(), &mut changes);
    (!changes.is_empty()).then_some(Repair { changes, record: mended })
}

/// Exchanges the players of all plies if the record is wrong in this respect at its first ply.
fn swap_players<const SIDE: usize>(record: &mut Record) -> bool {
    let Ok((_, black)) = start_of::<SIDE>(record) else { return false };
    let first = if black { Side::First } else { Side::Second };
    let is_swapped = record.players.first().is_some_and(|&player| player != first);
    if is_swapped {
        record.players.iter_mut().for_each(|player| *player = player.other());
    }
    is_swapped
}

/// Writes the plies again: with the passes that are due, without others, and without plies behind the end. `None` if
/// some ply is not legal for another reason.
fn rewrite_plies<const SIDE: usize>(record: &mut Record, changes: &mut Vec<String>) -> Option<()> {
    let (discs, black) = start_of::<SIDE>(record).ok()?;
    let tokens: Vec<Token> = Tokens::new(&record.moves).collect::<Option<_>>()?;
    let writes_passes = record.claims.iter().any(|claim| matches!(claim, Claim::Passes(_)));
    let mut line = Line::play::<SIDE>(discs, black, "", &[]);
    let mut moves = String::new();
    // The written plies that stay, each with its number, from 1.
    let mut kept: Vec<Option<u32>> = Vec::new();
    let add = |moves: &mut String, text: &str| {
        if !moves.is_empty() {
            moves.push(' ');
        }
        *moves += text;
    };
    let mut left = tokens.iter().zip(1u32..).peekable();
    while let Some(&(token, number)) = left.peek() {
        let ply = line.plies.len() + 1;
        // After a legal prefix, `play` has made the pass that is due; it is part of the line already.
        let passed = line.plies.last() == Some(&None) && kept.len() < line.plies.len();
        match token {
            Token::Pass if passed => {
                add(&mut moves, "pass");
                kept.push(Some(number));
            }
            _ if line.over => {
                let rest = tokens.len() as u32 - number + 1;
                changes.push(format!("ply {ply}: {rest} behind the end of the game left out"));
                break;
            }
            Token::Pass => changes.push(format!("ply {ply}: a pass where there are moves left out")),
            Token::Square(file, rank) => {
                if passed {
                    if writes_passes {
                        changes.push(format!("ply {}: the pass that is due added", line.plies.len()));
                    }
                    add(&mut moves, "pass");
                    kept.push(None);
                }
                let index = usize::from(*rank) * SIDE + usize::from(*file);
                let is_on = usize::from(*file) < SIDE && usize::from(*rank) < SIDE;
                if !is_on || line.last().legal >> index & 1 == 0 {
                    return None;
                }
                add(&mut moves, &name(SIDE, index as u8).iter().collect::<String>());
                kept.push(Some(number));
                line = Line::play::<SIDE>(discs, black, &moves, &[]);
            }
        }
        left.next();
    }
    if writes_passes && line.plies.last() == Some(&None) && kept.len() < line.plies.len() {
        changes.push(format!("ply {}: the pass that is due added", line.plies.len()));
        add(&mut moves, "pass");
        kept.push(None);
    }
    if changes.is_empty() {
        return Some(());
    }
    // Who plays is known from the moves.
    let players = |line: &Line| {
        let mover = |index: usize| {
            line.positions.get(index).map(|spot| if spot.black { Side::First } else { Side::Second })
        };
        (0..kept.len()).filter_map(mover).collect()
    };
    record.players = if record.players.is_empty() { Vec::new() } else { players(&line) };
    let place = |note: &Note| kept.iter().position(|number| *number == Some(note.ply));
    record.notes = record
        .notes
        .iter()
        .filter_map(|note| Some(Note { ply: place(note)? as u32 + 1, ..note.clone() }))
        .collect();
    record.moves = moves;
    Some(())
}

/// Exchanges the players if the result is exactly that of the other one.
fn swap_result(record: &mut Record, line: &Line, score: Option<(i32, i32)>, changes: &mut Vec<String>) {
    let Some((black, white)) = score.filter(|(black, white)| black != white) else { return };
    if record.ended_by.is_some() || record.label(Label::Komi).is_some() {
        return;
    }
    let discs = line.discs();
    let mut is_swapped = false;
    for claim in &mut record.claims {
        match claim {
            Claim::Score(first, second) => {
                // If the file gives one score, the other player has the rest.
                let is_other = |score: &(i32, i32)| {
                    score.0 != score.1 && *first == score.1 && second.is_none_or(|second| second == score.0)
                };
                let other = [(black, white), discs].into_iter().find(is_other);
                if let Some((first_score, second_score)) = other {
                    (*first, *second) = (first_score, Some(second_score));
                    is_swapped = true;
                }
            }
            Claim::Margin(margin) if *margin == -i64::from(black - white) * 1000 => {
                *margin = -*margin;
                is_swapped = true;
            }
            _ => {}
        }
    }
    if is_swapped {
        let names =
            [Label::First, Label::Second].map(|label| record.label(label).unwrap_or_default().to_owned());
        let ratings = [Label::FirstRating, Label::SecondRating]
            .map(|label| record.label(label).unwrap_or_default().to_owned());
        record.set(Label::First, names[1].as_str());
        record.set(Label::Second, names[0].as_str());
        record.set(Label::FirstRating, ratings[1].as_str());
        record.set(Label::SecondRating, ratings[0].as_str());
        changes.push(
            "colours: the players and the result exchanged, for the result is that of the other player"
                .to_owned(),
        );
    }
}
