//! From a meaning to a program.

mod iterate;
mod require;
mod unique;

use super::{MoveEnd, OPERATIONS_LIMIT, Op, Program, Register};
use crate::error::{LanguageError, Reason, UNROLLED_LIMIT};
use crate::meaning::{Bit, Meaning, Number, PositionRef, Range, Word};
use crate::vocabulary::Vocabulary;
use encodings::board::{Layout, Mask, Square};
use encodings::circuit::{Circuit, Signal};
use encodings::rules::{DerivedWord, Displacement, Origin, Rules, StepKind, unknown_board};
use encodings::statement::CircuitStatement;
use std::cell::LazyCell;
use std::collections::HashMap;

/// The names of the words that are counted, if a number is to be maximised.
pub(crate) const COUNTED: [&str; 8] =
    ["counted", "counted_2", "counted_3", "counted_4", "counted_5", "counted_6", "counted_7", "counted_8"];

/// The meaning of a move while a part of a question is lowered.
#[derive(Clone, Copy, Debug)]
enum MoveBinding {
    Fixed { kind: usize, square: usize },
    Chosen(usize),
}

/// A program in the making.
pub(crate) struct Lowering<'m> {
    /// For each move its position.
    positions: &'m [PositionRef],
    vocabulary: &'m Vocabulary,
    derived_words: &'m [DerivedWord],
    /// For each kind of moves, the squares at which some board has one. It is asked for where moves are written out.
    possible: LazyCell<Vec<Mask>, Box<dyn FnOnce() -> Vec<Mask> + 'm>>,
    program: Program,
    registers: HashMap<Op, Register>,
    /// What each move is.
    moves: Vec<Option<MoveBinding>>,
    /// For each word that is replaced several times, what it is now.
    variables: HashMap<usize, Register>,
    /// How many iterations the lowering stands in, and how many parts it has made in such.
    iterations: usize,
    iterated: usize,
    /// Whether the solver chooses moves.
    chooses: bool,
    unrolled: usize,
    /// The place of the quantifier that is written out.
    place: usize,
}

/// For each kind of moves, the squares at which its word is not empty whatever the board.
pub(crate) fn possible<R: Rules>(rules: &R, kinds: &[StepKind]) -> Vec<Mask> {
    let circuit = Circuit::new();
    let family = rules.moves(unknown_board(&mut CircuitStatement::new(&circuit), rules));
    let squares = |kind: &StepKind| {
        let word = family.iter().find(|(known, _)| known == kind).map(|(_, word)| word.signals());
        let signals = word.unwrap_or_default().into_iter().enumerate();
        signals
            .filter(|(_, signal)| *signal != Signal::FALSE)
            .fold(Mask::EMPTY, |mask, (at, _)| mask.with(at))
    };
    kinds.iter().map(squares).collect()
}

impl<'m> Lowering<'m> {
    fn new<R: Rules>(meaning: &'m Meaning, vocabulary: &'m Vocabulary, rules: &'m R, chooses: bool) -> Self {
        Self {
            positions: &meaning.moves,
            derived_words: rules.derived_words(),
            possible: LazyCell::new(Box::new(|| possible(rules, &vocabulary.kinds))),
            moves: vec![None; meaning.moves.len()],
            chooses,
            ..Self::of_words(vocabulary)
        }
    }

    /// The lowering of expressions of rules, whose words are those of the board. They share the program; the move that they
    /// may be about, the move 0, is the chosen move 0 of those that the program runs with.
    pub(crate) fn of_words(vocabulary: &'m Vocabulary) -> Self {
        Self {
            positions: &[None],
            vocabulary,
            derived_words: &[],
            possible: LazyCell::new(Box::new(Vec::new)),
            program: Program::default(),
            registers: HashMap::new(),
            moves: vec![Some(MoveBinding::Chosen(0))],
            variables: HashMap::new(),
            iterations: 0,
            iterated: 0,
            chooses: false,
            unrolled: 0,
            place: 0,
        }
    }

    /// The program that has been made.
    pub(crate) fn finish(self) -> Program {
        self.program
    }

    /// The program of a question for a solver, which chooses the outermost moves. `bound` is the bound on the number of
    /// the question, as a sum of counts that has to be at least 0.
    ///
    /// # Errors
    /// [`LanguageError`] if the program would be too large.
    pub(crate) fn question<R: Rules>(
        meaning: &'m Meaning,
        vocabulary: &'m Vocabulary,
        rules: &'m R,
        bound: Option<&Number>,
    ) -> Result<Program, LanguageError> {
        let mut lowering = Self::new(meaning, vocabulary, rules, true);
        if let Some((variable, set)) = &meaning.choice {
            lowering.choose(*variable, set)?;
            lowering.part("the chosen move");
        }
        match &meaning.condition {
            Bit::And(parts) if parts.len() == meaning.parts.len() => {
                for (part, text) in parts.iter().zip(&meaning.parts) {
                    lowering.require(part)?;
                    lowering.part(text);
                }
            }
            condition => {
                lowering.require(condition)?;
                meaning.parts.iter().for_each(|text| lowering.part(text));
            }
        }
        if let Some(number) = bound {
            lowering.require(&Bit::AtLeast(number.clone()))?;
            lowering.part("the bound");
        }
        lowering.show(meaning)?;
        Ok(lowering.program)
    }

    /// The program that decides a condition. Its last register is the result; no move is left to a solver.
    ///
    /// # Errors
    /// [`LanguageError`] if the program would be too large.
    pub(crate) fn predicate<R: Rules>(
        meaning: &'m Meaning,
        vocabulary: &'m Vocabulary,
        rules: &'m R,
        bound: Option<&Number>,
    ) -> Result<(Program, Register), LanguageError> {
        let mut lowering = Self::new(meaning, vocabulary, rules, false);
        let mut parts = vec![meaning.condition.clone()];
        parts.extend(bound.map(|number| Bit::AtLeast(number.clone())));
        let condition = Bit::And(parts);
        let holds = match &meaning.choice {
            None => lowering.bit(&condition)?,
            Some((variable, set)) => lowering.unroll(false, *variable, set, &condition)?,
        };
        Ok((lowering.program, holds))
    }

    /// Ends a part of the question.
    fn part(&mut self, text: &str) {
        self.program.parts.push((self.program.requirements.len(), text.to_owned()));
    }

    /// The register of an operation: a new one, or that of an equal operation.
    fn make(&mut self, op: Op) -> Result<Register, LanguageError> {
        if let Some(&known) = self.registers.get(&op) {
            return Ok(known);
        }
        let register = self.program.operations.len();
        if register >= OPERATIONS_LIMIT {
            return Err(LanguageError::new(self.place, Reason::TooLarge));
        }
        self.program.operations.push(op.clone());
        self.registers.insert(op, register);
        Ok(register)
    }

    fn truth(&self, register: Register) -> Option<bool> {
        match self.program.operations.get(register) {
            Some(Op::Truth(truth)) => Some(*truth),
            _ => None,
        }
    }

    fn position(&mut self, at: PositionRef) -> Result<Register, LanguageError> {
        let Some(number) = at else { return self.make(Op::Board) };
        let position = self.position(self.positions[number])?;
        match self.moves[number] {
            Some(MoveBinding::Fixed { kind, square }) => self.make(Op::After { position, kind, square }),
            Some(MoveBinding::Chosen(chosen)) => self.make(Op::AfterChosen { position, chosen }),
            // The checker binds each move before it is named.
            None => self.make(Op::Board),
        }
    }

    /// The register of a word.
    ///
    /// # Errors
    /// [`LanguageError`] if the program would be too large.
    pub(crate) fn word(&mut self, word: &Word) -> Result<Register, LanguageError> {
        self.count_iterated()?;
        match word {
            Word::Board(at, index) => {
                let position = self.position(*at)?;
                self.make(Op::BoardWord { position, index: *index })
            }
            Word::Shown(at, index) => {
                let position = self.position(*at)?;
                self.make(Op::Shown { position, index: *index })
            }
            Word::Kind(at, kind) => {
                let position = self.position(*at)?;
                let family = self.make(Op::Family(position))?;
                let is_over = self.make(Op::OverWithSteps(position))?;
                self.make(Op::Kind { family, is_over, kind: *kind })
            }
            Word::Occupied(at) => {
                let position = self.position(*at)?;
                self.make(Op::Occupied(position))
            }
            Word::OfMove(index, number) => {
                let position = self.position(self.positions[*number])?;
                match self.moves[*number] {
                    Some(MoveBinding::Fixed { kind, square }) => {
                        self.make(Op::OfMove { position, index: *index, kind, square })
                    }
                    Some(MoveBinding::Chosen(chosen)) => {
                        self.make(Op::OfChosen { position, index: *index, chosen })
                    }
                    None => self.make(Op::Constant(Mask::EMPTY)),
                }
            }
            Word::From(number) => self.end(*number, MoveEnd::From),
            Word::To(number) => self.end(*number, MoveEnd::To),
            Word::Over(number) => self.end(*number, MoveEnd::Over),
            Word::Constant(mask) => self.make(Op::Constant(*mask)),
            Word::Not(of) => {
                let of = self.word(of)?;
                self.make(Op::Complement(of))
            }
            Word::And(parts) => self.fold(parts, Op::Both),
            Word::Or(parts) => self.fold(parts, Op::Either),
            Word::Xor(parts) => self.fold(parts, Op::One),
            Word::Shift(direction, of) => {
                let of = self.word(of)?;
                self.make(Op::Shift(*direction, of))
            }
            Word::Image(symmetry, of) => {
                let of = self.word(of)?;
                self.make(Op::Image(*symmetry, of))
            }
            Word::Select(bit, words) => {
                let (bit, one, other) = (self.bit(bit)?, self.word(&words[0])?, self.word(&words[1])?);
                match self.truth(bit) {
                    Some(truth) => Ok(if truth { one } else { other }),
                    None => self.make(Op::Select(bit, one, other)),
                }
            }
            // The checker binds each variable before it is named.
            Word::Variable(number) => match self.variables.get(number) {
                Some(&register) => Ok(register),
                None => self.make(Op::Constant(Mask::EMPTY)),
            },
            Word::Iterate(iteration) => self.iterate(iteration),
        }
    }

    fn fold(
        &mut self,
        parts: &[Word],
        join: fn(Register, Register) -> Op,
    ) -> Result<Register, LanguageError> {
        let mut joined = None;
        for part in parts {
            let part = self.word(part)?;
            joined = Some(match joined {
                None => part,
                Some(before) => self.make(join(before, part))?,
            });
        }
        joined.map_or_else(|| self.make(Op::Constant(Mask::EMPTY)), Ok)
    }

    /// The word of one of the squares of a move.
    fn end(&mut self, number: usize, end: MoveEnd) -> Result<Register, LanguageError> {
        match self.moves[number] {
            Some(MoveBinding::Chosen(chosen)) => {
                let position = self.position(self.positions[number])?;
                self.make(Op::ChosenEnd { position, chosen, end })
            }
            fixed => self.make(Op::Constant(self.end_of(fixed, end))),
        }
    }

    /// The square that a move comes from, or goes to; the empty word if it has no such square.
    fn end_of(&self, bound: Option<MoveBinding>, end: MoveEnd) -> Mask {
        let layout = self.vocabulary.layout;
        let Some(MoveBinding::Fixed { kind, square }) = bound else { return Mask::EMPTY };
        let (Some(kind), Some(at)) = (self.vocabulary.kinds.get(kind), layout.square(square)) else {
            return Mask::EMPTY;
        };
        let back = |path: Displacement, distance: u8| {
            neighbour(layout, at, Displacement::new(path.direction().opposite(), distance).delta())
        };
        let square = match (kind.origin(), end) {
            (Origin::From(path), MoveEnd::Over) => {
                let squares = (1..path.distance()).filter_map(|distance| back(path, distance));
                let squares = squares.fold(Mask::EMPTY, |mask, square| mask.with(square.index()));
                return squares.intersection(&self.vocabulary.squares);
            }
            (Origin::Placed, MoveEnd::From) | (_, MoveEnd::Over) => None,
            (Origin::Placed | Origin::From(_), MoveEnd::To) | (Origin::Leaving(_), MoveEnd::From) => Some(at),
            (Origin::From(path), MoveEnd::From) => back(path, path.distance()),
            (Origin::Leaving(direction), MoveEnd::To) => neighbour(layout, at, direction.delta()),
        };
        let square = square.map_or(Mask::EMPTY, |square| Mask::EMPTY.with(square.index()));
        square.intersection(&self.vocabulary.squares)
    }

    /// The words that are counted, and the least number of their squares.
    fn total(&mut self, number: &Number) -> Result<Total, LanguageError> {
        let squares = self.vocabulary.squares.len() as i64;
        let (least, most) = number.range(squares);
        if least >= 0 {
            return Ok(Total::Always);
        }
        let mut words = Vec::new();
        for word in &number.plus {
            words.push(self.word(word)?);
        }
        // The squares that a word lacks are counted in its complement.
        for word in &number.minus {
            let word = self.word(word)?;
            words.push(self.make(Op::Complement(word))?);
        }
        let bound = number.minus.len() as i64 * squares - number.constant;
        if words.is_empty() {
            return Ok(Total::Never);
        }
        // Any number above the number of squares is equally impossible, so one more is enough.
        let bound = if most < 0 { words.len() as i64 * squares + 1 } else { bound };
        Ok(Total::AtLeast(words, bound as u32))
    }

    /// The register of a truth value.
    ///
    /// # Errors
    /// [`LanguageError`] if the program would be too large.
    pub(crate) fn bit(&mut self, bit: &Bit) -> Result<Register, LanguageError> {
        self.count_iterated()?;
        match bit {
            Bit::Truth(truth) => self.make(Op::Truth(*truth)),
            Bit::Square(word, square) => {
                let word = self.word(word)?;
                self.make(Op::Bit(word, *square))
            }
            Bit::Any(word) => {
                let word = self.word(word)?;
                self.make(Op::Any(word))
            }
            Bit::Equal(one, other) => {
                let (one, other) = (self.word(one)?, self.word(other)?);
                self.make(Op::Equal(one, other))
            }
            Bit::AtLeast(number) => match self.total(number)? {
                Total::Always => self.make(Op::Truth(true)),
                Total::Never => self.make(Op::Truth(false)),
                Total::AtLeast(words, bound) => self.make(Op::AtLeast(words, bound)),
            },
            Bit::Not(of) => {
                let of = self.bit(of)?;
                self.negation(of)
            }
            Bit::And(parts) => {
                let mut all = self.make(Op::Truth(true))?;
                for part in parts {
                    let part = self.bit(part)?;
                    all = self.both(all, part)?;
                }
                Ok(all)
            }
            Bit::Or(parts) => {
                let mut any = self.make(Op::Truth(false))?;
                for part in parts {
                    let part = self.bit(part)?;
                    any = self.either(any, part)?;
                }
                Ok(any)
            }
            Bit::Same(one, other) => {
                let (one, other) = (self.bit(one)?, self.bit(other)?);
                self.make(Op::Same(one, other))
            }
            Bit::Ending(at, ending) => {
                let position = self.position(*at)?;
                let family = self.make(Op::Family(position))?;
                self.make(Op::Ending { position, family, ending: *ending })
            }
            Bit::Forced(at, force) => {
                let position = self.position(*at)?;
                let (op, next) = (Op::Forced { position, force: *force }, self.program.operations.len());
                let register = self.make(op)?;
                self.program.forced.extend((register == next).then_some(register));
                Ok(register)
            }
            Bit::KindIs(number, kind) => match self.moves[*number] {
                Some(MoveBinding::Chosen(chosen)) => {
                    self.make(Op::ChosenIn { chosen, kind: *kind, word: None })
                }
                Some(MoveBinding::Fixed { kind: found, .. }) => self.make(Op::Truth(found == *kind)),
                None => self.make(Op::Truth(false)),
            },
            Bit::Quantified { place, is_all, variable, set, body } => {
                self.place = *place;
                self.unroll(*is_all, *variable, set, body)
            }
            Bit::Unique { place, is_denied, variable, set, bodies } => {
                self.place = *place;
                self.unique(*is_denied, *variable, set, bodies)
            }
        }
    }

    fn negation(&mut self, of: Register) -> Result<Register, LanguageError> {
        match self.truth(of) {
            Some(truth) => self.make(Op::Truth(!truth)),
            None => self.make(Op::Not(of)),
        }
    }

    fn both(&mut self, one: Register, other: Register) -> Result<Register, LanguageError> {
        match (self.truth(one), self.truth(other)) {
            (Some(true), _) => Ok(other),
            (_, Some(true)) => Ok(one),
            (Some(false), _) | (_, Some(false)) => self.make(Op::Truth(false)),
            _ => self.make(Op::And(one, other)),
        }
    }

    fn either(&mut self, one: Register, other: Register) -> Result<Register, LanguageError> {
        match (self.truth(one), self.truth(other)) {
            (Some(false), _) => Ok(other),
            (_, Some(false)) => Ok(one),
            (Some(true), _) | (_, Some(true)) => self.make(Op::Truth(true)),
            _ => self.make(Op::Or(one, other)),
        }
    }

    /// A quantifier, written out for each move that its set can have.
    fn unroll(
        &mut self,
        is_all: bool,
        variable: usize,
        set: &Range,
        body: &Bit,
    ) -> Result<Register, LanguageError> {
        let mut joined = self.make(Op::Truth(is_all))?;
        self.each_move(variable, set, |lowering, is_move, _| {
            let holds = lowering.bit(body)?;
            joined = if is_all {
                let is_none = lowering.negation(is_move)?;
                let either = lowering.either(is_none, holds)?;
                lowering.both(joined, either)?
            } else {
                let both = lowering.both(is_move, holds)?;
                lowering.either(joined, both)?
            };
            Ok(())
        })?;
        Ok(joined)
    }

    /// Binds a variable to each move that a set can have, and calls `visit` with the register that says whether it is one.
    fn each_move(
        &mut self,
        variable: usize,
        set: &Range,
        mut visit: impl FnMut(&mut Self, Register, (usize, usize)) -> Result<(), LanguageError>,
    ) -> Result<(), LanguageError> {
        let Range::Moves(set) = set else {
            return Err(LanguageError::new(self.place, Reason::InnerTurns));
        };
        let full = self.vocabulary.squares;
        for (kind, word) in &set.kinds {
            let within = word.within(&full).intersection(&self.possible[*kind]);
            let legal = self.word(word)?;
            for square in within.indices() {
                self.unrolled += 1;
                if self.unrolled > UNROLLED_LIMIT {
                    return Err(LanguageError::new(self.place, Reason::Unrolled(self.unrolled)));
                }
                self.moves[variable] = Some(MoveBinding::Fixed { kind: *kind, square });
                let is_move = self.make(Op::Bit(legal, square))?;
                visit(self, is_move, (*kind, square))?;
            }
        }
        self.moves[variable] = None;
        Ok(())
    }
}

/// A sum of counts that has to be at least 0.
enum Total {
    Always,
    Never,
    AtLeast(Vec<Register>, u32),
}

fn neighbour(layout: Layout, square: Square, (files, ranks): (isize, isize)) -> Option<Square> {
    let (file, rank) = layout.coordinates(square);
    layout.at(file.checked_add_signed(files)?, rank.checked_add_signed(ranks)?)
}
