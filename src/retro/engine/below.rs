//! The solved layers that moves of a group lead to, as its solving sees them.

use super::error::TableError;
use super::game::{Game, Group};
use super::store::Store;
use super::table::Table;
use rayon::prelude::*;

/// The solved layers that moves of the group lead to.
pub(super) struct Below {
    pub(super) layers: Vec<(u8, Table, Vec<[u64; 4]>)>,
    pub(super) most_plies: u8,
}

impl Below {
    /// Opens their tables, and notes for each block which numbers of plies are in it.
    pub(super) fn open(game: &impl Game, store: &Store, group: &Group) -> Result<Self, TableError> {
        let mut layers = Vec::new();
        for &layer in &group.below {
            let table = store.table(&game.layers()[usize::from(layer)])?;
            let noted = |block| {
                let mut buffer = Vec::new();
                let entries = table.block(block, &mut buffer)?;
                Ok(entries.fold([0u64; 4], |mut noted, entry| {
                    noted[usize::from(entry.best.plies() >> 6)] |= 1 << (entry.best.plies() & 63);
                    noted
                }))
            };
            let noted =
                (0..table.blocks()).into_par_iter().map(noted).collect::<Result<Vec<_>, TableError>>()?;
            layers.push((layer, table, noted));
        }
        let all = layers.iter().flat_map(|(.., noted)| noted);
        let all = all.fold([0; 4], |all, noted| std::array::from_fn(|part| all[part] | noted[part]));
        let most_plies = (0..=u8::MAX).rev().find(|&plies| is_noted(&all, plies)).unwrap_or(0);
        Ok(Self { layers, most_plies })
    }
}

pub(super) fn is_noted(noted: &[u64; 4], plies: u8) -> bool {
    noted[usize::from(plies >> 6)] >> (plies & 63) & 1 == 1
}
