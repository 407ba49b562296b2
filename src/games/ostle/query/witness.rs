//! A witness of Ostle: a position as text, with claims about it.

use crate::diagram::{self, Drawing};
use crate::variant::OstleVariant;
use certamen_ask::listed::{LineForm, Rows};
use certamen_ask::query::ReadWord;
use certamen_ask::read::read_word;
use certamen_ask::witness::{Witness, WitnessError};
use encodings::board::{Grid, Layout, Symmetry};
use encodings::ostle::notation;
use encodings::ostle::rules::{Ostle, Pieces};
use encodings::rules::require_least_image;
use encodings::statement::Statement;
use serde::{Deserialize, Serialize};
use std::fmt;
use verify::ostle as naive;

/// A position with claims about it. Every reader counts the claims again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OstleWitness {
    /// The board and the pieces.
    pub variant: OstleVariant,
    /// The position, one digit for each square. 1 is to move.
    pub position: String,
    /// The number of legal moves, without rule 8.
    pub mobility: u32,
    /// The legal moves: the name of a square, followed by U, D, L or R.
    pub moves: Vec<String>,
    /// The first move of a win, if the question asks for one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub win: Option<OstleFirstMove>,
}

/// A move that wins against all replies.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OstleFirstMove {
    /// The move.
    pub played: String,
    /// The number of plies within which it wins, including this move.
    pub within: u32,
    /// The move that rule 8 forbids in this position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forbidden: Option<String>,
}

impl OstleWitness {
    /// The facts of a position, counted by the naive game.
    ///
    /// # Errors
    /// [`WitnessError`] if the text is not a position of the game.
    pub fn of_position(variant: OstleVariant, position: String) -> Result<Self, WitnessError> {
        let moves = move_names(&parse(variant, &position)?);
        Ok(Self { variant, position, mobility: moves.len() as u32, moves, win: None })
    }

    /// The facts of a position, and of a move that wins there.
    ///
    /// # Errors
    /// [`WitnessError`] if the text is not a position of the game, or if the move does not win within the number of
    /// plies.
    pub fn of_win(
        variant: OstleVariant,
        position: String,
        win: OstleFirstMove,
    ) -> Result<Self, WitnessError> {
        let witness = Self { win: Some(win), ..Self::of_position(variant, position)? };
        witness.recount()?;
        Ok(witness)
    }

    /// Counts everything again and compares it with the claims.
    ///
    /// # Errors
    /// [`WitnessError`] with the first wrong claim.
    pub fn recount(&self) -> Result<(), WitnessError> {
        let position = parse(self.variant, &self.position)?;
        let written = naive::write_line(position.board());
        if written != self.position {
            return Err(WitnessError::Position(format!("expected {written}")));
        }
        let moves = move_names(&position);
        let (claimed, counted) = (self.mobility, moves.len() as u32);
        if claimed != counted {
            return Err(WitnessError::Claim { what: "legal moves", claimed, counted });
        }
        if self.moves != moves {
            let reason = "the legal moves listed are not those that the naive game finds";
            return Err(WitnessError::Refused(reason.to_owned()));
        }
        self.win.as_ref().map_or(Ok(()), |win| win.require(position))
    }

    /// Checks that the variant is the one in the question.
    pub(super) fn require_variant(&self, expected: OstleVariant) -> Result<(), WitnessError> {
        if self.variant == expected {
            return Ok(());
        }
        Err(WitnessError::Board { found: self.variant.to_string(), expected: expected.to_string() })
    }

    /// The layout of its board.
    fn layout(&self) -> Layout {
        layout(self.variant)
    }
}

impl OstleFirstMove {
    /// Checks with the naive game that the move wins against all replies.
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

/// Reads a position with the naive game.
pub(super) fn parse(variant: OstleVariant, text: &str) -> Result<naive::Position, WitnessError> {
    let variant = variant.naive().map_err(WitnessError::Position)?;
    naive::parse_position(variant, text).map_err(|error| WitnessError::Position(error.to_string()))
}

/// The legal moves, as the naive game finds them.
fn move_names(position: &naive::Position) -> Vec<String> {
    naive::moves(position).iter().map(ToString::to_string).collect()
}

/// The layout of a board.
pub(super) fn layout(variant: OstleVariant) -> Layout {
    Layout::new(variant.get().side(), variant.get().side()).unwrap_or(Layout::BIT)
}

impl fmt::Display for OstleWitness {
    /// Writes the numbers of the witness.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.win {
            Some(OstleFirstMove { played, within: 1, .. }) => write!(f, "{played} wins"),
            Some(OstleFirstMove { played, within, .. }) => write!(f, "{played} wins within {within} plies"),
            None => write!(f, "{} legal move{}", self.mobility, if self.mobility == 1 { "" } else { "s" }),
        }
    }
}

/// The form of a position as a line: the digits of the notation, the last rank first.
pub(super) fn line_form(variant: OstleVariant) -> LineForm {
    let side = variant.get().side();
    LineForm {
        words: vec!["hole", "opp", "own"],
        letters: vec![('0', 0b000), ('1', 0b001), ('2', 0b010), ('3', 0b100)],
        squares: (0..side).rev().flat_map(|rank| rank * side..(rank + 1) * side).collect(),
        rows: Some(Rows { letters: side, separator: '-' }),
        flag: None,
    }
}

/// The lines of the images under the eight symmetries of the square.
pub(super) fn images(variant: OstleVariant, line: &str) -> Vec<String> {
    let layout = layout(variant);
    line_form(variant).images(line, layout.files(), layout.ranks())
}

/// The names of the words of a position: the pieces of the player to move, the pieces of the opponent, and the hole.
pub(super) const WORDS: [&str; 3] = ["own", "opp", "hole"];

/// States an unknown position of an unfinished game. With symmetry breaking, only one position of each class of
/// symmetric positions has to satisfy the formula: the one whose occupied squares, including the hole, come first.
///
/// This is sound if the rest of the question is invariant under the symmetries, as the rules are.
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
        require_least_image(statement, layout, &Symmetry::ALL, pieces.occupied() | pieces.hole);
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
