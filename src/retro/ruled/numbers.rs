//! The numbers of positions: of all arrangements of pieces, or places in a list.

use crate::numbering::{Numbering, PositionList};

/// How positions are numbered.
#[derive(Debug)]
pub(super) enum Numbers {
    /// All arrangements of the pieces of a layer.
    Combinations(Numbering),
    /// The positions that are reached.
    List(PositionList),
}

impl Numbers {
    pub(super) fn size(&self, layer: u32) -> u64 {
        match self {
            Self::Combinations(numbering) => numbering.size(layer),
            Self::List(list) => list.size(layer),
        }
    }

    /// The layer and the number of disjoint sets. `None` if they have none.
    pub(super) fn place(&self, sets: &[u64]) -> Option<(u32, u64)> {
        match self {
            Self::Combinations(numbering) => numbering.place(sets),
            Self::List(list) => list.place(sets),
        }
    }

    /// Finds the sets of a number. Returns `false` if the number is a gap.
    pub(super) fn sets(&self, layer: u32, number: u64, sets: &mut [u64]) -> bool {
        match self {
            Self::Combinations(numbering) => numbering.sets(layer, number, sets),
            Self::List(list) => {
                list.sets(layer, number, sets);
                true
            }
        }
    }

    /// The images of sets under all symmetries except the identity.
    pub(super) fn images<'s>(&'s self, sets: &'s [u64]) -> impl Iterator<Item = Vec<u64>> + 's {
        match self {
            Self::Combinations(numbering) => numbering.symmetries(),
            Self::List(list) => list.symmetries(),
        }
        .images(sets)
    }
}
