//! Files in blocks with checksums: tables and checkpoints.
//!
//! ```text
//! 8 bytes   CERTRETR
//! 4 bytes   version of the format, 1
//! 4 bytes   length of the header
//! header    JSON: what the file is, of which game, how many bytes of which block size follow
//! 4 bytes   CRC-32 of all of the above
//! blocks    each followed by the CRC-32 of its number and its bytes
//! ```
//!
//! Numbers are little-endian. A flipped bit, exchanged blocks, a missing end and bytes after the end are errors; a
//! forged file with right checksums is not. A file is written under a temporary name and renamed when it is complete,
//! so that an interrupted write leaves the earlier file as it was. Blocks are read by positional reads, whose cache is
//! the operating system's.

use super::{TableError, at};
use certamen_work::durable::{self, Pending};
use certamen_work::stop::Stop;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

const MAGIC: &[u8; 8] = b"CERTRETR";
const VERSION: u32 = 1;
/// The greatest length of a header.
const HEADER_LIMIT: u32 = 1 << 16;
const CHECKSUM: u64 = 4;

/// The header of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Header<T> {
    /// The game, its size and its rules.
    pub(crate) subject: String,
    /// What of it.
    pub(crate) content: T,
    /// The number of bytes in all blocks.
    pub(crate) bytes: u64,
    /// The number of bytes of a block; the last one may be shorter.
    pub(crate) block: u32,
}

fn checksum(number: u64, bytes: &[u8]) -> [u8; 4] {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&number.to_le_bytes());
    hasher.update(bytes);
    hasher.finalize().to_le_bytes()
}

/// A file that is being written, block by block.
#[derive(Debug)]
pub(crate) struct SealedWriter {
    path: PathBuf,
    file: BufWriter<Pending>,
    written: u64,
    /// The bytes of a block, and those of the next one so far.
    block: usize,
    buffer: Vec<u8>,
}

impl SealedWriter {
    pub(crate) fn create<T: Serialize>(path: &Path, header: &Header<T>) -> Result<Self, TableError> {
        let file = Pending::beside(path)?;
        let text = serde_json::to_vec(header).map_err(io::Error::from).map_err(at(path))?;
        let mut head = Vec::from(*MAGIC);
        head.extend(VERSION.to_le_bytes());
        head.extend((text.len() as u32).to_le_bytes());
        head.extend(text);
        let seal = crc32fast::hash(&head).to_le_bytes();
        let mut file = BufWriter::with_capacity(1 << 20, file);
        file.write_all(&head).and_then(|()| file.write_all(&seal)).map_err(at(path))?;
        let block = header.block as usize;
        Ok(Self { path: path.to_owned(), file, written: 0, block, buffer: Vec::with_capacity(block) })
    }

    /// Appends bytes.
    #[inline]
    pub(crate) fn push(&mut self, mut bytes: &[u8]) -> Result<(), TableError> {
        while self.buffer.len() + bytes.len() >= self.block {
            let (now, later) = bytes.split_at(self.block - self.buffer.len());
            self.buffer.extend_from_slice(now);
            self.end_block()?;
            bytes = later;
        }
        self.buffer.extend_from_slice(bytes);
        Ok(())
    }

    /// Writes the block in the buffer.
    fn end_block(&mut self) -> Result<(), TableError> {
        let seal = checksum(self.written, &self.buffer);
        self.written += 1;
        let written = self.file.write_all(&self.buffer).and_then(|()| self.file.write_all(&seal));
        self.buffer.clear();
        written.map_err(at(&self.path))
    }

    /// Gives the file its name, once it is on the disk.
    pub(crate) fn finish(mut self) -> Result<(), TableError> {
        if !self.buffer.is_empty() {
            self.end_block()?;
        }
        let Self { path, file, .. } = self;
        let file = file.into_inner().map_err(|error| at(&path)(error.into_error()))?;
        Ok(file.persist(&path)?)
    }
}

/// A file that is read block by block, in any order and by any thread.
#[derive(Debug)]
pub(crate) struct SealedReader {
    path: PathBuf,
    file: File,
    /// The offset of the first block.
    start: u64,
    bytes: u64,
    block: u64,
}

impl SealedReader {
    /// Opens a file, reads its header and compares its length.
    pub(crate) fn open<T: for<'a> Deserialize<'a>>(path: &Path) -> Result<(Self, Header<T>), TableError> {
        let damaged = |reason: String| TableError::Damaged { path: path.to_owned(), reason };
        let mut file = durable::open(path)?;
        let found = file.metadata().map_err(at(path))?.len();
        let mut read = |bytes: &mut [u8]| {
            file.read_exact(bytes).map_err(|error| match error.kind() {
                io::ErrorKind::UnexpectedEof => damaged("it ends within its header".to_owned()),
                _ => at(path)(error),
            })
        };
        let mut head = vec![0; 16];
        read(&mut head)?;
        let number = |bytes: &[u8]| u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
        if head[..8] != *MAGIC {
            let reason = "is not a table or checkpoint of this program".to_owned();
            return Err(TableError::Other { path: path.to_owned(), reason });
        }
        let (version, length) = (number(&head[8..12]), number(&head[12..16]));
        if version != VERSION {
            let reason = format!("has version {version} of the format, this program reads version {VERSION}");
            return Err(TableError::Other { path: path.to_owned(), reason });
        }
        if length > HEADER_LIMIT {
            return Err(damaged(format!("its header has {length} bytes")));
        }
        head.resize(16 + length as usize, 0);
        read(&mut head[16..])?;
        let mut seal = [0; CHECKSUM as usize];
        read(&mut seal)?;
        if crc32fast::hash(&head).to_le_bytes() != seal {
            return Err(damaged("the checksum of its header is wrong".to_owned()));
        }
        let header: Header<T> =
            serde_json::from_slice(&head[16..]).map_err(|error| damaged(format!("its header: {error}")))?;
        let (start, block) = (head.len() as u64 + CHECKSUM, u64::from(header.block));
        let blocks = if block == 0 { 0 } else { header.bytes.div_ceil(block) };
        let expected = blocks.checked_mul(CHECKSUM).and_then(|seals| seals.checked_add(header.bytes));
        let expected = expected.and_then(|bytes| bytes.checked_add(start));
        if block == 0 || expected != Some(found) {
            let expected = expected.unwrap_or_default();
            return Err(damaged(format!("it has {found} bytes, expected {expected}")));
        }
        Ok((Self { path: path.to_owned(), file, start, bytes: header.bytes, block }, header))
    }

    /// The number of blocks.
    pub(crate) fn blocks(&self) -> u64 {
        self.bytes.div_ceil(self.block)
    }

    /// Reads an existing block into `buffer`, and compares its checksum.
    pub(crate) fn read(&self, number: u64, buffer: &mut Vec<u8>) -> Result<(), TableError> {
        let length = self.block.min(self.bytes - number * self.block);
        buffer.resize((length + CHECKSUM) as usize, 0);
        let place = self.start + number * (self.block + CHECKSUM);
        read_at(&self.file, buffer, place).map_err(at(&self.path))?;
        let (bytes, seal) = buffer.split_at(length as usize);
        if checksum(number, bytes) != seal {
            let reason = format!("the checksum of block {number}, at byte {place}, is wrong");
            return Err(TableError::Damaged { path: self.path.clone(), reason });
        }
        buffer.truncate(length as usize);
        Ok(())
    }

    /// Reads every block and compares its checksum.
    pub(crate) fn check(&self, stop: &Stop) -> Result<(), TableError> {
        (0..self.blocks()).into_par_iter().try_for_each_init(Vec::new, |buffer, block| {
            if stop.is_requested() { Ok(()) } else { self.read(block, buffer) }
        })?;
        Ok(stop.proceed()?)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }
}

#[cfg(unix)]
fn read_at(file: &File, buffer: &mut [u8], place: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, buffer, place)
}

#[cfg(windows)]
fn read_at(file: &File, mut buffer: &mut [u8], mut place: u64) -> io::Result<()> {
    while !buffer.is_empty() {
        match std::os::windows::fs::FileExt::seek_read(file, buffer, place)? {
            0 => return Err(io::ErrorKind::UnexpectedEof.into()),
            read => (buffer, place) = (&mut buffer[read..], place + read as u64),
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(path: &Path) -> Vec<Vec<u8>> {
        let blocks: Vec<Vec<u8>> =
            (0..5u8).map(|block| (0..if block < 4 { 64 } else { 10 }).map(|i| block ^ i).collect()).collect();
        let header = Header { subject: "a game".to_owned(), content: 7u32, bytes: 4 * 64 + 10, block: 64 };
        let mut writer = SealedWriter::create(path, &header).unwrap();
        for block in &blocks {
            writer.push(block).unwrap();
        }
        writer.finish().unwrap();
        blocks
    }

    /// Opens the file and reads all of it.
    fn read(path: &Path) -> Result<Vec<Vec<u8>>, TableError> {
        let (reader, header) = SealedReader::open::<u32>(path)?;
        assert_eq!((header.subject.as_str(), header.content), ("a game", 7));
        let mut blocks = Vec::new();
        for number in 0..reader.blocks() {
            let mut block = Vec::new();
            reader.read(number, &mut block)?;
            blocks.push(block);
        }
        reader.check(&Stop::new())?;
        Ok(blocks)
    }

    #[test]
    fn a_change_of_any_byte_is_an_error() {
        let directory = tempfile::TempDir::new().unwrap();
        let path = directory.path().join("a.table");
        let blocks = write(&path);
        assert_eq!(read(&path).unwrap(), blocks);
        let bytes = std::fs::read(&path).unwrap();
        for place in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[place] ^= 1 << (place % 8);
            std::fs::write(&path, &damaged).unwrap();
            assert!(read(&path).is_err(), "byte {place}");
            std::fs::write(&path, &bytes[..place]).unwrap();
            assert!(read(&path).is_err(), "{place} bytes");
        }
        let mut longer = bytes.clone();
        longer.push(0);
        std::fs::write(&path, &longer).unwrap();
        assert!(read(&path).is_err());
        // Two exchanged blocks.
        let start = bytes.len() - (4 * 68 + 14);
        let mut swapped = bytes.clone();
        swapped[start..start + 68].copy_from_slice(&bytes[start + 68..start + 136]);
        swapped[start + 68..start + 136].copy_from_slice(&bytes[start..start + 68]);
        std::fs::write(&path, &swapped).unwrap();
        assert!(matches!(read(&path), Err(TableError::Damaged { .. })));
    }

    #[test]
    fn an_unfinished_file_leaves_the_earlier_one() {
        let directory = tempfile::TempDir::new().unwrap();
        let path = directory.path().join("a.table");
        let blocks = write(&path);
        let header = Header { subject: "a game".to_owned(), content: 7u32, bytes: 64, block: 64 };
        let mut writer = SealedWriter::create(&path, &header).unwrap();
        writer.push(&[0; 64]).unwrap();
        drop(writer);
        assert_eq!(read(&path).unwrap(), blocks);
        assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 1);
    }
}
