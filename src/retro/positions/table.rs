//! The table of a layer: two bytes for each number, in blocks of 4096 numbers.

use super::error::RetroError;
use super::game::LayerShape;
use super::value::Kind;
use crate::engine::TableError;
use crate::engine::sealed::{Header, SealedReader, SealedWriter};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// The number of numbers in a block.
const BLOCK: u64 = 1 << 12;
/// The number of bytes for each number.
const BYTES: u64 = 2;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Content {
    layer: String,
    kind: Kind,
    numbers: u64,
}

fn header(subject: &str, layer: &LayerShape, kind: Kind) -> Header<Content> {
    Header {
        subject: subject.to_owned(),
        content: Content { layer: layer.name.clone(), kind, numbers: layer.size },
        bytes: layer.size * BYTES,
        block: (BLOCK * BYTES) as u32,
    }
}

/// The table of a layer that is being written, in memory of one block.
pub(super) struct TableWriter {
    writer: SealedWriter,
    bytes: Vec<u8>,
}

impl TableWriter {
    pub(super) fn create(
        path: &Path,
        subject: &str,
        layer: &LayerShape,
        kind: Kind,
    ) -> Result<Self, RetroError> {
        let writer = SealedWriter::create(path, &header(subject, layer, kind))?;
        Ok(Self { writer, bytes: Vec::with_capacity((BLOCK * BYTES) as usize) })
    }

    /// Appends a code.
    #[inline]
    pub(super) fn push(&mut self, code: u16) -> Result<(), RetroError> {
        self.bytes.extend(code.to_le_bytes());
        if self.bytes.len() == (BLOCK * BYTES) as usize {
            self.writer.block(&self.bytes)?;
            self.bytes.clear();
        }
        Ok(())
    }

    /// Gives the file its name. Every number has to have its code.
    pub(super) fn finish(mut self) -> Result<(), RetroError> {
        if !self.bytes.is_empty() {
            self.writer.block(&self.bytes)?;
        }
        Ok(self.writer.finish()?)
    }
}

/// The table of a solved layer.
#[derive(Debug)]
pub(super) struct Table {
    reader: SealedReader,
    size: u64,
}

impl Table {
    /// Opens the table of a layer. Its header has to match the game, layer, size and kind.
    pub(super) fn open(
        path: &Path,
        subject: &str,
        layer: &LayerShape,
        kind: Kind,
    ) -> Result<Self, RetroError> {
        let (reader, found) = SealedReader::open::<Content>(path)?;
        if found != header(subject, layer, kind) {
            let Content { layer: name, kind: of, numbers } = found.content;
            let reason = format!(
                "is the table of {of} of layer {name} of {} with {numbers} numbers, expected {kind} of layer {} of {subject} with {}",
                found.subject, layer.name, layer.size
            );
            return Err(TableError::Other { path: path.to_owned(), reason }.into());
        }
        Ok(Self { reader, size: layer.size })
    }

    /// The code of a number.
    pub(super) fn code(&self, rank: u64) -> Result<u16, RetroError> {
        let mut bytes = Vec::new();
        let outside = || TableError::Damaged {
            path: self.reader.path().to_owned(),
            reason: format!("it has no number {rank}"),
        };
        if rank >= self.size {
            return Err(outside().into());
        }
        self.reader.read(rank / BLOCK, &mut bytes)?;
        let at = (rank % BLOCK * BYTES) as usize;
        let code = bytes.get(at..at + 2).ok_or_else(outside)?;
        Ok(u16::from_le_bytes([code[0], code[1]]))
    }

    /// All codes.
    pub(super) fn codes(&self) -> Result<Vec<u16>, RetroError> {
        let mut codes = Vec::with_capacity(self.size as usize);
        self.each(|_, code| codes.push(code))?;
        Ok(codes)
    }

    /// Passes on every number with its code, with one block in memory.
    pub(super) fn each(&self, mut tell: impl FnMut(u64, u16)) -> Result<(), RetroError> {
        let mut bytes = Vec::new();
        for block in 0..self.reader.blocks() {
            self.reader.read(block, &mut bytes)?;
            let codes = bytes.chunks_exact(2).map(|code| u16::from_le_bytes([code[0], code[1]]));
            (block * BLOCK..).zip(codes).for_each(|(rank, code)| tell(rank, code));
        }
        Ok(())
    }

    /// The codes of a block. Gives the number of the first one.
    pub(super) fn block(&self, rank: u64, codes: &mut Vec<u8>) -> Result<u64, RetroError> {
        self.reader.read(rank / BLOCK, codes)?;
        Ok(rank / BLOCK * BLOCK)
    }
}
