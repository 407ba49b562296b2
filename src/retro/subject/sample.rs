//! Finds the moves of a sample of positions a second time, in an independent way.
//!
//! Idea: the audit of all positions uses the moves and numbers with which the tables were built. Here the moves of some
//! positions come from a [`CrossCheck`], such as a SAT solver or a naive game. They have to lead to the same numbers, and
//! the value in the table has to be the best of the values that the table has for them.
//!
//! What it does not show: anything about positions outside the sample.

use super::judge::Judge;
use super::{CrossCheck, NotatedGame, Verdict};
use crate::positions::{Kind, Place, RetroError, Turn, Value};
use certamen_work::stop::Stop;
use schemars::JsonSchema;
use serde::Serialize;

/// The number of disagreements that are listed.
const MOST_NAMED: usize = 10;

/// The result of a sample.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SampleResult {
    /// The name of the second way.
    pub by: &'static str,
    /// The number of positions whose moves were found again.
    pub positions: u64,
    /// The number of their moves.
    pub moves: u64,
    /// The number of positions that disagree.
    pub wrong: u64,
    /// The first of them, each with what disagrees.
    pub first: Vec<String>,
}

/// A sample of about this number of positions.
pub(super) fn sample<G: NotatedGame>(
    judge: &Judge<'_, G>,
    way: &mut dyn CrossCheck<G::Position>,
    count: u64,
    stop: &Stop,
) -> Result<SampleResult, RetroError> {
    let mut sampled = SampleResult { by: way.name(), ..SampleResult::default() };
    let shapes = judge.game.layers();
    let all: u128 = shapes.iter().map(|shape| u128::from(shape.size)).sum();
    // Every layer has at least one number in the sample, and gaps are passed over.
    for (layer, shape) in (0..).zip(shapes) {
        let share = (u128::from(count) * u128::from(shape.size)).div_ceil(all.max(1));
        let share = share.min(u128::from(shape.size)) as u64;
        let first = |rank: u64| {
            let ranks = rank..shape.size.min(rank.saturating_add(shape.size.div_ceil(share.max(1))));
            let mut places = ranks.map(|rank| Place { layer, rank });
            places.find_map(|at| Some((at, judge.game.position(at)?)))
        };
        for rank in
            (0..share).map(|place| (u128::from(shape.size) * u128::from(place) / u128::from(share)) as u64)
        {
            stop.proceed()?;
            if let Some((_, position)) = first(rank) {
                compare(judge, way, &position, &mut sampled)?;
            }
        }
    }
    Ok(sampled)
}

fn compare<G: NotatedGame>(
    judge: &Judge<'_, G>,
    way: &mut dyn CrossCheck<G::Position>,
    position: &G::Position,
    sampled: &mut SampleResult,
) -> Result<(), RetroError> {
    let (mut native, mut second) = (Vec::new(), Vec::new());
    let turn = judge.game.turn(position, &mut native);
    let complaint = match way.turn(position, &mut second) {
        Ok(None) => return Ok(()),
        Err(reason) => Some(reason.to_string()),
        Ok(Some(found)) if found != turn => Some(format!("{turn:?} natively, {found:?} by {}", sampled.by)),
        Ok(Some(Turn::Over(_))) => None,
        Ok(Some(Turn::Moves)) => {
            sampled.moves += second.len() as u64;
            if ordered(judge, &native) == ordered(judge, &second) {
                contradiction(judge, position, &second)?
            } else {
                Some(format!("{} moves natively, {} or others by {}", native.len(), second.len(), sampled.by))
            }
        }
    };
    sampled.positions += 1;
    if let Some(complaint) = complaint {
        sampled.wrong += 1;
        if sampled.first.len() < MOST_NAMED {
            sampled.first.push(format!("{}: {complaint}", judge.game.show(position)));
        }
    }
    Ok(())
}

/// What moves lead to, in order. Two boards may look alike, so that the positions themselves are compared.
fn ordered<'n, G: NotatedGame>(
    judge: &Judge<'_, G>,
    next: &'n [G::Position],
) -> Vec<(String, &'n G::Position)> {
    let mut all: Vec<_> = next.iter().map(|position| (judge.game.show(position), position)).collect();
    all.sort_by(|(one, _), (other, _)| one.cmp(other));
    all
}

/// Why the value of a position is not the best of the values after its moves, if it is not.
fn contradiction<G: NotatedGame>(
    judge: &Judge<'_, G>,
    position: &G::Position,
    next: &[G::Position],
) -> Result<Option<String>, RetroError> {
    let own = judge.verdict(position)?;
    let after = next.iter().map(|next| judge.verdict(next)).collect::<Result<Vec<Verdict>, RetroError>>()?;
    for kind in judge.kinds {
        let (found, derived) = match kind {
            Kind::Plies => {
                let values = after.iter().filter_map(|verdict| verdict.rule.before(verdict.value?));
                (own.value.map(Value::merit), values.map(Value::merit).max())
            }
            Kind::Score => (own.score, after.iter().filter_map(|verdict| Some(-verdict.score?)).max()),
        };
        if found != derived {
            return Ok(Some(format!("its value in the table of {kind} is not the best value of its moves")));
        }
    }
    Ok(None)
}
