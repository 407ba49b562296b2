//! A constant set of squares, wide enough for the largest board (19x19).

/// How many 64-bit limbs a mask has: 384 squares, of which a 19x19 board needs 361.
const LIMBS: usize = 6;

/// A constant set of square indices below [`Mask::CAPACITY`], built at compile time where possible.
///
/// # Examples
/// ```
/// use encodings::board::Mask;
///
/// const CORNERS: Mask = Mask::EMPTY.with(0).with(2).with(6).with(8);
/// assert_eq!(Mask::first(9).without(&CORNERS).len(), 5);
/// assert!(CORNERS.contains(6));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Mask([u64; LIMBS]);

impl Mask {
    /// The number of squares that a mask can distinguish.
    pub const CAPACITY: usize = 64 * LIMBS;
    /// The set with no square.
    pub const EMPTY: Self = Self([0; LIMBS]);

    /// The set with `index` added.
    ///
    /// # Panics
    /// If `index` is not below [`Mask::CAPACITY`]; at compile time where the mask is a constant.
    #[must_use]
    pub const fn with(mut self, index: usize) -> Self {
        assert!(index < Self::CAPACITY, "square index beyond the widest board");
        self.0[index / 64] |= 1 << (index % 64);
        self
    }

    /// The first `count` squares.
    ///
    /// # Panics
    /// If `count` is above [`Mask::CAPACITY`].
    pub const fn first(count: usize) -> Self {
        assert!(count <= Self::CAPACITY, "more squares than the widest board has");
        let mut limbs = [0; LIMBS];
        let mut limb = 0;
        while limb < LIMBS {
            let left = count.saturating_sub(64 * limb);
            limbs[limb] = if left < 64 { (1 << left) - 1 } else { u64::MAX };
            limb += 1;
        }
        Self(limbs)
    }

    /// The set of the squares below 64 whose bits are set.
    #[inline(always)]
    pub const fn from_u64(bits: u64) -> Self {
        let mut limbs = [0; LIMBS];
        limbs[0] = bits;
        Self(limbs)
    }

    /// The squares of either set.
    #[must_use]
    pub const fn union(mut self, other: &Self) -> Self {
        let mut limb = 0;
        while limb < LIMBS {
            self.0[limb] |= other.0[limb];
            limb += 1;
        }
        self
    }

    /// The squares of both sets.
    #[must_use]
    pub const fn intersection(mut self, other: &Self) -> Self {
        let mut limb = 0;
        while limb < LIMBS {
            self.0[limb] &= other.0[limb];
            limb += 1;
        }
        self
    }

    /// The squares of this set that are not in the other.
    #[must_use]
    pub const fn without(mut self, other: &Self) -> Self {
        let mut limb = 0;
        while limb < LIMBS {
            self.0[limb] &= !other.0[limb];
            limb += 1;
        }
        self
    }

    /// Whether the square is in the set.
    pub const fn contains(&self, index: usize) -> bool {
        index < Self::CAPACITY && self.0[index / 64] >> (index % 64) & 1 == 1
    }

    /// The lowest 128 squares as bits.
    #[inline(always)]
    pub const fn low_bits(&self) -> u128 {
        self.0[0] as u128 | (self.0[1] as u128) << 64
    }

    /// The squares from `64 * limb` on as bits; none beyond the capacity.
    #[inline(always)]
    pub const fn limb(&self, limb: usize) -> u64 {
        if limb < LIMBS { self.0[limb] } else { 0 }
    }

    /// The number of squares in the set.
    pub const fn len(&self) -> usize {
        let mut total = 0;
        let mut limb = 0;
        while limb < LIMBS {
            total += self.0[limb].count_ones() as usize;
            limb += 1;
        }
        total
    }

    /// Whether the set has no square.
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The squares of the set, lowest index first.
    pub fn indices(self) -> impl Iterator<Item = usize> {
        (0..Self::CAPACITY).filter(move |&index| self.contains(index))
    }
}
