//! `othello.mobility`: is there an Othello position with at least this many legal moves and empty squares?
//!
//! What it asks of a position is a line of the language of questions, such as `count(legal) >= 35`. Any position in which
//! the four centre squares are occupied counts; a game need not reach it. X is the side to move.

use super::flags::{EXAMPLES, FLAGS, Flags};
use super::play::OthelloPlay;
use super::witness::{OthelloWitness, Refusal};
use super::{LastSteps, Reachability};
use crate::reachable::{ReachableComposer, ReachableProver};
use crate::strategy::strategies;
use crate::{OthelloSize, on_side};
use certamen_ask::abilities::Abilities;
use certamen_ask::error::QuestionError;
use certamen_ask::flag::{Flag, Given};
use certamen_ask::kind::NamedQuery;
use certamen_ask::listed::{LineForm, ListEntry, Listed, Representative};
use certamen_ask::objective::Objective;
use certamen_ask::query::{Bounded, Query, ReadWord, RefutationParts};
use certamen_ask::read::read_colours;
use certamen_ask::system::SystemKind;
use certamen_ask::witness::{WitnessError, require_at_least};
use certamen_language::require;
use certamen_prove::argument::{ComposerAbility, ProverAbility};
use certamen_prove::strategy::Strategies;
use cnf_out::solver::chain::{Cube, Setting};
use encodings::board::{Grid, Mask, Symmetry};
use encodings::othello::rules::{Discs, Othello};
use encodings::othello::stranded::StrandedDiscs;
use encodings::rules::require_least_image;
use encodings::statement::Statement;
use encodings::word::Word as _;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::Not;
use std::sync::Arc;

/// A bound on the number of legal moves.
pub const MOBILITY: Objective = Objective::new("mobility", "legal moves");
/// A bound on the number of empty squares.
pub const EMPTIES: Objective = Objective::new("empties", "empty squares");

/// The question.
///
/// # Examples
/// ```
/// use certamen_ask::question::Question;
/// use certamen_othello::{OthelloSize, query::OthelloMobility};
/// let query = OthelloMobility { at_least: 8, ..OthelloMobility::any(OthelloSize::Four) };
/// assert_eq!(Question::from(query).to_string(), "othello.mobility --board 4x4 --at-least 8");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OthelloMobility {
    /// The size of the board.
    pub board: OthelloSize,
    /// The least number of legal moves.
    pub at_least: u32,
    /// The least number of empty squares.
    pub empties: u32,
    /// Whether only one position of each symmetry class has to satisfy the formula.
    pub symmetry_breaking: bool,
    /// The exact number of discs, for questions about any position; [`Reachability`] has its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub discs: Option<u32>,
    /// The games that must reach the position; `None` if any position counts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reach: Option<Reachability>,
    /// Whether the other player has no legal move, as after a pass: at the position if any counts, else before the last steps,
    /// which are then the last after the last pass.
    #[serde(default, skip_serializing_if = "Not::not")]
    pub after_pass: bool,
}

impl RefutationParts for OthelloMobility {
    fn cuts(&self) -> Vec<Vec<String>> {
        match self.reach {
            Some(Reachability::Game(game)) => game.boards(),
            Some(Reachability::Window(_) | Reachability::Alternating(_)) | None => Vec::new(),
        }
    }

    fn excluded(&self, cut: &[Vec<bool>]) -> Vec<Cube> {
        on_side!(self.board, SIDE => stranded::<SIDE>(cut))
    }

    fn cases(&self) -> Vec<String> {
        self.reach.map_or_else(Vec::new, |reach| reach.cases(self.after_pass))
    }
}

impl Query for OthelloMobility {
    type Witness = OthelloWitness;

    const NAME: &'static str = "othello.mobility";

    fn state<S: Statement>(&self, statement: &mut S) {
        on_side!(self.board, SIDE => self.state_on::<S, SIDE>(statement));
    }

    fn with_symmetry_breaking(self, breaks: bool) -> Self {
        Self { symmetry_breaking: breaks, ..self }
    }

    fn is_relaxed(&self) -> bool {
        matches!(self.reach, Some(Reachability::Window(_)))
    }

    fn position(&self) -> &'static [&'static str] {
        if self.reach.is_some() { &["end_own", "end_opp"] } else { &["own", "opp"] }
    }

    fn refutation_parts(&self) -> Option<&dyn RefutationParts> {
        Some(self)
    }

    fn read(&self, words: ReadWord<'_>) -> Result<OthelloWitness, WitnessError> {
        if let Some(reach) = self.reach {
            return reach.read(self.board, self.after_pass, words);
        }
        OthelloWitness::of_board(read_colours('-', words)?)
    }

    fn validate(&self) -> Result<(), QuestionError> {
        let squares = self.board.squares();
        for (what, number) in [("legal moves", self.at_least), ("empty squares", self.empties)] {
            // If all squares are a bound, the number may be one larger, so that it can be refuted.
            if number > squares + 1 {
                return Err(QuestionError::Limit(format!("{number} {what} on {squares} squares")));
            }
        }
        if self.after_pass
            && !matches!(self.reach, None | Some(Reachability::Window(LastSteps { any_order: false, .. })))
        {
            return Err("a pass before the position, and a game from the start or in any order"
                .to_owned()
                .into());
        }
        match (self.reach, self.discs) {
            (Some(reach), None) => reach.validate(squares),
            (Some(_), Some(discs)) => {
                Err(format!("{discs} discs and a game, which determines its own number of discs").into())
            }
            (None, Some(discs)) if !(4..=squares).contains(&discs) => {
                Err(QuestionError::Limit(format!("{discs} discs on {squares} squares")))
            }
            (None, _) => Ok(()),
        }
    }

    fn verify(&self, witness: &OthelloWitness) -> Result<(), WitnessError> {
        let facts = witness.recount()?;
        if facts.size.edge() != self.board.side() {
            return Err(Refusal::Size { found: facts.size, expected: self.board }.into());
        }
        match self.reach {
            Some(reach) => reach.verify(self, witness)?,
            None => witness.require_no_record()?,
        }
        if self.after_pass && self.reach.is_none() {
            witness.require_other_stuck()?;
        }
        let found = self.board.squares() - witness.empties;
        if let Some(required) = self.discs.filter(|&required| required != found) {
            return Err(Refusal::Discs { found: found as usize, required }.into());
        }
        if let Some(&square) = facts.empty_centre.first() {
            return Err(Refusal::EmptyCentre(square).into());
        }
        require_at_least("legal moves", witness.mobility, self.at_least)?;
        require_at_least("empty squares", witness.empties, self.empties)
    }

    fn abilities() -> Abilities<Self> {
        Abilities::none()
            .optimised()
            .listed()
            .offering::<ProverAbility>(|| Arc::new(ReachableProver))
            .with::<ComposerAbility>(|query| Box::new(ReachableComposer::new(*query)))
            .with::<Strategies>(strategies)
    }
}

impl NamedQuery for OthelloMobility {
    const ABOUT: &'static str = "The number of legal moves in an Othello position";
    const FLAGS: &'static [Flag] = FLAGS;
    const EXAMPLES: &'static [(&'static str, &'static str)] = EXAMPLES;

    fn from_flags(given: &Given) -> Result<Self, QuestionError> {
        Flags::read(given)?.question()
    }

    fn system() -> Option<SystemKind> {
        Some(SystemKind::of::<OthelloPlay>())
    }
}

impl Bounded for OthelloMobility {
    fn bounds(&mut self) -> Vec<(Objective, &mut u32)> {
        vec![(MOBILITY, &mut self.at_least), (EMPTIES, &mut self.empties)]
    }

    fn counted(&self) -> Vec<&'static str> {
        vec!["legal"]
    }

    fn measure(&self, objective: Objective, witness: &OthelloWitness) -> u32 {
        match objective {
            EMPTIES => witness.empties,
            _ => witness.mobility,
        }
    }
}

impl Listed for OthelloMobility {
    fn line_form(&self) -> LineForm {
        let squares = (0..self.board.squares() as usize).collect();
        let letters = vec![('-', 0b00), ('O', 0b01), ('X', 0b10)];
        LineForm { words: self.position().to_vec(), letters, squares, rows: None, flag: None }
    }

    /// The game that leads there.
    fn evidence<'w>(&self, witness: &'w OthelloWitness) -> Option<&'w str> {
        self.reach.and(witness.record.as_deref()).filter(|record| !record.is_empty())
    }

    /// X is to move, and may be either colour in the game.
    fn witness_of_entry(&self, entry: &ListEntry) -> Result<OthelloWitness, WitnessError> {
        match self.reach {
            Some(reach) => reach.witness_of_entry(self.board, entry),
            None => OthelloWitness::of_board(entry.alone()?),
        }
    }

    /// The images under the eight symmetries of the square; for games, under those that fix the start.
    fn images(&self, line: &str) -> Vec<String> {
        let side = self.board.side();
        let images = self.line_form().images(line, side, side);
        match self.reach {
            Some(reach) => {
                reach.symmetries().iter().filter_map(|&symmetry| images.get(symmetry).cloned()).collect()
            }
            None => images,
        }
    }

    /// For games, the first move breaks the symmetry.
    fn representative(&self) -> Representative {
        match self.reach {
            Some(Reachability::Window(_)) => Representative::FirstImage,
            Some(_) => Representative::First,
            None => Representative::FirstSquares,
        }
    }

    /// Ends of last steps are listed if they are soon refuted: it can then be asked whether a game leads to any of them.
    fn lists_more(&self) -> bool {
        matches!(self.reach, Some(Reachability::Window(window)) if window.has_cases(self.after_pass))
    }
}

impl OthelloMobility {
    /// The question about any position of a board.
    pub const fn any(board: OthelloSize) -> Self {
        Self {
            board,
            at_least: 0,
            empties: 0,
            symmetry_breaking: false,
            discs: None,
            reach: None,
            after_pass: false,
        }
    }

    /// The board, if the flags ask for every position that a game reaches, whatever its number of discs. `is_other` says
    /// whether the bound is to be on something else than the number of legal moves.
    pub(crate) fn all_reachable(given: &Given, is_other: bool) -> Result<Option<OthelloSize>, QuestionError> {
        Flags::read(given)?.all_reachable(is_other)
    }

    fn state_on<S: Statement, const SIDE: usize>(&self, statement: &mut S) {
        let layout = Grid::<SIDE, SIDE>::LAYOUT;
        let discs = match self.reach {
            Some(reach) => reach.state::<S, SIDE>(statement, self),
            None => self.any_position::<S, SIDE>(statement),
        };
        if self.reach.is_some() {
            statement.show("end_own", layout, discs.own);
            statement.show("end_opp", layout, discs.opp);
        }
        require(statement, &Othello::<SIDE>, discs, &self.condition())
            .expect("the numbers of a valid question are those of the board");
        statement.show("legal", layout, Othello::<SIDE>::legal(discs));
    }

    /// What is asked of a position, in the language of questions.
    fn condition(&self) -> String {
        let exactly = self.discs.map_or(0, |discs| self.board.squares().saturating_sub(discs));
        let empties = Some(self.empties.max(exactly)).filter(|&empties| empties > 0);
        let parts = [("legal", Some(self.at_least)), ("empty", empties), ("occupied", self.discs)];
        let parts = parts.map(|(word, number)| number.map(|number| format!("count({word}) >= {number}")));
        parts.into_iter().flatten().collect::<Vec<_>>().join(" and ")
    }

    fn any_position<S: Statement, const SIDE: usize>(&self, statement: &mut S) -> Discs<S::Word> {
        let layout = Grid::<SIDE, SIDE>::LAYOUT;
        let own = statement.unknown("own", layout);
        let opp = statement.unknown("opp", layout);
        let discs = Discs { own, opp };
        statement.require(Othello::<SIDE>::well_formed(discs));
        if self.after_pass {
            statement.require(!Othello::<SIDE>::legal(discs.passed()).any());
        }
        if self.symmetry_breaking {
            require_least_image(statement, layout, &Symmetry::ALL, discs.occupied());
        }
        discs
    }
}

impl fmt::Display for OthelloMobility {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "othello.mobility --board {} --at-least {}", self.board, self.at_least)?;
        if self.empties > 0 {
            write!(f, " --empties {}", self.empties)?;
        }
        if let Some(discs) = self.discs {
            write!(f, " --discs {discs}")?;
        }
        if let Some(reach) = &self.reach {
            reach.fmt(f)?;
        }
        f.write_str(if self.after_pass { " --after-pass" } else { "" })?;
        write!(f, "{}", if self.symmetry_breaking { " --symmetry-breaking" } else { "" })
    }
}

/// The cubes of the occupied squares, the first word of a cut, that say which discs nothing connects with the centre: each disc
/// with the empty squares.
fn stranded<const SIDE: usize>(cut: &[Vec<bool>]) -> Vec<Cube> {
    let Some(occupied) = cut.first() else { return Vec::new() };
    let squares = occupied.iter().enumerate().filter(|(_, is_set)| **is_set).map(|(square, _)| square);
    let occupied = squares.take_while(|&square| square < SIDE * SIDE).fold(Mask::EMPTY, Mask::with);
    let Some(StrandedDiscs { discs, empty }) = StrandedDiscs::find::<SIDE>(&occupied) else {
        return Vec::new();
    };
    let setting = |is_set| move |bit| Setting { word: 0, bit, is_set };
    let cube = |disc| empty.indices().map(setting(false)).chain([setting(true)(disc)]).collect();
    discs.indices().map(cube).collect()
}
