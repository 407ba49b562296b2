//! The distances of a layer's positions from the start, on disk: one byte for each position, and the number of states
//! at each distance.

use super::cell::Cell;
use super::moves::{MoveSelection, subject};
use crate::states::game::LayerShape;
use crate::states::store::{DISTANCES, Store};
use crate::states::table::BLOCK;
use crate::table::TableError;
use crate::table::sealed::{Header, SealedReader, SealedWriter};
use certamen_work::stop::Stop;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Content {
    layer: String,
    positions: u32,
    /// The number of states at each distance.
    states: Vec<u64>,
}

fn name(layer: &LayerShape, made: MoveSelection) -> String {
    format!("{}.{made}{DISTANCES}", layer.name)
}

/// The distances of a layer that has been searched.
#[derive(Debug)]
pub struct Distances {
    reader: SealedReader,
    states: Vec<u64>,
}

impl Distances {
    /// Whether a layer has been searched.
    pub fn is_there(store: &Store, layer: &LayerShape, made: MoveSelection) -> bool {
        // What is not a file is refused when it is opened.
        Self::path(store, layer, made).symlink_metadata().is_ok()
    }

    /// The distances of a layer.
    ///
    /// # Errors
    /// [`TableError`] if they do not exist, are damaged, or belong to something else.
    pub fn open(store: &Store, layer: &LayerShape, made: MoveSelection) -> Result<Self, TableError> {
        let path = Self::path(store, layer, made);
        let (reader, found) = SealedReader::open::<Content>(&path)?;
        let expected = (subject(store, made), layer.name.as_str(), layer.size, u64::from(layer.size), BLOCK);
        let content = found.content;
        if (found.subject.clone(), content.layer.as_str(), content.positions, found.bytes, found.block)
            != expected
        {
            let reason = format!("has layer {} of {}", content.layer, found.subject);
            return Err(TableError::Other { path, reason });
        }
        Ok(Self { reader, states: content.states })
    }

    /// Reads all of them and compares the checksums.
    ///
    /// # Errors
    /// [`TableError`] if the file is damaged.
    pub fn check(&self, stop: &Stop) -> Result<(), TableError> {
        self.reader.check(stop)
    }

    /// The path of a layer's distances, whether the file exists or not.
    pub(super) fn path(store: &Store, layer: &LayerShape, made: MoveSelection) -> PathBuf {
        store.path(&name(layer, made))
    }

    /// The number of states at each distance.
    pub fn states(&self) -> &[u64] {
        &self.states
    }

    /// The number of blocks of 4096 positions.
    pub fn blocks(&self) -> u64 {
        self.reader.blocks()
    }

    /// The least distances of the states of each position of a block; `None` if no state was reached.
    ///
    /// # Errors
    /// [`TableError`] if the file is damaged.
    #[inline]
    pub fn block(
        &self,
        block: u64,
        buffer: &mut Vec<u8>,
    ) -> Result<impl Iterator<Item = Option<u8>>, TableError> {
        self.reader.read(block, buffer)?;
        Ok(buffer.iter().map(|byte| byte.checked_sub(1)))
    }
}

/// Writes the distances of a layer.
pub(super) fn write(
    store: &Store,
    layer: &LayerShape,
    made: MoveSelection,
    cells: &[u32],
    states: &[u64],
) -> Result<(), TableError> {
    let header = Header {
        subject: subject(store, made),
        content: Content { layer: layer.name.clone(), positions: layer.size, states: states.to_vec() },
        bytes: u64::from(layer.size),
        block: BLOCK,
    };
    let mut writer = SealedWriter::create(&Distances::path(store, layer, made), &header)?;
    let byte = |&cell: &u32| Cell::of_bits(cell).least().map_or(0, |distance| distance + 1);
    for block in cells.chunks(BLOCK as usize) {
        writer.push(&block.iter().map(byte).collect::<Vec<u8>>())?;
    }
    writer.finish()
}
