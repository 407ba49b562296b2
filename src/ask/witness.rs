//! What answers a question, of any game, and why an answer is refused.
//!
//! A [`Witness`] is a position (or whatever a puzzle asks for) as text, with what is claimed of it. Whoever reads one
//! counts everything anew. [`AnyWitness`] is one of any type: what maps, lists and certificates hold. As JSON it is an
//! object that begins with the game's name.

use certamen_draw::svg::lines_of_text;
use cnf_out::map::MapError;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize, Serializer};
use std::any::Any;
use std::fmt;
use std::sync::Arc;

/// What answers a question. `Display` gives its numbers in one line, such as `34 legal moves, 34 empty squares`.
pub trait Witness:
    Clone + fmt::Debug + fmt::Display + PartialEq + Serialize + DeserializeOwned + Send + Sync + 'static
{
    /// The position in the game's notation, on one line.
    fn position(&self) -> &str;

    /// A picture for a terminal, with its caption, and a newline at the end.
    fn text(&self) -> String {
        format!("{}\n{self}\n", self.position())
    }

    /// A picture as an SVG document.
    fn svg(&self) -> String {
        lines_of_text(&[self.position(), &self.to_string()])
    }
}

/// The simplest witness: a position as text, with nothing counted.
///
/// # Examples
/// ```
/// use certamen_ask::witness::{TextWitness, Witness};
/// let witness = TextWitness::new("..#");
/// assert_eq!(witness.position(), "..#");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TextWitness {
    /// The position.
    pub position: String,
}

impl TextWitness {
    /// The witness with this text.
    pub fn new(position: impl Into<String>) -> Self {
        Self { position: position.into() }
    }
}

impl Witness for TextWitness {
    fn position(&self) -> &str {
        &self.position
    }

    fn text(&self) -> String {
        format!("{}\n", self.position)
    }
}

impl fmt::Display for TextWitness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.position)
    }
}

/// A witness of any type, with the name of its game.
#[derive(Clone)]
pub struct AnyWitness {
    game: Arc<str>,
    witness: Arc<dyn Erased>,
}

/// What a witness of any type can do.
trait Erased: fmt::Debug + fmt::Display + Send + Sync {
    fn any(&self) -> &dyn Any;
    fn equals(&self, other: &dyn Any) -> bool;
    fn tagged<'w>(&'w self, game: &'w str) -> Box<dyn erased_serde::Serialize + 'w>;
    fn position(&self) -> &str;
    fn text(&self) -> String;
    fn svg(&self) -> String;
}

/// The fields of a witness behind the name of its game.
#[derive(Serialize)]
struct Tagged<'w, W> {
    game: &'w str,
    #[serde(flatten)]
    witness: &'w W,
}

impl<W: Witness> Erased for W {
    fn any(&self) -> &dyn Any {
        self
    }

    fn equals(&self, other: &dyn Any) -> bool {
        other.downcast_ref::<W>() == Some(self)
    }

    fn tagged<'w>(&'w self, game: &'w str) -> Box<dyn erased_serde::Serialize + 'w> {
        Box::new(Tagged { game, witness: self })
    }

    fn position(&self) -> &str {
        Witness::position(self)
    }

    fn text(&self) -> String {
        Witness::text(self)
    }

    fn svg(&self) -> String {
        Witness::svg(self)
    }
}

impl AnyWitness {
    /// A witness of this game or puzzle.
    pub fn new<W: Witness>(game: &str, witness: W) -> Self {
        Self { game: game.into(), witness: Arc::new(witness) }
    }

    /// Reads a witness of type `W` from the JSON that this one was written as.
    pub(crate) fn parse<W: Witness>(game: &str, value: serde_json::Value) -> Result<Self, WitnessError> {
        let serde_json::Value::Object(mut fields) = value else {
            return Err(WitnessError::Malformed("expected an object".to_owned()));
        };
        match fields.remove("game") {
            Some(serde_json::Value::String(found)) if found == game => {}
            _ => return Err(WitnessError::Game),
        }
        let witness: W = serde_json::from_value(serde_json::Value::Object(fields))
            .map_err(|error| WitnessError::Malformed(error.to_string()))?;
        Ok(Self::new(game, witness))
    }

    /// The witness as what it is, if it is of type `W`.
    pub fn downcast<W: Witness>(&self) -> Option<&W> {
        self.witness.any().downcast_ref()
    }

    /// The same.
    ///
    /// # Errors
    /// [`WitnessError::Game`] if it is of another type.
    pub fn expect<W: Witness>(&self) -> Result<&W, WitnessError> {
        self.downcast().ok_or(WitnessError::Game)
    }

    /// The position in the game's notation.
    pub fn position(&self) -> &str {
        self.witness.position()
    }

    /// A picture for a terminal, with its caption.
    pub fn text(&self) -> String {
        self.witness.text()
    }

    /// A picture as an SVG document.
    pub fn svg(&self) -> String {
        self.witness.svg()
    }
}

impl fmt::Display for AnyWitness {
    /// Its numbers.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.witness.fmt(f)
    }
}

impl fmt::Debug for AnyWitness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.witness.fmt(f)
    }
}

impl PartialEq for AnyWitness {
    fn eq(&self, other: &Self) -> bool {
        self.game == other.game && self.witness.equals(other.witness.any())
    }
}

impl Serialize for AnyWitness {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        erased_serde::serialize(&*self.witness.tagged(&self.game), serializer)
    }
}

/// Why something is not a valid witness.
#[derive(Debug, thiserror::Error)]
pub enum WitnessError {
    /// A line of a list does not show what it has to.
    #[error("an entry of the list: {0}")]
    Evidence(&'static str),
    /// The solver's answer does not give the words that the question needs.
    #[error(transparent)]
    Map(#[from] MapError),
    /// The JSON is not that of a witness.
    #[error("the witness cannot be read: {0}")]
    Malformed(String),
    /// What the naive game counts differs from what the witness claims.
    #[error("the witness claims {claimed} {what}; the naive game counts {counted}")]
    Claim {
        /// What is counted.
        what: &'static str,
        /// The claim.
        claimed: u32,
        /// The count.
        counted: u32,
    },
    /// The position has less than was asked for.
    #[error("the position has {found} {what}, at least {required} are required")]
    TooFew {
        /// What is counted.
        what: &'static str,
        /// What there is.
        found: u32,
        /// What was asked for.
        required: u32,
    },
    /// The witness answers questions about another game.
    #[error("the witness is a position of another game than the question's")]
    Game,
    /// The position cannot be read.
    #[error("the position of the witness: {0}")]
    Position(String),
    /// The position is of another board.
    #[error("the position is one of the board {found}, the question is about {expected}")]
    Board {
        /// The board of the position.
        found: String,
        /// The board that was asked for.
        expected: String,
    },
    /// The position is not the one that was asked about.
    #[error("the position is {found}, the question is about {expected}")]
    OtherPosition {
        /// The position of the witness.
        found: String,
        /// The position that was asked about.
        expected: String,
    },
    /// What the game itself has against it, in one line.
    #[error("{0}")]
    Refused(String),
}

/// Holds what was counted against the bound that the question sets.
///
/// # Errors
/// [`WitnessError::TooFew`]
pub fn require_at_least(what: &'static str, found: u32, required: u32) -> Result<(), WitnessError> {
    if found < required { Err(WitnessError::TooFew { what, found, required }) } else { Ok(()) }
}

/// Holds the position of a witness against the one that was asked about, if one was.
///
/// # Errors
/// [`WitnessError::OtherPosition`]
pub fn require_given(given: Option<impl fmt::Display>, found: &str) -> Result<(), WitnessError> {
    match given.map(|given| given.to_string()) {
        Some(expected) if expected != found => {
            Err(WitnessError::OtherPosition { found: found.to_owned(), expected })
        }
        _ => Ok(()),
    }
}
