//! Go as named words and a family of one word: the points on which a stone may be placed.
//!
//! This family leaves out what needs more than a board: ko, which depends on the history, and a pass by a player who
//! could place a stone. So no position ends the game: a player who cannot place a stone passes, and two such passes do
//! not end it. [`Line`](super::position::Line) has lines of play with ko and passes.

use super::board::Board;
use super::rules::{Stones, Suicide};
use crate::board::{Layout, Mask, Symmetry};
use crate::rules::{Boards, DerivedWord, Family, Outcome, Rules, Step, StepKind, Stuck};
use crate::word::{WidestWord, Word};

crate::board! { impl Stones { own, opp } }

/// The only kind of step.
const PLACE: StepKind = StepKind::placed("legal");

/// The other words that it shows.
const SHOWN: &[DerivedWord] = &[DerivedWord::word(
    "their",
    "the points on which the other player could place a stone, if it were their turn",
)];

/// Go without ko and without voluntary passes, on any board.
///
/// # Examples
/// ```
/// use encodings::go::{Board, Suicide, WithoutKo};
/// use encodings::rules::{Position, Rules};
///
/// let board = Board::of_size(3, 3).ok_or("a board")?;
/// let go = WithoutKo::new(board, Suicide::Forbidden);
/// assert_eq!(Position::start(&go).perft(&go, 2), 72);
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WithoutKo {
    board: Board,
    suicide: Suicide,
}

impl WithoutKo {
    /// The game on a board.
    pub const fn new(board: Board, suicide: Suicide) -> Self {
        Self { board, suicide }
    }
}

impl Boards for WithoutKo {
    type Board<W: Copy> = Stones<W>;
    type Native = WidestWord;

    fn name(&self) -> &'static str {
        "go"
    }

    fn layout(&self) -> Layout {
        self.board.layout()
    }

    /// No point holds two stones, and each string has a liberty.
    fn well_formed<W: Word>(&self, board: Stones<W>) -> W::Bit {
        self.board.well_formed(board) & self.board.is_legal(board)
    }

    fn symmetries(&self) -> &'static [Symmetry] {
        Symmetry::besides_identity(self.board.layout())
    }
}

impl Rules for WithoutKo {
    fn start(&self) -> Stones<Mask> {
        Stones { own: Mask::EMPTY, opp: Mask::EMPTY }
    }

    fn moves<W: Word>(&self, board: Stones<W>) -> Family<W> {
        Family::new().with(PLACE, self.board.legal_points(board, self.suicide))
    }

    fn play<W: Word>(&self, board: Stones<W>, step: Step<W>) -> Stones<W> {
        self.board.place(board, step.at()).next
    }

    fn outcome<W: Word>(&self, board: Stones<W>) -> Outcome<W::Bit> {
        Outcome::open(board.own.truth(false))
    }

    fn stuck<W: Word>(&self, board: Stones<W>) -> Stuck<Stones<W>> {
        Stuck::Passes(board.passed())
    }

    fn derived_words(&self) -> &'static [DerivedWord] {
        SHOWN
    }

    fn word<W: Word>(&self, name: &str, board: Stones<W>) -> Option<W> {
        (name == "their").then(|| self.board.legal_points(board.passed(), self.suicide))
    }
}
