//! The count, column by column.
//!
//! For each border state: in how many ways can it be completed to a legal position? Before the first column from the
//! right, the answer is 1 for a state without libertyless strings and 0 for others. Each point placed sums the answers
//! of the two or three states that it leads to. (Tromp and Farnebäck count the ways from the left; that is the
//! transposed matrix, with the same product.) Gathering sums in this direction needs no look-up of where to add, no
//! synchronization of threads, and reads its terms from a few rows in the cache. After k - 1 columns, the sum over the
//! states of the first column is L(m, k), so the counts of all narrower boards are computed on the way.
//!
//! One column is m steps and two turns. In memory, all steps of a phase are made at once (`sweep`).

use super::first::FirstColumn;
use super::halves::HalfId;
use super::patterns::Bundles;
pub use super::phase::Side;
use super::phase::{Division, Layout, Phase};
use super::residue::Modulus;
use super::sums::{StoredResidue, Sums, Values, of_states, of_states_mut, stored};
use super::sweep::{Buffers, PatternValues, Sweep, TileTurn};
use super::tiles::{PatternRows, Rows, Tiles};
use super::turn::Turn;
use rayon::prelude::*;
use std::cmp::Reverse;
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

/// The least height of a board that can be divided.
pub const LEAST_HEIGHT: usize = 2;

/// The tables of one height.
#[derive(Debug)]
pub struct Engine {
    height: usize,
    upper: Phase,
    lower: Phase,
    /// The places of the states with all upper points placed, in the rows of the lower phase.
    down: Turn,
    /// The places of the states of a full column, in the rows of the upper phase.
    up: Turn,
    first: FirstColumn,
    tiles: Tiles,
}

/// A part of the work on a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pass {
    /// Computes the states before the point with this number is placed from those after it.
    Step(Side, usize),
    /// Reorders the same states for the division at another point; the number is that of the placed points.
    Turn(Side, usize),
}

impl Engine {
    /// The tables for boards of this height, from 2 to 19.
    pub fn new(height: usize) -> Self {
        let upper = height / 2;
        let division = |side| Division { side, height, upper };
        let (rests_below, rests_above) =
            rayon::join(|| division(Side::Upper).rests(), || division(Side::Lower).rests());
        let (below, above) = (Bundles::new(&rests_below), Bundles::new(&rests_above));
        let (placed_above, placed_below) = rayon::join(
            || Phase::new(division(Side::Upper), rests_below, &above),
            || Phase::new(division(Side::Lower), rests_above, &below),
        );
        let (down, up) = rayon::join(
            || Turn::new((&placed_above, upper), (&placed_below, upper)),
            || Turn::new((&placed_below, height), (&placed_above, 0)),
        );
        let first = FirstColumn::new(&placed_above);
        let tiles = Tiles::new((&placed_above, &below), (&placed_below, &above));
        Self { height, upper: placed_above, lower: placed_below, down, up, first, tiles }
    }

    /// The height of the boards.
    pub fn height(&self) -> usize {
        self.height
    }

    pub(super) fn phase(&self, side: Side) -> &Phase {
        match side {
            Side::Upper => &self.upper,
            Side::Lower => &self.lower,
        }
    }

    /// The number of halves in the tables, for an estimate of their size.
    pub(super) fn halves(&self) -> u64 {
        (self.upper.halves() + self.lower.halves()) as u64
    }

    /// The passes of one column, in the order in which they are made.
    pub fn passes(&self) -> Vec<Pass> {
        let middle = self.upper.division.upper;
        let mut passes = vec![Pass::Turn(Side::Lower, self.height)];
        passes.extend((middle..self.height).rev().map(|placed| Pass::Step(Side::Lower, placed)));
        passes.push(Pass::Turn(Side::Upper, middle));
        passes.extend((0..middle).rev().map(|placed| Pass::Step(Side::Upper, placed)));
        passes
    }

    /// The rows that a pass reads.
    pub(super) fn source(&self, pass: Pass) -> &Layout {
        match pass {
            Pass::Step(side, placed) => self.phase(side).layout(placed + 1),
            Pass::Turn(Side::Lower, _) => self.upper.layout(0),
            Pass::Turn(Side::Upper, placed) => self.lower.layout(placed),
        }
    }

    /// The rows that a pass writes.
    pub(super) fn target(&self, pass: Pass) -> &Layout {
        let (Pass::Step(side, placed) | Pass::Turn(side, placed)) = pass;
        self.phase(side).layout(placed)
    }

    /// The rows between columns.
    pub(super) fn columns(&self) -> &Layout {
        self.upper.layout(0)
    }

    /// The number of states that a pass writes.
    pub fn states(&self, pass: Pass) -> u64 {
        self.target(pass).states()
    }

    /// The greatest number of states at one time.
    pub fn most_states(&self) -> u64 {
        self.passes().into_iter().map(|pass| self.states(pass)).max().unwrap_or_default()
    }

    /// The number of states between columns.
    pub fn states_between_columns(&self) -> u64 {
        self.columns().states()
    }

    /// Writes the number of ways to complete consecutive windows of a rest when no point is left: 1 if no string lacks
    /// liberties, else 0.
    pub(super) fn write_ends<const R: usize>(
        &self,
        rest: HalfId,
        windows: Range<HalfId>,
        values: &mut [Values<R>],
    ) {
        let is_legal = self.upper.rests.strip(rest).is_legal();
        for (window, values) in windows.zip(values) {
            let is_legal = is_legal && self.upper.windows(0).strip(window).is_legal();
            values.fill(stored(u64::from(is_legal)));
        }
    }

    /// The windows of a row between columns.
    pub(super) fn windows_between_columns(&self, rest: HalfId) -> Range<HalfId> {
        self.upper.windows(0).members(self.upper.rests.group(rest))
    }

    /// The sum over the states of the first column.
    pub(super) fn first(&self) -> &FirstColumn {
        &self.first
    }

    /// The phase after a turn, the turn, the phase before it, and the number of placed points of the latter.
    pub(super) fn turning(&self, side: Side) -> (&Phase, &Turn, &Phase, usize) {
        match side {
            Side::Upper => (&self.upper, &self.down, &self.lower, self.upper.division.upper),
            Side::Lower => (&self.lower, &self.up, &self.upper, 0),
        }
    }

    /// The phase that has the states before a pass, and the number of placed points.
    fn standing(pass: Pass) -> (Side, usize) {
        match pass {
            Pass::Step(side, placed) => (side, placed + 1),
            Pass::Turn(Side::Lower, _) => (Side::Upper, 0),
            Pass::Turn(Side::Upper, placed) => (Side::Lower, placed),
        }
    }
}

/// Values in memory, in tiles.
impl Engine {
    fn rows(&self, side: Side) -> &Rows {
        match side {
            Side::Upper => &self.tiles.upper,
            Side::Lower => &self.tiles.lower,
        }
    }

    /// The number of states for which there must be room in memory, without buffers.
    pub(super) fn room(&self) -> usize {
        self.tiles.states()
    }

    /// The number of states for which a thread needs room.
    pub(super) fn buffer(&self) -> usize {
        self.tiles.largest()
    }

    /// The number of passes, from the first one of these on, that are made at once in memory.
    pub(super) fn together(passes: &[Pass]) -> usize {
        let Some(&Pass::Step(side, _)) = passes.first() else { return 1 };
        passes.iter().take_while(|pass| matches!(pass, Pass::Step(other, _) if *other == side)).count()
    }

    /// The windows and the states of the segments of a row before a pass.
    pub(super) fn segments(
        &self,
        before: Pass,
        rest: HalfId,
    ) -> impl Iterator<Item = (Range<HalfId>, Range<usize>)> {
        let (side, placed) = Self::standing(before);
        let (phase, rows) = (self.phase(side), self.rows(side));
        let (group, bundle) = (phase.rests.group(rest), rows.bundle(rest));
        (0..rows.segments()).map(move |segment| {
            let tile = match side {
                Side::Upper => self.tiles.tile(segment, bundle),
                Side::Lower => self.tiles.tile(bundle, segment),
            };
            let windows = phase.windows(placed).bundle(group, segment);
            let begin = tile.start + rows.begin(rest, segment);
            (windows.clone(), begin..begin + windows.len())
        })
    }

    /// Makes passes that [`Self::together`] allows. `B` rows, of `W` values for each state, are computed together.
    pub(super) fn make<const R: usize, const B: usize, const W: usize>(
        &self,
        passes: &[Pass],
        moduli: &[Modulus; R],
        values: &mut [StoredResidue],
    ) {
        let values = of_states_mut(values);
        match passes {
            &[Pass::Step(side, _), ..] => {
                let placed = |pass: &Pass| match *pass {
                    Pass::Step(_, placed) | Pass::Turn(_, placed) => placed,
                };
                let points: Vec<usize> = passes.iter().map(placed).collect();
                self.steps::<R, B, W>(side, &points, moduli, values);
            }
            &[Pass::Turn(side, placed), ..] => self.turn(side, placed, values),
            [] => {}
        }
    }

    fn steps<const R: usize, const B: usize, const W: usize>(
        &self,
        side: Side,
        points: &[usize],
        moduli: &[Modulus; R],
        values: &mut [Values<R>],
    ) {
        let (phase, rows) = (self.phase(side), self.rows(side));
        let sweep = Sweep { phase, rows, points, sums: Sums::new(moduli) };
        // The rest of each tile, by bundle of rests and of windows.
        let mut left: Vec<PatternValues<'_, R>> = Vec::new();
        left.resize_with(rows.by_bundle.len(), || (0..rows.segments()).map(|_| [].as_mut_slice()).collect());
        for (above, below, tile) in self.tiles.split(values) {
            let (rests, windows) = match side {
                Side::Upper => (below, above),
                Side::Lower => (above, below),
            };
            left[rests][windows] = tile;
        }
        let mut tasks: Vec<(&PatternRows, PatternValues<'_, R>)> = Vec::new();
        for pattern in &rows.patterns {
            let tiles = left[pattern.bundle].iter_mut().enumerate();
            let values = tiles.map(|(segment, tile)| {
                let (taken, after) = std::mem::take(tile).split_at_mut(pattern.segments[segment]);
                *tile = after;
                taken
            });
            tasks.push((pattern, values.collect()));
        }
        // Large tasks first, so that no thread begins one when the others have finished.
        tasks.sort_by_key(|(pattern, _)| Reverse(pattern.states));
        for_each_in_turn(tasks, Buffers::default, |buffers, (pattern, mut values)| {
            sweep.pattern::<B, W>(pattern, &mut values, buffers);
        });
    }

    fn turn<const R: usize>(&self, side: Side, placed: usize, values: &mut [Values<R>]) {
        let (phase, turn, other, there) = self.turning(side);
        let (to, from) = match side {
            Side::Upper => (&self.tiles.upper, &self.tiles.lower),
            Side::Lower => (&self.tiles.lower, &self.tiles.upper),
        };
        let tile_turn = TileTurn { turn, to: (phase, to, placed), from: (other, from, there) };
        let mut tiles = self.tiles.split(values);
        tiles.sort_by_key(|(.., tile)| Reverse(tile.len()));
        for_each_in_turn(tiles, Vec::new, |old, (above, below, tile)| {
            let bundles = match side {
                Side::Upper => (below, above),
                Side::Lower => (above, below),
            };
            tile_turn.tile(bundles, tile, old);
        });
    }

    /// The values of a place of a row between columns.
    pub(super) fn between_columns<const R: usize>(
        &self,
        values: &[StoredResidue],
        rest: HalfId,
        place: usize,
    ) -> Values<R> {
        let windows = self.upper.windows(0);
        let window = windows.members(self.upper.rests.group(rest)).start + place as HalfId;
        let segment = windows.bundle_of(window);
        let begin = self.tiles.tile(segment, self.tiles.upper.bundle(rest)).start;
        let in_segment = place - windows.places(self.upper.rests.group(rest), segment).start;
        of_states(values)[begin + self.tiles.upper.begin(rest, segment) + in_segment]
    }
}

/// Works on tasks by all threads, each of which takes the next task when it has finished one. A thread keeps its buffer.
/// No thread is waited for that has not begun, because the machine may have other work for it.
fn for_each_in_turn<T: Send, B>(
    tasks: Vec<T>,
    buffer_of: impl Fn() -> B + Sync,
    work: impl Fn(&mut B, T) + Sync,
) {
    let tasks = Mutex::new(tasks.into_iter());
    let next = || tasks.lock().unwrap_or_else(PoisonError::into_inner).next();
    (0..rayon::current_num_threads()).into_par_iter().with_max_len(1).for_each(|_| {
        let mut buffer = None;
        while let Some(task) = next() {
            work(buffer.get_or_insert_with(&buffer_of), task);
        }
    });
}
