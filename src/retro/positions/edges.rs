//! Solves a group with its moves in memory, backwards from the positions of known value.
//!
//! Idea: one pass over the positions collects for each position: the number of its open moves, the fastest win and the
//! slowest loss among moves to positions of known value, and the moves within the group. These moves are then reversed.
//! After that, positions get their values in the order of their plies, and each new value is passed to the positions
//! before it. After a loss, a position before it is won. After a win, a position before it has one open move less. So
//! each move is followed once (K. Thompson, Retrograde analysis of certain endgames, 1986). If the game has un-moves of
//! its own, no move is stored.
//!
//! Scores work in the same way, without an order: a position gets its score when all its moves have theirs.
//!
//! Cost: see [`PER_NUMBER`] and [`PER_EDGE`]. An edge is a pair of a position and a position after one of its moves.

use super::error::RetroError;
use super::field::{Field, Found, Scratch};
use super::game::Game;
use super::solver::Progress;
use super::value::{Kind, NOTHING, OPEN, Value, score};
use certamen_work::stop::Stop;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::ops::Range;

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
/// No win is known.
const NEVER: u16 = u16::MAX;

/// How an attempt ended.
pub(super) enum Attempt {
    /// The group is solved, with these codes.
    Solved(Vec<u16>),
    /// A request to stop ended it.
    Stopped,
    /// The edges do not fit in memory.
    TooManyEdges,
}

/// The state of a position at the beginning.
#[derive(Clone, Copy)]
struct Start {
    code: u16,
    /// The plies of the fastest known win, or the best known score, or a marker if there is none.
    best: u16,
    /// The plies of the slowest loss, among the moves that are known to lose.
    late: u16,
    /// The number of moves that are not known to lose, or whose score is unknown.
    open: u32,
}

/// The result of a thread for a chunk.
struct Part {
    starts: Vec<Start>,
    degrees: Vec<u32>,
    targets: Vec<u32>,
}

/// The positions of a group and their states.
struct State {
    codes: Vec<u16>,
    best: Vec<u16>,
    late: Vec<u16>,
    open: Vec<u32>,
}

/// How to find the positions before a position.
enum Backwards {
    /// From stored edges: the lists of all positions one after the other, and the end of each list.
    Edges { ends: Vec<u64>, before: Vec<u32> },
    /// From the game's un-moves.
    Unmoves,
}

/// Solves a group in at most `memory` bytes, without the memory of the groups below it.
pub(super) fn solve<G: Game>(
    field: &Field<'_, G>,
    memory: u64,
    stop: &Stop,
    watch: &mut dyn FnMut(Progress<'_>),
) -> Result<Attempt, RetroError> {
    let size = field.group.size;
    let stores = field.solver.unmoves.is_none();
    let room = memory.saturating_sub(size.saturating_mul(PER_NUMBER)) / PER_EDGE;
    if size > MOST_NUMBERS || size.saturating_mul(PER_NUMBER) > memory {
        return Ok(Attempt::TooManyEdges);
    }
    let mut state = State::with_capacity(size as usize);
    let (mut degrees, mut targets) = (Vec::new(), Vec::new());
    let chunks = field.chunks();
    for batch in chunks.chunks(BATCH) {
        if stop.is_requested() {
            return Ok(Attempt::Stopped);
        }
        let parts = batch
            .par_iter()
            .map_init(Scratch::default, |scratch, chunk| look(field, chunk.clone(), stores, scratch));
        for part in parts.collect::<Result<Vec<Part>, RetroError>>()? {
            state.extend(&part.starts);
            degrees.extend(part.degrees);
            targets.extend(part.targets);
        }
        if targets.len() as u64 > room {
            return Ok(Attempt::TooManyEdges);
        }
        watch(Progress::Looked { done: state.codes.len() as u64, total: size });
    }
    let backwards =
        if stores { turned(field, &state.codes, &degrees, &targets)? } else { Backwards::Unmoves };
    drop((degrees, targets));
    let is_solved = match field.kind {
        Kind::Plies => by_plies(field, &mut state, &backwards, stop, watch)?,
        Kind::Score => by_score(field, &mut state, &backwards, stop)?,
    };
    Ok(if is_solved { Attempt::Solved(state.codes) } else { Attempt::Stopped })
}

/// Finds the states and the edges of the positions of a chunk.
fn look<G: Game>(
    field: &Field<'_, G>,
    chunk: Range<u64>,
    stores: bool,
    scratch: &mut Scratch<G::Position>,
) -> Result<Part, RetroError> {
    let mut part = Part { starts: Vec::new(), degrees: Vec::new(), targets: Vec::new() };
    for index in chunk {
        let found = field.expand(index, scratch)?;
        let start = match field.kind {
            Kind::Plies => start_by_plies(found, scratch),
            Kind::Score => start_by_score(found, scratch),
        };
        part.starts.push(start);
        if stores {
            let inner: &[u64] = if found == Found::Moves { &scratch.inner } else { &[] };
            part.degrees.push(inner.len() as u32);
            part.targets.extend(inner.iter().map(|&to| to as u32));
        }
    }
    Ok(part)
}

fn start_by_plies<P>(found: Found, scratch: &Scratch<P>) -> Start {
    let unknown = Start { code: OPEN, best: NEVER, late: 0, open: 0 };
    match found {
        Found::Nothing => Start { code: NOTHING, open: 1, ..unknown },
        Found::Over(code) => match Value::of_code(code) {
            Some(Value::Win(_)) => Start { best: 0, open: 1, ..unknown },
            Some(Value::Loss(_)) => unknown,
            // The position stays open for ever.
            Some(Value::Draw) | None => Start { open: 1, ..unknown },
        },
        Found::Moves => {
            let mut start = Start { open: scratch.inner.len() as u32, ..unknown };
            for value in scratch.known.iter().filter_map(|&code| Value::of_code(code)) {
                match value {
                    Value::Loss(plies) => {
                        start.best = start.best.min(plies + 1);
                        start.open += 1;
                    }
                    Value::Draw => start.open += 1,
                    Value::Win(plies) => start.late = start.late.max(plies + 1),
                }
            }
            start
        }
    }
}

fn start_by_score<P>(found: Found, scratch: &Scratch<P>) -> Start {
    match found {
        Found::Nothing => Start { code: NOTHING, best: OPEN, late: 0, open: 1 },
        Found::Over(code) => Start { code: OPEN, best: code, late: 0, open: 0 },
        Found::Moves => {
            let best = scratch.known.iter().map(|&code| score::turned(code)).max().unwrap_or(OPEN);
            Start { code: OPEN, best, late: 0, open: scratch.inner.len() as u32 }
        }
    }
}

impl State {
    fn with_capacity(size: usize) -> Self {
        Self {
            codes: Vec::with_capacity(size),
            best: Vec::with_capacity(size),
            late: Vec::with_capacity(size),
            open: Vec::with_capacity(size),
        }
    }

    fn extend(&mut self, starts: &[Start]) {
        self.codes.extend(starts.iter().map(|start| start.code));
        self.best.extend(starts.iter().map(|start| start.best));
        self.late.extend(starts.iter().map(|start| start.late));
        self.open.extend(starts.iter().map(|start| start.open));
    }
}

/// Reverses the edges.
fn turned<G: Game>(
    field: &Field<'_, G>,
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
    Ok(Backwards::Edges { ends, before })
}

impl Backwards {
    /// Passes on the positions before each of some positions.
    fn each<G: Game>(
        &self,
        field: &Field<'_, G>,
        of: &[u32],
        mut tell: impl FnMut(u32, u32),
    ) -> Result<(), RetroError> {
        match self {
            Self::Edges { ends, before } => {
                for &index in of {
                    let first = index.checked_sub(1).map_or(0, |last| ends[last as usize]);
                    let own = &before[first as usize..ends[index as usize] as usize];
                    for &from in own {
                        tell(index, from);
                    }
                }
            }
            Self::Unmoves => {
                let found = of.par_iter().map_init(Vec::new, |found, &index| unmoved(field, index, found));
                let found = found.collect::<Result<Vec<Vec<u32>>, RetroError>>()?;
                for (&index, before) in of.iter().zip(found) {
                    for from in before {
                        tell(index, from);
                    }
                }
            }
        }
        Ok(())
    }
}

/// The positions of the group before a position, by the game's un-moves, each once.
fn unmoved<G: Game>(
    field: &Field<'_, G>,
    index: u32,
    found: &mut Vec<G::Position>,
) -> Result<Vec<u32>, RetroError> {
    let game = field.game();
    let (Some(unmoves), Some(position)) =
        (&field.solver.unmoves, game.position(field.place(u64::from(index))))
    else {
        return Err(field.vacant(u64::from(index)));
    };
    found.clear();
    unmoves(&position, found);
    let mut before = Vec::new();
    for from in found.iter() {
        let Some(place) = game.place(from) else { continue };
        before.extend(field.index(place).map(|index| index as u32));
    }
    before.sort_unstable();
    before.dedup();
    Ok(before)
}

/// Solves by plies. Returns `false` if a request to stop ended it.
fn by_plies<G: Game>(
    field: &Field<'_, G>,
    state: &mut State,
    backwards: &Backwards,
    stop: &Stop,
    watch: &mut dyn FnMut(Progress<'_>),
) -> Result<bool, RetroError> {
    let mut due: BTreeMap<u16, Vec<u32>> = BTreeMap::new();
    for index in 0..state.codes.len() {
        if state.best[index] != NEVER {
            due.entry(state.best[index]).or_default().push(index as u32);
        } else if state.open[index] == 0 {
            due.entry(state.late[index]).or_default().push(index as u32);
        }
    }
    while let Some((plies, waiting)) = due.pop_first() {
        let (won, lost) = settle(state, plies, waiting);
        if let Some(&first) = won.first().or(lost.first()).filter(|_| plies > Value::MOST_PLIES) {
            return Err(RetroError::TooLong(field.show(u64::from(first))));
        }
        for batch in lost.chunks(TELLING) {
            if stop.is_requested() {
                return Ok(false);
            }
            backwards.each(field, batch, |_, from| {
                let best = &mut state.best[from as usize];
                if plies + 1 < *best && state.codes[from as usize] == OPEN {
                    *best = plies + 1;
                    due.entry(plies + 1).or_default().push(from);
                }
            })?;
        }
        for batch in won.chunks(TELLING) {
            if stop.is_requested() {
                return Ok(false);
            }
            backwards.each(field, batch, |_, from| {
                let from = from as usize;
                state.late[from] = state.late[from].max(plies + 1);
                state.open[from] = state.open[from].saturating_sub(1);
                if state.open[from] == 0 && state.codes[from] == OPEN {
                    due.entry(state.late[from]).or_default().push(from as u32);
                }
            })?;
        }
        watch(Progress::Plies { plies });
    }
    Ok(true)
}

/// Stores the values of this number of plies. Returns the wins and the losses.
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
    (won, lost)
}

/// Solves by scores. Returns `false` if a request to stop ended it.
fn by_score<G: Game>(
    field: &Field<'_, G>,
    state: &mut State,
    backwards: &Backwards,
    stop: &Stop,
) -> Result<bool, RetroError> {
    let mut ready: Vec<u32> =
        (0..state.codes.len() as u32).filter(|&index| state.open[index as usize] == 0).collect();
    while !ready.is_empty() {
        if stop.is_requested() {
            return Ok(false);
        }
        let batch = ready.split_off(ready.len().saturating_sub(TELLING));
        for &index in &batch {
            state.codes[index as usize] = state.best[index as usize];
        }
        let State { codes, best, open, .. } = state;
        backwards.each(field, &batch, |index, from| {
            let from_at = from as usize;
            best[from_at] = best[from_at].max(score::turned(codes[index as usize]));
            open[from_at] = open[from_at].saturating_sub(1);
            if open[from_at] == 0 {
                ready.push(from);
            }
        })?;
    }
    match state.codes.iter().position(|&code| code == OPEN) {
        Some(index) => Err(RetroError::Circle(field.show(index as u64))),
        None => Ok(true),
    }
}
