//! Ostle as named words and a family of four: the pieces that leave a square upwards, downwards, left and right.
//!
//! Rule 8 is left out. It forbids a position that equals the one two plies before, and a board does not know that one.
//! So counts of games and answers of this instance are for the game without rule 8.

use super::rules::{Ostle, Pieces};
use super::variant::Variant;
use crate::board::{Direction, Grid, Mask, Symmetry};
use crate::rules::{Boards, Family, Origin, Outcome, Rules, Step, StepKind};
use crate::word::Word;

crate::board! { impl Pieces { own, opp, hole } }

/// Ostle without rule 8, on a board of `SIDE` by `SIDE` squares.
///
/// # Examples
/// ```
/// use encodings::ostle::{family::WithoutRule8, variant::Variant};
/// use encodings::rules::{Position, Rules};
///
/// let ostle = WithoutRule8::<5>::new(Variant::PUBLISHED).ok_or("a game on 5x5 squares")?;
/// assert_eq!(Position::start(&ostle).perft(&ostle, 1), 24);
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct WithoutRule8<const SIDE: usize> {
    variant: Variant,
}

impl<const SIDE: usize> WithoutRule8<SIDE> {
    /// The game of a variant; `None` if the variant has another board size.
    pub const fn new(variant: Variant) -> Option<Self> {
        if variant.side() == SIDE { Some(Self { variant }) } else { None }
    }

    /// The number of pieces on each side, and the number that loses.
    pub const fn variant(&self) -> Variant {
        self.variant
    }
}

impl<const SIDE: usize> Boards for WithoutRule8<SIDE> {
    crate::board!(Pieces on Grid<SIDE, SIDE> as u32);

    fn name(&self) -> &'static str {
        "ostle"
    }

    fn well_formed<W: Word>(&self, board: Pieces<W>) -> W::Bit {
        Ostle::<SIDE>::well_formed(board, self.variant.pieces())
    }

    fn symmetries(&self) -> &'static [Symmetry] {
        Symmetry::besides_identity(Grid::<SIDE, SIDE>::LAYOUT)
    }
}

impl<const SIDE: usize> Rules for WithoutRule8<SIDE> {
    fn start(&self) -> Pieces<Mask> {
        Ostle::<SIDE>::start(self.variant.pieces() as usize)
    }

    #[inline(always)]
    fn moves<W: Word>(&self, board: Pieces<W>) -> Family<W> {
        let legal = |direction| Ostle::<SIDE>::legal(board, direction);
        Family::new()
            .with(StepKind::leaving("up", Direction::North), legal(Direction::North))
            .with(StepKind::leaving("down", Direction::South), legal(Direction::South))
            .with(StepKind::leaving("left", Direction::West), legal(Direction::West))
            .with(StepKind::leaving("right", Direction::East), legal(Direction::East))
    }

    /// The direction is a constant in each arm, which makes native code several times faster.
    #[inline(always)]
    fn play<W: Word>(&self, board: Pieces<W>, step: Step<W>) -> Pieces<W> {
        let apply = Ostle::<SIDE>::apply::<W>;
        match step.kind().origin() {
            Origin::Leaving(Direction::North) => apply(board, step.at(), Direction::North),
            Origin::Leaving(Direction::South) => apply(board, step.at(), Direction::South),
            Origin::Leaving(Direction::West) => apply(board, step.at(), Direction::West),
            _ => apply(board, step.at(), Direction::East),
        }
    }

    #[inline(always)]
    fn outcome<W: Word>(&self, board: Pieces<W>) -> Outcome<W::Bit> {
        let lost = |side| Ostle::<SIDE>::lost(side, self.variant.lose_at());
        Outcome::lost_if(lost(board.own)).or_won_if(lost(board.opp))
    }
}
