//! A class: the positions of a layer whose hole lies in one orbit, grouped by the orbits of own pieces.
//!
//! Cost: four bytes for each set of own pieces, twelve for each orbit, four for each stretch, which is about as long as
//! an orbit, and the lists for the sets that a symmetry keeps. For five pieces of each side this is a few MB.

use super::numbers::Numbers;
use super::subsets::{Subsets, close_gaps, open_gaps};
use super::symmetry::{Images, Which};

/// For a set of own pieces: where its positions begin in the class, and the symmetry that maps it to the least set of
/// its orbit.
#[derive(Clone, Copy, Debug)]
pub(super) struct OrbitEntry(u32);

impl OrbitEntry {
    const BASE: u32 = (1 << 29) - 1;
    /// A base of at least this value is the index of a [`SymmetricSet`].
    pub(super) const KEPT: u32 = Self::BASE - (1 << 13);

    fn new(base: u32, which: Which) -> Self {
        Self(base << 3 | u32::from(which))
    }

    #[inline(always)]
    pub(super) fn base(self) -> u32 {
        self.0 >> 3
    }

    #[inline(always)]
    pub(super) fn which(self) -> Which {
        (self.0 & 7) as Which
    }
}

/// An orbit of sets of own pieces.
#[derive(Clone, Copy, Debug)]
pub(super) struct Orbit {
    /// The number of its first position in the class.
    pub(super) base: u32,
    /// Its least set.
    pub(super) own: u32,
    /// The index of its [`SymmetricSet`], or `u32::MAX`.
    pub(super) kept: u32,
}

/// A set of own pieces that a symmetry other than the identity keeps.
#[derive(Clone, Debug)]
pub(super) struct SymmetricSet {
    pub(super) base: u32,
    /// The symmetries that keep the set and the hole, without the identity.
    pub(super) by: Vec<Which>,
    /// The numbers of the opposing sets that are the least of their orbits, in order.
    pub(super) least: Numbers,
}

/// The positions of a layer whose hole lies in one orbit.
#[derive(Clone, Debug)]
pub(super) struct Class {
    pub(super) hole: u32,
    pub(super) offset: u32,
    pub(super) size: u32,
    /// Whether no symmetry but the identity keeps the hole.
    pub(super) rigid: bool,
    /// For each number of a set of own pieces.
    pub(super) entries: Vec<OrbitEntry>,
    orbits: Vec<Orbit>,
    /// For each stretch, which is a number of a position without its last [`Class::shift`] bits: the orbit of the
    /// stretch's first position.
    starts: Vec<u32>,
    shift: u32,
    pub(super) kept: Vec<SymmetricSet>,
}

impl Class {
    pub(super) fn new<const SIDE: usize>(
        images: &Images<SIDE>,
        hole: u32,
        owns: &Subsets,
        opps: &Subsets,
    ) -> Self {
        let keeping: Vec<Which> = (0..8).filter(|&which| images.word(which, hole) == hole).collect();
        let mut entries = vec![OrbitEntry(0); owns.count() as usize];
        let (mut orbits, mut kept) = (Vec::new(), Vec::new());
        let mut size = 0;
        for number in 0..owns.count() {
            let own = open_gaps(owns.set(number), hole);
            let image = |which: Which| owns.number(close_gaps(images.word(which, own), hole));
            let to_least = keeping.iter().copied().min_by_key(|&which| image(which)).unwrap_or_default();
            let least = image(to_least);
            if least < number {
                // The least set of the orbit was handled before.
                entries[number as usize] = OrbitEntry::new(entries[least as usize].base(), to_least);
                continue;
            }
            let by: Vec<Which> =
                keeping.iter().copied().filter(|&which| which != 0 && image(which) == number).collect();
            let mut orbit = Orbit { base: size, own, kept: u32::MAX };
            if by.is_empty() {
                entries[number as usize] = OrbitEntry::new(size, 0);
                size += opps.count();
            } else {
                orbit.kept = kept.len() as u32;
                entries[number as usize] = OrbitEntry::new(OrbitEntry::KEPT + orbit.kept, 0);
                let least = least_opposing(images, own | hole, &by, opps);
                let base = size;
                size += least.len();
                kept.push(SymmetricSet { base, by, least });
            }
            orbits.push(orbit);
        }
        // An orbit that no symmetry keeps has at least this number of positions, so only few orbits share a stretch.
        let shift = opps.count().checked_ilog2().unwrap_or_default();
        let mut starts = Vec::new();
        for number in 0..orbits.len() {
            let last = orbits.get(number + 1).map_or(size, |next| next.base) - 1;
            starts.resize((last >> shift) as usize + 1, number as u32);
        }
        let rigid = keeping.len() == 1;
        Self { hole, offset: 0, size, rigid, entries, orbits, starts, shift, kept }
    }

    /// The orbit of a position's own pieces.
    #[inline(always)]
    pub(super) fn orbit(&self, within: u32) -> Orbit {
        let first = self.starts[(within >> self.shift) as usize] as usize;
        let rest = self.orbits[first + 1..].iter().take_while(|orbit| orbit.base <= within);
        *rest.last().unwrap_or(&self.orbits[first])
    }
}

/// The numbers of the opposing sets that none of the symmetries maps to a smaller set.
fn least_opposing<const SIDE: usize>(
    images: &Images<SIDE>,
    gaps: u32,
    by: &[Which],
    opps: &Subsets,
) -> Numbers {
    let is_least = |&number: &u32| {
        let opp = open_gaps(opps.set(number), gaps);
        by.iter().all(|&which| opps.number(close_gaps(images.word(which, opp), gaps)) >= number)
    };
    Numbers::new((0..opps.count()).filter(is_least).collect())
}
