//! From the meaning of an expression to a program.
//!
//! Idea: equal instructions are one, loops apart. What the body of a loop computes without the word that changes stands before the
//! loop.

use super::program::{BitAt, Instruction, Repeat, WordAt};
use crate::error::{LanguageError, Reason};
use crate::meaning::{Bit, Number, Word};
use encodings::board::{Layout, Mask};
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
    known: HashMap<Instruction, u16>,
    board_words: usize,
    /// The kind of the move, if there is one.
    kind: Option<usize>,
    words: usize,
    bits: usize,
    /// The words that loops change, by their numbers in the meaning.
    variables: HashMap<usize, WordAt>,
}

impl Compiler {
    pub(super) fn new(layout: Layout, squares: Mask, board_words: usize) -> Self {
        Self {
            layout,
            squares,
            instructions: Vec::new(),
            known: HashMap::new(),
            board_words,
            kind: None,
            words: 0,
            bits: 0,
            variables: HashMap::new(),
        }
    }

    /// The same, for what moves of a kind do.
    pub(super) fn of_kind(self, kind: usize) -> Self {
        Self { kind: Some(kind), ..self }
    }

    pub(super) fn finish(self) -> Vec<Instruction> {
        self.instructions
    }

    fn add(&mut self, instruction: Instruction, is_word: bool) -> Result<u16, LanguageError> {
        if let Some(&known) = self.known.get(&instruction) {
            return Ok(known);
        }
        let count = if is_word { &mut self.words } else { &mut self.bits };
        let at = u16::try_from(*count).ok().filter(|&at| usize::from(at) < VALUES_LIMIT);
        let at = at.ok_or_else(|| LanguageError::new(0, Reason::TooLarge))?;
        *count += 1;
        self.instructions.push(instruction.clone());
        self.known.insert(instruction, at);
        Ok(at)
    }

    fn add_word(&mut self, instruction: Instruction) -> Result<WordAt, LanguageError> {
        self.add(instruction, true)
    }

    fn add_bit(&mut self, instruction: Instruction) -> Result<BitAt, LanguageError> {
        self.add(instruction, false)
    }

    pub(super) fn word(&mut self, word: &Word) -> Result<WordAt, LanguageError> {
        let instruction = match word {
            Word::Board(_, index) => Instruction::Board(*index as u8),
            Word::Occupied(_) => return self.occupied(),
            Word::From(_) => return self.on_the_board(Instruction::From),
            Word::To(_) => return self.on_the_board(Instruction::To),
            Word::Over(_) => return self.on_the_board(Instruction::Over),
            Word::Constant(mask) => Instruction::Constant(*mask),
            Word::Not(of) => {
                let full = self.add_word(Instruction::Constant(self.squares))?;
                Instruction::Without(full, self.word(of)?)
            }
            Word::And(parts) => return self.intersection(parts),
            Word::Or(parts) => return self.fold(parts, Instruction::Or),
            Word::Xor(parts) => return self.fold(parts, Instruction::Xor),
            Word::Shift(direction, of) => {
                let (files, ranks) = direction.delta();
                let by = (files + ranks * self.layout.files() as isize) as i16;
                let within = self.layout.entered(*direction).intersection(&self.squares);
                Instruction::Shift { of: self.word(of)?, by, within }
            }
            Word::Select(condition, words) => {
                let condition = self.bit(condition)?;
                let (then, otherwise) = (self.word(&words[0])?, self.word(&words[1])?);
                Instruction::Select { condition, then, otherwise }
            }
            Word::Variable(number) => match self.variables.get(number) {
                Some(&at) => return Ok(at),
                None => Instruction::Constant(Mask::EMPTY),
            },
            Word::Iterate(iterate) => {
                let seed = self.word(&iterate.seed)?;
                self.hoist(&iterate.body, iterate.variable)?;
                let (body, next) = self.body(&iterate.body, iterate.variable)?;
                let (rounds, is_closure) = (iterate.rounds, iterate.accumulates);
                let work = (work(&body) + 1).saturating_mul(u64::from(rounds));
                if work > WORK_LIMIT {
                    return Err(LanguageError::new(0, Reason::TooLarge));
                }
                Instruction::Repeat(Box::new(Repeat { seed, rounds, is_closure, body, next }))
            }
            // Rules of a file see no moves, and no words that rules in Rust define.
            Word::Shown(..) | Word::Kind(..) | Word::OfMove(..) => Instruction::Constant(Mask::EMPTY),
        };
        self.add_word(instruction)
    }

    fn fold(
        &mut self,
        parts: &[Word],
        join: fn(WordAt, WordAt) -> Instruction,
    ) -> Result<WordAt, LanguageError> {
        let mut joined = None;
        for part in parts {
            let part = self.word(part)?;
            joined = Some(match joined {
                None => part,
                Some(before) => self.add_word(join(before, part))?,
            });
        }
        joined.map_or_else(|| self.add_word(Instruction::Constant(Mask::EMPTY)), Ok)
    }

    /// Complements in an intersection cost nothing.
    fn intersection(&mut self, parts: &[Word]) -> Result<WordAt, LanguageError> {
        let (without, with): (Vec<&Word>, Vec<&Word>) =
            parts.iter().partition(|part| matches!(part, Word::Not(of) if of.depends()));
        let Some((first, others)) = with.split_first() else { return self.fold(parts, Instruction::And) };
        let mut found = self.word(first)?;
        for part in others {
            let part = self.word(part)?;
            found = self.add_word(Instruction::And(found, part))?;
        }
        for part in without {
            if let Word::Not(of) = part {
                let of = self.word(of)?;
                found = self.add_word(Instruction::Without(found, of))?;
            }
        }
        Ok(found)
    }

    /// The squares of a move that are on the board: what it passes may be a hole.
    fn on_the_board(&mut self, instruction: Instruction) -> Result<WordAt, LanguageError> {
        let squares = self.add_word(instruction)?;
        if self.squares.len() == self.layout.squares() {
            return Ok(squares);
        }
        let of_board = self.add_word(Instruction::Constant(self.squares))?;
        self.add_word(Instruction::And(squares, of_board))
    }

    fn occupied(&mut self) -> Result<WordAt, LanguageError> {
        let words: Vec<Word> = (0..self.board_words).map(|index| Word::Board(None, index)).collect();
        self.fold(&words, Instruction::Or)
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
        let next = self.word(body);
        self.variables.remove(&variable);
        (self.words, self.bits, self.known) = outer;
        Ok((std::mem::replace(&mut self.instructions, before), next?))
    }

    pub(super) fn bit(&mut self, bit: &Bit) -> Result<BitAt, LanguageError> {
        let instruction = match bit {
            Bit::Truth(truth) => Instruction::Truth(*truth),
            Bit::Square(word, square) => Instruction::Square(self.word(word)?, *square as u16),
            Bit::Any(word) => Instruction::Any(self.word(word)?),
            Bit::Equal(one, other) => Instruction::Equal(self.word(one)?, self.word(other)?),
            Bit::AtLeast(number) => self.at_least(number)?,
            Bit::Not(of) => Instruction::Not(self.bit(of)?),
            Bit::And(parts) => return self.joined(parts, Instruction::Both, true),
            Bit::Or(parts) => return self.joined(parts, Instruction::Either, false),
            Bit::Same(one, other) => Instruction::Same(self.bit(one)?, self.bit(other)?),
            Bit::KindIs(_, kind) => Instruction::Truth(self.kind == Some(*kind)),
            // The rules of a file see no ends of games.
            Bit::Ending(..) | Bit::Quantified { .. } => Instruction::Truth(false),
        };
        self.add_bit(instruction)
    }

    fn joined(
        &mut self,
        parts: &[Bit],
        join: fn(BitAt, BitAt) -> Instruction,
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
        joined.map_or_else(|| self.add_bit(Instruction::Truth(empty)), Ok)
    }

    /// Whether a number is 0 or more: the squares that a word lacks are counted in its complement.
    fn at_least(&mut self, number: &Number) -> Result<Instruction, LanguageError> {
        let squares = self.squares.len() as i64;
        let (least, most) = number.range(squares);
        if least >= 0 || most < 0 {
            return Ok(Instruction::Truth(least >= 0));
        }
        let mut words = Vec::new();
        for word in &number.plus {
            words.push(self.word(word)?);
        }
        for word in &number.minus {
            words.push(self.word(&Word::Not(Box::new(word.clone())))?);
        }
        let bound = number.minus.len() as i64 * squares - number.constant;
        Ok(Instruction::AtLeast(words.into(), bound as u32))
    }
}

/// How many instructions a program runs, with all rounds of its loops.
fn work(program: &[Instruction]) -> u64 {
    let of = |instruction: &Instruction| match instruction {
        Instruction::Repeat(repeat) => (work(&repeat.body) + 1).saturating_mul(u64::from(repeat.rounds)),
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
        Bit::Truth(_) | Bit::Ending(..) | Bit::KindIs(..) | Bit::Quantified { .. } => {}
    }
}
