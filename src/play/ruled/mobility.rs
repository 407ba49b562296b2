//! The ready-made question `GAME.mobility`: positions with at least `k` legal moves.
//!
//! Every well-formed position counts if its game is not over, whether it is reachable or not. The legal moves are the
//! set bits of the words of the family, one word for each kind of step.

use super::board_rules::{AnyBoardRules, BoardRules};
use super::table::{caption, diagram, moves_in_words};
use super::{BOARD, chosen};
use certamen_ask::abilities::Abilities;
use certamen_ask::error::QuestionError;
use certamen_ask::flag::{Flag, Given};
use certamen_ask::kind::{Kind, KindAbilities};
use certamen_ask::listed::{LineForm, ListEntry, Listed, Representative};
use certamen_ask::objective::Objective;
use certamen_ask::query::{Bounded, Query, ReadWord};
use certamen_ask::question::Question;
use certamen_ask::read::read_board;
use certamen_ask::witness::{Witness, WitnessError, require_at_least};
use encodings::board::Symmetry;
use encodings::rules::{Position, Rules, require_least, require_steps, unknown_board};
use encodings::statement::Statement;
use serde::{Deserialize, Serialize, Serializer};
use std::fmt;
use std::ops::Not;
use std::sync::Arc;

/// Its objective.
const MOBILITY: Objective = Objective::new("mobility", "legal moves");

/// The question.
///
/// # Examples
/// ```
/// use certamen_ask::query::Query;
/// use certamen_ask::solve::{Answer, answer};
/// use certamen_play::ruled::{BoardRules, Mobility};
/// use certamen_work::Limits;
/// use encodings::othello::rules::Othello;
/// use std::sync::Arc;
///
/// let board = Arc::new(BoardRules::alone(Othello::<4>));
/// let question = Mobility::new(board, 9, true);
/// assert_eq!(question.to_string(), "othello.mobility --board 4x4 --at-least 9 --symmetry-breaking");
/// assert!(!question.has_second_opinion());
/// assert!(matches!(answer(&question, &Limits::default())?, Answer::Refuted(_)));
/// # Ok::<(), certamen_ask::solve::AskError>(())
/// ```
pub struct Mobility<R> {
    board_rules: Arc<BoardRules<R>>,
    name: String,
    at_least: u32,
    symmetry_breaking: bool,
}

/// The parameters as JSON has them.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Parameters {
    board: String,
    at_least: u32,
    symmetry_breaking: bool,
}

/// A position with its number of legal moves and pictures of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MobilityWitness {
    /// The position as a line.
    pub position: String,
    /// The number of legal moves.
    pub mobility: u32,
    /// Its pictures, which follow from the position.
    #[serde(skip)]
    pictures: Pictures,
}

#[derive(Clone, Debug, Default)]
struct Pictures {
    text: String,
    svg: String,
}

impl PartialEq for Pictures {
    /// Always equal, because the pictures follow from the position.
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Witness for MobilityWitness {
    fn position(&self) -> &str {
        &self.position
    }

    fn text(&self) -> String {
        if self.pictures.text.is_empty() {
            return format!("{}\n{self}\n", self.position);
        }
        self.pictures.text.clone()
    }

    fn svg(&self) -> String {
        if self.pictures.svg.is_empty() {
            return certamen_draw::svg::lines_of_text(&[&self.position, &self.to_string()]);
        }
        self.pictures.svg.clone()
    }
}

impl fmt::Display for MobilityWitness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&moves_in_words(self.mobility))
    }
}

impl<R: Rules> Mobility<R> {
    /// The question for positions with at least `at_least` legal moves.
    pub fn new(board_rules: Arc<BoardRules<R>>, at_least: u32, symmetry_breaking: bool) -> Self {
        let name = format!("{}.mobility", board_rules.name());
        Self { board_rules, name, at_least, symmetry_breaking }
    }

    /// A position with its facts, counted here.
    fn witness_of(&self, line: &str) -> Result<MobilityWitness, WitnessError> {
        let position =
            self.board_rules.parse(line).map_err(|error| WitnessError::Position(error.to_string()))?;
        let opinion =
            self.board_rules.judge(position).map_err(|error| WitnessError::Refused(error.to_string()))?;
        let diagram = diagram(&self.board_rules, position, &caption(&opinion));
        Ok(MobilityWitness {
            position: self.board_rules.print(position),
            mobility: opinion.mobility(),
            pictures: Pictures { text: diagram.text(), svg: diagram.svg() },
        })
    }
}

impl<R: Rules> Query for Mobility<R> {
    type Witness = MobilityWitness;
    const NAME: &'static str = "mobility";

    fn name(&self) -> &str {
        &self.name
    }

    fn state<S: Statement>(&self, statement: &mut S) {
        let rules = &self.board_rules.rules;
        let board = unknown_board(statement, rules);
        statement.require(rules.outcome(board).over().not());
        if self.symmetry_breaking {
            require_least(statement, rules, board);
        }
        require_steps(statement, rules, board, self.at_least);
        for (kind, word) in rules.moves(board).iter() {
            statement.show(kind.name(), rules.layout(), word);
        }
    }

    fn read(&self, words: ReadWord<'_>) -> Result<MobilityWitness, WitnessError> {
        let position = Position::new(&self.board_rules.rules, read_board(&self.board_rules.rules, words)?);
        let position = position.map_err(|error| WitnessError::Position(error.to_string()))?;
        self.witness_of(&self.board_rules.print(position))
    }

    fn verify(&self, witness: &MobilityWitness) -> Result<(), WitnessError> {
        let counted = self.witness_of(&witness.position)?;
        if counted.mobility != witness.mobility {
            let (claimed, counted) = (witness.mobility, counted.mobility);
            return Err(WitnessError::Claim { what: MOBILITY.noun(), claimed, counted });
        }
        require_at_least(MOBILITY.noun(), counted.mobility, self.at_least)
    }

    fn validate(&self) -> Result<(), QuestionError> {
        let rules = &self.board_rules.rules;
        let squares = rules.layout().squares() as u32;
        // Each kind of step has at most one step for each square. If that number is the bound, one more is refuted.
        let kinds = rules.moves(Position::start(rules).board()).iter().count() as u32;
        if self.at_least > kinds * squares + 1 {
            return Err(QuestionError::Limit(format!("{} legal moves on {squares} squares", self.at_least)));
        }
        Ok(())
    }

    fn with_symmetry_breaking(self, breaks: bool) -> Self {
        Self { symmetry_breaking: breaks, ..self }
    }

    fn position(&self) -> &[&'static str] {
        self.board_rules.rules.names()
    }

    fn has_second_opinion(&self) -> bool {
        self.board_rules.has_naive_twin()
    }

    fn complete(&self, witness: MobilityWitness) -> MobilityWitness {
        match self.witness_of(&witness.position) {
            Ok(drawn) => MobilityWitness { pictures: drawn.pictures, ..witness },
            Err(_) => witness,
        }
    }

    fn abilities() -> Abilities<Self> {
        Abilities::none().optimised().listed()
    }
}

impl<R: Rules> Bounded for Mobility<R> {
    fn bounds(&mut self) -> Vec<(Objective, &mut u32)> {
        vec![(MOBILITY, &mut self.at_least)]
    }

    fn counted(&self) -> Vec<&'static str> {
        let rules = &self.board_rules.rules;
        rules.moves(Position::start(rules).board()).iter().map(|(kind, _)| kind.name()).collect()
    }

    fn measure(&self, _: Objective, witness: &MobilityWitness) -> u32 {
        witness.mobility
    }
}

impl<R: Rules> Listed for Mobility<R> {
    fn line_form(&self) -> LineForm {
        LineForm::of_rules(&self.board_rules.rules)
    }

    fn witness_of_entry(&self, entry: &ListEntry) -> Result<MobilityWitness, WitnessError> {
        self.witness_of(&entry.alone()?)
    }

    fn images(&self, line: &str) -> Vec<String> {
        let rules = &self.board_rules.rules;
        let Ok(position) = self.board_rules.parse(line) else { return vec![line.to_owned()] };
        let symmetries = Symmetry::group(rules.symmetries()).into_iter();
        let image = |symmetry| Position::trusted(rules.image(position.board(), symmetry));
        symmetries.map(|symmetry| self.board_rules.print(image(symmetry))).collect()
    }

    fn representative(&self) -> Representative {
        Representative::FirstSquares
    }
}

impl<R: Rules> Clone for Mobility<R> {
    fn clone(&self) -> Self {
        Self { board_rules: self.board_rules.clone(), name: self.name.clone(), ..*self }
    }
}

impl<R: Rules> PartialEq for Mobility<R> {
    fn eq(&self, other: &Self) -> bool {
        let shape = |mobility: &Self| {
            (mobility.board_rules.rules.board_name(), mobility.at_least, mobility.symmetry_breaking)
        };
        self.name == other.name && shape(self) == shape(other)
    }
}

impl<R: Rules> Serialize for Mobility<R> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let board = self.board_rules.rules.board_name();
        let Self { at_least, symmetry_breaking, .. } = *self;
        Parameters { board, at_least, symmetry_breaking }.serialize(serializer)
    }
}

impl<R: Rules> fmt::Display for Mobility<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let board = self.board_rules.rules.board_name();
        write!(f, "{} --board {board} --at-least {}", self.name, self.at_least)?;
        f.write_str(if self.symmetry_breaking { " --symmetry-breaking" } else { "" })
    }
}

impl<R: Rules> fmt::Debug for Mobility<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Mobility({self})")
    }
}

/// The kind of this question: it makes a question for each board of a game.
pub(super) struct MobilityKind {
    name: String,
    about: String,
    all_boards: Vec<Arc<dyn AnyBoardRules>>,
}

impl MobilityKind {
    pub(super) fn new(game: &str, all_boards: Vec<Arc<dyn AnyBoardRules>>) -> Self {
        let about = format!("The number of legal moves in a position of {game}");
        Self { name: format!("{game}.mobility"), about, all_boards }
    }

    fn question(&self, board: Option<&str>, at_least: u32, breaks: bool) -> Result<Question, QuestionError> {
        let question = chosen(&self.all_boards, board)?.mobility(at_least, breaks);
        question.validate()?;
        Ok(question)
    }
}

impl Kind for MobilityKind {
    fn name(&self) -> &str {
        &self.name
    }

    fn about(&self) -> &str {
        &self.about
    }

    fn flags(&self) -> Vec<Flag> {
        vec![BOARD, Flag::number("at-least", "K", "At least this many legal moves")]
    }

    fn ask(&self, given: &Given) -> Result<Question, QuestionError> {
        self.question(given.text(BOARD.name), given.number("at-least").unwrap_or(0), false)
    }

    fn parse(&self, parameters: serde_json::Value) -> Result<Question, QuestionError> {
        let Parameters { board, at_least, symmetry_breaking } = serde_json::from_value(parameters)?;
        self.question(Some(&board), at_least, symmetry_breaking)
    }

    fn abilities(&self) -> KindAbilities {
        self.all_boards.first().map(|board_rules| board_rules.can()).unwrap_or_default()
    }
}
