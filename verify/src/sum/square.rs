//! Squares, and kinds of things on them.

/// The largest number of squares.
pub const MAX_SQUARES: usize = 64;
/// The largest number of kinds.
pub const MAX_KINDS: usize = 8;

/// A square, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(pub usize);

/// The kind of thing that a square holds, by its number. To hold nothing is a kind, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Kind(pub u8);

/// Some of the kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Kinds(u8);

impl Kinds {
    pub(super) fn all(kinds: usize) -> Self {
        Self((0..kinds).fold(0, |all, kind| all | 1 << kind))
    }

    /// This kind; none if there is no such kind.
    pub(super) fn only(kind: Kind) -> Self {
        Self(1_u8.checked_shl(kind.0.into()).unwrap_or_default())
    }

    pub(super) fn without(self, kind: Kind) -> Self {
        Self(self.0 & !Self::only(kind).0)
    }

    pub(super) fn has(self, kind: Kind) -> bool {
        self.0 & Self::only(kind).0 != 0
    }

    pub(super) fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    pub(super) fn each(self) -> impl Iterator<Item = Kind> {
        (0..MAX_KINDS as u8).map(Kind).filter(move |&kind| self.has(kind))
    }
}
