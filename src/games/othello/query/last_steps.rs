//! The last steps of games, in place of whole games: a relaxation, which serves for refutations.

use super::mobility::OthelloMobility;
use super::reachability::{placed_square, require_least_end};
use super::witness::{OthelloWitness, Refusal};
use crate::OthelloSize;
use certamen_ask::query::ReadWord;
use certamen_ask::read::read_colours;
use certamen_ask::witness::WitnessError;
use encodings::othello::game::Order;
use encodings::othello::rules::Discs;
use encodings::othello::window::{LastDisc, Window};
use encodings::statement::Statement;
use serde::{Deserialize, Serialize};
use std::ops::Not;
use verify::othello::{self as naive, Disc};

/// From this number of last steps on, their squares are no cases, unless the steps follow a pass: they are too many.
const MANY: u32 = 4;

/// The last steps of games of several lengths. A position without such steps is reached by no such game; a position
/// with them may still be unreachable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LastSteps {
    /// The number of steps.
    pub steps: u32,
    /// The least number of discs at the end.
    pub least: u32,
    /// The greatest number of discs at the end.
    pub most: u32,
    /// Whether either colour may place at any step, regardless of turns.
    #[serde(default, skip_serializing_if = "Not::not")]
    pub any_order: bool,
}

impl LastSteps {
    /// Whether it is asked by the squares of the steps, one after the other: a formula that takes hours as a whole is soon
    /// refuted if these are known, and they are few, or follow a pass (`docs/notebook/othello.md`).
    pub(super) const fn has_cases(self, after_pass: bool) -> bool {
        self.steps > 0 && !self.any_order && (after_pass || self.steps < MANY)
    }

    /// The words of the squares of the steps, the last first, if they are cases.
    pub(super) fn cases(self, after_pass: bool) -> Vec<String> {
        if !self.has_cases(after_pass) {
            return Vec::new();
        }
        (1..=self.steps).rev().map(|step| format!("move[{step}]")).collect()
    }

    /// States that the position is the end of such steps.
    pub(super) fn state<S: Statement, const SIDE: usize>(
        self,
        statement: &mut S,
        after_pass: bool,
        symmetry_breaking: bool,
    ) -> Discs<S::Word> {
        let Self { steps, least, most, any_order } = self;
        let order = match (any_order, after_pass) {
            (true, _) => Order::Any,
            (false, true) => Order::Alternating,
            (false, false) => Order::Rules,
        };
        let breaks_by_last = symmetry_breaking && self.has_cases(after_pass);
        let last = if breaks_by_last { LastDisc::UpToSymmetry } else { LastDisc::Anywhere };
        let end = Window { steps, least, most, order, after_pass, last }.state::<S, SIDE>(statement).discs;
        if symmetry_breaking && !breaks_by_last {
            require_least_end::<S, SIDE>(statement, end);
        }
        end
    }

    /// The end of the steps that a solver chose, played by the naive rules from the chosen position.
    pub(super) fn read(
        self,
        board: OthelloSize,
        after_pass: bool,
        words: ReadWord<'_>,
    ) -> Result<OthelloWitness, WitnessError> {
        let size = board.into();
        let mut board = naive::parse_board(&read_colours('-', words)?).map_err(Refusal::from)?;
        let other = naive::legal_moves(&board, Disc::White).len();
        if after_pass && other > 0 {
            return Err(Refusal::NoPass(other).into());
        }
        for step in 1..=self.steps {
            let square = placed_square(words, size, step as usize)?;
            let after = naive::apply(&board, Disc::Black, square);
            board = after.map_err(Refusal::record)?;
            // The board is stored as the player to move sees it.
            // After the last pass no step has a bit for one.
            if after_pass || words(&format!("pass[{step}]"))? != [true] {
                board = board.recoloured();
            }
        }
        OthelloWitness::of_board(naive::write_line(&board))
    }

    /// Compares a witness with the question.
    pub(super) fn verify(self, query: &OthelloMobility, witness: &OthelloWitness) -> Result<(), Refusal> {
        witness.require_no_record()?;
        let discs = query.board.squares() - witness.empties;
        if (self.least..=self.most).contains(&discs) {
            return Ok(());
        }
        Err(Refusal::Discs { found: discs as usize, required: self.most })
    }
}
