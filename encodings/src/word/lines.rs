//! Runs along several lines at once.
//!
//! Idea: natively four lines are in one register, those that go up apart from those that go down, so that a step is one shift
//! by a distance of its own for each line ([`Word::run`] is one line at a time). Circuits and terms state line by line.

use super::{OneHot, Word, step};
use crate::board::{Direction, Layout, Mask};
use wide::u64x4;

/// Lines in some directions over the squares of a board.
///
/// # Examples
/// ```
/// use encodings::board::{Direction, Grid};
/// use encodings::word::{Lines, OneHot, Word};
///
/// let layout = Grid::<4, 4>::LAYOUT;
/// let lines = Lines::new(layout, &Grid::<4, 4>::FULL, &[Direction::East, Direction::North]);
/// let (a1, b1, c1, a2) = (1_u64, 1 << 1, 1 << 2, 1 << 4);
/// // The first squares behind what lies beside a1, to the east and to the north.
/// assert_eq!(a1.behind(b1 | a2, &lines), c1 | 1 << 8);
/// assert_eq!(Word::between_all(OneHot::assume(a1), c1, b1 | a2, &lines), b1);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Lines {
    /// For each direction, by how many bits a step goes, and the squares that a line can pass: those that are entered from a
    /// square of the layout and left to a square of the board.
    all: Vec<(isize, Mask)>,
    /// The most squares that a line passes.
    bound: usize,
    up: Four,
    down: Four,
}

/// Four lines that all go up or all go down; one that is missing passes no square.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct Four {
    by: [u64; 4],
    passed: [u64; 4],
}

impl Lines {
    /// The lines in these directions, of which no two are the same, over `squares`.
    pub fn new(layout: Layout, squares: &Mask, directions: &[Direction]) -> Self {
        let line = |&direction: &Direction| {
            let (files, ranks) = direction.delta();
            let by = files + ranks * layout.files() as isize;
            let inner = layout.entered(direction).intersection(&layout.entered(direction.opposite()));
            let leads_on = |index: &usize| squares.contains(index.wrapping_add_signed(by));
            let passed = inner.intersection(squares).indices().filter(leads_on).fold(Mask::EMPTY, Mask::with);
            (by, passed)
        };
        let lines: Vec<_> = directions.iter().map(line).collect();
        let bound = layout.files().max(layout.ranks()).saturating_sub(2);
        let (up, down) = (packed(&lines, isize::is_positive), packed(&lines, isize::is_negative));
        Self { all: lines, bound, up, down }
    }

    /// What one line gives, for each of them together.
    fn each<W: Word>(&self, like: W, of: impl Fn(isize, &Mask) -> W) -> W {
        let mut found = self.all.iter().map(|(by, passed)| of(*by, passed));
        let first = found.next().unwrap_or_else(|| like.constant(&Mask::EMPTY));
        found.fold(first, |found, more| found | more)
    }

    /// [`Word::behind`], line by line.
    pub(super) fn behind<W: Word>(&self, seed: W, through: W) -> W {
        self.each(seed, |by, passed| step(seed.run(through & through.constant(passed), by, self.bound), by))
    }

    /// [`Word::between_all`], line by line.
    pub(super) fn between<W: Word>(&self, start: OneHot<W>, ends: W, through: W) -> W {
        self.each(ends, |by, passed| {
            W::between(start, ends, through & through.constant(passed), by, self.bound)
        })
    }

    /// [`Word::behind`], four lines at a time.
    #[inline]
    pub(super) fn behind_in_fours(&self, seed: u64, through: u64) -> u64 {
        let (seed, through) = (u64x4::splat(seed), u64x4::splat(through));
        self.in_fours(|four, bound, step| step(four.run(seed, through, bound, step), four.by()))
    }

    /// [`Word::between_all`], four lines at a time.
    #[inline]
    pub(super) fn between_in_fours(&self, start: u64, ends: u64, through: u64) -> u64 {
        let (start, through) = (u64x4::splat(start), u64x4::splat(through));
        let (ends, nothing) = (u64x4::splat(ends), u64x4::splat(0));
        self.in_fours(|four, bound, step| {
            let met = four.run(start, through, bound, step);
            met & !(step(met, four.by()) & ends).simd_eq(nothing)
        })
    }

    /// What the lines give together. The bound of 8x8 boards is a constant, so that no loop remains.
    #[inline(always)]
    fn in_fours(&self, of: impl Fn(&Four, usize, fn(u64x4, u64x4) -> u64x4) -> u64x4) -> u64 {
        let with = |bound| {
            let up = of(&self.up, bound, u64x4::unbounded_shl);
            up | of(&self.down, bound, u64x4::unbounded_shr)
        };
        let [a, b, c, d] = if self.bound == 6 { with(6) } else { with(self.bound) }.to_array();
        a | b | c | d
    }
}

/// The lines of one sign, of which there are at most four.
fn packed(lines: &[(isize, Mask)], has_sign: fn(isize) -> bool) -> Four {
    let mut four = Four::default();
    for (lane, (by, passed)) in lines.iter().filter(|(by, _)| has_sign(*by)).take(4).enumerate() {
        (four.by[lane], four.passed[lane]) = (by.unsigned_abs() as u64, passed.limb(0));
    }
    four
}

impl Four {
    #[inline(always)]
    fn by(&self) -> u64x4 {
        u64x4::new(self.by)
    }

    /// [`run_by_prefix`](super::run_by_prefix) for each of the lines.
    #[inline(always)]
    fn run(&self, seed: u64x4, through: u64x4, bound: usize, step: fn(u64x4, u64x4) -> u64x4) -> u64x4 {
        let (by, through) = (self.by(), through & u64x4::new(self.passed));
        let mut met = through & step(seed, by);
        if bound >= 2 {
            met |= through & step(met, by);
        }
        let (pairs, two) = (through & step(through, by), by + by);
        for _ in 1..bound / 2 {
            met |= pairs & step(met, two);
        }
        if bound >= 3 && bound % 2 == 1 {
            met |= through & step(met, by);
        }
        met
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Four lines at a time give what the lines give one by one, on boards of all sizes, with and without holes.
        #[test]
        fn lines_at_once_are_the_lines_one_by_one(
            (files, ranks) in (1_usize..20, 1_usize..20).prop_filter("64 squares", |(files, ranks)| files * ranks <= 64),
            (own, opp, holes) in any::<(u64, u64, u64)>(),
            has_holes in any::<bool>(),
            directions in prop::sample::subsequence(Direction::ALL.to_vec(), 0..=8),
            square in 0_usize..64,
        ) {
            let layout = Layout::new(files, ranks).expect("a board");
            let board = Mask::first(files * ranks);
            let squares = board.without(&Mask::from_u64(if has_holes { holes } else { 0 }));
            let on_board = squares.limb(0);
            let (own, opp) = (own & on_board, opp & !own & on_board);
            let lines = Lines::new(layout, &squares, &directions);
            prop_assert_eq!(lines.all.len(), directions.len());
            prop_assert_eq!(own.behind(opp, &lines), lines.behind(own, opp));
            let start = OneHot::assume(1_u64 << (square % (files * ranks)));
            let between = u64::between_all(start, own, opp, &lines);
            prop_assert_eq!(between, lines.between(start, own, opp));
            // The same square by square.
            let mut met = 0;
            for &direction in &directions {
                let (mut at, mut passed) = (start.word(), 0);
                loop {
                    at = layout.shift(at, direction) & on_board;
                    match at & opp {
                        0 => break,
                        _ => passed |= at,
                    }
                }
                met |= if at & own == 0 { 0 } else { passed };
            }
            prop_assert_eq!(between, met);
            let behind = directions.iter().fold(0, |found, &direction| {
                let mut run = layout.shift(own, direction) & opp;
                (0..19).for_each(|_| run |= layout.shift(run, direction) & opp);
                found | layout.shift(run, direction) & on_board
            });
            prop_assert_eq!(own.behind(opp, &lines), behind);
        }
    }
}
