//! Checks the segments of a proof on threads of their own.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use super::backwards::{self, Finding};
use super::error::{DratError, DratReason};
use super::forwards::NeededProof;
use super::report::{PROGRESS, Stage};
use super::segment::Part;

/// How long the thread of the caller waits for others before it reports progress again.
const WAIT: Duration = Duration::from_millis(50);

/// What the threads share.
struct Work<'c> {
    course: &'c NeededProof,
    /// The parts that nobody has begun, each with its place.
    parts: Mutex<Vec<(usize, Part<'c>)>>,
    /// How many steps all threads have begun to undo, in multiples of [`PROGRESS`].
    begun: AtomicU64,
    is_stopped: AtomicBool,
}

/// Stops the other threads when the caller's thread is done, also if it panics.
struct StopAtEnd<'w>(&'w Work<'w>);

impl Drop for StopAtEnd<'_> {
    fn drop(&mut self) {
        self.0.stop();
    }
}

/// A segment's place, and what was found.
type SegmentOutcome = (usize, Result<Finding, DratError>);

/// What is found out about the parts of a proof, in their order. The thread of the caller takes the last one, and
/// others that are left; if no further thread can be started, all of them.
///
/// # Errors
/// The first one that occurs; it stops the other threads.
pub(super) fn findings(
    course: &NeededProof,
    parts: Vec<Part>,
    progress: &mut dyn FnMut(Stage, u64) -> ControlFlow<()>,
) -> Result<Vec<Finding>, DratError> {
    let count = parts.len();
    let threads = threads(course).min(count);
    let work = Work {
        course,
        parts: Mutex::new(parts.into_iter().enumerate().collect()),
        begun: AtomicU64::new(0),
        is_stopped: AtomicBool::new(false),
    };
    let findings = thread::scope(|scope| {
        let _stop = StopAtEnd(&work);
        let (sender, receiver) = mpsc::channel();
        let own = work.take();
        for _ in 1..threads {
            let (sender, work) = (sender.clone(), &work);
            let run = move || work.run(work.take(), &sender, &mut || ControlFlow::Continue(()));
            // Without a thread, the part is left to this one.
            let _ = thread::Builder::new().spawn_scoped(scope, run);
        }
        let mut report = || progress(Stage::Backwards, work.begun.load(Ordering::Relaxed));
        work.run(own, &sender, &mut report);
        drop(sender);
        work.collect(count, &receiver, &mut report)
    })?;
    // Without an error, there is a finding for each part.
    findings.into_iter().collect::<Option<_>>().ok_or_else(|| DratReason::Stopped.nowhere())
}

/// The number of threads: one for each processor, but fewer if the proof has many variables, for each of which a thread
/// needs about 110 bytes. So memory stays in proportion to the proof.
fn threads(course: &NeededProof) -> usize {
    let processors = thread::available_parallelism().map_or(1, usize::from);
    processors.min(course.clauses.cells() / course.numbers.len().max(1)).max(1)
}

impl<'c> Work<'c> {
    /// A part that nobody has begun, the last one first.
    fn take(&self) -> Option<(usize, Part<'c>)> {
        self.parts.lock().unwrap_or_else(PoisonError::into_inner).pop()
    }

    /// Goes through a part, and then through others that are left.
    fn run(
        &self,
        first: Option<(usize, Part)>,
        outcomes: &Sender<SegmentOutcome>,
        report: &mut dyn FnMut() -> ControlFlow<()>,
    ) {
        let mut report_or_stop = || {
            let flow =
                if self.is_stopped.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { report() };
            self.begun.fetch_add(PROGRESS as u64, Ordering::Relaxed);
            flow
        };
        let mut next = first;
        while let Some((place, part)) = next {
            let outcome = backwards::find(self.course, part, &mut report_or_stop);
            let is_error = outcome.is_err();
            // Nobody receives it if the caller's thread has panicked.
            let _ = outcomes.send((place, outcome));
            if is_error {
                self.stop();
                return;
            }
            next = self.take();
        }
    }

    /// Receives the outcomes of all threads, each in its place. Those after an error may be missing.
    fn collect(
        &self,
        count: usize,
        outcomes: &Receiver<SegmentOutcome>,
        report: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Result<Vec<Option<Finding>>, DratError> {
        let mut findings: Vec<Option<Finding>> = (0..count).map(|_| None).collect();
        let mut first_error = None;
        loop {
            match outcomes.recv_timeout(WAIT) {
                Ok((place, Ok(finding))) => findings[place] = Some(finding),
                Ok((_, Err(error))) => drop(first_error.get_or_insert(error)),
                Err(RecvTimeoutError::Timeout) => {
                    if first_error.is_none() && report().is_break() {
                        first_error = Some(DratReason::Stopped.nowhere());
                        self.stop();
                    }
                }
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        first_error.map_or(Ok(findings), Err)
    }

    /// Lets all threads end soon.
    fn stop(&self) {
        self.is_stopped.store(true, Ordering::Relaxed);
    }
}
