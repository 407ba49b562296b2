//! The rules of Othello, written once over words.
//!
//! A position is the mover's discs and the opponent's. The rules are those of the World Othello Federation. A move puts
//! a disc on an empty square so that, in at least one of the eight directions, a gap-free line of opposing discs lies
//! between it and another disc of the mover. All discs bracketed in this way are turned. A player who has a move must
//! move, a player without one passes, and the game ends when neither has one.
//!
//! Both rules are built on one word for each direction: the runs over opposing discs from the mover's discs. A legal
//! square is an empty one at the end of such a run. A move turns the squares where the run from the move and the run
//! from the mover's discs meet. Hash-consing shares the second run, so that in a circuit `flips` costs only the run
//! from the move.

use crate::board::{Direction, Grid, Mask};
use crate::word::{OneHot, Word};

/// A position as the player to move sees it.
///
/// # Examples
/// ```
/// use encodings::othello::rules::{Discs, Othello};
///
/// let start: Discs<u64> = Othello::<8>::START.like(0);
/// assert_eq!(start.occupied().count_ones(), 4);
/// assert_eq!(start.passed().own, start.opp);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Discs<W> {
    /// The discs of the player to move.
    pub own: W,
    /// The discs of the other player.
    pub opp: W,
}

impl<W: Word> Discs<W> {
    /// All discs.
    #[inline(always)]
    pub fn occupied(self) -> W {
        self.own | self.opp
    }

    /// The same discs with the other player to move.
    #[inline(always)]
    #[must_use]
    pub fn passed(self) -> Self {
        Self { own: self.opp, opp: self.own }
    }
}

impl Discs<Mask> {
    /// The same discs as words of the kind and width of `like`.
    #[inline(always)]
    pub fn like<W: Word>(&self, like: W) -> Discs<W> {
        Discs { own: like.constant(&self.own), opp: like.constant(&self.opp) }
    }
}

/// Whether something holds in any of the eight directions. The loop is written out, because the direction of a loop is
/// not a constant to the compiler: with a loop the native rules take nine times as long (`benches/rules.rs`).
macro_rules! in_any_direction {
    ($rule:expr, $($argument:expr),*) => {
        $rule($($argument,)* Direction::North)
            | $rule($($argument,)* Direction::NorthEast)
            | $rule($($argument,)* Direction::East)
            | $rule($($argument,)* Direction::SouthEast)
            | $rule($($argument,)* Direction::South)
            | $rule($($argument,)* Direction::SouthWest)
            | $rule($($argument,)* Direction::West)
            | $rule($($argument,)* Direction::NorthWest)
    };
}

/// Othello on a board of `SIDE` by `SIDE` squares, `SIDE` even.
///
/// # Examples
/// ```
/// use encodings::circuit::Circuit;
/// use encodings::othello::rules::{Discs, Othello};
///
/// let start: Discs<u64> = Othello::<8>::START.like(0);
/// assert_eq!(Othello::<8>::legal(start).count_ones(), 4);
/// // The same rule as a circuit.
/// let circuit = Circuit::new();
/// let unknown = Discs { own: circuit.inputs(64), opp: circuit.inputs(64) };
/// assert_eq!(Othello::<8>::legal(unknown).signals().len(), 64);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Othello<const SIDE: usize>;

impl<const SIDE: usize> Othello<SIDE> {
    /// The longest line of discs between two squares of one line.
    const LONGEST: usize = SIDE - 2;
    /// The four squares in the middle. They are occupied from the start on, and no disc is ever taken away.
    pub const CENTRE: Mask = {
        assert!(
            SIDE.is_multiple_of(2) && SIDE >= 4,
            "Othello is played on even boards of 4x4 squares or more"
        );
        let low = SIDE / 2 - 1;
        Mask::EMPTY
            .with(low * SIDE + low)
            .with(low * SIDE + low + 1)
            .with((low + 1) * SIDE + low)
            .with((low + 1) * SIDE + low + 1)
    };

    /// The discs at the start as Black, who moves first, sees them: own on e4 and d5 of an 8x8 board, opposing on d4
    /// and e5.
    pub const START: Discs<Mask> = {
        let low = SIDE / 2 - 1;
        Discs {
            own: Mask::EMPTY.with(low * SIDE + low + 1).with((low + 1) * SIDE + low),
            opp: Mask::EMPTY.with(low * SIDE + low).with((low + 1) * SIDE + low + 1),
        }
    };
    /// One of the four first moves, f5 on an 8x8 board. The four symmetries of the board that keep the colours of the
    /// start carry it to each of the others.
    pub const FIRST_MOVE: Mask = Mask::EMPTY.with(SIDE / 2 * SIDE + SIDE / 2 + 1);

    /// The squares from which a line of opposing discs leads in `direction` to a disc of the mover.
    #[inline(always)]
    fn bracketing<W: Word>(discs: Discs<W>, direction: Direction) -> W {
        Grid::<SIDE, SIDE>::run_end(discs.own, discs.opp, direction.opposite(), Self::LONGEST)
    }

    /// The squares on which the mover may place a disc.
    #[inline(always)]
    pub fn legal<W: Word>(discs: Discs<W>) -> W {
        let bracketing = in_any_direction!(Self::bracketing, discs);
        bracketing & Grid::<SIDE, SIDE>::complement(discs.occupied())
    }

    /// The discs that a move turns: none if the move's square is empty and the move is not legal.
    #[inline(always)]
    pub fn flips<W: Word>(discs: Discs<W>, placed: OneHot<W>) -> W {
        in_any_direction!(Self::flips_along, discs, placed)
    }

    #[inline(always)]
    fn flips_along<W: Word>(discs: Discs<W>, placed: OneHot<W>, direction: Direction) -> W {
        Grid::<SIDE, SIDE>::run_between(placed, discs.own, discs.opp, direction, Self::LONGEST)
    }

    /// The position after a legal move, seen by the other player.
    #[inline(always)]
    pub fn apply<W: Word>(discs: Discs<W>, placed: OneHot<W>) -> Discs<W> {
        let flips = Self::flips(discs, placed);
        Discs { own: discs.opp ^ flips, opp: discs.own | placed.word() | flips }
    }

    /// Whether neither player has a move.
    pub fn terminal<W: Word>(discs: Discs<W>) -> W::Bit {
        !(Self::legal(discs) | Self::legal(discs.passed())).any()
    }

    /// Whether no square holds two discs and the four centre squares hold one each: true of every position that a game
    /// reaches, and required by every query.
    pub fn well_formed<W: Word>(discs: Discs<W>) -> W::Bit {
        let centre = discs.own.constant(&Self::CENTRE);
        !(discs.own & discs.opp).any() & (discs.occupied() & centre).equals(centre)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::word::Lanes;
    use proptest::prelude::*;

    /// The values of all lanes.
    fn each<T>(of: impl Fn(usize) -> T) -> [T; Lanes::COUNT] {
        std::array::from_fn(of)
    }

    proptest! {
        /// The rules for four boards are those for each of them.
        #[test]
        fn a_lane_is_a_board(own: [u64; 4], opp: [u64; 4], squares: [u8; 4]) {
            let discs = each(|lane| Discs { own: own[lane] & !opp[lane], opp: opp[lane] & !own[lane] });
            let placed = each(|lane| OneHot::assume(1_u64 << (squares[lane] % 64)));
            let four = Discs { own: Lanes::from_fn(|lane| discs[lane].own), opp: Lanes::from_fn(|lane| discs[lane].opp) };
            let four_placed = OneHot::assume(Lanes::from_fn(|lane| placed[lane].word()));
            prop_assert_eq!(Othello::<8>::legal(four).lanes(), discs.map(Othello::<8>::legal));
            let next = Othello::<8>::apply(four, four_placed);
            let (own, opp) = (next.own.lanes(), next.opp.lanes());
            prop_assert_eq!(
                each(|lane| Discs { own: own[lane], opp: opp[lane] }),
                each(|lane| Othello::<8>::apply(discs[lane], placed[lane]))
            );
            let small = |discs: Discs<u64>| Discs { own: discs.own & 0xffff, opp: discs.opp & 0xffff };
            let four_small = Discs { own: four.own & Lanes::splat(0xffff), opp: four.opp & Lanes::splat(0xffff) };
            prop_assert_eq!(
                Othello::<4>::terminal(four_small).lanes(),
                discs.map(|discs| Othello::<4>::terminal(small(discs)))
            );
        }
    }
}
