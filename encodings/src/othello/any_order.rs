//! A game in which either player may place the next disc. It allows more games than the rules do, so a position that
//! none of these games reaches is reached by no game.
//!
//! Boards are kept by colour here, and the colour of each step decides how a player sees the board. Where turns
//! alternate, the view of the player to move is the better form, because it changes hands at a known step. Where they
//! do not alternate, each square in that view would depend on all colours so far, even for a disc that no step turns.
//! Only the board connects the steps before it with those after it, so the formula can be refuted segment by segment, with
//! what [`stranded`](super::stranded) says about boards (`docs/othello.md`).

use super::game_position::GamePosition;
use super::rules::{Discs, Othello};
use crate::board::{Grid, Mask};
use crate::statement::Statement;
use crate::word::{OneHot, Word};

/// A board by colour. Which squares are occupied depends on the moves alone.
#[derive(Clone, Copy, Debug)]
pub(super) struct Colours<W> {
    occupied: W,
    black: W,
}

impl<W: Word> Colours<W> {
    /// The start of the game, in words of the kind and width of `like`.
    pub(super) fn start<const SIDE: usize>(like: W) -> Self {
        let discs = Othello::<SIDE>::START.like(like);
        Self { occupied: discs.occupied(), black: discs.own }
    }

    /// The words of the board.
    pub(super) fn words(self) -> [W; 2] {
        [self.occupied, self.black]
    }

    /// The board as a player sees it.
    pub(super) fn seen_by(self, black: W::Bit) -> GamePosition<W> {
        let white = self.occupied ^ self.black;
        let own = W::select(black, self.black, white);
        GamePosition { discs: Discs { own, opp: self.occupied ^ own }, black }
    }

    /// States that a player places a disc, and gives the board after it.
    pub(super) fn place<S: Statement<Word = W>, const SIDE: usize>(
        self,
        statement: &mut S,
        black: W::Bit,
        placed: OneHot<W>,
    ) -> Self {
        let GamePosition { discs, .. } = self.seen_by(black);
        let flips = Othello::<SIDE>::flips(discs, placed);
        statement.require(!(placed.word() & self.occupied).any());
        statement.require(flips.any());
        let nothing = placed.word().constant(&Mask::EMPTY);
        let added = W::select(black, placed.word(), nothing);
        let after = Self { occupied: self.occupied | placed.word(), black: self.black ^ flips | added };
        // It follows from the rules, but only step by step. That the occupied squares are connected, as a search over
        // boards backwards needs, is not stated: see `stranded`.
        statement.require(!(after.black & Grid::<SIDE, SIDE>::complement(after.occupied)).any());
        after
    }
}
