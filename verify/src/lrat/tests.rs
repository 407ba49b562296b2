//! Valid proofs, invalid proofs, and a second checker to compare with.

mod batches;
mod forms;
mod naive;
mod random;
mod steps;
mod store;
mod whole;

use std::ops::ControlFlow;

use super::checker::Checker;
use super::input::Input;
use super::threads::ThreadPool;
use super::{Format, LratError, Report, SatisfiedHints, check_by, check_with};
use crate::dimacs::{self, Formula};

/// The formula of the CADE paper on LRAT: any two signs of three of its four variables, in a circle.
const CIRCLE: &str =
    "p cnf 4 8\n1 2 -3 0\n-1 -2 3 0\n2 3 -4 0\n-2 -3 4 0\n-1 -3 -4 0\n1 3 4 0\n-1 2 4 0\n1 -2 -4 0\n";

/// Its proof with a RAT step, as drat-trim writes it (`examples/example-4-vars.lrat` of its repository).
const CIRCLE_PROOF: &str =
    "8 d 0\n9 -1 0 -1 5 7 -6 2 7 -8 5 2 0\n9 d 7 5 2 0\n10 2 0 9 1 6 3 0\n10 d 1 3 0\n11 0 9 10 8 4 6 0\n";

/// Four clauses that exclude each other, for short proofs.
const SQUARE: &str = "p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n";

/// Their proof.
const SQUARE_PROOF: &str = "5 1 0 1 2 0\n6 0 5 3 4 0\n";

fn formula(text: &str) -> Formula {
    dimacs::read(text.as_bytes()).expect("a formula")
}

/// What follows a proof, so that its last step is not at the end of the chunk either.
const REST: &[u8] = b"\nc and a comment of some length\n";

/// Checks `proof` in one piece, by one thread and by three, and byte by byte, alone and with more bytes after it; the results
/// must be the same. In one piece, steps are read as a whole if they are not at the end; byte by byte, no step is.
fn verdict(formula: &Formula, proof: &[u8], format: Format) -> Result<Report, LratError> {
    let (alone, longer) = (both_ways(formula, proof, format), [proof, REST].concat());
    match (&alone, both_ways(formula, &longer, format)) {
        // The last step may now have the end of its line.
        (Ok(report), Ok(other)) => assert_eq!(Report { bytes: 0, ..*report }, Report { bytes: 0, ..other }),
        // What comes after a truncated proof may complete it or not.
        (Err(_), _) => {}
        (Ok(_), Err(error)) => panic!("a proof does not hold if bytes follow: {error}"),
    }
    alone
}

fn both_ways(formula: &Formula, proof: &[u8], format: Format) -> Result<Report, LratError> {
    all_ways(formula, proof, format, SatisfiedHints::Skipped).ok();
    all_ways(formula, proof, format, SatisfiedHints::Refused)
}

fn all_ways(
    formula: &Formula,
    proof: &[u8],
    format: Format,
    satisfied: SatisfiedHints,
) -> Result<Report, LratError> {
    let whole = check_with(formula, proof, format, satisfied, |_| ControlFlow::Continue(()));
    // Chunks of one byte, and three threads, each of which takes one addition after the other.
    for (chunk, threads) in [(1, ThreadPool::default()), (1 << 19, ThreadPool::new(3))] {
        let mut progress = |_| ControlFlow::Continue(());
        let mut bytes = proof;
        let checker = Checker::new(formula, satisfied).with(threads);
        let other = check_by(checker, Input::with_chunk(chunk, &mut bytes, &mut progress), format);
        match (&whole, &other) {
            (Ok(report), Ok(other)) => assert_eq!(report, other),
            (Err(error), Err(other)) => assert_eq!(error.to_string(), other.to_string()),
            _ => panic!("in one piece {whole:?}, otherwise {other:?}"),
        }
    }
    whole
}

/// The report on a valid text proof.
fn accepted(cnf: &str, proof: &str) -> Report {
    let verdict = verdict(&formula(cnf), proof.as_bytes(), Format::Auto);
    verdict.unwrap_or_else(|error| panic!("{proof:?}: {error}"))
}

/// The error for an invalid text proof.
fn refused(cnf: &str, proof: &str) -> String {
    let verdict = verdict(&formula(cnf), proof.as_bytes(), Format::Auto);
    verdict.expect_err("the proof does not hold").to_string()
}

#[test]
fn progress_is_reported_and_may_stop_the_check() {
    let formula = formula(SQUARE);
    let comment = "c a long comment in front of a short proof\n".repeat(400_000);
    let proof = comment + SQUARE_PROOF;
    let mut reported = Vec::new();
    let report = check_with(&formula, proof.as_bytes(), Format::Auto, SatisfiedHints::Refused, |bytes| {
        reported.push(bytes);
        ControlFlow::Continue(())
    });
    assert_eq!(report.expect("a proof").bytes, proof.len() as u64);
    assert_eq!(reported, [4 << 20, 8 << 20, 12 << 20, 16 << 20]);
    let stopped = check_with(&formula, proof.as_bytes(), Format::Auto, SatisfiedHints::Refused, |_| {
        ControlFlow::Break(())
    });
    assert!(stopped.expect_err("a stop").to_string().ends_with("byte 4194304: stopped before a verdict"));
}
