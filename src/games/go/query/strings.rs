//! `go.strings`: the legal positions of Go with at least `k` strings. With `k` = 0 they are all legal positions.
//!
//! A position is legal if each of its strings has a liberty. Every such position is reachable (Tromp and Farnebäck,
//! "Combinatorics of Go", 2009, section 3). The word `own` is X, which is Black in diagrams. Strings of both colours
//! are counted together, each by the bit of its first point.

use super::witness::{GoWitness, STRINGS};
use certamen_ask::abilities::Abilities;
use certamen_ask::error::QuestionError;
use certamen_ask::flag::{Flag, Given};
use certamen_ask::kind::NamedQuery;
use certamen_ask::listed::{LineForm, ListEntry, Listed, Rows};
use certamen_ask::objective::Objective;
use certamen_ask::query::{Bounded, Query, ReadWord};
use certamen_ask::read::read_colours;
use certamen_ask::witness::{WitnessError, require_at_least};
use encodings::board::Symmetry;
use encodings::go::{Board, BoardSides, Stones};
use encodings::rules::require_least_image;
use encodings::statement::Statement;
use encodings::word::Word;
use serde::{Deserialize, Serialize};
use std::fmt;

const BOARD: Flag = Flag::text("board", "BOARD", "The board: two sides of 1 to 19 points, as in 4x4");
const AT_LEAST: Flag = Flag::number("at-least", "K", "At least this many strings");

/// The question.
///
/// # Examples
/// ```
/// use certamen_go::GoStrings;
/// let query = GoStrings { board: "4x4".parse()?, at_least: 12, symmetry_breaking: false };
/// assert_eq!(query.to_string(), "go.strings --board 4x4 --at-least 12");
/// # Ok::<(), encodings::go::BoardSidesError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GoStrings {
    /// The board.
    #[serde(with = "as_text")]
    pub board: BoardSides,
    /// The least number of strings of both colours together.
    pub at_least: u32,
    /// Whether the formula may leave out positions, as long as one of each class stays. A class is the set of images of
    /// a position under the symmetries of the board and the exchange of colours.
    pub symmetry_breaking: bool,
}

/// A board in JSON: as a text such as `4x4`.
mod as_text {
    use encodings::go::BoardSides;
    use serde::{Deserialize as _, Deserializer, Serializer, de::Error as _};

    pub(super) fn serialize<S: Serializer>(board: &BoardSides, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(board)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<BoardSides, D::Error> {
        String::deserialize(from)?.parse().map_err(D::Error::custom)
    }
}

impl Query for GoStrings {
    type Witness = GoWitness;

    const NAME: &'static str = "go.strings";

    fn state<S: Statement>(&self, statement: &mut S) {
        let layout = self.board.layout();
        let board = Board::new(layout);
        let stones = Stones { own: statement.unknown("own", layout), opp: statement.unknown("opp", layout) };
        statement.require(board.well_formed(stones));
        statement.require(board.is_legal(stones));
        if self.symmetry_breaking {
            require_least_image(statement, layout, &Symmetry::ALL, stones.occupied());
            // Sound together: exchanging the colours, where that is called for, leaves the occupied points as they are,
            // and neither legality nor the number of strings tells the colours apart.
            statement.require(stones.own.lex_le(stones.opp));
        }
        let heads = board.heads(stones.own) | board.heads(stones.opp);
        // With a bound of 0 nothing is required: all legal positions are counted without counting strings.
        if self.at_least > 0 {
            statement.require_at_least(layout, heads, self.at_least);
        }
        statement.show("heads", layout, heads);
    }

    fn validate(&self) -> Result<(), QuestionError> {
        let points = self.board.points() as u32;
        // If the bound is the number of points, one more must still be refutable.
        if self.at_least > points + 1 {
            let what = format!("{} strings: the {} board has {points} points", self.at_least, self.board);
            return Err(QuestionError::Limit(what));
        }
        Ok(())
    }

    fn with_symmetry_breaking(self, breaks: bool) -> Self {
        Self { symmetry_breaking: breaks, ..self }
    }

    fn position(&self) -> &'static [&'static str] {
        &["own", "opp"]
    }

    fn read(&self, words: ReadWord<'_>) -> Result<GoWitness, WitnessError> {
        let stones: Vec<char> = read_colours('.', words)?.chars().collect();
        let rows: Vec<String> = stones.chunks(self.board.columns()).map(|row| row.iter().collect()).collect();
        GoWitness::of_position(rows.join("/"))
    }

    fn verify(&self, witness: &GoWitness) -> Result<(), WitnessError> {
        let size = witness.recount()?;
        if (size.rows(), size.columns()) != (self.board.rows(), self.board.columns()) {
            let found = format!("{}x{}", size.rows(), size.columns());
            return Err(WitnessError::Board { found, expected: self.board.to_string() });
        }
        require_at_least(STRINGS.noun(), witness.strings, self.at_least)
    }

    fn abilities() -> Abilities<Self> {
        Abilities::none().optimised().listed()
    }
}

impl NamedQuery for GoStrings {
    const ABOUT: &'static str = "The number of strings in a legal position of Go";
    const FLAGS: &'static [Flag] = &[BOARD, AT_LEAST];
    const EXAMPLES: &'static [(&'static str, &'static str)] = &[
        ("prove go.strings --board 4x4 --out cert-go", ""),
        ("enumerate go.strings --board 4x4 --at-least 12", ""),
        ("count go.strings --board 5x5", "414295148741, by decision diagram"),
        ("count go.strings --board 4x4 --at-least 8", ""),
    ];

    fn from_flags(given: &Given) -> Result<Self, QuestionError> {
        let missing = || QuestionError::flag(BOARD.name, "give the two sides of the board, as in 4x4");
        let board = given.read(BOARD.name)?.ok_or_else(missing)?;
        let at_least = given.number(AT_LEAST.name).unwrap_or(0);
        let query = Self { board, at_least, symmetry_breaking: false };
        query.validate().map_err(|reason| QuestionError::flag(AT_LEAST.name, reason))?;
        Ok(query)
    }
}

impl Bounded for GoStrings {
    fn bounds(&mut self) -> Vec<(Objective, &mut u32)> {
        vec![(STRINGS, &mut self.at_least)]
    }

    fn counted(&self) -> Vec<&'static str> {
        vec!["heads"]
    }

    fn measure(&self, _: Objective, witness: &GoWitness) -> u32 {
        witness.strings
    }
}

impl Listed for GoStrings {
    fn line_form(&self) -> LineForm {
        LineForm {
            words: self.position().to_vec(),
            letters: vec![('.', 0b00), ('O', 0b01), ('X', 0b10)],
            squares: (0..self.board.points()).collect(),
            rows: Some(Rows { letters: self.board.columns(), separator: '/' }),
            flag: None,
        }
    }

    fn witness_of_entry(&self, entry: &ListEntry) -> Result<GoWitness, WitnessError> {
        GoWitness::of_position(entry.alone()?)
    }

    /// The images under the symmetries of the board, with the original colours and with exchanged ones.
    fn images(&self, line: &str) -> Vec<String> {
        let mut images = self.line_form().images(line, self.board.columns(), self.board.rows());
        let exchanged = |character: char| match character {
            'X' => 'O',
            'O' => 'X',
            other => other,
        };
        let others: Vec<String> = images.iter().map(|image| image.chars().map(exchanged).collect()).collect();
        images.extend(others);
        images
    }
}

impl fmt::Display for GoStrings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} --board {} --at-least {}", Self::NAME, self.board, self.at_least)?;
        if self.symmetry_breaking { f.write_str(" --symmetry-breaking") } else { Ok(()) }
    }
}
