//! Which positions may be due in a sweep, so that the cells of others are not looked at.
//!
//! Idea: what sweep n learns is due in sweep n + 1. So for each 256 positions two bytes are enough: the last even and
//! the last odd sweep that learnt something there.

use super::game::LayerShape;
use std::ops::Range;
use std::sync::atomic::{AtomicU8, Ordering};

/// The number of positions of a mark.
const POSITIONS: u32 = 1 << 8;

/// The marks of a layer. Sweeps have the numbers 1 to 255.
#[derive(Debug)]
pub(super) struct Marks {
    /// By the parity of the sweep.
    last: [Vec<AtomicU8>; 2],
}

impl Marks {
    /// No marks.
    pub(super) fn new(shape: &LayerShape) -> Self {
        let vacant = || (0..shape.size.div_ceil(POSITIONS)).map(|_| AtomicU8::new(0)).collect();
        Self { last: [vacant(), vacant()] }
    }

    /// Notes that a sweep learnt something about a position.
    #[inline(always)]
    pub(super) fn set(&self, sweep: u8, rank: u32) {
        let last = &self.last[usize::from(sweep & 1)][(rank / POSITIONS) as usize];
        if last.load(Ordering::Relaxed) != sweep {
            last.store(sweep, Ordering::Relaxed);
        }
    }

    /// Notes that a sweep may have learnt something about every position.
    pub(super) fn set_all(&self, sweep: u8) {
        self.last[usize::from(sweep & 1)].iter().for_each(|last| last.store(sweep, Ordering::Relaxed));
    }

    /// Whether a sweep may have learnt anything.
    pub(super) fn has(&self, sweep: u8) -> bool {
        self.last[usize::from(sweep & 1)].iter().any(|last| last.load(Ordering::Relaxed) == sweep)
    }

    /// Those of these positions about which a sweep may have learnt something, in order. The first one has to be the
    /// first one of a mark.
    #[inline]
    pub(super) fn of(&self, sweep: u8, ranks: Range<u32>) -> impl Iterator<Item = Range<u32>> {
        let marks = ranks.start / POSITIONS..ranks.end.div_ceil(POSITIONS);
        let last = &self.last[usize::from(sweep & 1)][marks.start as usize..marks.end as usize];
        let is_set = move |(_, last): &(u32, &AtomicU8)| last.load(Ordering::Relaxed) == sweep;
        let positions = move |(mark, _): (u32, &AtomicU8)| {
            let first = mark * POSITIONS;
            first..first.saturating_add(POSITIONS).min(ranks.end)
        };
        marks.zip(last).filter(is_set).map(positions)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(marks: &Marks, sweep: u8, ranks: Range<u32>) -> Vec<u32> {
        marks.of(sweep, ranks).flatten().collect()
    }

    #[test]
    fn marked_positions_are_found_once_in_the_sweep_that_is_due() {
        let marks = Marks::new(&LayerShape { name: "layer".to_owned(), size: 600 });
        assert!(!marks.has(4));
        marks.set(4, 300);
        marks.set(5, 599);
        assert_eq!(of(&marks, 4, 0..600), (256..512).collect::<Vec<_>>());
        assert_eq!(of(&marks, 4, 256..300), (256..300).collect::<Vec<_>>());
        assert_eq!(of(&marks, 5, 0..600), (512..600).collect::<Vec<_>>());
        assert!(of(&marks, 6, 0..600).is_empty());
        marks.set_all(6);
        assert_eq!(of(&marks, 6, 0..600), (0..600).collect::<Vec<_>>());
        assert!(!marks.has(4) && marks.has(5) && marks.has(6));
    }
}
