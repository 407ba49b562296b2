//! A search of another kind beside the strategies of a question: what decides first ends the other.
//!
//! A search has no clauses and no proof, so it is no [`Strategy`](super::Strategy). If both decide, the caller compares.

use super::portfolio::{PortfolioError, PortfolioObserver};
use super::{Decision, Job, Strategies, decide};
use certamen_work::limits::Limits;
use certamen_work::stop::{Stop, StopGuard};
use std::panic::resume_unwind;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// Decides a question by its strategies, or by the one named `only`, while `search` goes on beside them on a thread of its
/// own. A result of the search that `ends` ends the strategies, and a decision that `counts` ends the search. `None` if no
/// second thread can be started.
///
/// # Errors
/// [`PortfolioError`] of the strategies.
pub fn decide_beside<T: Send>(
    job: &Job<'_>,
    strategies: &Strategies,
    only: Option<&str>,
    counts: impl Fn(&Decision) -> bool,
    watch: PortfolioObserver<'_>,
    search: impl FnOnce(&Limits) -> T + Send,
    ends: impl Fn(&T) -> bool + Send,
) -> Result<(Option<T>, Decision), PortfolioError> {
    let (stop, searching) = (job.limits.stop.child(), job.limits.stop.child());
    let limits = job.limits.within(job.limits.time);
    let job = Job { limits: Limits { stop: stop.clone(), ..limits.clone() }, ..job.clone() };
    let beside = Limits { stop: searching.clone(), ..limits };
    thread::scope(|scope| {
        let found = thread::Builder::new().spawn_scoped(scope, move || {
            let guard = StopGuard::new(&stop);
            let found = search(&beside);
            if !ends(&found) {
                guard.off();
            }
            found
        });
        let guard = StopGuard::new(&searching);
        let decision = decide(&job, strategies, only, watch);
        if decision.as_ref().map_or(true, counts) {
            drop(guard);
        } else {
            guard.off();
        }
        let found = found.ok().map(|found| found.join().unwrap_or_else(|panic| resume_unwind(panic)));
        decision.map(|decision| (found, decision))
    })
}

/// Does `work`. If that takes longer than `patience`, `search` goes on beside it on a thread of its own, if one can be
/// started. A result of the search that `ends` requests the work to stop; the end of the work requests the search to stop.
pub fn search_beside<T: Send, U>(
    patience: Duration,
    stops: StopPair<'_>,
    search: impl FnOnce() -> T + Send,
    ends: impl Fn(&T) -> bool + Send,
    work: impl FnOnce() -> U,
) -> (U, Option<T>) {
    let (at_work, is_at_work) = mpsc::channel::<()>();
    thread::scope(|scope| {
        let searching = move || {
            // The sender is dropped when the work ends.
            if is_at_work.recv_timeout(patience) != Err(RecvTimeoutError::Timeout) {
                return None;
            }
            let guard = StopGuard::new(stops.work);
            let found = search();
            if !ends(&found) {
                guard.off();
            }
            Some(found)
        };
        let searching = thread::Builder::new().spawn_scoped(scope, searching).ok();
        let guard = StopGuard::new(stops.search);
        let done = work();
        drop((at_work, guard));
        let found = searching.map(|search| search.join().unwrap_or_else(|panic| resume_unwind(panic)));
        (done, found.flatten())
    })
}

/// The requests that stop the work, and the search beside it.
#[derive(Clone, Copy, Debug)]
pub struct StopPair<'a> {
    /// Stops the work.
    pub work: &'a Stop,
    /// Stops the search.
    pub search: &'a Stop,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::strategy::{PortfolioOutcome, exact};
    use certamen_ask::sample::SetBits;
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::time::Duration;

    fn decided_beside(
        at_least: u32,
        only: Option<&str>,
        search: impl FnOnce(&Limits) -> Option<u32> + Send,
    ) -> (Option<u32>, PortfolioOutcome) {
        let job = Job::new(&SetBits { at_least }.into());
        let refuted = |decision: &Decision| matches!(decision.decided, PortfolioOutcome::Refuted(_));
        let both =
            decide_beside(&job, &Strategies::default(), only, refuted, &|_| {}, search, Option::is_some)
                .unwrap();
        (both.0.flatten(), both.1.decided)
    }

    #[test]
    fn a_decision_that_counts_ends_the_search() {
        let endless = |limits: &Limits| {
            while !limits.is_over() {
                thread::sleep(Duration::from_millis(1));
            }
            None
        };
        let (found, decided) = decided_beside(5, Some(exact::NAME), endless);
        assert!(found.is_none() && matches!(decided, PortfolioOutcome::Refuted(_)));
    }

    #[test]
    fn a_decision_that_does_not_count_leaves_the_search_alone() {
        let slow = |limits: &Limits| {
            thread::sleep(Duration::from_millis(50));
            (!limits.is_over()).then_some(7)
        };
        let (found, _) = decided_beside(3, None, slow);
        assert_eq!(found, Some(7));
    }

    #[test]
    fn a_search_that_finds_nothing_leaves_the_strategies_alone() {
        let (found, decided) = decided_beside(5, None, |_| None);
        assert!(found.is_none() && matches!(decided, PortfolioOutcome::Refuted(_)));
    }

    #[test]
    fn a_panic_of_the_search_is_passed_on() {
        let panics = || decided_beside(3, None, |_| panic!("a defect of the search"));
        assert!(catch_unwind(AssertUnwindSafe(panics)).is_err());
    }

    /// Work that ends when it is requested to, or as soon as the search has begun, if it is to begin; with a search that finds
    /// this at once, or else waits for the end.
    fn searched_beside(patience: Duration, waits: bool, found: Option<u32>) -> (bool, Option<u32>) {
        let (work, search, begun) = (Stop::new(), Stop::new(), Stop::new());
        let until = |stop: &Stop| {
            while !stop.is_requested() {
                thread::sleep(Duration::from_millis(1));
            }
        };
        let stops = StopPair { work: &work, search: &search };
        let searching = || {
            begun.request();
            if found.is_none() {
                until(&search);
            }
            found
        };
        let working = || {
            if waits {
                until(&work);
            } else if patience.is_zero() {
                until(&begun);
            }
            work.is_requested()
        };
        let (is_stopped, found) = search_beside(patience, stops, searching, Option::is_some, working);
        (is_stopped, found.flatten())
    }

    #[test]
    fn what_a_search_beside_work_finds_ends_the_work() {
        assert_eq!(searched_beside(Duration::ZERO, true, Some(7)), (true, Some(7)));
    }

    #[test]
    fn work_that_ends_soon_is_not_disturbed_by_a_search() {
        assert_eq!(searched_beside(Duration::from_secs(3600), false, Some(7)), (false, None));
    }

    #[test]
    fn the_end_of_work_ends_a_search() {
        assert_eq!(searched_beside(Duration::ZERO, false, None), (false, None));
    }

    #[test]
    fn a_panic_of_a_search_ends_the_work_and_is_passed_on() {
        let (work, search) = (Stop::new(), Stop::new());
        let stops = StopPair { work: &work, search: &search };
        let waits = || {
            while !work.is_requested() {
                thread::sleep(Duration::from_millis(1));
            }
        };
        let both = || search_beside(Duration::ZERO, stops, || panic!("a defect"), |(): &()| true, waits);
        assert!(catch_unwind(AssertUnwindSafe(both)).is_err());
    }
}
