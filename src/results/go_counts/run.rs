//! A count from beginning to end: all the batches of residues that it needs.

pub use super::settings::{CountProgress, MOST_RESIDUES, Settings};

use super::batch::Work;
use super::checkpoint::Checkpoint;
use super::chinese::{colourings, combine, moduli_for_board, remainder};
use super::engine::{Engine, LEAST_HEIGHT};
use super::error::CountError;
use super::halves::HALF;
use super::plan::LeastMemory;
use super::residue::Modulus;
use super::spill::WORD;
use super::states;
use certamen_work::durable::WorkError;
use certamen_work::memory;
use certamen_work::stop::Stop;
use encodings::go::BoardSides;
use num_bigint::BigUint;
use std::path::Path;

/// The number of bytes that tables may take whatever the limit says.
const TABLES: u64 = 256 << 20;

/// The result of a count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CountReport {
    /// For each width from 1, the number of legal positions.
    pub counts: Vec<BigUint>,
    /// The modulus of the numbers; `None` if they are exact.
    pub modulus: Option<BigUint>,
    /// The number of residues that were computed.
    pub residues: usize,
    /// The number of expanded states, over all batches of this run.
    pub expansions: u64,
}

/// Counts the legal positions of boards of the height of this one, up to its width. `None` if the count was stopped.
///
/// ```
/// use certamen_go_counts::run::{Settings, count};
/// use certamen_work::stop::Stop;
/// let stop = Stop::new();
/// let counted = count("4x4".parse()?, &Settings::in_memory(1 << 24, &stop), &mut |_| ())?;
/// let counts = counted.ok_or("nobody asked it to stop")?.counts;
/// assert_eq!(counts.last(), Some(&24_318_165_u32.into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`CountError`]
pub fn count(
    board: BoardSides,
    settings: &Settings<'_>,
    observe: &mut dyn FnMut(CountProgress),
) -> Result<Option<CountReport>, CountError> {
    count_widths(board.height(), board.width(), settings, observe)
}

/// The same for boards of any width; the height is at most [`LONGEST`](encodings::go::LONGEST).
///
/// # Errors
/// [`CountError`]
pub fn count_widths(
    height: usize,
    width: usize,
    settings: &Settings<'_>,
    observe: &mut dyn FnMut(CountProgress),
) -> Result<Option<CountReport>, CountError> {
    if height < LEAST_HEIGHT {
        let (counts, expansions) = states::count(height, width);
        let residues = moduli_for_board((height * width) as u32).len();
        return Ok(Some(CountReport { counts, modulus: None, residues, expansions }));
    }
    let mut count = Count::open((height, width), settings)?;
    if count.complete(observe)? { count.counted().map(Some) } else { Ok(None) }
}

/// A count in progress: what is known so far, and its directory.
#[derive(Debug)]
struct Count<'a> {
    height: usize,
    width: usize,
    settings: &'a Settings<'a>,
    /// The moduli of an exact count.
    moduli: Vec<Modulus>,
    /// The number of residues that this run must reach.
    wanted: usize,
    checkpoint: Option<Checkpoint>,
    /// For each width from 1, the known residues.
    known: Vec<Vec<u64>>,
    expansions: u64,
}

impl<'a> Count<'a> {
    fn open((height, width): (usize, usize), settings: &'a Settings<'a>) -> Result<Self, CountError> {
        let moduli = moduli_for_board((height * width) as u32);
        let all = moduli.len();
        let wanted = settings.residues.map_or(all, |most| most.get().min(all));
        // A count that is refused creates no directory. An existing directory may hold the complete count already.
        if settings.directory.is_none_or(|path| !path.exists()) {
            refuse_too_little_memory(height, wanted, None, settings)?;
        }
        let checkpoint = match settings.directory {
            Some(path) => Some(Checkpoint::open(path, (height, width), (all, wanted), settings)?),
            None => None,
        };
        let known = checkpoint.as_ref().map_or(vec![Vec::new(); width], |it| it.manifest.known.clone());
        Ok(Self { height, width, settings, moduli, wanted, checkpoint, known, expansions: 0 })
    }

    fn residues(&self) -> usize {
        self.known[0].len()
    }

    /// Computes batches until the wanted residues are known. `false` if it was stopped before.
    fn complete(&mut self, observe: &mut dyn FnMut(CountProgress)) -> Result<bool, CountError> {
        if self.residues() >= self.wanted {
            return Ok(true);
        }
        let begun = self.checkpoint.as_ref().and_then(|it| it.manifest.batch.as_ref());
        let begun = begun.map(|batch| batch.residues);
        refuse_too_little_memory(self.height, self.wanted - self.residues(), begun, self.settings)?;
        let engine = Engine::new(self.height);
        while self.residues() < self.wanted {
            if !self.batch(&engine, observe)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Computes one batch of residues. `false` if it was stopped before its end.
    fn batch(&mut self, engine: &Engine, observe: &mut dyn FnMut(CountProgress)) -> Result<bool, CountError> {
        let (known, needed) = (self.residues(), self.wanted);
        let begun = self.checkpoint.as_ref().and_then(|it| it.manifest.batch.as_ref());
        let batch = Batch::choose(engine, self.settings, begun.map(|batch| batch.residues), needed - known)?;
        let (settings, width, on_disk) = (self.settings, self.width, batch.on_disk);
        let work = Work { engine, settings, width, on_disk, known, needed };
        let moduli = &self.moduli[known..][..batch.residues];
        let Some((sums, expanded)) = work.run(moduli, &mut self.checkpoint, observe)? else {
            return Ok(false);
        };
        self.expansions += expanded;
        for (known, sums) in self.known.iter_mut().zip(&sums) {
            known.extend(sums);
        }
        if let Some(checkpoint) = &mut self.checkpoint {
            checkpoint.keep(&sums)?;
        }
        Ok(true)
    }

    /// The numbers with the known residues, each compared with the number of colourings.
    fn counted(self) -> Result<CountReport, CountError> {
        let residues = self.residues();
        let moduli = &self.moduli[..residues];
        let mut counts = Vec::with_capacity(self.width);
        for (width, residues) in (1..).zip(&self.known) {
            let residues: Vec<_> = moduli.iter().copied().zip(residues.iter().copied()).collect();
            let count = combine(&residues);
            if count > colourings((self.height * width) as u32) {
                let directory = self.settings.directory.map(Path::to_owned);
                return Err(CountError::Excess { height: self.height, width, directory });
            }
            counts.push(count);
        }
        let modulus =
            (residues < self.moduli.len()).then(|| moduli.iter().map(|modulus| modulus.value()).product());
        Ok(CountReport { counts, modulus, residues, expansions: self.expansions })
    }
}

/// Refuses what would run out of memory before the tables are made, which for high boards takes minutes: the allowed
/// memory, or that of the machine.
fn refuse_too_little_memory(
    height: usize,
    missing: usize,
    begun: Option<usize>,
    settings: &Settings<'_>,
) -> Result<(), CountError> {
    let least = LeastMemory::of(height);
    if settings.directory.is_none() && settings.memory < least.values {
        return Err(CountError::residue_exceeds(least.values + least.tables));
    }
    let allowed = settings.memory.max(TABLES);
    if least.tables > allowed {
        return Err(CountError::tables_exceed(height, least.tables));
    }
    let in_memory = settings.memory.saturating_sub(least.tables) / least.values.max(1);
    let batch = Batch::of(in_memory, begun, missing);
    // On disk the allowed memory is for rows that have been read, never more than all of them.
    let values = least.values.saturating_mul(batch.residues as u64);
    let used = if batch.on_disk { settings.memory.saturating_sub(least.tables).min(values) } else { values };
    memory::require(least.tables.saturating_add(used)).map_err(CountError::Machine)
}

/// How many residues are computed together, and where.
#[derive(Clone, Copy, Debug)]
struct Batch {
    residues: usize,
    on_disk: bool,
}

impl Batch {
    /// As few batches as the memory allows, of equal size. A batch in progress keeps its size.
    fn choose(
        engine: &Engine,
        settings: &Settings<'_>,
        begun: Option<usize>,
        needed: usize,
    ) -> Result<Self, CountError> {
        let free = settings.memory.saturating_sub(engine.halves() * HALF);
        let residue = (engine.room() + rayon::current_num_threads() * engine.buffer()) as u64 * WORD;
        let batch = Self::of(free / residue, begun, needed);
        if batch.on_disk && settings.directory.is_none() {
            return Err(CountError::residue_exceeds(residue + engine.halves() * HALF));
        }
        Ok(batch)
    }

    /// The same, given how many residues fit into the memory.
    fn of(in_memory: u64, begun: Option<usize>, needed: usize) -> Self {
        let most = MOST_RESIDUES.min(if in_memory == 0 { MOST_RESIDUES } else { in_memory as usize });
        let residues = begun.unwrap_or_else(|| needed.div_ceil(needed.div_ceil(most)));
        Self { residues, on_disk: residues as u64 > in_memory }
    }
}

/// The residues of the counts of all widths up to `width`, modulo these moduli (at most 8), in memory: one list for
/// each width. `None` if it was stopped.
///
/// # Errors
/// [`CountError`]
pub fn residues(
    height: usize,
    width: usize,
    moduli: &[Modulus],
    stop: &Stop,
) -> Result<Option<Vec<Vec<u64>>>, CountError> {
    residues_with(height, width, moduli, &Settings::in_memory(u64::MAX, stop))
}

/// The same by tables that exist already.
///
/// # Errors
/// [`CountError`]
pub fn residues_of(
    engine: &Engine,
    width: usize,
    moduli: &[Modulus],
    stop: &Stop,
) -> Result<Option<Vec<Vec<u64>>>, CountError> {
    let settings = &Settings::in_memory(u64::MAX, stop);
    let work = Work { engine, settings, width, on_disk: false, known: 0, needed: moduli.len() };
    Ok(work.run(moduli, &mut None, &mut |_| ())?.map(|(sums, _)| sums))
}

/// The same with checkpoints, if the settings have a directory: a stopped or killed run is continued from there, and
/// the directory is removed at the end. If another process has it, this one keeps no checkpoints.
///
/// # Errors
/// [`CountError`], also if the directory has a count of other residues.
pub fn residues_with(
    height: usize,
    width: usize,
    moduli: &[Modulus],
    settings: &Settings<'_>,
) -> Result<Option<Vec<Vec<u64>>>, CountError> {
    if height < LEAST_HEIGHT {
        let (counts, _) = states::count(height, width);
        let residues = |count| moduli.iter().map(|&modulus| remainder(count, modulus)).collect();
        return Ok(Some(counts.iter().map(residues).collect()));
    }
    let opened =
        settings.directory.map(|path| Checkpoint::of_moduli(path, (height, width), moduli, settings));
    let mut checkpoint = match opened.transpose() {
        Err(CountError::Directory(WorkError::Held { .. })) => None,
        opened => opened?,
    };
    let engine = Engine::new(height);
    let work = Work { engine: &engine, settings, width, on_disk: false, known: 0, needed: moduli.len() };
    let Some((sums, _)) = work.run(moduli, &mut checkpoint, &mut |_| ())? else { return Ok(None) };
    // Only who has the directory removes it: another process may do the same and keep no checkpoints.
    if let (Some(kept), Some(path)) = (checkpoint, settings.directory) {
        drop(kept);
        // What stays is of no use, and does no harm.
        let _ = std::fs::remove_dir_all(path);
    }
    Ok(Some(sums))
}
