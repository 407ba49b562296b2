//! `ostle.win --in K`: is there a position of Ostle that is won within `K` plies? Or is a given position won within `K`
//! plies?
//!
//! Rule 8 is applied as printed. The solver chooses the first move, and, after every reply to it, the next moves except
//! the last (`encodings::ostle::win`). So if a position is given, a refutation proves that it is not won within `K`
//! plies. If no position is given, there is no earlier position, so rule 8 forbids none of the first moves.

use super::witness::{WORDS, any_position, images, layout, line_form, read_position};
use super::{OstleFirstMove, OstleState, OstleWitness};
use crate::flags::{self, BOARD, LOSE_AT, PIECES};
use crate::variant::{OstleVariant, on_side};
use certamen_ask::abilities::Abilities;
use certamen_ask::error::QuestionError;
use certamen_ask::flag::{Flag, Given};
use certamen_ask::kind::NamedQuery;
use certamen_ask::listed::{LineForm, ListEntry, Listed};
use certamen_ask::query::{Query, ReadWord};
use certamen_ask::read::read_word;
use certamen_ask::witness::{WitnessError, require_given};
use certamen_play::START;
use encodings::board::Mask;
use encodings::ostle::notation::print_move;
use encodings::ostle::position::{Move, Position};
use encodings::ostle::rules::Pieces;
use encodings::ostle::win::{self, CHOICE, Win};
use encodings::statement::Statement;
use encodings::word::Word;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OstleWin {
    /// The board and the pieces.
    pub variant: OstleVariant,
    /// The number of plies: the moves of the winner and the replies to them.
    pub plies: u32,
    /// Whether the formula has to admit only one position of each class of symmetric positions. This has no effect if a
    /// position is given.
    pub symmetry_breaking: bool,
    /// The given position, with the move that rule 8 forbids there. `None` asks for any position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub given: Option<OstleState>,
}

/// The largest number of plies. The next larger question would take about a hundred times as long.
const MOST_PLIES: u32 = 5;

impl OstleWin {
    fn state_on<S: Statement, const SIDE: usize>(&self, statement: &mut S) {
        let symmetry_breaking = self.symmetry_breaking && self.given.is_none();
        let pieces = any_position::<S, SIDE>(statement, self.variant, symmetry_breaking);
        let Some(given) = self.given else {
            let wins = Win::<S, SIDE>::within(statement, pieces, None, self.variant.get(), self.plies);
            return statement.require(wins);
        };
        let like = |pieces: Pieces<u32>, like: S::Word| {
            let word = |word: u32| like.constant(&Mask::from_u64(word.into()));
            Pieces { own: word(pieces.own), opp: word(pieces.opp), hole: word(pieces.hole) }
        };
        // Known squares are stated as constants, because constants simplify the circuit. The words exist so that they
        // can be read.
        let known = like(given.pieces(), pieces.own);
        statement.require(pieces.same(known));
        let before = given.forbidden().map(|played| {
            let before = Position::<SIDE>::trusted(given.pieces()).after(played);
            like(before, pieces.own)
        });
        let wins = Win::<S, SIDE>::within(statement, known, before, self.variant.get(), self.plies);
        statement.require(wins);
    }

    /// A position, and the move that is claimed to win there.
    fn witness_of(&self, position: String, played: String) -> Result<OstleWitness, WitnessError> {
        let win = OstleFirstMove { played, within: self.plies, forbidden: self.forbidden() };
        OstleWitness::of_win(self.variant, position, win)
    }

    /// The name of the move that rule 8 forbids.
    fn forbidden(&self) -> Option<String> {
        self.given.and_then(OstleState::forbidden_name)
    }
}

impl Query for OstleWin {
    type Witness = OstleWitness;

    const NAME: &'static str = "ostle.win";

    fn state<S: Statement>(&self, statement: &mut S) {
        on_side!(self.variant.get().side(), SIDE => self.state_on::<S, SIDE>(statement));
    }

    fn validate(&self) -> Result<(), QuestionError> {
        if !(1..=MOST_PLIES).contains(&self.plies) {
            let what = format!("a win in {} plies: 1 to {MOST_PLIES} are stated as a formula", self.plies);
            return Err(QuestionError::Limit(what));
        }
        self.given.map_or(Ok(()), |given| given.require(self.variant).map_err(QuestionError::Refused))
    }

    fn with_symmetry_breaking(self, breaks: bool) -> Self {
        Self { symmetry_breaking: breaks, ..self }
    }

    fn position(&self) -> &'static [&'static str] {
        &WORDS
    }

    fn read(&self, words: ReadWord<'_>) -> Result<OstleWitness, WitnessError> {
        let [from, vertical, ahead] = CHOICE.map(|name| read_word(name, words));
        let (from, heading) = (from?, win::heading(vertical? == 1, ahead? == 1));
        let layout = layout(self.variant);
        let square = layout.square(from.trailing_zeros() as usize).filter(|_| from.is_power_of_two());
        let square =
            square.ok_or_else(|| WitnessError::Refused("the move is not one of one square".to_owned()))?;
        let played = print_move(Move { square, heading }, layout);
        self.witness_of(read_position(self.variant, words)?, played)
    }

    fn verify(&self, witness: &OstleWitness) -> Result<(), WitnessError> {
        witness.require_variant(self.variant)?;
        let asked = |win: &OstleFirstMove| win.within == self.plies && win.forbidden == self.forbidden();
        if !witness.win.as_ref().is_some_and(asked) {
            let plies = self.plies;
            return Err(WitnessError::Refused(format!("the question asks for a move that wins in {plies}")));
        }
        witness.recount()?;
        require_given(self.given, &witness.position)
    }

    fn abilities() -> Abilities<Self> {
        Abilities::none().listed()
    }
}

impl NamedQuery for OstleWin {
    const ABOUT: &'static str = "Positions of Ostle that are won within K plies";
    const FLAGS: &'static [Flag] = &[
        BOARD,
        Flag::number("in", "K", "A win within K plies, including the replies"),
        Flag::text("position", "POSITION", "Ask about this position, or START [default: any position]"),
        Flag::text("forbidden", "MOVE", "With --position: the move that rule 8 forbids there"),
        PIECES,
        LOSE_AT,
    ];
    const EXAMPLES: &'static [(&'static str, &'static str)] = &[
        ("solve ostle.win --in 3 --board 4x4 --pieces 3 --lose-at 1", ""),
        ("solve ostle.win --in 1 --position 22222-00000-00300-00000-11111", ""),
        ("enumerate ostle.win --in 1 --board 3x3 --pieces 2 --lose-at 1", ""),
        ("count ostle.win --in 1 --board 3x3 --pieces 2 --lose-at 1", ""),
    ];

    fn from_flags(given: &Given) -> Result<Self, QuestionError> {
        let position = given.text("position");
        let variant = flags::variant_of(given, position.filter(|&text| text != START));
        let variant = OstleVariant::from(variant.map_err(QuestionError::refused)?);
        let flag = "in K, the number of plies";
        let plies = given.number("in").ok_or(QuestionError::Missing { question: Self::NAME, flag })?;
        let forbidden = given.text("forbidden");
        let start = || variant.start().map_err(QuestionError::refused);
        let start = (position == Some(START)).then(start).transpose()?;
        let position = start.as_deref().or(position);
        if forbidden.is_some() && position.is_none() {
            return Err(QuestionError::refused(
                "--forbidden is a move of a given position: it needs --position",
            ));
        }
        let state = position.map(|position| OstleState::parse(position, forbidden)).transpose();
        let given = state.map_err(QuestionError::refused)?;
        let query = Self { variant, plies, symmetry_breaking: false, given };
        query.validate()?;
        Ok(query)
    }
}

impl Listed for OstleWin {
    fn line_form(&self) -> LineForm {
        line_form(self.variant)
    }

    /// The winning move.
    fn evidence<'w>(&self, witness: &'w OstleWitness) -> Option<&'w str> {
        witness.win.as_ref().map(|win| win.played.as_str())
    }

    fn witness_of_entry(&self, entry: &ListEntry) -> Result<OstleWitness, WitnessError> {
        let (line, played) = entry.with_evidence()?;
        self.witness_of(line, played)
    }

    /// The only image of a given position is the position itself.
    fn images(&self, line: &str) -> Vec<String> {
        if self.given.is_some() { vec![line.to_owned()] } else { images(self.variant, line) }
    }
}

impl fmt::Display for OstleWin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} --in {}", Self::NAME, self.variant, self.plies)?;
        if let Some(given) = self.given {
            write!(f, " --position {given}")?;
        }
        if let Some(forbidden) = self.forbidden() {
            write!(f, " --forbidden {forbidden}")?;
        }
        if self.symmetry_breaking { f.write_str(" --symmetry-breaking") } else { Ok(()) }
    }
}
