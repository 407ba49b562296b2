//! Batches: tasks that one job of an engine does, so that starting a job costs little beside its work.

use crate::directory::CampaignDirectory;
use crate::error::CampaignError;

/// The usual least expected seconds of a batch.
pub const LEAST_SECONDS: f64 = 60.0;
/// The usual greatest number of batches of a stage: Slurm allows 1001 elements of an array by default.
pub(crate) const MOST_BATCHES: usize = 1000;

/// Consecutive tasks of a stage.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Batch {
    /// The number of its first task, counted through all stages.
    pub first: usize,
    /// The number after its last task.
    pub end: usize,
    /// The number of its tasks that have no output yet.
    pub tasks: usize,
    /// The expected seconds of those.
    pub seconds: f64,
}

/// The batches of a stage for the tasks that have no output, each of `least` expected seconds, and at most about `most`.
///
/// # Errors
/// [`CampaignError`] if the outputs cannot be read.
pub fn batches(
    place: &CampaignDirectory,
    stage: usize,
    least: f64,
    most: usize,
) -> Result<Vec<Batch>, CampaignError> {
    let mut missing = place.missing(stage)?.into_iter().peekable();
    let costs = place.plan().stages[stage].costs().enumerate();
    let missing: Vec<(usize, f64)> = costs.filter(|(index, _)| missing.next_if_eq(index).is_some()).collect();
    Ok(divide(&missing, place.plan().first_of(stage), least, most.max(1)))
}

/// Groups tasks, given by number and cost, into batches of at least this cost.
pub(crate) fn divide(tasks: &[(usize, f64)], first: usize, least: f64, most: usize) -> Vec<Batch> {
    let total: f64 = tasks.iter().map(|(_, seconds)| seconds).sum();
    let (least, fewest) = (least.max(total / most as f64), tasks.len().div_ceil(most));
    let mut batches: Vec<Batch> = Vec::new();
    for &(index, seconds) in tasks {
        let number = first + index;
        match batches.last_mut() {
            Some(batch) if batch.seconds < least || batch.tasks < fewest => {
                batch.end = number + 1;
                batch.seconds += seconds;
                batch.tasks += 1;
            }
            _ => batches.push(Batch { first: number, end: number + 1, tasks: 1, seconds }),
        }
    }
    // What is left at the end joins the batch before.
    if batches.len() > 1
        && let Some(last) = batches.pop_if(|last| last.seconds < least / 2.0)
        && let Some(before) = batches.last_mut()
    {
        before.end = last.end;
        before.tasks += last.tasks;
        before.seconds += last.seconds;
    }
    batches
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn short_tasks_share_a_batch_and_long_ones_do_not() {
        let of = |count: usize, seconds: f64| -> Vec<(usize, usize)> {
            let tasks: Vec<(usize, f64)> = (0..count).map(|index| (index, seconds)).collect();
            divide(&tasks, 10, 60.0, 1000).iter().map(|batch| (batch.first, batch.end)).collect()
        };
        assert_eq!(of(3, 90.0), [(10, 11), (11, 12), (12, 13)]);
        assert_eq!(of(9, 20.0), [(10, 13), (13, 16), (16, 19)]);
        assert_eq!(of(10, 20.0), [(10, 13), (13, 16), (16, 20)]);
        assert_eq!(of(4, 0.1), [(10, 14)]);
        assert_eq!(of(0, 1.0), []);
    }

    proptest! {
        #[test]
        fn every_task_is_in_one_batch(
            costs in proptest::collection::vec((0.0_f64..100.0, 0_usize..3), 0..300), most in 1_usize..50,
        ) {
            // Gaps are tasks that are done.
            let mut number = 0;
            let tasks: Vec<(usize, f64)> = costs.iter().map(|&(seconds, gap)| {
                number += 1 + gap;
                (number, seconds)
            }).collect();
            let batches = divide(&tasks, 7, 60.0, most);
            prop_assert!(batches.windows(2).all(|pair| pair[0].end <= pair[1].first));
            for &(index, _) in &tasks {
                let holding = batches.iter().filter(|batch| (batch.first..batch.end).contains(&(7 + index)));
                prop_assert_eq!(holding.count(), 1);
            }
            let all: f64 = tasks.iter().map(|(_, seconds)| seconds).sum();
            let found: f64 = batches.iter().map(|batch| batch.seconds).sum();
            prop_assert!((all - found).abs() < 1e-6);
            prop_assert!(batches.len() <= most + 1, "{} of {most}", batches.len());
        }
    }
}
