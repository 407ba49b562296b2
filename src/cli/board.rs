//! The name of a board, which says different things of different games.

use crate::query::BoardSize;
use anyhow::bail;
use clap::{Args, ValueEnum};
use encodings::ostle::variant::Variant;

/// A board by its squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum BoardName {
    #[value(name = "3x3")]
    Three,
    #[value(name = "4x4")]
    Four,
    #[value(name = "5x5")]
    Five,
    #[value(name = "6x6")]
    Six,
    #[value(name = "8x8")]
    Eight,
}

impl BoardName {
    /// As a board of Othello; 8x8 where none is named.
    pub(super) fn othello(name: Option<Self>) -> anyhow::Result<BoardSize> {
        Ok(match name {
            Some(Self::Four) => BoardSize::Four,
            Some(Self::Six) => BoardSize::Six,
            None | Some(Self::Eight) => BoardSize::Eight,
            Some(Self::Three | Self::Five) => bail!("--board: othello is played on 4x4, 6x6 and 8x8 squares"),
        })
    }

    /// The number of squares along an edge of a board of Ostle; 5 where none is named.
    pub(super) fn ostle(name: Option<Self>) -> anyhow::Result<usize> {
        Ok(match name {
            Some(Self::Three) => 3,
            Some(Self::Four) => 4,
            None | Some(Self::Five) => 5,
            Some(Self::Six | Self::Eight) => bail!("--board: ostle is played on 3x3, 4x4 and 5x5 squares"),
        })
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

    /// That nothing is said of pieces, in another game.
    pub(super) fn none_for(self, game: &str) -> anyhow::Result<()> {
        if self.pieces.is_some() || self.lose_at.is_some() {
            bail!("--pieces and --lose-at say how ostle is played, not {game}");
        }
        Ok(())
    }
}
