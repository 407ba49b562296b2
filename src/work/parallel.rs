//! Independent checks on all processors, with the outcome of checking one after the other; and what threads share.
//!
//! Idea: workers take the next number from a counter, so the numbers that were begun are always the first ones. After an
//! error none is begun, and those that are being worked on are finished. So the first error in order is among the
//! results, whichever worker was faster.
//!
//! Cost: a thread for each processor beyond the first, and the memory of as many checks at once. If the system has no
//! thread to give, the calling thread does everything.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{self, ScopedJoinHandle};

/// The contents of a mutex, whatever happened to other threads.
pub fn held<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Calls `check` with each number below `count`, and returns the results in order.
///
/// # Errors
/// The error of the smallest number that has one, as if the numbers were checked one after the other.
///
/// # Examples
/// ```
/// use certamen_work::parallel::in_order;
///
/// assert_eq!(in_order(4, |number| Ok::<_, usize>(number * number)), Ok(vec![0, 1, 4, 9]));
/// assert_eq!(in_order(99, |number| if number % 10 == 7 { Err(number) } else { Ok(()) }), Err(7));
/// ```
pub fn in_order<T: Send, E: Send>(
    count: usize,
    check: impl Fn(usize) -> Result<T, E> + Sync,
) -> Result<Vec<T>, E> {
    in_order_by(count, count, &mut |_| {}, |number, _| check(number))
}

/// As [`in_order`], on at most `at_most` processors. Each check gets a callback for its progress. If the calling thread does
/// the check, that is `progress`; other threads have none.
///
/// # Errors
/// As [`in_order`].
pub fn in_order_by<T: Send, E: Send>(
    at_most: usize,
    count: usize,
    progress: &mut dyn FnMut(u64),
    check: impl Fn(usize, &mut dyn FnMut(u64)) -> Result<T, E> + Sync,
) -> Result<Vec<T>, E> {
    let processors = thread::available_parallelism().map_or(1, usize::from);
    by_workers(processors.min(at_most), count, progress, check)
}

/// As [`in_order_by`], by this number of threads, or fewer if the system has none to give.
///
/// # Errors
/// As [`in_order`].
pub fn by_workers<T: Send, E: Send>(
    workers: usize,
    count: usize,
    progress: &mut dyn FnMut(u64),
    check: impl Fn(usize, &mut dyn FnMut(u64)) -> Result<T, E> + Sync,
) -> Result<Vec<T>, E> {
    let (next, has_failed) = (AtomicUsize::new(0), AtomicBool::new(false));
    let results = Mutex::new(Vec::new());
    let work = |progress: &mut dyn FnMut(u64)| {
        while !has_failed.load(Ordering::Relaxed) {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= count {
                break;
            }
            let result = check(number, progress);
            if result.is_err() {
                has_failed.store(true, Ordering::Relaxed);
            }
            held(&results).push((number, result));
        }
    };
    thread::scope(|scope| {
        let start = |_| thread::Builder::new().spawn_scoped(scope, || work(&mut |_| {})).ok();
        let others: Vec<ScopedJoinHandle<'_, ()>> = (1..workers).map_while(start).collect();
        work(progress);
        for other in others {
            other.join().unwrap_or_else(|panic| resume_unwind(panic));
        }
    });
    let mut results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    results.sort_unstable_by_key(|&(number, _)| number);
    results.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::by_workers;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    #[test]
    fn the_first_error_in_order_is_returned_although_a_later_one_is_faster() {
        for workers in 1..5 {
            let begun = AtomicUsize::new(0);
            let result = by_workers(workers, 1000, &mut |_| {}, |number, _| {
                begun.fetch_add(1, Ordering::Relaxed);
                if number == 10 {
                    std::thread::sleep(Duration::from_millis(20));
                }
                if number >= 10 { Err(number) } else { Ok(number) }
            });
            assert_eq!(result, Err(10), "{workers} workers");
            assert!(begun.into_inner() <= 10 + workers, "nothing is begun after an error");
        }
    }

    #[test]
    fn results_are_in_order_whoever_finishes_first() {
        for workers in [1, 2, 3, 9] {
            let result = by_workers(workers, 9, &mut |_| {}, |number, _| {
                std::thread::sleep(Duration::from_millis(9 - number as u64));
                Ok::<_, ()>(number)
            });
            assert_eq!(result, Ok((0..9).collect()), "{workers} workers");
        }
        let none = by_workers(2, 0, &mut |_| {}, |_, _| Err::<(), _>("never called"));
        assert_eq!(none, Ok(Vec::new()));
    }

    #[test]
    fn one_worker_reports_the_progress_of_every_check() {
        let mut reported = Vec::new();
        let result = by_workers(1, 3, &mut |bytes| reported.push(bytes), |number, progress| {
            progress(number as u64);
            Ok::<_, ()>(())
        });
        assert_eq!((result, reported), (Ok(vec![(); 3]), vec![0, 1, 2]));
    }

    #[test]
    #[should_panic(expected = "of a check")]
    fn a_panic_of_a_check_is_that_of_the_caller() {
        let check = |number, _: &mut dyn FnMut(u64)| {
            assert_ne!(number, 3, "of a check");
            Ok::<_, ()>(())
        };
        let _ = by_workers(2, 4, &mut |_| {}, check);
    }
}
