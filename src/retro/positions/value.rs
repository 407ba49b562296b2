//! Values of positions and their codes in tables: two bytes for each number.
//!
//! Code 0 is a draw. While a position is being solved, code 0 means that its value is not known yet. Code 1 means that
//! a number has no position. Other codes are wins and losses with their plies, or scores.

use encodings::rules::Ending;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The code of a draw, and of a value that is not known yet.
pub(super) const OPEN: u16 = 0;
/// The code of a number without a position.
pub(super) const NOTHING: u16 = 1;

/// The contents of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Wins and losses with their plies, and draws.
    Plies,
    /// The best score at the end.
    Score,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Plies => "plies",
            Self::Score => "score",
        })
    }
}

/// The value of a position for the player to move under best play: the winner plays for the fastest win, the loser for
/// the slowest loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Value {
    /// Nobody can force a win.
    Draw,
    /// The player to move wins in this number of plies: 0 if the game is over.
    Win(u16),
    /// The player to move loses in this number of plies.
    Loss(u16),
}

impl Value {
    /// The largest number of plies that a value holds.
    pub const MOST_PLIES: u16 = 32_766;

    /// The value of a position in which the game is over.
    pub const fn of(ending: Ending) -> Self {
        match ending {
            Ending::Won => Self::Win(0),
            Ending::Lost => Self::Loss(0),
            Ending::Drawn => Self::Draw,
        }
    }

    /// A win or loss in this number of plies. `None` if a value does not hold it.
    pub(super) fn decided(plies: u32, is_win: bool) -> Option<Self> {
        let plies = u16::try_from(plies).ok().filter(|&plies| plies <= Self::MOST_PLIES)?;
        Some(if is_win { Self::Win(plies) } else { Self::Loss(plies) })
    }

    /// The number of plies to the end. `None` for a draw.
    pub const fn plies(self) -> Option<u16> {
        match self {
            Self::Draw => None,
            Self::Win(plies) | Self::Loss(plies) => Some(plies),
        }
    }

    /// The value of a move to a position of this value, for the player who moves. `None` if it has more plies than a
    /// value holds.
    #[must_use]
    pub const fn before(self) -> Option<Self> {
        match self {
            Self::Draw => Some(Self::Draw),
            Self::Win(Self::MOST_PLIES..) | Self::Loss(Self::MOST_PLIES..) => None,
            Self::Win(plies) => Some(Self::Loss(plies + 1)),
            Self::Loss(plies) => Some(Self::Win(plies + 1)),
        }
    }

    /// A number that orders values for the player to move: a short win is better than a long one, a long loss is better
    /// than a short one.
    pub const fn merit(self) -> i32 {
        match self {
            Self::Draw => 0,
            Self::Win(plies) => 65_536 - plies as i32,
            Self::Loss(plies) => plies as i32 - 65_536,
        }
    }

    pub(super) const fn code(self) -> u16 {
        match self {
            Self::Draw => OPEN,
            Self::Win(plies) => (plies + 1) << 1 | 1,
            Self::Loss(plies) => (plies + 1) << 1,
        }
    }

    /// The value of a code. `None` if the number has no position.
    pub(super) const fn of_code(code: u16) -> Option<Self> {
        match code {
            OPEN => Some(Self::Draw),
            NOTHING => None,
            _ if code & 1 == 1 => Some(Self::Win((code >> 1) - 1)),
            _ => Some(Self::Loss((code >> 1) - 1)),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Draw => f.write_str("drawn"),
            Self::Win(1) => f.write_str("won in 1 ply"),
            Self::Win(plies) => write!(f, "won in {plies} plies"),
            Self::Loss(1) => f.write_str("lost in 1 ply"),
            Self::Loss(plies) => write!(f, "lost in {plies} plies"),
        }
    }
}

/// Values in one byte, for games in which only a player who cannot move has lost: there a win has an odd number of plies,
/// and a loss an even one.
pub(super) mod narrow {
    use super::Value;

    /// The byte of a draw, and of a value that is not known yet.
    pub(crate) const OPEN: u8 = 0;
    /// The byte of a number without a position.
    pub(crate) const NOTHING: u8 = 1;
    /// The bytes of a position in which the game is over, and of a win by one move.
    pub(crate) const LOST: u8 = byte(0);
    pub(crate) const WON: u8 = byte(1);
    /// The largest number of plies.
    pub(crate) const MOST_PLIES: u16 = 253;

    /// The byte of a win or loss in this number of plies, at most [`MOST_PLIES`].
    pub(crate) const fn byte(plies: u16) -> u8 {
        plies as u8 + 2
    }

    /// Whether a byte is that of a win.
    #[inline(always)]
    pub(crate) const fn is_win(byte: u8) -> bool {
        byte & 1 == 1 && byte != NOTHING
    }

    /// The byte of a code of two bytes. `None` if it is not that of such a game, or has too many plies.
    pub(crate) const fn of_code(code: u16) -> Option<u8> {
        match Value::of_code(code) {
            Some(Value::Draw) => Some(OPEN),
            None => Some(NOTHING),
            Some(Value::Win(plies)) if plies % 2 == 1 && plies <= MOST_PLIES => Some(byte(plies)),
            Some(Value::Loss(plies)) if plies % 2 == 0 && plies <= MOST_PLIES => Some(byte(plies)),
            Some(Value::Win(_) | Value::Loss(_)) => None,
        }
    }

    /// The same as a code of two bytes.
    pub(crate) const fn wide(byte: u8) -> u16 {
        match byte {
            OPEN => super::OPEN,
            NOTHING => super::NOTHING,
            _ if byte & 1 == 1 => Value::Win(byte as u16 - 2).code(),
            _ => Value::Loss(byte as u16 - 2).code(),
        }
    }
}

/// Codes of best scores.
pub(super) mod score {
    /// The largest score of either player.
    pub(crate) const MOST: i32 = 32_766;
    /// The code of the score 0.
    const ZERO: i32 = 1 << 15;

    /// The code of a score. `None` if the score is too large.
    pub(crate) fn code(score: i32) -> Option<u16> {
        (score.abs() <= MOST).then(|| (ZERO + score) as u16)
    }

    /// The score of a code. The code has to be that of a score.
    pub(crate) fn of_code(code: u16) -> i32 {
        i32::from(code) - ZERO
    }

    /// The code of the same score for the other player.
    pub(crate) fn turned(code: u16) -> u16 {
        (ZERO - of_code(code)) as u16
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_has_a_code_of_its_own() {
        let plies = [0, 1, 2, 77, Value::MOST_PLIES];
        let mut values: Vec<Value> =
            plies.into_iter().flat_map(|n| [Value::Win(n), Value::Loss(n)]).collect();
        values.push(Value::Draw);
        for value in &values {
            assert_ne!(value.code(), NOTHING);
            assert_eq!(Value::of_code(value.code()), Some(*value));
        }
        assert_eq!(Value::of_code(NOTHING), None);
        assert_eq!(Value::Win(Value::MOST_PLIES).before(), None);
        assert_eq!(Value::Loss(Value::MOST_PLIES - 1).before(), Some(Value::Win(Value::MOST_PLIES)));
        values.sort_by_key(|value| value.merit());
        assert_eq!((values[0], values[10]), (Value::Loss(0), Value::Win(0)));
        assert_eq!(values[5], Value::Draw);
    }

    #[test]
    fn every_byte_has_a_value_of_its_own() {
        let codes: std::collections::HashSet<u16> = (0..=u8::MAX).map(narrow::wide).collect();
        assert_eq!(codes.len(), 256);
        assert_eq!(Value::of_code(narrow::wide(narrow::LOST)), Some(Value::Loss(0)));
        assert_eq!(Value::of_code(narrow::wide(narrow::WON)), Some(Value::Win(1)));
        assert_eq!(Value::of_code(narrow::wide(narrow::byte(narrow::MOST_PLIES))), Some(Value::Win(253)));
        for byte in 0..=u8::MAX {
            let is_win = matches!(Value::of_code(narrow::wide(byte)), Some(Value::Win(_)));
            assert_eq!(narrow::is_win(byte), is_win, "{byte}");
            assert_eq!(narrow::of_code(narrow::wide(byte)), Some(byte));
        }
    }

    #[test]
    fn every_score_has_a_code_of_its_own() {
        for value in [-score::MOST, -1, 0, 1, 8, score::MOST] {
            let code = score::code(value).unwrap();
            assert!(code > NOTHING);
            assert_eq!((score::of_code(code), score::of_code(score::turned(code))), (value, -value));
        }
        assert_eq!(score::code(score::MOST + 1), None);
        assert_eq!(score::code(i32::MIN + 1), None);
    }
}
