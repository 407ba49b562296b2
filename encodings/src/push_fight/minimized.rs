//! Numbers for the positions that can follow a push, up to half a turn of the board: the minimized form of tables.
//!
//! Every turn leads to such a position, so a table of them needs no others. They are the positions of the minimized
//! [index](super::index), in the order of the dense [numbers](super::number).
//!
//! Idea: whether a position [follows a push](super::rules::follows_a_push) depends only on the squares that are occupied and
//! on the anchor. Numbers go through the contents of these squares last. So a bit for each anchor and occupation, with the
//! count of the bits before each word, gives one number from the other.
//!
//! Cost: one look-up beside a dense number; a binary search on the way back. 5 MB for the published board, and a second to
//! compute them.
//!
//! Source: rank and select on bits (G. Jacobson, Space-efficient static trees and graphs, 1989).

use super::board::Board;
use super::number::{Number, Numbers};
use super::position::Position;

/// The minimized numbers of a board, from its dense ones.
///
/// # Examples
/// ```
/// use encodings::push_fight::number::{Number, Numbers};
/// use encodings::push_fight::{PushFight, index::Indexes, minimized::MinimizedNumbers};
///
/// let numbers = Numbers::<PushFight<5, 4, 3, 2>>::new();
/// let minimized = MinimizedNumbers::new(&numbers);
/// assert_eq!(minimized.len(), Indexes::<PushFight<5, 4, 3, 2>>::new().minimized_len());
/// let dense = minimized.dense(Number(7)).ok_or("a number")?;
/// assert_eq!(minimized.of(dense), Some(Number(7)));
/// assert!(numbers.position(dense).ok_or("a position")?.follows_a_push());
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Debug)]
pub struct MinimizedNumbers {
    /// A bit for each anchor and occupation.
    bits: Vec<u64>,
    /// The number of bits before each word.
    before: Vec<u32>,
    /// The number of bits.
    count: u64,
    /// The ways to place pieces on occupied squares.
    kinds: u64,
}

impl MinimizedNumbers {
    /// Computes the tables.
    pub fn new<B: Board>(numbers: &Numbers<B>) -> Self {
        let (kinds, all) = (numbers.kinds(), numbers.len() / numbers.kinds());
        let (mut bits, mut before, mut count) = (vec![0u64; all.div_ceil(64) as usize], Vec::new(), 0);
        for (first, word) in (0..).step_by(64).zip(&mut bits) {
            before.push(count);
            for place in first..all.min(first + 64) {
                let position = numbers.position(Number(place * kinds));
                *word |= u64::from(position.is_some_and(Position::follows_a_push)) << (place - first);
            }
            count += word.count_ones();
        }
        Self { bits, before, count: u64::from(count), kinds }
    }

    /// The number of numbers.
    pub fn len(&self) -> u64 {
        self.count * self.kinds
    }

    /// Whether there is none: on a board on which no push is possible.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The minimized number of a dense one; `None` if no push can have led to its position.
    #[inline(always)]
    pub fn of(&self, Number(dense): Number) -> Option<Number> {
        let (place, kind) = (dense / self.kinds, dense % self.kinds);
        let (word, bit) = ((place / 64) as usize, place % 64);
        let bits = *self.bits.get(word)?;
        let rank = u64::from(self.before[word] + (bits & ((1 << bit) - 1)).count_ones());
        (bits >> bit & 1 == 1).then_some(Number(rank * self.kinds + kind))
    }

    /// The dense number of a minimized one; `None` beyond the last one.
    #[inline]
    pub fn dense(&self, Number(number): Number) -> Option<Number> {
        let (rank, kind) = (number / self.kinds, number % self.kinds);
        if rank >= self.count {
            return None;
        }
        let word = self.before.partition_point(|&before| u64::from(before) <= rank) - 1;
        let mut bits = self.bits[word];
        for _ in u64::from(self.before[word])..rank {
            bits &= bits - 1;
        }
        let place = 64 * word as u64 + u64::from(bits.trailing_zeros());
        Some(Number(place * self.kinds + kind))
    }
}

#[cfg(test)]
mod tests {
    use super::super::board::{PushFight, Standard};
    use super::super::index::Indexes;
    use super::*;

    /// Checks that the positions with a number are those with a minimized index, in the order of dense numbers.
    fn are_numbered<B: Board>(step: usize) {
        let (numbers, indexes) = (Numbers::<B>::new(), Indexes::<B>::new());
        let minimized = MinimizedNumbers::new(&numbers);
        assert_eq!(minimized.len(), indexes.minimized_len());
        let mut previous = None;
        for number in (0..minimized.len()).step_by(step).map(Number) {
            let dense = minimized.dense(number).unwrap();
            let position = numbers.position(dense).unwrap();
            assert!(indexes.minimized(position).is_some(), "{position:?}");
            assert_eq!(minimized.of(dense), Some(number), "{position:?}");
            assert!(previous < Some(dense));
            previous = Some(dense);
        }
        assert_eq!(minimized.dense(Number(minimized.len())), None);
        assert_eq!(minimized.of(Number(numbers.len() + 64 * minimized.kinds)), None);
        for dense in (0..numbers.len()).step_by(step).map(Number) {
            let (position, found) = (numbers.position(dense).unwrap(), minimized.of(dense));
            assert_eq!(found.is_some(), position.follows_a_push(), "{position:?}");
            assert!(found.is_none_or(|found| minimized.dense(found) == Some(dense)), "{position:?}");
        }
    }

    #[test]
    fn positions_that_follow_a_push_have_numbers() {
        are_numbered::<PushFight<4, 3, 1, 1>>(1);
        are_numbered::<PushFight<4, 3, 1, 0>>(1);
        are_numbered::<PushFight<4, 4, 2, 1>>(1);
        are_numbered::<PushFight<6, 3, 1, 2>>(97);
        are_numbered::<PushFight<5, 4, 3, 2>>(4_001);
        are_numbered::<PushFight<6, 4, 3, 1>>(8_009);
    }

    #[test]
    #[ignore = "the occupations of the published board take seconds without optimization"]
    fn positions_of_the_published_board_that_follow_a_push_have_numbers() {
        are_numbered::<Standard>(20_000_000_003);
    }
}
