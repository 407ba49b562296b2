//! A question as a small program over words of any kind.
//!
//! Idea: each operation makes one register from earlier registers; equal operations share a register. A register has a
//! word, a truth value or a board for each of many positions, so that the native instance interprets an operation once
//! for many boards. `lower` makes programs; `run` runs them, with `plain` for what needs
//! no rules.
//!
//! Cost: an operation is a loop over the boards; a `some` or `all` over moves that the solver does not choose is written
//! out for every move that its set can have.

mod lower;
mod plain;
mod run;

pub(crate) use lower::{COUNTED, Lowering, possible};
pub(crate) use plain::squares_of;
pub(crate) use run::{ChosenMove, ChosenStep, NotForced, StateForced, run};

use crate::forced::Force;
use crate::vocabulary::Ending;
use encodings::board::{Direction, Mask, Symmetry};

/// The number of a register.
pub(crate) type Register = usize;

/// The greatest number of operations of a program.
pub(crate) const OPERATIONS_LIMIT: usize = 500_000;

/// An operation.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Op {
    /// The positions that the question is about.
    Board,
    /// The positions after the move of a kind on a square.
    After {
        position: Register,
        kind: usize,
        square: usize,
    },
    /// The positions after the move that the solver chooses.
    AfterChosen {
        position: Register,
        chosen: usize,
    },
    /// The moves.
    Family(Register),
    /// Whether the rules have ended the game, although there may be steps.
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
    /// The square that the chosen move comes from or goes to, or those between.
    ChosenEnd {
        position: Register,
        chosen: usize,
        end: MoveEnd,
    },
    Constant(Mask),
    Complement(Register),
    Both(Register, Register),
    Either(Register, Register),
    One(Register, Register),
    /// The first word if the truth value holds, else the second.
    Select(Register, Register, Register),
    Shift(Direction, Register),
    Image(Symmetry, Register),
    Truth(bool),
    /// The bit of a square.
    Bit(Register, usize),
    Any(Register),
    Equal(Register, Register),
    /// The words together have at least this number of squares; a square counts once for each word that has it.
    AtLeast(Vec<Register>, u32),
    Ending {
        position: Register,
        family: Register,
        ending: Ending,
    },
    /// A player can play so; what decides it comes from outside of the program.
    Forced {
        position: Register,
        force: Force,
    },
    /// The chosen move has this kind, and its square is in the word.
    ChosenIn {
        chosen: usize,
        kind: usize,
        word: Option<Register>,
    },
    /// The turn of several parts that the solver chooses is legal.
    TurnIsLegal {
        position: Register,
        chosen: usize,
    },
    Not(Register),
    And(Register, Register),
    Or(Register, Register),
    Same(Register, Register),
}

/// The squares of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum MoveEnd {
    From,
    To,
    /// What lies between them.
    Over,
}

/// A move that the solver chooses.
#[derive(Clone, Debug)]
pub(crate) struct MoveVariable {
    /// The name in the question.
    pub(crate) name: String,
    /// The kinds that it can have; `None` if it is a turn of several parts.
    pub(crate) kinds: Option<Vec<usize>>,
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
    pub(crate) chosen: Vec<MoveVariable>,
    /// The registers of [`Op::Forced`]; their places are the numbers of the conditions.
    pub(crate) forced: Vec<Register>,
    pub(crate) requirements: Vec<Requirement>,
    /// The parts of the question in their order: how many of the requirements end with it, and its text.
    pub(crate) parts: Vec<(usize, String)>,
    /// Words with the names under which answers show them.
    pub(crate) shown: Vec<(&'static str, Register)>,
}

impl Program {
    /// The conditions of [`Op::Forced`] with the registers of their positions, by number.
    pub(crate) fn forces(&self) -> Vec<(Force, Register)> {
        let of = |register: &Register| match self.operations.get(*register) {
            Some(Op::Forced { position, force }) => Some((*force, *position)),
            _ => None,
        };
        self.forced.iter().filter_map(of).collect()
    }
}
