//! How far the work on tables is, as lines and as a progress bar.

use certamen_retro::positions::{SolverProgress, Way};
use certamen_work::Progress;
use std::time::Instant;

/// Without a terminal, only layers with at least this number of positions are reported.
const LARGE: u64 = 10_000_000;

/// Reports the progress of the work.
pub(super) fn report(progress: &Progress, begun: &Instant, now: SolverProgress<'_>) {
    let seconds = begun.elapsed().as_secs();
    match now {
        SolverProgress::Finding { layer, size } if size > LARGE || progress.is_terminal() => {
            progress.begin(format!("finding layers: {size} numbers of {layer} ({seconds} s)"));
        }
        SolverProgress::Auditing { layer, size } if size > LARGE || progress.is_terminal() => {
            progress.begin(format!("auditing {size} numbers of {layer} ({seconds} s)"));
        }
        SolverProgress::Checking => progress.begin("comparing samples".to_owned()),
        SolverProgress::Group { name, size, way: way @ Way::Disk } => {
            progress.report(&format!("{name}: {size} numbers, {way} ({seconds} s)"));
        }
        SolverProgress::Saved => progress.report("checkpoint written"),
        SolverProgress::Resumed { name, done, total } => {
            progress.report(&format!("{name}: continuing after {done} of {total} numbers"));
        }
        SolverProgress::Group { name, size, way } if size > LARGE || progress.is_terminal() => {
            progress.begin(format!("{name}: {size} numbers, {way} ({seconds} s)"));
        }
        SolverProgress::Again => {
            progress.report("the moves do not fit in memory: they are made again for each number of plies");
        }
        SolverProgress::Sweep { name, plies, done, total } if done == total => {
            progress.begin(format!("{name}: {plies} plies are done ({seconds} s)"));
        }
        SolverProgress::Sweep { name, plies, done, total } if progress.is_terminal() => {
            progress.begin(format!("{name}: {plies} plies, {done} of {total} parts"));
        }
        SolverProgress::Plies { plies } if progress.is_terminal() => {
            progress.begin(format!("values of {plies} plies ({seconds} s)"));
        }
        SolverProgress::Looked { done, total } if progress.is_terminal() => {
            progress.begin(format!("{done} of {total} numbers processed ({seconds} s)"));
        }
        SolverProgress::Done(what) => progress.report(what),
        SolverProgress::Begun(what) => progress.begin(what.to_owned()),
        SolverProgress::Passing(what) if progress.is_terminal() => progress.begin(what.to_owned()),
        SolverProgress::Estimated(what) => progress.estimate(what.to_owned()),
        SolverProgress::Share { doing, share } => progress.arrive(share, doing),
        SolverProgress::Distance { plies, positions } if positions > LARGE || progress.is_terminal() => {
            progress.begin(format!("{positions} positions at {plies} plies ({seconds} s)"));
        }
        _ => {}
    }
}
