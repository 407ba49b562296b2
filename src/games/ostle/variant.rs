//! The board, the number of pieces of each side, and the number of pieces with which a side has lost.

use encodings::ostle::notation;
use encodings::ostle::position::Position;
use encodings::ostle::variant::{Variant, VariantError};
use serde::{Deserialize, Serialize};
use std::fmt;
use verify::ostle as naive;

/// Evaluates an expression for a board of Ostle, with its edge length as the constant `$side`.
macro_rules! on_side {
    ($edge:expr, $side:ident => $value:expr) => {
        match $edge {
            3 => {
                const $side: usize = 3;
                $value
            }
            4 => {
                const $side: usize = 4;
                $value
            }
            _ => {
                const $side: usize = 5;
                $value
            }
        }
    };
}
pub(crate) use on_side;

/// A board with its pieces, as questions store it and the command line names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Form", into = "Form")]
pub struct OstleVariant(Variant);

/// The form of a variant in JSON.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Form {
    /// The number of squares along an edge.
    side: usize,
    pieces: usize,
    lose_at: usize,
}

impl OstleVariant {
    /// The published game.
    pub const PUBLISHED: Self = Self(Variant::PUBLISHED);

    /// The variant in the form of the rules.
    pub const fn get(self) -> Variant {
        self.0
    }

    /// The number of squares.
    pub const fn squares(self) -> u32 {
        (self.0.side() * self.0.side()) as u32
    }

    /// Its start as text.
    ///
    /// # Errors
    /// A text that says why there is none.
    pub(crate) fn start(self) -> Result<String, String> {
        on_side!(self.0.side(), SIDE => Position::<SIDE>::start(self.0)
            .map(|start| notation::print(start.pieces(), Position::<SIDE>::LAYOUT)))
        .map_err(|error| error.to_string())
    }

    /// The variant in the form of the naive rules.
    ///
    /// # Errors
    /// A text that says why the naive rules do not have this variant.
    pub(crate) fn naive(self) -> Result<naive::Variant, String> {
        let size = naive::Size::new(self.0.side()).map_err(|error| error.to_string())?;
        naive::Variant::new(size, self.0.pieces() as usize, self.0.lose_at() as usize)
            .map_err(|error| error.to_string())
    }
}

/// The edge of the smallest board that has room for the squares of a text.
pub(crate) fn side_of(text: &str) -> usize {
    let is_square = |character: &char| *character != '-' && !character.is_ascii_whitespace();
    let squares = text.chars().filter(is_square).count();
    (3..5).find(|side| side * side >= squares).unwrap_or(5)
}

impl From<Variant> for OstleVariant {
    fn from(variant: Variant) -> Self {
        Self(variant)
    }
}

impl TryFrom<Form> for OstleVariant {
    type Error = VariantError;

    fn try_from(Form { side, pieces, lose_at }: Form) -> Result<Self, VariantError> {
        Variant::new(side, pieces, lose_at).map(Self)
    }
}

impl From<OstleVariant> for Form {
    fn from(OstleVariant(variant): OstleVariant) -> Self {
        Self { side: variant.side(), pieces: variant.pieces() as usize, lose_at: variant.lose_at() as usize }
    }
}

impl fmt::Display for OstleVariant {
    /// Writes the variant as flags.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(variant) = self;
        write!(
            f,
            "--board {0}x{0} --pieces {1} --lose-at {2}",
            variant.side(),
            variant.pieces(),
            variant.lose_at()
        )
    }
}
