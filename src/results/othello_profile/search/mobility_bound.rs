//! How many legal moves a player can have after one more disc: a bound that needs no move to be made.
//!
//! Idea: a legal square is the end of a line of discs that begins at a disc of the player whose moves are counted.
//!
//! The mover plays, and then the opponent's moves are counted. The move takes discs from the opponent, but gives none. So the
//! legal squares are ends of lines of discs, of whatever colour, that begin at a disc which the opponent has now: empty
//! squares that are known before the move ([`MobilityBound::squares`]). Only lines over the new disc come in addition, in each
//! direction at most one, and only if the new disc's square sees a disc of the opponent on the other side
//! ([`MobilityBound::gains`]).
//!
//! The mover plays, the opponent has to pass, and the mover's moves are counted. The move gives the opponent no disc. So
//! beside a legal square lies a disc that is the opponent's now, and behind that another disc, or the new one.
//!
//! Cost: as much as the legal moves of two positions, and nothing for each move. Everything is written over words, so it
//! holds for four positions at once ([`Lanes`]).

use super::directions::{DIRECTIONS, each_direction, union};
use encodings::board::Grid;
use encodings::othello::rules::Discs;
use encodings::word::{Lanes, Word};

/// The squares on which a player may have moves after one more disc.
#[derive(Clone, Copy, Debug)]
pub(super) struct MobilityBound<W> {
    /// The empty squares that may be legal whatever the disc's square is, unless the disc is there.
    squares: W,
    /// `gains[k]`: the squares on which the disc may add `k` legal squares or more.
    gains: [W; DIRECTIONS + 1],
}

impl<W: Word> MobilityBound<W> {
    /// The opponent's legal moves after a move of the mover.
    #[inline(always)]
    pub(super) fn of_the_opponent<const SIDE: usize>(discs: Discs<W>) -> Self {
        let occupied = discs.occupied();
        let ends =
            each_direction(|direction| Grid::<SIDE, SIDE>::run_end(discs.opp, occupied, direction, SIDE - 2));
        let squares = union(ends).without(occupied);
        // The next square in a direction is the legal one, or a disc on the way there.
        let next = Grid::<SIDE, SIDE>::complement(squares);
        let adds = each_direction(|direction| {
            let beside = Grid::<SIDE, SIDE>::shift(discs.opp, direction);
            let sees = beside | ends[direction as usize];
            sees & Grid::<SIDE, SIDE>::shift(next, direction.opposite())
        });
        Self { squares, gains: at_least(occupied.constant(&Grid::<SIDE, SIDE>::FULL), adds) }
    }

    /// The mover's legal moves after a move of the mover and a pass.
    #[inline(always)]
    pub(super) fn of_the_mover<const SIDE: usize>(discs: Discs<W>) -> Self {
        let shift = Grid::<SIDE, SIDE>::shift::<W>;
        let occupied = discs.occupied();
        // From `squares` in a direction: an opposing disc, and then a square of these.
        let two_on = |squares: W, direction| shift(discs.opp & shift(squares, direction), direction);
        let squares = union(each_direction(|direction| two_on(occupied, direction))).without(occupied);
        let others = Grid::<SIDE, SIDE>::complement(occupied | squares);
        let adds = each_direction(|direction| two_on(others, direction));
        Self { squares, gains: at_least(occupied.constant(&Grid::<SIDE, SIDE>::FULL), adds) }
    }
}

impl MobilityBound<Lanes> {
    /// The squares on which a disc may lead to this number of legal moves or more.
    #[inline(always)]
    pub(super) fn promising(&self, wanted: u32) -> [u64; Lanes::COUNT] {
        let squares = self.squares.lanes();
        let gains = self.gains.map(Lanes::lanes);
        std::array::from_fn(|lane| {
            let squares = squares[lane];
            let gaining = |least: u32| gains.get(least as usize).map_or(0, |gains| gains[lane]);
            let missing = wanted.saturating_sub(squares.count_ones());
            // A disc on one of the squares takes it away.
            let missing_there = wanted.saturating_add(1).saturating_sub(squares.count_ones());
            gaining(missing) & !squares | gaining(missing_there) & squares
        })
    }
}

/// For each `k` up to eight, the squares that are in `k` of the words or more; `all` are in 0 or more.
#[inline(always)]
fn at_least<W: Word>(all: W, words: [W; DIRECTIONS]) -> [W; DIRECTIONS + 1] {
    let [a, b, c, d, e, f, g, h] = words;
    let add = |a: W, b: W, c: W| (a ^ b ^ c, a & b | c & (a ^ b));
    let ((low0, high0), (low1, high1)) = (add(a, b, c), add(d, e, f));
    let (low2, high2) = (g ^ h, g & h);
    let (one, high3) = add(low0, low1, low2);
    let (high4, four0) = add(high0, high1, high2);
    let (two, four1) = (high4 ^ high3, high4 & high3);
    let (four, eight) = (four0 ^ four1, four0 & four1);
    [
        all,
        one | two | four | eight,
        two | four | eight,
        one & two | four | eight,
        four | eight,
        four & (one | two) | eight,
        four & two | eight,
        four & two & one | eight,
        eight,
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use certamen_othello::search::state::bits;
    use certamen_othello::search::{Budget, Layer, unwatched};
    use encodings::othello::rules::Othello;
    use encodings::word::OneHot;

    /// The number of legal moves after each move is at most what was foreseen, for the opponent and, after a pass, for the
    /// same player. Returns for how many of the moves the foreseen number was reached.
    fn compare<const SIDE: usize>(discs: Discs<u64>) -> u32 {
        let four = Discs { own: Lanes::splat(discs.own), opp: Lanes::splat(discs.opp) };
        let bounds =
            [MobilityBound::of_the_opponent::<SIDE>(four), MobilityBound::of_the_mover::<SIDE>(four)];
        let mut reached = 0;
        for placed in bits(Othello::<SIDE>::legal(discs)) {
            let next = Othello::<SIDE>::apply(discs, OneHot::assume(placed));
            for (bound, next) in bounds.iter().zip([next, next.passed()]) {
                let mobility = Othello::<SIDE>::legal(next).count_ones();
                let is_promising = |wanted| bound.promising(wanted)[0] & placed != 0;
                assert!(is_promising(mobility), "{mobility} legal moves after {discs:?} and {placed:#x}");
                assert!(is_promising(0) && !is_promising(Grid::<SIDE, SIDE>::SQUARES as u32));
                reached += u32::from(!is_promising(mobility + 1));
            }
        }
        reached
    }

    fn all_layers<const SIDE: usize>(most: u32) -> u32 {
        let mut layer = Layer::<SIDE>::start();
        let mut reached = 0;
        while layer.discs() < most && !layer.is_empty() {
            reached += layer.classes().map(|class| compare::<SIDE>(class.discs())).sum::<u32>();
            layer = layer.next(Budget(1 << 30), &mut unwatched).unwrap();
        }
        reached
    }

    #[test]
    fn no_move_gives_more_than_was_foreseen() {
        assert!(all_layers::<4>(16) > 0);
        assert!(all_layers::<6>(11) > 0);
        assert!(all_layers::<8>(10) > 0);
    }

    #[test]
    fn no_random_board_has_a_move_that_gives_more_than_was_foreseen() {
        let mut random = fastrand::Rng::with_seed(27);
        for _ in 0..20_000 {
            let (occupied, own) = (random.u64(..) | random.u64(..), random.u64(..));
            compare::<8>(Discs { own: occupied & own, opp: occupied & !own });
        }
    }
}
