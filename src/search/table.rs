//! The table of facts: fixed memory, shared by threads.
//!
//! Idea: buckets of four entries, a cache line each. An entry has 64 bits of its position's digest, combined with its data by
//! exclusive or: an entry that two threads write at once belongs to no position (R. Hyatt, T. Mann, A lockless transposition
//! table implementation for parallel search, ICGA Journal 25, 2002). The other 64 bits of the digest choose the bucket. If a
//! bucket is full, the entry that cost the least work is replaced.
//!
//! What it does not show: that no two positions have the same digest.

use crate::Facts;
use certamen_work::WorkError;
use certamen_work::durable::{self, Pending};
use certamen_work::memory::{InsufficientMemory, require};
use memmap2::MmapMut;
use std::hash::{Hash, Hasher};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::Path;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};
use zerocopy::FromBytes;

/// The entries of a bucket, and the words of an entry.
const WAYS: usize = 4;
const WORDS: usize = 2 * WAYS;
/// The greatest proof number or disproof number: infinite.
pub(crate) const INFINITE: u32 = (1 << 28) - 1;
/// Data of entries: proof numbers, or facts.
const NUMBERS: u64 = 1 << 62;
const FACTS: u64 = 1 << 63;
/// No number of plies, in 16 bits.
const NONE: u64 = 0xffff;

/// A digest of 128 bits. Each half is a bijection of each word that is added.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Digest(u64, u64);

impl Digest {
    /// The digest of a value, for a purpose.
    pub(crate) fn of(value: &impl Hash, purpose: u64) -> u128 {
        let mut digest = Self(0x9e37_79b9_7f4a_7c15, 0x6a09_e667_f3bc_c909);
        value.hash(&mut digest);
        digest.write_u64(purpose);
        u128::from(digest.0) << 64 | u128::from(digest.1)
    }
}

impl Hasher for Digest {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word) ^ (chunk.len() as u64 & 7) << 61);
        }
    }

    #[inline]
    fn write_u64(&mut self, word: u64) {
        // The finalizers of SplitMix64 (S. Vigna) and of MurmurHash3 (A. Appleby).
        let mix = |mut lane: u64, one: u64, other: u64| {
            lane = (lane ^ lane >> 30).wrapping_mul(one);
            lane = (lane ^ lane >> 27).wrapping_mul(other);
            lane ^ lane >> 31
        };
        self.0 = mix(self.0 ^ word, 0xbf58_476d_1ce4_e5b9, 0x94d0_49bb_1331_11eb);
        self.1 = mix(self.1.rotate_left(17) ^ word, 0xff51_afd7_ed55_8ccd, 0xc4ce_b9fe_1a85_ec53);
    }

    #[inline]
    fn write_u8(&mut self, word: u8) {
        self.write_u64(word.into());
    }

    #[inline]
    fn write_u16(&mut self, word: u16) {
        self.write_u64(word.into());
    }

    #[inline]
    fn write_u32(&mut self, word: u32) {
        self.write_u64(word.into());
    }

    #[inline]
    fn write_u128(&mut self, word: u128) {
        self.write_u64(word as u64);
        self.write_u64((word >> 64) as u64);
    }

    #[inline]
    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }
}

/// What the table knows about a position and a goal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Entry {
    /// Facts.
    pub(crate) facts: Facts,
    /// The proof number and the disproof number, if no fact is known.
    pub(crate) numbers: Option<(u32, u32)>,
    /// The place of the ply that was best.
    pub(crate) best: u8,
}

impl Entry {
    fn of(data: u64) -> Self {
        if data & FACTS == 0 {
            let number = |shift: u32| (data >> shift) as u32 & INFINITE;
            return Self { numbers: Some((number(0), number(28))), ..Self::default() };
        }
        let plies = |shift: u32| data >> shift & NONE;
        let facts = Facts {
            won: Some(plies(0)).filter(|&plies| plies != NONE).map(|plies| plies as u32),
            safe: if plies(16) == NONE { Facts::NEVER } else { plies(16) as u32 },
        };
        Self { facts, numbers: None, best: (data >> 32) as u8 }
    }
}

/// The work for so many positions, as entries have it.
fn level(work: u64) -> u64 {
    u64::from(work.max(1).ilog2())
}

const fn level_of(data: u64) -> u64 {
    if data & FACTS == 0 { data >> 56 & 63 } else { data >> 40 & 63 }
}

/// The memory of a table.
#[derive(Debug)]
pub(crate) struct Memory(MmapMut);

impl Memory {
    /// Memory for at most this number of bytes, for one bucket at least.
    pub(crate) fn new(bytes: u64) -> Result<Self, InsufficientMemory> {
        let line = 8 * WORDS as u64;
        let bytes = (bytes / line).max(1) * line;
        require(bytes)?;
        let none = |_| InsufficientMemory { needed: bytes, available: 0 };
        let map = MmapMut::map_anon(
            usize::try_from(bytes).map_err(|_| InsufficientMemory { needed: bytes, available: 0 })?,
        )
        .map_err(none)?;
        #[cfg(target_os = "linux")]
        {
            // Advice only: without huge pages it is slower, but still correct.
            let _ = map.advise(memmap2::Advice::HugePage);
        }
        Ok(Self(map))
    }

    /// The table in this memory.
    pub(crate) fn table(&mut self) -> Table<'_> {
        // Pages are aligned, and their length is a multiple of a word, so this never fails.
        Table { cells: <[AtomicU64]>::mut_from_bytes(&mut self.0).unwrap_or_default() }
    }

    fn bytes(&self) -> u64 {
        self.0.len() as u64
    }
}

/// A table that threads share.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Table<'m> {
    cells: &'m [AtomicU64],
}

impl Table<'_> {
    /// The cells of the bucket of a key, and the rest of the key.
    #[inline]
    fn bucket(&self, key: u128) -> (&[AtomicU64], u64) {
        let buckets = self.cells.len() / WORDS;
        let at = (((key >> 64) * buckets as u128) >> 64) as usize * WORDS;
        (&self.cells[at..at + WORDS], key as u64)
    }

    /// What is known.
    #[inline]
    pub(crate) fn get(&self, key: u128) -> Option<Entry> {
        let (cells, check) = self.bucket(key);
        cells.chunks_exact(2).find_map(|cell| {
            let data = cell[1].load(Relaxed);
            (data != 0 && cell[0].load(Relaxed) ^ data == check).then(|| Entry::of(data))
        })
    }

    /// Adds facts. `work` is the number of positions that were looked at to find them.
    pub(crate) fn put_facts(&self, key: u128, facts: Facts, best: usize, work: u64) {
        let known = self.get(key).map_or(Facts::default(), |entry| entry.facts);
        let facts = facts.and(known);
        // A number that has no room is left out: nothing is said then.
        let won = facts.won.map(u64::from).filter(|&plies| plies < NONE).unwrap_or(NONE);
        let safe = if facts.safe == Facts::NEVER { NONE } else { u64::from(facts.safe).min(NONE - 1) };
        self.put(key, FACTS | level(work) << 40 | (best.min(255) as u64) << 32 | safe << 16 | won);
    }

    /// Replaces the numbers of a position about which no final fact is known.
    pub(crate) fn put_numbers(&self, key: u128, (proof, disproof): (u32, u32), work: u64) {
        let numbers = u64::from(proof.min(INFINITE)) | u64::from(disproof.min(INFINITE)) << 28;
        self.put(key, NUMBERS | level(work) << 56 | numbers);
    }

    fn put(&self, key: u128, data: u64) {
        let (cells, check) = self.bucket(key);
        let worth = |cell: &&[AtomicU64]| {
            let old = cell[1].load(Relaxed);
            let is_same = old != 0 && cell[0].load(Relaxed) ^ old == check;
            (!is_same, old != 0, level_of(old))
        };
        if let Some(cell) = cells.chunks_exact(2).min_by_key(worth) {
            cell[0].store(check ^ data, Relaxed);
            cell[1].store(data, Relaxed);
        }
    }
}

/// What a file of a table begins with.
const MAGIC: &str = "certamen table of facts 1";

/// Writes a table: a line with its subject and size, then for each 64 buckets which of them are not empty, and these; and a
/// digest of all.
pub(crate) fn save(memory: &mut Memory, path: &Path, subject: &str) -> Result<(), WorkError> {
    let head = format!("{MAGIC}\n{subject}\n{}\n", memory.bytes());
    let mut file = BufWriter::new(Pending::beside(path)?);
    let mut digest = Digest(0, 0);
    let mut write = |bytes: &[u8]| {
        digest.write(bytes);
        file.write_all(bytes)
    };
    let table = memory.table();
    let mut all = || {
        write(head.as_bytes())?;
        for group in table.cells.chunks(64 * WORDS) {
            let used = |bucket: &[AtomicU64]| bucket.iter().any(|cell| cell.load(Relaxed) != 0);
            let mask = group
                .chunks(WORDS)
                .enumerate()
                .fold(0, |mask, (at, bucket)| mask | u64::from(used(bucket)) << at);
            write(&mask.to_le_bytes())?;
            for cell in group.chunks(WORDS).filter(|bucket| used(bucket)).flatten() {
                write(&cell.load(Relaxed).to_le_bytes())?;
            }
        }
        Ok(())
    };
    all().map_err(WorkError::at(path))?;
    let ending = [digest.0.to_le_bytes(), digest.1.to_le_bytes()].concat();
    file.write_all(&ending).map_err(WorkError::at(path))?;
    file.into_inner().map_err(|error| WorkError::at(path)(error.into_error()))?.persist(path)
}

/// Reads a table of a subject of at most this number of bytes.
pub(crate) fn load(
    path: &Path,
    subject: &str,
    most: u64,
) -> Result<Result<Memory, InsufficientMemory>, WorkError> {
    let mut file = BufReader::new(durable::open(path)?);
    let mut digest = Digest(0, 0);
    let damaged = |reason: &str| WorkError::Damaged { path: path.to_owned(), reason: reason.to_owned() };
    let at = |error: io::Error| match error.kind() {
        io::ErrorKind::UnexpectedEof => damaged("it ends early"),
        _ => WorkError::at(path)(error),
    };
    let mut head = vec![0; MAGIC.len() + subject.len() + 2];
    file.read_exact(&mut head).map_err(at)?;
    if head != format!("{MAGIC}\n{subject}\n").into_bytes() {
        return Err(WorkError::other(path, format!("holds no facts about {subject}")));
    }
    let mut size = Vec::new();
    for byte in file.by_ref().bytes().take(21) {
        size.push(byte.map_err(at)?);
        if size.last() == Some(&b'\n') {
            break;
        }
    }
    let bytes: u64 =
        std::str::from_utf8(&size).ok().and_then(|size| size.trim_end().parse().ok()).unwrap_or(0);
    let line = 8 * WORDS as u64;
    if bytes == 0 || !bytes.is_multiple_of(line) {
        return Err(damaged("its size is not that of a table"));
    }
    if bytes > most.max(line) {
        return Ok(Err(InsufficientMemory { needed: bytes, available: most }));
    }
    let mut memory = match Memory::new(bytes) {
        Ok(memory) => memory,
        Err(error) => return Ok(Err(error)),
    };
    digest.write(&[head, size].concat());
    let mut word = || -> io::Result<u64> {
        let mut word = [0; 8];
        file.read_exact(&mut word)?;
        digest.write(&word);
        Ok(u64::from_le_bytes(word))
    };
    for group in memory.table().cells.chunks(64 * WORDS) {
        let mask = word().map_err(at)?;
        for (_, bucket) in group.chunks(WORDS).enumerate().filter(|(at, _)| mask >> at & 1 == 1) {
            for cell in bucket {
                cell.store(word().map_err(at)?, Relaxed);
            }
        }
    }
    let mut ending = Vec::new();
    file.take(17).read_to_end(&mut ending).map_err(at)?;
    if ending != [digest.0.to_le_bytes(), digest.1.to_le_bytes()].concat() {
        return Err(damaged("its checksum is wrong"));
    }
    Ok(Ok(memory))
}

/// How many threads are busy with positions, by a part of their digests. Only the order of work depends on it.
#[derive(Debug)]
pub(crate) struct Busy(Vec<AtomicU8>);

impl Busy {
    pub(crate) fn new() -> Self {
        Self((0..1 << 16).map(|_| AtomicU8::new(0)).collect())
    }

    fn cell(&self, key: u128) -> &AtomicU8 {
        &self.0[key as usize & 0xffff]
    }

    /// The number of threads.
    pub(crate) fn count(&self, key: u128) -> u32 {
        self.cell(key).load(Relaxed).into()
    }

    pub(crate) fn enter(&self, key: u128) {
        self.cell(key).fetch_add(1, Relaxed);
    }

    pub(crate) fn leave(&self, key: u128) {
        self.cell(key).fetch_sub(1, Relaxed);
    }
}
