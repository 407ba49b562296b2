//! The cost of a count, before it starts.
//!
//! States are counted exactly ([`valid`]). The time for a state is a fixed part, for the look-ups, and a part for each
//! residue. Both were measured on boards of heights 12 and 13 (docs/notebook/go.md), for values in memory; another machine is
//! faster or slower by a factor.

use super::chinese::moduli_for_board;
use super::engine::LEAST_HEIGHT;
use super::halves::HALF;
use super::settings::MOST_RESIDUES;
use super::spill::WORD;
use super::valid;
use encodings::go::BoardSides;
use serde::Serialize;

/// Seconds of one thread for each state that is expanded, apart from residues; turns included.
const SECONDS_A_STATE: f64 = 2.4e-9;
/// Seconds for each residue of such a state.
const SECONDS_A_RESIDUE: f64 = 1.3e-9;
/// Seconds for each byte that is read or written if values are on disk: each is written once and read about three
/// times.
const SECONDS_A_BYTE: f64 = 4.0 / 500e6;
/// Bytes of one residue of a state: 8, and a share of the room that states need at other times (`tiles`) and of the buffers
/// of two threads.
const VALUE: u64 = 10;
/// On disk, a turn costs about a step. In memory it is part of the seconds of a state.
const TURNS: f64 = 2.0;

/// The cost of a count.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Plan {
    /// The height of the border.
    pub height: usize,
    /// The number of columns.
    pub width: usize,
    /// The number of state classes at the start of a column.
    pub least_states: u64,
    /// The greatest number of states at one time.
    pub most_states: u64,
    /// The number of states that are expanded for one batch of residues.
    pub expansions: u64,
    /// The number of residues that are needed.
    pub residues: usize,
    /// The number of residues that are computed together.
    pub residues_at_once: usize,
    /// The number of batches.
    pub batches: usize,
    /// The approximate number of bytes of memory.
    pub memory: u64,
    /// The approximate number of bytes of disk for values; 0 if they are in memory.
    pub disk: u64,
    /// The approximate number of seconds on `threads` threads.
    pub seconds: f64,
    /// The number of threads.
    pub threads: usize,
}

impl Plan {
    /// The cost of counting a board within `memory` bytes.
    pub fn new(board: BoardSides, memory: u64, threads: usize) -> Self {
        let (height, width) = (board.height(), board.width());
        let states = states(height);
        let most_states = most_states(height, &states);
        let expansions = states.iter().sum::<u64>() * (width as u64 - 1);
        let residues = moduli_for_board(board.points() as u32).len();
        let tables = tables(height);
        let in_memory = (memory.saturating_sub(tables) / (most_states * VALUE)) as usize;
        let most_at_once = if in_memory == 0 { MOST_RESIDUES } else { in_memory.min(MOST_RESIDUES) };
        let batches = residues.div_ceil(most_at_once);
        let at_once = residues.div_ceil(batches);
        let values = most_states * VALUE * at_once as u64;
        let on_disk = in_memory == 0;
        let a_state = SECONDS_A_STATE + SECONDS_A_RESIDUE * at_once as f64;
        let work = batches as f64 * expansions as f64;
        let bytes = work * (1.0 + TURNS / height as f64) * (WORD * at_once as u64) as f64;
        let disk_seconds = if on_disk { bytes * SECONDS_A_BYTE } else { 0.0 };
        Self {
            height,
            width,
            least_states: states[0],
            most_states,
            expansions,
            residues,
            residues_at_once: at_once,
            batches,
            memory: if on_disk { memory.max(tables) } else { tables + values },
            // The values before a pass and those after it.
            disk: if on_disk { most_states * 2 * WORD * at_once as u64 } else { 0 },
            seconds: work * a_state / threads.max(1) as f64 + disk_seconds,
            threads,
        }
    }
}

/// The least memory that counts of boards of one height need, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LeastMemory {
    /// The approximate size of the tables.
    pub(super) tables: u64,
    /// The values of one residue in memory, without the tables.
    pub(super) values: u64,
}

impl LeastMemory {
    pub(super) fn of(height: usize) -> Self {
        Self { tables: tables(height), values: most_states(height, &states(height)) * VALUE }
    }
}

/// The number of valid classes after each number of placed points.
fn states(height: usize) -> Vec<u64> {
    (0..height).map(|placed| valid::classes(height, placed)).collect()
}

fn most_states(height: usize, states: &[u64]) -> u64 {
    let divided = valid::classes_with_open_kink(height, height / 2);
    states.iter().copied().max().unwrap_or_default().max(divided)
}

/// The approximate size of the tables in bytes.
fn tables(height: usize) -> u64 {
    if height < LEAST_HEIGHT {
        return 0;
    }
    let (upper, lower) = (height / 2, height - height / 2);
    let of = |points: usize| (points as u64 + 1) * valid::halves(points + 1);
    (of(upper) + of(lower)) * HALF
}
