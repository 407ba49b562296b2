//! The positions of a game that satisfy a condition in the language of questions.

use super::line::Line;
use crate::OthelloSize;
use crate::query::language::subject_on;
use certamen_language::{Condition as On, ConditionError, Match, UnconfirmedMatch};
use certamen_play::record_search;
use certamen_records::Hit;
use encodings::othello::rules::Discs;
use std::sync::Arc;

/// Finds the positions that satisfy a condition on one size of board.
type FindPositions = Box<dyn Fn(&[Discs<u64>]) -> Result<Vec<Match>, UnconfirmedMatch> + Send + Sync>;

/// A condition on positions. It may have no meaning on some boards: one that names a square beyond them.
pub(super) struct Condition {
    four: Option<FindPositions>,
    six: Option<FindPositions>,
    eight: Option<FindPositions>,
}

fn on<const SIDE: usize>(board: OthelloSize, text: &str) -> Result<FindPositions, ConditionError> {
    let condition = On::new(Arc::new(subject_on::<SIDE>(board)), text)?;
    Ok(Box::new(move |boards| condition.among(boards)))
}

impl Condition {
    /// A condition that has a meaning on a board.
    pub(super) fn new(text: &str, board: OthelloSize) -> Result<Self, ConditionError> {
        let kept = |made: Result<FindPositions, ConditionError>, size| match made {
            Err(error) if size == board => Err(error),
            made => Ok(made.ok()),
        };
        Ok(Self {
            four: kept(on::<4>(OthelloSize::Four, text), OthelloSize::Four)?,
            six: kept(on::<6>(OthelloSize::Six, text), OthelloSize::Six)?,
            eight: kept(on::<8>(OthelloSize::Eight, text), OthelloSize::Eight)?,
        })
    }

    /// The positions of a line that satisfy it, confirmed by the naive evaluator unless the centre is empty.
    pub(super) fn hits(&self, line: &Line, board: OthelloSize) -> Result<Vec<Hit>, UnconfirmedMatch> {
        let among = match board {
            OthelloSize::Four => &self.four,
            OthelloSize::Six => &self.six,
            OthelloSize::Eight => &self.eight,
        };
        let Some(among) = among else { return Ok(Vec::new()) };
        let boards: Vec<Discs<u64>> = line.positions.iter().map(|spot| spot.discs).collect();
        Ok(record_search::hits(among(&boards)?))
    }
}
