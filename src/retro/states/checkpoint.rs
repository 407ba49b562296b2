//! The progress of solving a group, on disk.
//!
//! A checkpoint has every cell and the place in the work. It is taken between two stretches of a sweep, after everything
//! that waits has been delivered. Then the content of the cells does not depend on the order in which threads ran. So a
//! run that continues from it ends with the same bytes as a run that was never interrupted.

use crate::table::TableError;
use crate::table::sealed::{Header, SealedReader, SealedWriter};
use certamen_work::stop::Stop;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// The number of cells of a block.
const BLOCK: usize = 1 << 18;

/// The next step: the sweep of `plies` plies, from this stretch on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Cursor {
    pub(super) plies: u8,
    pub(super) stretch: u64,
    /// Whether this sweep has learnt anything.
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
    cells: &[&[u32]],
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
    cells.iter().copied().flatten().try_for_each(|cell| writer.push(&cell.to_le_bytes()))?;
    writer.finish()
}

/// Reads all of a checkpoint and compares the checksums.
pub(super) fn check<C: DeserializeOwned>(
    path: &Path,
    subject: &str,
    group: &str,
    stop: &Stop,
) -> Result<(), TableError> {
    let (reader, header) = SealedReader::open::<Content<C>>(path)?;
    if header.subject != subject || header.content.group != group {
        return Err(another(path, &header.content.group, &header.subject));
    }
    reader.check(stop)
}

/// The error that a file is the checkpoint of something else.
fn another(path: &Path, group: &str, subject: &str) -> TableError {
    TableError::Other {
        path: path.to_owned(),
        reason: format!("is the checkpoint of group {group} of {subject}"),
    }
}

/// Reads a checkpoint into the cells, if there is one.
pub(super) fn read<C: DeserializeOwned>(
    path: &Path,
    subject: &str,
    group: &str,
    cells: &mut [&mut [u32]],
) -> Result<Option<C>, TableError> {
    if !path.is_file() {
        return Ok(None);
    }
    let (reader, header) = SealedReader::open::<Content<C>>(path)?;
    let sizes = cells.iter().map(|cells| cells.len() as u64);
    let found = header.content;
    if header.subject != subject || found.group != group || !sizes.eq(found.cells.iter().copied()) {
        return Err(another(path, &found.group, &header.subject));
    }
    let mut all = cells.iter_mut().flat_map(|cells| cells.iter_mut());
    let mut bytes = Vec::new();
    for block in 0..reader.blocks() {
        reader.read(block, &mut bytes)?;
        for (word, cell) in bytes.chunks_exact(4).zip(&mut all) {
            *cell = u32::from_le_bytes([word[0], word[1], word[2], word[3]]);
        }
    }
    Ok(Some(found.cursor))
}
