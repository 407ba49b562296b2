//! A position of Ostle that answers a question, as text with the facts that are claimed of it.

use super::mobility::MOBILITY;
use crate::diagram::{self, Drawing};
use crate::variant::OstleVariant;
use certamen_ask::listed::{Line, Rows};
use certamen_ask::query::ReadWord;
use certamen_ask::read::read_word;
use certamen_ask::symmetry::require_least;
use certamen_ask::witness::{Witness, WitnessError};
use encodings::board::{Grid, Layout};
use encodings::ostle::notation;
use encodings::ostle::rules::{Ostle, Pieces};
use encodings::statement::Statement;
use serde::{Deserialize, Serialize};
use std::fmt;
use verify::ostle as naive;

/// A position and what is claimed of it. Whoever reads one counts anew.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OstleWitness {
    /// The board and the pieces.
    pub variant: OstleVariant,
    /// The position, a digit a square: 1 is to move.
    pub position: String,
    /// The number of legal moves, rule 8 aside.
    pub mobility: u32,
    /// These moves, by the names of the squares, then U, D, L, R.
    pub moves: Vec<String>,
    /// The first move of a win, where one was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub win: Option<OstleFirstMove>,
}

/// A move that wins whatever the replies are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OstleFirstMove {
    /// The move.
    pub played: String,
    /// Within how many plies it wins, itself included.
    pub within: u32,
    /// The move that rule 8 forbids in its place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forbidden: Option<String>,
}

impl OstleWitness {
    /// The facts of a position, counted by the naive game.
    ///
    /// # Errors
    /// If the text is no position of the game.
    pub fn of_position(variant: OstleVariant, position: String) -> Result<Self, WitnessError> {
        let moves = move_names(&parse(variant, &position)?);
        Ok(Self { variant, position, mobility: moves.len() as u32, moves, win: None })
    }

    /// The facts of a position and of a move that wins there.
    ///
    /// # Errors
    /// If the text is no position of the game, or the move does not win so soon.
    pub fn of_win(
        variant: OstleVariant,
        position: String,
        win: OstleFirstMove,
    ) -> Result<Self, WitnessError> {
        let witness = Self { win: Some(win), ..Self::of_position(variant, position)? };
        witness.recount()?;
        Ok(witness)
    }

    /// Counts everything anew and compares it with what is claimed.
    ///
    /// # Errors
    /// [`WitnessError`] with the first claim that does not hold.
    pub fn recount(&self) -> Result<(), WitnessError> {
        let position = parse(self.variant, &self.position)?;
        let written = naive::write_line(position.board());
        if written != self.position {
            return Err(WitnessError::Position(format!("expected {written}")));
        }
        let moves = move_names(&position);
        let (claimed, counted) = (self.mobility, moves.len() as u32);
        if claimed != counted {
            return Err(WitnessError::Claim { what: MOBILITY.noun(), claimed, counted });
        }
        if self.moves != moves {
            let reason = "the legal moves listed are not those that the naive game finds";
            return Err(WitnessError::Refused(reason.to_owned()));
        }
        self.win.as_ref().map_or(Ok(()), |win| win.require(position))
    }

    /// Holds the game against the one that was asked about.
    pub(super) fn require_variant(&self, expected: OstleVariant) -> Result<(), WitnessError> {
        if self.variant == expected {
            return Ok(());
        }
        Err(WitnessError::Board { found: self.variant.to_string(), expected: expected.to_string() })
    }

    /// The squares of its board.
    fn layout(&self) -> Layout {
        layout(self.variant)
    }
}

impl OstleFirstMove {
    /// Looks at all replies, and at all that follows them, by the naive game.
    fn require(&self, position: naive::Position) -> Result<(), WitnessError> {
        let Self { played, within, forbidden } = self;
        let refused = |reason: String| WitnessError::Refused(format!("the move {played}: {reason}"));
        let read = |text: &str| text.parse::<naive::Move>().map_err(|error| refused(error.to_string()));
        let state = match forbidden {
            None => naive::State::new(position),
            Some(forbidden) => naive::State::with_forbidden(position, read(forbidden)?)
                .map_err(|error| refused(error.to_string()))?,
        };
        let wins = match state.play(read(played)?).map_err(|illegal| refused(illegal.to_string()))? {
            naive::Outcome::Wins(_) => *within > 0,
            naive::Outcome::Loses(_) => false,
            naive::Outcome::Continues(next) => *within > 1 && naive::loses_within(&next, within - 1),
        };
        if wins { Ok(()) } else { Err(refused(format!("it does not win within {within} plies"))) }
    }
}

impl Witness for OstleWitness {
    fn position(&self) -> &str {
        &self.position
    }

    fn text(&self) -> String {
        match notation::parse(&self.position, self.layout()) {
            Ok(pieces) => format!("{}{self}\n", diagram::text(pieces, self.layout())),
            Err(error) => format!("{error}\n"),
        }
    }

    fn svg(&self) -> String {
        let layout = self.layout();
        match notation::parse(&self.position, layout) {
            Ok(pieces) => {
                let drawing = Drawing { pieces, layout, caption: vec![self.to_string()] };
                diagram::svg(&self.position, &[drawing])
            }
            Err(error) => format!("{error}\n"),
        }
    }
}

/// A position as the naive game reads it.
pub(super) fn parse(variant: OstleVariant, text: &str) -> Result<naive::Position, WitnessError> {
    let variant = variant.naive().map_err(WitnessError::Position)?;
    naive::parse_position(variant, text).map_err(|error| WitnessError::Position(error.to_string()))
}

/// The legal moves, as the naive game finds them.
fn move_names(position: &naive::Position) -> Vec<String> {
    naive::moves(position).iter().map(ToString::to_string).collect()
}

/// The squares of a board.
pub(super) fn layout(variant: OstleVariant) -> Layout {
    Layout::new(variant.get().side(), variant.get().side()).unwrap_or(Layout::BIT)
}

impl fmt::Display for OstleWitness {
    /// Its numbers.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.win {
            Some(OstleFirstMove { played, within: 1, .. }) => write!(f, "{played} wins"),
            Some(OstleFirstMove { played, within, .. }) => write!(f, "{played} wins within {within} plies"),
            None => write!(f, "{} legal move{}", self.mobility, if self.mobility == 1 { "" } else { "s" }),
        }
    }
}

/// A position as a line: the digits of the notation, the last rank first.
pub(super) fn line_form(variant: OstleVariant) -> Line {
    let side = variant.get().side();
    Line {
        words: vec!["hole", "opp", "own"],
        letters: vec![('0', 0b000), ('1', 0b001), ('2', 0b010), ('3', 0b100)],
        squares: (0..side).rev().flat_map(|rank| rank * side..(rank + 1) * side).collect(),
        rows: Some(Rows { letters: side, separator: '-' }),
    }
}

/// The lines of the images under the eight symmetries of the square.
pub(super) fn images(variant: OstleVariant, line: &str) -> Vec<String> {
    let layout = layout(variant);
    line_form(variant).images(line, layout.files(), layout.ranks())
}

/// The words of a position, by name: of the mover, of the opponent, and the hole.
pub(super) const WORDS: [&str; 3] = ["own", "opp", "hole"];

/// A position that the solver chooses, of a game that goes on. With symmetry breaking, of those that the symmetries of
/// the square exchange, one whose occupied squares, the hole's among them, come first is enough.
///
/// Sound where the rest of the question is the same after each of the symmetries, as the rules are.
pub(super) fn any_position<S: Statement, const SIDE: usize>(
    statement: &mut S,
    variant: OstleVariant,
    symmetry_breaking: bool,
) -> Pieces<S::Word> {
    let layout = Grid::<SIDE, SIDE>::LAYOUT;
    let [own, opp, hole] = WORDS.map(|name| statement.unknown(name, layout));
    let pieces = Pieces { own, opp, hole };
    let variant = variant.get();
    statement.require(Ostle::<SIDE>::well_formed(pieces, variant.pieces()));
    statement.require(!Ostle::<SIDE>::terminal(pieces, variant.lose_at()));
    if symmetry_breaking {
        require_least(statement, layout, pieces.occupied() | pieces.hole);
    }
    pieces
}

/// The position that a solver chose, as text.
pub(super) fn read_position(variant: OstleVariant, words: ReadWord<'_>) -> Result<String, WitnessError> {
    let [own, opp, hole] = WORDS.map(|name| read_word(name, words));
    let pieces = Pieces { own: own?, opp: opp?, hole: hole? };
    let layout = layout(variant);
    let shared = pieces.own & pieces.opp | pieces.occupied() & pieces.hole;
    match layout.square(shared.trailing_zeros() as usize) {
        Some(square) => {
            Err(WitnessError::Position(format!("square {} holds two things", layout.name(square))))
        }
        None => Ok(notation::print(pieces, layout)),
    }
}
