//! What ends a run before its answer.
//!
//! CaDiCaL calls a terminator at every tenth opportunity, from its search and from every inprocessing technique. One
//! terminator is connected for the whole life of a solver. It holds every reason to stop, so that limits, interrupts,
//! callbacks and a proof that cannot be written do not replace each other.
//!
//! Cost: one reading of the clock for each poll. What it does not show: that CaDiCaL polls often enough; the tests
//! measure that on instances with long inprocessing.

use std::{
    cell::Cell,
    fmt,
    rc::Rc,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use cadical_sys::Terminator;
use rustsat::solvers::{ControlSignal, InterruptSolver};

/// Why a run ended without an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum StopReason {
    /// The time limit has passed.
    TimeLimit,
    /// The limit on conflicts was reached.
    ConflictLimit,
    /// An [`Interrupter`] was used.
    Interrupted,
    /// The attached callback requested a stop.
    Callback,
    /// The proof can no longer be completed; `solve` returns the error.
    Proof,
}

impl fmt::Display for StopReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::TimeLimit => "the time limit has passed",
            Self::ConflictLimit => "the conflict limit was reached",
            // A user need not know whether a thread or the callback asked.
            Self::Interrupted | Self::Callback => "stopped on request",
            Self::Proof => "the proof cannot be completed",
        })
    }
}

/// Interrupts a solver from any thread.
///
/// An interrupt stays pending until it ends a run, and is then used up.
#[derive(Debug, Clone)]
pub struct Interrupter(Arc<AtomicBool>);

impl InterruptSolver for Interrupter {
    fn interrupt(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// All reasons to stop, in one terminator.
#[derive(Default)]
pub(super) struct Watch {
    deadline: Option<Instant>,
    interrupted: Arc<AtomicBool>,
    proof_broken: Rc<Cell<bool>>,
    callback: Option<Box<dyn FnMut() -> ControlSignal>>,
    reason: Option<StopReason>,
}

impl Watch {
    /// Starts the clock of a new run.
    pub(super) fn start(&mut self, limit: Option<Duration>) {
        // A limit beyond the range of the clock is no limit.
        self.deadline = limit.and_then(|limit| Instant::now().checked_add(limit));
        self.reason = None;
    }

    /// Why the run was stopped, if the watch stopped it. Uses up an interrupt.
    pub(super) fn take_reason(&mut self) -> Option<StopReason> {
        let reason = self.reason.take();
        if reason == Some(StopReason::Interrupted) {
            self.interrupted.store(false, Ordering::Relaxed);
        }
        reason
    }

    /// The flag by which a proof tracer ends the run.
    pub(super) fn proof_broken(&self) -> Rc<Cell<bool>> {
        Rc::clone(&self.proof_broken)
    }

    pub(super) fn interrupter(&self) -> Interrupter {
        Interrupter(Arc::clone(&self.interrupted))
    }

    pub(super) fn set_callback(&mut self, callback: Option<Box<dyn FnMut() -> ControlSignal>>) {
        self.callback = callback;
    }

    fn find_reason(&mut self) -> Option<StopReason> {
        if self.proof_broken.get() {
            return Some(StopReason::Proof);
        }
        if self.interrupted.load(Ordering::Relaxed) {
            return Some(StopReason::Interrupted);
        }
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Some(StopReason::TimeLimit);
        }
        let callback = self.callback.as_mut()?;
        (callback() == ControlSignal::Terminate).then_some(StopReason::Callback)
    }
}

impl Terminator for Watch {
    fn terminated(&mut self) -> bool {
        if self.reason.is_none() {
            self.reason = self.find_reason();
        }
        self.reason.is_some()
    }
}
