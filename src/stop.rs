//! Ending long work from outside: Ctrl-C, SIGTERM, or a caller.

use rustsat::solvers::ControlSignal;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A request to stop, shared by whoever makes it and whoever heeds it.
#[derive(Clone, Debug, Default)]
pub struct Stop {
    requested: Arc<AtomicBool>,
    /// Whoever stops this stops its children too.
    parent: Option<Arc<Stop>>,
}

impl Stop {
    /// Nobody has asked yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Asks for the end.
    pub fn request(&self) {
        self.requested.store(true, Ordering::Relaxed);
    }

    /// Whether somebody has asked for the end.
    pub fn is_requested(&self) -> bool {
        self.requested.load(Ordering::Relaxed) || self.parent.as_ref().is_some_and(|stop| stop.is_requested())
    }

    /// What a solver asks from time to time whether to go on.
    pub fn terminator(&self) -> impl FnMut() -> ControlSignal + use<> {
        let stop = self.clone();
        move || if stop.is_requested() { ControlSignal::Terminate } else { ControlSignal::Continue }
    }

    /// A request that stops a part of the work: made by itself, or with this one.
    #[must_use]
    pub fn child(&self) -> Self {
        Self { requested: Arc::default(), parent: Some(Arc::new(self.clone())) }
    }
}
