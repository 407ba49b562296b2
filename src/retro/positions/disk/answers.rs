//! The values after all moves of the positions of a window, read from disk in order.

use super::super::error::RetroError;
use super::super::field::{Field, Scratch, pieces};
use super::super::numbered::NumberContent;
use super::super::value::{Kind, NOTHING, OPEN, Value, score};
use super::Lookup;
use rayon::prelude::*;
use std::ops::Range;

/// The bytes of memory for each number of a window: its code, and what is known of its moves.
pub(super) const PER_NUMBER: u64 = 8;
/// The bytes of memory for each move.
pub(super) const PER_REQUEST: u64 = 16;
/// The most numbers that threads look at between two looks at the memory.
const MOST_AT_ONCE: u64 = 1 << 18;
/// The least part of the room for moves that a number is expected to need, when threads begin with some numbers.
const SHARE: u64 = 64;
/// No win is known.
const NEVER: u16 = u16::MAX;

/// A value that is needed: that of an address, for a number of the window.
#[derive(Clone, Copy)]
struct Request {
    address: u64,
    number: u32,
}

/// What a number represents.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    /// It was not asked about.
    Skipped,
    Nothing,
    Over,
    Moves,
}

/// What is known of a number.
#[derive(Clone, Copy)]
struct Slot {
    role: Role,
    /// Whether the value after some move is a draw or not known.
    has_open: bool,
    /// The plies of the fastest known win; for scores the best one; the code if the game is over.
    best: u16,
    /// The plies of the slowest known loss.
    late: u16,
}

/// What is known of a number from the values after its moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Derived {
    /// It stands for no position.
    Nothing,
    /// The game is over, with this code.
    Over(u16),
    /// There are moves.
    Moves {
        /// The plies in which the known values decide the position, and whether it is won.
        due: Option<(u32, bool)>,
        /// The best score, if the scores after all moves are known.
        score: Option<u16>,
    },
}

/// The numbers of a window, with what is known of their moves.
pub(in super::super) struct Answers<'w, 'a> {
    field: &'w Field<'a>,
    window: Range<u64>,
    slots: Vec<Slot>,
    /// The moves that are sorted at a time.
    room: u64,
}

/// What a thread has found of some numbers.
#[derive(Default)]
struct Part {
    slots: Vec<Slot>,
    requests: Vec<Request>,
}

impl<'w, 'a> Answers<'w, 'a> {
    pub(in super::super) fn new(field: &'w Field<'a>, window: Range<u64>, room: u64) -> Self {
        let size = (window.end - window.start) as usize;
        let slot = Slot { role: Role::Skipped, has_open: false, best: NEVER, late: 0 };
        Self { field, window, slots: vec![slot; size], room }
    }

    /// Makes the moves of the numbers that `wanted` chooses, and reads the values after them. `only_over` leaves the
    /// values out: it finds the positions in which the game is over.
    pub(in super::super) fn ask(
        &mut self,
        wanted: &(impl Fn(u64) -> bool + Sync),
        only_over: bool,
        lookup: &mut Lookup<'_>,
    ) -> Result<(), RetroError> {
        let at_once = (self.room / SHARE).clamp(1, MOST_AT_ONCE);
        let mut requests = Vec::new();
        for numbers in pieces(self.window.clone(), at_once) {
            let mut place = (numbers.start - self.window.start) as usize;
            // Small parts, so that threads end together.
            let small: Vec<Range<u64>> = pieces(numbers, (at_once / 64).clamp(1, 1 << 12)).collect();
            let parts = small.into_par_iter().map_init(
                || self.field.scratch(),
                |scratch, part| self.look(part, wanted, only_over, scratch),
            );
            let parts = parts.collect::<Result<Vec<Part>, RetroError>>()?;
            for part in parts {
                self.slots[place..place + part.slots.len()].copy_from_slice(&part.slots);
                place += part.slots.len();
                requests.extend(part.requests);
            }
            if requests.len() as u64 >= self.room {
                self.answer(&mut requests, lookup)?;
            }
        }
        self.answer(&mut requests, lookup)
    }

    fn look(
        &self,
        range: Range<u64>,
        wanted: &impl Fn(u64) -> bool,
        only_over: bool,
        scratch: &mut Scratch<'_>,
    ) -> Result<Part, RetroError> {
        let mut part = Part::default();
        for index in range {
            let mut slot = Slot { role: Role::Skipped, has_open: false, best: NEVER, late: 0 };
            if !wanted(index) {
                part.slots.push(slot);
                continue;
            }
            match self.field.expand(index, scratch)? {
                NumberContent::Nothing => slot.role = Role::Nothing,
                NumberContent::Over(code) => (slot.role, slot.best) = (Role::Over, code),
                NumberContent::Moves => {
                    slot.role = Role::Moves;
                    if self.field.kind == Kind::Score {
                        slot.best = OPEN;
                    }
                    scratch.known.iter().for_each(|&code| slot.learn(self.field.kind, code));
                    if !only_over {
                        let number = (index - self.window.start) as u32;
                        let request = |&address: &u64| Request { address, number };
                        part.requests.extend(scratch.inner.iter().map(request));
                    }
                }
            }
            part.slots.push(slot);
        }
        Ok(part)
    }

    /// Reads the values that are needed, in the order in which they lie on disk.
    fn answer(&mut self, requests: &mut Vec<Request>, lookup: &mut Lookup<'_>) -> Result<(), RetroError> {
        requests.par_sort_unstable_by_key(|request| request.address);
        for Request { address, number } in requests.drain(..) {
            let code = lookup.code(address)?;
            if code == NOTHING {
                return Err(self.field.vacant(address));
            }
            self.slots[number as usize].learn(self.field.kind, self.field.rule.turned(code));
        }
        Ok(())
    }

    /// What is known of a number of the window.
    pub(in super::super) fn derived(&self, place: usize) -> Derived {
        let Slot { role, has_open, best, late } = self.slots[place];
        match (role, self.field.kind) {
            (Role::Skipped | Role::Nothing, _) => Derived::Nothing,
            (Role::Over, _) => Derived::Over(best),
            (Role::Moves, Kind::Score) => Derived::Moves { due: None, score: (!has_open).then_some(best) },
            (Role::Moves, Kind::Plies) => {
                let loss = (!has_open && best == NEVER).then_some((u32::from(late), false));
                let win = (best != NEVER).then_some((u32::from(best), true));
                Derived::Moves { due: win.or(loss), score: None }
            }
        }
    }
}

impl Slot {
    /// Takes the value after a move into account.
    fn learn(&mut self, kind: Kind, code: u16) {
        match (kind, Value::of_code(code)) {
            (_, None) => {}
            (Kind::Score, Some(_)) if code == OPEN => self.has_open = true,
            (Kind::Score, Some(_)) => self.best = self.best.max(score::turned(code)),
            (Kind::Plies, Some(Value::Draw)) => self.has_open = true,
            (Kind::Plies, Some(Value::Loss(plies))) => self.best = self.best.min(plies + 1),
            (Kind::Plies, Some(Value::Win(plies))) => self.late = self.late.max(plies + 1),
        }
    }
}
