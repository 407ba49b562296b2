//! From the meaning of an expression to a program.
//!
//! Idea: equal instructions are one, loops apart. What the body of a loop computes without the word that changes stands before
//! the loop. Constants of an intersection are one mask, and closures along the lines of a union are one instruction.

mod lines;

use super::program::{BitAt, Instruction, Operation, Program, Repeat, WordAt};
use crate::error::{LanguageError, Reason};
use crate::meaning::{Bit, Iteration, Number, Word};
use encodings::board::{Direction, Layout, Mask};
use std::collections::HashMap;

/// The greatest number of values of a program.
const VALUES_LIMIT: usize = 20_000;

/// The greatest number of instructions that the rounds of a loop run.
const WORK_LIMIT: u64 = 100_000;

/// A program that grows.
pub(super) struct Compiler {
    layout: Layout,
    squares: Mask,
    instructions: Vec<Instruction>,
    known: HashMap<Operation, u16>,
    words_of_pieces: usize,
    /// The kind of the move, if there is one.
    kind: Option<usize>,
    words: usize,
    bits: usize,
    /// How many there are at most, those of bodies of loops included.
    most: (usize, usize),
    /// The words that loops change, by their numbers in the meaning.
    variables: HashMap<usize, WordAt>,
}

impl Compiler {
    /// A compiler for boards with this number of words, of which the first are those of pieces.
    pub(super) fn new(layout: Layout, squares: Mask, words: usize, words_of_pieces: usize) -> Self {
        Self {
            layout,
            squares,
            instructions: Vec::new(),
            known: HashMap::new(),
            words_of_pieces,
            kind: None,
            words,
            bits: 0,
            most: (words, 0),
            variables: HashMap::new(),
        }
    }

    /// The same, for what moves of a kind do.
    pub(super) fn of_kind(self, kind: usize) -> Self {
        Self { kind: Some(kind), ..self }
    }

    pub(super) fn finish(self) -> Program {
        Program { instructions: self.instructions, words: self.most.0, bits: self.most.1 }
    }

    fn add(&mut self, operation: Operation, is_word: bool) -> Result<u16, LanguageError> {
        if let Some(&known) = self.known.get(&operation) {
            return Ok(known);
        }
        let count = if is_word { &mut self.words } else { &mut self.bits };
        let into = u16::try_from(*count).ok().filter(|&into| usize::from(into) < VALUES_LIMIT);
        let into = into.ok_or_else(|| LanguageError::new(0, Reason::TooLarge))?;
        *count += 1;
        self.most = (self.most.0.max(self.words), self.most.1.max(self.bits));
        self.instructions.push(Instruction { operation: operation.clone(), into });
        self.known.insert(operation, into);
        Ok(into)
    }

    fn add_word(&mut self, operation: Operation) -> Result<WordAt, LanguageError> {
        self.add(operation, true)
    }

    fn add_bit(&mut self, operation: Operation) -> Result<BitAt, LanguageError> {
        self.add(operation, false)
    }

    pub(super) fn word(&mut self, word: &Word) -> Result<WordAt, LanguageError> {
        let operation = match word {
            Word::Board(_, index) => return Ok(*index as WordAt),
            Word::Occupied(_) => return self.occupied(),
            Word::From(_) => return self.on_the_board(Operation::From),
            Word::To(_) => return self.on_the_board(Operation::To),
            Word::Over(_) => return self.on_the_board(Operation::Over),
            Word::Constant(mask) => Operation::Constant(*mask),
            Word::Not(of) => {
                let full = self.add_word(Operation::Constant(self.squares))?;
                Operation::Without(full, self.word(of)?)
            }
            Word::And(parts) => return self.intersection(&parts.iter().collect::<Vec<_>>()),
            Word::Or(parts) => return self.union(parts),
            Word::Xor(parts) => return self.fold(parts, Operation::Xor),
            Word::Shift(direction, of) => {
                let (by, within) = self.shift(*direction);
                Operation::Shift { of: self.word(of)?, by, within }
            }
            Word::Select(condition, words) => {
                let condition = self.bit(condition)?;
                let (then, otherwise) = (self.word(&words[0])?, self.word(&words[1])?);
                Operation::Select { condition, then, otherwise }
            }
            Word::Variable(number) => match self.variables.get(number) {
                Some(&at) => return Ok(at),
                None => Operation::Constant(Mask::EMPTY),
            },
            Word::Iterate(iterate) => match self.line(iterate) {
                Some(line) => return self.run(&line),
                None => self.repeat(iterate)?,
            },
            // Rules of a file see no moves, no words that rules in Rust define, and no images.
            Word::Shown(..) | Word::Kind(..) | Word::OfMove(..) | Word::Image(..) => {
                Operation::Constant(Mask::EMPTY)
            }
        };
        self.add_word(operation)
    }

    fn repeat(&mut self, iterate: &Iteration) -> Result<Operation, LanguageError> {
        let seed = self.word(&iterate.seed)?;
        self.hoist(&iterate.body, iterate.variable)?;
        let variable = self.words as WordAt;
        let (body, next) = self.body(&iterate.body, iterate.variable)?;
        let (rounds, is_closure) = (iterate.rounds, iterate.accumulates);
        within_limit((work(&body) + 1).saturating_mul(u64::from(rounds)))?;
        let is_long = rounds as usize >= self.squares.len();
        Ok(Operation::Repeat(Box::new(Repeat { seed, variable, rounds, is_closure, is_long, body, next })))
    }

    /// By how many bits a step in a direction moves squares, and which squares it can enter.
    fn shift(&self, direction: Direction) -> (i16, Mask) {
        let (files, ranks) = direction.delta();
        let by = (files + ranks * self.layout.files() as isize) as i16;
        (by, self.layout.entered(direction).intersection(&self.squares))
    }

    fn fold(
        &mut self,
        parts: &[Word],
        join: fn(WordAt, WordAt) -> Operation,
    ) -> Result<WordAt, LanguageError> {
        let parts = parts.iter().map(|part| self.word(part)).collect::<Result<Vec<_>, _>>()?;
        self.join(parts, join)
    }

    fn join(
        &mut self,
        parts: Vec<WordAt>,
        join: fn(WordAt, WordAt) -> Operation,
    ) -> Result<WordAt, LanguageError> {
        let mut parts = parts.into_iter();
        match parts.next() {
            Some(first) => parts.try_fold(first, |before, part| self.add_word(join(before, part))),
            None => self.add_word(Operation::Constant(Mask::EMPTY)),
        }
    }

    /// Complements in an intersection cost nothing, and its constants are one mask.
    fn intersection(&mut self, parts: &[&Word]) -> Result<WordAt, LanguageError> {
        let mut mask = self.squares;
        let (mut with, mut without) = (Vec::new(), Vec::new());
        for &part in parts {
            match part {
                Word::Constant(squares) => mask = mask.intersection(squares),
                Word::Not(of) if of.depends() => without.push(&**of),
                _ => with.push(part),
            }
        }
        let Some((first, others)) = with.split_first() else {
            let all = self.add_word(Operation::Constant(mask))?;
            return self.without(all, &without);
        };
        if let (Word::Shift(direction, of), [], [other, rest @ ..]) = (first, others, &without[..]) {
            let (of, without) = (self.word(of)?, self.word(other)?);
            let (by, entered) = self.shift(*direction);
            let within = entered.intersection(&mask);
            let found = self.add_word(Operation::ShiftWithout { of, by, within, without })?;
            return self.without(found, rest);
        }
        let mut found = self.word(first)?;
        for part in others {
            let part = self.word(part)?;
            found = self.add_word(Operation::And(found, part))?;
        }
        if mask != self.squares {
            found = self.add_word(Operation::Within(found, mask))?;
        }
        self.without(found, &without)
    }

    fn without(&mut self, word: WordAt, others: &[&Word]) -> Result<WordAt, LanguageError> {
        others.iter().try_fold(word, |found, other| {
            let other = self.word(other)?;
            self.add_word(Operation::Without(found, other))
        })
    }

    /// The squares of a move that are on the board: what it passes may be a hole.
    fn on_the_board(&mut self, operation: Operation) -> Result<WordAt, LanguageError> {
        let squares = self.add_word(operation)?;
        if self.squares.len() == self.layout.squares() {
            return Ok(squares);
        }
        let of_board = self.add_word(Operation::Constant(self.squares))?;
        self.add_word(Operation::And(squares, of_board))
    }

    fn occupied(&mut self) -> Result<WordAt, LanguageError> {
        let words: Vec<Word> = (0..self.words_of_pieces).map(|index| Word::Board(None, index)).collect();
        self.fold(&words, Operation::Or)
    }
}

impl Compiler {
    /// Computes what a loop needs and its word does not change, before the loop.
    fn hoist(&mut self, body: &Word, variable: usize) -> Result<(), LanguageError> {
        if !uses(body, variable) {
            return self.word(body).map(|_| ());
        }
        if let Word::Iterate(inner) = body {
            // Loops in loops are compiled once: only what the inner one begins with stands before the outer one.
            return self.hoist(&inner.seed, variable);
        }
        parts(body).into_iter().try_for_each(|part| self.hoist(part, variable))
    }

    /// The instructions of a round, and the word after it.
    fn body(&mut self, body: &Word, variable: usize) -> Result<(Vec<Instruction>, WordAt), LanguageError> {
        let outer = (self.words, self.bits, self.known.clone());
        let before = std::mem::take(&mut self.instructions);
        self.variables.insert(variable, self.words as WordAt);
        self.words += 1;
        self.most.0 = self.most.0.max(self.words);
        let next = self.word(body);
        self.variables.remove(&variable);
        (self.words, self.bits, self.known) = outer;
        Ok((std::mem::replace(&mut self.instructions, before), next?))
    }

    pub(super) fn bit(&mut self, bit: &Bit) -> Result<BitAt, LanguageError> {
        let operation = match bit {
            Bit::Truth(truth) => Operation::Truth(*truth),
            Bit::Square(word, square) => Operation::Square(self.word(word)?, *square as u16),
            Bit::Any(word) => Operation::Any(self.word(word)?),
            Bit::Equal(one, other) => Operation::Equal(self.word(one)?, self.word(other)?),
            Bit::AtLeast(number) => self.at_least(number)?,
            Bit::Not(of) => Operation::Not(self.bit(of)?),
            Bit::And(parts) => return self.joined(parts, Operation::Both, true),
            Bit::Or(parts) => return self.joined(parts, Operation::Either, false),
            Bit::Same(one, other) => Operation::Same(self.bit(one)?, self.bit(other)?),
            Bit::KindIs(_, kind) => Operation::Truth(self.kind == Some(*kind)),
            // The rules of a file see no ends of games.
            Bit::Ending(..) | Bit::Forced(..) | Bit::Quantified { .. } | Bit::Unique { .. } => {
                Operation::Truth(false)
            }
        };
        self.add_bit(operation)
    }

    fn joined(
        &mut self,
        parts: &[Bit],
        join: fn(BitAt, BitAt) -> Operation,
        empty: bool,
    ) -> Result<BitAt, LanguageError> {
        let mut joined = None;
        for part in parts {
            let part = self.bit(part)?;
            joined = Some(match joined {
                None => part,
                Some(before) => self.add_bit(join(before, part))?,
            });
        }
        joined.map_or_else(|| self.add_bit(Operation::Truth(empty)), Ok)
    }

    /// Whether a number is 0 or more: the squares that a word lacks are counted in its complement.
    fn at_least(&mut self, number: &Number) -> Result<Operation, LanguageError> {
        let squares = self.squares.len() as i64;
        let (least, most) = number.range(squares);
        if least >= 0 || most < 0 {
            return Ok(Operation::Truth(least >= 0));
        }
        // As rules in Rust say it: two counts are compared without a sum of both, and a bound from above has no complement.
        match (&number.plus[..], &number.minus[..], number.constant) {
            ([one], [other], -1) => return Ok(Operation::Fewer(self.word(other)?, self.word(one)?)),
            ([one], [other], 0) => {
                let is_less = Operation::Fewer(self.word(one)?, self.word(other)?);
                return Ok(Operation::Not(self.add_bit(is_less)?));
            }
            ([], [one], most) => {
                let has_more = Operation::AtLeast([self.word(one)?].into(), most as u32 + 1);
                return Ok(Operation::Not(self.add_bit(has_more)?));
            }
            _ => {}
        }
        let mut words = Vec::new();
        for word in &number.plus {
            words.push(self.word(word)?);
        }
        for word in &number.minus {
            words.push(self.word(&Word::Not(Box::new(word.clone())))?);
        }
        let bound = number.minus.len() as i64 * squares - number.constant;
        Ok(Operation::AtLeast(words.into(), bound as u32))
    }
}

fn within_limit(work: u64) -> Result<(), LanguageError> {
    if work > WORK_LIMIT { Err(LanguageError::new(0, Reason::TooLarge)) } else { Ok(()) }
}

/// How many instructions a program runs, with all rounds of its loops.
fn work(program: &[Instruction]) -> u64 {
    let of = |instruction: &Instruction| match &instruction.operation {
        Operation::Repeat(repeat) => (work(&repeat.body) + 1).saturating_mul(u64::from(repeat.rounds)),
        _ => 1,
    };
    program.iter().map(of).fold(0, u64::saturating_add)
}

/// Whether a word depends on the word that a loop changes.
fn uses(word: &Word, variable: usize) -> bool {
    matches!(word, Word::Variable(known) if *known == variable)
        || parts(word).into_iter().any(|part| uses(part, variable))
}

/// The words of which a word is made.
fn parts(word: &Word) -> Vec<&Word> {
    match word {
        Word::Not(of) | Word::Shift(_, of) => vec![of],
        Word::And(parts) | Word::Or(parts) | Word::Xor(parts) => parts.iter().collect(),
        Word::Select(bit, words) => {
            let mut found: Vec<&Word> = words.iter().collect();
            words_of(bit, &mut found);
            found
        }
        Word::Iterate(iterate) => vec![&iterate.seed, &iterate.body],
        _ => Vec::new(),
    }
}

/// The words of a condition.
fn words_of<'b>(bit: &'b Bit, found: &mut Vec<&'b Word>) {
    match bit {
        Bit::Square(word, _) | Bit::Any(word) => found.push(word),
        Bit::Equal(one, other) => found.extend([one, other]),
        Bit::AtLeast(number) => found.extend(number.plus.iter().chain(&number.minus)),
        Bit::Not(of) => words_of(of, found),
        Bit::And(parts) | Bit::Or(parts) => parts.iter().for_each(|part| words_of(part, found)),
        Bit::Same(one, other) => {
            words_of(one, found);
            words_of(other, found);
        }
        Bit::Truth(_)
        | Bit::Ending(..)
        | Bit::Forced(..)
        | Bit::KindIs(..)
        | Bit::Quantified { .. }
        | Bit::Unique { .. } => {}
    }
}

#[cfg(test)]
mod tests {
    use crate::game_file::{AnyFileRules, FileRules, GameFile};
    use encodings::rules::{Boards, NamedWords, Rules};
    use proptest::prelude::*;

    fn rules(board: &str, squares: &str, moves: &str) -> FileRules<u64> {
        let text = format!(
            "game lines \"Squares on lines.\"\nboard {board}\n{squares}\nword own X, opp O\nswap own opp\n{moves}\n"
        );
        match GameFile::parse(&text).and_then(|file| file.rules(board)) {
            Ok(AnyFileRules::Narrow(rules)) => rules,
            other => panic!("{other:?}\n{text}"),
        }
    }

    /// Closures along all lines over `through`; `again` is how a round names what it adds to.
    fn closures(through: &str, again: &str, rounds: u32) -> String {
        format!(
            "place disc = union d in directions: closure(d(own) & {through}, S: d({again}) & {through}, at most {rounds})\n\
             play own = own | m.to"
        )
    }

    /// Moves behind runs, and the discs between.
    fn enclosing(again: &str) -> String {
        format!(
            "let run(d, s) = closure(d(s) & opp, S: d({again}) & opp)\n\
             let flips(m) = union d in directions: run(d, m.to) & run(opposite(d), own)\n\
             place disc = empty & (union d in directions: d(run(d, own)))\n\
             play own = own | m.to | flips(m), opp = opp & ~flips(m)"
        )
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]

        /// A closure along a line is recognised by its form, and another form of the same closure is a loop.
        #[test]
        fn a_line_is_the_loop_that_it_stands_for(own: u64, opp: u64, more: u64, rounds in 0_u32..9) {
            for (board, squares, count) in [
                ("8x8", "", 64),
                ("8x8", "squares ~({d4} | {e4} | {a8})", 64),
                ("3x5", "", 15),
                ("7x2", "", 14),
                ("1x1", "", 1),
            ] {
                for through in ["opp", "opp & ~rank 1", "empty"] {
                    let [line, repeat] = ["S", "S | S"]
                        .map(|again| rules(board, squares, &closures(through, again, rounds)));
                    let is_run = format!("{:?}", line.definition.moves.program).contains("Run {");
                    let is_loop = format!("{:?}", repeat.definition.moves.program).contains("Repeat(");
                    prop_assert!(is_run && is_loop);
                    let squares = u64::MAX >> (64 - count);
                    let on_board = squares & line.definition.squares.low_bits() as u64;
                    let words = [own & on_board, (opp | more) & on_board];
                    let at = NamedWords::build(2, |index: usize| words[index]);
                    prop_assert_eq!(
                        line.moves(at).words().collect::<Vec<_>>(),
                        repeat.moves(at).words().collect::<Vec<_>>(),
                        "{} {} {} {}", board, squares, through, rounds
                    );
                    let settles = [&line, &repeat].map(|of| of.definition.moves.program.settles(&words, None));
                    prop_assert_eq!(settles[0], settles[1]);
                }
            }
        }

        /// A union over lines is one instruction, for moves and for what they do.
        #[test]
        fn a_union_over_lines_is_the_loops_that_it_stands_for(own: u64, opp: u64) {
            for (board, squares, count) in
                [("8x8", "", 64), ("8x8", "squares ~({d4} | {e4})", 64), ("3x5", "", 15), ("7x2", "", 14), ("1x1", "", 1)]
            {
                let [line, repeat] = ["S", "S | S"].map(|again| rules(board, squares, &enclosing(again)));
                let is_behind = format!("{:?}", line.definition.moves.program).contains("Behind {");
                let is_between = format!("{:?}", line.definition.effects).contains("Between {");
                prop_assert!(is_behind && is_between);
                let on_board = u64::MAX >> (64 - count) & line.definition.squares.low_bits() as u64;
                let words = [own & on_board, opp & !own & on_board];
                let at = NamedWords::build(2, |index: usize| words[index]);
                let (family, other) = (line.moves(at), repeat.moves(at));
                prop_assert_eq!(family.words().collect::<Vec<_>>(), other.words().collect::<Vec<_>>());
                let steps = family.steps(line.layout()).zip(other.steps(repeat.layout()));
                for (step, other) in steps {
                    let (next, after) = (line.next(at, step), repeat.next(at, other));
                    prop_assert!(next.words().eq(after.words()), "{} {:?}", board, step);
                }
            }
        }
    }
}
