//! A position while it is being solved: its known values, and the moves that are still open.
//!
//! Idea: the values of moves become known in the order of their plies. The first win is the best value and the second
//! win the second best; a loss is known when no move is left that might be better. So a cell has both values, the
//! number of moves that are not known to lose, and one field of five bits. While nothing is won, that field is the
//! exclusive or of those moves, so that it is the last move when one is left; from then on it is the only best move.
//! All this takes 28 bits of one word.

use super::game::MoveList;
use super::value::{Entry, MoveIndex, Value};

/// A position that is being solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cell(u32);

impl Cell {
    const SECOND: u32 = 9;
    const ONLY: u32 = 18;
    const OPEN: u32 = 23;

    #[inline]
    fn new(best: Value, second: Value, only: MoveIndex, open: u32) -> Self {
        let values = best.bits() | second.bits() << Self::SECOND;
        Self(values | u32::from(only.get()) << Self::ONLY | open << Self::OPEN)
    }

    #[inline(always)]
    pub(super) fn of_bits(bits: u32) -> Self {
        Self(bits)
    }

    #[inline(always)]
    pub(super) fn bits(self) -> u32 {
        self.0
    }

    #[inline(always)]
    pub(super) fn best(self) -> Value {
        Value::of_bits(self.0)
    }

    #[inline(always)]
    pub(super) fn second(self) -> Value {
        Value::of_bits(self.0 >> Self::SECOND)
    }

    /// The only best move, if the values differ.
    #[inline(always)]
    pub(super) fn only(self) -> MoveIndex {
        MoveIndex::of_bits(self.0 >> Self::ONLY)
    }

    /// Whether one of the two values has this number of plies.
    #[inline(always)]
    pub(super) fn is_due(self, plies: u8) -> bool {
        // No branch, so that many cells are compared at a time.
        (self.best().plies() == plies) | (self.second().plies() == plies)
    }

    /// Whether one of these cells, as bits, is due.
    #[inline(always)]
    pub(super) fn is_any_due(cells: &[u32], plies: u8) -> bool {
        cells.iter().fold(false, |any, &bits| any | Self::of_bits(bits).is_due(plies))
    }

    #[inline(always)]
    fn open(self) -> u32 {
        self.0 >> Self::OPEN
    }

    /// A position for which only the moves that end the game are known.
    #[inline]
    pub(super) fn opening(opening: MoveList) -> Self {
        let all = opening.legal.combined();
        let mut cell = Self::new(Value::DRAW, Value::DRAW, all, opening.legal.count());
        for index in opening.lost {
            cell = cell.learn(index, Value::loss(1));
        }
        for index in opening.won {
            cell = cell.learn(index, Value::win(1));
        }
        cell
    }

    /// The cell after the value of one more move is known. Values arrive in the order of their plies.
    #[inline(always)]
    pub(super) fn learn(self, by: MoveIndex, value: Value) -> Self {
        // Most moves only take one from the number of open moves, or teach nothing. That is computed without branches:
        // a branch on whether a move wins could not be predicted.
        let wins = value.is_win();
        let wins_already = !self.best().is_draw();
        let left_out = if wins_already { 0 } else { u32::from(by.get() & 31) << Self::ONLY };
        let lost = Self((self.0 - (1 << Self::OPEN)) ^ left_out);
        let decides = if wins { self.best().is_draw() || self.second().is_draw() } else { lost.open() < 2 };
        if decides {
            return self.learn_value(by, value);
        }
        if wins { self } else { lost }
    }

    /// The same for a win if a value is not known, and for a loss after which fewer than two moves are open.
    #[inline]
    fn learn_value(self, by: MoveIndex, value: Value) -> Self {
        let (best, second, only) = (self.best(), self.second(), self.only());
        if value.is_win() {
            if best.is_draw() {
                return Self::new(value, second, by, self.open());
            }
            let only = if best == value { MoveIndex::NONE } else { only };
            return Self::new(best, value, only, self.open());
        }
        let open = self.open() - 1;
        if !best.is_draw() {
            let second = if open == 1 && second.is_draw() { value } else { second };
            return Self::new(best, second, only, open);
        }
        match open {
            0 if second == value => Self::new(value, value, MoveIndex::NONE, 0),
            0 => Self::new(value, second, by, 0),
            _ => Self::new(best, value, MoveIndex::of_bits(u32::from(only.get() ^ by.get())), open),
        }
    }

    /// The final entry, if nothing more will be known: the remaining moves are draws.
    #[inline]
    pub(super) fn close(self) -> Entry {
        let (best, second) = (self.best(), self.second());
        let only = if best == second { MoveIndex::NONE } else { self.only() };
        Entry { best, second, only }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::states::MoveSet;
    use proptest::prelude::*;

    /// The entry for a list of values of moves, by definition.
    fn defined(values: &[Value]) -> Entry {
        let best = values.iter().copied().max_by_key(|value| value.merit()).unwrap();
        let first = values.iter().position(|&value| value == best).unwrap();
        let others = values.iter().enumerate().filter(|&(index, _)| index != first);
        let second = others.map(|(_, &value)| value).max_by_key(|value| value.merit()).unwrap();
        let only = if best == second { MoveIndex::NONE } else { MoveIndex::new(first as u8) };
        Entry { best, second, only }
    }

    fn value() -> impl Strategy<Value = Value> {
        prop_oneof![
            2 => Just(Value::DRAW),
            2 => (1u8..6).prop_map(Value::win),
            5 => (1u8..6).prop_map(Value::loss),
        ]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4000))]
        #[test]
        fn cells_end_with_the_defined_entry(
            values in prop::collection::vec(value(), 2..9),
            shuffle in prop::collection::vec(any::<u32>(), 9),
        ) {
            let set = |wanted: Value| {
                let has = |index: &u8| values[usize::from(*index)] == wanted;
                (0..values.len() as u8).filter(has).map(MoveIndex::new).collect::<MoveSet>()
            };
            let legal = MoveSet::first(values.len() as u32);
            let opening = MoveList { legal, won: set(Value::win(1)), lost: set(Value::loss(1)) };
            let mut cell = Cell::opening(opening);
            let mut order: Vec<usize> = (0..values.len()).filter(|&index| values[index].plies() > 1).collect();
            // By plies; with equal plies in any order.
            order.sort_by_key(|&index| (values[index].plies(), shuffle[index]));
            for index in order {
                cell = cell.learn(MoveIndex::new(index as u8), values[index]);
            }
            prop_assert_eq!(cell.close(), defined(&values));
        }

        #[test]
        fn entries_are_three_bytes(best in value(), second in value(), only in 0u8..32) {
            let entry = Entry { best, second, only: if only == 31 { MoveIndex::NONE } else { MoveIndex::new(only) } };
            prop_assert_eq!(Entry::of_bytes(entry.to_bytes()), entry);
        }
    }
}
