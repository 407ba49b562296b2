//! The positions from which one move leads to a given position.
//!
//! Idea: the disc placed last and the discs that it turned now have the placer's colour. In each direction the turned
//! discs are the nearest ones of an unbroken line of that colour, and at least one more disc of the line remains,
//! because it closed the bracket. Every choice of a number for each direction, not all zero, gives a position from
//! which the move leads here, provided that no bracket was left unturned. Suppose a move on the square, taken back,
//! would turn a disc now. Then the last move was not made there: the discs of the other colour had that colour before,
//! and so had the disc that closes the bracket, which lies behind them and was not turned.
//!
//! A pass is not a step. The last placer is the opponent, or it is the mover if the opponent has no move here and the
//! mover has one. In the position before, the placer was to move, and a player who can place a disc has a move.
//!
//! Source of the search that uses it: H. Takizawa, "The maximum number of legal moves of Othello in reachable positions
//! is 33". Cost: one test for each disc of the placer, then one exclusive or for each position found. The tests show on
//! all boards of 4x4 that these are exactly the inverses of the moves of `encodings`.

use super::class::Routes;
use super::state::bits;
use encodings::board::{Direction, Grid};
use encodings::othello::rules::{Discs, Othello};
use encodings::word::{OneHot, Word};

/// A move that leads to a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Unmove {
    /// The position before, as the player who placed the disc saw it.
    pub before: Discs<u64>,
    /// The square of the disc that was placed, as a bit.
    pub placed: u64,
    /// Whether the placer's opponent had to pass, so that the placer is the mover again.
    pub passed: bool,
}

/// The routes that the position before a move must have so that the position after it has `routes`.
pub(super) fn routes_before(unmove: Unmove, routes: Routes) -> Routes {
    if unmove.passed { routes } else { routes.other_mover() }
}

/// The number of choices in one direction: a move turns from none up to six discs of a line.
const CHOICES: usize = 7;

/// For each direction in which discs may have been turned, the possible sets of turned discs, starting with the empty
/// one.
#[derive(Default)]
struct Lines {
    choices: [[u64; CHOICES]; 8],
    counts: [usize; 8],
    len: usize,
}

impl Lines {
    /// The lines from a square over discs of the placer.
    fn of<const SIDE: usize>(square: u64, placer: u64) -> Self {
        let mut lines = Self::default();
        for direction in Direction::ALL {
            let nearest = Grid::<SIDE, SIDE>::shift(square, direction) & placer;
            let second = Grid::<SIDE, SIDE>::shift(nearest, direction) & placer;
            if second != 0 {
                lines.add::<SIDE>(nearest, second, placer, direction);
            }
        }
        lines
    }

    /// Adds a line, given its two nearest discs.
    fn add<const SIDE: usize>(&mut self, nearest: u64, second: u64, placer: u64, direction: Direction) {
        let sets = &mut self.choices[self.len];
        let (mut turned, mut closing, mut count) = (nearest, second, 1);
        while closing != 0 {
            sets[count] = turned;
            turned |= closing;
            closing = Grid::<SIDE, SIDE>::shift(closing, direction) & placer;
            count += 1;
        }
        self.counts[self.len] = count;
        self.len += 1;
    }

    /// Every set of turned discs except the empty one, fewest of the last line first.
    fn sets(&self) -> impl Iterator<Item = u64> + '_ {
        let total: usize = self.counts[..self.len].iter().product();
        (1..total).map(|number| {
            let mut rest = number;
            (0..self.len).fold(0, |set, line| {
                let choice = rest % self.counts[line];
                rest /= self.counts[line];
                set | self.choices[line][choice]
            })
        })
    }
}

/// Calls `visit` for every move of the owner of `placer`, on one of `squares`, that leads to these discs. The arguments
/// are the discs before the move as the placer saw them, and the square of the placed disc.
pub(super) fn unplace<const SIDE: usize>(
    placer: u64,
    other: u64,
    squares: u64,
    mut visit: impl FnMut(Discs<u64>, u64),
) {
    let centre = 0u64.constant(&Othello::<SIDE>::CENTRE);
    for placed in bits(placer & squares & !centre) {
        let taken_back = Discs { own: placer ^ placed, opp: other };
        let lines = Lines::of::<SIDE>(placed, taken_back.own);
        if lines.len == 0 || Othello::<SIDE>::flips(taken_back, OneHot::assume(placed)) != 0 {
            continue;
        }
        for turned in lines.sets() {
            visit(Discs { own: taken_back.own ^ turned, opp: other | turned }, placed);
        }
    }
}

/// Calls `visit` for every move, on one of `squares`, that leads to this position after a pass that is due has been
/// made.
///
/// If the mover of the position has to pass, it is the position before the pass.
pub fn unmoves<const SIDE: usize>(discs: Discs<u64>, squares: u64, mut visit: impl FnMut(Unmove)) {
    let mut check_and_visit = |before: Discs<u64>, placed: u64, passed: bool| {
        debug_assert_eq!(
            Othello::<SIDE>::apply(before, OneHot::assume(placed)),
            if passed { discs.passed() } else { discs },
            "an un-move is undone by the move"
        );
        visit(Unmove { before, placed, passed });
    };
    unplace::<SIDE>(discs.opp, discs.own, squares, |before, placed| check_and_visit(before, placed, false));
    let opponent_stuck = Othello::<SIDE>::legal(discs.passed()) == 0;
    if opponent_stuck && Othello::<SIDE>::legal(discs) != 0 {
        unplace::<SIDE>(discs.own, discs.opp, squares, |before, placed| {
            check_and_visit(before, placed, true);
        });
    }
}
