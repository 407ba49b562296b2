//! The tasks of a solution in parts, and its tables.

use super::super::campaign::{failure, require_inputs};
use super::layout::{Layout, Sweep, Task};
use super::outputs::{GroupState, Head, HeadCache, Outputs, write_codes};
use certamen_ask::flag::Given;
use certamen_campaign::{CampaignDirectory, CampaignError, Need, TaskRun, Work, one_thread};
use certamen_play::Game;
use certamen_retro::positions::{DividedSolver, Group, Kind, RetroError, SweepResult, pieces};
use certamen_retro::subject::{DividedGame, Monitor};
use certamen_work::durable::Draft;
use certamen_work::{Answer, Failure, Stop};
use std::fs;
use std::io::Write;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

/// The numbers that are looked at between two checks for a request to stop, where nothing is read.
const STEP: u64 = 1 << 16;

/// The work of a plan.
pub(super) struct SweepWork {
    pub(super) source: Arc<dyn Game>,
    pub(super) game: Box<dyn DividedGame>,
    pub(super) flags: Given,
    pub(super) kind: Kind,
    pub(super) memory: u64,
    pub(super) layout: Layout,
    pub(super) heads: HeadCache,
}

impl SweepWork {
    fn solver(&self) -> DividedSolver<'_> {
        self.game.solver(self.kind, self.memory)
    }

    fn outputs<'a>(
        &'a self,
        solver: &'a DividedSolver<'a>,
        place: &'a CampaignDirectory,
        stop: &'a Stop,
    ) -> Outputs<'a> {
        Outputs { place, layout: &self.layout, solver, heads: &self.heads, stop }
    }

    /// Solves groups as they are.
    fn groups(&self, outputs: Outputs<'_>, groups: &[usize], output: &mut dyn Write) -> Result<(), Failure> {
        let groups: Vec<&Group> = groups.iter().map(|&group| &self.layout.groups[group]).collect();
        let solve = || outputs.solver.whole(&groups, &mut outputs.codes(None), outputs.stop).map_err(failure);
        let layers = one_thread()?.install(solve)?;
        let codes = layers.iter().map(|codes| codes.len() as u64).sum();
        Head { swept: SweepResult::default(), step: 0, codes }.write(output)?;
        Ok(layers.iter().try_for_each(|codes| write_codes(codes, output))?)
    }

    /// Looks at a window of a group, and finds the values of this number of plies.
    fn window(
        &self,
        outputs: Outputs<'_>,
        (sweep, window): (Sweep, usize),
        plies: Option<u32>,
        output: &mut dyn Write,
    ) -> Result<(), Failure> {
        let (group, numbers) = (self.layout.group(sweep), self.layout.windows(sweep).chunk(window));
        let mut source = outputs.codes(sweep.before());
        let (earlier, mut codes) = match sweep.before() {
            Some(before) => source.of_window(before, window)?,
            None => (0, vec![0; (numbers.end - numbers.start) as usize]),
        };
        let swept = one_thread()?.install(|| match plies {
            Some(_) => outputs.solver.sweep(group, numbers, &mut codes, plies, &mut source).map_err(failure),
            None => first(outputs, group, numbers, &mut codes),
        })?;
        let is_same = sweep.step > 0 && swept.settled == 0;
        let (step, codes) = if is_same { (earlier, &[][..]) } else { (sweep.step, &*codes) };
        Head { swept, step, codes: codes.len() as u64 }.write(output)?;
        Ok(write_codes(codes, output)?)
    }

    /// Ends the sweeps of a group, from that of this number of plies on.
    fn rest(
        &self,
        outputs: Outputs<'_>,
        sweep: Sweep,
        plies: Option<u32>,
        run: &TaskRun<'_>,
        output: &mut dyn Write,
    ) -> Result<(), Failure> {
        let group = self.layout.group(sweep);
        let draft;
        let directory = if let Some(kept) = &run.kept {
            kept.clone()
        } else {
            // A directory that goes with this run, in one that is locked as long as it lasts.
            draft = Draft::beside(&run.place.output_path(run.at))?;
            draft.path().join("values")
        };
        let mut source = outputs.codes(sweep.before());
        let end =
            || outputs.solver.finish(group, plies, &mut source, &directory, outputs.stop).map_err(failure);
        let open = one_thread()?.install(end)?;
        // How many were settled last depends on where earlier runs were stopped.
        let swept = SweepResult { open, ..SweepResult::default() };
        Head { swept, step: sweep.step, codes: group.size }.write(output)?;
        let tell = |codes: &[u16]| write_codes(codes, output).map_err(|error| RetroError::Game(error.into()));
        outputs.solver.finished(group, &directory, tell).map_err(failure)?;
        Ok(run.kept.as_ref().map_or(Ok(()), fs::remove_dir_all)?)
    }

    /// Requires that no position of a divided group lacks its best score.
    fn require_scores(&self, outputs: Outputs<'_>) -> Result<(), Failure> {
        for first in self.layout.first_sweeps() {
            let SweepResult { open, .. } = outputs.swept(outputs.last(first)?)?.unwrap_or_default();
            let (group, mut codes) = (self.layout.group(first), outputs.codes(None));
            outputs.solver.require_scores(group, open, &mut codes).map_err(failure)?;
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
    let (mut all, mut nothing) = (SweepResult::default(), outputs.codes(None));
    for (part, codes) in pieces(numbers, STEP).zip(codes.chunks_mut(STEP as usize)) {
        outputs.stop.proceed()?;
        all = all.joined(outputs.solver.sweep(group, part, codes, None, &mut nothing).map_err(failure)?);
    }
    Ok(all)
}

impl Work for SweepWork {
    fn run(&self, run: &TaskRun<'_>, output: &mut dyn Write) -> Result<(), Failure> {
        let solver = self.solver();
        let outputs = self.outputs(&solver, run.place, &run.limits.stop);
        let (sweep, window) = match self.layout.task(run.at).ok_or("there is no such task")? {
            Task::Groups(groups) => return self.groups(outputs, groups, output),
            Task::Window { sweep, window } => (sweep, window),
        };
        match outputs.before(sweep)? {
            GroupState::Unknown => Err("the sweeps before are not complete".into()),
            GroupState::Open(plies) if sweep.step == self.layout.rest() => {
                self.rest(outputs, sweep, plies, run, output)
            }
            GroupState::Open(plies) => self.window(outputs, (sweep, window), plies, output),
            GroupState::Complete(step) => {
                // This says where the codes are.
                let head = outputs.head(self.layout.task_of(sweep.at(step), window))?;
                Ok(Head { codes: 0, ..head }.write(output)?)
            }
        }
    }

    fn need(&self, place: &CampaignDirectory, stage: usize) -> Result<Need, Failure> {
        let (level, step) = self.layout.step(stage);
        if step == 0 {
            return Ok(Need::Yes);
        }
        let (solver, stop) = (self.solver(), Stop::new());
        let outputs = self.outputs(&solver, place, &stop);
        let mut need = Need::No;
        for group in 0..self.layout.levels[level].divided.len() {
            match outputs.before(Sweep { level, place: group, step })? {
                GroupState::Open(_) => return Ok(Need::Yes),
                GroupState::Unknown => need = Need::Unknown,
                GroupState::Complete(_) => {}
            }
        }
        Ok(need)
    }

    fn is_shown(&self) -> bool {
        true
    }

    fn gather(&self, place: &CampaignDirectory, result: &Path, stop: &Stop) -> Result<Answer, Failure> {
        require_inputs(&*self.source, &self.flags, place, stop)?;
        let solver = self.solver();
        let outputs = self.outputs(&solver, place, stop);
        self.require_scores(outputs)?;
        for file in &place.plan().files {
            fs::write(result.join(&file.name), place.input(&file.name)?)?;
        }
        solver.write_tables(result, &mut outputs.codes(None), stop).map_err(failure)?;
        match self
            .game
            .judge(result, (self.kind, self.memory), &mut Monitor::silent(stop))
            .map_err(failure)?
        {
            Ok(answer) => Ok(answer),
            Err((at, reason)) => {
                let task = at.and_then(|at| outputs.codes(None).find(at.layer, at.rank).ok());
                let task = task.map_or_else(|| "the tables".to_owned(), |(at, ..)| place.name_of(at));
                Err(CampaignError::wrong(task, reason).into())
            }
        }
    }
}
