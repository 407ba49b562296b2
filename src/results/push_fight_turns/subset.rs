//! Numbered sets of a few places, used as indexes of tables.

use certamen_push_fight::search::Bits;

/// The greatest number of elements that are removed from a set.
pub(super) const TAKEN: usize = 2;
/// The greatest number of subsets of a set with a given number of elements removed.
const MOST: usize = 3;

/// All sets of a given size of the first places, in the order of their masks.
#[derive(Debug)]
pub(super) struct Subsets {
    pub(super) sets: Vec<Subset>,
    /// By mask: the number of the set among the sets of its size.
    numbers: Vec<u16>,
}

/// A set, and the numbers of its subsets.
#[derive(Clone, Copy, Debug)]
pub(super) struct Subset {
    pub(super) mask: u32,
    without: [[u16; MOST]; TAKEN + 1],
    counts: [usize; TAKEN + 1],
}

impl Subset {
    /// The numbers of the subsets with `taken` elements removed, each among the sets of its size.
    #[inline(always)]
    pub(super) fn without(&self, taken: usize) -> &[u16] {
        &self.without[taken][..self.counts[taken]]
    }
}

impl Subsets {
    /// The sets of `size` of the first `places` places; `size` is at most 3.
    pub(super) fn new(places: usize, size: usize) -> Self {
        let mut numbers = vec![0; 1 << places];
        for size in 0..=MOST.min(places) {
            for (number, mask) in masks(places, size).enumerate() {
                numbers[mask as usize] = number as u16;
            }
        }
        let sets = masks(places, size).map(|mask| subset(mask, &numbers)).collect();
        Self { sets, numbers }
    }

    /// The number of a set among the sets of its size.
    #[inline(always)]
    pub(super) fn number(&self, mask: u32) -> usize {
        self.numbers[mask as usize].into()
    }
}

/// The sets of `size` of the first `places` places as masks, in order.
pub(super) fn masks(places: usize, size: usize) -> impl Iterator<Item = u32> {
    let first = (size <= places).then(|| (1u32 << size) - 1);
    std::iter::successors(first, move |&mask| {
        // The next number with the same number of set bits: the highest bit of the lowest run moves up, the rest to the
        // bottom.
        let lowest = mask & mask.wrapping_neg();
        let up = mask + lowest;
        let next = up | ((mask ^ up) >> 2).checked_div(lowest)?;
        (next < 1 << places).then_some(next)
    })
}

fn subset(mask: u32, numbers: &[u16]) -> Subset {
    let mut subset = Subset { mask, without: [[0; MOST]; TAKEN + 1], counts: [0; TAKEN + 1] };
    let mut add = |taken: usize, mask: u32| {
        subset.without[taken][subset.counts[taken]] = numbers[mask as usize];
        subset.counts[taken] += 1;
    };
    add(0, mask);
    for one in Bits(mask) {
        add(1, mask & !(1 << one));
        for other in Bits(mask).filter(|&other| other > one) {
            add(2, mask & !(1 << one | 1 << other));
        }
    }
    subset
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subsets_are_numbered() {
        let subsets = Subsets::new(7, 3);
        assert_eq!(subsets.sets.len(), 35);
        for (number, set) in subsets.sets.iter().enumerate() {
            assert_eq!(subsets.number(set.mask), number);
            assert_eq!([0, 1, 2].map(|taken| set.without(taken).len()), [1, 3, 3]);
        }
        // Of the sets {0, 1}, {0, 2}, {1, 2}: the numbers of the subsets of {0, 1, 2} with one element removed.
        let mut pairs = subsets.sets[0].without(1).to_vec();
        pairs.sort_unstable();
        assert_eq!(pairs, [0, 1, 2]);
        assert_eq!(Subsets::new(5, 0).sets.len(), 1);
    }
}
