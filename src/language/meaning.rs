//! A question with types: every name resolved, every `let` replaced.

use crate::forced::Force;
use crate::syntax::Extreme;
use crate::vocabulary::Ending;
use encodings::board::{Direction, Mask, Symmetry};

/// A position: the board itself, or the position after the move with this number.
pub(crate) type PositionRef = Option<usize>;

/// A question.
#[derive(Clone, Debug)]
pub(crate) struct Meaning {
    /// The condition that positions have to satisfy.
    pub(crate) condition: Bit,
    /// The number whose largest or smallest value is wanted.
    pub(crate) aim: Option<(Extreme, Number)>,
    /// The move that the question is about: its number and its set.
    pub(crate) choice: Option<(usize, Range)>,
    /// For each move its position.
    pub(crate) moves: Vec<PositionRef>,
    /// Whether the condition has `won in` somewhere.
    pub(crate) has_forced: bool,
    /// The texts of the parts of the condition: of each operand of `and`, or of the whole.
    pub(crate) parts: Vec<String>,
}

/// A set of squares.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Word {
    Board(PositionRef, usize),
    Shown(PositionRef, usize),
    /// The moves of a kind.
    Kind(PositionRef, usize),
    Occupied(PositionRef),
    /// A word of a move: the index of the word, the number of the move.
    OfMove(usize, usize),
    From(usize),
    To(usize),
    /// The squares between those two.
    Over(usize),
    Constant(Mask),
    Not(Box<Word>),
    And(Vec<Word>),
    Or(Vec<Word>),
    Xor(Vec<Word>),
    Shift(Direction, Box<Word>),
    /// The image under a symmetry of the board.
    Image(Symmetry, Box<Word>),
    /// One of two words.
    Select(Box<Bit>, Box<[Word; 2]>),
    /// The word with this number, which is replaced several times.
    Variable(usize),
    Iterate(Box<Iteration>),
}

/// A word that is replaced several times by another one that depends on it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Iteration {
    /// Whether the word keeps its squares.
    pub(crate) accumulates: bool,
    pub(crate) rounds: u32,
    /// What it is at first.
    pub(crate) seed: Word,
    /// Its number.
    pub(crate) variable: usize,
    /// What replaces it.
    pub(crate) body: Word,
}

/// A set of moves of one position: for each kind, its squares.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct MoveSet {
    pub(crate) at: PositionRef,
    pub(crate) kinds: Vec<(usize, Word)>,
}

/// What a `some`, an `all` or a `for` ranges over.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Range {
    /// Moves that are bits of words.
    Moves(MoveSet),
    /// The turns of several parts of a position, of which only a solver can choose one.
    Turns(PositionRef),
}

/// A sum of counts: the squares of `plus`, less those of `minus`, and a constant.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Number {
    pub(crate) plus: Vec<Word>,
    pub(crate) minus: Vec<Word>,
    pub(crate) constant: i64,
}

/// A truth value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Bit {
    Truth(bool),
    Square(Word, usize),
    Any(Word),
    Equal(Word, Word),
    /// The number is 0 or more.
    AtLeast(Number),
    Not(Box<Bit>),
    And(Vec<Bit>),
    Or(Vec<Bit>),
    Same(Box<Bit>, Box<Bit>),
    Ending(PositionRef, Ending),
    /// A player can play so in this position.
    Forced(PositionRef, Force),
    /// The move with this number has this kind.
    KindIs(usize, usize),
    Quantified {
        /// Where it stands.
        place: usize,
        is_all: bool,
        variable: usize,
        set: Range,
        body: Box<Bit>,
    },
    /// Exactly one move of a set meets a condition, or not exactly one.
    Unique {
        place: usize,
        is_denied: bool,
        variable: usize,
        set: Range,
        /// The condition and its opposite.
        bodies: Box<[Bit; 2]>,
    },
}

impl Word {
    /// Squares that contain the word in every position.
    pub(crate) fn within(&self, full: &Mask) -> Mask {
        match self {
            Self::Constant(mask) => *mask,
            Self::Not(of) => match &**of {
                Self::Constant(mask) => full.without(mask),
                _ => *full,
            },
            Self::And(parts) => {
                parts.iter().fold(*full, |within, part| within.intersection(&part.within(full)))
            }
            Self::Or(parts) | Self::Xor(parts) => {
                parts.iter().fold(Mask::EMPTY, |within, part| within.union(&part.within(full)))
            }
            Self::Select(_, parts) => parts[0].within(full).union(&parts[1].within(full)),
            Self::Iterate(iteration) => iteration.seed.within(full).union(&iteration.body.within(full)),
            _ => *full,
        }
    }

    /// Whether the word depends on the position.
    pub(crate) fn depends(&self) -> bool {
        match self {
            // A variable depends on what it is at first.
            Self::Constant(_) | Self::Variable(_) => false,
            Self::Not(of) | Self::Shift(_, of) | Self::Image(_, of) => of.depends(),
            Self::And(parts) | Self::Or(parts) | Self::Xor(parts) => parts.iter().any(Self::depends),
            Self::Select(bit, parts) => bit.depends() || parts.iter().any(Self::depends),
            Self::Iterate(iteration) => iteration.seed.depends() || iteration.body.depends(),
            _ => true,
        }
    }
}

impl Number {
    /// The least and the greatest number that it can be on a board with this number of squares.
    pub(crate) fn range(&self, squares: i64) -> (i64, i64) {
        let most = |words: &[Word]| words.len() as i64 * squares;
        (self.constant - most(&self.minus), self.constant + most(&self.plus))
    }

    /// This number, less another one.
    pub(crate) fn less(mut self, other: Self) -> Self {
        self.plus.extend(other.minus);
        self.minus.extend(other.plus);
        self.constant -= other.constant;
        self
    }

    pub(crate) fn depends(&self) -> bool {
        self.plus.iter().chain(&self.minus).any(Word::depends)
    }
}

impl Bit {
    /// Whether the truth value depends on the position.
    pub(crate) fn depends(&self) -> bool {
        match self {
            Self::Truth(_) => false,
            Self::Square(word, _) | Self::Any(word) => word.depends(),
            Self::Equal(one, other) => one.depends() || other.depends(),
            Self::AtLeast(number) => number.depends(),
            Self::Not(of) => of.depends(),
            Self::And(parts) | Self::Or(parts) => parts.iter().any(Self::depends),
            Self::Same(one, other) => one.depends() || other.depends(),
            Self::Ending(..)
            | Self::Forced(..)
            | Self::KindIs(..)
            | Self::Quantified { .. }
            | Self::Unique { .. } => true,
        }
    }

    /// The opposite.
    pub(crate) fn not(self) -> Self {
        Self::Not(Box::new(self))
    }
}
