//! Symmetries of a board by name. `rotate-90` turns clockwise: a1 goes to the last rank of file a.

use crate::language::{Square, Squares};

/// A symmetry of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Symmetry {
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

    /// The symmetry of a function of questions: its name is that of files without the hyphen before a number, and with `_`
    /// for other hyphens.
    pub(crate) fn of_function(name: &str) -> Option<Symmetry> {
        let is_name = |known: &&str| match known.split_once("rotate-") {
            Some((_, angle)) => name.strip_prefix("rotate") == Some(angle),
            None => known.replace('-', "_") == name,
        };
        NAMES.iter().map(|(known, _)| known).find(|known| is_name(known)).and_then(|known| Self::parse(known))
    }

    pub(super) fn is_own_inverse(self) -> bool {
        !matches!(self, Self::Rotate90 | Self::Rotate270)
    }

    /// Whether it maps a board of this size to itself.
    pub(crate) fn fits(self, (files, ranks): (usize, usize)) -> bool {
        files == ranks || matches!(self, Self::MirrorFiles | Self::MirrorRanks | Self::Rotate180)
    }

    /// The image of a square on a board that it fits.
    fn square(self, (files, ranks): (usize, usize), (file, rank): Square) -> Square {
        let (last_file, last_rank) = (files - 1 - file.min(files - 1), ranks - 1 - rank.min(ranks - 1));
        match self {
            Self::MirrorFiles => (last_file, rank),
            Self::MirrorRanks => (file, last_rank),
            Self::Rotate90 => (rank, last_file),
            Self::Rotate180 => (last_file, last_rank),
            Self::Rotate270 => (last_rank, file),
            Self::Transpose => (rank, file),
            Self::AntiTranspose => (last_rank, last_file),
        }
    }

    pub(crate) fn word(self, size: (usize, usize), word: &Squares) -> Squares {
        word.iter().map(|square| self.square(size, square)).collect()
    }
}
