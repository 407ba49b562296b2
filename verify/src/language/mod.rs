//! Questions of the language, judged the naive way, and the expressions of [game files](crate::game_file).
//!
//! Idea: a reader and an evaluator of their own, written from `docs/language.md`. The reader climbs by the precedence of
//! operators, the evaluator walks the tree, a word is a set of squares, and `some` and `all` try every move of the naive
//! game. Directions, numbers and definitions are values of names; nothing is expanded. What a position shows comes from
//! [`NaiveView`].
//!
//! Files: `words` (text to words), `reader` (words to tree), `evaluate` (tree and position to a value), `functions` (names,
//! functions and operators), `forced` (`won in K`), `walk` (games at random), `scope` (definitions, limits, errors), `squares`
//! (sets of squares), `lettered` (any [`Naive`](crate::naive::Naive) game as a [`NaiveView`]).
//!
//! Cost: about as many plays of the naive game as moves are tried.
//!
//! Does not show: that a question means what its author had in mind.

pub(crate) mod evaluate;
mod forced;
mod functions;
mod lettered;
pub(crate) mod reader;
pub(crate) mod scope;
mod squares;
pub(crate) mod value;
mod walk;
pub(crate) mod words;

pub use lettered::{Kind, LetteredGame, MoveSquares};
pub(crate) use squares::SIDE;
pub use squares::Squares;
pub use walk::{Walk, walk};

use crate::naive::{GameResult, NaiveError};

/// A square: its file and its rank, both counted from 0.
pub type Square = (usize, usize);

/// A move, as questions see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// The name of its kind.
    pub kind: String,
    /// Its square in the word of its kind.
    pub at: Square,
    /// The square that it comes from.
    pub from: Option<Square>,
    /// The square that it goes to.
    pub to: Option<Square>,
    /// Its name in the game.
    pub name: String,
}

impl Move {
    /// The squares strictly between the one that it comes from and the one that it goes to, if these are on one line.
    pub fn over(&self) -> Squares {
        let (Some(from), Some(to)) = (self.from, self.to) else { return Squares::new() };
        let (files, ranks) = (from.0.abs_diff(to.0), from.1.abs_diff(to.1));
        let steps = files.max(ranks);
        if files != ranks && files.min(ranks) > 0 {
            return Squares::new();
        }
        let between = |one: usize, other: usize, step: usize| {
            let moved = if one == other { 0 } else { step };
            if one > other { one - moved } else { one + moved }
        };
        (1..steps).map(|step| (between(from.0, to.0, step), between(from.1, to.1, step))).collect()
    }
}

/// A turn of several parts, as questions see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn<P> {
    /// The square that its last part comes from.
    pub from: Square,
    /// The square that its last part goes to.
    pub to: Square,
    /// Its name in the game.
    pub name: String,
    /// The position after it, as the next player sees it.
    pub after: P,
}

/// A naive game, as questions see it.
pub trait NaiveView {
    /// A position, also one in which the game is over.
    type Position: Clone;

    /// The numbers of files and ranks of the board.
    fn size(&self) -> (usize, usize);

    /// The squares of the board: all of the rectangle, unless the board has holes or missing edges.
    fn squares(&self) -> Squares {
        let (files, ranks) = self.size();
        (0..ranks).flat_map(|rank| (0..files).map(move |file| (file, rank))).collect()
    }

    /// The names of the kinds of moves.
    fn kinds(&self) -> Vec<String>;

    /// Reads a position. A text that is not a position by the rules is refused.
    ///
    /// # Errors
    /// [`NaiveError::NotAPosition`] or [`NaiveError::NotJudged`]
    fn read(&self, line: &str) -> Result<Self::Position, NaiveError>;

    /// The squares of a word of the board, or of another word that the game shows; `None` for other names.
    fn word(&self, position: &Self::Position, name: &str) -> Option<Squares>;

    /// A condition of a position that the game shows, such as who is to move; `None` for other names.
    fn condition(&self, _position: &Self::Position, _name: &str) -> Option<bool> {
        None
    }

    /// The squares with something on them.
    fn occupied(&self, position: &Self::Position) -> Squares;

    /// The legal moves; none if the game is over.
    fn moves(&self, position: &Self::Position) -> Vec<Move>;

    /// Why the game judges a position no further, though it shows no moves and no end: a limit of its own.
    fn refusal(&self, _position: &Self::Position) -> Option<String> {
        None
    }

    /// The legal turns of several parts; `None` if the game has no such turns.
    fn turns(&self, _position: &Self::Position) -> Option<Vec<Turn<Self::Position>>> {
        None
    }

    /// A word of a move that the game shows; `None` for other names.
    fn word_of_move(&self, _position: &Self::Position, _name: &str, _played: &Move) -> Option<Squares> {
        None
    }

    /// The position after a move, as the next player sees it.
    ///
    /// # Errors
    /// [`NaiveError::Illegal`] or [`NaiveError::NotJudged`]
    fn after(&self, position: &Self::Position, played: &Move) -> Result<Self::Position, NaiveError>;

    /// The position at the start.
    ///
    /// # Errors
    /// [`NaiveError::NotJudged`] if this game has none.
    fn start(&self) -> Result<Self::Position, NaiveError>;

    /// The position after a pass, as the next player sees it, whether a pass is due or not; `None` if the game has no
    /// passes.
    fn pass(&self, position: &Self::Position) -> Option<Self::Position>;

    /// Writes a position as [`NaiveView::read`] reads it.
    fn print(&self, position: &Self::Position) -> String;

    /// How the game has ended for the player to move.
    fn ended(&self, position: &Self::Position) -> Option<GameResult>;
}

/// What a question says about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// Whether the condition holds; if the question is about a move, whether it holds for some move.
    pub answers: bool,
    /// The largest or smallest value in the position, if the question is `max` or `min`.
    pub value: Option<i64>,
    /// The first move with this value, or that meets the condition, if the question is about a move.
    pub played: Option<String>,
}

/// Why a question cannot be judged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The text is not a question.
    #[error("the naive reader refuses the question at character {at}: {reason}")]
    Text {
        /// The character, from 1.
        at: usize,
        /// The reason.
        reason: String,
    },
    /// The naive game does not show a word of this name.
    #[error("the naive game does not show `{name}`")]
    Unknown {
        /// The name.
        name: String,
    },
    /// A part of the question has another type than is needed.
    #[error("the naive evaluator needs {expected}")]
    Type {
        /// What is needed.
        expected: &'static str,
    },
    /// A part of the question has no value.
    #[error("{0}")]
    Value(String),
    /// The naive game does not answer: the line is not a position, a ply is not legal, or a limit is reached.
    #[error(transparent)]
    Position(#[from] NaiveError),
    /// The naive game contradicts the record, the claim or the rules.
    #[error("{0}")]
    Contradiction(String),
}

impl Refusal {
    /// Whether a limit of the naive game is the reason: then nothing is known.
    pub fn is_limit(&self) -> bool {
        matches!(self, Self::Position(NaiveError::NotJudged(_)))
    }
}

/// Requires that the naive game judges a position for which it shows no moves.
pub(crate) fn require_judged<S: NaiveView>(game: &S, position: &S::Position) -> Result<(), Refusal> {
    game.refusal(position).map_or(Ok(()), |limit| Err(NaiveError::NotJudged(limit).into()))
}

/// Judges a position.
///
/// # Errors
/// [`Refusal`]
///
/// # Examples
/// ```
/// use verify::language::judge;
/// use verify::othello::{OthelloView, Size};
///
/// let othello = OthelloView::new(Size::Four);
/// let start = "-----OX--XO-----";
/// assert!(judge(&othello, "count(legal) = 4 and none(corners & occupied)", start)?.answers);
/// assert_eq!(judge(&othello, "max count(flips(m)) for m in legal", start)?.value, Some(1));
/// # Ok::<(), verify::language::Refusal>(())
/// ```
pub fn judge<S: NaiveView>(game: &S, text: &str, line: &str) -> Result<Judgement, Refusal> {
    let question = reader::read(text)?;
    let position = game.read(line)?;
    evaluate::judge(game, &question, &position)
}

/// A ply of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ply {
    /// A pass.
    Pass,
    /// The move of a kind at a square of its word, as the player to move sees it.
    Move {
        /// The kind.
        kind: String,
        /// The square.
        at: Square,
    },
}

/// Whether a player may pass at any time, or only without a move while the game goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passing {
    /// Only without a move.
    WhenDue,
    /// At any time.
    Freely,
}

/// Replays a game from the start, and requires that it leads to a position.
///
/// # Errors
/// [`Refusal::Contradiction`] with the first ply that is not legal, or with the position to which the game leads.
///
/// # Examples
/// ```
/// use verify::language::{Passing, Ply, replay};
/// use verify::othello::{OthelloView, Size};
///
/// let othello = OthelloView::new(Size::Four);
/// let b1 = Ply::Move { kind: "legal".to_owned(), at: (1, 0) };
/// assert!(replay(&othello, std::slice::from_ref(&b1), Passing::WhenDue, "-O---OO--OX-----").is_ok());
/// assert!(replay(&othello, &[b1, Ply::Pass], Passing::WhenDue, "-X---XX--OX-----").is_err());
/// ```
pub fn replay<S: NaiveView>(game: &S, plies: &[Ply], passing: Passing, line: &str) -> Result<(), Refusal> {
    let refused = |reason: String| Err(Refusal::Contradiction(reason));
    let mut position = game.start()?;
    for (place, ply) in plies.iter().enumerate() {
        let number = place + 1;
        let moves = game.moves(&position);
        if moves.is_empty() {
            require_judged(game, &position)?;
        }
        let next = match ply {
            Ply::Pass => {
                let is_due = moves.is_empty() && game.ended(&position).is_none();
                game.pass(&position).filter(|_| is_due || passing == Passing::Freely)
            }
            Ply::Move { kind, at } => {
                let played = moves.iter().find(|played| played.kind == *kind && played.at == *at);
                played.map(|played| game.after(&position, played)).transpose()?
            }
        };
        let Some(next) = next else {
            return refused(format!("ply {number} of the record is not legal in the naive game"));
        };
        position = next;
    }
    let found = game.print(&position);
    if found == line { Ok(()) } else { refused(format!("the record leads to {found} in the naive game")) }
}

/// A square by its name, such as d3.
pub(crate) fn square(name: &str) -> Option<Square> {
    let mut letters = name.chars();
    let file = letters.next().filter(char::is_ascii_lowercase)?;
    let rank: usize = letters.as_str().parse().ok().filter(|rank| (1..=99).contains(rank))?;
    Some((file as usize - 'a' as usize, rank - 1))
}
