//! Results for positions: a table of fixed size that threads share without locks.
//!
//! An entry is one word of 64 bits, written and read as a whole: 54 bits identify the position exactly, 10 bits are its
//! result. So an entry is never mistaken for another position's. A position is identified by the squares that hold
//! pieces (26 bits), the side and the kind of each piece (20 bits), and the anchored piece (4 bits).

use encodings::push_fight::Pieces;
use encodings::push_fight::board::Board;
use std::sync::atomic::{AtomicU64, Ordering};

/// The result for a position, in turns of the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct KnownResult {
    /// Won within this number of turns.
    pub(super) win: Option<u32>,
    /// Lost within this number of turns.
    pub(super) loss: Option<u32>,
    /// Not won within this number of turns.
    pub(super) no_win: u32,
    /// Not lost within this number of turns.
    pub(super) no_loss: u32,
}

/// The greatest number of turns that an entry can have.
pub(super) const NOTED: u32 = 15;

const NOTHING: KnownResult = KnownResult { win: None, loss: None, no_win: 0, no_loss: 0 };

const KNOWN_BITS: u32 = 10;

impl KnownResult {
    fn pack(self) -> u64 {
        let (kind, first, second) = match self {
            Self { win: Some(turns), .. } => (1, turns, 0),
            Self { loss: Some(turns), .. } => (2, turns, 0),
            Self { no_win, no_loss, .. } => (3, no_win, no_loss),
        };
        kind << 8 | u64::from(first.min(NOTED)) << 4 | u64::from(second.min(NOTED))
    }

    fn unpack(bits: u64) -> Self {
        let (first, second) = ((bits >> 4 & 15) as u32, (bits & 15) as u32);
        match bits >> 8 & 3 {
            1 => Self { win: Some(first), ..NOTHING },
            2 => Self { loss: Some(first), ..NOTHING },
            3 => Self { no_win: first, no_loss: second, ..NOTHING },
            _ => NOTHING,
        }
    }

    fn is_decided(self) -> bool {
        self.win.is_some() || self.loss.is_some()
    }
}

/// The number of slots in which a position may be stored.
const WAYS: usize = 4;
/// The least number of entries of a table.
const LEAST: usize = 1 << 10;

/// The table.
#[derive(Debug)]
pub(super) struct Table {
    entries: Vec<AtomicU64>,
    shift: u32,
}

impl Table {
    /// A table of at most `bytes` bytes; a smaller one if the system refuses as much.
    pub(super) fn new(bytes: usize) -> Self {
        let mut bits = (bytes / size_of::<AtomicU64>()).max(LEAST).ilog2();
        let mut entries = Vec::new();
        while entries.try_reserve_exact(1 << bits).is_err() && 1 << bits > LEAST {
            bits -= 1;
        }
        entries.resize_with(1 << bits, AtomicU64::default);
        Self { entries, shift: u64::BITS - bits }
    }

    fn place(&self, name: u64) -> usize {
        (name.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> self.shift) as usize & !(WAYS - 1)
    }

    pub(super) fn get<B: Board>(&self, pieces: &Pieces<u32>) -> KnownResult {
        let name = name::<B>(pieces);
        let entries = &self.entries[self.place(name)..][..WAYS];
        let found = entries.iter().map(|entry| entry.load(Ordering::Relaxed));
        found
            .filter(|entry| entry >> KNOWN_BITS == name)
            .map(KnownResult::unpack)
            .fold(NOTHING, |known, other| if known.is_decided() { known } else { merged(known, other) })
    }

    /// Stores a result, merged with the stored one.
    pub(super) fn note<B: Board>(&self, pieces: &Pieces<u32>, known: KnownResult) {
        let name = name::<B>(pieces);
        let place = self.place(name);
        let entries = &self.entries[place..][..WAYS];
        let old: [u64; WAYS] = std::array::from_fn(|way| entries[way].load(Ordering::Relaxed));
        let same = old.iter().position(|entry| entry >> KNOWN_BITS == name);
        let known = same.map_or(known, |way| merged(KnownResult::unpack(old[way]), known));
        // If all slots are taken, the entry that cost the least work is dropped.
        let worth = |entry: u64| if entry == 0 { 0 } else { 1 + (entry & 255).max(entry >> 4 & 15) };
        let way = same.unwrap_or_else(|| (0..WAYS).min_by_key(|&way| worth(old[way])).unwrap_or(0));
        entries[way].store(name << KNOWN_BITS | known.pack(), Ordering::Relaxed);
    }
}

/// The combination of two results.
fn merged(known: KnownResult, other: KnownResult) -> KnownResult {
    let least = |one: Option<u32>, other: Option<u32>| one.into_iter().chain(other).min();
    KnownResult {
        win: least(known.win, other.win),
        loss: least(known.loss, other.loss),
        no_win: known.no_win.max(other.no_win),
        no_loss: known.no_loss.max(other.no_loss),
    }
}

impl KnownResult {
    pub(super) fn win(turns: u32) -> Self {
        Self { win: Some(turns).filter(|&turns| turns <= NOTED), ..NOTHING }
    }

    pub(super) fn loss(turns: u32) -> Self {
        Self { loss: Some(turns).filter(|&turns| turns <= NOTED), ..NOTHING }
    }

    pub(super) fn no_win(turns: u32) -> Self {
        Self { no_win: turns, ..NOTHING }
    }

    pub(super) fn no_loss(turns: u32) -> Self {
        Self { no_loss: turns, ..NOTHING }
    }
}

/// A position as a number, exactly.
fn name<B: Board>(pieces: &Pieces<u32>) -> u64 {
    let occupied = pieces.occupied();
    let pushers = pieces.own.pushers | pieces.opp.pushers;
    let mut left = occupied;
    let mut name = 0u64;
    while left != 0 {
        let piece = left & left.wrapping_neg();
        left &= !piece;
        name = name << 2 | u64::from(pieces.own.all() & piece != 0) << 1 | u64::from(pushers & piece != 0);
    }
    let anchor = if pieces.anchor == 0 { 15 } else { (occupied & (pieces.anchor - 1)).count_ones() };
    let squares = compressed::<B>(occupied);
    name << 4 | u64::from(anchor) | squares << 24
}

/// The bits of the squares of the board, without gaps: at most 30.
fn compressed<B: Board>(word: u32) -> u64 {
    let files = B::LAYOUT.files();
    let top = (B::LAYOUT.ranks() - 1) * files;
    // The first rank lacks its first square and its last two, the last rank its first two and its last.
    let low = word >> 1 & ((1 << (files - 3)) - 1);
    let middle = word >> files & ((1u32 << (top - files)) - 1);
    let high = word >> (top + 2);
    u64::from(low) | u64::from(middle) << (files - 3) | u64::from(high) << (top - 3)
}
