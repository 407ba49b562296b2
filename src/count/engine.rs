//! The count, column by column.
//!
//! For each border state: in how many ways can it be completed to a legal position? Before the first column from the
//! right, the answer is 1 for a state without libertyless strings and 0 for others. Each point placed sums the answers
//! of the two or three states that it leads to. (Tromp and Farnebäck count the ways from the left; that is the
//! transposed matrix, with the same product.) Gathering sums in this direction needs no look-up of where to add, no
//! synchronization of threads, and reads its terms from a few rows in the cache. After k - 1 columns, the sum over the
//! states of the first column is L(m, k), so the counts of all narrower boards are computed on the way.
//!
//! One column is m steps and two turns. A step costs a table look-up and an addition for each successor and residue.

use super::first::FirstColumn;
use super::halves::HalfId;
use super::phase::{Division, Layout, Phase, Side, Target};
use super::residue::Modulus;
use super::turn::{Turn, TurnedPlace};
use rayon::prelude::*;
use std::ops::Range;

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
}

/// A part of the work on a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pass {
    /// Computes the states before the point with this number is placed from those after it.
    Step(Phased, usize),
    /// Reorders the same states for the division at another point; the number is that of the placed points.
    Turn(Phased, usize),
}

/// The phase to which the results of a pass belong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phased {
    /// Upper points are being placed.
    Upper,
    /// Lower points are being placed.
    Lower,
}

/// The approximate number of states of one task.
const TASK: u64 = 1 << 15;
/// The number of rows that are turned together; their results share cache lines of the source.
const BLOCK: usize = 32;

impl Engine {
    /// The tables for boards of this height, from 2 to 19.
    pub fn new(height: usize) -> Self {
        let upper = height / 2;
        let division = |side| Division { side, height, upper };
        let (above, below) =
            rayon::join(|| Phase::new(division(Side::Upper)), || Phase::new(division(Side::Lower)));
        let down = Turn::new(&above, &below, upper);
        let up = Turn::new(&below, &above, height);
        let first = FirstColumn::new(&above);
        Self { height, upper: above, lower: below, down, up, first }
    }

    /// The height of the boards.
    pub fn height(&self) -> usize {
        self.height
    }

    fn phase(&self, phased: Phased) -> &Phase {
        match phased {
            Phased::Upper => &self.upper,
            Phased::Lower => &self.lower,
        }
    }

    /// The number of halves in the tables, for an estimate of their size.
    pub(super) fn halves(&self) -> u64 {
        (self.upper.halves() + self.lower.halves()) as u64
    }

    /// The passes of one column, in the order in which they are made.
    pub fn passes(&self) -> Vec<Pass> {
        let middle = self.upper.division.upper;
        let mut passes = vec![Pass::Turn(Phased::Lower, self.height)];
        passes.extend((middle..self.height).rev().map(|placed| Pass::Step(Phased::Lower, placed)));
        passes.push(Pass::Turn(Phased::Upper, middle));
        passes.extend((0..middle).rev().map(|placed| Pass::Step(Phased::Upper, placed)));
        passes
    }

    /// The rows that a pass reads.
    pub(super) fn source(&self, pass: Pass) -> &Layout {
        match pass {
            Pass::Step(phased, placed) => self.phase(phased).layout(placed + 1),
            Pass::Turn(Phased::Lower, _) => self.upper.layout(0),
            Pass::Turn(Phased::Upper, placed) => self.lower.layout(placed),
        }
    }

    /// The rows that a pass writes.
    pub(super) fn target(&self, pass: Pass) -> &Layout {
        let (Pass::Step(phased, placed) | Pass::Turn(phased, placed)) = pass;
        self.phase(phased).layout(placed)
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

    /// Writes the number of ways to complete the states of a row when no point is left: 1 if no string lacks liberties,
    /// else 0.
    pub(super) fn write_ends<const R: usize>(&self, rest: HalfId, row: &mut [u64]) {
        let windows = self.upper.windows(0);
        let is_legal = self.upper.rests.strip(rest).is_legal();
        let members = windows.members(self.upper.rests.group(rest));
        for (window, values) in members.zip(row.chunks_exact_mut(R)) {
            values.fill(u64::from(is_legal && windows.strip(window).is_legal()));
        }
    }

    /// The sum over the states of the first column.
    pub(super) fn first(&self) -> &FirstColumn {
        &self.first
    }

    /// The rows from which a row of a step is computed; the first one is the row of a single zero.
    pub(super) fn rows_of(&self, phased: Phased, placed: usize, rest: HalfId) -> Vec<HalfId> {
        self.phase(phased).rows_after(placed, rest)
    }

    /// Computes a row of a step. `sources` are a row of one zero and the rows that [`Self::rows_of`] names.
    pub(super) fn step_row<const R: usize>(
        &self,
        (phased, placed): (Phased, usize),
        rest: HalfId,
        moduli: &[Modulus; R],
        sources: &[&[u64]],
        row: &mut [u64],
    ) {
        let targets = self.phase(phased).targets(placed, rest);
        for (targets, values) in targets.iter().zip(row.chunks_exact_mut(R)) {
            let [empty, white, black] = *targets;
            let (empty, white, black) =
                (term::<R>(sources, empty), term::<R>(sources, white), term::<R>(sources, black));
            for index in 0..R {
                values[index] = moduli[index].add3(empty[index], white[index], black[index]);
            }
        }
    }

    /// Computes a pass from states to states in memory.
    pub(super) fn make<const R: usize>(
        &self,
        pass: Pass,
        moduli: &[Modulus; R],
        source: &[u64],
        target: &mut [u64],
    ) {
        let layout = self.target(pass);
        let mut parts = Vec::new();
        let mut left = target;
        for part in layout.parts(TASK) {
            let rows = layout.rows(&part);
            let (here, rest) = left.split_at_mut((rows.end - rows.start) as usize * R);
            parts.push((part, here));
            left = rest;
        }
        parts.into_par_iter().for_each(|(part, target)| match pass {
            Pass::Step(phased, placed) => self.step((phased, placed), part, moduli, source, target),
            Pass::Turn(phased, placed) => self.turn::<R>((phased, placed), part, source, target),
        });
    }

    fn step<const R: usize>(
        &self,
        (phased, placed): (Phased, usize),
        part: Range<HalfId>,
        moduli: &[Modulus; R],
        source: &[u64],
        mut target: &mut [u64],
    ) {
        let (from, to) = (self.phase(phased).layout(placed + 1), self.phase(phased).layout(placed));
        let zero = [0; R];
        for rest in part {
            let states = to.row(rest);
            let (row, left) = target.split_at_mut((states.end - states.start) as usize * R);
            target = left;
            if row.is_empty() {
                continue;
            }
            let mut sources: Vec<&[u64]> = vec![&zero];
            sources.extend(self.rows_of(phased, placed, rest).into_iter().map(|rest| {
                let row = from.row(rest);
                &source[row.start as usize * R..row.end as usize * R]
            }));
            self.step_row((phased, placed), rest, moduli, &sources, row);
        }
    }

    /// The phase after a turn, the turn, the phase before it, and the number of placed points of the latter.
    pub(super) fn turning(&self, phased: Phased) -> (&Phase, &Turn, &Phase, usize) {
        match phased {
            Phased::Upper => (&self.upper, &self.down, &self.lower, self.upper.division.upper),
            Phased::Lower => (&self.lower, &self.up, &self.upper, 0),
        }
    }

    fn turn<const R: usize>(
        &self,
        (phased, placed): (Phased, usize),
        part: Range<HalfId>,
        source: &[u64],
        mut target: &mut [u64],
    ) {
        let (phase, turn, other, there) = self.turning(phased);
        let (layout, from) = (phase.layout(placed), other.layout(there));
        let mut rest = part.start;
        while rest < part.end {
            let group = phase.rests.group(rest);
            let end = part.end.min(phase.rests.members(group).end).min(rest + BLOCK as HalfId);
            let mut rows = Vec::with_capacity(BLOCK);
            for rest in rest..end {
                let states = layout.row(rest);
                let (row, left) = target.split_at_mut((states.end - states.start) as usize * R);
                target = left;
                rows.push(row.chunks_exact_mut(R));
            }
            let places: Vec<Vec<TurnedPlace>> =
                (rest..end).map(|rest| turn.places(phase, rest, other.windows(there))).collect();
            for window in phase.windows(placed).members(group) {
                let seam = turn.seam(window);
                for (row, places) in rows.iter_mut().zip(&places) {
                    let TurnedPlace { exchange, place } = places[seam];
                    let state = from.row(turn.rest(window, exchange)).start as usize + place as usize;
                    if let Some(values) = row.next() {
                        values.copy_from_slice(&source[state * R..(state + 1) * R]);
                    }
                }
            }
            rest = end;
        }
    }
}

/// The values of a state that a step adds.
#[inline(always)]
fn term<'a, const R: usize>(sources: &[&'a [u64]], target: Target) -> &'a [u64; R] {
    let values = &sources[target.change()][target.place() * R..];
    values.first_chunk().expect("a row of whole states")
}
