//! `push-fight.stuck`: is there a position of Push Fight in which the player to move has no legal turn?
//!
//! It does not matter whether a push can lead to the position. On small boards the formula states every turn
//! (`has_turn` of `encodings::push_fight::stuck`). On the published board it states only short turns
//! (`has_short_turn`), so every stuck position satisfies it, and the naive game checks that each of the 648 positions
//! that satisfy it is stuck.

use super::witness::{WORDS, any_position, images, line_form, read_position};
use super::{BOARD, PushFightWitness};
use crate::board::{PushFightBoard, on_board};
use certamen_ask::abilities::Abilities;
use certamen_ask::error::QuestionError;
use certamen_ask::flag::{Flag, Given};
use certamen_ask::kind::NamedQuery;
use certamen_ask::listed::{LineForm, ListEntry, Listed};
use certamen_ask::query::{Query, ReadWord};
use certamen_ask::witness::WitnessError;
use encodings::push_fight::board::Board;
use encodings::push_fight::stuck;
use encodings::statement::Statement;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The question.
///
/// # Examples
/// ```
/// use certamen_push_fight::board::PushFightBoard;
/// use certamen_push_fight::query::PushFightStuck;
/// let query = PushFightStuck { board: PushFightBoard::FourByThree, symmetry_breaking: false };
/// assert_eq!(query.to_string(), "push-fight.stuck --board 4x3");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PushFightStuck {
    /// The board.
    pub board: PushFightBoard,
    /// Whether the formula breaks the symmetry: of two positions that half a turn of the board exchanges, one satisfies
    /// it.
    pub symmetry_breaking: bool,
}

impl PushFightStuck {
    fn state_on<S: Statement, B: Board>(self, statement: &mut S) {
        let pieces = any_position::<S, B>(statement, self.symmetry_breaking);
        statement.require(!stuck::can_turn::<B, S::Word>(pieces));
    }
}

impl Query for PushFightStuck {
    type Witness = PushFightWitness;

    const NAME: &'static str = "push-fight.stuck";

    fn state<S: Statement>(&self, statement: &mut S) {
        on_board!(self.board, B => self.state_on::<S, B>(statement));
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
            return Err(WitnessError::Refused("the player to move has a legal turn".to_owned()));
        }
        if witness.winning_turn.is_some() {
            return Err(WitnessError::Refused("the question asks for no turn".to_owned()));
        }
        Ok(())
    }

    fn abilities() -> Abilities<Self> {
        Abilities::none().listed()
    }
}

impl NamedQuery for PushFightStuck {
    const ABOUT: &'static str = "Positions of Push Fight in which the player to move has no legal turn";
    const FLAGS: &'static [Flag] = &[BOARD];
    const EXAMPLES: &'static [(&'static str, &'static str)] = &[
        ("enumerate push-fight.stuck --out stuck", "all 648 positions, with a proof"),
        ("count push-fight.stuck --board 4x3", ""),
    ];

    fn from_flags(given: &Given) -> Result<Self, QuestionError> {
        let board = PushFightBoard::given(given.text(BOARD.name), Self::NAME)?;
        Ok(Self { board, symmetry_breaking: false })
    }
}

impl Listed for PushFightStuck {
    fn line_form(&self) -> LineForm {
        line_form(self.board)
    }

    fn witness_of_entry(&self, entry: &ListEntry) -> Result<PushFightWitness, WitnessError> {
        PushFightWitness::of_position(self.board, entry.alone()?)
    }

    fn images(&self, line: &str) -> Vec<String> {
        images(line)
    }
}

impl fmt::Display for PushFightStuck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} --board {}", Self::NAME, self.board)?;
        if self.symmetry_breaking { f.write_str(" --symmetry-breaking") } else { Ok(()) }
    }
}
