//! The eight images of a board, computed by exchanging bits at a distance.
//!
//! Idea: a reflection exchanges pairs of squares that lie equally far apart; a few operations on the word exchange all
//! of them (a delta swap). One transposition and the reflections of ranks and files of both it and the word itself give
//! all eight images. Source: D. E. Knuth, The Art of Computer Programming 4A, 7.1.3. Cost on 8x8: about 50 operations
//! for all eight images of a word.
//!
//! The tests compare this with the general permutations of `encodings`.

/// The reflections of a `SIDE` by `SIDE` board as operations on words.
struct Reflection<const SIDE: usize>;

/// Exchanges each bit in `mask` with the one `distance` above it.
#[inline(always)]
const fn delta_swap(word: u64, mask: u64, distance: usize) -> u64 {
    let differing = (word ^ word >> distance) & mask;
    word ^ differing ^ differing << distance
}

impl<const SIDE: usize> Reflection<SIDE> {
    /// The squares of each file.
    const FILES: [u64; 8] = Self::lines(1, SIDE, 0);
    /// The squares of each rank.
    const RANKS: [u64; 8] = Self::lines(SIDE, 1, 0);
    /// The squares that lie `index` files to the right of the diagonal a1, b2, ....
    const DIAGONALS: [u64; 8] = Self::lines(1, SIDE + 1, 1);

    /// For each `index` the squares `index * first + i * step`, of which there are `SIDE`, minus `shorter` for each
    /// line.
    const fn lines(first: usize, step: usize, shorter: usize) -> [u64; 8] {
        let mut lines = [0; 8];
        let mut index = 0;
        while index < SIDE {
            let mut place = 0;
            while place + shorter * index < SIDE {
                lines[index] |= 1 << (index * first + place * step);
                place += 1;
            }
            index += 1;
        }
        lines
    }

    #[inline(always)]
    fn mirror_ranks(word: u64) -> u64 {
        if SIDE == 8 {
            return word.swap_bytes();
        }
        (0..SIDE / 2)
            .fold(word, |word, rank| delta_swap(word, Self::RANKS[rank], (SIDE - 1 - 2 * rank) * SIDE))
    }

    #[inline(always)]
    fn mirror_files(word: u64) -> u64 {
        if SIDE == 8 {
            let word = delta_swap(word, 0x5555_5555_5555_5555, 1);
            let word = delta_swap(word, 0x3333_3333_3333_3333, 2);
            return delta_swap(word, 0x0f0f_0f0f_0f0f_0f0f, 4);
        }
        (0..SIDE / 2).fold(word, |word, file| delta_swap(word, Self::FILES[file], SIDE - 1 - 2 * file))
    }

    #[inline(always)]
    fn transpose(word: u64) -> u64 {
        if SIDE == 8 {
            let word = delta_swap(word, 0x00aa_00aa_00aa_00aa, 7);
            let word = delta_swap(word, 0x0000_cccc_0000_cccc, 14);
            return delta_swap(word, 0x0000_0000_f0f0_f0f0, 28);
        }
        (1..SIDE).fold(word, |word, apart| delta_swap(word, Self::DIAGONALS[apart], apart * (SIDE - 1)))
    }
}

/// The eight images of a word, the word itself first. The symmetries of the first four keep the colours of the start,
/// those of the last four exchange them; the fifth is its own inverse.
#[inline(always)]
pub(super) fn images<const SIDE: usize>(word: u64) -> [u64; 8] {
    let mirrored = Reflection::<SIDE>::mirror_files(word);
    let transposed = Reflection::<SIDE>::transpose(word);
    let both = Reflection::<SIDE>::mirror_files(transposed);
    [
        word,
        transposed,
        Reflection::<SIDE>::mirror_ranks(mirrored),
        Reflection::<SIDE>::mirror_ranks(both),
        mirrored,
        both,
        Reflection::<SIDE>::mirror_ranks(word),
        Reflection::<SIDE>::mirror_ranks(transposed),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use encodings::board::{Grid, Symmetry};
    use encodings::othello::position::Position;
    use encodings::word::Word;

    fn check<const SIDE: usize>(word: u64) {
        let layout = Grid::<SIDE, SIDE>::LAYOUT;
        let word = word & 0u64.constant(&Grid::<SIDE, SIDE>::FULL);
        let mut fast = images::<SIDE>(word);
        let mut plain: Vec<u64> =
            Symmetry::of(layout).map(|s| word.permute(&s.permutation(layout).unwrap())).collect();
        assert_eq!(images::<SIDE>(fast[4])[4], word);
        fast.sort_unstable();
        plain.sort_unstable();
        assert_eq!(fast.as_slice(), plain);
    }

    #[test]
    fn images_agree_with_the_permutations() {
        let single = (0..64).map(|index| 1 << index);
        let mixed = (0..1000u64).map(|index| (index ^ index << 40).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        for word in single.chain(mixed) {
            check::<4>(word);
            check::<6>(word);
            check::<8>(word);
        }
    }

    fn split<const SIDE: usize>() {
        let start = Position::<SIDE>::start().discs();
        assert_eq!(images::<SIDE>(start.own), [[start.own; 4], [start.opp; 4]].concat()[..]);
    }

    #[test]
    fn four_symmetries_keep_the_colours_of_the_start() {
        split::<4>();
        split::<6>();
        split::<8>();
    }
}
