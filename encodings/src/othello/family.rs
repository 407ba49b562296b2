//! Othello as named words and a family of one word: the squares on which a disc may be placed.

use super::game::{FirstDisc, Order, SymbolicGame};
use super::rules::{Discs, Othello};
use crate::board::{Grid, Mask, Symmetry};
use crate::rules::{Boards, DerivedWord, Family, Outcome, Passes, Rules, Step, StepKind, Stuck, of_games};
use crate::statement::Statement;
use crate::word::{Count, Word};

crate::board! { impl Discs { own, opp } }

/// The only kind of step.
const PLACE: StepKind = StepKind::placed("legal");

/// The other words that it shows.
const SHOWN: &[DerivedWord] = &[
    DerivedWord::word(
        "their",
        "the squares on which the other player could place a disc, if it were their turn",
    ),
    DerivedWord::of_step("flips", "the discs that a move turns"),
];

impl<const SIDE: usize> Boards for Othello<SIDE> {
    crate::board!(Discs on Grid<SIDE, SIDE>);

    fn name(&self) -> &'static str {
        "othello"
    }

    fn well_formed<W: Word>(&self, board: Discs<W>) -> W::Bit {
        Self::well_formed(board)
    }

    fn symmetries(&self) -> &'static [Symmetry] {
        Symmetry::besides_identity(Grid::<SIDE, SIDE>::LAYOUT)
    }
}

impl<const SIDE: usize> Rules for Othello<SIDE> {
    #[inline(always)]
    fn ends_only_when_stuck(&self) -> bool {
        true
    }

    fn adds_a_piece(&self) -> bool {
        true
    }

    fn start(&self) -> Discs<Mask> {
        Self::START
    }

    #[inline(always)]
    fn moves<W: Word>(&self, board: Discs<W>) -> Family<W> {
        Family::new().with(PLACE, Self::legal(board))
    }

    #[inline(always)]
    fn play<W: Word>(&self, board: Discs<W>, step: Step<W>) -> Discs<W> {
        Self::apply(board, step.at())
    }

    /// The game is over if neither player has a move; the player with more discs has won.
    #[inline(always)]
    fn outcome<W: Word>(&self, board: Discs<W>) -> Outcome<W::Bit> {
        let over = Self::terminal(board);
        let (own, opp) = (board.own.popcount(), board.opp.popcount());
        Outcome::won_if(over & opp.less_than(own)).or_lost_if(over & own.less_than(opp)).or_drawn_if(over)
    }

    #[inline(always)]
    fn stuck<W: Word>(&self, board: Discs<W>) -> Stuck<Discs<W>> {
        Stuck::Passes(board.passed())
    }

    fn derived_words(&self) -> &'static [DerivedWord] {
        SHOWN
    }

    #[inline(always)]
    fn word<W: Word>(&self, name: &str, board: Discs<W>) -> Option<W> {
        (name == "their").then(|| Self::legal(board.passed()))
    }

    #[inline(always)]
    fn word_of_step<W: Word>(&self, name: &str, board: Discs<W>, step: Step<W>) -> Option<W> {
        (name == "flips").then(|| Self::flips(board, step.at()))
    }

    /// The first disc breaks the symmetries of the start, if the question keeps all four.
    fn state_steps<S: Statement>(
        &self,
        statement: &mut S,
        steps: usize,
        passes: Passes,
        symmetries: &[Symmetry],
    ) -> (Discs<S::Word>, bool) {
        let is_fixed = of_games(self, symmetries).len() == of_games(self, &Symmetry::ALL).len();
        let first = if is_fixed { FirstDisc::Fixed } else { FirstDisc::Free };
        let order = if passes == Passes::Never { Order::Alternating } else { Order::Rules };
        let game = SymbolicGame { steps, order, first, may_be_stuck: true };
        (game.state::<S, SIDE>(statement).discs, is_fixed)
    }
}
