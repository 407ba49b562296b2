//! Proofs in several segments.

use super::super::read::{ProofStep, read};
use super::super::segment::{count, cut};
use super::super::{Input, NeededProof, Text};
use super::{DratReason, Format, Stage, accepted, check_in, formula, refused, verdict};
use std::ops::ControlFlow;

#[test]
fn a_clause_that_only_other_segments_took_as_used_may_be_wrong() {
    // 3 does not follow, is live at the end of its segment, and nothing needs it.
    let cnf = "p cnf 5 5\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n-3 4 5 0\n";
    assert_eq!(accepted(cnf, "3 0\n1 0\n0\n").used, 1);
    // Here it is needed, and its segment ends before the clause that needs it.
    assert_eq!(
        refused("p cnf 3 4\n1 2 0\n1 -2 -3 0\n-1 2 0\n-1 -2 0\n", "3 0\n1 0\n0\n"),
        "byte 0: added clause 1: it follows neither by unit propagation nor as RAT on its first literal"
    );
}

/// Holds in one segment, and not in two.
const IN_ONE: [&str; 2] = [
    "p cnf 10 10\n1 2 0\n1 -3 0\n1 -4 0\n-2 5 0\n-2 -5 0\n-1 6 7 0\n-1 6 -7 0\n-1 -6 8 0\n-1 -6 -8 0\n-3 9 10 0\n",
    "3 4 0\n1 0\n6 0\n",
];

/// Holds in two segments, and not in one.
fn in_two(fill: usize) -> (&'static str, String) {
    let cnf = "p cnf 13 11\n1 -3 0\n1 -4 0\n1 -11 0\n1 -12 0\n11 12 13 0\n11 12 -13 0\n-1 6 7 0\n-1 6 -7 0\n\
               -1 -6 8 0\n-1 -6 -8 0\n-3 9 10 0\n";
    (cnf, format!("3 4 0\n11 12 0\n1 0\nd 3 4 0\n{}6 0\n", "14 15 0\n".repeat(fill)))
}

/// Where the cuts are may decide on which clauses the conflict depends, and so whether one that does not follow matters.
/// Therefore they depend on the proof alone.
#[test]
fn a_wrong_clause_may_matter_in_one_segment_only_or_in_several_only() {
    let (cnf, proof) = in_two(4);
    for ([cnf, proof], holds_in_one) in [(IN_ONE, true), ([cnf, &proof], false)] {
        let holds = |segments| verdict(segments, &formula(cnf), proof.as_bytes(), Format::Text).is_ok();
        assert_eq!([holds(1), holds(2)], [holds_in_one, !holds_in_one], "{proof}");
    }
    // Long enough for the public function to cut it.
    let (cnf, proof) = in_two(9000);
    assert!(verdict(1, &formula(cnf), proof.as_bytes(), Format::Text).is_err());
    assert!(super::super::check(&formula(cnf), proof.as_bytes(), Format::Text).is_ok());
}

#[test]
fn the_number_of_segments_depends_on_the_number_of_steps() {
    let expected = [(0, 1), (8191, 1), (8192, 2), (3 << 19, 3), (16 << 19, 16), (usize::MAX, 16)];
    for (steps, segments) in expected {
        assert_eq!(count(steps), segments, "{steps} steps");
    }
}

/// The steps of a text up to its conflict.
fn course(cnf: &str, proof: &str) -> NeededProof {
    let mut ignore = |_| ControlFlow::Continue(());
    let mut bytes = proof.as_bytes();
    let input = Input::new(&mut bytes, &mut ignore);
    let read = read(&formula(cnf), Text::new(input)).expect("a proof");
    NeededProof::new(read, &mut |_, _| ControlFlow::Continue(())).expect("a conflict")
}

/// A proof whose conflict is its last step, with deletions.
fn long_proof() -> (&'static str, String) {
    let step = |step: i64| {
        let (one, other) = (10 + step, 60 + step);
        let delete =
            if step % 3 == 2 { format!("d {} {} 0\n", 10 + step - 1, 60 + step - 1) } else { String::new() };
        format!("{one} {other} 0\n{delete}")
    };
    (super::SQUARE, (0..40).map(step).chain(["1 0\n".to_owned()]).collect())
}

#[test]
fn the_parts_of_a_proof_join_to_the_whole() {
    let (cnf, proof) = long_proof();
    let course = course(cnf, &proof);
    for (count, expected) in [(0, 1), (1, 1), (2, 2), (3, 3), (7, 7), (1000, 54)] {
        let parts = cut(&course, count);
        assert_eq!(parts.len(), expected, "{count}");
        let steps: Vec<ProofStep> = parts.iter().flat_map(|part| part.steps.to_vec()).collect();
        assert_eq!(steps, course.steps, "{count}");
        let mut live: Vec<_> = (0..course.inputs).collect();
        for (at, part) in parts.iter().enumerate() {
            assert!(part.steps.len() <= 2 * course.steps.len() / expected, "{count}");
            assert!(!part.steps.is_empty() && part.is_last == (at + 1 == parts.len()), "{count}");
            assert_eq!(part.before.iter().map(|clause| clause.0).collect::<Vec<_>>(), live, "{count}");
            for step in part.steps {
                match step {
                    ProofStep::Add(clause) => live.push(clause.0),
                    ProofStep::Delete(clause) => live.retain(|other| *other != clause.0),
                }
            }
        }
    }
    // The formula alone has a conflict.
    let empty = super::SQUARE.replace("4\n", "5\n0\n");
    assert_eq!(cut(&self::course(&empty, "1 0\n"), 3).len(), 1);
    assert_eq!(accepted(cnf, &proof).used, 1);
}

#[test]
fn a_cut_follows_many_deletions() {
    let lines = |clauses: std::ops::Range<i64>, start: &str| {
        clauses.fold(String::new(), |lines, clause| lines + start + &format!("{} 200 0\n", 10 + clause))
    };
    let (before, after, deletions) = (lines(0..62, ""), lines(62..100, ""), lines(10..30, "d "));
    let course = course(super::SQUARE, &format!("{before}{deletions}{after}1 0\n"));
    assert_eq!(cut(&course, 2)[0].steps.len(), 62 + 20);
    // Not if they are far from the middle.
    let course = self::course(super::SQUARE, &format!("{before}{after}{deletions}1 0\n"));
    assert!((50..70).contains(&cut(&course, 2)[0].steps.len()));
}

#[test]
fn a_stop_is_an_error_whenever_it_comes() {
    let proof = "3 60 0\nd 60 3 0\n".repeat(5000) + "1 0\n";
    for segments in [1, 2, 5] {
        let mut is_over = false;
        for calls in 0.. {
            let mut rest = calls;
            let stopped =
                check_in(segments, &formula(super::SQUARE), proof.as_bytes(), Format::Text, |stage, _| {
                    assert!(rest >= 0, "called again");
                    rest -= i32::from(stage == Stage::Backwards);
                    if rest < 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                });
            match stopped {
                Err(error) => assert!(rest < 0 && matches!(error.reason, DratReason::Stopped), "{error}"),
                Ok(report) => {
                    assert!(rest >= 0 && report.used == 1, "{segments} segments, {calls} calls");
                    is_over = true;
                }
            }
            if is_over {
                break;
            }
        }
    }
}

#[test]
fn clauses_that_follow_as_rat_may_need_clauses_of_other_segments() {
    // Definitions of 4, 5 and 6, each by the one before; the deletion and the repetition of a clause lie across cuts.
    let cnf =
        "p cnf 3 8\n1 2 3 0\n1 2 -3 0\n1 -2 3 0\n1 -2 -3 0\n-1 2 3 0\n-1 2 -3 0\n-1 -2 3 0\n-1 -2 -3 0\n";
    let and = |new: i64, one: i64, other: i64| {
        format!("{new} -{one} -{other} 0\n-{new} {one} 0\n-{new} {other} 0\n")
    };
    let definitions = and(4, 1, 2) + &and(5, 4, 3) + "d 5 -4 -3 0\n5 -4 -3 0\n" + &and(6, 5, 1);
    let report = accepted(cnf, &(definitions + "-5 0\n-4 0\n1 2 0\n1 0\n0\n"));
    assert!(report.rat_additions > 0, "{report:?}");
}
