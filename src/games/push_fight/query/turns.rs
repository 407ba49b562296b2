//! `push-fight.turns`: is there a position of Push Fight with at least this many turns?
//!
//! The position has an anchor: the other player has pushed. A turn is the arrangement that the moves lead to, and a push:
//! two turns with the same arrangement and the same push count once. Turns that win count. It does not matter whether a
//! push can lead to the position.
//!
//! On small boards the formula states every turn (`encodings::push_fight::every_turn`). On the published board that is
//! too much. Two other questions have exact formulas on any board: `--moves leaping`, whose turns include every legal
//! one (`encodings::push_fight::leaping`), and `--moves none`.
//!
//! For legal turns on the published board the formula is the one of leaping, a relaxation: UNSAT refutes legal turns as
//! well, SAT proves nothing. `prove` needs no formula ([`proof`](crate::proof)); other commands refuse the question.

mod formula;

pub use super::moves::{Moves, PushAxis};
pub use formula::{PushFightTurns, TURNS};

use super::witness::{WORDS, images, line_form, read_position};
use super::{BOARD, PushFightWitness};
use crate::board::{PushFightBoard, on_board};
use crate::proof::{TurnsProver, TurnsSum};
use certamen_ask::abilities::Abilities;
use certamen_ask::error::QuestionError;
use certamen_ask::flag::{Flag, Given};
use certamen_ask::kind::NamedQuery;
use certamen_ask::listed::{LineForm, ListEntry, Listed};
use certamen_ask::objective::Objective;
use certamen_ask::query::{Bounded, Query, ReadWord};
use certamen_ask::witness::{WitnessError, require_at_least};
use certamen_prove::argument::ProverAbility;
use certamen_prove::branch::SumAbility;
use encodings::statement::Statement;
use std::fmt;
use std::sync::Arc;

/// An upper limit for `--at-least`, far more turns than any position has.
const MOST: u32 = 1 << 20;

const AT_LEAST: Flag = Flag::number("at-least", "K", "At least this many turns");
const MOVES: Flag = Flag::choice(
    "moves",
    "MOVES",
    &[
        ("legal", "Legal moves: up to two, over free squares"),
        ("leaping", "Up to two moves, each to any free square"),
        ("none", "No moves"),
    ],
    "The moves before the push; the number of turns with leaping bounds the number of legal turns from above",
);
const ALONG: Flag = Flag::choice(
    "along",
    "LINES",
    &[("ranks", "To the left or to the right"), ("files", "Up or down")],
    "Count only turns whose push goes in this direction",
);

impl PushFightTurns {
    /// The query of these flags, even if no formula states every turn.
    pub(crate) fn of_flags(given: &Given) -> Result<Self, QuestionError> {
        let query = Self {
            board: PushFightBoard::given(given.text(BOARD.name), Self::NAME)?,
            at_least: given.number(AT_LEAST.name).unwrap_or(0),
            moves: given.parsed(MOVES.name)?.unwrap_or_default(),
            along: given.parsed(ALONG.name)?,
            symmetry_breaking: false,
        };
        query.validate().map_err(|reason| QuestionError::flag(AT_LEAST.name, reason))?;
        Ok(query)
    }
}

impl Query for PushFightTurns {
    type Witness = PushFightWitness;

    const NAME: &'static str = "push-fight.turns";

    fn state<S: Statement>(&self, statement: &mut S) {
        on_board!(self.board, B => self.state_on::<S, B>(statement));
    }

    fn validate(&self) -> Result<(), QuestionError> {
        if self.at_least > MOST {
            return Err(QuestionError::Limit(format!("{} turns: no position has {MOST}", self.at_least)));
        }
        Ok(())
    }

    fn with_symmetry_breaking(self, breaks: bool) -> Self {
        Self { symmetry_breaking: breaks, ..self }
    }

    fn is_relaxed(&self) -> bool {
        self.has_relaxed_formula()
    }

    /// The naive game counts the legal turns, whatever the formula allows.
    fn verifies_answers(&self) -> bool {
        true
    }

    fn position(&self) -> &'static [&'static str] {
        &WORDS
    }

    fn read(&self, words: ReadWord<'_>) -> Result<PushFightWitness, WitnessError> {
        self.witness_of(read_position(self.board, words)?)
    }

    fn verify(&self, witness: &PushFightWitness) -> Result<(), WitnessError> {
        witness.require_board(self.board)?;
        witness.recount()?;
        let counted = witness.turns.filter(|count| (count.moves, count.along) == (self.moves, self.along));
        let Some(count) = counted else {
            return Err(WitnessError::Refused(
                "the witness does not count the turns of the question".to_owned(),
            ));
        };
        require_at_least("turns", count.turns, self.at_least)
    }

    fn abilities() -> Abilities<Self> {
        Abilities::none()
            .bounded()
            .listed()
            .offering::<ProverAbility>(|| Arc::new(TurnsProver))
            .with::<SumAbility>(|query| Box::new(TurnsSum::new(*query)))
    }
}

impl NamedQuery for PushFightTurns {
    const ABOUT: &'static str = "The number of turns in a position of Push Fight";
    const FLAGS: &'static [Flag] = &[BOARD, AT_LEAST, MOVES, ALONG];
    const EXAMPLES: &'static [(&'static str, &'static str)] =
        &[("prove push-fight.turns --board 4x4 --out cert-turns", "")];

    fn from_flags(given: &Given) -> Result<Self, QuestionError> {
        let query = Self::of_flags(given)?;
        if query.is_relaxed() {
            return Err(QuestionError::Limit(format!(
                "all legal turns of the board {} are too many for a formula: use --moves leaping or --moves \
                 none for an upper bound, or prove for the exact one",
                query.board
            )));
        }
        Ok(query)
    }
}

/// Not optimised: the number is a sum in binary, not a count of bits.
impl Bounded for PushFightTurns {
    fn bounds(&mut self) -> Vec<(Objective, &mut u32)> {
        vec![(TURNS, &mut self.at_least)]
    }

    fn measure(&self, _: Objective, witness: &PushFightWitness) -> u32 {
        witness.turns.map_or(0, |count| count.turns)
    }
}

impl Listed for PushFightTurns {
    fn line_form(&self) -> LineForm {
        line_form(self.board)
    }

    fn witness_of_entry(&self, entry: &ListEntry) -> Result<PushFightWitness, WitnessError> {
        self.witness_of(entry.alone()?)
    }

    fn images(&self, line: &str) -> Vec<String> {
        images(line)
    }
}

impl fmt::Display for PushFightTurns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} --board {} --at-least {}", Self::NAME, self.board, self.at_least)?;
        if self.moves != Moves::Legal {
            write!(f, " --moves {}", self.moves)?;
        }
        if let Some(along) = self.along {
            write!(f, " --along {along}")?;
        }
        if self.symmetry_breaking { f.write_str(" --symmetry-breaking") } else { Ok(()) }
    }
}
