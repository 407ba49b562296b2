//! The name of a board, which says different things of different games.

use crate::count::board::{Board, BoardError, LONGEST};
use crate::query::BoardSize;
use anyhow::bail;
use clap::Args;
use encodings::ostle::variant::Variant;
use std::str::FromStr;

/// A board by its two sides, of whichever game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BoardName(Board);

impl FromStr for BoardName {
    type Err = BoardError;

    fn from_str(text: &str) -> Result<Self, BoardError> {
        text.parse().map(Self)
    }
}

impl BoardName {
    /// The number of squares along an edge, if all have as many.
    fn edge(self) -> Option<usize> {
        (self.0.rows() == self.0.columns()).then(|| self.0.rows())
    }

    /// As a board of Othello; 8x8 where none is named.
    pub(super) fn othello(name: Option<Self>) -> anyhow::Result<BoardSize> {
        Ok(match name.map(Self::edge) {
            Some(Some(4)) => BoardSize::Four,
            Some(Some(6)) => BoardSize::Six,
            None | Some(Some(8)) => BoardSize::Eight,
            Some(_) => bail!("--board: othello is played on 4x4, 6x6 and 8x8 squares"),
        })
    }

    /// The number of squares along an edge of a board of Ostle; 5 where none is named.
    pub(super) fn ostle(name: Option<Self>) -> anyhow::Result<usize> {
        match name.map(Self::edge) {
            None => Ok(5),
            Some(Some(edge @ 3..=5)) => Ok(edge),
            Some(_) => bail!("--board: ostle is played on 3x3, 4x4 and 5x5 squares"),
        }
    }

    /// The rows and columns of a board of Go; 19x19 where none is named.
    pub(super) fn go(name: Option<Self>) -> (usize, usize) {
        name.map_or((LONGEST, LONGEST), |Self(board)| (board.rows(), board.columns()))
    }
}

/// How many pieces are played with in Ostle.
#[derive(Args, Clone, Copy, Debug)]
pub(super) struct Pieces {
    /// Ostle: the pieces a side [default: as many as a rank has squares].
    #[arg(long, value_name = "N")]
    pieces: Option<usize>,
    /// Ostle: who has so many pieces left has lost [default: two less than at the start].
    #[arg(long, value_name = "N")]
    lose_at: Option<usize>,
}

impl Pieces {
    /// The game of Ostle with so many pieces on a board.
    pub(super) fn variant(self, side: usize) -> anyhow::Result<Variant> {
        let pieces = self.pieces.unwrap_or(side);
        Ok(Variant::new(side, pieces, self.lose_at.unwrap_or(pieces.saturating_sub(2)))?)
    }

    /// The flags, and which of them are there.
    pub(super) fn given(self) -> [(&'static str, bool); 2] {
        [("--pieces", self.pieces.is_some()), ("--lose-at", self.lose_at.is_some())]
    }

    /// That nothing is said of pieces, in another game.
    pub(super) fn none_for(self, game: &str) -> anyhow::Result<()> {
        if self.pieces.is_some() || self.lose_at.is_some() {
            bail!("--pieces and --lose-at say how ostle is played, not {game}");
        }
        Ok(())
    }
}
