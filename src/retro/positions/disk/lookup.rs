//! Reads the codes of addresses in order: the windows of a group, and the tables of the layers below.

use super::super::checkpoint::{Checkpoint, CheckpointReader};
use super::super::error::RetroError;
use super::super::field::Field;
use super::super::game::LayerShape;
use super::super::store::Store;
use super::super::table::Table;
use super::super::value::{Kind, NOTHING};
use super::open_window;

/// The addresses of a layer that has a table.
struct Region<'a> {
    first: u64,
    layer: &'a LayerShape,
}

/// Codes by address, one block of one file in memory.
pub(in super::super) struct Lookup<'a> {
    store: &'a Store,
    kind: Kind,
    /// The windows, if the group is being solved.
    windows: Option<Windows<'a>>,
    /// The layers with tables, in order.
    tables: Vec<Region<'a>>,
    /// The table in use, and a block of it: its first number and its codes.
    table: Option<(usize, Table)>,
    block: Option<u64>,
    codes: Vec<u16>,
}

/// The windows of a group.
struct Windows<'a> {
    files: &'a Checkpoint<'a>,
    /// The numbers of a window.
    size: u64,
    /// The numbers of all.
    all: u64,
    open: Option<(u64, CheckpointReader)>,
}

impl<'a> Lookup<'a> {
    /// Addresses of a group that is being solved.
    pub(super) fn of_group(
        field: &Field<'a>,
        store: &'a Store,
        files: &'a Checkpoint<'_>,
        size: u64,
    ) -> Self {
        let windows = Windows { files, size, all: field.group.size, open: None };
        Self::with(field, store, Some(windows), &field.group.below)
    }

    /// Addresses of layers that are all solved.
    pub(in super::super) fn of_tables(field: &Field<'a>, store: &'a Store) -> Self {
        let mut layers = field.group.layers.clone();
        layers.extend(&field.group.below);
        Self::with(field, store, None, &layers)
    }

    fn with(field: &Field<'a>, store: &'a Store, windows: Option<Windows<'a>>, layers: &[u32]) -> Self {
        let shapes = field.game.layers();
        let region =
            |&layer: &u32| Some(Region { first: field.first(layer)?, layer: &shapes[layer as usize] });
        let mut tables: Vec<Region<'a>> = layers.iter().filter_map(region).collect();
        tables.sort_unstable_by_key(|region| region.first);
        tables.dedup_by_key(|region| region.first);
        Self { store, kind: field.kind, windows, tables, table: None, block: None, codes: Vec::new() }
    }

    /// Forgets a window whose file is about to be replaced.
    pub(super) fn forget(&mut self, number: u64) {
        if let Some(windows) = &mut self.windows
            && windows.open.as_ref().is_some_and(|(open, _)| *open == number)
        {
            windows.open = None;
        }
    }

    /// The code of an address.
    #[inline]
    pub(in super::super) fn code(&mut self, address: u64) -> Result<u16, RetroError> {
        if let Some(windows) = &mut self.windows
            && address < windows.all
        {
            return windows.code(address);
        }
        self.code_of_table(address)
    }

    fn code_of_table(&mut self, address: u64) -> Result<u16, RetroError> {
        let after = self.tables.partition_point(|region| region.first <= address);
        let Some(number) = after.checked_sub(1) else { return Ok(NOTHING) };
        let Region { first, layer } = &self.tables[number];
        let rank = address - first;
        if self.table.as_ref().is_none_or(|(open, _)| *open != number) {
            self.table = Some((number, self.store.table(layer, self.kind)?));
            self.block = None;
        }
        let Some((_, table)) = &self.table else { return Ok(NOTHING) };
        let begin = match self.block {
            Some(begin) if (begin..begin + self.codes.len() as u64).contains(&rank) => begin,
            _ => {
                let begin = table.block(rank, &mut self.codes)?;
                self.block = Some(begin);
                begin
            }
        };
        Ok(self.codes.get((rank - begin) as usize).copied().unwrap_or(NOTHING))
    }
}

impl Windows<'_> {
    fn code(&mut self, address: u64) -> Result<u16, RetroError> {
        let (number, place) = (address / self.size, address % self.size);
        if self.open.as_ref().is_none_or(|(open, _)| *open != number) {
            self.open = Some((number, open_window(self.files, number)?));
        }
        match &mut self.open {
            Some((_, bytes)) => Ok(u16::from_le_bytes(bytes.at(2 * place)?)),
            None => Ok(NOTHING),
        }
    }
}
