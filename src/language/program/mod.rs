//! A question as a small program over words, and its meaning in any of them.
//!
//! Idea: each operation makes one register from registers before it; equal operations are one. A register is a word, a
//! truth value or a board for each of many positions, so that the native instance decides once for many boards what to
//! do. `lower` makes programs, `run` runs them.
//!
//! Cost: an operation is a loop over the boards; a `some` or `all` that the solver does not choose is unrolled to every
//! move that its set can have.

mod lower;
mod run;

pub(crate) use lower::{COUNTED, Lowering};
pub(crate) use run::{ChosenMove, run};

use crate::vocabulary::Ending;
use encodings::board::{Direction, Mask};

/// The number of a register.
pub(crate) type Register = usize;

/// The greatest number of operations of a program.
pub(crate) const OPERATIONS_LIMIT: usize = 500_000;

/// An operation.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Op {
    /// The positions that are asked about.
    Board,
    /// The positions after the move of a kind on a square.
    After {
        position: Register,
        kind: usize,
        square: usize,
    },
    /// The positions after the move that is chosen.
    AfterChosen {
        position: Register,
        chosen: usize,
    },
    /// The moves.
    Family(Register),
    /// Whether the game is over though there may be steps.
    OverWithSteps(Register),
    BoardWord {
        position: Register,
        index: usize,
    },
    Occupied(Register),
    Kind {
        family: Register,
        is_over: Register,
        kind: usize,
    },
    Shown {
        position: Register,
        index: usize,
    },
    OfMove {
        position: Register,
        index: usize,
        kind: usize,
        square: usize,
    },
    OfChosen {
        position: Register,
        index: usize,
        chosen: usize,
    },
    ChosenFrom(usize),
    ChosenTo(usize),
    Constant(Mask),
    Complement(Register),
    Both(Register, Register),
    Either(Register, Register),
    One(Register, Register),
    Shift(Direction, Register),
    Truth(bool),
    /// The bit of a square.
    Bit(Register, usize),
    Any(Register),
    Equal(Register, Register),
    /// The words have at least this number of squares, each word counted apart.
    AtLeast(Vec<Register>, u32),
    Ending {
        position: Register,
        family: Register,
        ending: Ending,
    },
    /// The chosen move has this kind, and its square is in the word.
    ChosenIn {
        chosen: usize,
        kind: usize,
        word: Option<Register>,
    },
    Not(Register),
    And(Register, Register),
    Or(Register, Register),
    Same(Register, Register),
}

/// A move that the solver chooses.
#[derive(Clone, Debug)]
pub(crate) struct Chosen {
    /// The name in the question.
    pub(crate) name: String,
    /// The kinds that it can have.
    pub(crate) kinds: Vec<usize>,
}

/// What a program requires.
#[derive(Clone, Debug)]
pub(crate) enum Requirement {
    /// A truth value.
    Holds(Register),
    /// At least this many squares of words together.
    AtLeast(Vec<Register>, u32),
}

/// A program.
#[derive(Clone, Debug, Default)]
pub(crate) struct Program {
    pub(crate) operations: Vec<Op>,
    pub(crate) chosen: Vec<Chosen>,
    pub(crate) requirements: Vec<Requirement>,
    /// The parts of the question in their order: how many of the requirements end with it, and its text.
    pub(crate) parts: Vec<(usize, String)>,
    /// Words with the names under which answers show them.
    pub(crate) shown: Vec<(&'static str, Register)>,
}
