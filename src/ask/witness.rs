//! Witnesses: the answers to questions of any game, and why an answer is refused.
//!
//! A [`Witness`] is a position (or the answer of a puzzle) as text, with claims about it. Every reader of a witness
//! counts the claims anew. [`AnyWitness`] is a witness of any type; maps, lists and certificates hold it. Its JSON is
//! an object whose first member is the game's name.

use certamen_draw::svg::lines_of_text;
use cnf_out::map::MapError;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize, Serializer};
use std::any::Any;
use std::fmt;
use std::sync::Arc;

/// An answer to a question. `Display` writes its numbers on one line, such as `34 legal moves, 34 empty squares`.
///
/// # Examples
/// ```
/// use certamen_ask::witness::{AnyWitness, Witness};
/// use serde::{Deserialize, Serialize};
///
/// #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
/// #[serde(deny_unknown_fields)]
/// struct Heap {
///     position: String,
///     counters: u32,
/// }
///
/// impl Witness for Heap {
///     fn position(&self) -> &str {
///         &self.position
///     }
/// }
///
/// impl std::fmt::Display for Heap {
///     fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
///         write!(f, "{} counters", self.counters)
///     }
/// }
///
/// let witness = AnyWitness::new("nim", Heap { position: "|||".to_owned(), counters: 3 });
/// assert_eq!(witness.text(), "|||\n3 counters\n");
/// let json = serde_json::to_value(&witness)?;
/// assert_eq!(json, serde_json::json!({ "game": "nim", "position": "|||", "counters": 3 }));
/// # Ok::<(), serde_json::Error>(())
/// ```
pub trait Witness:
    Clone + fmt::Debug + fmt::Display + PartialEq + Serialize + DeserializeOwned + Send + Sync + 'static
{
    /// The position in the game's notation, on one line.
    fn position(&self) -> &str;

    /// A picture for a terminal with its caption. It ends with a newline.
    fn text(&self) -> String {
        format!("{}\n{self}\n", self.position())
    }

    /// A picture as an SVG document.
    fn svg(&self) -> String {
        lines_of_text(&[self.position(), &self.to_string()])
    }
}

/// The simplest witness: a position as text, without claims.
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
///
/// # Examples
/// ```
/// use certamen_ask::witness::{AnyWitness, TextWitness};
///
/// let witness = AnyWitness::new("sample", TextWitness::new("0111"));
/// assert_eq!(witness.position(), "0111");
/// assert_eq!(witness.downcast::<TextWitness>(), Some(&TextWitness::new("0111")));
/// ```
#[derive(Clone)]
pub struct AnyWitness {
    game: Arc<str>,
    witness: Arc<dyn ErasedWitness>,
}

/// The methods of a witness of any type, behind a trait object.
trait ErasedWitness: fmt::Debug + fmt::Display + Send + Sync {
    fn any(&self) -> &dyn Any;
    fn equals(&self, other: &dyn Any) -> bool;
    fn tagged<'w>(&'w self, game: &'w str) -> Box<dyn erased_serde::Serialize + 'w>;
    fn position(&self) -> &str;
    fn text(&self) -> String;
    fn svg(&self) -> String;
}

/// The fields of a witness, after the name of its game.
#[derive(Serialize)]
struct TaggedWitness<'w, W> {
    game: &'w str,
    #[serde(flatten)]
    witness: &'w W,
}

impl<W: Witness> ErasedWitness for W {
    fn any(&self) -> &dyn Any {
        self
    }

    fn equals(&self, other: &dyn Any) -> bool {
        other.downcast_ref::<W>() == Some(self)
    }

    fn tagged<'w>(&'w self, game: &'w str) -> Box<dyn erased_serde::Serialize + 'w> {
        Box::new(TaggedWitness { game, witness: self })
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

    /// Reads a witness of type `W` from the JSON of an [`AnyWitness`].
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

    /// The witness as a value of type `W`, if it has that type.
    pub fn downcast<W: Witness>(&self) -> Option<&W> {
        self.witness.any().downcast_ref()
    }

    /// Like [`AnyWitness::downcast`], with an error instead of `None`.
    ///
    /// # Errors
    /// [`WitnessError::Game`] if the witness has another type.
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
    /// Writes the numbers of the witness.
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
    /// An entry of a list has no evidence but needs some, or has evidence that it should not have.
    #[error("an entry of the list: {0}")]
    Evidence(&'static str),
    /// The solver's answer does not give the words that the question needs.
    #[error(transparent)]
    Map(#[from] MapError),
    /// The JSON is not a witness.
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
    /// The position has less of something than the question asks for.
    #[error("the position has {found} {what}, at least {required} are required")]
    TooFew {
        /// What is counted.
        what: &'static str,
        /// The number that the position has.
        found: u32,
        /// The number that is required.
        required: u32,
    },
    /// The position satisfies clauses that are too weak, and does not answer the question
    /// ([`Question::expanded_for`](crate::question::Question::expanded_for)).
    #[error("{position}: the condition does not hold")]
    Spurious {
        /// The position.
        position: String,
    },
    /// Witnesses of the question cannot be judged.
    #[error("this is a relaxation (as with --last-steps): what satisfies its formula need not be an answer")]
    Relaxed,
    /// The witness belongs to another game.
    #[error("the witness is a position of another game than the question's")]
    Game,
    /// The position cannot be read.
    #[error("the position of the witness: {0}")]
    Position(String),
    /// The position has another board.
    #[error("the position is one of the board {found}, the question is about {expected}")]
    Board {
        /// The board of the position.
        found: String,
        /// The board of the question.
        expected: String,
    },
    /// The position differs from the one in the question.
    #[error("the position is {found}, the question is about {expected}")]
    OtherPosition {
        /// The position of the witness.
        found: String,
        /// The position in the question.
        expected: String,
    },
    /// The reason of the game itself, on one line.
    #[error("{0}")]
    Refused(String),
    /// It was not found out whether the position is an answer: a limit, which the text names.
    #[error("{0}")]
    Limit(String),
}

/// Checks a count against the bound of the question.
///
/// # Errors
/// [`WitnessError::TooFew`]
pub fn require_at_least(what: &'static str, found: u32, required: u32) -> Result<(), WitnessError> {
    if found < required { Err(WitnessError::TooFew { what, found, required }) } else { Ok(()) }
}

/// Checks the position of a witness against the position in the question, if the question has one.
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
