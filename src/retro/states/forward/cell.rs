//! What is known about the distances from the start of a position's states.
//!
//! A move of a position can be made in all states except the one that forbids it. So three values describe the states
//! of a position for what follows: the least distance, the one forbidden move with that distance (if only one state has
//! it), and the least distance of the other states, from which on that move can be made too. The distance of the state
//! without a forbidden move is stored as well, because such a state is counted when it is first met. The other states
//! are counted with the move that leads to them, because each is met from one class of positions only.

use crate::states::value::MoveIndex;

/// The greatest distance that a cell can hold.
pub(super) const MOST: u8 = u8::MAX - 1;

/// Distances are stored plus one, with 0 for none: 8 bits each for the least distance, the least of the others, and
/// that of the state without a forbidden move. The only move follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cell(u32);

impl Cell {
    const OTHERS: u32 = 8;
    const FREE: u32 = 16;
    const ONLY: u32 = 24;

    #[inline(always)]
    pub(super) fn of_bits(bits: u32) -> Self {
        Self(bits)
    }

    #[inline(always)]
    pub(super) fn bits(self) -> u32 {
        self.0
    }

    #[inline]
    fn distance(self, at: u32) -> Option<u8> {
        ((self.0 >> at) as u8).checked_sub(1)
    }

    /// The least distance of a state; `None` if no state has been met.
    #[inline(always)]
    pub(super) fn least(self) -> Option<u8> {
        self.distance(0)
    }

    /// The least distance of a state that forbids another move than [`Cell::only`], or no move.
    #[inline(always)]
    pub(super) fn others(self) -> Option<u8> {
        self.distance(Self::OTHERS)
    }

    /// The distance of the state that forbids no move.
    #[inline(always)]
    pub(super) fn free(self) -> Option<u8> {
        self.distance(Self::FREE)
    }

    /// The move that each state of the least distance forbids; [`MoveIndex::NONE`] if there is no such move.
    #[inline(always)]
    pub(super) fn only(self) -> MoveIndex {
        MoveIndex::of_bits(self.0 >> Self::ONLY)
    }

    /// The cell after one more state has been met. Distances arrive in ascending order.
    #[inline(always)]
    pub(super) fn meet(self, forbidden: MoveIndex, distance: u8) -> Self {
        let mut bits = self.0;
        let next = u32::from(distance) + 1;
        match self.least() {
            None => bits |= next | u32::from(forbidden.get()) << Self::ONLY,
            Some(_) if self.only() == MoveIndex::NONE || self.only() == forbidden => {}
            Some(least) if least == distance => bits |= u32::from(MoveIndex::NONE.get()) << Self::ONLY,
            Some(_) if self.others().is_none() => bits |= next << Self::OTHERS,
            Some(_) => {}
        }
        if forbidden == MoveIndex::NONE && self.free().is_none() {
            bits |= next << Self::FREE;
        }
        Self(bits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn cells_say_when_each_move_can_be_made(
            mut met in prop::collection::vec((0u8..6, prop_oneof![Just(31u8), 0u8..4]), 1..12),
            shuffle in prop::collection::vec(any::<u32>(), 12),
        ) {
            let mut order: Vec<usize> = (0..met.len()).collect();
            order.sort_by_key(|&place| (met[place].0, shuffle[place]));
            let in_order = order.iter().map(|&place| met[place]);
            let forbidden = |number: u8| if number == 31 { MoveIndex::NONE } else { MoveIndex::new(number) };
            let cell = in_order.fold(Cell::of_bits(0), |cell, (distance, number)| cell.meet(forbidden(number), distance));
            let least = |is_met: &dyn Fn(u8) -> bool| met.iter().filter(|met| is_met(met.1)).map(|met| met.0).min();
            prop_assert_eq!(cell.least(), least(&|_| true));
            prop_assert_eq!(cell.free(), least(&|number| number == 31));
            for played in 0..5 {
                let can = if cell.only() == forbidden(played) { cell.others() } else { cell.least() };
                prop_assert_eq!(can, least(&|number| number != played));
            }
            // States with the same distance arrive in any order.
            met.sort_unstable();
            let sorted = met.iter();
            let again = sorted.fold(Cell::of_bits(0), |cell, &(distance, number)| cell.meet(forbidden(number), distance));
            prop_assert_eq!(again, cell);
        }
    }
}
