//! The tasks of a solution by phases, and its tables.

use super::super::campaign::failure;
use super::super::chunks::{ChunkedGame, HeadSums};
use super::outputs::{Counts, Outputs, PhaseCodes, PhaseSet, plies_of, stage_of, write};
use certamen_campaign::{CampaignDirectory, Need, TaskId, TaskRun, Work};
use certamen_retro::positions::{DividedSolver, LAST_PHASE, NumberSet, PhaseWay, SampleCounts};
use certamen_work::parallel::held;
use certamen_work::{Answer, Failure, Stop};
use serde_json::json;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write;
use std::ops::Range;
use std::path::Path;
use std::sync::{Arc, Mutex};

/// A set of all numbers, which tasks of the same phase share.
type LoadedSet = (PhaseSet, Arc<NumberSet>);

/// The work of a plan.
pub(super) struct PhaseWork {
    pub(super) divided: ChunkedGame,
    pub(super) subject: String,
    /// The way of all phases. `None`: the cheaper one.
    pub(super) way: Option<PhaseWay>,
    /// What the costs of ways are estimated from.
    pub(super) tried: SampleCounts,
    pub(super) counted: HeadSums<Counts>,
    /// The sets of the phase that tasks are in.
    pub(super) loaded: Mutex<Vec<LoadedSet>>,
}

impl PhaseWork {
    fn outputs<'a>(&'a self, place: &'a CampaignDirectory) -> Outputs<'a> {
        Outputs { place, chunks: self.divided.chunks, counted: &self.counted }
    }

    /// All numbers.
    fn all(&self) -> Range<u64> {
        0..self.divided.chunks.size
    }

    /// The phase after which nothing changes, if it is known.
    fn last(outputs: Outputs<'_>) -> Result<Option<u16>, Failure> {
        for plies in (2..=LAST_PHASE).step_by(2) {
            match outputs.counts(plies)? {
                Some(counts) if counts.lost == 0 => return Ok(Some(plies)),
                Some(_) => {}
                // A later phase may be complete although an output of this one is missing now.
                None if outputs.place.is_begun(stage_of(plies))? => {}
                None => break,
            }
        }
        Ok(None)
    }

    /// The way of a phase. `None` if an earlier phase is not complete.
    fn way(&self, outputs: Outputs<'_>, plies: u16) -> Result<Option<PhaseWay>, Failure> {
        if !outputs.place.is_begun(stage_of(plies - 1))? {
            return Ok(None);
        }
        let mut open = self.all().end;
        let mut last = Counts::default();
        for earlier in 0..plies {
            let Some(counts) = outputs.counts(earlier)? else { return Ok(None) };
            open = open.saturating_sub(counts.all());
            // What phase 0 finds are losses in 0 plies and wins in 1.
            let won = if earlier == 1 { last.won.saturating_add(counts.won) } else { counts.won };
            last = Counts { won, ..counts };
        }
        if let Some(way) = self.way {
            return Ok(Some(way));
        }
        let decided = if plies % 2 == 1 { last.lost } else { last.won };
        let cost = |way| self.tried.cost(way, plies, open, decided, self.divided.chunks.count as u64);
        let backwards = cost(PhaseWay::Backwards) < cost(PhaseWay::Forwards);
        Ok(Some(if backwards { PhaseWay::Backwards } else { PhaseWay::Forwards }))
    }

    /// A set in a window. One of all numbers is kept for other tasks of the phase.
    fn set(
        &self,
        outputs: Outputs<'_>,
        wanted: PhaseSet,
        window: &Range<u64>,
    ) -> Result<Arc<NumberSet>, Failure> {
        let load = || outputs.load(wanted, window.clone()).map(Arc::new);
        if *window != self.all() {
            return load();
        }
        let mut loaded = held(&self.loaded);
        if let Some((_, set)) = loaded.iter().find(|(known, _)| *known == wanted) {
            return Ok(set.clone());
        }
        loaded.retain(|(known, _)| known.goes_with(wanted));
        let set = load()?;
        loaded.push((wanted, set.clone()));
        Ok(set)
    }

    /// The error that every phase has decided something.
    fn too_long(&self, outputs: Outputs<'_>) -> Failure {
        let last = outputs.load(PhaseSet::Decided(LAST_PHASE), self.all());
        last.map_or_else(|error| error, |last| self.divided.solver().too_long(&last).into())
    }
}

/// A task that is being done.
struct PhaseTask<'a> {
    work: &'a PhaseWork,
    phases: &'a DividedSolver<'a>,
    outputs: Outputs<'a>,
    index: usize,
    stop: &'a Stop,
    /// The plies of the values that its stage finds, or prepares to find.
    plies: u16,
}

impl PhaseTask<'_> {
    fn chunk(&self) -> Range<u64> {
        self.work.divided.chunks.chunk(self.index)
    }

    fn load(&self, wanted: PhaseSet) -> Result<NumberSet, Failure> {
        self.outputs.load(wanted, self.chunk())
    }

    fn set(&self, wanted: PhaseSet, window: &Range<u64>) -> Result<Arc<NumberSet>, Failure> {
        self.work.set(self.outputs, wanted, window)
    }

    /// Phase 0 of a chunk.
    fn alone(&self, output: &mut dyn Write) -> Result<(), Failure> {
        let known = self.phases.known(self.chunk(), self.stop)?;
        Ok(write(&[&known.nothing, &known.lost, &known.won], output)?)
    }

    /// Takes back what the phase before decided in a chunk.
    fn back(&self, output: &mut dyn Write) -> Result<(), Failure> {
        // Sets of the phase before would take memory.
        held(&self.work.loaded).retain(|(known, _)| known.goes_with(PhaseSet::Before(self.plies)));
        let last = self.load(PhaseSet::Decided(self.plies - 1))?;
        self.work.divided.write_windows(output, |before| self.phases.before(&last, before, self.stop))
    }

    /// Finds the values of this number of plies in a chunk.
    fn phase(&self, output: &mut dyn Write) -> Result<(), Failure> {
        let way = self.work.way(self.outputs, self.plies)?.ok_or("the phases before are not complete")?;
        let mut open = NumberSet::full(self.chunk());
        open.take_out(&self.load(PhaseSet::Known(self.plies - 1))?);
        if way == PhaseWay::Backwards {
            let all = self.work.all();
            let window = if self.work.divided.window >= all.end { all } else { open.range() };
            open.keep(&*self.set(PhaseSet::Before(self.plies), &window)?);
        }
        let decided = match (self.plies % 2 == 1, way) {
            (true, PhaseWay::Backwards) => open,
            (true, PhaseWay::Forwards) => self.won(open)?,
            (false, _) => self.lost(open)?,
        };
        Ok(write(&[&decided], output)?)
    }

    /// The open positions with a move to a loss of the phase before.
    fn won(&self, mut open: NumberSet) -> Result<NumberSet, Failure> {
        let mut won = NumberSet::new(open.range());
        for window in self.work.divided.windows() {
            let lost = self.set(PhaseSet::Decided(self.plies - 1), &window)?;
            self.phases.reach(&open, &lost, &mut won, self.stop)?;
            open.take_out(&won);
        }
        Ok(won)
    }

    /// The open positions whose moves all lead to wins.
    fn lost(&self, mut open: NumberSet) -> Result<NumberSet, Failure> {
        let counts = self.outputs.counts(0)?;
        let has_gaps = counts.is_none_or(|counts| counts.nothing > 0);
        for window in self.work.divided.windows() {
            let wins = self.set(PhaseSet::Won(self.plies - 1), &window)?;
            let nothing = has_gaps.then(|| self.set(PhaseSet::Nothing, &window)).transpose()?;
            self.phases.retain(&mut open, &wins, nothing.as_deref(), self.stop)?;
        }
        Ok(open)
    }
}

impl PhaseSet {
    /// Whether a task may need this set while it loads the other one.
    fn goes_with(self, other: Self) -> bool {
        let plies = |wanted: Self| match wanted {
            Self::Nothing => None,
            Self::Known(plies) | Self::Decided(plies) | Self::Won(plies) => Some(plies + 1),
            Self::Before(plies) => Some(plies),
        };
        plies(self).is_none_or(|own| plies(other).is_none_or(|other| own == other))
    }
}

impl Work for PhaseWork {
    fn run(&self, run: &TaskRun<'_>, output: &mut dyn Write) -> Result<(), Failure> {
        let TaskRun { place, at: TaskId { stage, index }, limits, .. } = *run;
        let (phases, stop, plies) = (&self.divided.solver(), &limits.stop, plies_of(stage));
        let task = PhaseTask { work: self, phases, outputs: self.outputs(place), index, stop, plies };
        match stage {
            0 => task.alone(output),
            _ if stage % 2 == 1 => task.back(output),
            _ => task.phase(output),
        }
    }

    fn need(&self, place: &CampaignDirectory, stage: usize) -> Result<Need, Failure> {
        let plies = plies_of(stage);
        if plies == 0 {
            return Ok(Need::Yes);
        }
        let outputs = self.outputs(place);
        if Self::last(outputs)?.is_some_and(|last| plies > last) {
            return Ok(Need::No);
        }
        Ok(match self.way(outputs, plies)? {
            None => Need::Unknown,
            Some(PhaseWay::Forwards) if stage % 2 == 1 => Need::No,
            Some(_) => Need::Yes,
        })
    }

    fn gather(&self, place: &CampaignDirectory, result: &Path, stop: &Stop) -> Result<Answer, Failure> {
        let outputs = self.outputs(place);
        let last = Self::last(outputs)?.ok_or_else(|| self.too_long(outputs))?;
        let mut codes = PhaseCodes { outputs, last, counts: BTreeMap::new(), drawn: 0 };
        self.divided.solver().write_tables(result, &mut codes, stop).map_err(failure)?;
        let PhaseCodes { counts, drawn, .. } = codes;
        let sum = |rest: u16| -> u64 {
            counts.iter().filter(|(plies, _)| **plies % 2 == rest).map(|(_, count)| count).sum()
        };
        let (won, lost) = (sum(1), sum(0));
        let (subject, size) = (&self.subject, self.all().end);
        let most = counts.iter().filter(|(_, count)| **count > 0).map(|(plies, _)| *plies).max().unwrap_or(0);
        let mut text = String::new();
        let _ = writeln!(text, "{subject}: 1 layers, {size} numbers");
        let _ = writeln!(text, "{won} won, {lost} lost, {drawn} drawn; at most {most} plies");
        let object = json!({
            "verdict": "solved", "game": subject, "numbers": size, "won": won, "lost": lost, "drawn": drawn,
            "plies": most, "phases": last,
        });
        Ok(Answer::holds(text, object))
    }
}
