//! What the formats of Othello have in common: results, and what of a record a format does not hold.

use super::line::Line;
use super::verdict::{board_of, line_of};
use crate::{OthelloSize, on_side};
use certamen_records::{Claim, Label, NotRepresentable, Record, Side};

/// A number with at most three decimals, such as `-0.500`, in thousandths.
pub(super) fn thousandths(text: &str) -> Option<i64> {
    let text = text.trim();
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() && part.is_empty() || whole.len() > 6 || !is_number(whole) || !is_number(part) {
        return None;
    }
    let (kept, beyond) = part.split_at_checked(3).unwrap_or((part, ""));
    if beyond.bytes().any(|byte| byte != b'0') {
        return None;
    }
    let whole: i64 = if whole.is_empty() { 0 } else { whole.parse().ok()? };
    let part: i64 = if kept.is_empty() { 0 } else { format!("{kept:0<3}").parse().ok()? };
    let number = whole * 1000 + part;
    Some(if negative { -number } else { number })
}

/// A number of thousandths with its sign and three decimals.
pub(super) fn in_thousandths(number: i64) -> String {
    let sign = if number < 0 { '-' } else { '+' };
    format!("{sign}{}.{:03}", number.unsigned_abs() / 1000, number.unsigned_abs() % 1000)
}

/// A game that is written: its board, and its plies by the native rules.
pub(super) struct PlayedGame {
    pub(super) board: OthelloSize,
    pub(super) line: Line,
    /// The scores at the end, if the game is over.
    pub(super) score: Option<(i32, i32)>,
}

/// Plays a record that is to be written.
///
/// # Errors
/// [`NotRepresentable`] if it is not legal: no format can hold an illegal game.
pub(super) fn played(record: &Record) -> Result<PlayedGame, NotRepresentable> {
    let board = board_of(record, OthelloSize::Eight).map_err(NotRepresentable)?;
    let (line, score) = on_side!(board, SIDE => scored::<SIDE>(record)?);
    match line.fault {
        Some(fault) => Err(NotRepresentable(format!("ply {} is not legal", fault.ply))),
        None => Ok(PlayedGame { board, line, score }),
    }
}

fn scored<const SIDE: usize>(record: &Record) -> Result<(Line, Option<(i32, i32)>), NotRepresentable> {
    let line = line_of::<SIDE>(record).map_err(NotRepresentable)?;
    let score = line.score::<SIDE>();
    Ok((line, score))
}

/// The komi of a record in thousandths.
pub(super) fn komi(record: &Record) -> i64 {
    record.label(Label::Komi).and_then(thousandths).unwrap_or(0)
}

/// The final scores that a record claims, or those of the game if it claims none and is over.
pub(super) fn score_of(record: &Record, played: &PlayedGame) -> Option<(i32, i32)> {
    let squares = played.board.squares() as i32;
    for claim in &record.claims {
        match *claim {
            Claim::Score(first, Some(second)) => return Some((first, second)),
            // The other player has the rest, unless the empty squares were given to nobody.
            Claim::Score(first, None) => {
                let discs = played.line.discs();
                let is_count = first == discs.0 && played.score.is_some_and(|score| score.0 != first);
                return Some(if is_count { discs } else { (first, squares - first) });
            }
            Claim::Margin(margin) => {
                let twice = i64::from(squares) * 1000 + margin + komi(record);
                if twice % 2000 == 0 && (0..=i64::from(squares)).contains(&(twice / 2000)) {
                    let first = (twice / 2000) as i32;
                    return Some((first, squares - first));
                }
            }
            _ => {}
        }
    }
    let claims_another =
        record.claims.iter().any(|claim| matches!(claim, Claim::Winner(_) | Claim::Margin(_)));
    if claims_another || record.ended_by.is_some() { None } else { played.score }
}

/// The margin that a record claims, or that of the game, in thousandths and less the komi.
pub(super) fn margin_of(record: &Record, played: &PlayedGame) -> Option<i64> {
    let margin = record.claims.iter().find_map(|claim| match claim {
        Claim::Margin(margin) => Some(*margin),
        _ => None,
    });
    margin.or_else(|| {
        score_of(record, played).map(|(first, second)| i64::from(first - second) * 1000 - komi(record))
    })
}

/// Who won, as a record claims or implies; the inner `None` is a draw.
#[expect(clippy::option_option, reason = "a draw is not the same as no claim")]
pub(super) fn winner_of(record: &Record, played: &PlayedGame) -> Option<Option<Side>> {
    let claimed = record.claims.iter().find_map(|claim| match claim {
        Claim::Winner(winner) => Some(*winner),
        _ => None,
    });
    claimed.or_else(|| {
        margin_of(record, played).map(|margin| match margin.signum() {
            1 => Some(Side::First),
            -1 => Some(Side::Second),
            _ => None,
        })
    })
}

/// What a format holds of a record besides the moves.
#[derive(Clone, Copy, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a thing that a format holds or not")]
pub(super) struct FormatContents<'a> {
    pub(super) labels: &'a [Label],
    pub(super) result: bool,
    pub(super) best: bool,
    pub(super) moves: bool,
    pub(super) evaluations: bool,
    pub(super) times: bool,
    pub(super) ended_by: bool,
}

impl FormatContents<'_> {
    /// The names of what a record has and the format does not hold.
    pub(super) fn lost(&self, record: &Record) -> Vec<&'static str> {
        let mut lost: Vec<&'static str> = Vec::new();
        let labels = record.labels.iter().filter(|(label, _)| !self.labels.contains(label));
        lost.extend(labels.map(|(label, _)| label.name()));
        for claim in &record.claims {
            let is_held = match claim {
                Claim::Score(..) | Claim::Margin(_) | Claim::Winner(_) => self.result,
                // It follows from the moves.
                Claim::Passes(_) => true,
                Claim::Best { .. } => self.best,
                Claim::Moves(_) => self.moves,
            };
            if !is_held {
                lost.push(claim.name());
            }
        }
        let notes = &record.notes;
        if !self.evaluations && notes.iter().any(|note| !note.evaluation.is_empty()) {
            lost.push("evaluations");
        }
        if !self.times && notes.iter().any(|note| !note.time.is_empty()) {
            lost.push("times of moves");
        }
        if !self.ended_by && record.ended_by.is_some() {
            lost.push("how the game ended");
        }
        lost
    }
}

/// A text without characters that end a property or a line: those become blanks.
pub(super) fn plain(text: &str, forbidden: &[char]) -> String {
    text.chars().map(|c| if c.is_control() || forbidden.contains(&c) { ' ' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_game_servers_are_read() {
        for (text, number) in [("-0.500", -500), ("+8", 8000), ("64.00", 64_000), (".5", 500), ("0", 0)] {
            assert_eq!(thousandths(text), Some(number), "{text}");
        }
        for text in ["", "-", ".", "1e3", "1.2345", "1.2.3", "12345678", "--1"] {
            assert_eq!(thousandths(text), None, "{text}");
        }
        assert_eq!(in_thousandths(-500), "-0.500");
    }
}
