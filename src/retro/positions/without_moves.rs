//! Solves a group without its moves in memory: each sweep makes the moves of every open position again.
//!
//! Idea: sweep `n` finds the values of `n` plies, because all values of fewer plies are known. For the positions that
//! stay open, the sweep also finds the next number of plies at which something may change. Sweeps for the numbers in
//! between are skipped.
//!
//! Cost: two bytes for each number, four while the codes are copied at the end. All moves of the open positions are made once
//! for each number of plies that occurs.

use super::checkpoint::{Checkpoint, Run};
use super::error::RetroError;
use super::known_moves::{Derived, KnownMoves};
use super::numbered::NumberContent;
use super::open_group::{Field, Scratch};
use super::value::{Kind, NOTHING, OPEN, Value};
use crate::table::SolverProgress;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::ops::Range;
use std::sync::atomic::{AtomicU16, Ordering};

/// The bytes of memory for each number, while the group is solved and while its codes are returned.
pub(super) const PER_NUMBER: u64 = 4;
/// The number of chunks between two checks for a request to stop.
const BATCH: usize = 256;

/// The result of a sweep, or of a part of one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SweepResult {
    /// How many numbers received a value in this sweep.
    pub settled: u64,
    /// The number of positions that are still open.
    pub open: u64,
    /// The fewest plies at which a known value decides an open position. `None` if there is none.
    pub next: Option<u32>,
}

/// How far the work is: a sweep, and how much of it is done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Cursor {
    /// The number of plies of the values that the sweep finds. `None` for the first one.
    pub(super) plies: Option<u32>,
    /// The next part of the sweep.
    pub(super) part: u64,
    /// The result of the parts before.
    pub(super) swept: SweepResult,
}

impl Cursor {
    /// The sweep after this one, which is complete. `None` if nothing can change any more.
    pub(super) fn next(self, kind: Kind) -> Option<Self> {
        let plies = match (self.plies, kind, self.swept) {
            (_, _, SweepResult { open: 0, .. }) | (Some(_), Kind::Score, SweepResult { settled: 0, .. }) => {
                return None;
            }
            (None, ..) => 1,
            (Some(_), Kind::Plies, SweepResult { settled: 0, next, .. }) => next?,
            (Some(plies), ..) => plies + 1,
        };
        Some(Self { plies: Some(plies), ..Self::default() })
    }

    /// What to report at the beginning of the sweep.
    pub(super) fn progress(self) -> Option<SolverProgress<'static>> {
        self.plies.map(|plies| SolverProgress::Plies { plies: plies.min(u32::from(u16::MAX)) as u16 })
    }
}

impl SweepResult {
    /// The result of two parts together.
    #[must_use]
    pub fn joined(self, other: Self) -> Self {
        Self {
            settled: self.settled.saturating_add(other.settled),
            open: self.open.saturating_add(other.open),
            next: self.next.into_iter().chain(other.next).min(),
        }
    }

    /// Counts an open number. Returns its code if the known values decide it within `plies`. In the first sweep, without
    /// `plies`, only games that are over and numbers of no position have codes.
    pub(super) fn settle(
        &mut self,
        field: &Field<'_>,
        index: u64,
        derived: Derived,
        plies: Option<u32>,
    ) -> Result<Option<u16>, RetroError> {
        let found = match derived {
            Derived::Nothing => Some(NOTHING),
            // A drawn end has the code of an open position.
            Derived::Over(OPEN) => return Ok(None),
            Derived::Over(code) => Some(code),
            Derived::Moves { .. } if plies.is_none() => None,
            Derived::Moves { due: Some((due, is_win)), .. } if Some(due) <= plies => {
                let value = Value::decided(due, is_win);
                Some(value.ok_or_else(|| RetroError::TooLong(field.show(index)))?.code())
            }
            Derived::Moves { due, score } => {
                self.next = self.next.into_iter().chain(due.map(|(due, _)| due)).min();
                score
            }
        };
        self.settled += u64::from(found.is_some());
        self.open += u64::from(found.is_none());
        Ok(found)
    }
}

/// Solves a group. Continues from the file of an earlier run. Returns its codes.
pub(super) fn solve(field: &Field<'_>, run: &mut Run<'_, '_>) -> Result<Vec<u16>, RetroError> {
    let codes: Vec<AtomicU16> = (0..field.group.size).map(|_| AtomicU16::new(OPEN)).collect();
    let chunks = field.chunks();
    let mut cursor = Cursor::default();
    if let Some((found, mut bytes)) = run.earlier::<Cursor>("sweep")? {
        for code in &codes {
            code.store(u16::from_le_bytes(bytes.next()?), Ordering::Relaxed);
        }
        cursor = found;
        run.resumed(field.group, field.group.size);
    }
    loop {
        for batch in chunks.chunks(BATCH).skip(cursor.part as usize) {
            run.proceed(|files| save(files, &codes, &cursor))?;
            cursor.swept = cursor.swept.joined(sweep(field, &codes, batch, cursor.plies)?);
            cursor.part += 1;
        }
        let Some(next) = cursor.next(field.kind) else { break };
        cursor = next;
        cursor.progress().into_iter().for_each(|now| run.report(now));
    }
    if field.kind == Kind::Score
        && let Some(open) = codes.iter().position(|code| code.load(Ordering::Relaxed) == OPEN)
    {
        return Err(RetroError::Cycle(field.show(open as u64)));
    }
    Ok(codes.into_iter().map(AtomicU16::into_inner).collect())
}

/// Writes the codes, and how far the work is.
fn save(files: &Checkpoint<'_>, codes: &[AtomicU16], cursor: &Cursor) -> Result<(), RetroError> {
    let mut file = files.write("sweep", cursor, 2 * codes.len() as u64)?;
    codes.iter().try_for_each(|code| file.push(&code.load(Ordering::Relaxed).to_le_bytes()))?;
    Ok(file.finish()?)
}

/// Looks at every open position of some chunks. The first sweep finds the positions in which the game is over, later
/// ones those of this number of plies.
fn sweep(
    field: &Field<'_>,
    codes: &[AtomicU16],
    chunks: &[Range<u64>],
    plies: Option<u32>,
) -> Result<SweepResult, RetroError> {
    let swept = chunks.par_iter().map_init(
        || field.scratch(),
        |scratch, chunk| {
            let one = |swept: SweepResult, index| {
                Ok(swept.joined(settle_one(field, codes, index, plies, scratch)?))
            };
            chunk.clone().try_fold(SweepResult::default(), one)
        },
    );
    swept.try_reduce(SweepResult::default, |one, other| Ok(one.joined(other)))
}

/// Looks at one position; does nothing if it is solved.
fn settle_one(
    field: &Field<'_>,
    codes: &[AtomicU16],
    index: u64,
    plies: Option<u32>,
    scratch: &mut Scratch<'_>,
) -> Result<SweepResult, RetroError> {
    let cell = &codes[index as usize];
    if cell.load(Ordering::Relaxed) != OPEN {
        return Ok(SweepResult::default());
    }
    let derived = match field.expand(index, scratch)? {
        NumberContent::Nothing => Derived::Nothing,
        NumberContent::Over(code) => Derived::Over(code),
        NumberContent::Moves => {
            let mut known = KnownMoves::new(field.kind);
            scratch.known.iter().for_each(|&code| known.learn(code));
            let inner: &[u64] = if plies.is_some() { &scratch.inner } else { &[] };
            for &to in inner {
                match codes[to as usize].load(Ordering::Relaxed) {
                    NOTHING => return Err(field.vacant(to)),
                    code => known.learn(field.rule.turned(code)),
                }
            }
            known.derived()
        }
    };
    let mut swept = SweepResult::default();
    if let Some(code) = swept.settle(field, index, derived, plies)? {
        cell.store(code, Ordering::Relaxed);
    }
    Ok(swept)
}
