//! Valid proofs, invalid proofs, and a naive checker to compare with.

mod clauses;
mod naive;
mod random;
mod segments;

use super::{DratError, DratReason, Format, Report, Stage, check_divided};
use crate::dimacs::{self, Formula};
use naive::Step;
use std::ops::ControlFlow;

/// The formula of the CADE paper on LRAT: any two signs of three of its four variables, in a circle.
const CIRCLE: &str =
    "p cnf 4 8\n1 2 -3 0\n-1 -2 3 0\n2 3 -4 0\n-2 -3 4 0\n-1 -3 -4 0\n1 3 4 0\n-1 2 4 0\n1 -2 -4 0\n";

/// Four clauses that exclude each other.
const SQUARE: &str = "p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n";

fn formula(text: &str) -> Formula {
    dimacs::read(text.as_bytes()).expect("a formula")
}

/// Checks a proof in at most `segments` segments.
fn check_in(
    segments: usize,
    formula: &Formula,
    mut proof: &[u8],
    format: Format,
    mut progress: impl FnMut(Stage, u64) -> ControlFlow<()>,
) -> Result<Report, DratError> {
    check_divided(formula, &mut proof, format, &|_| segments, &mut progress)
}

/// The verdict on a proof in at most `segments` segments.
fn verdict(segments: usize, formula: &Formula, proof: &[u8], format: Format) -> Result<Report, DratError> {
    check_in(segments, formula, proof, format, |_, _| ControlFlow::Continue(()))
}

/// Checks a proof in one segment and in several, which must agree.
fn check(formula: &Formula, proof: &[u8], format: Format) -> Result<Report, DratError> {
    let verdict = |segments| verdict(segments, formula, proof, format);
    let whole = verdict(1);
    for segments in [2, 3, 7] {
        match (&whole, verdict(segments)) {
            (Ok(one), Ok(other)) => {
                // Which of several ways is found, and so what is used, may differ.
                let (used, used_inputs, rat_additions) = (one.used, one.used_inputs, one.rat_additions);
                assert_eq!(*one, Report { used, rat_additions, used_inputs, ..other }, "{segments} segments");
            }
            (Err(one), Err(other)) => assert_eq!(one.to_string(), other.to_string(), "{segments} segments"),
            (one, other) => panic!("{one:?} in one segment, {other:?} in {segments}"),
        }
    }
    whole
}

/// The report on a valid text proof, checked in both forms.
fn accepted(cnf: &str, proof: &str) -> Report {
    let text = check(&formula(cnf), proof.as_bytes(), Format::Text);
    let text = text.unwrap_or_else(|error| panic!("{proof:?}: {error}"));
    let binary = naive::binary_of(&naive::steps_of_text(proof));
    let report = check(&formula(cnf), binary.as_slice(), Format::Binary);
    let report = report.unwrap_or_else(|error| panic!("{proof:?}, binary: {error}"));
    assert_eq!(Report { bytes: 0, ..text }, Report { bytes: 0, ..report }, "{proof:?}");
    assert_eq!([text.bytes, report.bytes], [proof.len() as u64, binary.len() as u64]);
    text
}

/// The error for an invalid text proof.
fn refused(cnf: &str, proof: &str) -> String {
    check(&formula(cnf), proof.as_bytes(), Format::Text).expect_err("the proof does not hold").to_string()
}

#[test]
fn a_clause_may_follow_by_rat_only() {
    // The example of the DRAT-trim paper: -1 is not implied, but has RAT on its pivot.
    let report = accepted(CIRCLE, "-1 0\nd -1 2 4 0\n2 0\n0\n");
    assert_eq!((report.additions, report.used, report.rat_additions), (3, 2, 1));
    assert_eq!((report.deletions, report.ignored_deletions), (1, 0));
    assert_eq!(
        refused(CIRCLE, "2 1 0\n0\n"),
        "byte 6: added clause 2: it follows neither by unit propagation nor as RAT on its first literal",
        "a consequence that is too weak"
    );
    // Only the first literal may be the pivot.
    let definition = "p cnf 3 4\n1 2 0\n1 -2 0\n-1 3 0\n-1 -3 0\n";
    accepted(definition, "4 1 0\n4 -1 0\n-4 1 0\n1 0\n0\n");
    assert_eq!(
        refused("p cnf 2 2\n1 2 0\n-1 -2 0\n", "1 0\n2 0\n0\n"),
        "byte 4: added clause 2: it follows neither by unit propagation nor as RAT on its first literal"
    );
}

#[test]
fn unused_clauses_need_not_follow() {
    let report = accepted(SQUARE, "2 1 0\n1 0\n0\n");
    assert_eq!((report.additions, report.used), (3, 1));
    assert_eq!(report.used_inputs, 4);
    // Whatever follows the conflict.
    accepted(SQUARE, "1 0\n0\n-1 0\nd 1 2 0\n");
    // Propagation alone reaches the conflict.
    accepted(SQUARE, "1 0\n");
    accepted("p cnf 1 2\n1 0\n-1 0\n", "");
    accepted("p cnf 1 1\n0\n", "");
    accepted("p cnf 1 1\n0\n", "1 0\n0\n");
}

#[test]
fn deletions_are_matched_whatever_their_order() {
    let report = accepted("p cnf 3 5\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n3 3 2 1 0\n", "d 1 2 3 2 0\n1 0\n0\n");
    assert_eq!((report.deletions, report.ignored_deletions), (1, 0));
    let report = accepted(SQUARE, "d 1 2 3 0\nd 1 0\n1 0\n0\n");
    assert_eq!((report.deletions, report.ignored_deletions), (2, 2), "clauses that are not there");
    // The clause occurs twice, and one occurrence is deleted.
    accepted("p cnf 2 5\n1 2 0\n2 1 0\n1 -2 0\n-1 2 0\n-1 -2 0\n", "d 1 2 0\n1 0\n0\n");
    assert_eq!(
        refused("p cnf 2 5\n1 2 0\n2 1 0\n1 -2 0\n-1 2 0\n-1 -2 0\n", "d 1 2 0\nd 2 1 0\n1 0\n0\n"),
        "byte 16: added clause 1: it follows neither by unit propagation nor as RAT on its first literal"
    );
}

#[test]
fn deletions_of_reasons_are_ignored() {
    // Solvers delete the reason of a unit and go on using the unit.
    let report = accepted(
        "p cnf 3 5\n1 0\n-1 2 0\n-2 3 -1 0\n-2 -3 4 0\n-4 -2 0\n".replace("p cnf 3", "p cnf 4").as_str(),
        "",
    );
    assert_eq!(report.additions, 0);
    let cnf = "p cnf 3 4\n1 -2 0\n1 2 0\n-1 2 3 0\n-1 2 -3 0\n-2 3 0\n-2 -3 0\n".replace("3 4", "3 6");
    let report = accepted(&cnf, "1 0\nd 1 0\nd 1 2 0\nd 1 -2 0\n2 0\n0\n");
    assert_eq!((report.deletions, report.ignored_deletions), (3, 1));
}

/// Checks that an error in a step is the same one after other steps, and, if the step does not end the proof, before a comment.
/// Steps there are read as a whole.
fn assert_moves_with_the_step(proof: &str, error: &DratError) {
    let before = "1 2 2 0\nd 2 1 0\n1 2 0\n";
    for after in ["", "c a comment of some length\n"] {
        if !after.is_empty() && !proof.ends_with('\n') {
            continue;
        }
        let moved = format!("{before}{proof}{after}");
        let found = check(&formula(SQUARE), moved.as_bytes(), Format::Text).expect_err("an error");
        let offset = error.offset.map(|offset| offset + before.len() as u64);
        assert_eq!((found.offset, found.reason.to_string()), (offset, error.reason.to_string()), "{moved:?}");
    }
}

#[test]
fn texts_that_are_not_steps_are_refused() {
    for (proof, complaint) in [
        ("1 0\n0", ""),
        ("1", "the proof ends within a step"),
        ("d 1 2", "the proof ends within a step"),
        ("1\n2", "the proof ends within a step"),
        ("5 1 0 1 2 0\n", "the proof ends without a conflict"),
        ("1 d 2 0\n", "found the byte 0x64"),
        ("1 99999999999999999999 0\n", "not a number"),
        ("1 1073741824 0\n", "a literal beyond the variable 1073741823"),
        ("1 -1073741824 0\n", "a literal beyond the variable 1073741823"),
        ("1 x 0\n", "found the byte 0x78"),
        ("-0 0\n", "not a number"),
        ("d1 0\n", "expected a blank after `d`"),
    ] {
        match check(&formula(SQUARE), proof.as_bytes(), Format::Text) {
            Ok(_) => assert_eq!(complaint, "", "{proof:?}"),
            Err(error) => {
                let text = error.to_string();
                assert!(!complaint.is_empty() && text.contains(complaint), "{proof:?}: {text}");
                assert_moves_with_the_step(proof, &error);
            }
        }
    }
    let whole = naive::binary_of(&naive::steps_of_text("1 2 0\n1 0\n"));
    for length in 0..whole.len() {
        let error = check(&formula(SQUARE), &whole[..length], Format::Binary).expect_err("half a proof");
        let expected = if length == 0 || length == 4 {
            matches!(error.reason, DratReason::NoConflict)
        } else {
            error.to_string().contains("ends within a step")
        };
        assert!(expected, "{length} bytes: {error}");
    }
}

#[test]
fn the_ends_of_lines_are_blanks() {
    let plain = check(&formula(SQUARE), b"1 2 0\nd 1 2 0\n1 0\n0\n", Format::Text).expect("a proof");
    for text in ["1 2 0 d 1 2 0 1 0 0", "1\n2\n0\nd\t1\n\n2 0\n1\r\n0 0\n", "1 2 0 c x\nd 1 2 0 1 0\n\n 0"] {
        let report = check(&formula(SQUARE), text.as_bytes(), Format::Text).expect(text);
        assert_eq!(Report { bytes: plain.bytes, ..report }, plain, "{text:?}");
    }
}

#[test]
fn a_large_variable_takes_no_memory() {
    accepted(SQUARE, "1073741823 1 0\n1073741823 -1 0\n-1073741823 1 0\n1 0\n0\n");
}

#[test]
fn the_check_may_be_stopped_at_every_stage() {
    let comment = "c a long comment in front of a short proof\n".repeat(200_000);
    let proof = comment + "1 0\n0\n";
    for stage in [Stage::Reading, Stage::Forwards, Stage::Backwards] {
        let stop = |at, _| if at == stage { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        let stopped = check_in(1, &formula(SQUARE), proof.as_bytes(), Format::Text, stop);
        assert!(matches!(stopped.expect_err("a stop").reason, DratReason::Stopped), "{stage:?}");
    }
}

#[test]
fn steps_are_written_as_they_are_read() {
    let text = "1 -2 0\nd 3 0\n0\n";
    let steps = naive::steps_of_text(text);
    assert_eq!(steps, [Step::Add(vec![1, -2]), Step::Delete(vec![3]), Step::Add(vec![])]);
    assert_eq!(naive::text_of(&steps), text);
    assert_eq!(naive::binary_of(&steps), [b'a', 2, 5, 0, b'd', 6, 0, b'a', 0]);
}
