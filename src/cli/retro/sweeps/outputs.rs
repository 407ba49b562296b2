//! What tasks have found, read from their outputs.
//!
//! ```text
//! settled open next step codes   five numbers of 8 bytes, the lowest first: the result of the sweep, the step whose output
//!                                has the codes, and how many codes follow
//! code code code ...             two bytes each
//! ```
//!
//! A sweep that changes nothing in a window has no codes: the output names the step that has them.

use super::layout::{Home, Layout};
use certamen_campaign::{CampaignDirectory, CampaignError, TaskId};
use certamen_retro::positions::{CodeSource, RetroError, SweepResult, Sweeps};
use certamen_work::durable;
use certamen_work::parallel::held;
use certamen_work::{Failure, Interrupted, Stop};
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
        let number = |place: usize| {
            let bytes = bytes.get(8 * place..8 * place + 8)?;
            Some(u64::from_le_bytes(bytes.try_into().ok()?))
        };
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

/// What a process knows of outputs already.
#[derive(Debug, Default)]
pub(super) struct Known {
    /// For a level, a divided group and a step.
    swept: Mutex<HashMap<(usize, usize, usize), FirstWindows>>,
    /// The heads of outputs whose seals were checked.
    heads: Mutex<HashMap<TaskId, Head>>,
}

/// What the first windows of a divided group have found in a step.
#[derive(Clone, Copy, Debug, Default)]
struct FirstWindows {
    /// Their number.
    windows: usize,
    swept: SweepResult,
}

/// What is due for a divided group in a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Due {
    /// Outputs of earlier steps are missing.
    Unknown,
    /// Nothing: the codes of this earlier step are its last.
    Done(usize),
    /// The values of this number of plies; in step 0 none.
    Plies(Option<u32>),
}

/// The outputs of a campaign.
#[derive(Clone, Copy)]
pub(super) struct Outputs<'a> {
    pub(super) place: &'a CampaignDirectory,
    pub(super) layout: &'a Layout,
    pub(super) sweeps: &'a Sweeps<'a>,
    pub(super) known: &'a Known,
    pub(super) stop: &'a Stop,
}

impl<'a> Outputs<'a> {
    /// What is due for a divided group in a step.
    pub(super) fn due(&self, level: usize, split: usize, step: usize) -> Result<Due, Failure> {
        let mut plies = None;
        for before in 0..step {
            let Some(swept) = self.swept(level, split, before)? else { return Ok(Due::Unknown) };
            match self.sweeps.next(plies, swept) {
                Some(next) => plies = Some(next),
                None => return Ok(Due::Done(before)),
            }
        }
        Ok(Due::Plies(plies))
    }

    /// The result of all windows in a step, if all outputs are there.
    pub(super) fn swept(
        &self,
        level: usize,
        split: usize,
        step: usize,
    ) -> Result<Option<SweepResult>, Failure> {
        let windows = self.layout.split(level, split).windows;
        let mut known = held(&self.known.swept);
        let first = known.entry((level, split, step)).or_default();
        while first.windows < windows {
            let (stage, index) = self.layout.task_of(level, split, first.windows, step);
            let Some(head) = self.place.head(TaskId { stage, index }, HEAD)? else { return Ok(None) };
            let wrong = || {
                CampaignError::wrong(self.place.name_of(TaskId { stage, index }), "its head is impossible")
            };
            first.swept = first.swept.joined(Head::of(&head).ok_or_else(wrong)?.swept);
            first.windows += 1;
        }
        Ok(Some(first.swept))
    }

    /// The step that has the last codes of a divided group.
    pub(super) fn last(&self, level: usize, split: usize) -> Result<usize, Failure> {
        let step = match self.due(level, split, self.layout.rest())? {
            Due::Done(step) => step,
            Due::Plies(_) => self.layout.rest(),
            Due::Unknown => return Err("the sweeps before are not complete".into()),
        };
        Ok(step)
    }

    /// The head of an output, whose seal is checked once.
    pub(super) fn head(&self, at: TaskId) -> Result<Head, Failure> {
        if let Some(&head) = held(&self.known.heads).get(&at) {
            return Ok(head);
        }
        let mut output = self.place.output(&self.place.plan().stages[at.stage].name, at.index)?;
        let mut bytes = [0; HEAD];
        let head = if output.length() < HEAD as u64 {
            None
        } else {
            output.read_exact(&mut bytes)?;
            Head::of(&bytes)
        };
        let is_whole = |head: &Head| {
            head.codes.checked_mul(2).is_some_and(|bytes| output.length() - HEAD as u64 == bytes)
        };
        let wrong = || CampaignError::wrong(self.place.name_of(at), "it is not as long as it says");
        let head = head.filter(is_whole).ok_or_else(wrong)?;
        held(&self.known.heads).insert(at, head);
        Ok(head)
    }

    /// The output that has the codes of a window after a step.
    fn window(&self, level: usize, split: usize, window: usize, step: usize) -> Result<TaskId, Failure> {
        let at = |step: usize| {
            let (stage, index) = self.layout.task_of(level, split, window, step);
            TaskId { stage, index }
        };
        let mut head = self.head(at(step))?;
        let found = head.step;
        if found < step {
            head = self.head(at(found))?;
        }
        let numbers = self.layout.split(level, split).window(window);
        if head.step != found || found > step || head.codes != numbers.end - numbers.start {
            let name = self.place.name_of(at(step));
            return Err(CampaignError::wrong(name, "it does not have the codes of its window").into());
        }
        Ok(at(found))
    }

    /// The codes of layers: those of a divided group after a step, if it is given, all others as they are in the end.
    pub(super) fn codes(self, of: Option<(usize, usize, usize)>) -> Codes<'a> {
        Codes { outputs: self, of, open: None }
    }
}

/// The codes of layers, read from outputs in blocks.
pub(super) struct Codes<'a> {
    outputs: Outputs<'a>,
    /// A divided group, and the step after which its codes are wanted.
    of: Option<(usize, usize, usize)>,
    open: Option<(TaskId, File)>,
}

impl Codes<'_> {
    /// The output with the code of a number, how many codes it has before it, and how many from there.
    pub(super) fn find(&self, layer: u32, rank: u64) -> Result<(TaskId, u64, u64), Failure> {
        let Outputs { layout, sweeps, .. } = self.outputs;
        let (home, first) = layout.home(layer);
        let (size, index) = (sweeps.layers()[layer as usize].size, first + rank);
        let rest = size.saturating_sub(rank);
        let (level, split) = match home {
            Home::Bundle { stage, task, before } => {
                let at = TaskId { stage, index: task };
                let Head { codes, .. } = self.outputs.head(at)?;
                let is_there = codes.checked_sub(before + index).is_some_and(|left| left >= rest);
                let wrong = || CampaignError::wrong(self.outputs.place.name_of(at), "it lacks codes");
                return if is_there { Ok((at, before + index, rest)) } else { Err(wrong().into()) };
            }
            Home::Split { level, split } => (level, split),
        };
        let step = match self.of {
            Some((own, one, step)) if (own, one) == (level, split) => step,
            _ => self.outputs.last(level, split)?,
        };
        let one = layout.split(level, split);
        if step == layout.rest() {
            let at = TaskId { stage: layout.stage(level, step), index: split };
            let Head { codes, .. } = self.outputs.head(at)?;
            let wrong = || CampaignError::wrong(self.outputs.place.name_of(at), "it lacks codes");
            let is_whole = codes == layout.groups[one.group].size;
            return if is_whole { Ok((at, index, rest)) } else { Err(wrong().into()) };
        }
        let window = one.window_of(index);
        let numbers = one.window(window);
        let at = self.outputs.window(level, split, window, step)?;
        Ok((at, index - numbers.start, rest.min(numbers.end - index)))
    }

    /// A number of a layer as one of its group, if it is this group.
    pub(super) fn index_in(&self, group: usize, layer: u32, rank: u64) -> Option<u64> {
        let layout = self.outputs.layout;
        let (_, first) = layout.home(layer);
        layout.groups[group].layers.binary_search(&layer).is_ok().then_some(first + rank)
    }

    /// Reads codes of an output.
    fn read(&mut self, at: TaskId, before: u64, codes: &mut [u16]) -> Result<(), Failure> {
        let path = self.outputs.place.output_path(at);
        let (_, file) = match self.open.take() {
            Some((open, file)) if open == at => self.open.insert((at, file)),
            _ => self.open.insert((at, durable::open(&path)?)),
        };
        read_codes(file, HEAD as u64, before, codes)
            .map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(())
    }

    /// The codes of a window of the divided group.
    pub(super) fn of_window(&mut self, window: usize) -> Result<(Head, Vec<u16>), Failure> {
        let (level, split, step) = self.of.ok_or("no divided group")?;
        let (stage, index) = self.outputs.layout.task_of(level, split, window, step);
        let head = self.outputs.head(TaskId { stage, index })?;
        let at = self.outputs.window(level, split, window, step)?;
        let numbers = self.outputs.layout.split(level, split).window(window);
        let mut codes = vec![0; (numbers.end - numbers.start) as usize];
        self.read(at, 0, &mut codes)?;
        Ok((head, codes))
    }
}

/// Reads codes that lie in a file behind this number of bytes and codes.
pub(super) fn read_codes(file: &mut File, skipped: u64, before: u64, codes: &mut [u16]) -> io::Result<()> {
    file.seek(SeekFrom::Start(skipped + 2 * before))?;
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
        if self.outputs.stop.is_requested() {
            return Err(RetroError::Game(Interrupted.into()));
        }
        let (at, before, rest) = self.find(layer, rank).map_err(RetroError::Game)?;
        codes.resize(rest.min(BLOCK) as usize, 0);
        self.read(at, before, codes).map_err(RetroError::Game)?;
        Ok(rank)
    }
}
