//! The solved layers that moves of a group lead to, as needed while the group is solved.

use super::byte_set::ByteSet;
use super::game::{Game, Group};
use super::store::Store;
use super::table::Table;
use crate::table::TableError;
use rayon::prelude::*;

/// The solved layers that moves of the group lead to.
pub(super) struct LayersBelow {
    pub(super) layers: Vec<(u8, Table, Vec<ByteSet>)>,
    pub(super) most_plies: u8,
}

impl LayersBelow {
    /// Opens their tables, and records for each block which numbers of plies occur in it.
    pub(super) fn open(game: &impl Game, store: &Store, group: &Group) -> Result<Self, TableError> {
        let mut layers = Vec::new();
        for &layer in &group.below {
            let table = store.table(game.shape(layer))?;
            let noted = |block| {
                let mut buffer = Vec::new();
                let entries = table.block(block, &mut buffer)?;
                Ok(entries.fold(ByteSet::default(), |noted, entry| noted.with(entry.best.plies())))
            };
            let noted =
                (0..table.blocks()).into_par_iter().map(noted).collect::<Result<Vec<_>, TableError>>()?;
            layers.push((layer, table, noted));
        }
        let most_plies = ByteSet::greatest(layers.iter().flat_map(|(.., noted)| noted)).unwrap_or(0);
        Ok(Self { layers, most_plies })
    }
}
