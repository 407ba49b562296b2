//! Numbers for sets of squares of a given size: the combinatorial number system.
//!
//! The number of the set of squares a < b < c < ... is C(a, 1) + C(b, 2) + C(c, 3) + ... For example, {0, 1} has number
//! 0 and {0, 2} has number 1 (E. Pascal, 1887; D. Knuth, The Art of Computer Programming, 7.2.1.3).

/// Numbers for sets of squares on a board of at most 64 squares.
#[derive(Clone, Debug)]
pub struct Combinations {
    squares: u32,
    /// C(n, k) at `65 n + k`.
    binomials: Vec<u64>,
}

const WIDTH: usize = 65;

impl Combinations {
    /// Numbers for the sets of squares of a board with `squares` squares, at most 64.
    pub fn new(squares: u32) -> Self {
        let mut binomials = vec![0u64; WIDTH * WIDTH];
        for n in 0..WIDTH {
            binomials[n * WIDTH] = 1;
            for k in 1..=n {
                let above = |k: usize| binomials[(n - 1) * WIDTH + k];
                // C(64, 32) is below 2^61.
                binomials[n * WIDTH + k] = above(k - 1) + above(k);
            }
        }
        Self { squares: squares.min(64), binomials }
    }

    /// The number of squares.
    pub const fn squares(&self) -> u32 {
        self.squares
    }

    /// The number of sets of `count` squares out of `squares`, both at most 64.
    #[inline]
    pub fn count(&self, squares: u32, count: u32) -> u64 {
        self.binomials[squares as usize * WIDTH + count as usize]
    }

    /// The number of a set among all sets of its size.
    #[inline]
    pub fn rank(&self, mut set: u64) -> u64 {
        let (mut rank, mut count) = (0, 1);
        while set != 0 {
            rank += self.binomials[set.trailing_zeros() as usize * WIDTH + count];
            set &= set - 1;
            count += 1;
        }
        rank
    }

    /// The number of a set among all sets of its size on the free squares.
    #[inline]
    pub fn rank_within(&self, mut set: u64, free: u64) -> u64 {
        let (mut rank, mut count) = (0, 1);
        while set != 0 {
            let lower = free & ((set & set.wrapping_neg()) - 1);
            rank += self.binomials[lower.count_ones() as usize * WIDTH + count];
            set &= set - 1;
            count += 1;
        }
        rank
    }

    /// The set with this number among the sets of a size: the inverse of [`Combinations::rank`].
    #[inline]
    pub fn unrank(&self, count: u32, mut rank: u64) -> u64 {
        let (mut set, mut square) = (0, self.squares as usize);
        for count in (1..=count as usize).rev() {
            square -= 1;
            while self.binomials[square * WIDTH + count] > rank {
                square -= 1;
            }
            rank -= self.binomials[square * WIDTH + count];
            set |= 1 << square;
        }
        set
    }

    /// The set with this number among the sets of a size on the free squares: the inverse of
    /// [`Combinations::rank_within`].
    #[inline]
    pub fn unrank_within(&self, count: u32, mut rank: u64, free: u64) -> u64 {
        let (mut set, mut rest, mut square) = (0u64, free, free.count_ones() as usize);
        for count in (1..=count as usize).rev() {
            loop {
                square -= 1;
                let highest = 1 << rest.ilog2();
                rest ^= highest;
                if self.binomials[square * WIDTH + count] <= rank {
                    rank -= self.binomials[square * WIDTH + count];
                    set |= highest;
                    break;
                }
            }
        }
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_sets_are_inverse() {
        let combinations = Combinations::new(9);
        let free = 0b1_0110_1101_u64;
        for count in 0..=6 {
            let all = combinations.count(9, count);
            for number in 0..all {
                let set = combinations.unrank(count, number);
                assert_eq!((set.count_ones(), combinations.rank(set)), (count, number));
            }
            for number in 0..combinations.count(free.count_ones(), count) {
                let set = combinations.unrank_within(count, number, free);
                assert_eq!((set.count_ones(), set & !free), (count, 0));
                assert_eq!(combinations.rank_within(set, free), number);
            }
        }
        assert_eq!(Combinations::new(64).count(64, 32), 1_832_624_140_942_590_534);
        let widest = Combinations::new(64);
        assert_eq!(widest.unrank(64, 0), u64::MAX);
        assert_eq!(widest.rank(u64::MAX << 32), widest.count(64, 32) - 1);
    }
}
