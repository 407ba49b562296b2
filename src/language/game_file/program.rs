//! A short program over words of any kind: what the expressions of a game file compute.
//!
//! Idea: an instruction appends one word or one truth value to those that are known. A closure is a loop whose body
//! appends and is forgotten after each round, so that machine words stop at the fixpoint and circuits unroll. The same
//! program runs on machine words, circuits and terms.
//!
//! Cost: an instruction is a step of an interpreter; a run allocates a list of words and one of truth values.

use encodings::board::Mask;
use encodings::rules::Step;
use encodings::word::Word;

/// The number of a word.
pub(super) type WordAt = u16;

/// The number of a truth value.
pub(super) type BitAt = u16;

/// An instruction.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Instruction {
    /// A word of the board.
    Board(u8),
    Constant(Mask),
    And(WordAt, WordAt),
    Or(WordAt, WordAt),
    Xor(WordAt, WordAt),
    /// The squares of the first word that are not in the other one.
    Without(WordAt, WordAt),
    /// Every square moved by this many bits, as far as it is then one of these squares.
    Shift {
        of: WordAt,
        by: i16,
        within: Mask,
    },
    Select {
        condition: BitAt,
        then: WordAt,
        otherwise: WordAt,
    },
    /// The squares of the move.
    From,
    To,
    Over,
    Repeat(Box<Repeat>),
    Truth(bool),
    Square(WordAt, u16),
    Any(WordAt),
    Equal(WordAt, WordAt),
    /// The words together have at least this number of squares.
    AtLeast(Box<[WordAt]>, u32),
    Not(BitAt),
    Both(BitAt, BitAt),
    Either(BitAt, BitAt),
    Same(BitAt, BitAt),
}

/// A word that changes for some rounds.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Repeat {
    /// What the word is at the beginning.
    pub(super) seed: WordAt,
    pub(super) rounds: u32,
    /// Whether each round adds to the word; it then ends when nothing changes.
    pub(super) is_closure: bool,
    /// What a round computes: its first word is the one that changes.
    pub(super) body: Vec<Instruction>,
    /// The word after a round.
    pub(super) next: WordAt,
}

/// How many values of each kind a run has room for at first.
const ROOM: usize = 48;

/// The values of a running program.
pub(super) struct Values<W: Word> {
    words: Vec<W>,
    bits: Vec<W::Bit>,
    like: W,
    /// Whether all closures have come to their end.
    settled: W::Bit,
}

impl<W: Word> Values<W> {
    pub(super) fn word(&self, at: WordAt) -> W {
        self.words[usize::from(at)]
    }

    pub(super) fn settled(&self) -> W::Bit {
        self.settled
    }

    pub(super) fn bit(&self, at: BitAt) -> W::Bit {
        self.bits[usize::from(at)]
    }
}

/// Runs a program on a board, and on a move if it has one.
pub(super) fn run<W: Word>(program: &[Instruction], board: &[W], step: Option<Step<W>>) -> Values<W> {
    let like = board[0];
    let (words, bits) = (Vec::with_capacity(ROOM), Vec::with_capacity(ROOM));
    let mut values = Values { words, bits, like, settled: like.truth(true) };
    values.append(program, board, step);
    values
}

impl<W: Word> Values<W> {
    fn append(&mut self, program: &[Instruction], board: &[W], step: Option<Step<W>>) {
        for instruction in program {
            match instruction {
                Instruction::Truth(_)
                | Instruction::Square(..)
                | Instruction::Any(_)
                | Instruction::Equal(..)
                | Instruction::AtLeast(..)
                | Instruction::Not(_)
                | Instruction::Both(..)
                | Instruction::Either(..)
                | Instruction::Same(..) => {
                    let bit = self.truth(instruction);
                    self.bits.push(bit);
                }
                Instruction::Repeat(repeat) => {
                    let word = self.repeat(repeat, board, step);
                    self.words.push(word);
                }
                _ => {
                    let word = self.squares(instruction, board, step);
                    self.words.push(word);
                }
            }
        }
    }

    #[inline(always)]
    fn squares(&self, instruction: &Instruction, board: &[W], step: Option<Step<W>>) -> W {
        let nothing = || self.like.constant(&Mask::EMPTY);
        match *instruction {
            Instruction::Board(index) => board[usize::from(index)],
            Instruction::And(one, other) => self.word(one) & self.word(other),
            Instruction::Or(one, other) => self.word(one) | self.word(other),
            Instruction::Xor(one, other) => self.word(one) ^ self.word(other),
            Instruction::Without(one, other) => self.word(one).without(self.word(other)),
            Instruction::Shift { of, by, ref within } => {
                let (word, distance) = (self.word(of), usize::from(by.unsigned_abs()));
                let moved = if by > 0 { word.up(distance) } else { word.down(distance) };
                moved & word.constant(within)
            }
            Instruction::Select { condition, then, otherwise } => {
                W::select(self.bit(condition), self.word(then), self.word(otherwise))
            }
            Instruction::Constant(ref mask) => self.like.constant(mask),
            Instruction::From => step.map_or_else(nothing, Step::from),
            Instruction::To => step.map_or_else(nothing, Step::to),
            Instruction::Over => step.map_or_else(nothing, Step::over),
            _ => nothing(),
        }
    }

    #[inline(always)]
    fn truth(&self, instruction: &Instruction) -> W::Bit {
        match *instruction {
            Instruction::Square(word, square) => self.word(word).bit(usize::from(square)),
            Instruction::Any(word) => self.word(word).any(),
            Instruction::Equal(one, other) => self.word(one).equals(self.word(other)),
            Instruction::AtLeast(ref words, bound) => self.at_least(words, bound),
            Instruction::Not(of) => !self.bit(of),
            Instruction::Both(one, other) => self.bit(one) & self.bit(other),
            Instruction::Either(one, other) => self.bit(one) | self.bit(other),
            Instruction::Same(one, other) => !(self.bit(one) ^ self.bit(other)),
            Instruction::Truth(truth) => self.like.truth(truth),
            _ => self.like.truth(false),
        }
    }

    fn at_least(&self, words: &[WordAt], bound: u32) -> W::Bit {
        match words {
            [] => self.like.truth(bound == 0),
            [one] => self.word(*one).total_at_least(&[], bound),
            [first, others @ ..] => {
                let others: Vec<W> = others.iter().map(|&at| self.word(at)).collect();
                self.word(*first).total_at_least(&others, bound)
            }
        }
    }

    fn repeat(&mut self, repeat: &Repeat, board: &[W], step: Option<Step<W>>) -> W {
        let (words, bits) = (self.words.len(), self.bits.len());
        let seed = self.word(repeat.seed);
        let mut round = |word: W| {
            self.words.push(word);
            self.append(&repeat.body, board, step);
            let next = self.word(repeat.next);
            self.words.truncate(words);
            self.bits.truncate(bits);
            next
        };
        let rounds = repeat.rounds as usize;
        if repeat.is_closure {
            let round = std::cell::RefCell::new(round);
            let closure = seed.closure(rounds, |word| word | (round.borrow_mut())(word));
            self.settled = self.settled & closure.settled;
            closure.value
        } else {
            (0..rounds).fold(seed, |word, _| round(word))
        }
    }
}

/// Whether a program has closures, whose rounds could be too few.
pub(super) fn has_closures(program: &[Instruction]) -> bool {
    program.iter().any(|instruction| match instruction {
        Instruction::Repeat(repeat) => repeat.is_closure || has_closures(&repeat.body),
        _ => false,
    })
}
