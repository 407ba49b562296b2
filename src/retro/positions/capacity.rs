//! Whether memory and disk have room for a game.

use super::error::RetroError;
use super::game::{Game, LayerShape};
use super::groups::Group;
use super::numbered::SolverContext;
use super::solver::Solver;
use super::store::Store;
use certamen_work::disk::free;
use std::path::Path;

/// The bytes that the layers of a game may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Capacity {
    /// In memory.
    memory: u64,
    /// On disk, if values may lie there.
    disk: Option<u64>,
    /// Whether distances are wanted, and no values.
    is_for_distances: bool,
}

impl From<u64> for Capacity {
    /// Memory alone.
    fn from(memory: u64) -> Self {
        Self { memory, disk: None, is_for_distances: false }
    }
}

impl Capacity {
    /// The allowed memory, and the disk space of a directory: what the user allows, or what is free.
    pub fn in_directory(memory: u64, disk: Option<u64>, directory: &Path) -> Self {
        Self { disk: Some(disk.or_else(|| free(directory)).unwrap_or(u64::MAX)), ..memory.into() }
    }

    /// Memory for the marks of a search for distances, and the disk of a directory, if there is one for them.
    pub fn for_distances(memory: u64, disk: Option<u64>, scratch: Option<&Path>) -> Self {
        let capacity = scratch.map_or(memory.into(), |directory| Self::in_directory(memory, disk, directory));
        Self { is_for_distances: true, ..capacity }
    }

    /// The allowed memory.
    pub(crate) fn memory(self) -> u64 {
        self.memory
    }

    /// The bytes that a search for distances takes: two bits for each number.
    pub fn of_distances(numbers: u128) -> u128 {
        numbers.div_ceil(4)
    }

    /// Refuses a game for which there is no room.
    ///
    /// # Errors
    /// As [`Capacity::require`].
    pub fn require_all<G: Game>(self, game: Solver<'_, G>, store: Option<&Store>) -> Result<(), RetroError> {
        let game = game.memory(self.memory).disk(self.disk);
        let solving = game.solving();
        if let (None, Some(free), false) = (store, self.disk, self.is_for_distances) {
            // A directory that is still to be made.
            let plan = game.plan()?;
            let needed = plan.disk() + plan.working_disk();
            let no_room = RetroError::NoRoom { group: None, needed, free };
            return if plan.fits() { Ok(()) } else { Err(no_room) };
        }
        if !self.is_for_distances {
            return solving.require_room(&solving.groups()?, store);
        }
        let numbers = game.game.layers().iter().map(|layer| u128::from(layer.size)).sum();
        self.require("", numbers)
    }

    /// Refuses a layer of this number of numbers if there is no room for it.
    ///
    /// # Errors
    /// [`RetroError::TooLarge`], [`RetroError::NoRoom`], [`RetroError::Distances`]
    pub fn require(self, layer: &str, numbers: u128) -> Result<(), RetroError> {
        let Self { memory, disk, is_for_distances } = self;
        if is_for_distances {
            let needed = Self::of_distances(numbers);
            let has_room = needed <= u128::from(memory.max(disk.unwrap_or(0)));
            return if has_room { Ok(()) } else { Err(RetroError::Distances { needed, memory, disk }) };
        }
        // In memory while moves are made again; on disk the values and the table.
        let needed = 4 * numbers;
        let group = || layer.to_owned();
        match disk {
            _ if needed <= u128::from(memory) => Ok(()),
            None => Err(RetroError::TooLarge { group: group(), needed, memory }),
            Some(free) if needed > u128::from(free) => {
                Err(RetroError::NoRoom { group: Some(group()), needed, free })
            }
            Some(_) => Ok(()),
        }
    }
}

impl SolverContext<'_> {
    /// Refuses a game for which there is no room: in memory, or on the disk of a directory.
    pub(super) fn require_room(&self, groups: &[Group], store: Option<&Store>) -> Result<(), RetroError> {
        let largest = groups.iter().filter(|group| !self.fits(group)).max_by_key(|group| group.size);
        let name = |group: &Group| group.name.clone();
        let Some(store) = store else {
            let memory = self.settings.memory;
            return largest.map_or(Ok(()), |group| {
                Err(RetroError::TooLarge { group: name(group), needed: self.least_memory(group), memory })
            });
        };
        let is_missing = |shape: &&LayerShape| !store.is_solved(shape, self.settings.kind);
        let tables: u128 =
            self.game.layers().iter().filter(is_missing).map(|shape| self.table(shape.size)).sum();
        let needed = tables + largest.map_or(0, |group| working_disk(group.size));
        match self.settings.disk.or_else(|| free(store.path())) {
            Some(free) if needed > u128::from(free) => {
                Err(RetroError::NoRoom { group: largest.map(name), needed, free })
            }
            _ => Ok(()),
        }
    }

    /// The bytes of a table with this number of numbers, without its header.
    pub(super) fn table(&self, numbers: u64) -> u128 {
        if self.direct().is_some() { u128::from(numbers) } else { 2 * u128::from(numbers) }
    }
}

/// The bytes on disk that the values of a group with this number of numbers take while it is solved there.
pub(super) fn working_disk(numbers: u64) -> u128 {
    2 * u128::from(numbers)
}
