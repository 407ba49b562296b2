//! The first pass over a group with its moves in memory: the states of its positions, and their moves.
//!
//! Its result is kept on disk in parts, one for each interval ([`Checkpoint`]): a part has the states and moves that were
//! found since the part before. A later run reads the parts and continues after them.

use super::checkpoint::{Checkpoint, Run};
use super::error::RetroError;
use super::numbered::NumberContent;
use super::open_group::{Field, Scratch};
use super::value::{Kind, NOTHING, OPEN, Value, score};
use crate::table::TableError;
use crate::table::sealed::SealedWriter;
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// No win is known.
pub(super) const NEVER: u16 = u16::MAX;

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

/// The positions of a group and their states.
pub(super) struct State {
    pub(super) codes: Vec<u16>,
    pub(super) best: Vec<u16>,
    pub(super) late: Vec<u16>,
    pub(super) open: Vec<u32>,
}

/// What the pass has found of the first numbers of the group.
pub(super) struct ScanResult {
    pub(super) state: State,
    /// The number of moves within the group of each position.
    pub(super) degrees: Vec<u32>,
    /// Where these moves lead to, one position after the other.
    pub(super) targets: Vec<u32>,
    /// How much of it is on disk.
    saved: Part,
}

/// The end of a part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Part {
    parts: u64,
    numbers: u64,
    targets: u64,
}

/// The cursor of a part: where it begins and ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct PartCursor {
    from: Part,
    to: Part,
}

/// The result of a thread for a chunk.
pub(super) struct Chunk {
    starts: Vec<Start>,
    degrees: Vec<u32>,
    targets: Vec<u32>,
}

impl ScanResult {
    /// Nothing yet.
    pub(super) fn new(size: usize) -> Self {
        Self {
            state: State::with_capacity(size),
            degrees: Vec::new(),
            targets: Vec::new(),
            saved: Part::default(),
        }
    }

    /// The number of positions that have been looked at.
    pub(super) fn len(&self) -> u64 {
        self.state.codes.len() as u64
    }

    pub(super) fn extend(&mut self, chunk: &Chunk) {
        let State { codes, best, late, open } = &mut self.state;
        codes.extend(chunk.starts.iter().map(|start| start.code));
        best.extend(chunk.starts.iter().map(|start| start.best));
        late.extend(chunk.starts.iter().map(|start| start.late));
        open.extend(chunk.starts.iter().map(|start| start.open));
        self.degrees.extend(&chunk.degrees);
        self.targets.extend(&chunk.targets);
    }

    /// Reads the parts that an earlier run left, as long as they hold at most `room` moves.
    pub(super) fn resume(&mut self, files: &Checkpoint<'_>, room: u64) -> Result<(), RetroError> {
        while let Some((PartCursor { from, to }, mut bytes)) =
            files.read_if_present::<PartCursor>(&format!("looked-{}", self.saved.parts))?
        {
            // Parts of a run with other memory.
            if from != self.saved || to.targets > room {
                break;
            }
            let State { codes, best, late, open } = &mut self.state;
            for _ in from.numbers..to.numbers {
                codes.push(u16::from_le_bytes(bytes.next()?));
                best.push(u16::from_le_bytes(bytes.next()?));
                late.push(u16::from_le_bytes(bytes.next()?));
                open.push(u32::from_le_bytes(bytes.next()?));
                self.degrees.push(u32::from_le_bytes(bytes.next()?));
            }
            for _ in from.targets..to.targets {
                self.targets.push(u32::from_le_bytes(bytes.next()?));
            }
            self.saved = to;
        }
        Ok(())
    }

    /// Writes what was found since the last part.
    pub(super) fn save(&mut self, files: &Checkpoint<'_>) -> Result<(), RetroError> {
        let from = self.saved;
        let to = Part { parts: from.parts + 1, numbers: self.len(), targets: self.targets.len() as u64 };
        if to.numbers > from.numbers {
            let bytes = 14 * (to.numbers - from.numbers) + 4 * (to.targets - from.targets);
            let cursor = PartCursor { from, to };
            let mut file = files.write(&format!("looked-{}", from.parts), &cursor, bytes)?;
            for at in from.numbers as usize..to.numbers as usize {
                self.state.push_to(at, &mut file)?;
                file.push(&self.degrees[at].to_le_bytes())?;
            }
            for target in &self.targets[from.targets as usize..] {
                file.push(&target.to_le_bytes())?;
            }
            file.finish()?;
            self.saved = to;
        }
        Ok(())
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

    /// The same number of positions, to be read from a file.
    pub(super) fn of(size: usize) -> Self {
        Self { codes: vec![OPEN; size], best: vec![NEVER; size], late: vec![0; size], open: vec![0; size] }
    }

    fn push_to(&self, at: usize, file: &mut SealedWriter) -> Result<(), TableError> {
        file.push(&self.codes[at].to_le_bytes())?;
        file.push(&self.best[at].to_le_bytes())?;
        file.push(&self.late[at].to_le_bytes())?;
        file.push(&self.open[at].to_le_bytes())
    }

    /// Writes the states of all positions.
    pub(super) fn save<C: Serialize>(&self, files: &Checkpoint<'_>, cursor: &C) -> Result<(), RetroError> {
        let mut file = files.write("state", cursor, 10 * self.codes.len() as u64)?;
        for at in 0..self.codes.len() {
            self.push_to(at, &mut file)?;
        }
        Ok(file.finish()?)
    }

    /// Reads the states of all positions, if an earlier run left them.
    pub(super) fn resume<C: serde::de::DeserializeOwned>(
        &mut self,
        run: &Run<'_, '_>,
    ) -> Result<Option<C>, RetroError> {
        let Some((cursor, mut bytes)) = run.earlier::<C>("state")? else { return Ok(None) };
        for at in 0..self.codes.len() {
            self.codes[at] = u16::from_le_bytes(bytes.next()?);
            self.best[at] = u16::from_le_bytes(bytes.next()?);
            self.late[at] = u16::from_le_bytes(bytes.next()?);
            self.open[at] = u32::from_le_bytes(bytes.next()?);
        }
        Ok(Some(cursor))
    }
}

/// Finds the states and the moves of the positions of a chunk.
pub(super) fn look(
    field: &Field<'_>,
    chunk: Range<u64>,
    scratch: &mut Scratch<'_>,
) -> Result<Chunk, RetroError> {
    let mut part = Chunk { starts: Vec::new(), degrees: Vec::new(), targets: Vec::new() };
    for index in chunk {
        let found = field.expand(index, scratch)?;
        let start = match field.kind {
            Kind::Plies => start_by_plies(found, scratch),
            Kind::Score => start_by_score(found, scratch),
        };
        part.starts.push(start);
        let inner: &[u64] = if found == NumberContent::Moves { &scratch.inner } else { &[] };
        part.degrees.push(inner.len() as u32);
        part.targets.extend(inner.iter().map(|&to| to as u32));
    }
    Ok(part)
}

fn start_by_plies(found: NumberContent, scratch: &Scratch<'_>) -> Start {
    let unknown = Start { code: OPEN, best: NEVER, late: 0, open: 0 };
    match found {
        NumberContent::Nothing => Start { code: NOTHING, open: 1, ..unknown },
        NumberContent::Over(code) => match Value::of_code(code) {
            Some(Value::Win(_)) => Start { best: 0, open: 1, ..unknown },
            Some(Value::Loss(_)) => unknown,
            // The position stays open for ever.
            Some(Value::Draw) | None => Start { open: 1, ..unknown },
        },
        NumberContent::Moves => {
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

fn start_by_score(found: NumberContent, scratch: &Scratch<'_>) -> Start {
    match found {
        NumberContent::Nothing => Start { code: NOTHING, best: OPEN, late: 0, open: 1 },
        NumberContent::Over(code) => Start { code: OPEN, best: code, late: 0, open: 0 },
        NumberContent::Moves => {
            let best = scratch.known.iter().map(|&code| score::turned(code)).max().unwrap_or(OPEN);
            Start { code: OPEN, best, late: 0, open: scratch.inner.len() as u32 }
        }
    }
}
