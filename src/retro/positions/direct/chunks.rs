//! The loops over the numbers of a chunk: the only part of this way that is compiled for each game.

use super::super::game::{Place, Turn};
use super::super::phases::Steps;
use super::super::value::narrow::{self, NOTHING, OPEN};
use super::{Direct, DirectTarget, LocalValue};
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicU8, AtomicU32, Ordering::Relaxed};

/// There is no remembered move.
pub(in super::super) const FORGOTTEN: u32 = u32::MAX;

/// A mistake of the game in a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) enum NumberMistake {
    /// A move or an un-move leads from the first number to the second, which is too large or has no position.
    Leads(u64, u64),
    /// The position has no move, but is not said to be lost.
    NoMoves(u64),
    /// It contradicts itself.
    Contradiction(u64, String),
}

/// The bytes of all numbers while the game is solved.
#[derive(Debug)]
pub(in super::super) struct State {
    pub(in super::super) codes: Vec<AtomicU8>,
    /// For each number the number of a move that is no win, or [`FORGOTTEN`]. Empty if memory has no room.
    pub(in super::super) remembered: Vec<AtomicU32>,
}

impl State {
    /// The byte of a number that a move or an un-move of another leads to.
    #[inline(always)]
    fn at(&self, from: u64, to: u64) -> Result<u8, NumberMistake> {
        match self.codes.get(to as usize).map(|code| code.load(Relaxed)) {
            None | Some(NOTHING) => Err(NumberMistake::Leads(from, to)),
            Some(code) => Ok(code),
        }
    }

    fn is(&self, number: u64, code: u8) -> bool {
        self.codes[number as usize].load(Relaxed) == code
    }

    fn set(&self, number: u64, code: u8) {
        self.codes[number as usize].store(code, Relaxed);
    }

    /// Whether the remembered move of a number is no win yet.
    #[inline(always)]
    fn holds(&self, number: u64) -> bool {
        let to = self.remembered.get(number as usize).map_or(FORGOTTEN, |to| to.load(Relaxed));
        self.codes.get(to as usize).is_some_and(|code| !narrow::is_win(code.load(Relaxed)))
    }
}

/// A direct game, whatever its type. The numbers of a range have bytes in the state.
pub(in super::super) trait Chunks: Steps {
    /// Sets the bytes of the numbers that are known alone.
    fn alone(&self, range: Range<u64>, state: &State);

    /// Sets the bytes of open numbers from which an un-move of a number with the byte `lost` leads.
    fn before(&self, range: Range<u64>, state: &State, lost: u8, won: u8) -> Result<(), NumberMistake>;

    /// Sets the bytes of open numbers from which a move leads to a number with the byte `lost`.
    fn won(&self, range: Range<u64>, state: &State, lost: u8, won: u8) -> Result<(), NumberMistake>;

    /// Sets the bytes of open numbers whose moves all lead to wins.
    fn lost(&self, range: Range<u64>, state: &State, lost: u8) -> Result<(), NumberMistake>;

    /// Gives each number with the byte that its moves give, if a byte holds it. Uses nothing but moves.
    fn derived(
        &self,
        range: Range<u64>,
        codes: &[u8],
        tell: &mut dyn FnMut(u64, Option<u8>),
    ) -> Result<(), NumberMistake>;

    /// Compares a number that has a position with the same game by its positions, and its moves with moves backwards.
    fn check(&self, number: u64) -> Result<(), NumberMistake>;
}

/// A game that is [`Direct`].
pub(in super::super) struct ByNumbers<'g, G>(pub(in super::super) &'g G);

impl<G: Direct> Chunks for ByNumbers<'_, G> {
    fn alone(&self, range: Range<u64>, state: &State) {
        for number in range {
            let code = match self.0.alone(number) {
                LocalValue::Nothing => NOTHING,
                LocalValue::Lost => narrow::LOST,
                LocalValue::Won => narrow::WON,
                LocalValue::Open => continue,
            };
            state.set(number, code);
        }
    }

    fn before(&self, range: Range<u64>, state: &State, lost: u8, won: u8) -> Result<(), NumberMistake> {
        let mut mistake = Ok(());
        for number in range.filter(|&number| state.is(number, lost)) {
            self.0.each_unmove(number, |from| match state.at(number, from) {
                Ok(OPEN) => state.set(from, won),
                Ok(_) => {}
                Err(found) => mistake = Err(found),
            });
        }
        mistake
    }

    fn won(&self, range: Range<u64>, state: &State, lost: u8, won: u8) -> Result<(), NumberMistake> {
        let mut mistake = Ok(());
        for number in range.filter(|&number| state.is(number, OPEN)) {
            self.0.each_move(number, |next| {
                let DirectTarget::Number(to) = next else { return ControlFlow::Continue(()) };
                match state.at(number, to) {
                    Ok(code) if code == lost => {
                        state.set(number, won);
                        return ControlFlow::Break(());
                    }
                    Ok(_) => {}
                    Err(found) => mistake = Err(found),
                }
                ControlFlow::Continue(())
            });
        }
        mistake
    }

    fn lost(&self, range: Range<u64>, state: &State, lost: u8) -> Result<(), NumberMistake> {
        for number in range.filter(|&number| state.is(number, OPEN)) {
            if state.holds(number) {
                continue;
            }
            let (mut moves, mut other) = (0u32, Ok(FORGOTTEN));
            self.0.each_move(number, |next| {
                moves += 1;
                other = match next {
                    DirectTarget::Won => {
                        Err(contradiction(number, "a move wins, but it is not said to be won"))
                    }
                    DirectTarget::Number(to) => match state.at(number, to) {
                        Ok(code) if narrow::is_win(code) => return ControlFlow::Continue(()),
                        Ok(_) => Ok(to as u32),
                        Err(found) => Err(found),
                    },
                };
                ControlFlow::Break(())
            });
            match other? {
                FORGOTTEN if moves == 0 => return Err(NumberMistake::NoMoves(number)),
                FORGOTTEN => state.set(number, lost),
                to => {
                    if let Some(remembered) = state.remembered.get(number as usize) {
                        remembered.store(to, Relaxed);
                    }
                }
            }
        }
        Ok(())
    }

    fn derived(
        &self,
        range: Range<u64>,
        codes: &[u8],
        tell: &mut dyn FnMut(u64, Option<u8>),
    ) -> Result<(), NumberMistake> {
        for number in range {
            if self.0.alone(number) == LocalValue::Nothing {
                tell(number, Some(NOTHING));
                continue;
            }
            let (mut best, mut mistake) = (Best::default(), None);
            self.0.each_move(number, |next| {
                let DirectTarget::Number(to) = next else {
                    best.wins_at_once = true;
                    return ControlFlow::Break(());
                };
                match codes.get(to as usize) {
                    None | Some(&NOTHING) => mistake = Some(NumberMistake::Leads(number, to)),
                    Some(&code) => best.add(code),
                }
                ControlFlow::Continue(())
            });
            match mistake {
                Some(mistake) => return Err(mistake),
                None => tell(number, best.code()),
            }
        }
        Ok(())
    }

    fn check(&self, number: u64) -> Result<(), NumberMistake> {
        let game = self.0;
        let Some(position) = game.position(Place { layer: 0, rank: number }) else {
            let is_nothing = game.alone(number) == LocalValue::Nothing;
            let wrong = || contradiction(number, "as a number it is said to have a position");
            return is_nothing.then_some(()).ok_or_else(wrong);
        };
        let mut next = Vec::new();
        let is_over = matches!(game.turn(&position, &mut next), Turn::Over(_));
        let places: Vec<Option<u64>> =
            next.iter().map(|next| game.place(next).map(|place| place.rank)).collect();
        let numbers = sorted(places.iter().copied().flatten().collect());
        let (mut found, mut wins) = (Vec::new(), false);
        game.each_move(number, |next| {
            match next {
                DirectTarget::Number(to) => found.push(to),
                DirectTarget::Won => wins = true,
            }
            ControlFlow::Continue(())
        });
        let expected = match (is_over, places.contains(&None)) {
            (true, _) => LocalValue::Lost,
            (_, true) => LocalValue::Won,
            _ => LocalValue::Open,
        };
        if game.alone(number) != expected || wins != (expected == LocalValue::Won) {
            return Err(contradiction(number, "as a number it ends otherwise than as a position"));
        }
        let found = sorted(found);
        if !is_over && found != numbers {
            return Err(contradiction(number, "as a number it has other moves than as a position"));
        }
        for &to in found.iter().filter(|&&to| self.has(to)) {
            if !self.before(to).contains(&number) {
                return Err(NumberMistake::Contradiction(
                    number,
                    format!("its move to number {to} has no move backwards"),
                ));
            }
        }
        for from in self.before(number) {
            let mut leads_here = false;
            if self.has(from) {
                game.each_move(from, |next| {
                    leads_here |= next == DirectTarget::Number(number);
                    if leads_here { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                });
            }
            if !leads_here {
                let reason = format!("a move backwards leads to number {from}, but no move leads from there");
                return Err(NumberMistake::Contradiction(number, reason));
            }
        }
        Ok(())
    }
}

impl<G: Direct> ByNumbers<'_, G> {
    /// Whether a number has a position.
    fn has(&self, number: u64) -> bool {
        number < self.size() && self.0.alone(number) != LocalValue::Nothing
    }

    /// The numbers from which a move leads to a number, as its moves backwards give them.
    fn before(&self, number: u64) -> Vec<u64> {
        let mut before = Vec::new();
        self.0.each_unmove(number, |from| before.push(from));
        sorted(before)
    }
}

fn contradiction(number: u64, reason: &str) -> NumberMistake {
    NumberMistake::Contradiction(number, reason.to_owned())
}

fn sorted(mut numbers: Vec<u64>) -> Vec<u64> {
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}

/// The best of the moves so far.
#[derive(Default)]
struct Best {
    wins_at_once: bool,
    /// The fastest loss and the slowest win of the other player, as bytes; 0 if there is none.
    loss: u8,
    win: u8,
    is_open: bool,
}

impl Best {
    #[inline(always)]
    fn add(&mut self, code: u8) {
        if code == OPEN {
            self.is_open = true;
        } else if narrow::is_win(code) {
            self.win = self.win.max(code);
        } else if self.loss == 0 || code < self.loss {
            self.loss = code;
        }
    }

    /// The byte of the position. `None` if a byte does not hold it.
    fn code(&self) -> Option<u8> {
        match self {
            Self { wins_at_once: true, .. } => Some(narrow::WON),
            Self { loss: 1.., .. } => self.loss.checked_add(1),
            Self { is_open: true, .. } => Some(OPEN),
            Self { win: 1.., .. } => self.win.checked_add(1),
            _ => Some(narrow::LOST),
        }
    }
}
