//! The operations that need no rules: those on words and truth values.
//!
//! They are compiled once for each kind of words, whatever the game and its boards.

use super::{Lowering, Op, Register};
use crate::error::LanguageError;
use crate::meaning;
use crate::vocabulary::Vocabulary;
use encodings::board::{Layout, Mask, Square};
use encodings::rules::Family;
use encodings::word::{WidestWord, Word};
use std::ops::Not;

/// The squares of a word of rules, if it does not depend on the position.
///
/// # Errors
/// [`LanguageError`] if its program would be too large.
pub(crate) fn squares_of(
    word: &meaning::Word,
    vocabulary: &Vocabulary,
) -> Result<Option<Mask>, LanguageError> {
    if word.depends() {
        return Ok(None);
    }
    let mut lowering = Lowering::of_words(vocabulary);
    let register = lowering.word(word)?;
    let program = lowering.finish();
    let (layout, squares) = (vocabulary.layout, vocabulary.squares);
    let mut filled =
        RegisterValues { values: Vec::new(), positions: 1, like: WidestWord::EMPTY, layout, squares };
    for op in &program.operations {
        filled.values.push(filled.result(op));
    }
    let found = filled.words(register)[0];
    let squares = layout.all().map(Square::index).filter(|&square| found.bit(square));
    Ok(Some(squares.fold(Mask::EMPTY, Mask::with)))
}

/// The values of a register, one for each position.
pub(super) enum Values<W: Word> {
    /// Boards, which are kept apart: the number of the list.
    Boards(usize),
    Families(Vec<Family<W>>),
    Words(Vec<W>),
    Bits(Vec<W::Bit>),
}

/// The registers that have their values.
pub(super) struct RegisterValues<W: Word> {
    pub(super) values: Vec<Values<W>>,
    /// The number of positions.
    pub(super) positions: usize,
    /// A word of the kind and width of all words.
    pub(super) like: W,
    pub(super) layout: Layout,
    /// The squares of the board.
    pub(super) squares: Mask,
}

impl<W: Word> RegisterValues<W> {
    /// The words of a register of words.
    ///
    /// # Panics
    /// If it is no register of words: a mistake in the lowering.
    pub(super) fn words(&self, register: Register) -> &[W] {
        match &self.values[register] {
            Values::Words(words) => words,
            _ => unreachable!("register {register} holds no words"),
        }
    }

    /// The truth values of a register of truth values.
    ///
    /// # Panics
    /// If it is no register of truth values: a mistake in the lowering.
    pub(super) fn bits(&self, register: Register) -> &[W::Bit] {
        match &self.values[register] {
            Values::Bits(bits) => bits,
            _ => unreachable!("register {register} holds no truth values"),
        }
    }

    /// The moves of a register of moves.
    ///
    /// # Panics
    /// If it is no register of moves: a mistake in the lowering.
    pub(super) fn families(&self, register: Register) -> &[Family<W>] {
        match &self.values[register] {
            Values::Families(families) => families,
            _ => unreachable!("register {register} holds no moves"),
        }
    }

    pub(super) fn nothing(&self) -> W {
        self.like.constant(&Mask::EMPTY)
    }

    /// The result of an operation on words and truth values.
    pub(super) fn result(&self, op: &Op) -> Values<W> {
        match op {
            Op::Constant(mask) => Values::Words(vec![self.like.constant(mask); self.positions]),
            Op::Complement(of) => {
                let full = self.like.constant(&self.squares);
                self.map(*of, |word| word ^ full)
            }
            Op::Both(one, other) => self.zip(*one, *other, |one, other| one & other),
            Op::Either(one, other) => self.zip(*one, *other, |one, other| one | other),
            Op::One(one, other) => self.zip(*one, *other, |one, other| one ^ other),
            Op::Select(bit, one, other) => {
                let words = self.words(*one).iter().zip(self.words(*other));
                let select = |(&bit, (&one, &other))| W::select(bit, one, other);
                Values::Words(self.bits(*bit).iter().zip(words).map(select).collect())
            }
            Op::Shift(direction, of) if self.squares.len() == self.layout.squares() => {
                self.map(*of, |word| self.layout.shift(word, *direction))
            }
            Op::Shift(direction, of) => {
                let squares = self.like.constant(&self.squares);
                self.map(*of, |word| self.layout.shift(word, *direction) & squares)
            }
            Op::Image(symmetry, of) => {
                let squares = self.like.constant(&self.squares);
                self.map(*of, |word| word.image(*symmetry, self.layout) & squares)
            }
            _ => Values::Bits(self.truths(op)),
        }
    }

    fn truths(&self, op: &Op) -> Vec<W::Bit> {
        let words = |register: Register| self.words(register).iter().copied();
        let bits = |register: Register| self.bits(register).iter().copied();
        match op {
            Op::Truth(truth) => vec![self.like.truth(*truth); self.positions],
            Op::Bit(word, square) => words(*word).map(|word| word.bit(*square)).collect(),
            Op::Any(word) => words(*word).map(Word::any).collect(),
            Op::Equal(one, other) => {
                words(*one).zip(words(*other)).map(|(one, other)| one.equals(other)).collect()
            }
            Op::AtLeast(counted, bound) => self.at_least(counted, *bound),
            Op::Not(of) => bits(*of).map(Not::not).collect(),
            Op::And(one, other) => bits(*one).zip(bits(*other)).map(|(one, other)| one & other).collect(),
            Op::Or(one, other) => bits(*one).zip(bits(*other)).map(|(one, other)| one | other).collect(),
            Op::Same(one, other) => bits(*one).zip(bits(*other)).map(|(one, other)| !(one ^ other)).collect(),
            _ => unreachable!("{op:?} needs rules"),
        }
    }

    fn at_least(&self, counted: &[Register], bound: u32) -> Vec<W::Bit> {
        let (first, others) = match counted {
            [] => return vec![self.like.truth(bound == 0); self.positions],
            [first, others @ ..] => (self.words(*first).iter(), others),
        };
        if others.is_empty() {
            return first.map(|word| word.total_at_least(&[], bound)).collect();
        }
        let mut beside = Vec::with_capacity(others.len());
        let total = |(place, word): (usize, &W)| {
            beside.clear();
            beside.extend(others.iter().map(|&other| self.words(other)[place]));
            word.total_at_least(&beside, bound)
        };
        first.enumerate().map(total).collect()
    }

    fn map(&self, of: Register, change: impl Fn(W) -> W) -> Values<W> {
        Values::Words(self.words(of).iter().map(|&word| change(word)).collect())
    }

    fn zip(&self, one: Register, other: Register, join: impl Fn(W, W) -> W) -> Values<W> {
        let others = self.words(other).iter();
        Values::Words(self.words(one).iter().zip(others).map(|(&one, &other)| join(one, other)).collect())
    }
}
