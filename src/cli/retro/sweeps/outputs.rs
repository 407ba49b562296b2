//! What tasks have found, read from their outputs.
//!
//! ```text
//! settled open next step codes   five numbers of 8 bytes, the lowest first: the result of the sweep, the step whose output
//!                                has the codes, and how many codes follow
//! code code code ...             two bytes each
//! ```
//!
//! A sweep that changes nothing in a window has no codes: the output names the step that has them.

use super::super::chunks::{HeadSums, number_at};
use super::layout::{Layout, Location, Sweep};
use certamen_campaign::{CampaignDirectory, CampaignError, TaskId};
use certamen_retro::positions::{CodeSource, DividedSolver, RetroError, SweepResult};
use certamen_work::durable;
use certamen_work::parallel::held;
use certamen_work::{Failure, Stop};
use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom, Write};
use std::sync::Mutex;

/// The bytes of the numbers before the codes.
pub(super) const HEAD: usize = 40;
/// No value decides a position.
const NEVER: u64 = u64::MAX;
/// The codes that are read at a time.
const BLOCK: u64 = 1 << 12;

/// The beginning of an output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Head {
    pub(super) swept: SweepResult,
    /// The step whose output has the codes.
    pub(super) step: usize,
    /// The number of codes that follow.
    pub(super) codes: u64,
}

impl Head {
    pub(super) fn write(&self, output: &mut dyn Write) -> io::Result<()> {
        let SweepResult { settled, open, next } = self.swept;
        let next = next.map_or(NEVER, u64::from);
        [settled, open, next, self.step as u64, self.codes]
            .into_iter()
            .try_for_each(|number| output.write_all(&number.to_le_bytes()))
    }

    /// Reads a head. `None` if it is impossible.
    pub(super) fn of(bytes: &[u8]) -> Option<Self> {
        let number = |place: usize| number_at(bytes, place);
        let next = Some(number(2)?).filter(|&next| next != NEVER);
        let next = next.map(u32::try_from).transpose().ok()?;
        let swept = SweepResult { settled: number(0)?, open: number(1)?, next };
        Some(Self { swept, step: usize::try_from(number(3)?).ok()?, codes: number(4)? })
    }
}

/// Writes codes.
pub(super) fn write_codes(codes: &[u16], output: &mut dyn Write) -> io::Result<()> {
    codes.chunks(BLOCK as usize).try_for_each(|part| {
        let bytes: Vec<u8> = part.iter().flat_map(|code| code.to_le_bytes()).collect();
        output.write_all(&bytes)
    })
}

/// The heads that a process has read.
#[derive(Debug, Default)]
pub(super) struct HeadCache {
    /// The results of sweeps.
    swept: HeadSums<SweepResult>,
    /// The heads of outputs whose seals were checked.
    checked: Mutex<HashMap<TaskId, Head>>,
}

/// How far the sweeps over a divided group are before one of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GroupState {
    /// Outputs of earlier sweeps are missing.
    Unknown,
    /// Nothing can change any more since this earlier step.
    Complete(usize),
    /// The sweep finds the values of this number of plies; in step 0 none.
    Open(Option<u32>),
}

/// The outputs of a campaign.
#[derive(Clone, Copy)]
pub(super) struct Outputs<'a> {
    pub(super) place: &'a CampaignDirectory,
    pub(super) layout: &'a Layout,
    pub(super) solver: &'a DividedSolver<'a>,
    pub(super) heads: &'a HeadCache,
    pub(super) stop: &'a Stop,
}

impl<'a> Outputs<'a> {
    /// How far its group is before a sweep.
    pub(super) fn before(&self, sweep: Sweep) -> Result<GroupState, Failure> {
        let mut plies = None;
        for step in 0..sweep.step {
            let Some(swept) = self.swept(sweep.at(step))? else { return Ok(GroupState::Unknown) };
            match self.solver.next(plies, swept) {
                Some(next) => plies = Some(next),
                None => return Ok(GroupState::Complete(step)),
            }
        }
        Ok(GroupState::Open(plies))
    }

    /// The result of a sweep in all windows, if all outputs are there.
    pub(super) fn swept(&self, sweep: Sweep) -> Result<Option<SweepResult>, Failure> {
        let TaskId { stage, index } = self.layout.task_of(sweep, 0);
        let tasks = index..index + self.layout.windows(sweep).count;
        let add = |swept: SweepResult, head: &[u8]| Some(swept.joined(Head::of(head)?.swept));
        self.heads.swept.sum(self.place, (stage, tasks), HEAD, add)
    }

    /// The sweep that has the last codes of its group.
    pub(super) fn last(&self, sweep: Sweep) -> Result<Sweep, Failure> {
        let rest = sweep.at(self.layout.rest());
        match self.before(rest)? {
            GroupState::Complete(step) => Ok(sweep.at(step)),
            GroupState::Open(_) => Ok(rest),
            GroupState::Unknown => Err("the sweeps before are not complete".into()),
        }
    }

    /// The head of an output, whose seal is checked once.
    pub(super) fn head(&self, at: TaskId) -> Result<Head, Failure> {
        if let Some(&head) = held(&self.heads.checked).get(&at) {
            return Ok(head);
        }
        let mut output = self.place.output(at)?;
        let length = output.get_ref().limit();
        let mut bytes = Vec::new();
        output.by_ref().take(HEAD as u64).read_to_end(&mut bytes)?;
        let is_whole = |head: &Head| head.codes.checked_mul(2) == length.checked_sub(HEAD as u64);
        let wrong = || CampaignError::wrong(self.place.name_of(at), "it is not as long as it says");
        let head = Head::of(&bytes).filter(is_whole).ok_or_else(wrong)?;
        held(&self.heads.checked).insert(at, head);
        Ok(head)
    }

    /// The output that has the codes of a window after a sweep, and the step that it belongs to.
    fn window(&self, sweep: Sweep, window: usize) -> Result<(TaskId, usize), Failure> {
        let at = |step: usize| self.layout.task_of(sweep.at(step), window);
        let mut head = self.head(at(sweep.step))?;
        let found = head.step;
        if found < sweep.step {
            head = self.head(at(found))?;
        }
        let numbers = self.layout.windows(sweep).chunk(window);
        if head.step != found || found > sweep.step || head.codes != numbers.end - numbers.start {
            let name = self.place.name_of(at(sweep.step));
            return Err(CampaignError::wrong(name, "it does not have the codes of its window").into());
        }
        Ok((at(found), found))
    }

    /// The codes of layers: those of the group of a sweep after it, if one is given, all others as they are in the end.
    pub(super) fn codes(self, after: Option<Sweep>) -> Codes<'a> {
        Codes { outputs: self, after, open: None }
    }
}

/// The codes of layers, read from outputs in blocks.
pub(super) struct Codes<'a> {
    outputs: Outputs<'a>,
    /// The sweep after which the codes of its group are wanted.
    after: Option<Sweep>,
    open: Option<(TaskId, File)>,
}

impl Codes<'_> {
    /// The output with the code of a number, how many codes it has before it, and how many from there.
    pub(super) fn find(&self, layer: u32, rank: u64) -> Result<(TaskId, u64, u64), Failure> {
        let Outputs { place, layout, solver, .. } = self.outputs;
        let (location, first) = layout.location(layer);
        let (index, rest) = (first + rank, solver.layers()[layer as usize].size.saturating_sub(rank));
        let sweep = match location {
            Location::Task { at, before } => {
                let Head { codes, .. } = self.outputs.head(at)?;
                let is_there = codes.checked_sub(before + index).is_some_and(|left| left >= rest);
                let wrong = || CampaignError::wrong(place.name_of(at), "it lacks codes");
                return if is_there { Ok((at, before + index, rest)) } else { Err(wrong().into()) };
            }
            Location::Sweeps(first) => match self.after {
                Some(after) if after.at(first.step) == first => after,
                _ => self.outputs.last(first)?,
            },
        };
        let windows = layout.windows(sweep);
        let window = windows.chunk_of(index);
        let (at, _) = self.outputs.window(sweep, window)?;
        let numbers = windows.chunk(window);
        Ok((at, index - numbers.start, rest.min(numbers.end - index)))
    }

    /// Reads codes of an output.
    fn read(&mut self, at: TaskId, before: u64, codes: &mut [u16]) -> Result<(), Failure> {
        let path = self.outputs.place.output_path(at);
        let (_, file) = match self.open.take() {
            Some((open, file)) if open == at => self.open.insert((at, file)),
            _ => self.open.insert((at, durable::open(&path)?)),
        };
        read_codes(file, before, codes).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(())
    }

    /// The codes of a window after a sweep, and the step whose output has them.
    pub(super) fn of_window(&mut self, sweep: Sweep, window: usize) -> Result<(usize, Vec<u16>), Failure> {
        let (at, step) = self.outputs.window(sweep, window)?;
        let numbers = self.outputs.layout.windows(sweep).chunk(window);
        let mut codes = vec![0; (numbers.end - numbers.start) as usize];
        self.read(at, 0, &mut codes)?;
        Ok((step, codes))
    }
}

/// Reads codes that lie in a file behind a head and this number of codes.
pub(super) fn read_codes(file: &mut File, before: u64, codes: &mut [u16]) -> io::Result<()> {
    file.seek(SeekFrom::Start(HEAD as u64 + 2 * before))?;
    let mut bytes = vec![0; 2 * codes.len().min(BLOCK as usize)];
    for part in codes.chunks_mut(BLOCK as usize) {
        let bytes = &mut bytes[..2 * part.len()];
        file.read_exact(bytes)?;
        for (code, bytes) in part.iter_mut().zip(bytes.chunks_exact(2)) {
            *code = u16::from_le_bytes([bytes[0], bytes[1]]);
        }
    }
    Ok(())
}

impl CodeSource for Codes<'_> {
    fn block(&mut self, layer: u32, rank: u64, codes: &mut Vec<u16>) -> Result<u64, RetroError> {
        self.outputs.stop.proceed()?;
        let (at, before, rest) = self.find(layer, rank).map_err(RetroError::Game)?;
        codes.resize(rest.min(BLOCK) as usize, 0);
        self.read(at, before, codes).map_err(RetroError::Game)?;
        Ok(rank)
    }
}
