//! The tasks of a solution in parts, and its tables.

use super::super::campaign::{failure, require_inputs};
use super::Question;
use super::layout::{Layout, Task};
use super::outputs::{Codes, Due, Head, Known, Outputs, read_codes, write_codes};
use certamen_campaign::{
    CampaignDirectory, CampaignError, Need, TaskId, TaskOutcome, TaskRun, Work, one_thread,
};
use certamen_play::Game;
use certamen_retro::positions::{CodeSource, Group, RetroError, SweepResult, Sweeps};
use certamen_retro::subject::SweptGame;
use certamen_work::{Answer, Failure, Interrupted, Stop};
use std::fs::{self, File};
use std::io::{Seek as _, SeekFrom, Write};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

/// The numbers that are looked at between two checks for a request to stop, where nothing is read.
const STEP: u64 = 1 << 16;

/// The work of a plan.
pub(super) struct SweepWork {
    source: Arc<dyn Game>,
    game: Box<dyn SweptGame>,
    question: Question,
    layout: Layout,
    known: Known,
}

impl SweepWork {
    pub(super) fn new(
        source: Arc<dyn Game>,
        game: Box<dyn SweptGame>,
        question: Question,
        layout: Layout,
    ) -> Self {
        Self { source, game, question, layout, known: Known::default() }
    }

    fn sweeps(&self) -> Sweeps<'_> {
        self.game.sweeps(self.question.kind, self.question.memory)
    }

    fn outputs<'a>(
        &'a self,
        sweeps: &'a Sweeps<'a>,
        place: &'a CampaignDirectory,
        stop: &'a Stop,
    ) -> Outputs<'a> {
        Outputs { place, layout: &self.layout, sweeps, known: &self.known, stop }
    }

    /// Solves groups as they are.
    fn groups(
        &self,
        outputs: Outputs<'_>,
        groups: &[usize],
        output: &mut dyn Write,
    ) -> Result<TaskOutcome, Failure> {
        let groups: Vec<&Group> = groups.iter().map(|&group| &self.layout.groups[group]).collect();
        let solve = || outputs.sweeps.whole(&groups, &mut outputs.codes(None), outputs.stop).map_err(failure);
        let Some(layers) = one_thread()?.install(solve)? else { return Ok(TaskOutcome::Stopped) };
        let codes = layers.iter().map(|codes| codes.len() as u64).sum();
        Head { swept: SweepResult::default(), step: 0, codes }.write(output)?;
        layers.iter().try_for_each(|codes| write_codes(codes, output))?;
        Ok(TaskOutcome::Done)
    }

    /// Looks at a window of a group.
    fn window(
        &self,
        outputs: Outputs<'_>,
        (level, split, window, step): (usize, usize, usize, usize),
        output: &mut dyn Write,
    ) -> Result<TaskOutcome, Failure> {
        let one = self.layout.split(level, split);
        let (group, numbers) = (&self.layout.groups[one.group], one.window(window));
        let before = step.checked_sub(1);
        let plies = match outputs.due(level, split, step)? {
            Due::Unknown => return Err("the sweeps before are not complete".into()),
            Due::Plies(plies) => plies,
            // The group is complete: this says where the codes are.
            Due::Done(last) => {
                let (stage, index) = self.layout.task_of(level, split, window, last);
                let head = outputs.head(TaskId { stage, index })?;
                Head { codes: 0, ..head }.write(output)?;
                return Ok(TaskOutcome::Done);
            }
        };
        let (earlier, mut codes) = if let Some(before) = before {
            outputs.codes(Some((level, split, before))).of_window(window)?
        } else {
            let codes = (numbers.end - numbers.start) as usize;
            (Head { swept: SweepResult::default(), step, codes: 0 }, vec![0; codes])
        };
        let mut source = before.map(|before| outputs.codes(Some((level, split, before))));
        let swept = one_thread()?.install(|| match &mut source {
            Some(source) => outputs.sweeps.sweep(group, numbers, &mut codes, plies, source).map_err(failure),
            None => first(outputs, group, numbers, &mut codes),
        })?;
        if step > 0 && swept.settled == 0 {
            Head { swept, step: earlier.step, codes: 0 }.write(output)?;
            return Ok(TaskOutcome::Done);
        }
        Head { swept, step, codes: codes.len() as u64 }.write(output)?;
        write_codes(&codes, output)?;
        Ok(TaskOutcome::Done)
    }

    /// Ends the sweeps of a group, whose codes lie in a temporary file meanwhile.
    fn rest(
        &self,
        outputs: Outputs<'_>,
        (level, split): (usize, usize),
        scratch: &Path,
        output: &mut dyn Write,
    ) -> Result<TaskOutcome, Failure> {
        let (one, step) = (self.layout.split(level, split), self.layout.rest());
        let group = &self.layout.groups[one.group];
        let mut plies = match outputs.due(level, split, step)? {
            Due::Unknown => return Err("the sweeps before are not complete".into()),
            Due::Plies(plies) => plies,
            Due::Done(last) => {
                Head { swept: SweepResult::default(), step: last, codes: 0 }.write(output)?;
                return Ok(TaskOutcome::Done);
            }
        };
        let earlier = outputs.codes(Some((level, split, step - 1)));
        let mut source =
            ScratchCodes { codes: earlier, group: one.group, file: tempfile::tempfile_in(scratch)? };
        for window in 0..one.windows {
            let (_, codes) = source.codes.of_window(window)?;
            write_codes(&codes, &mut source.file)?;
        }
        let threads = one_thread()?;
        let swept = loop {
            let mut all = SweepResult::default();
            for window in 0..one.windows {
                let numbers = one.window(window);
                let first = numbers.start;
                let mut codes = vec![0; (numbers.end - first) as usize];
                read_codes(&mut source.file, 0, first, &mut codes)?;
                let look = || outputs.sweeps.sweep(group, numbers, &mut codes, plies, &mut source);
                let swept = threads.install(look).map_err(failure)?;
                if swept.settled > 0 {
                    source.file.seek(SeekFrom::Start(2 * first))?;
                    write_codes(&codes, &mut source.file)?;
                }
                all = all.joined(swept);
            }
            match outputs.sweeps.next(plies, all) {
                Some(next) => plies = Some(next),
                None => break all,
            }
        };
        Head { swept, step, codes: group.size }.write(output)?;
        source.file.seek(SeekFrom::Start(0))?;
        std::io::copy(&mut source.file, output)?;
        Ok(TaskOutcome::Done)
    }

    /// Requires that no position of a divided group lacks its best score.
    fn require_scores(&self, outputs: Outputs<'_>) -> Result<(), Failure> {
        for (number, level) in self.layout.levels.iter().enumerate() {
            for (split, one) in level.split.iter().enumerate() {
                let step = outputs.last(number, split)?;
                let open = if step == self.layout.rest() {
                    let stage = self.layout.stage(number, step);
                    outputs.head(TaskId { stage, index: split })?.swept
                } else {
                    outputs.swept(number, split, step)?.unwrap_or_default()
                };
                if outputs.sweeps.has_circle(open) {
                    let group = &self.layout.groups[one.group];
                    return Err(failure(
                        outputs.sweeps.circle(group, &mut outputs.codes(None)).map_err(failure)?,
                    ));
                }
            }
        }
        Ok(())
    }
}

/// Finds the positions of a window in which the game is over.
fn first(
    outputs: Outputs<'_>,
    group: &Group,
    numbers: Range<u64>,
    codes: &mut [u16],
) -> Result<SweepResult, Failure> {
    let (mut all, mut next) = (SweepResult::default(), numbers.start);
    for codes in codes.chunks_mut(STEP as usize) {
        if outputs.stop.is_requested() {
            return Err(Interrupted.into());
        }
        let part = next..next + codes.len() as u64;
        next = part.end;
        let mut nothing = outputs.codes(None);
        all = all.joined(outputs.sweeps.sweep(group, part, codes, None, &mut nothing).map_err(failure)?);
    }
    Ok(all)
}

/// The codes of a group in a temporary file, and those of other layers in outputs.
struct ScratchCodes<'a> {
    codes: Codes<'a>,
    group: usize,
    file: File,
}

impl CodeSource for ScratchCodes<'_> {
    fn block(&mut self, layer: u32, rank: u64, codes: &mut Vec<u16>) -> Result<u64, RetroError> {
        let first = self.codes.block(layer, rank, codes)?;
        if let Some(index) = self.codes.index_in(self.group, layer, first) {
            read_codes(&mut self.file, 0, index, codes).map_err(|error| RetroError::Game(error.into()))?;
        }
        Ok(first)
    }
}

impl Work for SweepWork {
    fn run(&self, run: &TaskRun<'_>, output: &mut dyn Write) -> Result<TaskOutcome, Failure> {
        let sweeps = self.sweeps();
        let outputs = self.outputs(&sweeps, run.place, &run.limits.stop);
        match self.layout.task(run.at.stage, run.at.index).ok_or("there is no such task")? {
            Task::Groups(groups) => self.groups(outputs, groups, output),
            Task::Window { level, split, window, step } => {
                self.window(outputs, (level, split, window, step), output)
            }
            Task::Rest { level, split } => self.rest(outputs, (level, split), &run.scratch(), output),
        }
    }

    fn need(&self, place: &CampaignDirectory, stage: usize) -> Result<Need, Failure> {
        let (level, step) = self.layout.step(stage);
        if step == 0 {
            return Ok(Need::Yes);
        }
        let (sweeps, stop) = (self.sweeps(), Stop::new());
        let outputs = self.outputs(&sweeps, place, &stop);
        let mut need = Need::No;
        for split in 0..self.layout.levels[level].split.len() {
            match outputs.due(level, split, step)? {
                Due::Plies(_) => return Ok(Need::Yes),
                Due::Unknown => need = Need::Unknown,
                Due::Done(_) => {}
            }
        }
        Ok(need)
    }

    fn is_shown(&self) -> bool {
        true
    }

    fn gather(&self, place: &CampaignDirectory, result: &Path, stop: &Stop) -> Result<Answer, Failure> {
        require_inputs(&*self.source, &self.question.flags, place, stop)?;
        let sweeps = self.sweeps();
        let outputs = self.outputs(&sweeps, place, stop);
        self.require_scores(outputs)?;
        for file in &place.plan().files {
            fs::write(result.join(&file.name), place.input(&file.name)?)?;
        }
        let written = sweeps.write_tables(result, &mut outputs.codes(None), stop).map_err(failure)?;
        if !written {
            return Err(Interrupted.into());
        }
        let Question { kind, memory, .. } = self.question;
        match self.game.judge(result, (kind, memory), stop, &mut |_| {}).map_err(failure)? {
            Ok(answer) => Ok(answer),
            Err((at, reason)) => {
                let task = at.and_then(|at| outputs.codes(None).find(at.layer, at.rank).ok());
                let task = task.map_or_else(|| "the tables".to_owned(), |(at, ..)| place.name_of(at));
                Err(CampaignError::wrong(task, reason).into())
            }
        }
    }
}
