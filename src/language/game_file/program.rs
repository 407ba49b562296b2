//! A short program over words of any kind: what the expressions of a game file compute.
//!
//! Idea: an instruction computes one word or one truth value from those that are known; the words of the board are the
//! first ones. A closure is a loop whose body overwrites its own values in each round, so that machine words stop at the
//! fixpoint and circuits unroll. A closure along one line is one instruction, and so are those along all lines of a union.
//! The same program runs on machine words, circuits and terms.
//!
//! Cost: an instruction is a step of an interpreter. Values are on the stack, unless a program has very many.

use encodings::board::Mask;
use encodings::rules::Step;
use encodings::word::{Count as _, Lines, OneHot, Word};

/// The greatest number of words of a position.
pub(super) const WORDS: usize = 8;

/// The number of a word.
pub(super) type WordAt = u16;

/// The number of a truth value.
pub(super) type BitAt = u16;

/// An operation, and the number of the word or of the truth value that it computes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Instruction {
    pub(super) operation: Operation,
    pub(super) into: u16,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Operation {
    Constant(Mask),
    And(WordAt, WordAt),
    Or(WordAt, WordAt),
    Xor(WordAt, WordAt),
    /// The squares of the first word that are not in the other one.
    Without(WordAt, WordAt),
    /// The squares of the word that are among these.
    Within(WordAt, Mask),
    /// Every square moved by this many bits, as far as it is then one of these squares.
    Shift {
        of: WordAt,
        by: i16,
        within: Mask,
    },
    /// The squares of such a shift that are not in the other word.
    ShiftWithout {
        of: WordAt,
        by: i16,
        within: Mask,
        without: WordAt,
    },
    /// The squares of `through` and of `within` that are met from a word by steps of this many bits.
    Run {
        of: WordAt,
        through: WordAt,
        within: Mask,
        by: i16,
        rounds: u32,
    },
    /// The squares behind runs along lines from a word.
    Behind {
        of: WordAt,
        through: WordAt,
        lines: Box<Lines>,
    },
    /// The squares of `through` between one square and a word, along lines.
    Between {
        start: WordAt,
        ends: WordAt,
        through: WordAt,
        lines: Box<Lines>,
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
    /// The first word has fewer squares than the other one.
    Fewer(WordAt, WordAt),
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
    /// The word that changes.
    pub(super) variable: WordAt,
    pub(super) rounds: u32,
    /// Whether each round adds to the word; it then ends when nothing changes.
    pub(super) is_closure: bool,
    /// Whether there are as many rounds as squares: each but the last adds one.
    pub(super) is_long: bool,
    /// What a round computes.
    pub(super) body: Vec<Instruction>,
    /// The word after a round.
    pub(super) next: WordAt,
}

/// Instructions, and how many words and truth values they need.
#[derive(Clone, Debug)]
pub(super) struct Program {
    pub(super) instructions: Vec<Instruction>,
    pub(super) words: usize,
    pub(super) bits: usize,
}

/// The values of a running program.
pub(super) struct Values<'v, W: Word> {
    words: &'v mut [W],
    bits: &'v mut [W::Bit],
    like: W,
    /// Whether all closures have come to their end; known only if that is asked for.
    settled: Option<W::Bit>,
}

impl<W: Word> Values<'_, W> {
    #[inline(always)]
    pub(super) fn word(&self, at: WordAt) -> W {
        self.words[usize::from(at)]
    }

    #[inline(always)]
    pub(super) fn bit(&self, at: BitAt) -> W::Bit {
        self.bits[usize::from(at)]
    }
}

impl Program {
    /// Runs the program on a board, and on a move if it has one; `read` takes what is needed of the values.
    #[inline]
    pub(super) fn run<W: Word, T>(
        &self,
        board: &[W],
        step: Option<&Step<W>>,
        read: impl FnOnce(&Values<W>) -> T,
    ) -> T {
        let like = board[0];
        let never = like.truth(false);
        let (mut few_words, mut some_words, mut many_words);
        let (mut few_bits, mut some_bits, mut many_bits);
        let (words, bits): (&mut [W], &mut [W::Bit]) = match self.words.max(self.bits) {
            0..=16 => {
                (few_words, few_bits) = ([like; 16], [never; 16]);
                (&mut few_words, &mut few_bits)
            }
            17..=64 => {
                (some_words, some_bits) = ([like; 64], [never; 64]);
                (&mut some_words, &mut some_bits)
            }
            many => {
                (many_words, many_bits) = (vec![like; many], vec![never; many]);
                (&mut many_words, &mut many_bits)
            }
        };
        self.run_in(words, bits, board, step, None, read)
    }

    /// Whether all closures of the program come to their end on a board, with a move if it has one.
    pub(super) fn settles<W: Word>(&self, board: &[W], step: Option<&Step<W>>) -> W::Bit {
        let like = board[0];
        let many = self.words.max(self.bits);
        let (words, bits) = (&mut vec![like; many], &mut vec![like.truth(false); many]);
        let always = like.truth(true);
        self.run_in(words, bits, board, step, Some(always), |values| values.settled.unwrap_or(always))
    }

    #[inline(always)]
    fn run_in<W: Word, T>(
        &self,
        words: &mut [W],
        bits: &mut [W::Bit],
        board: &[W],
        step: Option<&Step<W>>,
        settled: Option<W::Bit>,
        read: impl FnOnce(&Values<W>) -> T,
    ) -> T {
        // The usual boards have room for all words: a copy of a known size is no call.
        match (words.first_chunk_mut::<WORDS>(), board.first_chunk::<WORDS>()) {
            (Some(words), Some(board)) => *words = *board,
            _ => words[..board.len()].copy_from_slice(board),
        }
        let mut values = Values { words, bits, like: board[0], settled };
        values.execute(&self.instructions, step);
        read(&values)
    }

    /// Whether the program has closures, whose rounds could be too few.
    pub(super) fn has_closures(&self) -> bool {
        has_closures(&self.instructions)
    }
}

impl<W: Word> Values<'_, W> {
    fn execute(&mut self, instructions: &[Instruction], step: Option<&Step<W>>) {
        for Instruction { operation, into } in instructions {
            let into = usize::from(*into);
            self.words[into] = match *operation {
                Operation::And(one, other) => self.word(one) & self.word(other),
                Operation::Or(one, other) => self.word(one) | self.word(other),
                Operation::Xor(one, other) => self.word(one) ^ self.word(other),
                Operation::Without(one, other) => self.word(one).without(self.word(other)),
                Operation::Within(word, ref mask) => self.within(word, mask),
                Operation::Shift { of, by, ref within } => self.shifted(of, by, within),
                Operation::ShiftWithout { of, by, ref within, without } => {
                    self.shifted(of, by, within).without(self.word(without))
                }
                Operation::Run { of, through, ref within, by, rounds } => {
                    let through = self.within(through, within);
                    self.line(self.word(of), through, by, rounds as usize)
                }
                Operation::Behind { of, through, ref lines } => {
                    self.word(of).behind(self.word(through), lines)
                }
                Operation::Between { start, ends, through, ref lines } => {
                    let start = OneHot::assume(self.word(start));
                    W::between_all(start, self.word(ends), self.word(through), lines)
                }
                Operation::Select { condition, then, otherwise } => {
                    W::select(self.bit(condition), self.word(then), self.word(otherwise))
                }
                Operation::Constant(ref mask) => self.like.constant(mask),
                Operation::From => step.map_or_else(|| self.nothing(), |step| step.from()),
                Operation::To => step.map_or_else(|| self.nothing(), |step| step.to()),
                Operation::Over => step.map_or_else(|| self.nothing(), |step| step.over()),
                Operation::Repeat(ref repeat) => self.repeat(repeat, step),
                _ => {
                    self.bits[into] = self.truth(operation);
                    continue;
                }
            };
        }
    }

    #[inline(always)]
    fn nothing(&self) -> W {
        self.like.constant(&Mask::EMPTY)
    }

    #[inline(always)]
    fn shifted(&self, of: WordAt, by: i16, within: &Mask) -> W {
        // A neighbour is at most 20 bits away; that the distance is below 32 makes shifts of machine words cheaper.
        let (word, distance) = (self.word(of), usize::from(by.unsigned_abs() as u8 & 31));
        let moved = if by > 0 { word.up(distance) } else { word.down(distance) };
        moved & word.constant(within)
    }

    #[inline(always)]
    fn within(&self, word: WordAt, mask: &Mask) -> W {
        self.word(word) & self.like.constant(mask)
    }

    #[inline(always)]
    fn truth(&self, operation: &Operation) -> W::Bit {
        match *operation {
            Operation::Square(word, square) => self.word(word).bit(usize::from(square)),
            Operation::Any(word) => self.word(word).any(),
            Operation::Equal(one, other) => self.word(one).equals(self.word(other)),
            Operation::AtLeast(ref words, bound) => self.at_least(words, bound),
            Operation::Fewer(one, other) => self.word(one).popcount().less_than(self.word(other).popcount()),
            Operation::Not(of) => !self.bit(of),
            Operation::Both(one, other) => self.bit(one) & self.bit(other),
            Operation::Either(one, other) => self.bit(one) | self.bit(other),
            Operation::Same(one, other) => !(self.bit(one) ^ self.bit(other)),
            Operation::Truth(truth) => self.like.truth(truth),
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

    /// Machine words shift by constants of each sign faster than by any distance, and 7 rounds are those of 8x8 boards.
    #[inline(always)]
    fn line(&mut self, from: W, through: W, by: i16, rounds: usize) -> W {
        let distance = isize::from(by.unsigned_abs() as u8 & 31);
        let met = match (by > 0, rounds) {
            (true, 7) => from.run(through, distance, 7),
            (true, _) => from.run(through, distance, rounds),
            (false, 7) => from.run(through, -distance, 7),
            (false, _) => from.run(through, -distance, rounds),
        };
        if self.settled.is_some() {
            let more = from.run(through, isize::from(by), rounds + 1);
            self.settled = self.settled.map(|settled| settled & more.equals(met));
        }
        met
    }

    fn repeat(&mut self, repeat: &Repeat, step: Option<&Step<W>>) -> W {
        let seed = self.word(repeat.seed);
        let mut round = |word: W| {
            self.words[usize::from(repeat.variable)] = word;
            self.execute(&repeat.body, step);
            self.word(repeat.next)
        };
        let rounds = repeat.rounds as usize;
        if !repeat.is_closure {
            return (0..rounds).fold(seed, |word, _| round(word));
        }
        let round = std::cell::RefCell::new(round);
        let closure = seed.closure(rounds, |word| word | (round.borrow_mut())(word));
        if !repeat.is_long {
            self.settled = self.settled.map(|settled| settled & closure.settled);
        }
        closure.value
    }
}

fn has_closures(instructions: &[Instruction]) -> bool {
    instructions.iter().any(|instruction| match &instruction.operation {
        Operation::Repeat(repeat) => repeat.is_closure && !repeat.is_long || has_closures(&repeat.body),
        Operation::Run { .. } => true,
        _ => false,
    })
}
