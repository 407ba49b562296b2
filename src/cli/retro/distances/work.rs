//! The tasks of a search that is divided.
//!
//! ```text
//! count      the number of new positions of the chunk, 8 bytes, the lowest first
//! set        the new ones
//! set        all that were met there so far, the new ones among them
//! set        the numbers that moves of the new ones lead to, in the whole range
//! ```

use super::super::chunks::{ChunkedGame, HeadSums, number_at, read_sets};
use certamen_campaign::{CampaignDirectory, CampaignError, Need, TaskId, TaskRun, Work, write_answer};
use certamen_retro::positions::{NumberSet, Place};
use certamen_work::{Answer, Failure, Stop};
use std::io::{ErrorKind, Write};
use std::path::Path;

/// The name of the stage of a ply.
pub(super) fn name(plies: usize) -> String {
    format!("plies-{plies:03}")
}

/// The work of a plan.
pub(super) struct DistanceWork {
    pub(super) divided: ChunkedGame,
    pub(super) start: Place,
    /// The new positions of each ply.
    pub(super) counts: HeadSums<u64>,
}

/// The sets of an output that are wanted: the new ones, those that were met, and where moves lead.
type Wanted<'s> = [Option<&'s mut NumberSet>; 3];

/// Reads an output, and returns the number of its new positions.
fn read(place: &CampaignDirectory, at: TaskId, mut wanted: Wanted<'_>) -> Result<u64, Failure> {
    let mut new = 0;
    let read = read_sets(&mut place.output(at)?, (1, 3), |set, output| {
        let members = NumberSet::read(output, wanted[set].take())?;
        if set == 0 {
            new = members;
        }
        Ok(members)
    });
    read.map_err(|error| match error.kind() {
        ErrorKind::InvalidData | ErrorKind::UnexpectedEof => {
            Failure::from(CampaignError::wrong(place.name_of(at), error.to_string()))
        }
        _ => error.into(),
    })?;
    Ok(new)
}

impl DistanceWork {
    /// The new positions of a ply, if all outputs are there.
    fn count(&self, place: &CampaignDirectory, plies: usize) -> Result<Option<u64>, Failure> {
        let add = |sum: u64, head: &[u8]| Some(sum.saturating_add(number_at(head, 0)?));
        self.counts.sum(place, (plies, 0..self.divided.chunks.count), 8, add)
    }

    /// The new positions of a chunk at a distance, and all that were met there.
    fn found(&self, run: &TaskRun<'_>) -> Result<[NumberSet; 2], Failure> {
        let (TaskId { stage, index }, chunks) = (run.at, self.divided.chunks);
        let [mut new, mut met] = [(); 2].map(|()| NumberSet::new(chunks.chunk(index)));
        if let Some(stage) = stage.checked_sub(1) {
            for earlier in 0..chunks.count {
                run.limits.stop.proceed()?;
                let own = (earlier == index).then_some(&mut met);
                read(run.place, TaskId { stage, index: earlier }, [None, own, Some(&mut new)])?;
            }
            new.take_out(&met);
        } else {
            new.insert(self.divided.solver().number(self.start));
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
    fn run(&self, run: &TaskRun<'_>, output: &mut dyn Write) -> Result<(), Failure> {
        let [new, met] = self.found(run)?;
        output.write_all(&new.len().to_le_bytes())?;
        new.write(output)?;
        met.write(output)?;
        let solver = self.divided.solver();
        self.divided.write_windows(output, |after| solver.after(&new, after, &run.limits.stop))
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
        let chunks = self.divided.chunks;
        for index in 0..chunks.count {
            let mut all = NumberSet::new(chunks.chunk(index));
            for (stage, sum) in counts.iter_mut().enumerate() {
                stop.proceed()?;
                let (at, before) = (TaskId { stage, index }, all.len());
                let count = read(place, at, [Some(&mut all), None, None])?;
                if all.len() - before != count {
                    let reason = "it has numbers of other tasks, or of fewer plies";
                    return Err(CampaignError::wrong(place.name_of(at), reason).into());
                }
                *sum += count;
            }
        }
        let answer = self.divided.game.distances(counts);
        write_answer(result, &answer)?;
        Ok(answer)
    }
}
