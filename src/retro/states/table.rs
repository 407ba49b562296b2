//! The table of a layer: three bytes for each position, in blocks of 4096.

use super::game::LayerShape;
use super::value::Entry;
use crate::table::TableError;
use crate::table::sealed::{Header, SealedReader, SealedWriter};
use certamen_work::stop::Stop;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// The number of positions of a block.
pub(super) const BLOCK: u32 = 1 << 12;
/// The number of blocks that are made at a time.
const BATCH: u64 = 256;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Content {
    layer: String,
    positions: u32,
}

fn header(subject: &str, layer: &LayerShape) -> Header<Content> {
    Header {
        subject: subject.to_owned(),
        content: Content { layer: layer.name.clone(), positions: layer.size },
        bytes: u64::from(layer.size) * Entry::BYTES as u64,
        block: BLOCK * Entry::BYTES as u32,
    }
}

/// The number of blocks of a layer.
#[inline]
pub(super) fn blocks(layer: &LayerShape) -> u64 {
    u64::from(layer.size).div_ceil(u64::from(BLOCK))
}

/// The positions of a block.
#[inline]
pub fn positions(layer: &LayerShape, block: u64) -> std::ops::Range<u32> {
    let first = block * u64::from(BLOCK);
    first as u32..(first + u64::from(BLOCK)).min(u64::from(layer.size)) as u32
}

/// Writes a layer's table; `entry` returns the entry of a position.
pub(super) fn write(
    path: &Path,
    subject: &str,
    layer: &LayerShape,
    entry: impl Fn(u32) -> Entry + Sync,
) -> Result<(), TableError> {
    let mut writer = SealedWriter::create(path, &header(subject, layer))?;
    let count = blocks(layer);
    for first in (0..count).step_by(BATCH as usize) {
        let made: Vec<Vec<u8>> = (first..(first + BATCH).min(count))
            .into_par_iter()
            .map(|block| positions(layer, block).flat_map(|rank| entry(rank).to_bytes()).collect())
            .collect();
        made.iter().try_for_each(|block| writer.push(block))?;
    }
    writer.finish()
}

/// A layer that has been solved.
#[derive(Debug)]
pub struct Table {
    reader: SealedReader,
    layer: LayerShape,
}

impl Table {
    /// Opens the table of a layer.
    ///
    /// # Errors
    /// [`TableError`] if it is damaged, or belongs to another game, size, rule or layer.
    pub(super) fn open(path: &Path, subject: &str, layer: &LayerShape) -> Result<Self, TableError> {
        let (reader, found) = SealedReader::open::<Content>(path)?;
        let expected = header(subject, layer);
        if found != expected {
            let reason = format!(
                "is the table of layer {} of {}, expected layer {} of {subject}",
                found.content.layer, found.subject, layer.name
            );
            return Err(TableError::Other { path: path.to_owned(), reason });
        }
        Ok(Self { reader, layer: layer.clone() })
    }

    /// Reads all of it and compares the checksums.
    ///
    /// # Errors
    /// [`TableError`] if the file is damaged.
    pub fn check(&self, stop: &Stop) -> Result<(), TableError> {
        self.reader.check(stop)
    }

    /// The number of blocks.
    pub fn blocks(&self) -> u64 {
        self.reader.blocks()
    }

    /// The positions of a block.
    #[inline]
    pub fn ranks(&self, block: u64) -> std::ops::Range<u32> {
        positions(&self.layer, block)
    }

    /// The entries of a block, in the order of their positions.
    ///
    /// # Errors
    /// [`TableError`] if the file is damaged.
    #[inline]
    pub fn block(&self, block: u64, buffer: &mut Vec<u8>) -> Result<impl Iterator<Item = Entry>, TableError> {
        self.bytes(block, buffer)?;
        Ok(buffer.chunks_exact(Entry::BYTES).map(|bytes| Entry::of_bytes([bytes[0], bytes[1], bytes[2]])))
    }

    /// The bytes of a block.
    #[inline]
    pub(super) fn bytes(&self, block: u64, buffer: &mut Vec<u8>) -> Result<(), TableError> {
        self.reader.read(block, buffer)
    }

    /// The entry of a position of the layer.
    ///
    /// # Errors
    /// [`TableError`] if the file is damaged.
    #[inline]
    pub fn entry(&self, rank: u32) -> Result<Entry, TableError> {
        let mut buffer = Vec::new();
        let mut entries = self.block(u64::from(rank / BLOCK), &mut buffer)?;
        let outside = || TableError::Damaged {
            path: self.reader.path().to_owned(),
            reason: format!("it has no position {rank}"),
        };
        entries.nth((rank % BLOCK) as usize).ok_or_else(outside)
    }
}
