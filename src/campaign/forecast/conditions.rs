//! What a plan is played with, and why it cannot be.

use schemars::JsonSchema;
use serde::Serialize;

/// What a plan is played with.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Conditions {
    /// The number of workers. Each does one task at a time.
    pub workers: usize,
    /// The processors that all workers share. `None`: each worker has as many as its task has threads.
    pub processors: Option<usize>,
    /// The failures of a worker in an hour.
    pub failures: f64,
    /// The bytes that the shared disk reads or writes in a second.
    pub disk: u64,
    /// The seed of the random numbers.
    pub seed: u64,
    /// The standard deviation of the logarithm of costs, where the plan has none.
    pub spread: f64,
    /// The share of tasks that are stragglers.
    pub stragglers: f64,
    /// The factor by which these are slower.
    pub slower: f64,
    /// The seconds that a task takes beside its work: its files and their way to the disk.
    pub overhead: f64,
    /// The seconds in which an engine starts the process of a batch.
    pub start: f64,
    /// The least expected seconds of a batch. `None`: workers take tasks one by one.
    pub batch_seconds: Option<f64>,
}

impl Default for Conditions {
    fn default() -> Self {
        Self {
            workers: 1,
            processors: None,
            failures: 0.001,
            disk: 500 << 20,
            seed: 1,
            spread: 0.3,
            stragglers: 0.01,
            slower: 3.0,
            overhead: 0.001,
            start: 2.0,
            batch_seconds: None,
        }
    }
}

/// Why there is no forecast.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ForecastError {
    /// Failures are so frequent that a task of this stage is not expected to end.
    #[error("stage {0}: with so many failures its tasks do not end; shorter tasks or checkpoints would help")]
    NeverEnds(String),
    /// A request to stop ended it.
    #[error("stopped")]
    Stopped,
}
