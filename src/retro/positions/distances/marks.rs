//! Two bits for each number: in memory, or in a file of which one block at a time is in memory.

use super::super::error::RetroError;
use crate::table::TableError;
use certamen_work::durable::{Pending, sweep};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The numbers of a block.
pub(super) const NUMBERS: u64 = 1 << 20;
/// The numbers of a byte.
const PER_BYTE: u64 = 4;

/// A number that has not been met.
const UNMET: u8 = 0;
/// A number whose moves have been made.
const PASSED: u8 = 1;

/// The mark of a number that was met at a distance and whose moves are still to be made.
fn waiting(plies: usize) -> u8 {
    2 + (plies % 2) as u8
}

/// Marks for all numbers. At first none has been met.
pub(super) struct Marks {
    numbers: u64,
    /// All marks, or those of the open block.
    bytes: Vec<u8>,
    file: Option<MarkFile>,
}

/// Marks in a file.
struct MarkFile {
    pending: Pending,
    directory: PathBuf,
    /// The block that is in memory.
    open: u64,
    is_changed: bool,
}

impl Marks {
    /// Marks in memory, or in a file of this directory.
    pub(super) fn new(numbers: u64, directory: Option<&Path>) -> Result<Self, RetroError> {
        let all = numbers.div_ceil(PER_BYTE);
        let Some(directory) = directory else {
            return Ok(Self { numbers, bytes: vec![0; all as usize], file: None });
        };
        // What a killed search left goes first.
        sweep(directory)?;
        let pending = Pending::inside(directory)?;
        let made = pending.file().set_len(all.next_multiple_of(NUMBERS / PER_BYTE));
        let file = MarkFile { pending, directory: directory.to_owned(), open: 0, is_changed: false };
        made.map_err(|source| file.cannot(source))?;
        Ok(Self { numbers, bytes: vec![0; (NUMBERS / PER_BYTE) as usize], file: Some(file) })
    }

    pub(super) fn is_on_disk(&self) -> bool {
        self.file.is_some()
    }

    pub(super) fn blocks(&self) -> u64 {
        self.numbers.div_ceil(NUMBERS)
    }

    /// Appends the numbers of a block that wait to be searched at a distance, and marks them as passed.
    pub(super) fn take(&mut self, block: u64, plies: usize, found: &mut Vec<u64>) -> Result<(), RetroError> {
        let first = block * NUMBERS;
        let last = self.numbers.min(first + NUMBERS);
        let begin = self.bring(first)?;
        let wanted = waiting(plies);
        let bytes = &mut self.bytes[begin..][..(last - first).div_ceil(PER_BYTE) as usize];
        let before = found.len();
        for (byte, first) in bytes.iter_mut().zip((first..).step_by(PER_BYTE as usize)) {
            // Most numbers have not been met, or long ago.
            if *byte & 0b1010_1010 == 0 {
                continue;
            }
            for place in 0..PER_BYTE {
                let shift = 2 * place;
                if *byte >> shift & 3 == wanted {
                    found.push(first + place);
                    *byte = *byte & !(3 << shift) | PASSED << shift;
                }
            }
        }
        if let Some(file) = &mut self.file {
            file.is_changed |= found.len() > before;
        }
        Ok(())
    }

    /// Marks a number as one that waits to be searched at a distance; whether it is met for the first time.
    pub(super) fn meet(&mut self, number: u64, plies: usize) -> Result<bool, RetroError> {
        let begin = self.bring(number)?;
        let within = number % NUMBERS;
        let (place, shift) = (begin + (within / PER_BYTE) as usize, 2 * (within % PER_BYTE));
        let is_new = self.bytes[place] >> shift & 3 == UNMET;
        if is_new {
            self.bytes[place] |= waiting(plies) << shift;
            if let Some(file) = &mut self.file {
                file.is_changed = true;
            }
        }
        Ok(is_new)
    }

    /// The same for many numbers, which are removed: how many are met for the first time.
    pub(super) fn meet_all(&mut self, numbers: &mut Vec<u64>, plies: usize) -> Result<u64, RetroError> {
        if self.is_on_disk() {
            numbers.sort_unstable();
            numbers.dedup();
        }
        let mut count = 0;
        for number in numbers.drain(..) {
            count += u64::from(self.meet(number, plies)?);
        }
        Ok(count)
    }

    /// Brings the block of a number into memory, and gives the place of its first byte.
    fn bring(&mut self, number: u64) -> Result<usize, RetroError> {
        let block = number / NUMBERS;
        match &mut self.file {
            None => Ok((block * (NUMBERS / PER_BYTE)) as usize),
            Some(file) => {
                if file.open != block {
                    file.exchange(&mut self.bytes, block).map_err(|source| file.cannot(source))?;
                }
                Ok(0)
            }
        }
    }
}

impl MarkFile {
    /// Writes the open block if it has changed, and reads another.
    fn exchange(&mut self, bytes: &mut [u8], block: u64) -> io::Result<()> {
        let mut file = self.pending.file();
        let place = |block: u64| SeekFrom::Start(block * (NUMBERS / PER_BYTE));
        if self.is_changed {
            file.seek(place(self.open))?;
            file.write_all(bytes)?;
            self.is_changed = false;
        }
        file.seek(place(block))?;
        file.read_exact(bytes)?;
        self.open = block;
        Ok(())
    }

    fn cannot(&self, source: io::Error) -> RetroError {
        TableError::Io { path: self.directory.clone(), source }.into()
    }
}
