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

/// Writes the table of a layer.
pub(super) fn write(
    path: &Path,
    subject: &str,
    layer: &LayerShape,
    kind: Kind,
    codes: &[u16],
) -> Result<(), RetroError> {
    let mut writer = SealedWriter::create(path, &header(subject, layer, kind))?;
    let mut bytes = Vec::with_capacity((BLOCK * BYTES) as usize);
    for block in codes.chunks(BLOCK as usize) {
        bytes.clear();
        bytes.extend(block.iter().flat_map(|code| code.to_le_bytes()));
        writer.block(&bytes)?;
    }
    Ok(writer.finish()?)
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
        let mut bytes = Vec::new();
        for block in 0..self.reader.blocks() {
            self.reader.read(block, &mut bytes)?;
            codes.extend(bytes.chunks_exact(2).map(|code| u16::from_le_bytes([code[0], code[1]])));
        }
        Ok(codes)
    }
}
