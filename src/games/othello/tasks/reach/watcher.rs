//! Reports the progress of a search, and ends it at a limit.

use crate::search as native;
use certamen_work::limits::Limits;
use certamen_work::progress::Progress;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// The time between two lines of progress.
const INTERVAL: Duration = Duration::from_secs(10);

/// Reports progress, and ends the work at a limit.
pub(super) struct Watcher<'p> {
    progress: &'p Progress,
    limits: Limits,
    layer: Option<u32>,
    reported: Option<Instant>,
}

impl<'p> Watcher<'p> {
    pub(super) fn new(progress: &'p Progress, limits: &Limits) -> Self {
        Self { progress, limits: limits.clone(), layer: None, reported: None }
    }

    pub(super) fn watch(&mut self, progress: native::SearchProgress) -> ControlFlow<()> {
        match progress {
            native::SearchProgress::Layer { discs, .. } if self.layer != Some(discs) => {
                self.layer = Some(discs);
                self.progress.begin(format!("positions with {discs} discs"));
            }
            native::SearchProgress::Search { positions }
                if self.reported.is_none_or(|reported| reported.elapsed() >= INTERVAL) =>
            {
                self.reported = Some(Instant::now());
                self.progress.begin(format!("searching backwards: {positions} positions"));
            }
            _ => {}
        }
        if self.limits.is_over() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// The reason why the work was ended.
    pub(super) fn reason(&self) -> String {
        let reason = if self.limits.stop.is_requested() { "stopped on request" } else { "time limit" };
        reason.to_owned()
    }
}
