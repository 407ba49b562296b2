//! Requests to stop long work: by Ctrl-C, SIGTERM, or a caller.

use std::error::Error;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A request to stop, shared between those who make it and those who obey it.
///
/// ```
/// use certamen_work::Stop;
/// let all = Stop::new();
/// let part = all.child();
/// part.request();
/// assert!(part.is_requested() && !all.is_requested());
/// all.request();
/// assert!(all.child().is_requested());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Stop {
    requested: Arc<AtomicBool>,
    /// A request to the parent also applies to this one.
    parent: Option<Arc<Stop>>,
}

impl Stop {
    /// A handle without a request yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Requests a stop.
    pub fn request(&self) {
        self.requested.store(true, Ordering::Relaxed);
    }

    /// Takes a request back, because it was about a part of the work that has ended. Requests to the parent stay.
    pub fn take_back(&self) {
        self.requested.store(false, Ordering::Relaxed);
    }

    /// Whether a stop has been requested.
    pub fn is_requested(&self) -> bool {
        self.requested.load(Ordering::Relaxed) || self.parent.as_ref().is_some_and(|stop| stop.is_requested())
    }

    /// What ended work that has a time limit too.
    pub fn or_time_limit(&self) -> &'static str {
        if self.is_requested() { "stopped on request" } else { "time limit" }
    }

    /// Requires that no stop has been requested.
    ///
    /// # Errors
    /// [`Interrupted`] if one has.
    pub fn proceed(&self) -> Result<(), Interrupted> {
        if self.is_requested() { Err(Interrupted) } else { Ok(()) }
    }

    /// A handle that stops a part of the work. It is requested by itself or by its parent.
    #[must_use]
    pub fn child(&self) -> Self {
        Self { requested: Arc::default(), parent: Some(Arc::new(self.clone())) }
    }
}

/// A guard that requests a stop when it is dropped, unless it was switched off. So an error or a panic in one part of the
/// work ends the other parts.
///
/// ```
/// use certamen_work::Stop;
/// use certamen_work::stop::StopGuard;
/// let stop = Stop::new();
/// StopGuard::new(&stop).off();
/// assert!(!stop.is_requested());
/// drop(StopGuard::new(&stop));
/// assert!(stop.is_requested());
/// ```
#[derive(Debug)]
pub struct StopGuard<'a> {
    stop: Option<&'a Stop>,
}

impl<'a> StopGuard<'a> {
    /// A guard that requests this stop when it is dropped.
    pub const fn new(stop: &'a Stop) -> Self {
        Self { stop: Some(stop) }
    }

    /// Switches it off.
    pub fn off(mut self) {
        self.stop = None;
    }
}

impl Drop for StopGuard<'_> {
    fn drop(&mut self) {
        if let Some(stop) = self.stop {
            stop.request();
        }
    }
}

/// The error that a request to stop ended the work.
///
/// Its kind is not [`io::ErrorKind::Interrupted`], because readers try again after that kind.
///
/// ```
/// use certamen_work::stop::{Interrupted, is_interrupted};
/// assert!(is_interrupted(&Interrupted.into()));
/// assert!(!is_interrupted(&std::io::Error::other("disk full")));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("interrupted")]
pub struct Interrupted;

impl From<Interrupted> for io::Error {
    fn from(interrupted: Interrupted) -> Self {
        Self::other(interrupted)
    }
}

/// Whether a request to stop ended a read or write.
pub fn is_interrupted(error: &io::Error) -> bool {
    error.get_ref().is_some_and(<dyn Error + Send + Sync>::is::<Interrupted>)
}
