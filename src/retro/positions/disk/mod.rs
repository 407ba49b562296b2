//! Solves a group whose values do not fit in memory: they lie on disk, in windows.
//!
//! Idea: the sweeps of [`without_moves`](super::without_moves), window by window. The moves of the open positions of a window are
//! made, and sorted by where they lead to ([`Answers`]). So the values that they need are read from the disk in order, each
//! block once for each batch of moves that fits in memory. Then the window gets its new values, and its file is replaced.
//!
//! A file that is older than others does no harm: all values in it are right, and a sweep for `n` plies only needs that
//! all values of fewer plies are known. So a killed run loses the windows since its last cursor, and nothing else.
//!
//! Cost: for each number of plies that occurs, all moves of the open positions are made and sorted, and the values of the
//! group and of the layers below are read once for each batch. On disk two bytes for each number, besides the tables.
//! [`Extent::of`] says how the memory is used.
//!
//! Source: the sorting of requests by block is that of external-memory graph algorithms (Chiang et al., 1995).

mod answers;
mod lookup;

pub(super) use answers::Answers;
pub use lookup::CodeSource;
pub(super) use lookup::{Lookup, StoredTables};

use super::checkpoint::{Checkpoint, CheckpointReader, Run};
use super::error::RetroError;
use super::open_group::Field;
use super::value::OPEN;
use super::without_moves::{Cursor, SweepResult};
use crate::table::SolverProgress;
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// How the memory is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Extent {
    /// The numbers of a window, which have their values and states in memory.
    pub(super) window: u64,
    /// The moves that are sorted at a time.
    pub(super) requests: u64,
}

impl Extent {
    /// A quarter of the memory for a window, a quarter for moves, and a quarter for moves that threads are making. The
    /// rest is for buffers.
    pub(super) fn of(memory: u64) -> Self {
        let quarter = memory.max(LEAST) / 4;
        Self {
            window: (quarter / answers::PER_NUMBER).min(u64::from(u32::MAX)),
            requests: quarter / answers::PER_REQUEST,
        }
    }
}

/// The least memory that is used, whatever is allowed.
const LEAST: u64 = 1 << 18;
/// The file with the cursor.
const CURSOR: &str = "disk";

/// A group whose values are on disk.
pub(super) struct OnDisk<'a, 'f> {
    field: Field<'a>,
    files: &'a Checkpoint<'f>,
    extent: Extent,
    /// How far an earlier run was.
    earlier: Option<Cursor>,
}

impl<'a, 'f> OnDisk<'a, 'f> {
    /// Opens the files that an earlier run left, if there are any. Their windows are kept.
    pub(super) fn open(
        field: Field<'a>,
        files: &'a Checkpoint<'f>,
        mut extent: Extent,
    ) -> Result<Self, RetroError> {
        let found = files.read_if_present::<(Cursor, u64)>(CURSOR)?.map(|(found, _)| found);
        let most = extent.window.saturating_mul(2);
        let earlier = found.filter(|(_, window)| (1..=most).contains(window)).map(|(cursor, window)| {
            extent.window = window;
            cursor
        });
        Ok(Self { field, files, extent, earlier })
    }

    /// Begins with the codes that another run has found, unless an earlier run has begun. The sweep for this number of plies
    /// comes next.
    pub(super) fn begin_with(
        &mut self,
        plies: Option<u32>,
        source: &mut dyn CodeSource,
    ) -> Result<(), RetroError> {
        if self.earlier.is_some() {
            return Ok(());
        }
        let mut lookup = Lookup::of_source(&self.field, Box::new(source));
        for number in 0..self.windows() {
            let codes = self.window(number).map(|index| lookup.code(index));
            self.write(number, &codes.collect::<Result<Vec<u16>, RetroError>>()?)?;
        }
        let cursor = Cursor { plies, ..Cursor::default() };
        self.save(cursor)?;
        self.earlier = Some(cursor);
        Ok(())
    }

    fn windows(&self) -> u64 {
        self.field.group.size.div_ceil(self.extent.window)
    }

    /// The numbers of a window.
    fn window(&self, number: u64) -> Range<u64> {
        let first = number.saturating_mul(self.extent.window).min(self.field.group.size);
        first..self.field.group.size.min(first.saturating_add(self.extent.window))
    }

    /// Solves the group, so that its windows hold its values. The source has the layers below. Returns the number of
    /// positions that stay open: for scores, these repeat.
    pub(super) fn solve(
        &self,
        source: Box<dyn CodeSource + '_>,
        run: &mut Run<'_, '_>,
    ) -> Result<u64, RetroError> {
        let mut cursor = self.earlier.unwrap_or_default();
        if self.earlier.is_some() {
            // Values that were found after the cursor was written are in the windows already. So this sweep may find
            // nothing, and all the same there may be more to find.
            cursor.swept.settled += 1;
            run.resumed(self.field.group, self.window(cursor.part).start);
        }
        let mut lookup = Lookup::of_group(&self.field, source, self.files, self.extent.window);
        loop {
            while cursor.part < self.windows() {
                run.proceed(|_| self.save(cursor))?;
                let swept = self.sweep(cursor.part, cursor.plies, &mut lookup)?;
                cursor.swept = cursor.swept.joined(swept);
                cursor.part += 1;
                if cursor.plies.is_none() {
                    let total = self.field.group.size;
                    run.report(SolverProgress::Looked { done: self.window(cursor.part - 1).end, total });
                }
            }
            let Some(next) = cursor.next(self.field.kind) else { return Ok(cursor.swept.open) };
            cursor = next;
            cursor.progress().into_iter().for_each(|now| run.report(now));
        }
    }

    fn save(&self, cursor: Cursor) -> Result<(), RetroError> {
        Ok(self.files.write(CURSOR, &(cursor, self.extent.window), 0)?.finish()?)
    }

    /// Looks at the open positions of a window, and writes the values of this number of plies. The first sweep finds the
    /// positions in which the game is over.
    fn sweep(
        &self,
        number: u64,
        plies: Option<u32>,
        lookup: &mut Lookup<'_>,
    ) -> Result<SweepResult, RetroError> {
        let (field, range) = (&self.field, self.window(number));
        let mut codes = match plies {
            None => vec![OPEN; (range.end - range.start) as usize],
            Some(_) => self.codes(number)?,
        };
        if !codes.contains(&OPEN) {
            return Ok(SweepResult::default());
        }
        let is_first = plies.is_none();
        let swept = look(field, range, &mut codes, plies, self.extent.requests, lookup)?;
        if swept.settled > 0 || is_first {
            lookup.forget(number);
            self.write(number, &codes)?;
        }
        Ok(swept)
    }

    fn write(&self, number: u64, codes: &[u16]) -> Result<(), RetroError> {
        let mut file = self.files.write(&window_name(number), &number, 2 * codes.len() as u64)?;
        codes.iter().try_for_each(|code| file.push(&code.to_le_bytes()))?;
        Ok(file.finish()?)
    }

    /// The codes of a window.
    fn codes(&self, number: u64) -> Result<Vec<u16>, RetroError> {
        let mut bytes = open_window(self.files, number)?;
        self.window(number).map(|_| Ok(u16::from_le_bytes(bytes.next()?))).collect()
    }

    /// The codes of the group in order, window by window.
    pub(super) fn each_window(&self) -> impl Iterator<Item = Result<Vec<u16>, RetroError>> {
        (0..self.windows()).map(|number| self.codes(number))
    }

    /// The error that positions of the group repeat, with the first that stays open.
    pub(super) fn circle(&self) -> Result<RetroError, RetroError> {
        let mut first = 0;
        for codes in self.each_window() {
            let codes = codes?;
            if let Some(place) = codes.iter().position(|&code| code == OPEN) {
                first += place as u64;
                break;
            }
            first += codes.len() as u64;
        }
        Ok(RetroError::Cycle(self.field.show(first)))
    }
}

/// Looks at the open positions of a window, whose codes are given, and finds the values of this number of plies. Without a
/// number of plies it finds the positions in which the game is over.
pub(super) fn look(
    field: &Field<'_>,
    range: Range<u64>,
    codes: &mut [u16],
    plies: Option<u32>,
    requests: u64,
    lookup: &mut Lookup<'_>,
) -> Result<SweepResult, RetroError> {
    let mut swept = SweepResult::default();
    let mut answers = Answers::new(field, range.clone(), requests);
    answers.ask(&|index| codes[(index - range.start) as usize] == OPEN, plies.is_none(), lookup)?;
    for (place, code) in codes.iter_mut().enumerate().filter(|(_, code)| **code == OPEN) {
        let index = range.start + place as u64;
        if let Some(found) = swept.settle(field, index, answers.derived(place), plies)? {
            *code = found;
        }
    }
    Ok(swept)
}

fn window_name(number: u64) -> String {
    format!("window-{number}")
}

fn open_window(files: &Checkpoint<'_>, number: u64) -> Result<CheckpointReader, RetroError> {
    Ok(files.read::<u64>(&window_name(number))?.1)
}
