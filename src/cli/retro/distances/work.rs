//! The tasks of a search that is divided.
//!
//! ```text
//! count      the number of new positions of the chunk, 8 bytes, the lowest first
//! set        the new ones
//! set        all that were met there so far, the new ones among them
//! set        the numbers that moves of the new ones lead to, in the whole range
//! ```

use super::super::chunks::{Chunks, HeadSums, number_at};
use certamen_campaign::{
    CampaignDirectory, CampaignError, Need, Output, TaskOutcome, TaskRun, Work, write_answer,
};
use certamen_retro::positions::{DividedSolver, Kind, NumberSet, Place, pieces};
use certamen_retro::subject::DividedGame;
use certamen_work::{Answer, Failure, Stop};
use std::io::{self, Read as _, Write};
use std::path::Path;

/// The bytes of the count.
const HEAD: usize = 8;

/// The name of the stage of a ply.
pub(super) fn name(plies: usize) -> String {
    format!("plies-{plies:03}")
}

/// The work of a plan.
pub(super) struct DistanceWork {
    game: Box<dyn DividedGame>,
    start: Place,
    memory: u64,
    chunks: Chunks,
    /// How many numbers that moves lead to are in memory at a time.
    window: u64,
    /// The new positions of each ply.
    counts: HeadSums<u64>,
}

/// The sets of an output that are wanted.
#[derive(Default)]
struct Wanted<'s> {
    new: Option<&'s mut NumberSet>,
    met: Option<&'s mut NumberSet>,
    after: Option<&'s mut NumberSet>,
}

/// Reads an output, and returns the number of its new positions.
fn read_sets(
    place: &CampaignDirectory,
    (plies, task): (usize, usize),
    sets: Wanted<'_>,
) -> Result<u64, Failure> {
    let name = name(plies);
    let mut output = place.output(&name, task)?;
    let read = |output: &mut Output| -> io::Result<Option<u64>> {
        let mut head = [0; HEAD];
        output.read_exact(&mut head)?;
        let count = u64::from_le_bytes(head);
        let found = NumberSet::read(output, sets.new)?;
        NumberSet::read(output, sets.met)?;
        NumberSet::read(output, sets.after)?;
        Ok((count == found && output.read(&mut head)? == 0).then_some(count))
    };
    let wrong = |reason: String| CampaignError::wrong(format!("{name} {task}"), reason);
    let count = read(&mut output).map_err(|error| match error.kind() {
        io::ErrorKind::InvalidData | io::ErrorKind::UnexpectedEof => Failure::from(wrong(error.to_string())),
        _ => error.into(),
    })?;
    Ok(count.ok_or_else(|| wrong("its sets are not those that it counts".to_owned()))?)
}

impl DistanceWork {
    pub(super) fn new(
        game: Box<dyn DividedGame>,
        start: Place,
        memory: u64,
        chunks: Chunks,
        window: u64,
    ) -> Self {
        Self { game, start, memory, chunks, window, counts: HeadSums::default() }
    }

    fn solver(&self) -> DividedSolver<'_> {
        self.game.solver(Kind::Plies, self.memory)
    }

    /// The new positions of a ply, if all outputs are there.
    fn count(&self, place: &CampaignDirectory, plies: usize) -> Result<Option<u64>, Failure> {
        let add = |sum: u64, head: &[u8]| Some(sum.saturating_add(number_at(head, 0)?));
        self.counts.sum(place, (plies, 0..self.chunks.count), HEAD, add)
    }

    /// The new positions of a chunk at a distance, and all that were met there.
    fn found(&self, run: &TaskRun<'_>, plies: usize) -> Result<[NumberSet; 2], Failure> {
        let task = run.at.index;
        let [mut new, mut met] = [(); 2].map(|()| NumberSet::new(self.chunks.chunk(task)));
        if plies == 0 {
            new.insert(self.solver().number(self.start));
        } else {
            for earlier in 0..self.chunks.count {
                run.limits.stop.proceed()?;
                let own = (earlier == task).then_some(&mut met);
                let wanted = Wanted { met: own, after: Some(&mut new), new: None };
                read_sets(run.place, (plies - 1, earlier), wanted)?;
            }
            new.take_out(&met);
        }
        new.iter().for_each(|number| met.insert(number));
        Ok([new, met])
    }

    /// The number of plies after which there is nothing new.
    fn plies(&self, place: &CampaignDirectory) -> Result<usize, Failure> {
        let stages = place.plan().stages.len();
        for plies in 0..stages {
            match self.count(place, plies)? {
                Some(0) => return Ok(plies),
                Some(_) => {}
                None => return Err(format!("the outputs of {} are not complete", name(plies)).into()),
            }
        }
        Err(format!("there are positions {stages} plies away or more, for which the plan has no stages")
            .into())
    }
}

impl Work for DistanceWork {
    fn run(&self, run: &TaskRun<'_>, output: &mut dyn Write) -> Result<TaskOutcome, Failure> {
        let [new, met] = self.found(run, run.at.stage)?;
        output.write_all(&new.len().to_le_bytes())?;
        new.write(output)?;
        met.write(output)?;
        let solver = self.solver();
        for window in pieces(0..self.chunks.size, self.window) {
            let mut after = NumberSet::new(window);
            solver.after(&new, &mut after, &run.limits.stop)?;
            after.write_part(output)?;
        }
        NumberSet::write_end(output)?;
        Ok(TaskOutcome::Done)
    }

    fn need(&self, place: &CampaignDirectory, stage: usize) -> Result<Need, Failure> {
        for earlier in 0..stage {
            match self.count(place, earlier)? {
                Some(0) => return Ok(Need::No),
                Some(_) => {}
                None => return Ok(Need::Unknown),
            }
        }
        Ok(Need::Yes)
    }

    fn gather(&self, place: &CampaignDirectory, result: &Path, stop: &Stop) -> Result<Answer, Failure> {
        let plies = self.plies(place)?;
        let mut counts = vec![0u64; plies];
        for task in 0..self.chunks.count {
            let mut all = NumberSet::new(self.chunks.chunk(task));
            for (plies, sum) in counts.iter_mut().enumerate() {
                stop.proceed()?;
                let before = all.len();
                let count =
                    read_sets(place, (plies, task), Wanted { new: Some(&mut all), ..Wanted::default() })?;
                if all.len() - before != count {
                    let reason = "it has numbers of other tasks, or of fewer plies";
                    return Err(CampaignError::wrong(format!("{} {task}", name(plies)), reason).into());
                }
                *sum += count;
            }
        }
        let answer = self.game.distances(counts);
        write_answer(result, &answer)?;
        Ok(answer)
    }
}
