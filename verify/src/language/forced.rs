//! `won in K` and `lost in K`, by trying every line of play.
//!
//! Idea: a player wins within K plies if he has won already, or if K is not 0 and one of his moves, or every move of the
//! other player, leads to a position in which he wins within K - 1 plies. A player who has no move passes if the game has passes.
//! Positions that were met are remembered by their text.
//!
//! Does not show: anything about games in which the moves of a position depend on what was played before.

use super::evaluate::Evaluator;
use super::reader::{Part, Tree};
use super::scope::Fault;
use super::value::{Names, Value, bound};
use super::{NaiveView, Refusal, require_judged};
use crate::naive::{GameResult, NaiveError};
use std::collections::HashMap;

/// The most plies.
const PLIES_LIMIT: i64 = 100;
/// The most positions that are remembered, each with a number of plies.
const POSITIONS_LIMIT: usize = 2_000_000;

/// Whose win is looked for, as the player to move sees it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Winner {
    Mover,
    Other,
}

impl Winner {
    fn seen_by_next(self) -> Winner {
        if self == Winner::Mover { Winner::Other } else { Winner::Mover }
    }
}

impl<S: NaiveView> Evaluator<'_, S> {
    /// `won in K` and `lost in K`, of the position or of one after a move.
    #[inline(never)]
    pub(super) fn forced<'n>(
        &self,
        of: &'n Tree,
        plies: &'n Tree,
        names: &mut Names<'n, S::Position>,
    ) -> Result<Value<S::Position>, Fault> {
        let expected = || Fault::expected(of, "`won` or `lost` of the game before `in`");
        if self.scope.is_some() || self.game.turns(self.position).is_some() {
            return Err(Fault::expected(of, "no `won in`: neither rules nor turns of several parts have it"));
        }
        let (position, name) = match &of.part {
            Part::Name(name) if bound(name, names).is_none() => (self.position.clone(), name),
            Part::Field(of, name) => match self.value(of, names)? {
                Value::Position(position) => (position, name),
                _ => return Err(expected()),
            },
            _ => return Err(expected()),
        };
        if self.game.word(&position, name).is_some() || self.game.condition(&position, name).is_some() {
            return Err(expected());
        }
        let winner = if name == "won" { Winner::Mover } else { Winner::Other };
        let plies = self.constant(plies, names)?;
        if !(0..=PLIES_LIMIT).contains(&plies) {
            return Err(Refusal::Value(format!("expected 0 to {PLIES_LIMIT} plies")).into());
        }
        let mut known = HashMap::new();
        Ok(Value::Bit(self.wins(&position, winner, plies, &mut known)?))
    }

    fn wins(
        &self,
        position: &S::Position,
        winner: Winner,
        plies: i64,
        known: &mut HashMap<(String, Winner, i64), bool>,
    ) -> Result<bool, Refusal> {
        require_judged(self.game, position)?;
        if let Some(result) = self.game.ended(position) {
            let wanted = if winner == Winner::Mover { GameResult::Won } else { GameResult::Lost };
            return Ok(result == wanted);
        }
        if plies == 0 {
            return Ok(false);
        }
        let key = (self.game.print(position), winner, plies);
        if let Some(&found) = known.get(&key) {
            return Ok(found);
        }
        if known.len() >= POSITIONS_LIMIT {
            let reason = format!("`won in` takes more than {POSITIONS_LIMIT} positions of the naive game");
            return Err(NaiveError::NotJudged(reason).into());
        }
        let next = winner.seen_by_next();
        let moves = self.game.moves(position);
        self.work.spend(1 + moves.len())?;
        let mut found = winner == Winner::Other;
        if moves.is_empty() {
            let none = || NaiveError::NotJudged("no move, no end and no pass".to_owned());
            let passed = self.game.pass(position).ok_or_else(none)?;
            found = self.wins(&passed, next, plies - 1, known)?;
        }
        for played in &moves {
            let after = self.game.after(position, played)?;
            if self.wins(&after, next, plies - 1, known)? == (winner == Winner::Mover) {
                found = winner == Winner::Mover;
                break;
            }
        }
        known.insert(key, found);
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use crate::game_file::GameFile;
    use crate::language::{Refusal, judge};

    const ROW: &str = "game row \"Three in a row.\"\nboard 3x3\nword own X, opp O\nswap own opp\nplace stone = empty\n\
                       play own = own | m.to\nlost if some d in north east: any(opp & d(opp) & d(d(opp)))\n\
                       drawn if none(empty)\nstuck loses\n";

    fn judged(text: &str, line: &str) -> Result<bool, Refusal> {
        let game = GameFile::parse(ROW).expect("a game").on("3x3").expect("a board");
        judge(&game, text, line).map(|judged| judged.answers)
    }

    #[test]
    fn wins_are_forced_or_not() {
        for (text, line, expected) in [
            ("won in 0", "XX./OO./...", false),
            ("won in 1", "XX./OO./...", true),
            ("won in 100", "XX./OO./...", true),
            ("lost in 1", "XX./OO./...", false),
            ("lost in 2", "XO./.O./OX.", false),
            ("lost in 2", "OO./OO./X..", true),
            ("lost in 0", "OOO/XX./...", true),
            ("won in 5", ".../.../...", false),
            ("all m in moves: after(m).lost in 1 or not after(m).lost in 1", "XX./OO./...", true),
            ("unique m in moves: after(m).lost in 0", "XX./OO./...", true),
            ("unique m in moves: not after(m).won in 1", "OO./OO./X..", false),
            ("unique m in moves: not after(m).won in 1", "OO./OX./X..", true),
            ("won in (W - 2)", "XX./OO./...", true),
        ] {
            assert_eq!(judged(text, line), Ok(expected), "{text} {line}");
        }
    }

    #[test]
    fn what_is_no_end_of_a_game_is_refused() {
        for text in ["own in 3", "won in count(own)", "won in 101", "let won = over: won in 2"] {
            assert!(judged(text, "XX./OO./...").is_err(), "{text}");
        }
    }
}
