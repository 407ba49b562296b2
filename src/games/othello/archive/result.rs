//! The result of a record: what it claims, or what follows from the game.

use super::contents::PlayedGame;
use super::thousandths::thousandths;
use certamen_records::{Claim, Label, Record, Side};

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
