//! Tables in memory, for work that needs the values of positions in random order.
//!
//! A read from [`Tables`] costs microseconds, most of them for the checksum of the block. Here every block is read and
//! checked once, and stored in 3 bytes for each position.

use super::game::{Departure, Destination, Game, Place};
use super::memory;
use super::store::Tables;
use super::table::BLOCK;
use super::value::{Entry, MoveIndex, Value};
use crate::table::TableError;
use certamen_work::stop::Stop;
use memmap2::MmapMut;
use rayon::prelude::*;
use std::sync::Arc;

/// Layers of a solved game in memory.
#[derive(Debug)]
pub struct Resident<'a, G> {
    /// The game.
    pub game: &'a G,
    layers: Arc<ResidentLayers>,
}

/// The same layers without the game, to be kept.
#[derive(Debug)]
pub struct ResidentLayers {
    /// By layer; `None` if the layer was not requested.
    layers: Vec<Option<MmapMut>>,
}

impl<'a, G: Game> Resident<'a, G> {
    /// Reads the tables of some layers.
    ///
    /// # Errors
    /// [`TableError`] if a table is missing or damaged, or there is not enough memory for it.
    pub fn load(tables: &Tables<'a, G>, wanted: &[u8], stop: &Stop) -> Result<Self, TableError> {
        let mut layers: Vec<Option<MmapMut>> = tables.game.layers().iter().map(|_| None).collect();
        for &layer in wanted {
            let (table, shape) = (tables.layer(layer)?, tables.game.shape(layer));
            let mut bytes = memory::pages(&shape.name, Entry::BYTES as u64 * u64::from(shape.size))?;
            let blocks = bytes.par_chunks_mut(Entry::BYTES * BLOCK as usize).enumerate();
            blocks.try_for_each(|(number, bytes)| {
                stop.proceed()?;
                let mut buffer = Vec::new();
                table.bytes(number as u64, &mut buffer)?;
                bytes.copy_from_slice(&buffer);
                Ok::<(), TableError>(())
            })?;
            layers[usize::from(layer)] = Some(bytes);
        }
        Ok(Self { game: tables.game, layers: Arc::new(ResidentLayers { layers }) })
    }

    /// Layers that are kept in memory, of the same game.
    pub const fn kept(game: &'a G, layers: Arc<ResidentLayers>) -> Self {
        Self { game, layers }
    }

    /// The layers, to be kept.
    pub fn layers(&self) -> Arc<ResidentLayers> {
        self.layers.clone()
    }

    /// The entry of a position of a loaded layer.
    ///
    /// # Panics
    /// If the layer is not loaded.
    #[inline(always)]
    pub fn entry(&self, at: Place) -> Entry {
        let Some(bytes) = &self.layers.layers[usize::from(at.layer)] else {
            panic!("layer {} is not in memory", at.layer)
        };
        let first = Entry::BYTES * at.rank as usize;
        Entry::of_bytes([bytes[first], bytes[first + 1], bytes[first + 2]])
    }

    /// The value of a move for the player who makes it; `None` if it takes more plies than a value holds.
    #[inline]
    pub fn value(&self, from: Place, departure: &Departure) -> Option<Value> {
        let entry = match departure.to {
            Destination::Won => return Some(Value::win(1)),
            Destination::Lost => return Some(Value::loss(1)),
            Destination::Position { place, .. } => self.entry(place),
        };
        let is_forbidden = entry.only != MoveIndex::NONE && self.game.forbids(from, departure.to, entry.only);
        if is_forbidden { entry.second.before() } else { entry.best.before() }
    }

    /// Replaces an entry.
    #[cfg(test)]
    pub(super) fn forge(&mut self, at: Place, entry: Entry) {
        let layers = Arc::get_mut(&mut self.layers).expect("layers that nobody else keeps");
        let bytes = layers.layers[usize::from(at.layer)].as_mut().expect("a layer in memory");
        let first = Entry::BYTES * at.rank as usize;
        bytes[first..first + Entry::BYTES].copy_from_slice(&entry.to_bytes());
    }
}
