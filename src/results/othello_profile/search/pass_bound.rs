//! Which moves may leave the opponent without a legal move: a bound that needs no move to be made.
//!
//! Idea: a move of the opponent goes over discs of the mover to a disc of the opponent's own. A move of the mover takes it away
//! only by a disc on its square, or by turning the disc at its end. Two such ends are looked at, and the moves that do that
//! for both remain.
//!
//! Cost: as much as the legal moves of four positions, and nothing for each move; about one position in four has a move left.

use super::directions::{DIRECTIONS, each_direction, union};
use encodings::board::{Direction, Grid};
use encodings::othello::rules::Discs;
use encodings::word::{Lanes, Word};

/// The discs of both players, as the mover sees them, and what depends on no single disc.
#[derive(Clone, Copy, Debug)]
pub(super) struct PassBound<W> {
    discs: Discs<W>,
    empty: W,
    /// For each direction, the discs of the opponent to which a line of them leads in it from a disc of the mover.
    lines: [W; DIRECTIONS],
}

/// The discs of `through` to which a line of such discs leads from beside a square of `seed`, in this direction.
#[inline(always)]
fn line<W: Word, const SIDE: usize>(seed: W, through: W, direction: Direction) -> W {
    let step = |squares: W| Grid::<SIDE, SIDE>::shift(squares, direction) & through;
    let first = step(seed);
    (0..SIDE - 3).fold(first, |reached, _| first | step(reached))
}

impl<W: Word> PassBound<W> {
    /// What is to know of a position before its moves.
    #[inline(always)]
    pub(super) fn of<const SIDE: usize>(discs: Discs<W>) -> Self {
        let empty = Grid::<SIDE, SIDE>::complement(discs.occupied());
        let lines = each_direction(|direction| line::<W, SIDE>(discs.own, discs.opp, direction));
        Self { discs, empty, lines }
    }

    /// The discs of the opponent at the end of a move over a single disc of the mover.
    #[inline(always)]
    fn ends<const SIDE: usize>(&self) -> W {
        let shift = Grid::<SIDE, SIDE>::shift::<W>;
        let over = |direction| shift(shift(self.empty, direction) & self.discs.own, direction);
        union(each_direction(over)) & self.discs.opp
    }

    /// The squares on which a disc turns this end, or occupies the square of a move over a single disc to it.
    #[inline(always)]
    fn against<const SIDE: usize>(&self, end: W) -> W {
        let shift = Grid::<SIDE, SIDE>::shift::<W>;
        let in_direction = |direction: Direction| {
            let seed = end & self.lines[direction as usize];
            let turning = shift(seed | line::<W, SIDE>(seed, self.discs.opp, direction), direction);
            turning | shift(shift(end, direction) & self.discs.own, direction)
        };
        union(each_direction(in_direction)) & self.empty
    }
}

impl PassBound<Lanes> {
    /// The squares on which a disc may leave the opponent without a move; also squares that are no moves at all.
    #[inline(always)]
    pub(super) fn squares<const SIDE: usize>(&self) -> [u64; Lanes::COUNT] {
        let ends = self.ends::<SIDE>().lanes();
        let first = Lanes::from_fn(|lane| ends[lane] & ends[lane].wrapping_neg());
        let last = Lanes::from_fn(|lane| (1u64 << 63).checked_shr(ends[lane].leading_zeros()).unwrap_or(0));
        let squares = (self.against::<SIDE>(first) & self.against::<SIDE>(last)).lanes();
        std::array::from_fn(|lane| if ends[lane] == 0 { u64::MAX } else { squares[lane] })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use certamen_othello::search::state::bits;
    use certamen_othello::search::{Budget, Layer, unwatched};
    use encodings::othello::rules::Othello;
    use encodings::word::OneHot;

    /// Every move that leaves the opponent without one is among the squares. Returns how many there are, and how many moves
    /// are not among the squares.
    fn compare<const SIDE: usize>(discs: Discs<u64>) -> [u32; 2] {
        let four = Discs { own: Lanes::splat(discs.own), opp: Lanes::splat(discs.opp) };
        let squares = PassBound::of::<SIDE>(four).squares::<SIDE>()[0];
        let moves = Othello::<SIDE>::legal(discs);
        let silences = |placed: &u64| {
            let next = Othello::<SIDE>::apply(discs, OneHot::assume(*placed));
            Othello::<SIDE>::legal(next) == 0
        };
        let silencing: Vec<u64> = bits(moves).filter(silences).collect();
        for placed in &silencing {
            assert_ne!(squares & placed, 0, "{discs:?} and {placed:#x}");
        }
        [silencing.len() as u32, (moves & !squares).count_ones()]
    }

    fn all_layers<const SIDE: usize>(most: u32) -> [u32; 2] {
        let mut layer = Layer::<SIDE>::start();
        let mut sum = [0; 2];
        while layer.discs() < most && !layer.is_empty() {
            for class in layer.classes() {
                let [silencing, left_out] = compare::<SIDE>(class.discs());
                sum = [sum[0] + silencing, sum[1] + left_out];
            }
            layer = layer.next(Budget(1 << 30), &mut unwatched).unwrap();
        }
        sum
    }

    #[test]
    fn no_move_that_silences_the_opponent_is_left_out() {
        for [silencing, left_out] in [all_layers::<4>(16), all_layers::<6>(12), all_layers::<8>(12)] {
            assert!(silencing > 0 && left_out > silencing, "{silencing} and {left_out}");
        }
    }

    #[test]
    fn no_random_board_has_such_a_move_that_is_left_out() {
        let mut random = fastrand::Rng::with_seed(27);
        let mut silencing = 0;
        for _ in 0..200_000 {
            let (occupied, own) = (random.u64(..) & random.u64(..), random.u64(..) | random.u64(..));
            silencing += compare::<8>(Discs { own: occupied & own, opp: occupied & !own })[0];
        }
        assert!(silencing > 100, "{silencing}");
    }
}
