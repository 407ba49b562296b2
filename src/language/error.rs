//! Why a text is not a question, and where.

/// The longest text of a question, in bytes.
pub const TEXT_LIMIT: usize = 16 << 10;
/// The greatest depth to which a text nests.
pub const DEPTH_LIMIT: usize = 64;
/// The greatest number of parts of a question, with every name of a `let` replaced by what it stands for.
pub const SIZE_LIMIT: usize = 20_000;
/// The greatest number of moves that `some` and `all` are unrolled to.
pub const UNROLLED_LIMIT: usize = 5_000;
/// The greatest number of plies of `won in` and `lost in`.
pub const FORCED_PLIES_LIMIT: u32 = 100;
/// The greatest constant.
pub const NUMBER_LIMIT: u32 = 1_000_000;

/// Why a text is not a question, with the place.
///
/// # Examples
/// ```
/// use certamen_language::syntax::parse;
///
/// let error = parse("count(own >= 3").map_err(|error| error.to_string());
/// assert_eq!(error, Err("character 15: expected `)`, found the end of the question".to_owned()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("character {at}: {reason}")]
pub struct LanguageError {
    /// The character at which it was noticed, from 1.
    pub at: usize,
    /// The reason.
    pub reason: Reason,
}

/// Why a text is not a question.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Reason {
    /// Something other than what can stand here.
    #[error("expected {expected}, found {found}")]
    Expected {
        /// What can stand here.
        expected: String,
        /// What stands here.
        found: String,
    },
    /// A character that a question, a definition or a game file cannot have.
    #[error("{0} cannot have {1:?}: expected ASCII letters, digits and signs")]
    Foreign(&'static str, char),
    /// A longer text than is read.
    #[error("the text has {0} bytes: at most {TEXT_LIMIT} are read")]
    TooLong(usize),
    /// A deeper text than is read.
    #[error("nested more than {DEPTH_LIMIT} deep")]
    TooDeep,
    /// A question with too many parts.
    #[error("the question has more than {SIZE_LIMIT} parts")]
    TooLarge,
    /// A quantifier that is unrolled to too many moves.
    #[error(
        "`some` and `all` over moves that the solver does not choose are written out, here for {0} moves: at most {UNROLLED_LIMIT}"
    )]
    Unrolled(usize),
    /// A number that is too large.
    #[error("a number above {NUMBER_LIMIT}")]
    Number,
    /// A name that the game does not show.
    #[error("`{name}` is unknown: {known}")]
    Unknown {
        /// The name.
        name: String,
        /// The known names, or what was probably meant.
        known: String,
    },
    /// A name that is taken.
    #[error("`{0}` is already a name: choose another one")]
    Taken(String),
    /// Definitions that use each other in a circle.
    #[error("a definition refers to itself: {0}")]
    Circle(String),
    /// A square that is not on the board.
    #[error("{0}")]
    OffBoard(String),
    /// A quantifier over no move at all.
    #[error("no move can be in this set, whatever the position")]
    EmptySet,
    /// An `all` over turns of several parts.
    #[error("turns can be chosen by `some` or `for`, but not counted or quantified by `all`")]
    AllTurns,
    /// A turn of several parts that no solver chooses.
    #[error("a turn can be chosen by `for` or by an outermost `some` alone, and only for a solver")]
    InnerTurns,
    /// A number of plies of `won in` that is too large, or negative.
    #[error("`won in` and `lost in` take 0 to {FORCED_PLIES_LIMIT} plies")]
    ForcedPlies,
    /// `won in` or `lost in` in a word or a number.
    #[error("`won in` and `lost in` are conditions: in the `if` of a word or a number they cannot stand")]
    ForcedInWord,
    /// `won in` or `lost in` where it has no meaning, or is not asked.
    #[error("`won in` and `lost in` {0}")]
    NotForced(&'static str),
    /// A question that does not depend on the position.
    #[error("{0} does not depend on the position")]
    Constant(&'static str),
}

impl LanguageError {
    /// An error at a character, counted from 0.
    pub(crate) const fn new(at: usize, reason: Reason) -> Self {
        Self { at: at + 1, reason }
    }

    /// The error that something else was expected.
    pub(crate) fn expected(at: usize, expected: impl Into<String>, found: impl Into<String>) -> Self {
        Self::new(at, Reason::Expected { expected: expected.into(), found: found.into() })
    }
}
