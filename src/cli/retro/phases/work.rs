//! The tasks of a solution by phases, and its tables.

use super::super::campaign::Numbering;
use super::Question;
use super::outputs::{Counts, Outputs, PhaseSet, stage_of, write};
use certamen_campaign::{CampaignDirectory, CampaignError, Need, TaskOutcome, TaskRun, Work};
use certamen_retro::positions::{ChunkValues, NumberSet, PhaseWay, Phases};
use certamen_retro::subject::PhasedGame;
use certamen_work::parallel::held;
use certamen_work::{Answer, Failure, Interrupted, Stop};
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
    game: Box<dyn PhasedGame>,
    question: Question,
    numbers: Numbering,
    /// The counts of phases that are complete.
    counted: Mutex<BTreeMap<u16, Counts>>,
    /// The sets of the phase that tasks are in.
    loaded: Mutex<Vec<LoadedSet>>,
}

impl PhaseWork {
    pub(super) fn new(game: Box<dyn PhasedGame>, question: Question, numbers: Numbering) -> Self {
        Self { game, question, numbers, counted: Mutex::default(), loaded: Mutex::default() }
    }

    fn outputs<'a>(&self, place: &'a CampaignDirectory) -> Outputs<'a> {
        Outputs { place, numbers: self.numbers }
    }

    /// The counts of a phase, if it is complete.
    fn counts(&self, place: &CampaignDirectory, plies: u16) -> Result<Option<Counts>, Failure> {
        if let Some(&counts) = held(&self.counted).get(&plies) {
            return Ok(Some(counts));
        }
        let counts = self.outputs(place).counts(plies)?;
        if let Some(counts) = counts {
            held(&self.counted).insert(plies, counts);
        }
        Ok(counts)
    }

    /// The phase after which nothing changes, if it is known.
    fn last(&self, place: &CampaignDirectory) -> Result<Option<u16>, Failure> {
        for plies in (2..=Phases::MOST_PLIES).step_by(2) {
            match self.counts(place, plies)? {
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
        let mut open = self.numbers.size;
        let mut last = Counts::default();
        for earlier in 0..plies {
            let Some(counts) = self.counts(place, earlier)? else { return Ok(None) };
            open = open.saturating_sub(counts.all());
            // What phase 0 finds are losses in 0 plies and wins in 1.
            last = if earlier == 1 { Counts { won: last.won + counts.won, ..counts } } else { counts };
        }
        if let Some(way) = self.question.way {
            return Ok(Some(way));
        }
        let decided = if plies % 2 == 1 { last.lost } else { last.won };
        let cost = |way| self.question.tried.cost(way, plies, open, decided, self.numbers.tasks);
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
        if *window != (0..self.numbers.size) {
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

    /// Phase 0 of a chunk.
    fn alone(
        &self,
        phases: &Phases<'_>,
        run: &TaskRun<'_>,
        output: &mut dyn Write,
    ) -> Result<TaskOutcome, Failure> {
        let chunk = self.numbers.chunk(run.at.index as u64);
        let Some(known) = phases.known(chunk, &run.limits.stop)? else { return Ok(TaskOutcome::Stopped) };
        write(&[&known.nothing, &known.lost, &known.won], output)?;
        Ok(TaskOutcome::Done)
    }

    /// Takes back what the phase before decided in a chunk.
    fn back(
        &self,
        phases: &Phases<'_>,
        plies: u16,
        run: &TaskRun<'_>,
        output: &mut dyn Write,
    ) -> Result<TaskOutcome, Failure> {
        // Sets of the phase before would take memory.
        held(&self.loaded).retain(|(known, _)| known.goes_with(PhaseSet::Before(plies)));
        let last = self.outputs(run.place).last(plies - 1, run.at.index as u64)?;
        for window in self.numbers.windows() {
            let mut before = NumberSet::new(window);
            if !phases.before(&last, &mut before, &run.limits.stop)? {
                return Ok(TaskOutcome::Stopped);
            }
            before.write_part(output)?;
        }
        NumberSet::write_end(output)?;
        Ok(TaskOutcome::Done)
    }

    /// Finds the values of this number of plies in a chunk.
    fn phase(
        &self,
        phases: &Phases<'_>,
        plies: u16,
        run: &TaskRun<'_>,
        output: &mut dyn Write,
    ) -> Result<TaskOutcome, Failure> {
        let way = self.way(run.place, plies)?.ok_or("the phases before are not complete")?;
        let task = run.at.index as u64;
        let mut open = NumberSet::full(self.numbers.chunk(task));
        for earlier in 0..plies {
            let mut decided = NumberSet::new(open.range());
            self.outputs(run.place).decided(earlier, task, &mut decided)?;
            open.take_out(&decided);
        }
        if way == PhaseWay::Backwards {
            let all = 0..self.numbers.size;
            let is_kept = self.numbers.window >= self.numbers.size;
            let window = if is_kept { all } else { open.range() };
            open.keep(&*self.set(run.place, PhaseSet::Before(plies), &window)?);
        }
        let decided = match (plies % 2 == 1, way) {
            (true, PhaseWay::Backwards) => Some(open),
            (true, PhaseWay::Forwards) => self.won(phases, plies, open, run)?,
            (false, _) => self.lost(phases, plies, open, run)?,
        };
        let Some(decided) = decided else { return Ok(TaskOutcome::Stopped) };
        write(&[&decided], output)?;
        Ok(TaskOutcome::Done)
    }

    /// The open positions with a move to a loss of the phase before. `None` after a request to stop.
    fn won(
        &self,
        phases: &Phases<'_>,
        plies: u16,
        mut open: NumberSet,
        run: &TaskRun<'_>,
    ) -> Result<Option<NumberSet>, Failure> {
        let mut won = NumberSet::new(open.range());
        for window in self.numbers.windows() {
            let lost = self.set(run.place, PhaseSet::Lost(plies - 1), &window)?;
            if !phases.reach(&open, &lost, &mut won, &run.limits.stop)? {
                return Ok(None);
            }
            open.take_out(&won);
        }
        Ok(Some(won))
    }

    /// The open positions whose moves all lead to wins. `None` after a request to stop.
    fn lost(
        &self,
        phases: &Phases<'_>,
        plies: u16,
        mut open: NumberSet,
        run: &TaskRun<'_>,
    ) -> Result<Option<NumberSet>, Failure> {
        let has_gaps = self.counts(run.place, 0)?.is_none_or(|counts| counts.nothing > 0);
        for window in self.numbers.windows() {
            let wins = self.set(run.place, PhaseSet::Won(plies - 1), &window)?;
            let nothing = has_gaps.then(|| self.set(run.place, PhaseSet::Nothing, &window)).transpose()?;
            if !phases.retain(&mut open, &wins, nothing.as_deref(), &run.limits.stop)? {
                return Ok(None);
            }
        }
        Ok(Some(open))
    }

    /// Writes the table, chunk by chunk, and counts the values by their plies.
    fn write_table(
        &self,
        place: &CampaignDirectory,
        result: &Path,
        last: u16,
        stop: &Stop,
    ) -> Result<BTreeMap<u16, u64>, Failure> {
        let phases = self.game.phases()?;
        let (outputs, mut counts) = (self.outputs(place), BTreeMap::<u16, u64>::new());
        let mut table = phases.table(result)?;
        for task in 0..self.numbers.tasks {
            if stop.is_requested() {
                return Err(Interrupted.into());
            }
            let chunk = self.numbers.chunk(task);
            let mut values = ChunkValues::new(&chunk);
            let known = outputs.known(task, &chunk)?;
            let mut are_apart = values.nothing(&known.nothing);
            let mut decided = |set: &NumberSet, plies: u16| {
                are_apart &= values.decided(set, plies);
                *counts.entry(plies).or_default() += set.len();
            };
            decided(&known.lost, 0);
            decided(&known.won, 1);
            for plies in 1..=last {
                let mut set = NumberSet::new(chunk.clone());
                outputs.decided(plies, task, &mut set)?;
                decided(&set, plies);
            }
            if !are_apart {
                return Err(CampaignError::wrong(
                    format!("task {task} of all phases"),
                    "a number has two values",
                )
                .into());
            }
            table.push(&values)?;
        }
        table.finish()?;
        Ok(counts)
    }
}

impl PhaseWork {
    /// The error that every phase has decided something.
    fn too_long(&self, place: &CampaignDirectory) -> Failure {
        let found = || -> Result<NumberSet, Failure> {
            let mut set = NumberSet::new(0..self.numbers.size);
            for task in 0..self.numbers.tasks {
                self.outputs(place).decided(Phases::MOST_PLIES, task, &mut set)?;
            }
            Ok(set)
        };
        found().and_then(|last| Ok(self.game.phases()?.too_long(&last).into())).unwrap_or_else(|error| error)
    }
}

impl PhaseSet {
    /// Whether a task may need this set while it loads the other one.
    fn goes_with(self, other: Self) -> bool {
        let plies = |wanted: Self| match wanted {
            Self::Nothing => None,
            Self::Lost(plies) | Self::Won(plies) => Some(plies + 1),
            Self::Before(plies) => Some(plies),
        };
        plies(self).is_none_or(|own| plies(other).is_none_or(|other| own == other))
    }
}

impl Work for PhaseWork {
    fn run(&self, run: &TaskRun<'_>, output: &mut dyn Write) -> Result<TaskOutcome, Failure> {
        let phases = self.game.phases()?;
        let plies = run.at.stage.div_ceil(2) as u16;
        match run.at.stage {
            0 => self.alone(&phases, run, output),
            stage if stage % 2 == 1 => self.back(&phases, plies, run, output),
            _ => self.phase(&phases, plies, run, output),
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
        let counts = self.write_table(place, result, last, stop)?;
        let sum = |rest: u16| -> u64 {
            counts.iter().filter(|(plies, _)| **plies % 2 == rest).map(|(_, count)| count).sum()
        };
        let (won, lost) = (sum(1), sum(0));
        let nothing = self.counts(place, 0)?.unwrap_or_default().nothing;
        let drawn = self.numbers.size - nothing - won - lost;
        let most = counts.iter().filter(|(_, count)| **count > 0).map(|(plies, _)| *plies).max().unwrap_or(0);
        let (subject, size) = (&self.question.subject, self.numbers.size);
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
