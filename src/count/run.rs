//! A count from beginning to end: as many batches of residues as it takes.

use super::batch::Work;
use super::board::Board;
use super::checkpoint::Checkpoint;
use super::chinese::{colourings, combine, moduli_for_board, remainder};
use super::engine::{Engine, LEAST_HEIGHT};
use super::error::CountError;
use super::plan::Least;
use super::residue::Modulus;
use super::states;
use certamen_work::stop::Stop;
use num_bigint::BigUint;
use std::num::NonZeroUsize;
use std::path::Path;
use std::time::Duration;

/// The most residues that are carried at once.
pub const MOST_RESIDUES: usize = 8;
/// Bytes of a half in the tables, about: its points, its place in the index, its targets.
pub(super) const HALF: u64 = 160;
/// Bytes that tables may take whatever the limit.
const TABLES: u64 = 256 << 20;

/// How positions are to be counted.
#[derive(Clone, Copy, Debug)]
pub struct Settings<'a> {
    /// Bytes of memory to use, about.
    pub memory: u64,
    /// Where checkpoints are kept, and values that exceed the memory.
    pub directory: Option<&'a Path>,
    /// How long to work between checkpoints.
    pub interval: Duration,
    /// At most this number of residues. With fewer than an exact count needs, numbers are known modulo the product of
    /// their moduli.
    pub residues: Option<NonZeroUsize>,
    /// Checked often.
    pub stop: &'a Stop,
}

impl<'a> Settings<'a> {
    /// The settings of a count that keeps nothing on disk and goes on until the numbers are exact.
    pub const fn in_memory(memory: u64, stop: &'a Stop) -> Self {
        Self { memory, directory: None, interval: Duration::MAX, residues: None, stop }
    }
}

/// How far a count has come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// The part of the work that is done, from 0 to 1.
    pub done: f64,
    /// The columns that are complete in this batch, and all columns.
    pub columns: (usize, usize),
    /// How many residues are known, how many this batch makes, and how many are needed.
    pub residues: (usize, usize, usize),
    /// Whether values are on disk.
    pub on_disk: bool,
}

/// What was counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counted {
    /// For each width from 1, the number of legal positions.
    pub counts: Vec<BigUint>,
    /// What the numbers are known modulo; `None` if they are exact.
    pub modulus: Option<BigUint>,
    /// How many residues were made.
    pub residues: usize,
    /// How many times a state was expanded, over all batches; those of an earlier run are not included.
    pub expansions: u64,
}

/// Counts the legal positions of boards of the height of this one, up to its width. `None` if the work was stopped.
///
/// ```
/// use certamen_count::run::{Settings, count};
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
    board: Board,
    settings: &Settings<'_>,
    observe: &mut dyn FnMut(Progress),
) -> Result<Option<Counted>, CountError> {
    count_widths(board.height(), board.width(), settings, observe)
}

/// The same for boards of any width; the height is at most [`LONGEST`](super::board::LONGEST).
///
/// # Errors
/// [`CountError`]
pub fn count_widths(
    height: usize,
    width: usize,
    settings: &Settings<'_>,
    observe: &mut dyn FnMut(Progress),
) -> Result<Option<Counted>, CountError> {
    if height < LEAST_HEIGHT {
        let (counts, expansions) = states::count(height, width);
        let residues = moduli_for_board((height * width) as u32).len();
        return Ok(Some(Counted { counts, modulus: None, residues, expansions }));
    }
    let mut count = Count::open((height, width), settings)?;
    if count.complete(observe)? { count.counted().map(Some) } else { Ok(None) }
}

/// A count under way: what is known so far, and where it is kept.
#[derive(Debug)]
struct Count<'a> {
    height: usize,
    width: usize,
    settings: &'a Settings<'a>,
    /// Those of an exact count.
    moduli: Vec<Modulus>,
    /// How many residues this run is to end with.
    wanted: usize,
    checkpoint: Option<Checkpoint>,
    /// For each width from 1, the residues that are known.
    known: Vec<Vec<u64>>,
    expansions: u64,
}

impl<'a> Count<'a> {
    fn open((height, width): (usize, usize), settings: &'a Settings<'a>) -> Result<Self, CountError> {
        let moduli = moduli_for_board((height * width) as u32);
        let all = moduli.len();
        let wanted = settings.residues.map_or(all, |most| most.get().min(all));
        let checkpoint = match settings.directory {
            Some(path) => Some(Checkpoint::open(path, (height, width), (all, wanted), settings.stop)?),
            None => None,
        };
        let known = checkpoint.as_ref().map_or(vec![Vec::new(); width], |it| it.manifest.known.clone());
        Ok(Self { height, width, settings, moduli, wanted, checkpoint, known, expansions: 0 })
    }

    fn residues(&self) -> usize {
        self.known[0].len()
    }

    /// Makes batches until the wanted residues are known. `false` if the work was stopped before.
    fn complete(&mut self, observe: &mut dyn FnMut(Progress)) -> Result<bool, CountError> {
        if self.residues() >= self.wanted {
            return Ok(true);
        }
        refuse_too_little_memory(self.height, self.settings)?;
        let engine = Engine::new(self.height);
        while self.residues() < self.wanted {
            if !self.batch(&engine, observe)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Makes one batch of residues. `false` if the work was stopped before its end.
    fn batch(&mut self, engine: &Engine, observe: &mut dyn FnMut(Progress)) -> Result<bool, CountError> {
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

    /// The numbers that have the known residues, each held against the number of colourings.
    fn counted(self) -> Result<Counted, CountError> {
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
        Ok(Counted { counts, modulus, residues, expansions: self.expansions })
    }
}

/// Refuses what would run out of memory before the tables are made, which for high boards takes minutes.
fn refuse_too_little_memory(height: usize, settings: &Settings<'_>) -> Result<(), CountError> {
    let least = Least::of(height);
    if settings.directory.is_none() && settings.memory < least.values {
        return Err(CountError::residue_exceeds(least.values + least.tables));
    }
    let allowed = settings.memory.max(TABLES);
    if least.tables > allowed {
        return Err(CountError::tables_exceed(height, least.tables));
    }
    Ok(())
}

/// How many residues to carry at once, and where.
#[derive(Clone, Copy, Debug)]
struct Batch {
    residues: usize,
    on_disk: bool,
}

impl Batch {
    /// As few batches as the memory allows, of even size. A batch that was begun keeps its size.
    fn choose(
        engine: &Engine,
        settings: &Settings<'_>,
        begun: Option<usize>,
        needed: usize,
    ) -> Result<Self, CountError> {
        let free = settings.memory.saturating_sub(engine.halves() * HALF);
        let in_memory = free / (2 * engine.most_states() * 8);
        let most = MOST_RESIDUES.min(if in_memory == 0 { MOST_RESIDUES } else { in_memory as usize });
        let residues = begun.unwrap_or_else(|| needed.div_ceil(needed.div_ceil(most)));
        let on_disk = residues as u64 > in_memory;
        if on_disk && settings.directory.is_none() {
            return Err(CountError::residue_exceeds(2 * engine.most_states() * 8 + engine.halves() * HALF));
        }
        Ok(Self { residues, on_disk })
    }
}

/// The residues of the counts of all widths up to one, by these moduli (8 at most), in memory: a list for each width.
/// `None` if the work was stopped.
///
/// # Errors
/// [`CountError`]
pub fn residues(
    height: usize,
    width: usize,
    moduli: &[Modulus],
    stop: &Stop,
) -> Result<Option<Vec<Vec<u64>>>, CountError> {
    if height < LEAST_HEIGHT {
        let (counts, _) = states::count(height, width);
        let residues = |count| moduli.iter().map(|&modulus| remainder(count, modulus)).collect();
        return Ok(Some(counts.iter().map(residues).collect()));
    }
    let engine = Engine::new(height);
    let settings =
        Settings { memory: u64::MAX, directory: None, interval: Duration::MAX, residues: None, stop };
    let work =
        Work { engine: &engine, settings: &settings, width, on_disk: false, known: 0, needed: moduli.len() };
    Ok(work.run(moduli, &mut None, &mut |_| ())?.map(|(sums, _)| sums))
}
