//! Why no game can have occupied a set of squares: discs that nothing connects with the centre.
//!
//! Idea: a disc is placed beside two discs in line, of which it turns the first. Take discs and empty squares such that each
//! two squares in line beside each of these discs contain another of the discs or one of the empty squares. Then none of
//! these discs can have been the first of them, so the board cannot have any of them while those squares are empty.
//! Squares stay occupied, so the same held before each step: the statement is preserved by every step, and a solver
//! proves it from one step to the next.
//!
//! Source: unfounded sets of answer set programming (Gebser, Kaufmann, Schaub: Conflict-driven answer set solving).
//! Cost: some microseconds for a board.

use super::rules::Othello;
use crate::board::{Direction, Grid, Mask};
use crate::word::NativeWord;

/// Discs none of which can be on a board while some squares are empty.
///
/// # Examples
/// ```
/// use encodings::board::Mask;
/// use encodings::othello::stranded::StrandedDiscs;
///
/// let start = Mask::EMPTY.with(27).with(28).with(35).with(36);
/// assert_eq!(StrandedDiscs::find::<8>(&start), None);
/// let stranded = StrandedDiscs::find::<8>(&start.with(0)).unwrap();
/// assert_eq!(stranded.discs, Mask::EMPTY.with(0));
/// assert_eq!(stranded.empty, Mask::EMPTY.with(1).with(8).with(9), "a1 needs a disc beside it");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StrandedDiscs {
    /// The discs.
    pub discs: Mask,
    /// The empty squares.
    pub empty: Mask,
}

/// Two squares in line beside a square.
type SquarePair = [u64; 2];

impl StrandedDiscs {
    /// Such discs among the occupied squares of a board with at most 64 squares: few, as they are found greedily. `None` if
    /// the squares can have been occupied one after the other.
    pub fn find<const SIDE: usize>(occupied: &Mask) -> Option<Self> {
        let occupied = occupied.limb(0);
        let left = occupied & !built::<SIDE>(occupied);
        let each = left.ones().map(|first| closed::<SIDE>(first.word(), occupied, left));
        let least = each.min_by_key(|(discs, empty)| (discs.count_ones(), empty.count_ones()));
        least.map(|(discs, empty)| Self { discs: Mask::from_u64(discs), empty: Mask::from_u64(empty) })
    }
}

/// The occupied squares that can have been occupied one after the other, from the centre.
///
/// More discs never take away two squares in line, so adding discs greedily, in any order, finds them all.
///
/// # Examples
/// ```
/// use encodings::othello::stranded::built;
///
/// let start = 0b11_00000011 << 27;
/// assert_eq!(built::<8>(start | 1 << 26 | 1), start | 1 << 26, "c4 lies beside d4 and e4, and a1 beside nothing");
/// ```
pub fn built<const SIDE: usize>(occupied: u64) -> u64 {
    let mut built = Othello::<SIDE>::CENTRE.low_bits() as u64 & occupied;
    loop {
        let next = built | occupied & beyond_two::<SIDE>(built);
        if next == built {
            return built;
        }
        built = next;
    }
}

/// The squares from which, in some direction, the next two squares are occupied.
///
/// # Examples
/// ```
/// use encodings::othello::stranded::beyond_two;
///
/// assert_eq!(beyond_two::<8>(0b0110), 0b1001, "b1 and c1 lie beside a1 and d1");
/// ```
#[inline(always)]
pub fn beyond_two<const SIDE: usize>(occupied: u64) -> u64 {
    Direction::ALL.into_iter().fold(0, |beyond, direction| {
        let two = occupied & Grid::<SIDE, SIDE>::shift(occupied, direction);
        beyond | Grid::<SIDE, SIDE>::shift(two, direction)
    })
}

/// Such discs with the first of them, found disc by disc, and the empty squares beside them.
fn closed<const SIDE: usize>(first: u64, occupied: u64, left: u64) -> (u64, u64) {
    let (mut discs, mut open) = (first, first);
    while open != 0 {
        let disc = open.lowest();
        open ^= disc;
        for [near, far] in twos::<SIDE>(disc) {
            // If both are occupied, one of them is not built, or this disc would be.
            if (near | far) & (discs | !occupied) == 0 {
                let other = if near & left != 0 { near } else { far };
                discs |= other;
                open |= other;
            }
        }
    }
    let beside = discs.ones().flat_map(|disc| twos::<SIDE>(disc.word()));
    let ways = beside.filter(|[near, far]| (near | far) & discs == 0);
    let empty = ways.fold(0, |empty, [near, far]| {
        let is_closed = (near | far) & empty != 0;
        let square = if near & !occupied != 0 { near } else { far };
        if is_closed { empty } else { empty | square }
    });
    (discs, empty)
}

/// For each direction, the two next squares, if the board has both.
fn twos<const SIDE: usize>(square: u64) -> impl Iterator<Item = SquarePair> {
    Direction::ALL.into_iter().filter_map(move |direction| {
        let near = Grid::<SIDE, SIDE>::shift(square, direction);
        let far = Grid::<SIDE, SIDE>::shift(near, direction);
        (far != 0).then_some([near, far])
    })
}

#[cfg(test)]
mod tests {
    use super::{StrandedDiscs, built};
    use crate::board::Mask;
    use std::collections::BTreeSet;

    /// Whether a disc can be placed on a square, as far as the occupied squares tell: beside two in line.
    fn is_beside_two<const SIDE: i32>(occupied: u64, square: i32) -> bool {
        let (file, rank) = (square % SIDE, square / SIDE);
        let is_occupied = |file: i32, rank: i32| {
            let is_on_board = (0..SIDE).contains(&file) && (0..SIDE).contains(&rank);
            is_on_board && occupied >> (rank * SIDE + file) & 1 == 1
        };
        let ways = (-1..=1).flat_map(|x| (-1..=1).map(move |y| (x, y))).filter(|&way| way != (0, 0));
        let mut two =
            ways.map(|(x, y)| is_occupied(file + x, rank + y) && is_occupied(file + 2 * x, rank + 2 * y));
        two.any(|is_occupied| is_occupied)
    }

    fn start<const SIDE: i32>() -> u64 {
        let first = (SIDE / 2 - 1) * SIDE + SIDE / 2 - 1;
        (0b11 | 0b11 << SIDE) << first
    }

    /// Every set of squares that some order of this many placements occupies.
    fn by_orders<const SIDE: i32>(placements: usize) -> BTreeSet<u64> {
        (0..placements).fold(BTreeSet::from([start::<SIDE>()]), |sets, _| {
            let next = |&set: &u64| {
                let squares = (0..SIDE * SIDE).filter(move |square| set >> square & 1 == 0);
                squares
                    .filter(move |&square| is_beside_two::<SIDE>(set, square))
                    .map(move |square| set | 1 << square)
            };
            sets.iter().flat_map(next).collect()
        })
    }

    /// The squares that can be occupied at all if only these can be: placed for as long as one can be.
    fn most<const SIDE: i32>(within: u64) -> u64 {
        let mut set = start::<SIDE>();
        let free = |set: u64| (0..SIDE * SIDE).filter(move |square| (within & !set) >> square & 1 == 1);
        while let Some(square) = free(set).find(|&square| is_beside_two::<SIDE>(set, square)) {
            set |= 1 << square;
        }
        set
    }

    /// What is said of a set of squares, compared with placements.
    fn check<const SIDE: usize, const WIDTH: i32>(occupied: u64, can_be: bool) {
        assert_eq!(built::<SIDE>(occupied) == occupied, can_be, "{occupied:b}");
        let stranded = StrandedDiscs::find::<SIDE>(&Mask::from_u64(occupied));
        assert_eq!(stranded.is_none(), can_be, "{occupied:b}");
        let Some(StrandedDiscs { discs, empty }) = stranded else { return };
        let (discs, empty) = (discs.limb(0), empty.limb(0));
        assert!(discs & !occupied == 0 && empty & occupied == 0 && discs != 0, "{occupied:b}");
        assert_eq!(most::<WIDTH>(!empty) & discs, 0, "{occupied:b}: {discs:b} without {empty:b}");
    }

    #[test]
    fn all_sets_of_four_discs_on_6x6_are_those_of_some_order_or_have_stranded_discs() {
        let reached = by_orders::<6>(4);
        let mut can_be = 0;
        let mut check_all = |squares: [u32; 4]| {
            let occupied = squares.iter().fold(start::<6>(), |set, square| set | 1 << square);
            if occupied.count_ones() == 8 {
                check::<6, 6>(occupied, reached.contains(&occupied));
                can_be += usize::from(reached.contains(&occupied));
            }
        };
        for a in 0..36 {
            for b in 0..a {
                for c in 0..b {
                    (0..c).for_each(|d| check_all([a, b, c, d]));
                }
            }
        }
        assert_eq!(can_be, reached.len());
    }

    #[test]
    fn sets_of_squares_of_8x8_by_chance_have_stranded_discs_or_can_be_occupied() {
        let mut can_be = 0;
        let mut state = 1u64;
        let mut random = || {
            // The generator of Knuth's MMIX, of which the upper bits are the best.
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            state.rotate_left(32)
        };
        for round in 0..20_000 {
            let dense = if round % 2 == 0 { random() } else { random() | random() };
            let occupied = dense | start::<8>();
            let expected = most::<8>(occupied) == occupied;
            check::<8, 8>(occupied, expected);
            can_be += u32::from(expected);
        }
        assert!((2_000..18_000).contains(&can_be), "{can_be} of 20,000 sets can be occupied");
    }
}
