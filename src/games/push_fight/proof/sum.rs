//! The number of turns as a sum over ranks and files.

use crate::board::NAME;
use crate::query::turns::{PushFightTurns, TURNS};
use certamen_ask::objective::Objective;
use certamen_ask::witness::{AnyWitness, WitnessError};
use certamen_prove::branch::{NoSumError, SumBound};
use verify::push_fight as naive;
use verify::sum::{BlockSum, Kind};

/// The sum of a question about turns. The opponent's pieces have two kinds, the anchored one and the others, because the
/// number of turns does not depend on which of the others are pushers.
#[derive(Clone, Copy, Debug)]
pub struct TurnsSum {
    query: PushFightTurns,
}

impl TurnsSum {
    /// The sum of this question.
    pub const fn new(query: PushFightTurns) -> Self {
        Self { query }
    }

    fn position(self, held: &[Kind]) -> Result<naive::Position, WitnessError> {
        naive::position_of(&self.query.board.variant()?, held)
            .map_err(|error| WitnessError::Position(error.to_string()))
    }
}

impl SumBound for TurnsSum {
    fn objective(&self) -> Objective {
        TURNS
    }

    fn sum(&self) -> Result<BlockSum, NoSumError> {
        let variant = self.query.board.variant()?;
        Ok(naive::turn_sum(&variant, self.query.moves.into(), self.query.along.map(Into::into))?)
    }

    fn count(&self, held: &[Kind]) -> Result<u32, WitnessError> {
        let count = naive::count_turns(&self.position(held)?, self.query.moves.into());
        Ok(count.turns(self.query.along.map(Into::into)))
    }

    fn witness(&self, held: &[Kind]) -> Result<AnyWitness, WitnessError> {
        let witness = self.query.witness_of(naive::write_line(&self.position(held)?))?;
        Ok(AnyWitness::new(NAME, witness))
    }
}
