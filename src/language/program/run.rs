//! Runs programs, in any kind of words.

use super::plain::{RegisterValues, Values};
use super::{MoveEnd, Op, Program, Register};
use crate::forced::Force;
use crate::vocabulary::Ending;
use encodings::rules::{Family, NamedWords, Rules, Step, StepKind, TurnPlayed, either, ended};
use encodings::word::{OneHot, Word};

/// A move that the solver chooses.
pub(crate) enum ChosenMove<W: Word> {
    /// A bit of a word.
    Step(ChosenStep<W>),
    /// A turn of several parts: their squares.
    Turn(Vec<OneHot<W>>),
}

/// A step that the solver chooses.
pub(crate) struct ChosenStep<W: Word> {
    /// The square of its word.
    pub(crate) at: OneHot<W>,
    /// For each kind that it can have, whether it has that kind.
    pub(crate) kinds: Vec<(StepKind, usize, W::Bit)>,
}

/// The registers of a program that has run.
pub(crate) struct Registers<R: Rules, W: Word> {
    filled: RegisterValues<W>,
    /// The boards of each register of boards.
    boards: Vec<Vec<R::Board<W>>>,
}

impl<R: Rules, W: Word> Registers<R, W> {
    /// The words of a register of words.
    ///
    /// # Panics
    /// If it is no register of words: a mistake in the lowering.
    pub(crate) fn words(&self, register: Register) -> &[W] {
        self.filled.words(register)
    }

    /// The truth values of a register of truth values.
    ///
    /// # Panics
    /// If it is no register of truth values: a mistake in the lowering.
    pub(crate) fn bits(&self, register: Register) -> &[W::Bit] {
        self.filled.bits(register)
    }

    fn boards(&self, register: Register) -> &[R::Board<W>] {
        match &self.filled.values[register] {
            Values::Boards(number) => &self.boards[*number],
            _ => unreachable!("register {register} holds no boards"),
        }
    }

    fn push_boards(&mut self, boards: Vec<R::Board<W>>) {
        self.filled.values.push(Values::Boards(self.boards.len()));
        self.boards.push(boards);
    }
}

/// Decides the conditions of [`Op::Forced`].
pub(crate) trait StateForced<R: Rules, W: Word> {
    /// The condition with a number, in each of some positions.
    fn forced(&mut self, number: usize, force: Force, boards: &[R::Board<W>]) -> Vec<W::Bit>;
}

/// For programs without such conditions: none of them holds.
pub(crate) struct NotForced;

impl<R: Rules, W: Word> StateForced<R, W> for NotForced {
    fn forced(&mut self, _: usize, _: Force, boards: &[R::Board<W>]) -> Vec<W::Bit> {
        boards.iter().map(|board| board.get(0).truth(false)).collect()
    }
}

/// Runs a program on boards, of which there is at least one. Moves are chosen for one board only.
pub(crate) fn run<R: Rules, W: Word>(
    program: &Program,
    rules: &R,
    kinds: &[StepKind],
    boards: &[R::Board<W>],
    chosen: &[ChosenMove<W>],
    forced: &mut dyn StateForced<R, W>,
) -> Registers<R, W> {
    let filled = RegisterValues {
        values: Vec::with_capacity(program.operations.len()),
        positions: boards.len(),
        like: boards[0].get(0),
        layout: rules.layout(),
        squares: rules.squares(),
    };
    let registers = Registers { filled, boards: Vec::new() };
    let mut runner = Runner { rules, kinds, chosen, registers };
    for (register, op) in program.operations.iter().enumerate() {
        if let Op::Forced { position, force } = op {
            let number = program.forced.iter().position(|known| *known == register).unwrap_or(usize::MAX);
            let bits = forced.forced(number, *force, runner.registers.boards(*position));
            runner.registers.filled.values.push(Values::Bits(bits));
        } else {
            runner.fill(op, boards);
        }
    }
    runner.registers
}

struct Runner<'a, R: Rules, W: Word> {
    rules: &'a R,
    kinds: &'a [StepKind],
    chosen: &'a [ChosenMove<W>],
    registers: Registers<R, W>,
}

impl<R: Rules, W: Word> Runner<'_, R, W> {
    /// Makes the next register.
    fn fill(&mut self, op: &Op, asked: &[R::Board<W>]) {
        let boards = match op {
            Op::Board => asked.to_vec(),
            Op::After { position, kind, square } => {
                let step = self.step(*kind, *square);
                let boards = self.registers.boards(*position).iter();
                boards.map(|&board| self.rules.next(board, step)).collect()
            }
            Op::AfterChosen { position, chosen } => {
                let boards = self.registers.boards(*position).iter();
                boards.map(|&board| self.after(board, &self.chosen[*chosen])).collect()
            }
            _ => {
                let values = self.values(op);
                self.registers.filled.values.push(values);
                return;
            }
        };
        self.registers.push_boards(boards);
    }

    fn values(&self, op: &Op) -> Values<W> {
        let filled = &self.registers.filled;
        match op {
            Op::Family(position) => {
                let boards = self.registers.boards(*position).iter();
                Values::Families(boards.map(|&board| self.rules.moves(board)).collect())
            }
            Op::BoardWord { position, index } => self.of_boards(*position, |board| board.get(*index)),
            Op::Occupied(position) => self.of_boards(*position, |board| self.rules.occupied(board)),
            Op::Kind { family, is_over, kind } => {
                let families = filled.families(*family).iter();
                let word = |(family, &is_over)| self.kind(family, is_over, self.kinds[*kind]);
                Values::Words(families.zip(filled.bits(*is_over)).map(word).collect())
            }
            Op::Shown { position, index } => {
                let name = self.rules.derived_words()[*index].name();
                self.of_boards(*position, |board| self.rules.word(name, board).unwrap_or(filled.nothing()))
            }
            Op::OfMove { position, index, kind, square } => {
                let (name, step) = (self.rules.derived_words()[*index].name(), self.step(*kind, *square));
                let word = |board| self.rules.word_of_step(name, board, step).unwrap_or(filled.nothing());
                self.of_boards(*position, word)
            }
            Op::OfChosen { position, index, chosen } => {
                let name = self.rules.derived_words()[*index].name();
                let of = |board, step| self.rules.word_of_step(name, board, step).unwrap_or(filled.nothing());
                self.of_boards(*position, |board| match &self.chosen[*chosen] {
                    ChosenMove::Step(chosen) => self.of_chosen(chosen, |step| of(board, step)),
                    ChosenMove::Turn(_) => filled.nothing(),
                })
            }
            Op::ChosenEnd { position, chosen, end } => {
                self.of_boards(*position, |board| match (&self.chosen[*chosen], end) {
                    (ChosenMove::Step(chosen), MoveEnd::From) => self.of_chosen(chosen, Step::from),
                    (ChosenMove::Step(chosen), MoveEnd::To) => {
                        self.on_the_board(self.of_chosen(chosen, Step::to))
                    }
                    (ChosenMove::Step(chosen), MoveEnd::Over) => {
                        self.on_the_board(self.of_chosen(chosen, Step::over))
                    }
                    (ChosenMove::Turn(_), MoveEnd::Over) => filled.nothing(),
                    (ChosenMove::Turn(parts), MoveEnd::From) => self.turn(board, parts).from,
                    (ChosenMove::Turn(parts), MoveEnd::To) => self.turn(board, parts).to,
                })
            }
            Op::TurnIsLegal { position, chosen } => {
                let boards = self.registers.boards(*position).iter();
                let is_legal = |&board| match &self.chosen[*chosen] {
                    ChosenMove::Step(_) => filled.like.truth(false),
                    ChosenMove::Turn(parts) => self.turn(board, parts).legal,
                };
                Values::Bits(boards.map(is_legal).collect())
            }
            // If the rules never end a game in which a step exists, the moves do not depend on the outcome.
            Op::OverWithSteps(_) if self.rules.ends_only_when_stuck() => {
                Values::Bits(vec![filled.like.truth(false); filled.positions])
            }
            Op::OverWithSteps(position) => {
                let boards = self.registers.boards(*position).iter();
                Values::Bits(boards.map(|&board| self.rules.outcome(board).over()).collect())
            }
            Op::Ending { position, family, ending } => {
                let boards = self.registers.boards(*position).iter();
                let ended = |(&board, family)| self.ended(board, family, *ending);
                Values::Bits(boards.zip(filled.families(*family)).map(ended).collect())
            }
            Op::ChosenIn { chosen, kind, word } => {
                let ChosenMove::Step(chosen) = &self.chosen[*chosen] else {
                    return Values::Bits(vec![filled.like.truth(false)]);
                };
                let is_kind = chosen.kinds.iter().find(|(_, known, _)| known == kind);
                let is_kind = is_kind.map_or(filled.like.truth(false), |(_, _, is_kind)| *is_kind);
                Values::Bits(vec![match word {
                    Some(word) => is_kind & (chosen.at.word() & filled.words(*word)[0]).any(),
                    None => is_kind,
                }])
            }
            _ => filled.result(op),
        }
    }

    /// The squares of a board with holes that a move passes or enters.
    fn on_the_board(&self, word: W) -> W {
        let (layout, squares) = (self.rules.layout(), self.rules.squares());
        if squares.len() == layout.squares() { word } else { word & word.constant(&squares) }
    }

    fn of_boards(&self, position: Register, word: impl Fn(R::Board<W>) -> W) -> Values<W> {
        Values::Words(self.registers.boards(position).iter().map(|&board| word(board)).collect())
    }

    fn step(&self, kind: usize, square: usize) -> Step<W> {
        Step::new(
            self.kinds[kind],
            OneHot::assume(self.registers.filled.like.unit(square)),
            self.rules.layout(),
        )
    }

    /// The moves of a kind: none if the game is over.
    fn kind(&self, family: &Family<W>, is_over: W::Bit, kind: StepKind) -> W {
        let word = family
            .iter()
            .find(|(known, _)| *known == kind)
            .map_or(self.registers.filled.nothing(), |(_, word)| word);
        if self.rules.ends_only_when_stuck() {
            word
        } else {
            W::select(is_over, self.registers.filled.nothing(), word)
        }
    }

    /// Whether the game has ended in this way, including because the player to move cannot move.
    fn ended(&self, board: R::Board<W>, family: &Family<W>, ending: Ending) -> W::Bit {
        let outcome = ended(self.rules, board, family);
        match ending {
            Ending::Over => outcome.over(),
            Ending::Won => outcome.won,
            Ending::Lost => outcome.lost,
            Ending::Drawn => outcome.drawn,
        }
    }

    /// A word of a chosen move, whatever its kind.
    fn of_chosen(&self, chosen: &ChosenStep<W>, word: impl Fn(Step<W>) -> W) -> W {
        let of = |kind: StepKind| word(Step::new(kind, chosen.at, self.rules.layout()));
        match chosen.kinds.as_slice() {
            [(kind, ..)] => of(*kind),
            kinds => kinds.iter().fold(self.registers.filled.nothing(), |found, &(kind, _, is_kind)| {
                W::select(is_kind, of(kind), found)
            }),
        }
    }

    /// A chosen turn of several parts; an illegal one that changes nothing if the rules have none.
    fn turn(&self, board: R::Board<W>, parts: &[OneHot<W>]) -> TurnPlayed<W, R::Board<W>> {
        let nothing = self.registers.filled.nothing();
        let none = || TurnPlayed {
            legal: self.registers.filled.like.truth(false),
            from: nothing,
            to: nothing,
            after: board,
        };
        self.rules.play_turn(board, parts).unwrap_or_else(none)
    }

    /// The position after a chosen move, whatever its kind.
    fn after(&self, board: R::Board<W>, chosen: &ChosenMove<W>) -> R::Board<W> {
        let chosen = match chosen {
            ChosenMove::Step(chosen) => chosen,
            ChosenMove::Turn(parts) => return self.turn(board, parts).after,
        };
        let of = |kind: StepKind| self.rules.next(board, Step::new(kind, chosen.at, self.rules.layout()));
        let mut kinds = chosen.kinds.iter();
        let first = kinds.next().map_or(board, |(kind, ..)| of(*kind));
        kinds.fold(first, |found, &(kind, _, is_kind)| either::<R, _>(is_kind, of(kind), found))
    }
}
