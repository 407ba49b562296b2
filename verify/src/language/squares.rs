//! Sets of squares.

use super::Square;

/// The most files and ranks of a board.
pub(crate) const SIDE: usize = 19;
/// All ranks of a file.
const RANKS: u32 = (1 << SIDE) - 1;

/// A set of squares: for each file its ranks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Squares([u32; SIDE]);

impl Squares {
    /// No square.
    pub fn new() -> Squares {
        Squares::default()
    }

    /// Whether a square belongs to the set.
    pub fn contains(&self, &(file, rank): &Square) -> bool {
        rank < SIDE && self.0.get(file).is_some_and(|ranks| ranks >> rank & 1 == 1)
    }

    /// Adds a square. Ignores squares beyond the 19th file or rank, which no board has.
    pub fn insert(&mut self, (file, rank): Square) {
        if let Some(ranks) = self.0.get_mut(file).filter(|_| rank < SIDE) {
            *ranks |= 1 << rank;
        }
    }

    /// The squares, file by file.
    pub fn iter(&self) -> impl Iterator<Item = Square> + use<> {
        self.0.into_iter().enumerate().flat_map(|(file, mut ranks)| {
            std::iter::from_fn(move || {
                let rank = (ranks != 0).then(|| ranks.trailing_zeros() as usize)?;
                ranks &= ranks - 1;
                Some((file, rank))
            })
        })
    }

    /// The number of squares.
    pub fn len(&self) -> usize {
        self.0.iter().map(|ranks| ranks.count_ones() as usize).sum()
    }

    /// Whether there is no square.
    pub fn is_empty(&self) -> bool {
        *self == Squares::new()
    }

    /// The squares that are in both sets.
    #[must_use]
    pub fn intersection(&self, other: &Squares) -> Squares {
        self.combined(other, |one, other| one & other)
    }

    /// The squares of either set.
    #[must_use]
    pub fn union(&self, other: &Squares) -> Squares {
        self.combined(other, |one, other| one | other)
    }

    /// The squares of exactly one of the sets.
    #[must_use]
    pub fn symmetric_difference(&self, other: &Squares) -> Squares {
        self.combined(other, |one, other| one ^ other)
    }

    /// The squares that do not belong to another set.
    #[must_use]
    pub fn without(&self, other: &Squares) -> Squares {
        self.combined(other, |one, other| one & !other)
    }

    /// Each square moved by these numbers of files and ranks. Leaves out those that would leave the 19 files and ranks.
    #[must_use]
    pub(crate) fn moved(&self, (files, ranks): (isize, isize)) -> Squares {
        let steps = u32::try_from(ranks.unsigned_abs()).unwrap_or(u32::MAX);
        let moved = |of_file: u32| {
            let moved = if ranks < 0 { of_file.checked_shr(steps) } else { of_file.checked_shl(steps) };
            moved.unwrap_or(0) & RANKS
        };
        let from =
            |file: usize| self.0.get(file.checked_add_signed(files.checked_neg()?)?).copied().map(moved);
        Squares(std::array::from_fn(|file| from(file).unwrap_or(0)))
    }

    /// Whether each square belongs to another set as well.
    pub fn is_subset(&self, other: &Squares) -> bool {
        self.intersection(other) == *self
    }

    fn combined(&self, other: &Squares, join: impl Fn(u32, u32) -> u32) -> Squares {
        Squares(std::array::from_fn(|file| join(self.0[file], other.0[file])))
    }
}

impl Extend<Square> for Squares {
    fn extend<I: IntoIterator<Item = Square>>(&mut self, squares: I) {
        squares.into_iter().for_each(|square| self.insert(square));
    }
}

impl FromIterator<Square> for Squares {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Squares {
        let mut found = Squares::new();
        found.extend(squares);
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// The operations are those of sets, also with squares beyond every board, and the order is that of squares.
    #[test]
    fn squares_are_a_set() {
        let mut chance = 1_usize;
        let mut next = |below: usize| -> usize {
            chance = (chance * 75 + 74) % 65_537;
            chance % below
        };
        for _ in 0..200 {
            let mut list = || -> Vec<Square> {
                let count = next(60);
                (0..count).map(|_| (next(19), next(19))).collect()
            };
            let (one, other) = (list(), list());
            let sets: [BTreeSet<Square>; 2] = [&one, &other].map(|list| list.iter().copied().collect());
            let [a, b]: [Squares; 2] = [one, other].map(|list| list.into_iter().collect());
            let is = |squares: Squares, set: BTreeSet<Square>| squares.iter().eq(set);
            assert!(is(a, sets[0].clone()) && a.len() == sets[0].len() && a.is_empty() == sets[0].is_empty());
            assert!(is(a.union(&b), &sets[0] | &sets[1]) && is(a.intersection(&b), &sets[0] & &sets[1]));
            assert!(is(a.symmetric_difference(&b), &sets[0] ^ &sets[1]));
            assert!(is(a.without(&b), &sets[0] - &sets[1]));
            let step = [(next(5) as isize - 2), (next(5) as isize - 2)];
            let on_board =
                |place: usize, by: isize| place.checked_add_signed(by).filter(|&place| place < SIDE);
            let moved = |&(file, rank): &Square| Some((on_board(file, step[0])?, on_board(rank, step[1])?));
            let moved = sets[0].iter().filter_map(moved).collect();
            assert!(is(a.moved((step[0], step[1])), moved));
            assert_eq!(a.is_subset(&b), sets[0].is_subset(&sets[1]));
            assert!(a.intersection(&b).is_subset(&a));
        }
        let mut beyond = Squares::new();
        for square in [(19, 0), (0, 19), (0, 40), (usize::MAX, usize::MAX)] {
            beyond.insert(square);
        }
        assert!(beyond.is_empty() && !beyond.contains(&(0, 98)) && !beyond.contains(&(25, 0)));
    }
}
