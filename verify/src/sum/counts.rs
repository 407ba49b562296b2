//! How many things of each kind are counted.
//!
//! Kinds of any number are left out. If there is none, the most frequent kind is left out: its number follows from the
//! number of squares. The other numbers are the digits of one number, so that they index tables.

use super::error::{SumError, within};
use super::square::Kind;

/// The largest number of ways to choose how many things there are of each kind whose number is counted: all with a fixed
/// number, or all but the most frequent one if every number is fixed.
pub const MAX_COUNTS: usize = 1024;

/// How many things of each kind, as an index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Count(pub(super) u16);

/// How many things of a kind are on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Things {
    /// This number.
    Exactly(usize),
    /// Any number.
    Any,
}

/// The numbers of things on a board.
#[derive(Clone, Debug)]
pub(super) struct Counts {
    things: Vec<Things>,
    /// The kind with a number that is left out.
    implied: Option<usize>,
    /// How many counts there are.
    len: usize,
    /// The count of two together, by the first and the second; `None` if that is too many of a kind.
    together: Vec<Option<Count>>,
}

/// A largest value for each count that is possible.
pub(super) type Best = Vec<(Count, u64)>;

impl Counts {
    pub(super) fn new(things: Vec<Things>, squares: usize) -> Result<Self, SumError> {
        let number = |things: Things| match things {
            Things::Exactly(number) => Some(number),
            Things::Any => None,
        };
        let numbers: Vec<usize> = things.iter().copied().filter_map(number).collect();
        let total = numbers.iter().fold(0_usize, |total, &more| total.saturating_add(more));
        let is_fixed = numbers.len() == things.len();
        if total > squares || is_fixed && total < squares {
            return Err(SumError::Things { things: total, squares });
        }
        let most = (0..things.len()).max_by_key(|&kind| number(things[kind]));
        let implied = most.filter(|_| is_fixed);
        let mut counts = Self { things, implied, len: 1, together: Vec::new() };
        counts.len = counts.counted().fold(1_usize, |len, (_, most)| len.saturating_mul(most + 1));
        within("counts of things", counts.len, MAX_COUNTS)?;
        let len = counts.len;
        let pairs = (0..len).flat_map(|one| (0..len).map(move |other| (one, other)));
        counts.together = pairs.map(|(one, other)| counts.added(one, other)).collect();
        Ok(counts)
    }

    pub(super) fn kinds(&self) -> usize {
        self.things.len()
    }

    /// No things but those of kinds that are left out.
    pub(super) const NONE: Count = Count(0);

    /// All things of the board.
    pub(super) fn all(&self) -> Count {
        Count(self.len as u16 - 1)
    }

    /// How many there are; `None` if there are too many of a kind.
    pub(super) fn of(&self, held: &[Kind]) -> Option<Count> {
        let mut count = 0;
        for (kind, most) in self.counted() {
            let here = held.iter().filter(|here| usize::from(here.0) == kind).count();
            count = (here <= most).then_some(count * (most + 1) + here)?;
        }
        Some(Count(count as u16))
    }

    /// For each count the largest total of two values whose counts are that together.
    pub(super) fn combined(&self, one: &Best, other: &Best) -> Best {
        let mut largest = vec![None; self.len];
        for &(count, value) in one {
            let row = &self.together[usize::from(count.0) * self.len..][..self.len];
            for &(more, added) in other {
                if let Some(Count(both)) = row[usize::from(more.0)] {
                    let known = &mut largest[usize::from(both)];
                    *known = (*known).max(Some(value + added));
                }
            }
        }
        best_of(&largest)
    }

    /// The largest total of two values whose counts are all things together.
    pub(super) fn completed(&self, one: &Best, other: &Best) -> Option<u64> {
        let all = self.all().0;
        let mut largest = vec![None; self.len];
        for &(count, value) in other {
            largest[usize::from(count.0)] = Some(value);
        }
        // In mixed radix, the digits of `all` are the largest ones: no digit borrows.
        let missing = |&(count, value): &(Count, u64)| Some(largest[usize::from(all - count.0)]? + value);
        one.iter().filter_map(missing).max()
    }

    /// How many counts there are.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Whether two counts are a third one together.
    pub(super) fn are(&self, one: Count, other: Count, both: Count) -> bool {
        self.together[usize::from(one.0) * self.len + usize::from(other.0)] == Some(both)
    }

    /// The kinds that are not left out, with their numbers.
    fn counted(&self) -> impl Iterator<Item = (usize, usize)> {
        let number = move |(kind, &things): (usize, &Things)| match things {
            Things::Exactly(most) if self.implied != Some(kind) => Some((kind, most)),
            Things::Exactly(_) | Things::Any => None,
        };
        self.things.iter().enumerate().filter_map(number)
    }

    fn added(&self, one: usize, other: usize) -> Option<Count> {
        let (mut one, mut other, mut place, mut sum) = (one, other, 1, 0);
        let kinds: Vec<usize> = self.counted().map(|(_, most)| most).collect();
        for most in kinds.into_iter().rev() {
            let digit = one % (most + 1) + other % (most + 1);
            if digit > most {
                return None;
            }
            sum += digit * place;
            place *= most + 1;
            one /= most + 1;
            other /= most + 1;
        }
        Some(Count(sum as u16))
    }
}

/// The counts that have a value, in order.
pub(super) fn best_of(largest: &[Option<u64>]) -> Best {
    let entries = largest.iter().enumerate();
    entries.filter_map(|(count, value)| value.map(|value| (Count(count as u16), value))).collect()
}
