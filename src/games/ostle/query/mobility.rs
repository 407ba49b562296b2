//! `ostle.mobility`: is there a position of Ostle with at least K legal moves?
//!
//! Every position of an unfinished game counts, with any numbers of pieces that the game allows, whether it is
//! reachable or not. A legal move is a square and a heading. Rule 8 is ignored, because it depends on the position
//! before, which a position does not contain. Two moves that lead to the same position count as two. 1 is to move.

use super::OstleWitness;
use super::witness::{WORDS, any_position, images, line_form, read_position};
use crate::flags::{self, BOARD, LOSE_AT, PIECES};
use crate::variant::{OstleVariant, on_side};
use certamen_ask::abilities::Abilities;
use certamen_ask::error::QuestionError;
use certamen_ask::flag::{Flag, Given};
use certamen_ask::kind::NamedQuery;
use certamen_ask::listed::{LineForm, ListEntry, Listed};
use certamen_ask::objective::Objective;
use certamen_ask::query::{Bounded, Query, ReadWord};
use certamen_ask::witness::{WitnessError, require_at_least};
use encodings::board::Grid;
use encodings::ostle::position::Heading;
use encodings::ostle::rules::Ostle;
use encodings::statement::Statement;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The objective.
pub const MOBILITY: Objective = Objective::new("mobility", "legal moves");

/// The question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OstleMobility {
    /// The board and the pieces.
    pub variant: OstleVariant,
    /// At least this many legal moves.
    pub at_least: u32,
    /// Whether the formula has to admit only one position of each class of symmetric positions.
    pub symmetry_breaking: bool,
}

/// The names of four words: the squares from which a move up, down, left or right is legal.
const LEGAL: [&str; 4] = ["legal_up", "legal_down", "legal_left", "legal_right"];

impl OstleMobility {
    fn state_on<S: Statement, const SIDE: usize>(self, statement: &mut S) {
        let layout = Grid::<SIDE, SIDE>::LAYOUT;
        let pieces = any_position::<S, SIDE>(statement, self.variant, self.symmetry_breaking);
        let legal = Heading::ALL.map(|heading| Ostle::<SIDE>::legal(pieces, heading.direction()));
        let [first, others @ ..] = legal;
        statement.require_total(layout, first, &others, self.at_least);
        for (name, legal) in LEGAL.into_iter().zip(legal) {
            statement.show(name, layout, legal);
        }
    }
}

impl Query for OstleMobility {
    type Witness = OstleWitness;

    const NAME: &'static str = "ostle.mobility";

    fn state<S: Statement>(&self, statement: &mut S) {
        on_side!(self.variant.get().side(), SIDE => self.state_on::<S, SIDE>(statement));
    }

    fn validate(&self) -> Result<(), QuestionError> {
        let most = 4 * self.variant.squares();
        // If all moves that can exist are the bound, the question asks for one more.
        if self.at_least > most + 1 {
            let what = format!("{} legal moves: {most} squares and headings", self.at_least);
            return Err(QuestionError::Limit(what));
        }
        Ok(())
    }

    fn with_symmetry_breaking(self, breaks: bool) -> Self {
        Self { symmetry_breaking: breaks, ..self }
    }

    fn position(&self) -> &'static [&'static str] {
        &WORDS
    }

    fn read(&self, words: ReadWord<'_>) -> Result<OstleWitness, WitnessError> {
        OstleWitness::of_position(self.variant, read_position(self.variant, words)?)
    }

    fn verify(&self, witness: &OstleWitness) -> Result<(), WitnessError> {
        witness.require_variant(self.variant)?;
        witness.recount()?;
        require_at_least(MOBILITY.noun(), witness.mobility, self.at_least)
    }

    fn abilities() -> Abilities<Self> {
        Abilities::none().optimised().listed()
    }
}

impl NamedQuery for OstleMobility {
    const ABOUT: &'static str = "The number of legal moves in a position of Ostle";
    const FLAGS: &'static [Flag] =
        &[BOARD, Flag::number("at-least", "K", "At least this many legal moves"), PIECES, LOSE_AT];
    const EXAMPLES: &'static [(&'static str, &'static str)] = &[
        ("prove ostle.mobility --board 4x4 --pieces 3 --lose-at 1 --out cert-ostle", ""),
        ("enumerate ostle.mobility --board 3x3 --at-least 15 --up-to-symmetry", ""),
        ("count ostle.mobility --board 3x3 --at-least 15", ""),
    ];

    fn from_flags(given: &Given) -> Result<Self, QuestionError> {
        let variant = flags::variant(given).map_err(QuestionError::refused)?.into();
        let at_least = given.number("at-least").unwrap_or(0);
        let query = Self { variant, at_least, symmetry_breaking: false };
        query.validate().map_err(|reason| QuestionError::flag("at-least", reason))?;
        Ok(query)
    }
}

impl Bounded for OstleMobility {
    fn bounds(&mut self) -> Vec<(Objective, &mut u32)> {
        vec![(MOBILITY, &mut self.at_least)]
    }

    fn counted(&self) -> Vec<&'static str> {
        LEGAL.to_vec()
    }

    fn measure(&self, _: Objective, witness: &OstleWitness) -> u32 {
        witness.mobility
    }
}

impl Listed for OstleMobility {
    fn line_form(&self) -> LineForm {
        line_form(self.variant)
    }

    fn witness_of_entry(&self, entry: &ListEntry) -> Result<OstleWitness, WitnessError> {
        OstleWitness::of_position(self.variant, entry.alone()?)
    }

    fn images(&self, line: &str) -> Vec<String> {
        images(self.variant, line)
    }
}

impl fmt::Display for OstleMobility {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} --at-least {}", Self::NAME, self.variant, self.at_least)?;
        if self.symmetry_breaking { f.write_str(" --symmetry-breaking") } else { Ok(()) }
    }
}
