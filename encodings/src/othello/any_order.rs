//! A game in which either player may place the next disc: more games than the rules allow, so that what none of them
//! reaches no game reaches.
//!
//! Boards are kept by colour here, and only the step's own colour decides who sees them how. Where turns alternate, the
//! view of the player to move is the better form: it changes hands at a known step. Where they do not, each square would
//! hang on all colours so far, although a disc that no step turns stays what it is. Nothing but the board connects the steps
//! before it with those after it, so that the formula is refuted stage by stage (`docs/othello.md`).

use super::connected::is_connected;
use super::game::Turn;
use super::rules::{Discs, Othello};
use crate::board::{Grid, Mask};
use crate::statement::Statement;
use crate::word::{OneHot, Word};

/// Every board whose step is a multiple of this is required to have squares that a game can have occupied. The
/// requirement takes a round for each disc that was placed. Where it is left out, the stage one or two steps earlier
/// finds the same, and is small (docs/othello.md, "What was tried").
const CONNECTED_EVERY: usize = 3;

/// A board by colour. Which squares are occupied depends on the moves alone.
#[derive(Clone, Copy, Debug)]
pub(super) struct Colours<W> {
    occupied: W,
    black: W,
}

impl<W: Word> Colours<W> {
    /// The start of the game, in words like `like`.
    pub(super) fn start<const SIDE: usize>(like: W) -> Self {
        let discs = Othello::<SIDE>::START.like(like);
        Self { occupied: discs.occupied(), black: discs.own }
    }

    /// The words that are the board.
    pub(super) fn words(self) -> [W; 2] {
        [self.occupied, self.black]
    }

    /// The board as a player sees it.
    pub(super) fn seen_by(self, black: W::Bit) -> Turn<W> {
        let white = self.occupied ^ self.black;
        let own = W::select(black, self.black, white);
        Turn { discs: Discs { own, opp: self.occupied ^ own }, black }
    }

    /// States that a player places a disc, as step number `step`, and gives the board after it.
    pub(super) fn place<S: Statement<Word = W>, const SIDE: usize>(
        self,
        statement: &mut S,
        black: W::Bit,
        placed: OneHot<W>,
        step: usize,
    ) -> Self {
        let Turn { discs, .. } = self.seen_by(black);
        let flips = Othello::<SIDE>::flips(discs, placed);
        statement.require(!(placed.word() & self.occupied).any());
        statement.require(flips.any());
        let nothing = placed.word().constant(&Mask::EMPTY);
        let added = W::select(black, placed.word(), nothing);
        let after = Self { occupied: self.occupied | placed.word(), black: self.black ^ flips | added };
        // Both follow from the rules, but step by step. A search of boards backwards lives on the second.
        statement.require(!(after.black & Grid::<SIDE, SIDE>::complement(after.occupied)).any());
        if step.is_multiple_of(CONNECTED_EVERY) {
            statement.require(is_connected::<_, SIDE>(after.occupied, step));
        }
        after
    }
}
