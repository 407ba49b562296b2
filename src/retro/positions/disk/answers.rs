//! The values after all moves of the positions of a window, read from disk in order.

use super::super::error::RetroError;
use super::super::known_moves::{Derived, KnownMoves};
use super::super::numbered::NumberContent;
use super::super::open_group::{Field, Scratch, pieces};
use super::super::value::NOTHING;
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
/// A value that is needed: that of an address, for a number of the window.
#[derive(Clone, Copy)]
struct Request {
    address: u64,
    number: u32,
}

/// What is known of a number.
#[derive(Clone, Copy)]
enum Slot {
    /// It was not asked about, or stands for no position.
    Nothing,
    /// The game is over, with this code.
    Over(u16),
    Moves(KnownMoves),
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
        Self { field, window, slots: vec![Slot::Nothing; size], room }
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
            if !wanted(index) {
                part.slots.push(Slot::Nothing);
                continue;
            }
            let slot = match self.field.expand(index, scratch)? {
                NumberContent::Nothing => Slot::Nothing,
                NumberContent::Over(code) => Slot::Over(code),
                NumberContent::Moves => {
                    let mut known = KnownMoves::new(self.field.kind);
                    scratch.known.iter().for_each(|&code| known.learn(code));
                    if !only_over {
                        let number = (index - self.window.start) as u32;
                        let request = |&address: &u64| Request { address, number };
                        part.requests.extend(scratch.inner.iter().map(request));
                    }
                    Slot::Moves(known)
                }
            };
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
            if let Slot::Moves(known) = &mut self.slots[number as usize] {
                known.learn(self.field.rule.turned(code));
            }
        }
        Ok(())
    }

    /// What is known of a number of the window.
    pub(in super::super) fn derived(&self, place: usize) -> Derived {
        match self.slots[place] {
            Slot::Nothing => Derived::Nothing,
            Slot::Over(code) => Derived::Over(code),
            Slot::Moves(known) => known.derived(),
        }
    }
}
