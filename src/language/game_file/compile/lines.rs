//! Closures along lines: one instruction for each, or one for those of a union that differ in their direction only.
//!
//! They are recognised by their form before anything is compiled, so that each part is compiled once, however deep it nests.

use super::{Compiler, uses, within_limit};
use crate::error::LanguageError;
use crate::game_file::program::{Operation, WordAt};
use crate::meaning::{Iteration, Word};
use encodings::board::Direction;
use encodings::word::Lines;

/// A closure along a line, over the squares that are in all of `through`.
pub(super) struct Line<'w> {
    direction: Direction,
    from: &'w Word,
    through: Vec<&'w Word>,
    rounds: u32,
}

/// What is wanted of a closure along a line, whatever its direction.
#[derive(PartialEq)]
enum LineEnd<'w> {
    /// The square behind it.
    Behind { of: &'w Word, through: Vec<&'w Word> },
    /// Its squares, if one of `ends` is behind it.
    Between { start: &'w Word, ends: &'w Word, through: &'w Word },
}

impl Compiler {
    pub(super) fn run(&mut self, line: &Line<'_>) -> Result<WordAt, LanguageError> {
        let Line { direction, from, through, rounds } = line;
        within_limit(2 * u64::from(*rounds))?;
        let (through, of) = (self.intersection(through)?, self.word(from)?);
        let (by, within) = self.shift(*direction);
        self.add_word(Operation::Run { of, through, within, by, rounds: *rounds })
    }

    /// A closure in one direction over squares that do not change: `closure(d(E) & F, S: d(S) & F, at most N)`.
    pub(super) fn line<'w>(&self, iterate: &'w Iteration) -> Option<Line<'w>> {
        let Iteration { accumulates: true, rounds, seed: Word::And(seed), variable, body: Word::And(body) } =
            iterate
        else {
            return None;
        };
        let (changing, through): (Vec<&Word>, Vec<&Word>) =
            body.iter().partition(|part| uses(part, *variable));
        let [Word::Shift(direction, of)] = changing[..] else { return None };
        let (first, others): (Vec<&Word>, Vec<&Word>) =
            seed.iter().partition(|part| matches!(part, Word::Shift(first, _) if first == direction));
        let ([Word::Shift(_, from)], Word::Variable(_)) = (&first[..], &**of) else { return None };
        let rounds = self.longest().min(rounds.saturating_add(1));
        (others == through).then_some(Line { direction: *direction, from, through, rounds })
    }

    /// The most squares that a line meets.
    fn longest(&self) -> u32 {
        self.layout.files().max(self.layout.ranks()) as u32 - 1
    }

    /// Of the parts of a union, those that differ only in the direction of a line are one instruction.
    pub(super) fn union(&mut self, parts: &[Word]) -> Result<WordAt, LanguageError> {
        let (mut found, mut joined) = (Vec::<(LineEnd<'_>, Vec<Direction>)>::new(), Vec::new());
        for part in parts {
            match self.end_of_line(part) {
                Some((end, direction)) => match found.iter_mut().find(|(known, _)| *known == end) {
                    Some((_, directions)) if directions.contains(&direction) => {}
                    Some((_, directions)) => directions.push(direction),
                    None => found.push((end, vec![direction])),
                },
                None => joined.push(self.word(part)?),
            }
        }
        for (end, directions) in found {
            let lines = Box::new(Lines::new(self.layout, &self.squares, &directions));
            let operation = match end {
                LineEnd::Behind { of, through } => {
                    Operation::Behind { of: self.word(of)?, through: self.intersection(&through)?, lines }
                }
                LineEnd::Between { start, ends, through } => {
                    let (start, ends, through) = (self.word(start)?, self.word(ends)?, self.word(through)?);
                    Operation::Between { start, ends, through, lines }
                }
            };
            joined.push(self.add_word(operation)?);
        }
        self.join(joined, Operation::Or)
    }

    /// Recognises `d(line)`, and `line & back` where both lines go over the same word of the board, from the square of a move
    /// and from another word of the board: no square is in both words.
    fn end_of_line<'w>(&self, word: &'w Word) -> Option<(LineEnd<'w>, Direction)> {
        let whole_line = |word: &'w Word| match word {
            Word::Iterate(iterate) => self.line(iterate).filter(|line| line.rounds == self.longest()),
            _ => None,
        };
        match word {
            Word::Shift(direction, of) => {
                let line = whole_line(of).filter(|line| line.direction == *direction)?;
                Some((LineEnd::Behind { of: line.from, through: line.through }, *direction))
            }
            Word::And(parts) => {
                let [one, other] = &parts[..] else { return None };
                let (one, other) = (whole_line(one)?, whole_line(other)?);
                let (line, back) = if matches!(one.from, Word::To(_)) { (one, other) } else { (other, one) };
                let ([through], [of_back]) = (&line.through[..], &back.through[..]) else { return None };
                let (Word::Board(_, ends), Word::Board(_, passed)) = (back.from, through) else {
                    return None;
                };
                let is_between = matches!(line.from, Word::To(_))
                    && back.direction == line.direction.opposite()
                    && through == of_back
                    && ends != passed;
                let end = LineEnd::Between { start: line.from, ends: back.from, through };
                is_between.then_some((end, line.direction))
            }
            _ => None,
        }
    }
}
