//! A count from beginning to end: as many batches of residues as it takes.

use super::batch::Work;
use super::board::Board;
use super::checkpoint::Checkpoint;
use super::chinese::{combine, moduli_for_board, remainder};
use super::engine::{Engine, LEAST_HEIGHT};
use super::error::CountError;
use super::residue::Modulus;
use super::states;
use crate::stop::Stop;
use num_bigint::BigUint;
use std::num::NonZeroUsize;
use std::path::Path;
use std::time::Duration;

/// The most residues that are carried at once.
pub const MOST_RESIDUES: usize = 8;
/// Bytes of a half in the tables, about: its points, its place in the index, its targets.
pub(super) const HALF: u64 = 160;

/// How positions are to be counted.
#[derive(Clone, Copy, Debug)]
pub struct Settings<'a> {
    /// Bytes of memory to use, about.
    pub memory: u64,
    /// Where checkpoints are kept, and values that exceed the memory.
    pub directory: Option<&'a Path>,
    /// How long to work between checkpoints.
    pub interval: Duration,
    /// No more than so many residues; with fewer than are needed, numbers are known modulo the product of their moduli.
    pub residues: Option<NonZeroUsize>,
    /// Asked often.
    pub stop: &'a Stop,
}

impl<'a> Settings<'a> {
    /// Of a count that keeps nothing on disk, hence begins anew each time, and goes on until the numbers are exact.
    pub const fn in_memory(memory: u64, stop: &'a Stop) -> Self {
        Self { memory, directory: None, interval: Duration::MAX, residues: None, stop }
    }
}

/// How far a count has come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// The part of the work that is done, from 0 to 1.
    pub done: f64,
    /// How many columns of how many are complete, in this batch.
    pub columns: (usize, usize),
    /// How many residues are known, are being worked out, and are needed.
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
    let moduli = moduli_for_board((height * width) as u32);
    if height < LEAST_HEIGHT {
        let (counts, expansions) = states::count(height, width);
        return Ok(Some(Counted { counts, modulus: None, residues: moduli.len(), expansions }));
    }
    let mut checkpoint = match settings.directory {
        Some(directory) => Some(Checkpoint::open(directory, (height, width), moduli.len())?),
        None => None,
    };
    let mut known = checkpoint.as_ref().map_or(vec![Vec::new(); width], |it| it.manifest.known.clone());
    let mut expansions = 0;
    let wanted = settings.residues.map_or(moduli.len(), |most| most.get().min(moduli.len()));
    let engine = (known[0].len() < wanted).then(|| Engine::new(height));
    while let Some(engine) = engine.as_ref().filter(|_| known[0].len() < wanted) {
        let begun = checkpoint.as_ref().and_then(|it| it.manifest.batch.as_ref()).map(|batch| batch.residues);
        let batch = Batch::choose(engine, settings, begun, wanted - known[0].len())?;
        let work =
            Work { engine, settings, width, on_disk: batch.on_disk, known: known[0].len(), needed: wanted };
        let moduli = &moduli[known[0].len()..][..batch.residues];
        let Some((sums, expanded)) = work.run(moduli, &mut checkpoint, observe)? else {
            return Ok(None);
        };
        expansions += expanded;
        for (known, sums) in known.iter_mut().zip(&sums) {
            known.extend(sums);
        }
        if let Some(checkpoint) = &mut checkpoint {
            checkpoint.keep(&sums)?;
        }
    }
    let counts = known
        .iter()
        .map(|residues| combine(&moduli.iter().copied().zip(residues.iter().copied()).collect::<Vec<_>>()));
    let residues = known[0].len();
    let modulus =
        (residues < moduli.len()).then(|| moduli[..residues].iter().map(|modulus| modulus.value()).product());
    Ok(Some(Counted { counts: counts.collect(), modulus, residues, expansions }))
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
            let residue = (2 * engine.most_states() * 8 + engine.halves() * HALF).div_ceil(1 << 20);
            return Err(CountError::Memory(format!(
                "one residue takes {residue} MiB of memory; with --dir DIR, states can be on disk"
            )));
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
