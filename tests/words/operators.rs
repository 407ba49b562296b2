//! Every operator of words compared with its definition. For the circuit it is refuted that they ever differ, with a
//! checked proof; machine words are compared on all words or on many.
//!
//! The definitions are written bit by bit, as one would explain the operator, without regard to cost.

use crate::support::miter::{Outcome, miter, stated};
use crate::support::random::Random;
use encodings::board::{Layout, Mask};
use encodings::statement::Statement;
use encodings::word::{Bit, Count, Word, run_by_prefix};

/// An operator on three words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operator {
    /// Whether at least this many bits of the first word are set.
    AtLeast(u32),
    /// Whether exactly this many are set.
    Exactly(u32),
    /// Whether the first word has fewer bits than the second.
    Fewer,
    LexLe,
    Equals,
    OneHot,
    /// The second word if the first bit of the first holds, else the third.
    Select,
    /// The same for single bits.
    SelectBit,
    /// The run from the first word through the second.
    Run(isize, usize),
    RunByPrefix(isize, usize),
}

/// A truth value as a word: the first bit.
fn as_word<W: Word>(bit: W::Bit, like: W) -> W {
    W::select(bit, like.constant(&Mask::first(1)), like.constant(&Mask::EMPTY))
}

impl Operator {
    fn apply<W: Word>(self, [a, b, c]: [W; 3]) -> W {
        match self {
            Self::AtLeast(bound) => as_word(a.popcount().at_least(bound), a),
            Self::Exactly(number) => as_word(a.popcount().is(number), a),
            Self::Fewer => as_word(a.popcount().less_than(b.popcount()), a),
            Self::LexLe => as_word(a.lex_le(b), a),
            Self::Equals => as_word(a.equals(b), a),
            Self::OneHot => as_word(a.is_one_hot(), a),
            Self::Select => W::select(a.bit(0), b, c),
            Self::SelectBit => as_word(a.bit(0).select(b.bit(0), c.bit(0)), a),
            Self::Run(distance, bound) => a.run(b, distance, bound),
            Self::RunByPrefix(distance, bound) => run_by_prefix(a, b, distance, bound),
        }
    }

    /// The right result of the operator for words of this width.
    fn define<W: Word>(self, [a, b, c]: [W; 3], width: usize) -> W {
        let define = Definition { width, no: a.constant(&Mask::EMPTY).any() };
        let bits = |word: W| move |index: usize| word.bit(index);
        match self {
            Self::AtLeast(bound) => as_word(define.at_least(a, bound), a),
            Self::Exactly(number) => as_word(define.at_least(a, number) & !define.at_least(a, number + 1), a),
            Self::Fewer => {
                // For some number, the second has at least that many bits and the first has not.
                let numbers = 1..=width as u32;
                let fewer = numbers.map(|number| define.at_least(b, number) & !define.at_least(a, number));
                as_word(define.or(fewer), a)
            }
            Self::LexLe => {
                let same = |index: usize| !(a.bit(index) ^ b.bit(index));
                // The first differing bit belongs to the second word, or no bit differs.
                let first = |index: usize| define.and((0..index).map(same)) & !a.bit(index) & b.bit(index);
                as_word(define.or((0..width).map(first)) | define.and((0..width).map(same)), a)
            }
            Self::Equals => {
                let both = define.and((0..width).map(|index| a.bit(index) & b.bit(index) | !a.bit(index)));
                as_word(both & define.and((0..width).map(|index| a.bit(index) | !b.bit(index))), a)
            }
            Self::OneHot => {
                let only = |index: usize| {
                    a.bit(index)
                        & define.and((0..width).filter(|&other| other != index).map(|other| !a.bit(other)))
                };
                as_word(define.or((0..width).map(only)), a)
            }
            Self::Select => {
                let chosen = |index| a.bit(0) & b.bit(index) | !a.bit(0) & c.bit(index);
                word_of((0..width).map(chosen), a)
            }
            Self::SelectBit => as_word(a.bit(0) & b.bit(0) | !a.bit(0) & c.bit(0), a),
            Self::Run(distance, bound) | Self::RunByPrefix(distance, bound) => {
                let (seed, through) = (bits(a), bits(b));
                let back = |index: usize, steps: usize| {
                    index.checked_add_signed(-distance * steps as isize).filter(|&index| index < width)
                };
                let from = |index: usize, steps: usize| {
                    let path = define.and((0..steps).filter_map(|step| back(index, step)).map(through));
                    back(index, steps).map(|start| path & seed(start))
                };
                let met = |index| define.or((1..=bound).filter_map(|steps| from(index, steps)));
                word_of((0..width).map(met), a)
            }
        }
    }
}

/// The parts of definitions, for words of one width.
struct Definition<B> {
    width: usize,
    no: B,
}

impl<B: Bit> Definition<B> {
    fn or(&self, bits: impl Iterator<Item = B>) -> B {
        bits.fold(self.no, |any, bit| any | bit)
    }

    fn and(&self, bits: impl Iterator<Item = B>) -> B {
        bits.fold(!self.no, |all, bit| all & bit)
    }

    /// Whether some set of `bound` bits is all set.
    fn at_least<W: Word<Bit = B>>(&self, word: W, bound: u32) -> B {
        let sets = (0..1u32 << self.width).filter(|set| set.count_ones() == bound);
        let all = |set: u32| (0..self.width).filter(move |index| set >> index & 1 == 1);
        self.or(sets.map(|set| self.and(all(set).map(|index| word.bit(index)))))
    }
}

/// The word of these bits, lowest index first.
fn word_of<W: Word>(bits: impl Iterator<Item = W::Bit>, like: W) -> W {
    let nothing = like.constant(&Mask::EMPTY);
    bits.enumerate().fold(nothing, |word, (index, bit)| {
        word | W::select(bit, like.constant(&Mask::EMPTY.with(index)), nothing)
    })
}

/// The difference between an operator and the definition of another.
fn compare(operator: Operator, defined: Operator, width: usize) -> Outcome {
    let layout = Layout::new(width, 1).expect("a row of squares");
    miter(|statement| {
        let words = ["a", "b", "c"].map(|name| statement.unknown(name, layout));
        vec![[operator.apply(words), defined.define(words, width)]]
    })
}

/// Refutes that the operator differs from its definition.
fn refute(operator: Operator, width: usize) {
    let refutation = compare(operator, operator, width).equal();
    println!("{operator:?}, {width} bits: {refutation:?}");
    assert!(refutation.open > 0 && refutation.steps.additions > 0, "{operator:?}: {refutation:?}");
    assert!(refutation.variables as usize > width && refutation.clauses > width, "{refutation:?}");
}

/// Compares machine words: all pairs of 6 bits, and all words of this width with random partners.
fn try_machine_words(operator: Operator, width: usize) {
    let agree = |words: [u64; 3], width: usize| {
        // A machine word that is wider than the board is cut, as rules do by their edge masks.
        let applied = operator.apply(words) & ((1 << width) - 1);
        assert_eq!(applied, operator.define(words, width), "{operator:?} {words:x?}");
    };
    for pair in 0..1u64 << 12 {
        agree([pair & 63, pair >> 6, !pair & 63], 6);
    }
    let mut random = Random::new(width as u64);
    for word in 0..1u64 << width {
        let density = random.below(17);
        agree([word, random.dense(density) & ((1 << width) - 1), random.below(1 << width) as u64], width);
    }
}

#[test]
fn counts_compare_as_defined() {
    for bound in 0..=9 {
        for operator in [Operator::AtLeast(bound), Operator::Exactly(bound)] {
            try_machine_words(operator, 8);
            // That there are at least 0 bits is known without a solver.
            if operator == Operator::AtLeast(0) {
                assert!(matches!(compare(operator, operator, 8), Outcome::SameNodes), "{operator:?}");
            } else {
                refute(operator, 8);
            }
        }
    }
    refute(Operator::Fewer, 7);
    try_machine_words(Operator::Fewer, 7);
}

#[test]
fn words_compare_as_defined() {
    for operator in [Operator::LexLe, Operator::Equals, Operator::OneHot] {
        refute(operator, 12);
        try_machine_words(operator, 12);
    }
}

#[test]
fn select_chooses_as_defined() {
    for operator in [Operator::Select, Operator::SelectBit] {
        refute(operator, 12);
        try_machine_words(operator, 12);
    }
}

const DISTANCES: [isize; 4] = [1, -1, 3, -4];

fn refute_run(run: Operator, bound: usize) {
    match compare(run, run, 12) {
        Outcome::SameNodes => assert!(bound <= 2, "{run:?} needs a solver"),
        outcome => assert!(outcome.equal().open > 0, "{run:?}"),
    }
}

#[test]
fn runs_go_as_far_as_defined() {
    for distance in DISTANCES {
        for bound in 0..=11 {
            refute_run(Operator::Run(distance, bound), bound);
        }
    }
}

/// At the bounds that the doubling of strides meets exactly, including those of Othello.
#[test]
fn runs_by_prefix_go_as_far_as_defined() {
    for distance in DISTANCES {
        for bound in [0, 1, 2, 4, 6, 8] {
            refute_run(Operator::RunByPrefix(distance, bound), bound);
            try_machine_words(Operator::RunByPrefix(distance, bound), 12);
            try_machine_words(Operator::Run(distance, bound), 12);
        }
    }
}

#[test]
fn runs_by_prefix_stop_at_every_bound() {
    for distance in DISTANCES {
        for bound in [3, 5, 7, 9, 10, 11] {
            refute_run(Operator::RunByPrefix(distance, bound), bound);
            try_machine_words(Operator::RunByPrefix(distance, bound), 12);
            try_machine_words(Operator::Run(distance, bound), 12);
        }
    }
}

#[test]
fn wrong_definitions_are_told_apart() {
    let pairs = [
        (Operator::AtLeast(4), Operator::AtLeast(5)),
        (Operator::Exactly(4), Operator::AtLeast(4)),
        (Operator::Fewer, Operator::LexLe),
        (Operator::LexLe, Operator::Equals),
        (Operator::OneHot, Operator::AtLeast(1)),
        (Operator::Run(1, 5), Operator::Run(1, 4)),
        (Operator::RunByPrefix(1, 6), Operator::RunByPrefix(1, 7)),
        (Operator::RunByPrefix(-1, 4), Operator::RunByPrefix(1, 4)),
    ];
    for (operator, other) in pairs {
        let model = compare(operator, other, 8).differ();
        let words = ["a", "b", "c"].map(|name| model.word(name));
        let (right, wrong) = (operator.define(words, 8), other.define(words, 8));
        assert_eq!(operator.apply(words) & 0xff, right, "{operator:?} {words:x?}");
        assert_ne!(right, wrong, "{operator:?} and {other:?} {words:x?}");
    }
}

/// Requires at least `bound` bits of an unknown word, or exactly one.
fn require<S: Statement>(statement: &mut S, layout: Layout, bound: Option<u32>) -> S::Word {
    let word = statement.unknown("a", layout);
    match bound {
        Some(bound) => statement.require_at_least(layout, word, bound),
        None => statement.require_one_hot(word),
    }
    word
}

/// A statement's requirements become clauses of their own, not by the operators: both must mean the same.
#[test]
fn requirements_are_what_they_say() {
    const WIDTH: usize = 8;
    let layout = Layout::new(WIDTH, 1).expect("a row of squares");
    for bound in (1..=8).map(Some).chain([None]) {
        let operator = bound.map_or(Operator::OneHot, Operator::AtLeast);
        // No other value satisfies the requirement ...
        let beyond = stated(|statement| {
            let word = require(statement, layout, bound);
            statement.require(!operator.define([word; 3], WIDTH).bit(0));
            WIDTH
        });
        beyond.equal();
        // ... and every value that should satisfy it does.
        for value in 0..1u64 << WIDTH {
            if operator.define([value; 3], WIDTH) == 1 {
                let model = stated(|statement| {
                    let word = require(statement, layout, bound);
                    statement.require(word.equals(word.constant(&Mask::from_u64(value))));
                    WIDTH
                })
                .differ();
                assert_eq!(model.word("a"), value, "{bound:?}");
            }
        }
    }
}
