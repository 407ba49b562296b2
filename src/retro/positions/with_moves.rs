//! Solves a group with its moves in memory, backwards from the positions of known value.
//!
//! Idea: one pass over the positions collects for each position: the number of its open moves, the fastest win and the
//! slowest loss among moves to positions of known value, and the moves within the group. These moves are then reversed.
//! After that, positions get their values in the order of their plies, and each new value is passed to the positions
//! before it. After a loss, a position before it is won. After a win, a position before it has one open move less. So
//! each move is followed once (K. Thompson, Retrograde analysis of certain endgames, 1986).
//!
//! Scores work in the same way, without an order: a position gets its score when all its moves have theirs.
//!
//! Cost: see [`PER_NUMBER`] and [`PER_EDGE`]. An edge is a pair of a position and a position after one of its moves.

use super::checkpoint::{Checkpoint, Run};
use super::error::RetroError;
use super::open_group::Field;
use super::scan::{Chunk, NEVER, ScanResult, State, look};
use super::value::{Kind, NOTHING, OPEN, Value, score};
use super::value_rule::ValueRule;
use crate::table::SolverProgress;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The bytes of memory for each number: its state, its open moves, the start of its edges, and its place in the queue.
pub(super) const PER_NUMBER: u64 = 10 + 4 + 8 + 12;
/// The bytes of memory for each edge: forwards in a growing list, and backwards.
pub(super) const PER_EDGE: u64 = 12;
/// The size of the largest group: numbers have 32 bits here.
pub(super) const MOST_NUMBERS: u64 = u32::MAX as u64;
/// The number of chunks between two checks for a request to stop.
const BATCH: usize = 64;
/// The number of positions whose values are passed on at a time.
const TELLING: usize = 1 << 14;

/// The positions before each position: the lists of all positions one after the other, and the end of each list.
struct Backwards {
    ends: Vec<u64>,
    before: Vec<u32>,
}

/// How far values have been passed on, between two batches. The positions of this number of plies have their values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct PropagationState {
    plies: u16,
    /// The number of lost positions that have passed on their values, in order.
    lost: usize,
    /// The same of the won positions.
    won: usize,
}

/// Solves a group in at most `memory` bytes, without the memory of the groups below it. Continues from the files of an
/// earlier run. Returns its codes; `None` if its edges do not fit.
pub(super) fn solve(
    field: &Field<'_>,
    memory: u64,
    run: &mut Run<'_, '_>,
) -> Result<Option<Vec<u16>>, RetroError> {
    let size = field.group.size;
    let room = memory.saturating_sub(size.saturating_mul(PER_NUMBER)) / PER_EDGE;
    if size > MOST_NUMBERS || size.saturating_mul(PER_NUMBER) > memory {
        return Ok(None);
    }
    if let Some(files) = run.files
        && files.has("state")
        && let Some(backwards) = Backwards::resume(files, room)?
    {
        run.resumed(field.group, size);
        return passed_on(field, State::of(size as usize), &backwards, run).map(Some);
    }
    let Some(ScanResult { state, degrees, targets, .. }) = looked(field, room, run)? else { return Ok(None) };
    let backwards = turned(field, &state.codes, &degrees, &targets)?;
    drop((degrees, targets));
    passed_on(field, state, &backwards, run).map(Some)
}

/// Looks at every position. `None` if there are more than `room` moves.
fn looked(field: &Field<'_>, room: u64, run: &mut Run<'_, '_>) -> Result<Option<ScanResult>, RetroError> {
    let total = field.group.size;
    let mut looked = ScanResult::new(total as usize);
    if let Some(files) = run.files {
        looked.resume(files, room)?;
        if looked.len() > 0 {
            run.resumed(field.group, looked.len());
        }
    }
    let mut chunks = field.chunks();
    chunks.retain(|chunk| chunk.start >= looked.len());
    for batch in chunks.chunks(BATCH) {
        run.proceed(|files| looked.save(files))?;
        let parts = batch
            .par_iter()
            .map_init(|| field.scratch(), |scratch, chunk| look(field, chunk.clone(), scratch));
        for part in parts.collect::<Result<Vec<Chunk>, RetroError>>()? {
            looked.extend(&part);
        }
        if looked.targets.len() as u64 > room {
            return Ok(None);
        }
        run.report(SolverProgress::Looked { done: looked.len(), total });
    }
    Ok(Some(looked))
}

/// Passes values on to the positions before, until nothing changes. Returns the codes.
fn passed_on(
    field: &Field<'_>,
    mut state: State,
    backwards: &Backwards,
    run: &mut Run<'_, '_>,
) -> Result<Vec<u16>, RetroError> {
    match field.kind {
        Kind::Plies => by_plies(field, &mut state, backwards, run)?,
        Kind::Score => by_score(field, &mut state, backwards, run)?,
    }
    Ok(state.codes)
}

/// Reverses the edges.
fn turned(
    field: &Field<'_>,
    codes: &[u16],
    degrees: &[u32],
    targets: &[u32],
) -> Result<Backwards, RetroError> {
    let mut ends = vec![0u64; codes.len()];
    for &to in targets {
        ends[to as usize] += 1;
    }
    if let Some(vacant) = codes.iter().zip(&ends).position(|(&code, &count)| code == NOTHING && count > 0) {
        return Err(field.vacant(vacant as u64));
    }
    // The start of each position's list. Each insertion moves it on, so that in the end it is the end of the list.
    let mut sum = 0;
    for end in &mut ends {
        sum += std::mem::replace(end, sum);
    }
    let mut before = vec![0u32; targets.len()];
    let mut rest = targets;
    for (from, &degree) in (0u32..).zip(degrees) {
        let (own, others) = rest.split_at(degree as usize);
        rest = others;
        for &to in own {
            let end = &mut ends[to as usize];
            before[*end as usize] = from;
            *end += 1;
        }
    }
    Ok(Backwards { ends, before })
}

impl Backwards {
    /// Requires that no stop has been requested. A checkpoint has the state, and the first one the moves.
    fn proceed<C: Serialize>(
        &self,
        run: &mut Run<'_, '_>,
        state: &State,
        cursor: &C,
    ) -> Result<(), RetroError> {
        run.proceed(|files| {
            if !files.has("turned") {
                self.save(files)?;
            }
            state.save(files, cursor)
        })
    }

    /// Writes the moves.
    fn save(&self, files: &Checkpoint<'_>) -> Result<(), RetroError> {
        let Self { ends, before } = self;
        let moves = before.len() as u64;
        let mut file = files.write("turned", &moves, 8 * ends.len() as u64 + 4 * moves)?;
        ends.iter().try_for_each(|end| file.push(&end.to_le_bytes()))?;
        before.iter().try_for_each(|from| file.push(&from.to_le_bytes()))?;
        Ok(file.finish()?)
    }

    /// Reads the moves that an earlier run left. `None` if there are none, or more than `room`.
    fn resume(files: &Checkpoint<'_>, room: u64) -> Result<Option<Self>, RetroError> {
        let Some((moves, mut bytes)) = files.read_if_present::<u64>("turned")? else { return Ok(None) };
        if moves > room {
            return Ok(None);
        }
        let ends = (0..files.numbers()).map(|_| Ok(u64::from_le_bytes(bytes.next()?)));
        let ends = ends.collect::<Result<Vec<u64>, RetroError>>()?;
        let before = (0..moves).map(|_| Ok(u32::from_le_bytes(bytes.next()?)));
        Ok(Some(Self { ends, before: before.collect::<Result<_, RetroError>>()? }))
    }

    /// Passes on the positions before each of some positions.
    fn each(&self, of: &[u32], mut tell: impl FnMut(u32, u32)) {
        for &index in of {
            let first = index.checked_sub(1).map_or(0, |last| self.ends[last as usize]);
            let own = &self.before[first as usize..self.ends[index as usize] as usize];
            for &from in own {
                tell(index, from);
            }
        }
    }
}

/// Solves by plies.
fn by_plies(
    field: &Field<'_>,
    state: &mut State,
    backwards: &Backwards,
    run: &mut Run<'_, '_>,
) -> Result<(), RetroError> {
    let mut resumed: Option<PropagationState> = state.resume(run)?;
    let mut due: BTreeMap<u16, Vec<u32>> = BTreeMap::new();
    for index in (0..state.codes.len()).filter(|&index| state.codes[index] == OPEN) {
        if state.best[index] != NEVER {
            due.entry(state.best[index]).or_default().push(index as u32);
        } else if state.open[index] == 0 {
            due.entry(state.late[index]).or_default().push(index as u32);
        }
    }
    loop {
        let (mut progress, won, lost) = if let Some(progress) = resumed.take() {
            let all = |value: Value| -> Vec<u32> {
                let indexes = (0u32..).zip(&state.codes).filter(|(_, code)| **code == value.code());
                indexes.map(|(index, _)| index).collect()
            };
            (progress, all(Value::Win(progress.plies)), all(Value::Loss(progress.plies)))
        } else {
            let Some((plies, waiting)) = due.pop_first() else { return Ok(()) };
            let (won, lost) = settle(state, plies, waiting);
            (PropagationState { plies, lost: 0, won: 0 }, won, lost)
        };
        // Before what is lost, or what is won in a puzzle, there is a win.
        let (won, lost) = if field.rule == ValueRule::Puzzle { (lost, won) } else { (won, lost) };
        let plies = progress.plies;
        if let Some(&first) = won.first().or(lost.first()).filter(|_| plies > Value::MOST_PLIES) {
            return Err(RetroError::TooLong(field.show(u64::from(first))));
        }
        while progress.lost < lost.len() {
            backwards.proceed(run, state, &progress)?;
            let batch = &lost[progress.lost..lost.len().min(progress.lost + TELLING)];
            backwards.each(batch, |_, from| {
                let best = &mut state.best[from as usize];
                if plies + 1 < *best && state.codes[from as usize] == OPEN {
                    *best = plies + 1;
                    due.entry(plies + 1).or_default().push(from);
                }
            });
            progress.lost += batch.len();
        }
        while progress.won < won.len() {
            backwards.proceed(run, state, &progress)?;
            let batch = &won[progress.won..won.len().min(progress.won + TELLING)];
            backwards.each(batch, |_, from| {
                let from = from as usize;
                state.late[from] = state.late[from].max(plies + 1);
                state.open[from] = state.open[from].saturating_sub(1);
                if state.open[from] == 0 && state.codes[from] == OPEN {
                    due.entry(state.late[from]).or_default().push(from as u32);
                }
            });
            progress.won += batch.len();
        }
        run.report(SolverProgress::Plies { plies });
    }
}

/// Stores the values of this number of plies. Returns the wins and the losses, in order.
fn settle(state: &mut State, plies: u16, waiting: Vec<u32>) -> (Vec<u32>, Vec<u32>) {
    let (mut won, mut lost) = (Vec::new(), Vec::new());
    for index in waiting {
        let at = index as usize;
        if state.codes[at] != OPEN {
            continue;
        }
        // More plies than a value holds are an error, which is returned right after this.
        let held = plies.min(Value::MOST_PLIES);
        if state.best[at] == plies {
            state.codes[at] = Value::Win(held).code();
            won.push(index);
        } else if state.best[at] == NEVER && state.open[at] == 0 {
            state.codes[at] = Value::Loss(held).code();
            lost.push(index);
        }
    }
    won.sort_unstable();
    lost.sort_unstable();
    (won, lost)
}

/// Solves by scores.
fn by_score(
    field: &Field<'_>,
    state: &mut State,
    backwards: &Backwards,
    run: &mut Run<'_, '_>,
) -> Result<(), RetroError> {
    let _: Option<()> = state.resume(run)?;
    let is_ready = |&index: &u32| state.open[index as usize] == 0 && state.codes[index as usize] == OPEN;
    let mut ready: Vec<u32> = (0..state.codes.len() as u32).filter(is_ready).collect();
    while !ready.is_empty() {
        backwards.proceed(run, state, &())?;
        let batch = ready.split_off(ready.len().saturating_sub(TELLING));
        for &index in &batch {
            state.codes[index as usize] = state.best[index as usize];
        }
        let State { codes, best, open, .. } = state;
        backwards.each(&batch, |index, from| {
            let from_at = from as usize;
            best[from_at] = best[from_at].max(score::turned(codes[index as usize]));
            open[from_at] = open[from_at].saturating_sub(1);
            if open[from_at] == 0 {
                ready.push(from);
            }
        });
    }
    match state.codes.iter().position(|&code| code == OPEN) {
        Some(index) => Err(RetroError::Cycle(field.show(index as u64))),
        None => Ok(()),
    }
}
