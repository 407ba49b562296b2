//! Symmetries of a board by name.

use crate::language::{Square, Squares};

/// A symmetry of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Symmetry {
    MirrorFiles,
    MirrorRanks,
    Rotate90,
    Rotate180,
    Rotate270,
    Transpose,
    AntiTranspose,
}

const NAMES: [(&str, Symmetry); 7] = [
    ("mirror-files", Symmetry::MirrorFiles),
    ("mirror-ranks", Symmetry::MirrorRanks),
    ("rotate-90", Symmetry::Rotate90),
    ("rotate-180", Symmetry::Rotate180),
    ("rotate-270", Symmetry::Rotate270),
    ("transpose", Symmetry::Transpose),
    ("anti-transpose", Symmetry::AntiTranspose),
];

impl Symmetry {
    pub(super) fn parse(name: &str) -> Option<Symmetry> {
        NAMES.iter().find(|(known, _)| *known == name).map(|(_, symmetry)| *symmetry)
    }

    pub(super) fn is_own_inverse(self) -> bool {
        !matches!(self, Self::Rotate90 | Self::Rotate270)
    }

    /// Whether it maps a board of this size to itself.
    pub(super) fn fits(self, (files, ranks): (usize, usize)) -> bool {
        files == ranks || matches!(self, Self::MirrorFiles | Self::MirrorRanks | Self::Rotate180)
    }

    /// The image of a square on a board that it fits.
    fn square(self, (files, ranks): (usize, usize), (file, rank): Square) -> Square {
        let (last_file, last_rank) = (files - 1 - file.min(files - 1), ranks - 1 - rank.min(ranks - 1));
        match self {
            Self::MirrorFiles => (last_file, rank),
            Self::MirrorRanks => (file, last_rank),
            Self::Rotate90 => (last_rank, file),
            Self::Rotate180 => (last_file, last_rank),
            Self::Rotate270 => (rank, last_file),
            Self::Transpose => (rank, file),
            Self::AntiTranspose => (last_rank, last_file),
        }
    }

    pub(super) fn word(self, size: (usize, usize), word: &Squares) -> Squares {
        word.iter().map(|square| self.square(size, square)).collect()
    }
}
