//! Signatures of positions: numbers that are the same for all images, by which most positions are told apart.

use super::symmetry::Images;
use encodings::ostle::rules::Pieces;

/// A number that is the same for all images of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Signature(pub(super) u32);

impl Signature {
    /// One of 1024 bits, as the index of a machine word and a mask.
    #[inline(always)]
    pub(super) fn bit(self) -> (usize, u64) {
        ((self.0 >> 28) as usize, 1 << (self.0 >> 22 & 63))
    }
}

/// The weights of signatures. A signature counts the pieces of each side in each orbit of squares. Among the positions
/// one move away from a position, few have the same signature.
#[derive(Clone, Debug)]
pub(super) struct Signatures {
    /// For each third of the word and its bits, the sum of the weights of its squares.
    weights: [[u32; 1 << Self::THIRD]; 3],
}

impl Signatures {
    /// The number of bits in a third of a word of 25 squares.
    const THIRD: u32 = 9;

    pub(super) fn new<const SIDE: usize>(images: &Images<SIDE>) -> Self {
        let weigh = |square: u32| {
            if square >= (SIDE * SIDE) as u32 {
                return 0;
            }
            // The orbit of a square is named by the least square in it. The constants are those of SplitMix64; any
            // other mixing function would do.
            let orbit = (0..8).map(|which| images.word(which, 1 << square).trailing_zeros()).min();
            let mixed = u64::from(orbit.unwrap_or_default() + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            (mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9) as u32 | 1
        };
        let sum = |third: u32, bits: u32| {
            let squares = (0..Self::THIRD).filter(|bit| bits >> bit & 1 == 1);
            squares.fold(0u32, |sum, bit| sum.wrapping_add(weigh(third * Self::THIRD + bit)))
        };
        let weights = std::array::from_fn(|third| std::array::from_fn(|bits| sum(third as u32, bits as u32)));
        Self { weights }
    }

    #[inline(always)]
    fn word(&self, word: u32) -> u32 {
        let third = |third: usize| {
            self.weights[third][(word >> (third as u32 * Self::THIRD)) as usize & ((1 << Self::THIRD) - 1)]
        };
        third(0).wrapping_add(third(1)).wrapping_add(third(2))
    }

    /// The signature of a position. The two sides and the hole have different weights.
    #[inline(always)]
    pub(super) fn of(&self, pieces: Pieces<u32>) -> Signature {
        let (own, opp) = (self.word(pieces.own), self.word(pieces.opp));
        let sides = own.wrapping_mul(0x2545_f491).wrapping_add(opp.wrapping_mul(0x9e37_79b1));
        Signature(sides ^ self.word(pieces.hole).rotate_left(16))
    }
}
