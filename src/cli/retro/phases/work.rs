//! The tasks of a solution by phases, and its tables.

use super::super::campaign::failure;
use super::super::chunks::{Chunks, HeadSums};
use super::Question;
use super::outputs::{Counts, Outputs, PhaseCodes, PhaseSet, stage_of, write};
use certamen_campaign::{CampaignDirectory, Need, TaskOutcome, TaskRun, Work};
use certamen_retro::positions::{DividedSolver, Kind, LAST_PHASE, NumberSet, PhaseWay, pieces};
use certamen_retro::subject::DividedGame;
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
    game: Box<dyn DividedGame>,
    question: Question,
    chunks: Chunks,
    /// How many numbers that moves lead to are in memory at a time.
    window: u64,
    counted: HeadSums<Counts>,
    /// The sets of the phase that tasks are in.
    loaded: Mutex<Vec<LoadedSet>>,
}

impl PhaseWork {
    pub(super) fn new(game: Box<dyn DividedGame>, question: Question, chunks: Chunks, window: u64) -> Self {
        Self { game, question, chunks, window, counted: HeadSums::default(), loaded: Mutex::default() }
    }

    fn solver(&self) -> DividedSolver<'_> {
        self.game.solver(Kind::Plies, self.question.memory)
    }

    fn outputs<'a>(&'a self, place: &'a CampaignDirectory) -> Outputs<'a> {
        Outputs { place, chunks: self.chunks, counted: &self.counted }
    }

    fn windows(&self) -> impl Iterator<Item = Range<u64>> {
        pieces(0..self.chunks.size, self.window)
    }

    /// The phase after which nothing changes, if it is known.
    fn last(&self, place: &CampaignDirectory) -> Result<Option<u16>, Failure> {
        for plies in (2..=LAST_PHASE).step_by(2) {
            match self.outputs(place).counts(plies)? {
                Some(counts) if counts.lost == 0 => return Ok(Some(plies)),
                Some(_) => {}
                // A later phase may be complete although an output of this one is missing now.
                None if place.is_begun(stage_of(plies))? => {}
                None => break,
            }
        }
        Ok(None)
    }

    /// The way of a phase. `None` if an earlier phase is not complete.
    fn way(&self, place: &CampaignDirectory, plies: u16) -> Result<Option<PhaseWay>, Failure> {
        if !place.is_begun(stage_of(plies - 1))? {
            return Ok(None);
        }
        let mut open = self.chunks.size;
        let mut last = Counts::default();
        for earlier in 0..plies {
            let Some(counts) = self.outputs(place).counts(earlier)? else { return Ok(None) };
            open = open.saturating_sub(counts.all());
            // What phase 0 finds are losses in 0 plies and wins in 1.
            last = if earlier == 1 { Counts { won: last.won + counts.won, ..counts } } else { counts };
        }
        if let Some(way) = self.question.way {
            return Ok(Some(way));
        }
        let decided = if plies % 2 == 1 { last.lost } else { last.won };
        let cost = |way| self.question.tried.cost(way, plies, open, decided, self.chunks.count as u64);
        let backwards = cost(PhaseWay::Backwards) < cost(PhaseWay::Forwards);
        Ok(Some(if backwards { PhaseWay::Backwards } else { PhaseWay::Forwards }))
    }

    /// A set in a window. One of all numbers is kept for other tasks of the phase.
    fn set(
        &self,
        place: &CampaignDirectory,
        wanted: PhaseSet,
        window: &Range<u64>,
    ) -> Result<Arc<NumberSet>, Failure> {
        let load = || self.outputs(place).load(wanted, window.clone()).map(Arc::new);
        if *window != (0..self.chunks.size) {
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
    fn too_long(&self, place: &CampaignDirectory) -> Failure {
        let last = self.outputs(place).load(PhaseSet::Decided(LAST_PHASE), 0..self.chunks.size);
        last.map_or_else(|error| error, |last| self.solver().too_long(&last).into())
    }
}

/// A task that is being done.
struct PhaseTask<'a> {
    work: &'a PhaseWork,
    phases: &'a DividedSolver<'a>,
    run: &'a TaskRun<'a>,
    /// The plies of the values that its stage finds, or prepares to find.
    plies: u16,
}

impl PhaseTask<'_> {
    fn chunk(&self) -> Range<u64> {
        self.work.chunks.chunk(self.run.at.index)
    }

    fn load(&self, wanted: PhaseSet) -> Result<NumberSet, Failure> {
        self.work.outputs(self.run.place).load(wanted, self.chunk())
    }

    fn set(&self, wanted: PhaseSet, window: &Range<u64>) -> Result<Arc<NumberSet>, Failure> {
        self.work.set(self.run.place, wanted, window)
    }

    /// Phase 0 of a chunk.
    fn alone(&self, output: &mut dyn Write) -> Result<TaskOutcome, Failure> {
        let known = self.phases.known(self.chunk(), &self.run.limits.stop)?;
        write(&[&known.nothing, &known.lost, &known.won], output)?;
        Ok(TaskOutcome::Done)
    }

    /// Takes back what the phase before decided in a chunk.
    fn back(&self, output: &mut dyn Write) -> Result<TaskOutcome, Failure> {
        // Sets of the phase before would take memory.
        held(&self.work.loaded).retain(|(known, _)| known.goes_with(PhaseSet::Before(self.plies)));
        let last = self.load(PhaseSet::Decided(self.plies - 1))?;
        for window in self.work.windows() {
            let mut before = NumberSet::new(window);
            self.phases.before(&last, &mut before, &self.run.limits.stop)?;
            before.write_part(output)?;
        }
        NumberSet::write_end(output)?;
        Ok(TaskOutcome::Done)
    }

    /// Finds the values of this number of plies in a chunk.
    fn phase(&self, output: &mut dyn Write) -> Result<TaskOutcome, Failure> {
        let way = self.work.way(self.run.place, self.plies)?.ok_or("the phases before are not complete")?;
        let mut open = NumberSet::full(self.chunk());
        open.take_out(&self.load(PhaseSet::Known(self.plies - 1))?);
        if way == PhaseWay::Backwards {
            let all = 0..self.work.chunks.size;
            let window = if self.work.window >= all.end { all } else { open.range() };
            open.keep(&*self.set(PhaseSet::Before(self.plies), &window)?);
        }
        let decided = match (self.plies % 2 == 1, way) {
            (true, PhaseWay::Backwards) => open,
            (true, PhaseWay::Forwards) => self.won(open)?,
            (false, _) => self.lost(open)?,
        };
        write(&[&decided], output)?;
        Ok(TaskOutcome::Done)
    }

    /// The open positions with a move to a loss of the phase before.
    fn won(&self, mut open: NumberSet) -> Result<NumberSet, Failure> {
        let mut won = NumberSet::new(open.range());
        for window in self.work.windows() {
            let lost = self.set(PhaseSet::Decided(self.plies - 1), &window)?;
            self.phases.reach(&open, &lost, &mut won, &self.run.limits.stop)?;
            open.take_out(&won);
        }
        Ok(won)
    }

    /// The open positions whose moves all lead to wins.
    fn lost(&self, mut open: NumberSet) -> Result<NumberSet, Failure> {
        let counts = self.work.outputs(self.run.place).counts(0)?;
        let has_gaps = counts.is_none_or(|counts| counts.nothing > 0);
        for window in self.work.windows() {
            let wins = self.set(PhaseSet::Won(self.plies - 1), &window)?;
            let nothing = has_gaps.then(|| self.set(PhaseSet::Nothing, &window)).transpose()?;
            self.phases.retain(&mut open, &wins, nothing.as_deref(), &self.run.limits.stop)?;
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
    fn run(&self, run: &TaskRun<'_>, output: &mut dyn Write) -> Result<TaskOutcome, Failure> {
        let stage = run.at.stage;
        let task = PhaseTask { work: self, phases: &self.solver(), run, plies: stage.div_ceil(2) as u16 };
        match stage {
            0 => task.alone(output),
            _ if stage % 2 == 1 => task.back(output),
            _ => task.phase(output),
        }
    }

    fn need(&self, place: &CampaignDirectory, stage: usize) -> Result<Need, Failure> {
        let plies = stage.div_ceil(2) as u16;
        if plies == 0 {
            return Ok(Need::Yes);
        }
        if self.last(place)?.is_some_and(|last| plies > last) {
            return Ok(Need::No);
        }
        Ok(match self.way(place, plies)? {
            None => Need::Unknown,
            Some(PhaseWay::Forwards) if stage % 2 == 1 => Need::No,
            Some(_) => Need::Yes,
        })
    }

    fn gather(&self, place: &CampaignDirectory, result: &Path, stop: &Stop) -> Result<Answer, Failure> {
        let last = self.last(place)?.ok_or_else(|| self.too_long(place))?;
        let outputs = self.outputs(place);
        let mut codes = PhaseCodes { outputs, last, counts: BTreeMap::new() };
        self.solver().write_tables(result, &mut codes, stop).map_err(failure)?;
        let counts = codes.counts;
        let sum = |rest: u16| -> u64 {
            counts.iter().filter(|(plies, _)| **plies % 2 == rest).map(|(_, count)| count).sum()
        };
        let (won, lost) = (sum(1), sum(0));
        let nothing = outputs.counts(0)?.unwrap_or_default().nothing;
        let drawn = self.chunks.size - nothing - won - lost;
        let most = counts.iter().filter(|(_, count)| **count > 0).map(|(plies, _)| *plies).max().unwrap_or(0);
        let (subject, size) = (&self.question.subject, self.chunks.size);
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
