//! How the value of a position follows from the values after its moves: the only place where values are turned over.
//!
//! Two players: what is a win for the player who moves next is a loss for the one who moves now. One player, in a puzzle:
//! a position is won in one move more than its best move, if some move leads to a position that is won at all; every other
//! position has no solution, and its value is [`Value::Draw`]. So a puzzle has no losses.
//!
//! The engine decides positions by the rule of two players. In a puzzle it gets the values after moves as those of the
//! other player ([`ValueRule::turned`]), so that its rule gives those of the puzzle: a win becomes a loss of as many plies,
//! which is won for the player who moves there.

use super::value::{NOTHING, Value};
use encodings::rules::{Ending, Players};
use serde::{Deserialize, Serialize};

/// How the value of a position follows from the values after its moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ValueRule {
    /// Two players take turns.
    #[default]
    Turns,
    /// One player looks for the shortest way to the goal.
    Puzzle,
}

impl From<Players> for ValueRule {
    fn from(players: Players) -> Self {
        match players {
            Players::One => Self::Puzzle,
            Players::Two => Self::Turns,
        }
    }
}

impl ValueRule {
    /// The value of a position in which the game is over.
    pub const fn ending(self, ending: Ending) -> Value {
        match (self, ending) {
            (Self::Puzzle, Ending::Lost) => Value::Draw,
            _ => Value::of(ending),
        }
    }

    /// The value of a move to a position of this value, for the player who moves. `None` if it has more plies than a
    /// value holds.
    pub const fn before(self, value: Value) -> Option<Value> {
        match (self, value) {
            (Self::Turns, value) => value.before(),
            (Self::Puzzle, Value::Win(plies)) => Value::Loss(plies).before(),
            (Self::Puzzle, Value::Draw | Value::Loss(_)) => Some(Value::Draw),
        }
    }

    /// The code after a move as the rule of two players takes it.
    #[inline(always)]
    pub(super) const fn turned(self, code: u16) -> u16 {
        match self {
            Self::Turns => code,
            // The lowest bit tells wins from losses.
            Self::Puzzle => code ^ (code > NOTHING) as u16,
        }
    }

    /// A value in words.
    pub fn in_words(self, value: Value) -> String {
        match (self, value) {
            (Self::Turns, value) => value.to_string(),
            (Self::Puzzle, Value::Win(0)) => "at the goal".to_owned(),
            (Self::Puzzle, Value::Win(1)) => "solved in 1 move".to_owned(),
            (Self::Puzzle, Value::Win(moves)) => format!("solved in {moves} moves"),
            (Self::Puzzle, Value::Draw | Value::Loss(_)) => "no solution".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_engine_derives_is_what_the_rule_says() {
        for value in
            [Value::Draw, Value::Win(0), Value::Win(7), Value::Loss(0), Value::Win(Value::MOST_PLIES)]
        {
            let derived = |rule: ValueRule| Value::of_code(rule.turned(value.code())).and_then(Value::before);
            assert_eq!(derived(ValueRule::Turns), ValueRule::Turns.before(value));
            if !matches!(value, Value::Loss(_)) {
                assert_eq!(derived(ValueRule::Puzzle), ValueRule::Puzzle.before(value));
            }
        }
        assert_eq!(ValueRule::Puzzle.before(Value::Win(3)), Some(Value::Win(4)));
        assert_eq!(ValueRule::Puzzle.before(Value::Loss(3)), Some(Value::Draw));
        assert_eq!(ValueRule::Puzzle.turned(NOTHING), NOTHING);
        let endings = [Ending::Won, Ending::Lost, Ending::Drawn].map(|end| ValueRule::Puzzle.ending(end));
        assert_eq!(endings, [Value::Win(0), Value::Draw, Value::Draw]);
    }
}
