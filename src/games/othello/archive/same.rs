//! Whether the native position, in bits, is the naive one, in letters.
//!
//! This happens for each position of each record. So eight letters are looked at in one step: a quarter of the time of
//! the whole verification went into a look at each letter by itself.

use super::line::LinePosition;
use verify::othello::FollowedPosition;

/// Whether both games have the same position, with the same legal squares.
#[inline]
pub(super) fn is_same(spot: &LinePosition, seen: FollowedPosition<'_>) -> bool {
    let (mut black, mut white, mut legal) = (0u64, 0u64, 0u64);
    for (place, letters) in seen.text.chunks(8).enumerate() {
        let mut eight = [0; 8];
        eight[..letters.len()].copy_from_slice(letters);
        let (eight, shift) = (u64::from_le_bytes(eight), 8 * place as u32);
        black |= of_letter(eight, b'X') << shift;
        white |= of_letter(eight, b'O') << shift;
        legal |= of_letter(eight, b'+') << shift;
    }
    let (own, opp) = if spot.black { (black, white) } else { (white, black) };
    (own, opp, legal) == (spot.discs.own, spot.discs.opp, spot.legal) && (seen.mover == 'X') == spot.black
}

/// The places of a letter among eight, as bits.
///
/// A byte that equals the letter becomes 0, and then alone it has no top bit after 127 was added to its low bits. The
/// product brings the eight answers together: that of byte `i`, at bit `8 i`, moves to bit `56 + i`.
#[inline]
const fn of_letter(eight: u64, letter: u8) -> u64 {
    const LOW: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let other = eight ^ u64::from_le_bytes([letter; 8]);
    let equal = !(((other & LOW) + LOW) | other | LOW);
    (equal >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn letters_are_found_in_any_bytes(eight: [u8; 8], letter: u8, at in 0..8_usize) {
            let mut eight = eight;
            for eight in [eight, { eight[at] = letter; eight }] {
                let expected = eight.iter().enumerate().filter(|&(_, &byte)| byte == letter);
                let expected: u64 = expected.map(|(index, _)| 1 << index).sum();
                prop_assert_eq!(of_letter(u64::from_le_bytes(eight), letter), expected);
            }
        }
    }
}
