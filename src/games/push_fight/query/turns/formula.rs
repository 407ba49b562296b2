//! The question about the number of turns, and the formula that states it.

use crate::board::{PushFightBoard, on_board};
use crate::query::PushFightWitness;
use crate::query::moves::{Moves, PushAxis};
use crate::query::witness::any_position;
use certamen_ask::objective::Objective;
use certamen_ask::witness::WitnessError;
use encodings::board::Direction;
use encodings::push_fight::board::{Board, DIRECTIONS};
use encodings::push_fight::{every_turn, leaping, rules};
use encodings::statement::Statement;
use serde::{Deserialize, Serialize};

/// A bound on the number of turns.
pub const TURNS: Objective = Objective::new("turns", "turns");

/// The largest number of squares of a board for which the formula states every turn.
const EVERY_TURN: usize = 10;

/// The question.
///
/// # Examples
/// ```
/// use certamen_push_fight::board::PushFightBoard;
/// use certamen_push_fight::query::{PushFightTurns, turns::Moves};
/// let (board, moves) = (PushFightBoard::FourByThree, Moves::None);
/// let query = PushFightTurns { board, at_least: 3, moves, along: None, symmetry_breaking: false };
/// assert_eq!(query.to_string(), "push-fight.turns --board 4x3 --at-least 3 --moves none");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PushFightTurns {
    /// The board.
    pub board: PushFightBoard,
    /// At least this many turns.
    pub at_least: u32,
    /// The moves of pieces before the push.
    pub moves: Moves,
    /// Count only turns whose push goes in this direction; `None` counts all turns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub along: Option<PushAxis>,
    /// Whether the formula breaks the symmetry: of two positions that half a turn of the board exchanges, one satisfies
    /// it.
    pub symmetry_breaking: bool,
}

impl PushFightTurns {
    /// Whether the formula is a relaxation: every turn of the board is too much, so it has those with leaping.
    pub(super) fn has_relaxed_formula(self) -> bool {
        self.moves == Moves::Legal && on_board!(self.board, B => B::SQUARES.len() > EVERY_TURN)
    }

    /// States the question on its board.
    pub(super) fn state_on<S: Statement, B: Board>(self, statement: &mut S) {
        let pieces = any_position::<S, B>(statement, self.symmetry_breaking);
        let directions = self.directions();
        match self.moves {
            Moves::Legal | Moves::Leaping => {
                let turns = if self.moves == Moves::Leaping || self.has_relaxed_formula() {
                    leaping::turns::<B, S::Word>(pieces, directions)
                } else {
                    every_turn::turns::<B, S::Word>(pieces, directions)
                };
                statement.require(turns.at_least(self.at_least));
            }
            Moves::None => {
                let mut able =
                    directions.iter().map(|&direction| rules::able::<B, S::Word>(pieces, direction));
                if let Some(first) = able.next() {
                    let others: Vec<S::Word> = able.collect();
                    statement.require_total(B::LAYOUT, first, &others, self.at_least);
                }
            }
        }
    }

    fn directions(self) -> &'static [Direction] {
        match self.along {
            None => &DIRECTIONS,
            Some(PushAxis::Ranks) => &[Direction::East, Direction::West],
            Some(PushAxis::Files) => &[Direction::North, Direction::South],
        }
    }

    /// A position as a witness, its turns counted by the naive game.
    ///
    /// # Errors
    /// [`WitnessError`] if the text is not a position of the board.
    pub fn witness_of(&self, position: String) -> Result<PushFightWitness, WitnessError> {
        PushFightWitness::of_turns(self.board, position, self.moves, self.along)
    }
}
