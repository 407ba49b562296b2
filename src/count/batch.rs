//! One batch of residues, column by column: in memory or on disk, with checkpoints.

use super::checkpoint::{BatchPlace, Checkpoint, Checksum};
use super::engine::{Engine, Pass};
use super::error::CountError;
use super::residue::Modulus;
use super::run::{CountProgress, HALF, Settings};
use super::spill::{FilePass, PORTION, ValueFile};
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
enum Values {
    Memory { source: Vec<u64>, target: Vec<u64> },
    Disk(ValueFile),
}

/// The residues of the counts, column by column, and the number of expanded states.
pub(super) type Sums = (Vec<Vec<u64>>, u64);

impl Work<'_> {
    pub(super) fn run(
        &self,
        moduli: &[Modulus],
        checkpoint: &mut Option<Checkpoint>,
        observe: &mut dyn FnMut(CountProgress),
    ) -> Result<Option<Sums>, CountError> {
        macro_rules! by_number {
            ($($number:literal)*) => {
                match moduli.len() {
                    $($number => self.run_with(moduli.first_chunk::<$number>(), checkpoint, observe),)*
                    _ => Ok(None),
                }
            };
        }
        by_number!(1 2 3 4 5 6 7 8)
    }

    fn run_with<const R: usize>(
        &self,
        moduli: Option<&[Modulus; R]>,
        checkpoint: &mut Option<Checkpoint>,
        observe: &mut dyn FnMut(CountProgress),
    ) -> Result<Option<Sums>, CountError> {
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
            let pass = passes[place.pass];
            let next = place.after(passes.len());
            self.make(pass, moduli, &mut values, checkpoint.as_ref().map(|it| it.values(next)).as_deref())?;
            if self.on_disk && self.settings.stop.is_requested() {
                // The pass may be incomplete; the values before it are kept.
                return Ok(None);
            }
            if matches!(pass, Pass::Step(..)) {
                expansions += self.engine.states(pass);
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
    ) -> Result<(BatchPlace, Vec<Vec<u64>>, Values), CountError> {
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
        let values =
            if self.on_disk { Values::Disk(file) } else { Values::load(&file, self.most_words::<R>())? };
        Ok((batch.place, batch.sums.clone(), values))
    }

    /// The number of words for the values at the largest pass.
    fn most_words<const R: usize>(&self) -> usize {
        self.engine.most_states() as usize * R
    }

    /// The values at the right edge.
    fn ends<const R: usize>(&self, checkpoint: Option<&Checkpoint>) -> Result<Values, CountError> {
        if let Some(checkpoint) = checkpoint.filter(|_| self.on_disk) {
            let file = ValueFile::create(&checkpoint.values(BatchPlace::default()))?;
            self.write_ends_to::<R>(&file)?;
            return Ok(Values::Disk(file));
        }
        let most = self.most_words::<R>();
        let (mut source, target) = (zeros(most)?, zeros(most)?);
        let layout = self.engine.columns();
        for rest in 0..layout.rests() {
            let row = layout.row(rest);
            let row = &mut source[row.start as usize * R..row.end as usize * R];
            self.engine.write_ends::<R>(rest, row);
        }
        Ok(Values::Memory { source, target })
    }

    fn write_ends_to<const R: usize>(&self, file: &ValueFile) -> Result<(), CountError> {
        let layout = self.engine.columns();
        for part in layout.parts(1 << 16) {
            let states = layout.rows(&part);
            let mut values = vec![0; (states.end - states.start) as usize * R];
            for rest in part {
                let row = layout.row(rest);
                let (from, to) = (row.start - states.start, row.end - states.start);
                self.engine.write_ends::<R>(rest, &mut values[from as usize * R..to as usize * R]);
            }
            file.write(states.start * R as u64, &values)?;
        }
        Ok(())
    }

    fn first_column<const R: usize>(
        &self,
        moduli: &[Modulus; R],
        values: &Values,
    ) -> Result<Vec<u64>, CountError> {
        let layout = self.engine.columns();
        let first = self.engine.first();
        let rests: Vec<_> = first.rests().enumerate().collect();
        let share = |(index, rest)| -> Result<[u64; R], CountError> {
            let row = layout.row(rest);
            let words = row.start as usize * R..row.end as usize * R;
            match values {
                Values::Memory { source, .. } => Ok(first.sum(index, moduli, &source[words])),
                Values::Disk(file) => {
                    Ok(first.sum(index, moduli, &file.read(words.start as u64, words.len())?))
                }
            }
        };
        let sum = rests.into_par_iter().map(share).try_reduce(
            || [0; R],
            |one, two| Ok(std::array::from_fn(|index| moduli[index].add(one[index], two[index]))),
        )?;
        Ok(sum.iter().zip(moduli).map(|(&sum, modulus)| modulus.reduce(sum)).collect())
    }

    fn make<const R: usize>(
        &self,
        pass: Pass,
        moduli: &[Modulus; R],
        values: &mut Values,
        path: Option<&Path>,
    ) -> Result<(), CountError> {
        let states = self.engine.states(pass) as usize;
        match (values, path) {
            (Values::Memory { source, target }, _) => {
                self.engine.make(pass, moduli, source, &mut target[..states * R]);
                std::mem::swap(source, target);
            }
            (Values::Disk(source), Some(path)) => {
                let target = ValueFile::create(path)?;
                let tables = self.engine.halves() * HALF;
                let memory = self.settings.memory.saturating_sub(tables).max(LEAST_MEMORY);
                let stop = self.settings.stop;
                let pass_on_disk =
                    FilePass { engine: self.engine, moduli, source, target: &target, memory, stop };
                pass_on_disk.make(pass).inspect_err(|_| remove_incomplete(path))?;
                *source = target;
            }
            (Values::Disk(_), None) => {
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
        values: &Values,
        passes: &[Pass],
    ) -> Result<(), CountError> {
        if checkpoint.is_at(place) {
            return Ok(());
        }
        let checksum = match values {
            Values::Memory { source, .. } => {
                let words = self.states_before(place, passes) as usize * R;
                write_values(checkpoint, place, &source[..words])?
            }
            Values::Disk(file) => {
                let checksum = file.checksum()?;
                file.sync()?;
                checksum
            }
        };
        checkpoint.stand(R, place, sums, checksum)
    }
}

/// Writes the values of a place. The file gets its name when it is complete and on the disk.
fn write_values(checkpoint: &Checkpoint, place: BatchPlace, values: &[u64]) -> Result<Checksum, CountError> {
    let (path, pending) = (checkpoint.values(place), checkpoint.pending()?);
    let file = ValueFile::pending(&pending, &path)?;
    let mut checksum = Checksum::default();
    for (first, values) in (0..).step_by(PORTION).zip(values.chunks(PORTION)) {
        checksum.add(first, values);
        file.write(first, values)?;
    }
    pending.persist(&path)?;
    Ok(checksum)
}

/// Removes the incomplete values of a failed pass, because the disk may be full.
fn remove_incomplete(path: &Path) {
    let _ = std::fs::remove_file(path);
}

impl Values {
    fn load(file: &ValueFile, most: usize) -> Result<Self, CountError> {
        let (mut source, target) = (zeros(most)?, zeros(most)?);
        file.portions(|first, values| {
            source[first as usize..][..values.len()].copy_from_slice(&values);
            Ok(())
        })?;
        Ok(Self::Memory { source, target })
    }
}

/// A list of zeros, or an error if the machine lacks the memory for it.
fn zeros(words: usize) -> Result<Vec<u64>, CountError> {
    // Zeroed memory is cheap because the system provides it page by page, but its allocation aborts if there is not
    // enough. So the same amount is reserved and released first.
    let mut reserved: Vec<u64> = Vec::new();
    let needed = words.div_ceil(1 << 17);
    let refused = |_| CountError::Memory(format!("the machine refuses {needed} MiB of memory"));
    reserved.try_reserve_exact(words).map_err(refused)?;
    drop(reserved);
    Ok(vec![0; words])
}

impl BatchPlace {
    fn after(self, passes: usize) -> Self {
        if self.pass + 1 == passes {
            Self { column: self.column + 1, pass: 0 }
        } else {
            Self { pass: self.pass + 1, ..self }
        }
    }
}
