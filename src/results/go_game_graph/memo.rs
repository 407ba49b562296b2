//! A table of numbers by key that threads share without waiting for each other.
//!
//! An entry is written once: the thread that takes it marks it as busy, writes the number, and then the key. A reader
//! that sees the key also sees the number. If the entries near that of a key are taken, the number is not stored, which
//! only costs time. Cost: 16 bytes for each entry.

use std::sync::atomic::{AtomicU64, Ordering};

#[derive(Debug, Default)]
struct Slot {
    key: AtomicU64,
    value: AtomicU64,
}

/// Numbers by key. No key is [`FREE`] or [`BUSY`].
#[derive(Debug)]
pub(super) struct Memo {
    slots: Vec<Slot>,
    shift: u32,
}

const FREE: u64 = 0;
const BUSY: u64 = u64::MAX;
/// The number of entries that are tried for a key.
const REACH: usize = 8;
/// 2^64 divided by the golden ratio: Knuth's multiplicative hashing.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

impl Memo {
    /// The size of an entry in bytes.
    pub(super) const SLOT: u64 = size_of::<Slot>() as u64;

    /// A table of 2^`bits` entries, `bits` from 4 to 40.
    pub(super) fn new(bits: u32) -> Self {
        let bits = bits.clamp(4, 40);
        let slots = std::iter::repeat_with(Slot::default).take(1 << bits).collect();
        Self { slots, shift: u64::BITS - bits }
    }

    /// The number of a key, if it is stored.
    pub(super) fn get(&self, key: u64) -> Option<u64> {
        for place in self.near(key) {
            match place.key.load(Ordering::Acquire) {
                found if found == key => return Some(place.value.load(Ordering::Relaxed)),
                FREE => return None,
                _ => {}
            }
        }
        None
    }

    /// Stores a number if there is a free entry for it; returns whether it did.
    pub(super) fn keep(&self, key: u64, value: u64) -> bool {
        for place in self.near(key) {
            match place.key.compare_exchange(FREE, BUSY, Ordering::Acquire, Ordering::Acquire) {
                Ok(_) => {
                    place.value.store(value, Ordering::Relaxed);
                    place.key.store(key, Ordering::Release);
                    return true;
                }
                // Another thread stored the same number first.
                Err(found) if found == key => return false,
                Err(_) => {}
            }
        }
        false
    }

    fn near(&self, key: u64) -> impl Iterator<Item = &Slot> {
        let hash = (key ^ key >> 32).wrapping_mul(GOLDEN) >> self.shift;
        let mask = self.slots.len() - 1;
        (0..REACH).map(move |step| &self.slots[(hash as usize + step) & mask])
    }
}

#[cfg(test)]
mod tests {
    use super::Memo;

    #[test]
    fn numbers_are_stored_until_the_table_is_full() {
        let memo = Memo::new(4);
        let kept: Vec<u64> = (1..100).filter(|&key| memo.keep(key, key * key)).collect();
        assert!((8..=16).contains(&kept.len()), "{kept:?}");
        for key in 1..100 {
            assert_eq!(memo.get(key), kept.contains(&key).then_some(key * key));
        }
        assert!(!memo.keep(kept[0], 0));
        assert_eq!(memo.get(kept[0]), Some(kept[0] * kept[0]));
    }
}
