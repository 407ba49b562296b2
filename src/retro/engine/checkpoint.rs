//! How far the solving of a group has come, on disk.
//!
//! A checkpoint holds every cell and the place in the work. It is taken between two stretches of a sweep, when what the
//! cells hold no longer depends on how threads took turns; so a run that goes on from it ends with the same bytes as
//! one that was never interrupted.

use super::error::TableError;
use super::sealed::{Header, SealedReader, SealedWriter};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};

/// The number of cells of a block.
const BLOCK: usize = 1 << 18;

/// What is to be done next: the sweep of `plies` plies, from this stretch on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Cursor {
    pub(super) plies: u8,
    pub(super) stretch: u64,
    /// Whether anything has been learnt in this sweep.
    pub(super) learnt: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Content<C> {
    group: String,
    cells: Vec<u64>,
    cursor: C,
}

/// Writes a checkpoint; an earlier one is replaced when this is complete.
pub(super) fn write<C: Serialize>(
    path: &Path,
    subject: &str,
    group: &str,
    cells: &[&[AtomicU32]],
    cursor: &C,
) -> Result<(), TableError> {
    let sizes: Vec<u64> = cells.iter().map(|cells| cells.len() as u64).collect();
    let header = Header {
        subject: subject.to_owned(),
        bytes: 4 * sizes.iter().sum::<u64>(),
        content: Content { group: group.to_owned(), cells: sizes, cursor },
        block: 4 * BLOCK as u32,
    };
    let mut writer = SealedWriter::create(path, &header)?;
    let mut bytes = Vec::with_capacity(4 * BLOCK);
    for cell in cells.iter().copied().flatten() {
        bytes.extend(cell.load(Ordering::Relaxed).to_le_bytes());
        if bytes.len() == 4 * BLOCK {
            writer.block(&bytes)?;
            bytes.clear();
        }
    }
    if !bytes.is_empty() {
        writer.block(&bytes)?;
    }
    writer.finish()
}

/// Reads a checkpoint into the cells, if there is one.
pub(super) fn read<C: DeserializeOwned>(
    path: &Path,
    subject: &str,
    group: &str,
    cells: &[&[AtomicU32]],
) -> Result<Option<C>, TableError> {
    if !path.is_file() {
        return Ok(None);
    }
    let (reader, header) = SealedReader::open::<Content<C>>(path)?;
    let sizes = cells.iter().map(|cells| cells.len() as u64);
    let found = header.content;
    if header.subject != subject || found.group != group || !sizes.eq(found.cells.iter().copied()) {
        let reason = format!("is the checkpoint of group {} of {}", found.group, header.subject);
        return Err(TableError::Other { path: path.to_owned(), reason });
    }
    let mut all = cells.iter().copied().flatten();
    let mut bytes = Vec::new();
    for block in 0..reader.blocks() {
        reader.read(block, &mut bytes)?;
        for (word, cell) in bytes.chunks_exact(4).zip(&mut all) {
            cell.store(u32::from_le_bytes([word[0], word[1], word[2], word[3]]), Ordering::Relaxed);
        }
    }
    Ok(Some(found.cursor))
}
