//! Ending long work from outside: Ctrl-C, SIGTERM, or a caller.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A request to stop, shared by those who make it and those who act on it.
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
    /// A request to the parent is a request to this one.
    parent: Option<Arc<Stop>>,
}

impl Stop {
    /// No request has been made yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Requests the end.
    pub fn request(&self) {
        self.requested.store(true, Ordering::Relaxed);
    }

    /// Whether the end has been requested.
    pub fn is_requested(&self) -> bool {
        self.requested.load(Ordering::Relaxed) || self.parent.as_ref().is_some_and(|stop| stop.is_requested())
    }

    /// A request that stops a part of the work: made by itself, or with this one.
    #[must_use]
    pub fn child(&self) -> Self {
        Self { requested: Arc::default(), parent: Some(Arc::new(self.clone())) }
    }
}
