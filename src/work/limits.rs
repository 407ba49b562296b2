//! Limits of long work: a time limit for each question, a deadline for all work together, and a request to stop.

use crate::stop::Stop;
use std::time::{Duration, Instant};

/// The limits that can end work before it has an answer.
///
/// ```
/// use certamen_work::Limits;
/// use std::time::Duration;
/// let limits = Limits::default();
/// assert!(!limits.is_over() && limits.time_left().is_none());
/// assert!(limits.within(Some(Duration::ZERO)).is_over());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// The wall-clock time for one question, from its start.
    pub time: Option<Duration>,
    /// The time at which all work has to end.
    pub deadline: Option<Instant>,
    /// A request to stop.
    pub stop: Stop,
}

impl Limits {
    /// Whether the deadline has passed or a stop was requested.
    pub fn is_over(&self) -> bool {
        self.stop.is_requested() || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// The same limits, with a deadline at most `time` from now.
    #[must_use]
    pub fn within(&self, time: Option<Duration>) -> Self {
        let end = time.and_then(|time| Instant::now().checked_add(time));
        Self { deadline: [end, self.deadline].into_iter().flatten().min(), ..self.clone() }
    }

    /// The same limits, with half of the remaining time.
    #[must_use]
    pub fn half(&self) -> Self {
        self.within(self.time_left().map(|left| left / 2))
    }

    /// The time that a question has if it starts now.
    pub fn time_left(&self) -> Option<Duration> {
        let left = self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
        [self.time, left].into_iter().flatten().min()
    }
}
