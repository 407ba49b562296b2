//! A list of positions as a numbering: the number of a position is its place in a sorted list.
//!
//! Idea: where the pieces of a game never stand on most squares, nearly all combinations of squares are positions that no
//! game reaches. So the positions that are reached are found first ([`FoundPositions`]), and each layer numbers its own in
//! order. Of positions that symmetries carry to each other the list has the one with the least key. A key has the contents
//! of all squares: the bits of the number of the word that has the square, or 0; first the lowest bits of all squares. A
//! flag is its last byte.
//!
//! Cost: the bytes of a key for each position, such as 7 on 5x5 squares with two words. In a file: each key as the number
//! of bytes that it shares with the one before, and the bytes that follow.
//!
//! A list need not be believed. If it lacks a position that is reached, a move leads to a position without a number, or the
//! start has none, which is an error both when the game is solved and when it is read. A position too many changes no value:
//! its own follows from its moves, and no position that is reached leads to it; but it is counted, so that `audit` finds the
//! positions again.

use super::{MOST_WORDS, Symmetries};
use hashbrown::HashTable;
use rustc_hash::FxHasher;
use std::cmp::Ordering;
use std::collections::{BTreeMap, HashMap};
use std::hash::Hasher as _;

/// The largest number of positions of a list.
pub const MOST_LISTED: u64 = 1 << 24;
/// The bits that tell [`MOST_WORDS`] words and an empty square apart.
const MOST_PLANES: usize = 5;
/// The largest number of bytes of a key: that of 64 squares, and a flag.
const MOST_BYTES: usize = 8 * MOST_PLANES + 1;

/// The key of a position, of which the list has the first bytes.
pub(crate) type Key = [u8; MOST_BYTES];
/// The number of squares in each word, at most 64.
pub(crate) type SetSizes = [u8; MOST_WORDS];

/// The number of squares in each set.
pub(crate) fn sizes_of(sets: &[u64]) -> SetSizes {
    let mut sizes = [0; MOST_WORDS];
    sizes.iter_mut().zip(sets).for_each(|(size, set)| *size = set.count_ones() as u8);
    sizes
}

/// Numbers for the positions of a list.
#[derive(Clone, Debug)]
pub struct PositionList {
    symmetries: Symmetries,
    words: usize,
    /// Whether a flag follows the words, which belongs to no square.
    has_flag: bool,
    /// The keys of each layer, one after the other.
    layers: Vec<Vec<u8>>,
    by_sizes: HashMap<SetSizes, u32>,
}

impl PositionList {
    /// A list without positions, for boards with this number of words, at most [`MOST_WORDS`].
    pub fn new(symmetries: Symmetries, words: usize) -> Self {
        Self { symmetries, words, has_flag: false, layers: Vec::new(), by_sizes: HashMap::new() }
    }

    /// The same, for positions in which a flag follows the words.
    #[must_use]
    pub fn with_flag(self, has_flag: bool) -> Self {
        Self { has_flag, ..self }
    }

    /// The symmetries under which positions are one.
    pub fn symmetries(&self) -> &Symmetries {
        &self.symmetries
    }

    fn planes(&self) -> usize {
        (usize::BITS - self.words.leading_zeros()) as usize
    }

    /// The number of bytes of a key.
    pub fn stride(&self) -> usize {
        let planes = (self.planes() * self.symmetries.squares() as usize).div_ceil(8).max(1);
        planes + usize::from(self.has_flag)
    }

    /// The largest list of such positions that is found within this memory.
    pub(crate) fn limit(&self, memory: u64) -> u64 {
        // The key twice while its list grows, its place in a table that grows, its place in order.
        MOST_LISTED.min(memory / (2 * self.stride() as u64 + 24))
    }

    /// The least key of the images of these sets.
    pub(crate) fn key(&self, sets: &[u64]) -> Key {
        let mut planes = [0; MOST_PLANES];
        for (number, set) in (1usize..).zip(&sets[..self.words]) {
            (0..MOST_PLANES).filter(|plane| number >> plane & 1 == 1).for_each(|plane| planes[plane] |= set);
        }
        let planes = &planes[..self.planes()];
        let image =
            |symmetry| self.packed(planes.iter().map(|&plane| self.symmetries.image(symmetry, plane)));
        let mut key = (1..self.symmetries.count()).map(image).fold(image(0), Key::min);
        if let Some(&flag) = sets.get(self.words).filter(|_| self.has_flag) {
            key[self.stride() - 1] = flag as u8;
        }
        key
    }

    /// The bits of the planes, one plane after the other.
    fn packed(&self, planes: impl Iterator<Item = u64>) -> Key {
        let (mut key, mut at, mut bits, mut filled) = ([0; MOST_BYTES], 0, 0u128, 0);
        for plane in planes {
            bits |= u128::from(plane) << filled;
            filled += self.symmetries.squares();
            while filled >= 8 {
                key[at] = bits as u8;
                (at, bits, filled) = (at + 1, bits >> 8, filled - 8);
            }
        }
        if filled > 0 {
            key[at] = bits as u8;
        }
        key
    }

    /// The sets of a key.
    pub(crate) fn unpack(&self, key: &[u8], sets: &mut [u64]) {
        let (squares, mut bytes) = (self.symmetries.squares(), key.iter());
        let (mut planes, mut bits, mut filled) = ([0; MOST_PLANES], 0u128, 0);
        for plane in &mut planes[..self.planes()] {
            while filled < squares {
                bits |= u128::from(bytes.next().copied().unwrap_or(0)) << filled;
                filled += 8;
            }
            *plane = bits as u64 & self.symmetries.board();
            (bits, filled) = (bits >> squares, filled - squares);
        }
        let (of_pieces, flag) = sets.split_at_mut(self.words);
        if let Some(flag) = flag.first_mut() {
            *flag = u64::from(key[self.stride() - 1]);
        }
        for (number, set) in (1usize..).zip(of_pieces) {
            let has = |(plane, bits): (usize, &u64)| if number >> plane & 1 == 1 { *bits } else { !bits };
            let planes = planes[..self.planes()].iter().enumerate();
            *set = planes.map(has).fold(self.symmetries.board(), |set, bits| set & bits);
        }
    }

    /// The number of positions in a layer.
    pub fn size(&self, layer: u32) -> u64 {
        (self.layers[layer as usize].len() / self.stride()) as u64
    }

    /// The layer of these numbers of squares, if it exists.
    pub(crate) fn layer(&self, sizes: &SetSizes) -> Option<u32> {
        self.by_sizes.get(sizes).copied()
    }

    /// The layer and the number of disjoint sets. `None` if the list does not have them.
    pub fn place(&self, sets: &[u64]) -> Option<(u32, u64)> {
        let layer = self.layer(&sizes_of(sets))?;
        let (stride, keys, key) = (self.stride(), &self.layers[layer as usize], self.key(sets));
        let (mut low, mut high) = (0, keys.len() / stride);
        while low < high {
            let middle = low.midpoint(high);
            match keys[middle * stride..][..stride].cmp(&key[..stride]) {
                Ordering::Less => low = middle + 1,
                Ordering::Equal => return Some((layer, middle as u64)),
                Ordering::Greater => high = middle,
            }
        }
        None
    }

    /// Finds the sets of a number.
    pub fn sets(&self, layer: u32, number: u64, sets: &mut [u64]) {
        let stride = self.stride();
        self.unpack(&self.layers[layer as usize][number as usize * stride..][..stride], sets);
    }

    /// The list in bytes, without the sizes of its layers.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for keys in &self.layers {
            let mut last: &[u8] = &[];
            for key in keys.chunks_exact(self.stride()) {
                let shared = last.iter().zip(key).take_while(|(one, other)| one == other).count();
                bytes.push(shared as u8);
                bytes.extend(&key[shared..]);
                last = key;
            }
        }
        bytes
    }

    /// Adds layers with these numbers of squares and positions from the bytes of a list.
    ///
    /// # Errors
    /// The reason if these are not the bytes of a list.
    pub(crate) fn read(mut self, layers: &[(SetSizes, u64)], mut bytes: &[u8]) -> Result<Self, String> {
        let stride = self.stride();
        for (number, (sizes, size)) in (0u32..).zip(layers) {
            let (mut keys, mut last) = (Vec::new(), [0; MOST_BYTES]);
            let mut sets = [0; MOST_WORDS];
            let sets = &mut sets[..self.words + usize::from(self.has_flag)];
            for place in 0..*size {
                let (&shared, rest) = bytes.split_first().ok_or("it ends too early")?;
                let shared = usize::from(shared);
                let length = stride.checked_sub(shared).ok_or("a key is longer than the board")?;
                let (own, rest) = rest.split_at_checked(length).ok_or("it ends too early")?;
                let before = last;
                last[shared..stride].copy_from_slice(own);
                if place > 0 && last <= before {
                    return Err("its positions are not in order".to_owned());
                }
                self.unpack(&last[..stride], sets);
                if sizes_of(sets) != *sizes || self.key(sets)[..stride] != last[..stride] {
                    return Err("a key is not that of a position of its layer".to_owned());
                }
                keys.extend(&last[..stride]);
                bytes = rest;
            }
            self.layers.push(keys);
            if self.by_sizes.insert(*sizes, number).is_some() {
                return Err("two layers have the same numbers of pieces".to_owned());
            }
        }
        if bytes.is_empty() { Ok(self) } else { Err("bytes follow its last position".to_owned()) }
    }
}

/// Positions in the order in which they were found, each once.
#[derive(Debug)]
pub(crate) struct FoundPositions {
    stride: usize,
    keys: Vec<u8>,
    table: HashTable<u32>,
}

impl FoundPositions {
    /// No position yet, of those that a list can have.
    pub(crate) fn new(list: &PositionList) -> Self {
        Self { stride: list.stride(), keys: Vec::new(), table: HashTable::new() }
    }

    /// The number of positions.
    pub(crate) fn len(&self) -> usize {
        self.table.len()
    }

    /// The keys, one after the other.
    pub(crate) fn keys(&self) -> &[u8] {
        &self.keys
    }

    /// Adds a position, unless it is there. At most [`MOST_LISTED`] and one are added.
    pub(crate) fn insert(&mut self, key: &[u8]) {
        let Self { stride, keys, table } = self;
        let of = |number: &u32| &keys[*number as usize * *stride..][..*stride];
        let hash = hash_of(key);
        if table.find(hash, |number| of(number) == key).is_none() {
            table.insert_unique(hash, table.len() as u32, |number| hash_of(of(number)));
            keys.extend(key);
        }
    }

    /// The list of these positions, and the numbers of squares of its layers.
    pub(crate) fn into_list(self, mut list: PositionList) -> (PositionList, Vec<SetSizes>) {
        let Self { stride, keys, table } = self;
        drop(table);
        let mut layers: BTreeMap<SetSizes, Vec<&[u8]>> = BTreeMap::new();
        let mut sets = [0; MOST_WORDS];
        for key in keys.chunks_exact(stride) {
            let sets = &mut sets[..list.words + usize::from(list.has_flag)];
            list.unpack(key, sets);
            layers.entry(sizes_of(sets)).or_default().push(key);
        }
        for (number, (sizes, keys)) in (0u32..).zip(&mut layers) {
            keys.sort_unstable();
            list.layers.push(keys.concat());
            list.by_sizes.insert(*sizes, number);
        }
        (list, layers.into_keys().collect())
    }
}

fn hash_of(key: &[u8]) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(key);
    hasher.finish()
}
