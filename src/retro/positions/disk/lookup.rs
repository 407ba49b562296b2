//! Reads the codes of addresses in order: the windows of a group, and the tables of the layers below.

use super::super::checkpoint::{Checkpoint, CheckpointReader};
use super::super::error::RetroError;
use super::super::game::LayerShape;
use super::super::open_group::Field;
use super::super::store::Store;
use super::super::table::Table;
use super::super::value::{Kind, NOTHING};
use super::open_window;

/// Where the codes of solved layers are, or of layers that are being solved.
pub trait CodeSource {
    /// Replaces `codes` by those of numbers of a layer that follow each other, among them `rank`. Returns the first of them.
    ///
    /// # Errors
    /// [`RetroError`] if they cannot be read.
    fn block(&mut self, layer: u32, rank: u64, codes: &mut Vec<u16>) -> Result<u64, RetroError>;
}

impl<S: CodeSource + ?Sized> CodeSource for &mut S {
    fn block(&mut self, layer: u32, rank: u64, codes: &mut Vec<u16>) -> Result<u64, RetroError> {
        (**self).block(layer, rank, codes)
    }
}

/// The tables of a directory, one of them open.
pub(in super::super) struct StoredTables<'a> {
    store: &'a Store,
    shapes: &'a [LayerShape],
    kind: Kind,
    open: Option<(u32, Table)>,
}

impl<'a> StoredTables<'a> {
    pub(in super::super) fn new(store: &'a Store, shapes: &'a [LayerShape], kind: Kind) -> Self {
        Self { store, shapes, kind, open: None }
    }
}

impl CodeSource for StoredTables<'_> {
    fn block(&mut self, layer: u32, rank: u64, codes: &mut Vec<u16>) -> Result<u64, RetroError> {
        let table = match self.open.take() {
            Some((open, table)) if open == layer => table,
            _ => self.store.table(&self.shapes[layer as usize], self.kind)?,
        };
        let (_, table) = self.open.insert((layer, table));
        table.block(rank, codes)
    }
}

/// The addresses of a layer.
#[derive(Clone, Copy)]
struct Region {
    first: u64,
    layer: u32,
}

/// Codes by address, one block of one file in memory.
pub(in super::super) struct Lookup<'a> {
    source: Box<dyn CodeSource + 'a>,
    /// The windows, if the group is being solved.
    windows: Option<Windows<'a>>,
    /// The layers that the source has, in order.
    regions: Vec<Region>,
    /// The block in memory: its layer, its first number, and its codes.
    block: Option<(u32, u64)>,
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
    /// Addresses of a group that is being solved in windows of this size, and of the layers below it.
    pub(super) fn of_group(
        field: &Field<'_>,
        source: Box<dyn CodeSource + 'a>,
        files: &'a Checkpoint<'_>,
        size: u64,
    ) -> Self {
        let windows = Windows { files, size, all: field.group.size, open: None };
        Self::with(field, source, Some(windows), &field.group.below)
    }

    /// Addresses of a group and of the layers below it, all of which the source has.
    pub(in super::super) fn of_source(field: &Field<'_>, source: Box<dyn CodeSource + 'a>) -> Self {
        let mut layers = field.group.layers.clone();
        layers.extend(&field.group.below);
        Self::with(field, source, None, &layers)
    }

    fn with(
        field: &Field<'_>,
        source: Box<dyn CodeSource + 'a>,
        windows: Option<Windows<'a>>,
        layers: &[u32],
    ) -> Self {
        let region = |&layer: &u32| Some(Region { first: field.first(layer)?, layer });
        let mut regions: Vec<Region> = layers.iter().filter_map(region).collect();
        regions.sort_unstable_by_key(|region| region.first);
        regions.dedup_by_key(|region| region.first);
        Self { source, windows, regions, block: None, codes: Vec::new() }
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
        self.code_of_source(address)
    }

    fn code_of_source(&mut self, address: u64) -> Result<u16, RetroError> {
        let after = self.regions.partition_point(|region| region.first <= address);
        let Some(number) = after.checked_sub(1) else { return Ok(NOTHING) };
        let Region { first, layer } = self.regions[number];
        let rank = address - first;
        let begin = match self.block {
            Some((held, begin))
                if held == layer && (begin..begin + self.codes.len() as u64).contains(&rank) =>
            {
                begin
            }
            _ => {
                let begin = self.source.block(layer, rank, &mut self.codes)?;
                self.block = Some((layer, begin));
                begin
            }
        };
        let place = rank.checked_sub(begin).and_then(|place| usize::try_from(place).ok());
        Ok(place.and_then(|place| self.codes.get(place)).copied().unwrap_or(NOTHING))
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
