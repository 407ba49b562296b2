//! Queries to the tables: the value of a position, the values of its moves, and a line of best play.

use super::game::{OstleGame, Rule};
use certamen_retro::states::{Forbidden, Game, TableError, Tables, Value};
use encodings::ostle::position::{Move, MoveOutcome, Position};

/// A move with its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RatedMove<const SIDE: usize> {
    /// The move.
    pub played: Move,
    /// The value of the move, for the player who makes it.
    pub value: Value,
    /// The result of the move.
    pub next: MoveOutcome<SIDE>,
    /// The move that is forbidden after it, if there is one.
    pub forbidden: Option<Move>,
}

impl<const SIDE: usize> OstleGame<SIDE> {
    /// The move that is forbidden in `position` after a move from `before`.
    pub fn forbidden_after(&self, before: Position<SIDE>, position: Position<SIDE>) -> Option<Move> {
        let class = |pieces| self.ranking().rank(pieces).place;
        let leads_back = |played: &Move| match position.play(*played, self.variant().lose_at()) {
            MoveOutcome::Won | MoveOutcome::Lost => false,
            MoveOutcome::Position(next) => match self.rule() {
                Rule::Literal => next == before,
                Rule::Paper => class(next.pieces()) == class(before.pieces()),
            },
        };
        position.moves().find(leads_back)
    }

    /// Whether some move of the other player leads to this position and forbids this move there.
    pub fn can_be_forbidden(&self, position: Position<SIDE>, played: Move) -> bool {
        let (place, index) = self.locate(position, played);
        let mut found = Vec::new();
        self.arrivals(place, Forbidden::Just(index), u64::MAX, &mut found);
        position.is_legal(played) && !found.is_empty()
    }
}

/// Queries to the tables of a solved game of Ostle.
pub trait Probe<const SIDE: usize> {
    /// The value of a state.
    ///
    /// # Errors
    /// [`TableError`] if its layer is not built, or if the table is damaged.
    fn value(&self, position: Position<SIDE>, forbidden: Option<Move>) -> Result<Value, TableError>;

    /// Every move of a state with its value. The best comes first.
    ///
    /// # Errors
    /// [`TableError`] if a layer that is needed is not built or damaged.
    fn judge(
        &self,
        position: Position<SIDE>,
        forbidden: Option<Move>,
    ) -> Result<Vec<RatedMove<SIDE>>, TableError>;

    /// The value of one legal move.
    ///
    /// # Errors
    /// See [`Probe::judge`].
    fn judge_move(&self, position: Position<SIDE>, played: Move) -> Result<RatedMove<SIDE>, TableError>;

    /// A line of best play to the end, of at most `most` plies. Empty for a draw.
    ///
    /// # Errors
    /// See [`Probe::judge`].
    fn line(
        &self,
        position: Position<SIDE>,
        forbidden: Option<Move>,
        most: usize,
    ) -> Result<Vec<Move>, TableError>;
}

impl<const SIDE: usize> Probe<SIDE> for Tables<'_, OstleGame<SIDE>> {
    fn value(&self, position: Position<SIDE>, forbidden: Option<Move>) -> Result<Value, TableError> {
        let place = self.game.ranking().rank(position.pieces()).place;
        let forbidden = forbidden.map(|played| self.game.locate(position, played).1);
        Ok(self.entry(place)?.value(forbidden))
    }

    fn judge(
        &self,
        position: Position<SIDE>,
        forbidden: Option<Move>,
    ) -> Result<Vec<RatedMove<SIDE>>, TableError> {
        let allowed = position.moves().filter(|&played| Some(played) != forbidden);
        let mut judged = allowed
            .map(|played| self.judge_move(position, played))
            .collect::<Result<Vec<_>, TableError>>()?;
        judged.sort_by_key(|judged| -judged.value.merit());
        Ok(judged)
    }

    fn judge_move(&self, position: Position<SIDE>, played: Move) -> Result<RatedMove<SIDE>, TableError> {
        let next = position.play(played, self.game.variant().lose_at());
        let (value, forbidden) = match next {
            MoveOutcome::Won => (Value::win(1), None),
            MoveOutcome::Lost => (Value::loss(1), None),
            MoveOutcome::Position(next) => {
                let forbidden = self.game.forbidden_after(position, next);
                let reply = self.value(next, forbidden)?;
                // No table holds a value greater than the last but one, so the value before it exists.
                (reply.before().unwrap_or(reply), forbidden)
            }
        };
        Ok(RatedMove { played, value, next, forbidden })
    }

    fn line(
        &self,
        position: Position<SIDE>,
        forbidden: Option<Move>,
        most: usize,
    ) -> Result<Vec<Move>, TableError> {
        let (mut at, mut forbidden) = (position, forbidden);
        let mut line = Vec::new();
        while line.len() < most && !self.value(at, forbidden)?.is_draw() {
            let Some(&best) = self.judge(at, forbidden)?.first() else { break };
            line.push(best.played);
            let MoveOutcome::Position(next) = best.next else { break };
            (at, forbidden) = (next, best.forbidden);
        }
        Ok(line)
    }
}
