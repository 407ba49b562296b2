//! Numbers of formulas and proofs, read eight bytes at a time, and written.
//!
//! Idea: the eight bytes are one machine word. One subtraction marks all bytes that are no digits (or that end a
//! binary number), counting zeros gives the length, and the digits are combined in pairs. There is no branch for each
//! byte, and so none that the processor guesses wrong where numbers differ in length.
//!
//! Source: L. Lamport, *Multiple Byte Processing with Full-Word Instructions*, CACM 1975; D. Lemire, *Quickly parsing
//! eight digits* (2018).
//!
//! What it does not do: errors. A number that is written in an unusual way, that is malformed, or that is near the end
//! of the window is [`None`], and the caller reads it byte by byte.

use std::num::NonZero;

/// The number of bytes of a word.
const BYTES: usize = size_of::<u64>();

/// The same byte eight times.
const fn all(byte: u8) -> u64 {
    u64::from_le_bytes([byte; BYTES])
}

/// The first eight bytes.
#[inline(always)]
fn word(bytes: &[u8]) -> Option<u64> {
    bytes.first_chunk().map(|bytes| u64::from_le_bytes(*bytes))
}

/// A decimal number in canonical form, of at most 15 digits and without a sign; the byte after it; and the bytes after
/// that one.
#[inline(always)]
pub(crate) fn decimal(bytes: &[u8]) -> Option<(u64, u8, &[u8])> {
    let word = word(bytes)?;
    let digits = word ^ all(b'0');
    let Some(bits) = bits_of_digits(digits) else { return long_decimal(bytes) };
    if digits as u8 == 0 || bits == 0 {
        // The number is 0, or there is a leading zero or no digit.
        return (bits == 8).then(|| (0, bytes[1], &bytes[2..]));
    }
    Some((value(digits, bits), (word >> bits) as u8, &bytes[bits as usize / 8 + 1..]))
}

/// A decimal number of 8 to 15 digits.
#[cold]
fn long_decimal(bytes: &[u8]) -> Option<(u64, u8, &[u8])> {
    let high = word(bytes)? ^ all(b'0');
    let rest = bytes.get(BYTES..)?;
    let low = word(rest)? ^ all(b'0');
    let bits = bits_of_digits(low)?;
    if high as u8 == 0 {
        return None;
    }
    let (more, low) = (bits as usize / 8, if bits == 0 { 0 } else { value(low, bits) });
    Some((value(high, u64::BITS) * 10_u64.pow(more as u32) + low, rest[more], &rest[more + 1..]))
}

/// The number of bits up to the first byte above 9; `None` if there is no such byte. Carries go only into bytes after
/// that one.
#[inline(always)]
fn bits_of_digits(digits: u64) -> Option<u32> {
    let above = (digits.wrapping_add(all(0x76)) | digits) & all(0x80);
    NonZero::new(above).map(|above| above.trailing_zeros() & !7)
}

/// The value of the digits in the first `bits`, at least 8, of a word.
#[inline(always)]
fn value(digits: u64, bits: u32) -> u64 {
    // The last digit moves to the top; zeros stand before the first one. Then neighbours are joined three times.
    let ones = digits << (bits.wrapping_neg() & 63);
    let twos = (ones.wrapping_mul(10 << 8 | 1) >> 8) & 0x00ff_00ff_00ff_00ff;
    let fours = (twos.wrapping_mul(100 << 16 | 1) >> 16) & 0x0000_ffff_0000_ffff;
    fours.wrapping_mul(10_000 << 32 | 1) >> 32
}

/// A number of seven bits in each byte, the lowest first, in canonical form and of at most eight bytes, and the bytes
/// after it.
#[inline(always)]
pub(crate) fn groups(bytes: &[u8]) -> Option<(u64, &[u8])> {
    let word = word(bytes)? as u32;
    let Some(ends) = NonZero::new(!word & 0x8080_8080) else { return long_groups(bytes) };
    // Everything up to the first byte whose top bit is clear.
    let kept = word & (ends.get() ^ (ends.get() - 1));
    let before = ends.trailing_zeros() & !7;
    // The top group is zero only in the number 0.
    if kept >> before == 0 && before > 0 {
        return None;
    }
    let value = kept & 0x7f | kept >> 1 & 0x3f80 | kept >> 2 & 0x001f_c000 | kept >> 3 & 0x0fe0_0000;
    Some((u64::from(value), &bytes[before as usize / 8 + 1..]))
}

/// A number of five to eight groups.
#[cold]
fn long_groups(bytes: &[u8]) -> Option<(u64, &[u8])> {
    let length = bytes.iter().take(BYTES).position(|byte| byte & 0x80 == 0)? + 1;
    let (number, rest) = bytes.split_at(length);
    let value = number.iter().rev().fold(0, |value, byte| value << 7 | u64::from(byte & 0x7f));
    (number[length - 1] != 0).then_some((value, rest))
}

/// Writes a number with a sign, as a binary proof has it: twice the magnitude, plus one for the sign, in groups of seven bits.
#[inline]
pub(crate) fn write_signed(bytes: &mut Vec<u8>, magnitude: u32, is_negative: bool) {
    let number = 2 * u64::from(magnitude) + u64::from(is_negative);
    let length = (number | 1).ilog2() / 7 + 1;
    let groups = number & 0x7f
        | number << 1 & 0x7f00
        | number << 2 & 0x007f_0000
        | number << 3 & 0x7f00_0000
        | number << 4 & 0x007f_0000_0000;
    // All bytes before the last one have the top bit set.
    let word = groups | all(0x80) & ((1 << (8 * (length - 1))) - 1);
    let end = bytes.len() + length as usize;
    bytes.extend_from_slice(&word.to_le_bytes());
    bytes.truncate(end);
}

#[cfg(test)]
mod tests {
    use super::{decimal, groups, write_signed};
    use proptest::prelude::*;

    /// Byte by byte: the number in canonical form that `bytes` begin with, and its length.
    fn plain_decimal(bytes: &[u8]) -> Option<(u64, usize)> {
        let length = bytes.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let is_canonical = length == 1 || (length > 1 && bytes[0] != b'0');
        let text = std::str::from_utf8(&bytes[..length]).expect("digits");
        (is_canonical && length < 16).then(|| (text.parse().expect("a number"), length))
    }

    fn plain_groups(bytes: &[u8]) -> Option<(u64, usize)> {
        let length = bytes.iter().position(|byte| byte & 0x80 == 0)? + 1;
        let is_canonical = length <= 8 && (length == 1 || bytes[length - 1] != 0);
        let value = bytes[..length].iter().rev().fold(0, |value, byte| value << 7 | u64::from(byte & 0x7f));
        is_canonical.then_some((value, length))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4000))]

        #[test]
        fn digits_are_read_as_byte_by_byte(digits in "[0-9]{0,18}", rest in any::<[u8; 18]>()) {
            let window = [digits.into_bytes(), rest.to_vec()].concat();
            let expected = plain_decimal(&window);
            prop_assert_eq!(
                decimal(&window),
                expected.map(|(value, length)| (value, window[length], &window[length + 1..]))
            );
        }

        #[test]
        fn a_short_window_is_left_alone(text in "[0-9]{0,7}") {
            prop_assert_eq!(decimal(text.as_bytes()), None);
            prop_assert_eq!(groups(text.as_bytes()), None);
        }

        #[test]
        fn a_written_number_is_read(magnitude in any::<u32>(), bits in 0..32_u32, is_negative in any::<bool>()) {
            let magnitude = magnitude >> bits;
            let mut window = vec![0x55];
            write_signed(&mut window, magnitude, is_negative);
            window.extend([0xff; 8]);
            let expected = (2 * u64::from(magnitude) + u64::from(is_negative), &[0xff; 8][..]);
            prop_assert_eq!(window[0], 0x55);
            prop_assert_eq!(groups(&window[1..]), Some(expected));
        }

        #[test]
        fn groups_are_read_as_byte_by_byte(value in any::<u64>(), bits in 0..64_u32, rest in any::<[u8; 9]>()) {
            let mut window = Vec::new();
            let mut left = value >> bits;
            while left > 0x7f {
                window.push(left as u8 | 0x80);
                left >>= 7;
            }
            window.push(left as u8);
            window.extend(rest);
            // And any bytes, which are mostly malformed.
            for window in [window.as_slice(), &rest] {
                let expected = plain_groups(window);
                prop_assert_eq!(groups(window), expected.map(|(value, length)| (value, &window[length..])));
            }
        }
    }
}
