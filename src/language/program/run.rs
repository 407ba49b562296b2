//! Runs programs, in any kind of words.

use super::{Op, Program, Register};
use crate::vocabulary::Ending;
use encodings::board::Mask;
use encodings::rules::{Family, NamedWords, Rules, Step, StepKind, Stuck};
use encodings::word::{OneHot, Word};
use std::ops::Not;

/// A move that the solver chooses.
#[derive(Clone, Debug)]
pub(crate) struct ChosenMove<W: Word> {
    /// The square of its word.
    pub(crate) at: OneHot<W>,
    /// For each kind that it can have, whether it has that kind.
    pub(crate) kinds: Vec<(StepKind, usize, W::Bit)>,
}

/// The values of a register, one for each position.
enum Values<R: Rules, W: Word> {
    Boards(Vec<R::Board<W>>),
    Families(Vec<Family<W>>),
    Words(Vec<W>),
    Bits(Vec<W::Bit>),
}

/// The registers of a program that has run.
pub(crate) struct Registers<R: Rules, W: Word>(Vec<Values<R, W>>);

impl<R: Rules, W: Word> Registers<R, W> {
    /// The words of a register of words.
    ///
    /// # Panics
    /// If it is no register of words: a mistake in the lowering.
    pub(crate) fn words(&self, register: Register) -> &[W] {
        match &self.0[register] {
            Values::Words(words) => words,
            _ => unreachable!("register {register} holds no words"),
        }
    }

    /// The truth values of a register of truth values.
    ///
    /// # Panics
    /// If it is no register of truth values: a mistake in the lowering.
    pub(crate) fn bits(&self, register: Register) -> &[W::Bit] {
        match &self.0[register] {
            Values::Bits(bits) => bits,
            _ => unreachable!("register {register} holds no truth values"),
        }
    }

    fn boards(&self, register: Register) -> &[R::Board<W>] {
        match &self.0[register] {
            Values::Boards(boards) => boards,
            _ => unreachable!("register {register} holds no boards"),
        }
    }

    fn families(&self, register: Register) -> &[Family<W>] {
        match &self.0[register] {
            Values::Families(families) => families,
            _ => unreachable!("register {register} holds no moves"),
        }
    }
}

/// Runs a program on boards, of which there is at least one. Moves are chosen for one board only.
pub(crate) fn run<R: Rules, W: Word>(
    program: &Program,
    rules: &R,
    kinds: &[StepKind],
    boards: &[R::Board<W>],
    chosen: &[ChosenMove<W>],
) -> Registers<R, W> {
    let mut runner = Runner {
        rules,
        kinds,
        boards,
        chosen,
        like: boards[0].get(0),
        registers: Registers(Vec::with_capacity(program.operations.len())),
    };
    for op in &program.operations {
        let values = runner.values(op);
        runner.registers.0.push(values);
    }
    runner.registers
}

struct Runner<'a, R: Rules, W: Word> {
    rules: &'a R,
    kinds: &'a [StepKind],
    boards: &'a [R::Board<W>],
    chosen: &'a [ChosenMove<W>],
    /// A word of the kind and width of all words.
    like: W,
    registers: Registers<R, W>,
}

impl<R: Rules, W: Word> Runner<'_, R, W> {
    fn values(&self, op: &Op) -> Values<R, W> {
        match op {
            Op::Board => Values::Boards(self.boards.to_vec()),
            Op::After { position, kind, square } => {
                let step = self.step(*kind, *square);
                let boards = self.registers.boards(*position).iter();
                Values::Boards(boards.map(|&board| self.rules.play(board, step)).collect())
            }
            Op::AfterChosen { position, chosen } => {
                let boards = self.registers.boards(*position).iter();
                Values::Boards(boards.map(|&board| self.after(board, &self.chosen[*chosen])).collect())
            }
            Op::Family(position) => {
                let boards = self.registers.boards(*position).iter();
                Values::Families(boards.map(|&board| self.rules.moves(board)).collect())
            }
            Op::BoardWord { position, index } => self.of_boards(*position, |board| board.get(*index)),
            Op::Occupied(position) => self.of_boards(*position, |board| self.rules.occupied(board)),
            Op::Kind { family, is_over, kind } => {
                let families = self.registers.families(*family).iter();
                let word = |(family, &is_over)| self.kind(family, is_over, self.kinds[*kind]);
                Values::Words(families.zip(self.registers.bits(*is_over)).map(word).collect())
            }
            Op::Shown { position, index } => {
                let name = self.rules.shows()[*index].name();
                self.of_boards(*position, |board| self.rules.shown(name, board).unwrap_or(self.nothing()))
            }
            Op::OfMove { position, index, kind, square } => {
                let (name, step) = (self.rules.shows()[*index].name(), self.step(*kind, *square));
                let word = |board| self.rules.shown_of_step(name, board, step).unwrap_or(self.nothing());
                self.of_boards(*position, word)
            }
            Op::OfChosen { position, index, chosen } => {
                let name = self.rules.shows()[*index].name();
                let of = |board, step| self.rules.shown_of_step(name, board, step).unwrap_or(self.nothing());
                self.of_boards(*position, |board| {
                    self.of_chosen(&self.chosen[*chosen], |step| of(board, step))
                })
            }
            Op::ChosenFrom(chosen) => Values::Words(vec![self.of_chosen(&self.chosen[*chosen], Step::from)]),
            Op::ChosenTo(chosen) => Values::Words(vec![self.of_chosen(&self.chosen[*chosen], Step::to)]),
            Op::Constant(mask) => Values::Words(vec![self.like.constant(mask); self.boards.len()]),
            Op::Complement(of) => {
                let full = self.full();
                self.map(*of, |word| word ^ full)
            }
            Op::Both(one, other) => self.zip(*one, *other, |one, other| one & other),
            Op::Either(one, other) => self.zip(*one, *other, |one, other| one | other),
            Op::One(one, other) => self.zip(*one, *other, |one, other| one ^ other),
            Op::Shift(direction, of) => {
                let layout = self.rules.layout();
                self.map(*of, |word| layout.shift(word, *direction))
            }
            _ => Values::Bits(self.truths(op)),
        }
    }

    /// The truth values of an operation that makes truth values.
    fn truths(&self, op: &Op) -> Vec<W::Bit> {
        let registers = &self.registers;
        let words = |register: Register| registers.words(register).iter().copied();
        let bits = |register: Register| registers.bits(register).iter().copied();
        match op {
            Op::Truth(truth) => vec![self.like.truth(*truth); self.boards.len()],
            Op::Bit(word, square) => words(*word).map(|word| word.bit(*square)).collect(),
            Op::Any(word) => words(*word).map(Word::any).collect(),
            Op::Equal(one, other) => {
                words(*one).zip(words(*other)).map(|(one, other)| one.equals(other)).collect()
            }
            Op::AtLeast(counted, bound) => self.at_least(counted, *bound),
            // If the rules never end a game in which a step exists, the moves do not depend on the outcome.
            Op::OverWithSteps(position) if R::ENDS_ONLY_WHEN_STUCK => {
                registers.boards(*position).iter().map(|_| self.like.truth(false)).collect()
            }
            Op::OverWithSteps(position) => {
                registers.boards(*position).iter().map(|&board| self.rules.outcome(board).over()).collect()
            }
            Op::Ending { position, family, ending } => {
                let boards = registers.boards(*position).iter();
                let ended = |(&board, family)| self.ended(board, family, *ending);
                boards.zip(registers.families(*family)).map(ended).collect()
            }
            Op::ChosenIn { chosen, kind, word } => {
                let chosen = &self.chosen[*chosen];
                let is_kind = chosen.kinds.iter().find(|(_, known, _)| known == kind);
                let is_kind = is_kind.map_or(self.like.truth(false), |(_, _, is_kind)| *is_kind);
                vec![match word {
                    Some(word) => is_kind & (chosen.at.word() & registers.words(*word)[0]).any(),
                    None => is_kind,
                }]
            }
            Op::Not(of) => bits(*of).map(Not::not).collect(),
            Op::And(one, other) => bits(*one).zip(bits(*other)).map(|(one, other)| one & other).collect(),
            Op::Or(one, other) => bits(*one).zip(bits(*other)).map(|(one, other)| one | other).collect(),
            Op::Same(one, other) => bits(*one).zip(bits(*other)).map(|(one, other)| !(one ^ other)).collect(),
            _ => unreachable!("{op:?} makes no truth values"),
        }
    }

    fn at_least(&self, counted: &[Register], bound: u32) -> Vec<W::Bit> {
        let (first, others) = match counted {
            [] => return vec![self.like.truth(bound == 0); self.boards.len()],
            [first, others @ ..] => (self.registers.words(*first).iter(), others),
        };
        if others.is_empty() {
            return first.map(|word| word.total_at_least(&[], bound)).collect();
        }
        let mut beside = Vec::with_capacity(others.len());
        let total = |(place, word): (usize, &W)| {
            beside.clear();
            beside.extend(others.iter().map(|&other| self.registers.words(other)[place]));
            word.total_at_least(&beside, bound)
        };
        first.enumerate().map(total).collect()
    }

    fn nothing(&self) -> W {
        self.like.constant(&Mask::EMPTY)
    }

    fn full(&self) -> W {
        self.like.constant(&Mask::first(self.rules.layout().squares()))
    }

    fn of_boards(&self, position: Register, word: impl Fn(R::Board<W>) -> W) -> Values<R, W> {
        Values::Words(self.registers.boards(position).iter().map(|&board| word(board)).collect())
    }

    fn map(&self, of: Register, change: impl Fn(W) -> W) -> Values<R, W> {
        Values::Words(self.registers.words(of).iter().map(|&word| change(word)).collect())
    }

    fn zip(&self, one: Register, other: Register, join: impl Fn(W, W) -> W) -> Values<R, W> {
        let others = self.registers.words(other).iter();
        Values::Words(
            self.registers.words(one).iter().zip(others).map(|(&one, &other)| join(one, other)).collect(),
        )
    }

    fn step(&self, kind: usize, square: usize) -> Step<W> {
        Step::new(self.kinds[kind], OneHot::assume(self.like.unit(square)), self.rules.layout())
    }

    /// The moves of a kind: none if the game is over.
    fn kind(&self, family: &Family<W>, is_over: W::Bit, kind: StepKind) -> W {
        let word = family.iter().find(|(known, _)| *known == kind).map_or(self.nothing(), |(_, word)| word);
        if R::ENDS_ONLY_WHEN_STUCK { word } else { W::select(is_over, self.nothing(), word) }
    }

    /// Whether the game has ended in this way, including because the player to move cannot move.
    fn ended(&self, board: R::Board<W>, family: &Family<W>, ending: Ending) -> W::Bit {
        let mut outcome = self.rules.outcome(board);
        let is_stuck = !family.words().fold(self.like.truth(false), |any, word| any | word.any());
        outcome = match self.rules.stuck(board) {
            Stuck::Loses => outcome.or_lost_if(is_stuck),
            Stuck::Wins => outcome.or_won_if(is_stuck),
            Stuck::Draws => outcome.or_drawn_if(is_stuck),
            Stuck::Passes(_) => outcome,
        };
        match ending {
            Ending::Over => outcome.over(),
            Ending::Won => outcome.won,
            Ending::Lost => outcome.lost,
            Ending::Drawn => outcome.drawn,
        }
    }

    /// A word of a chosen move, whatever its kind.
    fn of_chosen(&self, chosen: &ChosenMove<W>, word: impl Fn(Step<W>) -> W) -> W {
        let of = |kind: StepKind| word(Step::new(kind, chosen.at, self.rules.layout()));
        match chosen.kinds.as_slice() {
            [(kind, ..)] => of(*kind),
            kinds => kinds
                .iter()
                .fold(self.nothing(), |found, &(kind, _, is_kind)| W::select(is_kind, of(kind), found)),
        }
    }

    /// The position after a chosen move, whatever its kind.
    fn after(&self, board: R::Board<W>, chosen: &ChosenMove<W>) -> R::Board<W> {
        let of = |kind: StepKind| self.rules.play(board, Step::new(kind, chosen.at, self.rules.layout()));
        let mut kinds = chosen.kinds.iter();
        let first = kinds.next().map_or(board, |(kind, ..)| of(*kind));
        kinds.fold(first, |found, &(kind, _, is_kind)| {
            let (other, mut index) = (of(kind), 0);
            NamedWords::build(|_| {
                let word = W::select(is_kind, other.get(index), found.get(index));
                index += 1;
                word
            })
        })
    }
}
