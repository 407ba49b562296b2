//! Positions that a strategy must have, collected until they are looked for.

use super::header::Claim;
use std::cmp::Ordering;

/// A position that the strategy must have, or an end that the claim allows, and the number of plies that are left there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Demand<'d> {
    pub(super) position: &'d str,
    pub(super) left: u32,
}

/// Where a text begins, its length, and the number of plies.
type TextPlace = (usize, u32, u32);

/// Demands in one piece of memory.
#[derive(Debug)]
pub(super) struct Demands {
    claim: Claim,
    text: String,
    list: Vec<TextPlace>,
}

impl Demands {
    pub(super) fn new(claim: Claim) -> Demands {
        Demands { claim, text: String::new(), list: Vec::new() }
    }

    pub(super) fn push(&mut self, position: &str, left: u32) {
        self.list.push((self.text.len(), position.len() as u32, left));
        self.text.push_str(position);
    }

    pub(super) fn append(&mut self, other: &Demands) {
        other.iter().for_each(|demand| self.push(demand.position, demand.left));
    }

    pub(super) fn get(&self, index: usize) -> Option<Demand<'_>> {
        self.list.get(index).map(|&place| self.at(place))
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = Demand<'_>> {
        self.list.iter().map(|&place| self.at(place))
    }

    fn at(&self, (at, length, left): TextPlace) -> Demand<'_> {
        Demand { position: &self.text[at..at + length as usize], left }
    }

    /// The number of bytes that they take.
    pub(super) fn bytes(&self) -> usize {
        self.text.len() + size_of::<TextPlace>() * self.list.len()
    }

    /// Sorts them, and leaves of each position the strongest demand: the fewest plies to a win, or the most to hold.
    pub(super) fn sort(&mut self) {
        let mut list = std::mem::take(&mut self.list);
        let stronger = |one: u32, other: u32| match self.claim {
            Claim::Wins { .. } => one.cmp(&other),
            Claim::Holds { .. } | Claim::Keeps => other.cmp(&one),
        };
        list.sort_unstable_by(|&one, &other| {
            let (one, other) = (self.at(one), self.at(other));
            let by_position = one.position.cmp(other.position);
            if by_position == Ordering::Equal { stronger(one.left, other.left) } else { by_position }
        });
        list.dedup_by(|other, first| self.at(*other).position == self.at(*first).position);
        let mut sorted = Demands::new(self.claim);
        for place in list {
            let Demand { position, left } = self.at(place);
            sorted.push(position, left);
        }
        *self = sorted;
    }
}

#[cfg(test)]
mod tests {
    use super::{Claim, Demand, Demands};

    #[test]
    fn the_strongest_demand_of_each_position_is_left() {
        for (claim, of_b) in [(Claim::Wins { within: 9, score: None }, 3), (Claim::Holds { plies: 9 }, 7)] {
            let mut demands = Demands::new(claim);
            for (position, left) in [("b", 5), ("", 1), ("b", 3), ("a", 2), ("b", 7), ("ab", 2)] {
                demands.push(position, left);
            }
            demands.sort();
            let of = |position, left| Demand { position, left };
            let found: Vec<Demand> = demands.iter().collect();
            assert_eq!(found, [of("", 1), of("a", 2), of("ab", 2), of("b", of_b)]);
        }
    }
}
