//! `push-fight.stuck`: is there a position of Push Fight in which the player to move has no legal turn?
//!
//! Whether a push can have led to the position is not asked. On small boards the formula has every turn
//! (`has_turn` of `encodings::push_fight::stuck`), on the published one those that are short (`has_short_turn`): so every
//! stuck position satisfies it. That every position which does is stuck the naive game says of each of the 648 that there
//! are.

use super::push_fight_board::on_board;
use super::push_fight_witness::{WORDS, any_position, images, line_form, read_position};
use super::{Entry, Line, Listed, PushFightBoard, PushFightWitness, Query, ReadWord, WitnessError};
use encodings::push_fight::board::Board;
use encodings::push_fight::stuck;
use encodings::statement::Statement;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PushFightStuck {
    /// The board.
    pub board: PushFightBoard,
    /// Whether only one of two positions that half a turn exchanges has to satisfy the formula.
    pub symmetry_breaking: bool,
}

/// On a board with no more squares than this every turn is stated.
const EVERY_TURN: usize = 10;

impl PushFightStuck {
    fn state_on<S: Statement, B: Board>(self, statement: &mut S) {
        let pieces = any_position::<S, B>(statement, self.symmetry_breaking);
        let has_turn = if B::SQUARES.len() <= EVERY_TURN {
            stuck::has_turn::<B, S::Word>(pieces)
        } else {
            stuck::has_short_turn::<B, S::Word>(pieces)
        };
        statement.require(!has_turn);
    }
}

impl Query for PushFightStuck {
    type Witness = PushFightWitness;

    fn state<S: Statement>(&self, statement: &mut S) {
        on_board!(self.board, B => self.state_on::<S, B>(statement));
    }

    fn validate(&self) -> Result<(), String> {
        Ok(())
    }

    fn with_symmetry_breaking(self, breaks: bool) -> Self {
        Self { symmetry_breaking: breaks, ..self }
    }

    fn position(&self) -> &'static [&'static str] {
        &WORDS
    }

    fn read(&self, words: ReadWord<'_>) -> Result<PushFightWitness, WitnessError> {
        PushFightWitness::of_position(self.board, read_position(self.board, words)?)
    }

    fn verify(&self, witness: &PushFightWitness) -> Result<(), WitnessError> {
        witness.require_board(self.board)?;
        witness.recount()?;
        if witness.has_turn {
            return Err(WitnessError::Turn("the player to move has a legal turn".to_owned()));
        }
        if witness.winning_turn.is_some() {
            return Err(WitnessError::Turn("the question asks for no turn".to_owned()));
        }
        Ok(())
    }
}

impl Listed for PushFightStuck {
    fn line_form(&self) -> Line {
        line_form(self.board)
    }

    fn witness_of_entry(&self, entry: &Entry) -> Result<PushFightWitness, WitnessError> {
        PushFightWitness::of_position(self.board, entry.alone()?)
    }

    fn images(&self, line: &str) -> Vec<String> {
        images(line)
    }
}

impl fmt::Display for PushFightStuck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "push-fight.stuck --board {}", self.board)?;
        if self.symmetry_breaking { f.write_str(" --symmetry-breaking") } else { Ok(()) }
    }
}
