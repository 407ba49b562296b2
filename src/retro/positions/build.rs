//! Solves a game into a directory, group by group.

use super::checkpoint::{Checkpoint, Run};
use super::disk::{OnDisk, StoredTables};
use super::error::RetroError;
use super::game::Game;
use super::groups::Group;
use super::numbered::SolverContext;
use super::open_group::Field;
use super::plan::Way;
use super::resident::Resident;
use super::solver::Solver;
use super::store::Store;
use super::table::{TableWriter, Width};
use super::value::Kind;
use crate::table::{Monitor, SolverProgress};

impl<G: Game> Solver<'_, G> {
    /// Solves the game into a directory. Groups that were solved in an earlier run are not solved again, and a group that
    /// was begun continues from its checkpoint. Groups that do not fit in memory are solved on disk.
    ///
    /// # Errors
    /// [`RetroError`]; [`RetroError::Stopped`] after a request to stop. The next run continues from the tables and the
    /// checkpoint that are written.
    pub fn build(&self, store: &Store, monitor: &mut Monitor<'_>) -> Result<(), RetroError> {
        self.solving().build(store, monitor)
    }
}

impl SolverContext<'_> {
    /// How tables hold their codes: the same in whichever way the game is solved.
    pub(super) fn width(&self) -> Width {
        if self.direct().is_some() { Width::Narrow } else { Width::Wide }
    }

    fn build(&self, store: &Store, monitor: &mut Monitor<'_>) -> Result<(), RetroError> {
        let shapes = self.game.layers();
        let mut below = Resident::new(self.settings.kind, shapes.len());
        let names = store.names()?;
        for group in self.begin(Some(store), monitor)? {
            let layers = || group.layers.iter().map(|&layer| &shapes[layer as usize]);
            let first = layers().next().map_or("", |layer| layer.name.as_str());
            let files =
                Checkpoint::new((store, &names), &group, first, self.settings.kind, self.settings.interval);
            if layers().all(|layer| store.is_solved(layer, self.settings.kind)) {
                layers().try_for_each(|layer| store.table(layer, self.settings.kind).map(drop))?;
                files.remove_all()?;
                monitor.report(SolverProgress::Known { name: &group.name });
                continue;
            }
            let run = &mut Run { files: Some(&files), monitor: monitor.reborrow() };
            if self.fits(&group) {
                below.keep(&group.below);
                store.load(shapes, &group.below, &mut below)?;
                self.build_in_memory(store, &group, &below, run)?;
            } else {
                below.keep(&[]);
                self.build_on_disk(store, &group, &below, &files, run)?;
            }
            files.remove_all()?;
            monitor.report(SolverProgress::Written);
        }
        Ok(())
    }

    fn build_in_memory(
        &self,
        store: &Store,
        group: &Group,
        below: &Resident,
        run: &mut Run<'_, '_>,
    ) -> Result<(), RetroError> {
        if let Some(chunks) = self.direct() {
            let codes = self.solve_directly(chunks, group, run)?;
            let shape = &self.game.layers()[group.layers[0] as usize];
            let mut table = store.write(shape, self.settings.kind, self.width())?;
            table.push_bytes(&codes)?;
            return table.finish();
        }
        let codes = self.solve_group(group, below, run)?;
        let mut tables = Tables::new(self, store, group);
        codes.into_iter().try_for_each(|code| tables.push(code))?;
        tables.finish()
    }

    fn build_on_disk(
        &self,
        store: &Store,
        group: &Group,
        nothing: &Resident,
        files: &Checkpoint<'_>,
        run: &mut Run<'_, '_>,
    ) -> Result<(), RetroError> {
        run.report(SolverProgress::Group { name: &group.name, size: group.size, way: Way::Disk });
        let values = OnDisk::open(Field::on_disk(self.game, group, nothing)?, files, self.settings.extent())?;
        let below = StoredTables::new(store, self.game.layers(), self.settings.kind);
        let open = values.solve(Box::new(below), run)?;
        if open > 0 && self.settings.kind == Kind::Score {
            return Err(values.circle()?);
        }
        let mut tables = Tables::new(self, store, group);
        for codes in values.each_window() {
            codes?.into_iter().try_for_each(|code| tables.push(code))?;
        }
        tables.finish()
    }
}

/// The tables of a group, which are written one after the other.
struct Tables<'a, 's> {
    solving: &'a SolverContext<'a>,
    store: &'s Store,
    group: &'a Group,
    /// The place of the layer whose table is open, and how many codes it lacks.
    place: usize,
    rest: u64,
    open: Option<TableWriter>,
}

impl<'a, 's> Tables<'a, 's> {
    fn new(solving: &'a SolverContext<'a>, store: &'s Store, group: &'a Group) -> Self {
        Self { solving, store, group, place: 0, rest: 0, open: None }
    }

    /// Begins the next table, and those of layers without numbers before it. Returns whether there is one.
    fn next(&mut self) -> Result<bool, RetroError> {
        while self.rest == 0 {
            if let Some(table) = self.open.take() {
                table.finish()?;
            }
            let Some(&layer) = self.group.layers.get(self.place) else { return Ok(false) };
            let shape = &self.solving.game.layers()[layer as usize];
            self.open = Some(self.store.write(shape, self.solving.settings.kind, self.solving.width())?);
            (self.place, self.rest) = (self.place + 1, shape.size);
        }
        Ok(true)
    }

    fn push(&mut self, code: u16) -> Result<(), RetroError> {
        if self.rest > 0 || self.next()? {
            self.rest -= 1;
            if let Some(table) = &mut self.open {
                table.push(code)?;
            }
        }
        Ok(())
    }

    fn finish(mut self) -> Result<(), RetroError> {
        self.next().map(drop)
    }
}
