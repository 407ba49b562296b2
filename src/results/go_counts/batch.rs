//! One batch of residues, column by column: in memory or on disk, with checkpoints.

use super::checkpoint::{BatchPlace, Checkpoint};
use super::engine::{Engine, Pass};
use super::error::CountError;
use super::halves::HALF;
use super::memory::ValueMemory;
use super::residue::Modulus;
use super::settings::{CountProgress, Settings};
use super::spill::{Checksum, FilePass, PORTION, ValueFile};
use super::sums::{Sums, of_states, of_states_mut};
use rayon::prelude::*;
use std::path::Path;
use std::time::Instant;

/// The least memory for a pass on disk in bytes, whatever the limit says.
const LEAST_MEMORY: u64 = 1 << 20;

/// One batch of residues.
pub(super) struct Work<'a> {
    pub(super) engine: &'a Engine,
    pub(super) settings: &'a Settings<'a>,
    pub(super) width: usize,
    pub(super) on_disk: bool,
    pub(super) known: usize,
    pub(super) needed: usize,
}

/// The values of all states.
enum AllValues {
    Memory(ValueMemory),
    Disk(ValueFile),
}

/// The residues of the counts, column by column, and the number of expanded states.
pub(super) type ColumnSums = (Vec<Vec<u64>>, u64);

impl Work<'_> {
    pub(super) fn run(
        &self,
        moduli: &[Modulus],
        checkpoint: &mut Option<Checkpoint>,
        observe: &mut dyn FnMut(CountProgress),
    ) -> Result<Option<ColumnSums>, CountError> {
        // Residues of a state, rows that are computed together, and the product: full vectors of four numbers.
        macro_rules! by_number {
            ($(($number:literal $rows:literal $values:literal))*) => {
                match moduli.len() {
                    $($number => {
                        self.run_with::<$number, $rows, $values>(moduli.first_chunk(), checkpoint, observe)
                    })*
                    _ => Ok(None),
                }
            };
        }
        by_number!((1 4 4) (2 4 8) (3 4 12) (4 2 8) (5 2 10) (6 2 12) (7 4 28) (8 1 8))
    }

    fn run_with<const R: usize, const B: usize, const W: usize>(
        &self,
        moduli: Option<&[Modulus; R]>,
        checkpoint: &mut Option<Checkpoint>,
        observe: &mut dyn FnMut(CountProgress),
    ) -> Result<Option<ColumnSums>, CountError> {
        let Some(moduli) = moduli else { return Ok(None) };
        let passes = self.engine.passes();
        let (mut place, mut sums, mut values) = self.begin::<R>(checkpoint.as_ref(), &passes)?;
        let mut saved = Instant::now();
        let mut expansions = 0;
        loop {
            if sums.len() == place.column {
                sums.push(self.first_column(moduli, &values)?);
            }
            observe(self.progress(R, place, &passes));
            if place.column + 1 == self.width {
                return Ok(Some((sums, expansions)));
            }
            let is_stopped = self.settings.stop.is_requested();
            if is_stopped || self.on_disk || saved.elapsed() >= self.settings.interval {
                if let Some(checkpoint) = checkpoint {
                    self.save::<R>(checkpoint, place, &sums, &values, &passes)?;
                }
                saved = Instant::now();
            }
            if is_stopped {
                return Ok(None);
            }
            let together = if self.on_disk { 1 } else { Engine::together(&passes[place.pass..]) };
            let made = &passes[place.pass..place.pass + together];
            let next = place.after(together, passes.len());
            self.make::<R, B, W>(
                made,
                moduli,
                &mut values,
                checkpoint.as_ref().map(|it| it.values(next)).as_deref(),
            )?;
            if self.on_disk && self.settings.stop.is_requested() {
                // The pass may be incomplete; the values before it are kept.
                return Ok(None);
            }
            for pass in made {
                if matches!(pass, Pass::Step(..)) {
                    expansions += self.engine.states(*pass);
                }
            }
            place = next;
        }
    }

    fn progress(&self, residues: usize, place: BatchPlace, passes: &[Pass]) -> CountProgress {
        let work = |passes: &[Pass]| passes.iter().map(|&pass| self.engine.states(pass)).sum::<u64>() as f64;
        let columns = (self.width - 1).max(1) as f64;
        let done = (place.column as f64 + work(&passes[..place.pass]) / work(passes)) / columns;
        CountProgress {
            done: (self.known as f64 + residues as f64 * done) / self.needed as f64,
            columns: (place.column, self.width),
            residues: (self.known, residues, self.needed),
            on_disk: self.on_disk,
        }
    }

    /// The number of states before a pass.
    fn states_before(&self, place: BatchPlace, passes: &[Pass]) -> u64 {
        let before = place.pass.checked_sub(1).map(|pass| self.engine.states(passes[pass]));
        before.unwrap_or_else(|| self.engine.states_between_columns())
    }

    /// Where to continue, with the sums so far and the values: those of a checkpoint, or those of the right edge.
    fn begin<const R: usize>(
        &self,
        checkpoint: Option<&Checkpoint>,
        passes: &[Pass],
    ) -> Result<(BatchPlace, Vec<Vec<u64>>, AllValues), CountError> {
        let begun = checkpoint.and_then(|it| Some((it, it.manifest.batch.as_ref()?)));
        let Some((checkpoint, batch)) = begun else {
            return Ok((BatchPlace::default(), Vec::new(), self.ends::<R>(checkpoint)?));
        };
        if batch.place.pass >= passes.len() {
            let path = checkpoint.values(batch.place);
            return Err(CountError::checkpoint(&path, "a column has fewer passes"));
        }
        let words = self.states_before(batch.place, passes) * R as u64;
        let file = checkpoint.reopen(batch, words)?;
        let values = if self.on_disk {
            AllValues::Disk(file)
        } else {
            AllValues::Memory(self.load::<R>(&file, passes[batch.place.pass])?)
        };
        Ok((batch.place, batch.sums.clone(), values))
    }

    /// The values before a pass.
    fn load<const R: usize>(&self, file: &ValueFile, before: Pass) -> Result<ValueMemory, CountError> {
        let mut memory = ValueMemory::new(self.engine.room() * R)?;
        let layout = self.engine.source(before);
        for rest in 0..layout.rests() {
            let row = layout.row(rest);
            let row = file.read(row.start * R as u64, (row.end - row.start) as usize * R)?;
            let mut row = of_states::<R>(&row);
            let values = of_states_mut::<R>(memory.words_mut());
            for (_, segment) in self.engine.segments(before, rest) {
                let (here, after) = row.split_at(segment.len());
                values[segment].copy_from_slice(here);
                row = after;
            }
        }
        Ok(memory)
    }

    /// The values at the right edge.
    fn ends<const R: usize>(&self, checkpoint: Option<&Checkpoint>) -> Result<AllValues, CountError> {
        if let Some(checkpoint) = checkpoint.filter(|_| self.on_disk) {
            let file = ValueFile::create(&checkpoint.values(BatchPlace::default()))?;
            self.write_ends_to::<R>(&file)?;
            return Ok(AllValues::Disk(file));
        }
        let mut memory = ValueMemory::new(self.engine.room() * R)?;
        let values = of_states_mut::<R>(memory.words_mut());
        let begin = self.engine.passes()[0];
        for rest in 0..self.engine.columns().rests() {
            for (windows, segment) in self.engine.segments(begin, rest) {
                self.engine.write_ends::<R>(rest, windows, &mut values[segment]);
            }
        }
        Ok(AllValues::Memory(memory))
    }

    fn write_ends_to<const R: usize>(&self, file: &ValueFile) -> Result<(), CountError> {
        let layout = self.engine.columns();
        for part in layout.parts(1 << 16) {
            let states = layout.rows(&part);
            let mut values = vec![0; (states.end - states.start) as usize * R];
            let mut left = of_states_mut::<R>(&mut values);
            for rest in part {
                let windows = self.engine.windows_between_columns(rest);
                let (row, after) = left.split_at_mut(windows.len());
                self.engine.write_ends::<R>(rest, windows, row);
                left = after;
            }
            file.write(states.start * R as u64, &values)?;
        }
        Ok(())
    }

    fn first_column<const R: usize>(
        &self,
        moduli: &[Modulus; R],
        values: &AllValues,
    ) -> Result<Vec<u64>, CountError> {
        let layout = self.engine.columns();
        let first = self.engine.first();
        let rests: Vec<_> = first.rests().enumerate().collect();
        let share = |(index, rest)| -> Result<[u64; R], CountError> {
            match values {
                AllValues::Memory(memory) => {
                    let value = |place| self.engine.between_columns(memory.words(), rest, place);
                    Ok(first.sum(index, moduli, value))
                }
                AllValues::Disk(file) => {
                    let row = layout.row(rest);
                    let row = file.read(row.start * R as u64, (row.end - row.start) as usize * R)?;
                    Ok(first.sum(index, moduli, |place| of_states(&row)[place]))
                }
            }
        };
        let sum = rests.into_par_iter().map(share).try_reduce(
            || [0; R],
            |one, two| Ok(std::array::from_fn(|index| moduli[index].add(one[index], two[index]))),
        )?;
        Ok(sum.iter().zip(moduli).map(|(&sum, modulus)| modulus.reduce(sum)).collect())
    }

    fn make<const R: usize, const B: usize, const W: usize>(
        &self,
        passes: &[Pass],
        moduli: &[Modulus; R],
        values: &mut AllValues,
        path: Option<&Path>,
    ) -> Result<(), CountError> {
        match (values, path) {
            (AllValues::Memory(memory), _) => {
                self.engine.make::<R, B, W>(passes, moduli, memory.words_mut());
            }
            (AllValues::Disk(source), Some(path)) => {
                let target = ValueFile::create(path)?;
                let tables = self.engine.halves() * HALF;
                let memory = self.settings.memory.saturating_sub(tables).max(LEAST_MEMORY);
                let (engine, stop, sums) = (self.engine, self.settings.stop, Sums::new(moduli));
                let on_disk = FilePass { engine, sums, source, target: &target, memory, stop };
                let mut made = passes.iter().map(|&pass| on_disk.make(pass));
                made.try_for_each(|made| made).inspect_err(|_| remove_incomplete(path))?;
                *source = target;
            }
            (AllValues::Disk(_), None) => {
                return Err(CountError::Memory("states on disk need a directory".to_owned()));
            }
        }
        Ok(())
    }

    /// Makes this the place from which an interrupted count continues.
    fn save<const R: usize>(
        &self,
        checkpoint: &mut Checkpoint,
        place: BatchPlace,
        sums: &[Vec<u64>],
        values: &AllValues,
        passes: &[Pass],
    ) -> Result<(), CountError> {
        if checkpoint.is_at(place) {
            return Ok(());
        }
        let checksum = match values {
            AllValues::Memory(memory) => {
                self.write_values::<R>(checkpoint, place, memory, passes[place.pass])?
            }
            AllValues::Disk(file) => {
                let checksum = file.checksum()?;
                file.sync()?;
                checksum
            }
        };
        checkpoint.stand(R, place, sums, checksum)
    }

    /// Writes the values of a place, row by row. The file gets its name when it is complete and on the disk.
    fn write_values<const R: usize>(
        &self,
        checkpoint: &Checkpoint,
        place: BatchPlace,
        memory: &ValueMemory,
        before: Pass,
    ) -> Result<Checksum, CountError> {
        let (path, pending) = (checkpoint.values(place), checkpoint.pending()?);
        let file = ValueFile::pending(&pending, &path)?;
        let values = of_states::<R>(memory.words());
        let (mut checksum, mut written, mut portion) = (Checksum::default(), 0, Vec::new());
        for rest in 0..self.engine.source(before).rests() {
            for (_, segment) in self.engine.segments(before, rest) {
                portion.extend_from_slice(values[segment].as_flattened());
            }
            if portion.len() >= PORTION {
                checksum.add(written, &portion);
                file.write(written, &portion)?;
                written += portion.len() as u64;
                portion.clear();
            }
        }
        checksum.add(written, &portion);
        file.write(written, &portion)?;
        pending.persist(&path)?;
        Ok(checksum)
    }
}

/// Removes the incomplete values of a failed pass, because the disk may be full.
fn remove_incomplete(path: &Path) {
    let _ = std::fs::remove_file(path);
}

impl BatchPlace {
    fn after(self, made: usize, passes: usize) -> Self {
        if self.pass + made == passes {
            Self { column: self.column + 1, pass: 0 }
        } else {
            Self { pass: self.pass + made, ..self }
        }
    }
}
