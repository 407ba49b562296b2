//! The eight images of a word of squares, with one table for each third of the word.
//!
//! Idea: the image of a word is the union of the images of its thirds. A third has 512 values, so the image takes three
//! loads from 6 KB for each symmetry. Images of squares and headings, and products of symmetries, are tables as well.

use encodings::board::{Grid, Square, Symmetry};
use encodings::ostle::position::Heading;

/// One of the eight symmetries, by its index in [`Symmetry::ALL`]. 0 is the identity.
pub(super) type Which = u8;

/// The number of bits in a third of a word of 25 squares.
const THIRD: usize = 9;

/// The action of the eight symmetries on a board of `SIDE` by `SIDE` squares.
#[derive(Clone, Debug)]
pub(super) struct Images<const SIDE: usize> {
    /// By symmetry, third of the word and the bits of the third: the image of these bits.
    thirds: Box<[[[u32; 1 << THIRD]; 3]; 8]>,
    /// By symmetry and square: the image of the square.
    squares: [[u8; 32]; 8],
    headings: [[Heading; 4]; 8],
    /// The symmetry that applies the first one and then the second one.
    products: [[Which; 8]; 8],
}

impl<const SIDE: usize> Images<SIDE> {
    pub(super) fn new() -> Self {
        const { assert!(SIDE * SIDE <= 3 * THIRD, "squares beyond the thirds") };
        let layout = Grid::<SIDE, SIDE>::LAYOUT;
        let mut squares = [[0; 32]; 8];
        for (which, symmetry) in Symmetry::ALL.into_iter().enumerate() {
            // A square board has all eight symmetries.
            let Some(permutation) = symmetry.permutation(layout) else { continue };
            for index in 0..SIDE * SIDE {
                squares[which][permutation.source(index)] = index as u8;
            }
        }
        let image = |which: usize, word: u32| {
            let goes = (0..SIDE * SIDE).filter(|&index| word >> index & 1 == 1);
            goes.fold(0u32, |image, index| image | 1 << squares[which][index])
        };
        let thirds = std::array::from_fn(|which| {
            std::array::from_fn(|third| {
                std::array::from_fn(|bits| image(which, (bits as u32) << (third * THIRD)))
            })
        });
        let headings = std::array::from_fn(|which| {
            // A step from the middle square stays on the board, whatever its heading.
            let middle = SIDE / 2 * SIDE + SIDE / 2;
            Heading::ALL.map(|heading| {
                let next = Grid::<SIDE, SIDE>::shift(1u32 << middle, heading.direction());
                let (from, to) = (1u32 << squares[which][middle], image(which, next));
                let leads = |&&heading: &&Heading| Grid::<SIDE, SIDE>::shift(from, heading.direction()) == to;
                *Heading::ALL.iter().find(leads).unwrap_or(&heading)
            })
        });
        let products = std::array::from_fn(|first| {
            std::array::from_fn(|second| {
                let both = |index: usize| squares[second][usize::from(squares[first][index])];
                let same =
                    |&which: &usize| (0..SIDE * SIDE).all(|index| squares[which][index] == both(index));
                (0..8).find(same).unwrap_or_default() as Which
            })
        });
        Self { thirds: Box::new(thirds), squares, headings, products }
    }

    /// The image of a word.
    #[inline(always)]
    pub(super) fn word(&self, which: Which, word: u32) -> u32 {
        let tables = &self.thirds[usize::from(which & 7)];
        (0..3).fold(0, |image, third| {
            image | tables[third][(word >> (third * THIRD)) as usize & ((1 << THIRD) - 1)]
        })
    }

    /// The image of a square, as a bit.
    #[inline(always)]
    pub(super) fn bit(&self, which: Which, square: Square) -> u32 {
        1 << (self.squares[usize::from(which & 7)][square.index() & 31] & 31)
    }

    /// The image of a heading.
    #[inline(always)]
    pub(super) fn heading(&self, which: Which, heading: Heading) -> Heading {
        self.headings[usize::from(which & 7)][heading as usize]
    }

    /// The symmetry that applies `first` and then `second`.
    #[inline(always)]
    pub(super) fn product(&self, first: Which, second: Which) -> Which {
        self.products[usize::from(first & 7)][usize::from(second & 7)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use encodings::word::Word;

    fn check<const SIDE: usize>() {
        let images = Images::<SIDE>::new();
        let layout = Grid::<SIDE, SIDE>::LAYOUT;
        for which in 0..8u8 {
            let permutation = Symmetry::ALL[usize::from(which)].permutation(layout).unwrap();
            for seed in 0..200u32 {
                let word = seed.wrapping_mul(0x9e37_79b9) & ((1 << (SIDE * SIDE)) - 1);
                assert_eq!(images.word(which, word), word.permute(&permutation));
                for other in 0..8 {
                    let both = images.word(other, images.word(which, word));
                    assert_eq!(images.word(images.product(which, other), word), both);
                }
            }
            for square in layout.all() {
                for heading in Heading::ALL {
                    let next = Grid::<SIDE, SIDE>::shift(1u32 << square.index(), heading.direction());
                    let (from, heading) = (images.bit(which, square), images.heading(which, heading));
                    let there = Grid::<SIDE, SIDE>::shift(from, heading.direction());
                    assert_eq!(images.word(which, next), there);
                }
            }
        }
    }

    #[test]
    fn images_are_those_of_the_permutations() {
        check::<3>();
        check::<4>();
        check::<5>();
    }
}
