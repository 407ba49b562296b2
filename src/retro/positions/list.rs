//! `positions.list`: the positions that are reached, in the directory of a solved game.

use super::error::RetroError;
use super::store::Store;
use crate::table::TableError;
use crate::table::sealed::{Header, SealedReader, SealedWriter};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

const FILE: &str = "positions.list";
/// The bytes of a block.
const BLOCK: u32 = 1 << 16;

/// What the header says.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Content {
    /// The checksum of all bytes.
    positions: u32,
}

impl Store {
    fn list_path(&self) -> PathBuf {
        self.file(FILE)
    }

    /// Keeps a list of positions. Returns its checksum, by which [`Store::list`] knows it again.
    ///
    /// # Errors
    /// [`RetroError`] if it cannot be written.
    pub(crate) fn keep_list(&self, bytes: &[u8]) -> Result<u32, RetroError> {
        let checksum = crc32fast::hash(bytes);
        let content = Content { positions: checksum };
        let header =
            Header { subject: self.subject().to_owned(), content, bytes: bytes.len() as u64, block: BLOCK };
        let mut file = SealedWriter::create(&self.list_path(), &header)?;
        file.push(bytes)?;
        file.finish()?;
        Ok(checksum)
    }

    /// Reads the list of positions with this checksum.
    ///
    /// # Errors
    /// [`RetroError`] if it is missing or damaged, or another list.
    pub(crate) fn list(&self, checksum: u32) -> Result<Vec<u8>, RetroError> {
        let path = self.list_path();
        if !path.is_file() {
            return Err(TableError::Missing(path).into());
        }
        let (reader, Header { subject, content, .. }) = SealedReader::open::<Content>(&path)?;
        if subject != self.subject() {
            let reason = format!("is the list of positions of {subject}, expected {}", self.subject());
            return Err(TableError::Other { path, reason }.into());
        }
        let (mut bytes, mut block) = (Vec::new(), Vec::new());
        for number in 0..reader.blocks() {
            reader.read(number, &mut block)?;
            bytes.extend_from_slice(&block);
        }
        if content.positions != checksum || crc32fast::hash(&bytes) != checksum {
            return Err(self.damaged_list("it is not the list that the layers were made for".to_owned()));
        }
        Ok(bytes)
    }

    /// The error that the list is not one for these layers.
    pub(crate) fn damaged_list(&self, reason: String) -> RetroError {
        TableError::Damaged { path: self.list_path(), reason }.into()
    }
}
