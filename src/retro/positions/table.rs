//! The table of a layer: two bytes for each number, in blocks of 4096 numbers; or one byte for each, in blocks of 1024, if
//! the layer was solved in this form ([`direct`](super::direct)).

use super::error::RetroError;
use super::game::LayerShape;
use super::value::{Kind, narrow};
use crate::table::TableError;
use crate::table::sealed::{Header, SealedReader, SealedWriter};
use serde::{Deserialize, Serialize};
use std::ops::Range;
use std::path::Path;

/// How a table holds its codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Width {
    /// Two bytes for each number.
    Wide,
    /// One byte for each number, in smaller blocks: such tables are large, and single numbers are read from them.
    Narrow,
}

impl Width {
    /// The number of numbers in a block.
    const fn block(self) -> u64 {
        match self {
            Self::Wide => 1 << 12,
            Self::Narrow => 1 << 10,
        }
    }

    /// The number of bytes for each number.
    const fn bytes(self) -> u64 {
        match self {
            Self::Wide => 2,
            Self::Narrow => 1,
        }
    }

    /// The codes of some bytes.
    fn codes(self, bytes: &[u8]) -> impl Iterator<Item = u16> {
        bytes.chunks_exact(self.bytes() as usize).map(|code| match *code {
            [low, high] => u16::from_le_bytes([low, high]),
            [byte, ..] => narrow::wide(byte),
            [] => narrow::wide(narrow::NOTHING),
        })
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Content {
    layer: String,
    kind: Kind,
    numbers: u64,
}

fn header(subject: &str, layer: &LayerShape, kind: Kind, width: Width) -> Header<Content> {
    Header {
        subject: subject.to_owned(),
        content: Content { layer: layer.name.clone(), kind, numbers: layer.size },
        bytes: layer.size * width.bytes(),
        block: (width.block() * width.bytes()) as u32,
    }
}

/// The table of a layer that is being written, in memory of one block.
pub(super) struct TableWriter {
    writer: SealedWriter,
    width: Width,
}

impl TableWriter {
    pub(super) fn create(
        path: &Path,
        subject: &str,
        layer: &LayerShape,
        kind: Kind,
        width: Width,
    ) -> Result<Self, RetroError> {
        Ok(Self { writer: SealedWriter::create(path, &header(subject, layer, kind, width))?, width })
    }

    /// Appends a code.
    #[inline]
    pub(super) fn push(&mut self, code: u16) -> Result<(), RetroError> {
        if self.width == Width::Wide {
            return self.push_bytes(&code.to_le_bytes());
        }
        let too_large =
            || RetroError::Rules("a value does not fit in a table of one byte a number".to_owned());
        self.push_bytes(&[narrow::of_code(code).ok_or_else(too_large)?])
    }

    /// Appends codes as they are in the file.
    #[inline]
    pub(super) fn push_bytes(&mut self, codes: &[u8]) -> Result<(), RetroError> {
        Ok(self.writer.push(codes)?)
    }

    /// Gives the file its name. Every number has to have its code.
    pub(super) fn finish(self) -> Result<(), RetroError> {
        Ok(self.writer.finish()?)
    }
}

/// The table of a solved layer.
#[derive(Debug)]
pub(super) struct Table {
    reader: SealedReader,
    size: u64,
    width: Width,
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
        let is_of = |width: &Width| found == header(subject, layer, kind, *width);
        let Some(width) = [Width::Wide, Width::Narrow].into_iter().find(is_of) else {
            let Content { layer: name, kind: of, numbers } = found.content;
            let reason = format!(
                "is the table of {of} of layer {name} of {} with {numbers} numbers, expected {kind} of layer {} of {subject} with {}",
                found.subject, layer.name, layer.size
            );
            return Err(TableError::Other { path: path.to_owned(), reason }.into());
        };
        Ok(Self { reader, size: layer.size, width })
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
        self.reader.read(rank / self.width.block(), &mut bytes)?;
        let at = (rank % self.width.block() * self.width.bytes()) as usize;
        let code = bytes.get(at..).ok_or_else(outside)?;
        self.width.codes(code).next().ok_or_else(|| outside().into())
    }

    /// All codes.
    pub(super) fn codes(&self) -> Result<Vec<u16>, RetroError> {
        let mut codes = Vec::with_capacity(self.size as usize);
        self.each(|_, code| codes.push(code))?;
        Ok(codes)
    }

    /// All codes as they are in the file. `None` if the table is wide.
    pub(super) fn narrow(&self) -> Result<Option<Vec<u8>>, RetroError> {
        if self.width != Width::Narrow {
            return Ok(None);
        }
        let (mut codes, mut bytes) = (Vec::with_capacity(self.size as usize), Vec::new());
        for block in 0..self.reader.blocks() {
            self.reader.read(block, &mut bytes)?;
            codes.extend_from_slice(&bytes);
        }
        Ok(Some(codes))
    }

    /// Passes on every number with its code, with one block in memory.
    pub(super) fn each(&self, tell: impl FnMut(u64, u16)) -> Result<(), RetroError> {
        self.each_of(0..self.size, tell)
    }

    /// The same for some numbers.
    pub(super) fn each_of(
        &self,
        ranks: Range<u64>,
        mut tell: impl FnMut(u64, u16),
    ) -> Result<(), RetroError> {
        let mut bytes = Vec::new();
        let blocks = ranks.start / self.width.block()..ranks.end.div_ceil(self.width.block());
        for block in blocks.start..blocks.end.min(self.reader.blocks()) {
            self.reader.read(block, &mut bytes)?;
            let codes = (block * self.width.block()..).zip(self.width.codes(&bytes));
            codes.filter(|(rank, _)| ranks.contains(rank)).for_each(|(rank, code)| tell(rank, code));
        }
        Ok(())
    }

    /// The codes of a block. Gives the number of the first one.
    pub(super) fn block(&self, rank: u64, codes: &mut Vec<u16>) -> Result<u64, RetroError> {
        let (block, mut bytes) = (rank / self.width.block(), Vec::new());
        self.reader.read(block, &mut bytes)?;
        codes.clear();
        codes.extend(self.width.codes(&bytes));
        Ok(block * self.width.block())
    }
}
