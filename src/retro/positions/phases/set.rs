//! Sets of numbers: in memory a bit for each number of a range, in files in the form that is shorter.
//!
//! In a file a set is its blocks of 65,536 numbers that have members, in order: the number of the block (8 bytes), the
//! number of its members less one (2 bytes), and either the low 16 bits of each member or, if that is longer, a bit for
//! each number. A last block number of all ones ends the set. The same set always has the same bytes.
//!
//! Source: the containers of Roaring bitmaps (S. Chambi, D. Lemire, O. Kaser, R. Godin, 2016).
//! Cost: at most two bytes for each member, and at most one bit for each number of a block.

use super::super::value::{OPEN, narrow};
use std::io::{self, Read, Write};
use std::ops::Range;

/// The numbers of a block, and the words of their bits.
const BLOCK: u64 = 1 << 16;
const WORDS: usize = (BLOCK / 64) as usize;
/// The greatest number of members that a block lists one by one.
const MOST_LISTED: usize = (BLOCK / 16) as usize;
/// The number after the last block.
const END: u64 = u64::MAX;

/// A set of numbers within a range, a bit for each.
///
/// ```
/// use certamen_retro::positions::NumberSet;
///
/// let mut set = NumberSet::new(100..200);
/// [100, 150, 250].into_iter().for_each(|number| set.insert(number));
/// assert_eq!(set.iter().collect::<Vec<_>>(), [100, 150]);
/// let mut bytes = Vec::new();
/// set.write(&mut bytes)?;
/// let mut same = NumberSet::new(100..200);
/// assert_eq!(NumberSet::read(&mut &bytes[..], Some(&mut same))?, 2);
/// assert_eq!(same, set);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NumberSet {
    range: Range<u64>,
    /// The first number of the first word, where a block begins.
    base: u64,
    words: Vec<u64>,
}

impl NumberSet {
    /// The empty set.
    pub fn new(range: Range<u64>) -> Self {
        let base = range.start / BLOCK * BLOCK;
        let words = vec![0; (range.end.max(range.start) - base).div_ceil(BLOCK) as usize * WORDS];
        Self { range, base, words }
    }

    /// The set of all numbers of a range.
    pub fn full(range: Range<u64>) -> Self {
        let mut set = Self::new(range.clone());
        for (first, word) in (set.base..).step_by(64).zip(&mut set.words) {
            *word = mask(first, &range);
        }
        set
    }

    /// The bytes of a set of this number of numbers.
    pub const fn bytes(numbers: u64) -> u64 {
        // Up to a block more at either end.
        numbers / 8 + BLOCK / 4
    }

    /// Where a range can be divided so that each part is written on its own: at multiples of this.
    pub const fn divisor() -> u64 {
        BLOCK
    }

    /// The numbers that can be members.
    pub fn range(&self) -> Range<u64> {
        self.range.clone()
    }

    /// Whether a number is a member.
    #[inline(always)]
    pub fn contains(&self, number: u64) -> bool {
        let at = number.wrapping_sub(self.base);
        self.words.get((at / 64) as usize).is_some_and(|word| word >> (at % 64) & 1 == 1)
    }

    /// Adds a number. Nothing happens if it is outside the range.
    #[inline(always)]
    pub fn insert(&mut self, number: u64) {
        if self.range.contains(&number) {
            let at = number - self.base;
            self.words[(at / 64) as usize] |= 1 << (at % 64);
        }
    }

    /// Removes a number.
    #[inline(always)]
    pub fn remove(&mut self, number: u64) {
        let at = number.wrapping_sub(self.base);
        if let Some(word) = self.words.get_mut((at / 64) as usize) {
            *word &= !(1 << (at % 64));
        }
    }

    /// The number of members.
    pub fn len(&self) -> u64 {
        self.words.iter().map(|word| u64::from(word.count_ones())).sum()
    }

    /// Whether it has no members.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// The members, in order.
    pub fn iter(&self) -> impl Iterator<Item = u64> + '_ {
        self.within(self.range.clone())
    }

    /// The members in a range, in order.
    pub fn within(&self, range: Range<u64>) -> impl Iterator<Item = u64> + '_ {
        let (start, end) = (range.start.max(self.range.start), range.end.min(self.range.end));
        let (first, last) =
            if start < end { ((start - self.base) / 64, (end - self.base).div_ceil(64)) } else { (0, 0) };
        (first..last).flat_map(move |at| {
            let number = self.base + 64 * at;
            Ones { word: self.words[at as usize] & mask(number, &(start..end)), number }
        })
    }

    /// Writes the code of the members into the codes of the range: they are decided in this number of plies, at most
    /// [`LAST_PHASE`](super::LAST_PHASE), or have no position. Returns whether all their codes were those of draws before.
    #[must_use]
    pub fn put_codes(&self, plies: Option<u16>, codes: &mut [u16]) -> bool {
        let byte = plies.map_or(narrow::NOTHING, |plies| narrow::byte(plies.min(narrow::MOST_PLIES)));
        let mut were_open = true;
        for number in self.iter() {
            if let Some(code) = codes.get_mut((number - self.range.start) as usize) {
                were_open &= std::mem::replace(code, narrow::wide(byte)) == OPEN;
            }
        }
        were_open
    }

    /// Keeps the members that are in another set too. Those outside the range of the other one are kept.
    pub fn keep(&mut self, other: &Self) {
        self.with_words_of(other, |word, other| *word &= other);
    }

    /// Removes the members of another set.
    pub fn take_out(&mut self, other: &Self) {
        self.with_words_of(other, |word, other| *word &= !other);
    }

    fn with_words_of(&mut self, other: &Self, mut change: impl FnMut(&mut u64, u64)) {
        for (first, word) in (self.base..).step_by(64).zip(&mut self.words) {
            let common = mask(first, &other.range);
            let Some(at) = first.checked_sub(other.base) else { continue };
            if let Some(&found) = other.words.get((at / 64) as usize).filter(|_| common != 0) {
                let mut changed = *word;
                change(&mut changed, found);
                *word = *word & !common | changed & common;
            }
        }
    }

    /// Writes the set.
    ///
    /// # Errors
    /// The errors of the receiver.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        self.write_part(out)?;
        Self::write_end(out)
    }

    /// Writes the set without its end. Sets of ranges that follow each other, and begin at multiples of
    /// [`NumberSet::divisor`], are written as one set if each is written like this, and then [`NumberSet::write_end`].
    ///
    /// # Errors
    /// The errors of the receiver.
    pub fn write_part(&self, out: &mut dyn Write) -> io::Result<()> {
        for (number, words) in (self.base / BLOCK..).zip(self.words.chunks_exact(WORDS)) {
            let members = words.iter().map(|word| word.count_ones() as usize).sum::<usize>();
            if members == 0 {
                continue;
            }
            let mut bytes = Vec::with_capacity(10 + 8 * WORDS);
            bytes.extend(number.to_le_bytes());
            bytes.extend(((members - 1) as u16).to_le_bytes());
            if members <= MOST_LISTED {
                let ones = (0..).step_by(64).zip(words);
                let ones = ones.flat_map(|(number, &word)| Ones { word, number });
                bytes.extend(ones.flat_map(|number| (number as u16).to_le_bytes()));
            } else {
                bytes.extend(words.iter().flat_map(|word| word.to_le_bytes()));
            }
            out.write_all(&bytes)?;
        }
        Ok(())
    }

    /// Ends a set that was written in parts.
    ///
    /// # Errors
    /// The errors of the receiver.
    pub fn write_end(out: &mut dyn Write) -> io::Result<()> {
        out.write_all(&END.to_le_bytes())
    }

    /// Reads a set and returns the number of its members; those in the range of `into` are added to it.
    ///
    /// # Errors
    /// An error of kind `InvalidData` if these are not the bytes of a set, and the errors of the reader.
    pub fn read(input: &mut dyn Read, mut into: Option<&mut Self>) -> io::Result<u64> {
        let (mut members, mut least) = (0, 0);
        let mut bytes = vec![0; 8 * WORDS];
        loop {
            let mut number = [0; 8];
            input.read_exact(&mut number)?;
            let number = u64::from_le_bytes(number);
            if number == END {
                return Ok(members);
            }
            if number < least || number > END / BLOCK {
                return Err(malformed("its blocks are not in order"));
            }
            least = number + 1;
            let mut count = [0; 2];
            input.read_exact(&mut count)?;
            let count = usize::from(u16::from_le_bytes(count)) + 1;
            let bytes = &mut bytes[..if count <= MOST_LISTED { 2 * count } else { 8 * WORDS }];
            input.read_exact(bytes)?;
            let words = words_of(bytes, count)?;
            if let Some(into) = into.as_deref_mut() {
                into.add(number * BLOCK, &words);
            }
            members += count as u64;
        }
    }

    /// Adds the members of a block that are in the range.
    fn add(&mut self, first: u64, block: &[u64]) {
        let Some(at) = first.checked_sub(self.base).map(|at| (at / 64) as usize) else { return };
        let Some(words) = self.words.get_mut(at..) else { return };
        for ((number, word), &added) in (first..).step_by(64).zip(words).zip(block) {
            *word |= added & mask(number, &self.range);
        }
    }
}

/// The bits of the 64 numbers from `first` that are in a range.
#[inline(always)]
fn mask(first: u64, range: &Range<u64>) -> u64 {
    let below = |end: u64| match end.saturating_sub(first) {
        0 => 0,
        count @ 1..64 => (1 << count) - 1,
        _ => u64::MAX,
    };
    below(range.end) & !below(range.start)
}

/// The words of a block, from the list or the bits of its members.
fn words_of(bytes: &[u8], count: usize) -> io::Result<Vec<u64>> {
    let mut words = vec![0u64; WORDS];
    if count <= MOST_LISTED {
        let mut least = 0;
        for pair in bytes.chunks_exact(2) {
            let member = usize::from(u16::from_le_bytes([pair[0], pair[1]]));
            if member < least {
                return Err(malformed("its members are not in order"));
            }
            least = member + 1;
            words[member / 64] |= 1 << (member % 64);
        }
        return Ok(words);
    }
    for (word, bytes) in words.iter_mut().zip(bytes.chunks_exact(8)) {
        *word = bytes.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
    }
    let found: usize = words.iter().map(|word| word.count_ones() as usize).sum();
    if found == count { Ok(words) } else { Err(malformed("a block has another number of members")) }
}

fn malformed(reason: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("not a set of numbers: {reason}"))
}

/// The numbers of the bits of a word.
struct Ones {
    word: u64,
    number: u64,
}

impl Iterator for Ones {
    type Item = u64;

    #[inline(always)]
    fn next(&mut self) -> Option<u64> {
        if self.word == 0 {
            return None;
        }
        let bit = self.word.trailing_zeros();
        self.word &= self.word - 1;
        Some(self.number + u64::from(bit))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn set_of(range: Range<u64>, members: &BTreeSet<u64>) -> NumberSet {
        let mut set = NumberSet::new(range);
        for &number in members {
            set.insert(number);
        }
        set
    }

    fn written(set: &NumberSet) -> Vec<u8> {
        let mut bytes = Vec::new();
        set.write(&mut bytes).unwrap();
        bytes
    }

    proptest! {
        #[test]
        fn a_set_is_what_its_members_are(
            start in 0u64..200_000, length in 0u64..200_000, other in 0u64..200_000,
            members in prop::collection::btree_set(0u64..400_000, 0..300),
        ) {
            let range = start..start + length;
            let set = set_of(range.clone(), &members);
            let inside: Vec<u64> = members.iter().copied().filter(|number| range.contains(number)).collect();
            prop_assert_eq!(set.iter().collect::<Vec<_>>(), inside.clone());
            prop_assert_eq!((set.len(), set.is_empty()), (inside.len() as u64, inside.is_empty()));
            prop_assert!(members.iter().all(|&number| set.contains(number) == range.contains(&number)));
            let part = other..other + 50_000;
            let expected = inside.iter().copied().filter(|number| part.contains(number)).collect::<Vec<_>>();
            prop_assert_eq!(set.within(part.clone()).collect::<Vec<_>>(), expected);
            // Read whole, and by a set of another range.
            let bytes = written(&set);
            for into in [range.clone(), part.clone()] {
                let mut read = NumberSet::new(into.clone());
                prop_assert_eq!(NumberSet::read(&mut &bytes[..], Some(&mut read)).unwrap(), set.len());
                prop_assert_eq!(read, set_of(into, &inside.iter().copied().collect()));
            }
            // Sets of other ranges change only what they have in common.
            let every_second: BTreeSet<u64> = (part.start..part.end).step_by(2).collect();
            let second = set_of(part.clone(), &every_second);
            let (mut kept, mut rest) = (set.clone(), set.clone());
            kept.keep(&second);
            rest.take_out(&second);
            for &number in &inside {
                let is_in = every_second.contains(&number);
                prop_assert_eq!(kept.contains(number), is_in || !part.contains(&number));
                prop_assert_eq!(rest.contains(number), !is_in);
            }
        }

        #[test]
        fn arbitrary_bytes_are_read_without_a_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let mut set = NumberSet::new(0..1000);
            let _ = NumberSet::read(&mut &bytes[..], Some(&mut set));
        }
    }

    #[test]
    fn dense_blocks_are_bits_and_parts_are_one_set() {
        let all = NumberSet::full(10..200_000);
        assert_eq!((all.len(), all.contains(9), all.contains(200_000)), (199_990, false, false));
        let bytes = written(&all);
        assert!(bytes.len() < 200_000 / 8 + 8192 + 100, "{}", bytes.len());
        let mut in_parts = Vec::new();
        for start in (0..200_000).step_by(NumberSet::divisor() as usize) {
            let range = start.max(10)..200_000.min(start + NumberSet::divisor());
            NumberSet::full(range).write_part(&mut in_parts).unwrap();
        }
        NumberSet::write_end(&mut in_parts).unwrap();
        assert_eq!(in_parts, bytes);
        let mut read = NumberSet::new(0..300_000);
        assert_eq!(NumberSet::read(&mut &bytes[..], Some(&mut read)).unwrap(), 199_990);
        assert_eq!(read.iter().next(), Some(10));
        // Any truncation and exchanged blocks are errors.
        for end in [0, 1, 7, 9, 100, bytes.len() - 1] {
            assert!(NumberSet::read(&mut &bytes[..end], None).is_err(), "{end}");
        }
        let block = 10 + 8 * WORDS;
        let swapped = [&bytes[block..2 * block], &bytes[..block], &bytes[2 * block..]].concat();
        assert!(NumberSet::read(&mut &swapped[..], None).is_err());
    }
}
