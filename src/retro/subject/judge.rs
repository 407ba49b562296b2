//! The values of a position and of its moves, by tables and rules.

use super::{NotatedGame, RatedMove, Verdict};
use crate::positions::{Kind, RetroError, Solver, Store, Turn, Value, ValueRule};
use std::cmp::Reverse;

/// The longest line that is shown, in plies.
const LINE_LIMIT: usize = 1000;

/// Looks up a position and its moves in the tables of a game.
pub(super) struct Judge<'a, G: NotatedGame> {
    pub(super) game: &'a G,
    pub(super) store: &'a Store,
    pub(super) solver: Solver<'a, G>,
    pub(super) kinds: &'a [Kind],
}

impl<G: NotatedGame> Judge<'_, G> {
    pub(super) fn verdict(&self, position: &G::Position) -> Result<Verdict, RetroError> {
        let rule = self.game.value_rule();
        let mut verdict = Verdict { rule, ..Verdict::default() };
        let Some(at) = self.game.place(position) else {
            let Turn::Over(ending) = self.game.turn(position, &mut Vec::new()) else {
                return Err(RetroError::Position(format!("{} has no number", self.game.show(position))));
            };
            for kind in self.kinds {
                match kind {
                    Kind::Plies => verdict.value = Some(rule.ending(ending)),
                    Kind::Score => verdict.score = self.solver.score_of(position),
                }
            }
            return Ok(verdict);
        };
        for kind in self.kinds {
            match kind {
                Kind::Plies => verdict.value = self.store.value(self.game, at)?,
                Kind::Score => verdict.score = self.store.score(self.game, at)?,
            }
        }
        if verdict.value.is_none() && verdict.score.is_none() {
            return Err(RetroError::Position(format!(
                "{} has no value in the tables",
                self.game.show(position)
            )));
        }
        Ok(verdict)
    }

    /// The result for the start with the player who wins, if the game has a start.
    pub(super) fn start(&self) -> Result<Option<Verdict>, RetroError> {
        let Some(start) = self.game.start() else { return Ok(None) };
        let mut verdict = self.verdict(&start)?;
        verdict.winner = winner(self.game.players(), &verdict);
        Ok(Some(verdict))
    }

    /// The moves, the best first: by value if values are known, else by score.
    pub(super) fn moves(
        &self,
        position: &G::Position,
        plies: usize,
    ) -> Result<Vec<(RatedMove, G::Position)>, RetroError> {
        let mut moves = Vec::new();
        for (name, after) in self.game.moves(position, plies) {
            let verdict = self.verdict(&after)?;
            let value = verdict.value.and_then(|value| verdict.rule.before(value));
            moves.push((RatedMove { name, value, score: verdict.score.map(|score| -score) }, after));
        }
        let merit = |judged: &RatedMove| (judged.value.map(Value::merit), judged.score);
        moves.sort_by_key(|(judged, _)| Reverse(merit(judged)));
        Ok(moves)
    }

    /// A line of best play. A draw has none, because no play ends it.
    pub(super) fn line(&self, position: &G::Position) -> Result<Vec<String>, RetroError> {
        let mut line: Vec<String> = Vec::new();
        let mut moves = self.moves(position, 0)?;
        while line.len() < LINE_LIMIT && !moves.is_empty() {
            let (judged, after) = moves.swap_remove(0);
            if judged.value == Some(Value::Draw) && judged.score.is_none() {
                break;
            }
            line.push(judged.name);
            moves = self.moves(&after, line.len())?;
        }
        Ok(line)
    }
}

/// Who wins, if it is known: the first player moves.
pub(super) fn winner(players: Option<[&'static str; 2]>, verdict: &Verdict) -> Option<&'static str> {
    let [first, second] = players.filter(|_| verdict.rule == ValueRule::Turns)?;
    let score = verdict.score.unwrap_or(0);
    match verdict.value {
        Some(Value::Win(_)) => Some(first),
        Some(Value::Loss(_)) => Some(second),
        None if score > 0 => Some(first),
        None if score < 0 => Some(second),
        Some(Value::Draw) | None => None,
    }
}
