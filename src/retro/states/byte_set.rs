//! The numbers of plies that occur in a block, so that blocks in which nothing is due are skipped.

/// A set of numbers below 256.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct ByteSet([u64; 4]);

impl ByteSet {
    /// The set with one more number.
    #[inline]
    pub(super) fn with(mut self, plies: u8) -> Self {
        self.0[usize::from(plies >> 6)] |= 1 << (plies & 63);
        self
    }

    #[inline]
    pub(super) fn has(&self, plies: u8) -> bool {
        self.0[usize::from(plies >> 6)] >> (plies & 63) & 1 == 1
    }

    /// The greatest number in any of the sets.
    pub(super) fn greatest<'a>(sets: impl Iterator<Item = &'a Self>) -> Option<u8> {
        let union = |all: Self, set: &Self| Self(std::array::from_fn(|part| all.0[part] | set.0[part]));
        let all = sets.fold(Self::default(), union);
        (0..=u8::MAX).rev().find(|&plies| all.has(plies))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inserted_numbers_are_found() {
        let noted = [3, 64, 200].into_iter().fold(ByteSet::default(), ByteSet::with);
        let found: Vec<u8> = (0..=u8::MAX).filter(|&plies| noted.has(plies)).collect();
        assert_eq!(found, [3, 64, 200]);
        assert_eq!(ByteSet::greatest([noted, ByteSet::default().with(7)].iter()), Some(200));
        assert_eq!(ByteSet::greatest([ByteSet::default()].iter()), None);
    }
}
