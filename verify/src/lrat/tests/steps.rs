//! Each rule of the proof system, followed and broken.

use super::{CIRCLE, CIRCLE_PROOF, SQUARE, SQUARE_PROOF, accepted, refused};
use crate::lrat::Report;

#[test]
fn the_proof_of_the_square_is_accepted() {
    let report = accepted(SQUARE, SQUARE_PROOF);
    let expected = Report {
        additions: 2,
        deletions: 0,
        rat_additions: 0,
        hints: 5,
        bytes: SQUARE_PROOF.len() as u64,
        peak_clauses: 6,
        peak_literals: 9,
    };
    assert_eq!(report, expected);
}

#[test]
fn the_proof_of_the_paper_is_accepted() {
    let report = accepted(CIRCLE, CIRCLE_PROOF);
    assert_eq!((report.additions, report.rat_additions, report.deletions), (3, 1, 5));
    assert_eq!((report.peak_clauses, report.peak_literals), (9, 25));
}

#[test]
fn new_variables_may_be_defined() {
    // 7 stands for `1 and 2`; the first step has no clause with its negated pivot, the others resolve to tautologies.
    let cnf = "p cnf 6 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n";
    let proof = "5 7 -1 -2 0 0\n6 -7 1 0 -5 0\n7 -7 2 0 -5 0\n8 7 0 5 1 2 3 0\n";
    assert!(refused(cnf, proof).contains("step 8, "), "the clause 7 does not follow from these hints");
    let proof = "5 7 -1 -2 0 0\n6 -7 1 0 -5 0\n7 -7 2 0 -5 0\n8 1 0 1 2 0\n9 2 0 8 3 0\n10 7 0 8 9 5 0\n11 0 8 9 4 0\n";
    let report = accepted(cnf, proof);
    assert_eq!((report.additions, report.rat_additions), (7, 3));
    let far = proof.replace('7', "1073741823").replace("\n1073741823 ", "\n7 ");
    assert_eq!(accepted(cnf, &far).rat_additions, 3);
}

#[test]
fn the_empty_clause_of_a_formula_still_needs_a_step() {
    let cnf = "p cnf 1 2\n0\n1 0\n";
    assert_eq!(accepted(cnf, "3 0 1 0\n").hints, 1);
    assert!(refused(cnf, "").ends_with("the proof ends without the empty clause"));
    assert!(refused(cnf, "3 0 2 0\n").ends_with("the hints do not lead to a conflict"));
}

#[test]
fn nothing_is_read_after_the_empty_clause() {
    let report = accepted(SQUARE, &format!("{SQUARE_PROOF}nonsense"));
    assert_eq!(report.bytes, SQUARE_PROOF.len() as u64);
}

#[test]
fn repeated_literals_and_tautologies_do_no_harm() {
    let cnf = "p cnf 2 5\n1 1 2 2 0\n1 -2 1 0\n-1 2 0\n-1 -2 0\n1 -1 0\n";
    accepted(cnf, "6 1 1 0 1 2 0\n7 0 6 3 4 0\n");
    // A tautology follows from nothing, and is never unit.
    let report = accepted(cnf, "6 2 1 -2 1 0 0\n7 1 0 1 2 0\n8 0 7 3 4 0\n");
    assert_eq!(report.rat_additions, 0);
    assert!(refused(cnf, "6 0 5 0\n").ends_with("the hint 5 is not unit"));
    assert!(refused(cnf, "6 1 0 5 0\n").ends_with("the hint 5 is satisfied already"));
}

#[test]
fn hints_after_a_conflict_must_exist() {
    accepted(SQUARE, "5 1 0 1 2 3 0\n6 0 5 3 4 -1 0\n");
    assert_eq!(
        refused(SQUARE, "5 1 0 1 2 9 0\n"),
        "line 1, step 5, byte 11: the hint 9 names a clause that does not exist or was deleted"
    );
}

#[test]
fn ids_ascend_and_exist() {
    assert_eq!(
        refused(SQUARE, "4 1 0 1 2 0\n"),
        "line 1, step 4, byte 2: the id 4 is not greater than 4, which is the last one"
    );
    assert_eq!(
        refused(SQUARE, "9 1 0 1 2 0\n8 1 0 1 2 0\n"),
        "line 2, step 8, byte 14: the id 8 is not greater than 9, which is the last one"
    );
    assert!(
        refused(SQUARE, "9 1 0 1 2 0\n9 d 9 0\n9 1 0 1 2 0\n").contains("the id 9 is not greater than 9")
    );
    assert_eq!(refused(SQUARE, "0 1 0 1 2 0\n"), "line 1, byte 2: 0 is not the id of a clause");
    assert_eq!(refused(SQUARE, "-5 1 0 1 2 0\n"), "line 1, byte 3: -5 is not the id of a clause");
    accepted(SQUARE, "900000000000000000 1 0 1 2 0\n999999999999999999 0 900000000000000000 3 4 0\n");
}

#[test]
fn deletions_are_of_live_clauses() {
    accepted(SQUARE, "5 1 0 1 2 0\n5 d 1 2 0\n6 0 5 3 4 0\n");
    accepted(SQUARE, "4 d 0\n5 1 0 1 2 0\n6 0 5 3 4 0\n");
    for (proof, expected) in [
        ("4 d 5 0\n", "line 1, byte 5: clause 5 cannot be deleted: it does not exist or was deleted"),
        ("4 d 1 1 0\n", "line 1, byte 7: clause 1 cannot be deleted: it does not exist or was deleted"),
        ("4 d -1 0\n", "line 1, byte 6: -1 is not the id of a clause"),
        ("3 d 1 0\n", "line 1, byte 3: a deletion is labelled 3, though 4 is the last id"),
        ("0 d 1 0\n", "line 1, byte 3: 0 is not the id of a clause"),
        (
            "4 d 2 0\n5 1 0 1 2 0\n",
            "line 2, step 5, byte 17: the hint 2 names a clause that does not exist or was deleted",
        ),
    ] {
        assert_eq!(refused(SQUARE, proof), expected, "{proof:?}");
    }
}

#[test]
fn hints_are_unit_in_turn() {
    let cnf = "p cnf 4 5\n1 2 3 0\n-1 0\n-2 0\n4 -1 0\n-3 4 0\n";
    for (proof, expected) in [
        ("6 3 4 0 1 2 3 0\n", "line 1, step 6, byte 9: the hint 1 is not unit"),
        ("6 3 0 2 2 3 1 0\n", "line 1, step 6, byte 9: the hint 2 is satisfied already"),
        ("6 3 0 2 4 3 1 0\n", "line 1, step 6, byte 9: the hint 4 is satisfied already"),
        ("6 3 0 2 3 0\n", "line 1, step 6, byte 11: the hints do not lead to a conflict"),
        ("6 0 2 3 0\n", "line 1, step 6, byte 9: the hints do not lead to a conflict"),
    ] {
        assert_eq!(refused(cnf, proof), expected, "{proof:?}");
    }
}

#[test]
fn every_candidate_is_treated() {
    let step = "9 -1 0 -1 5 7 -6 2 7 -8 5 2 0\n";
    accepted(CIRCLE, &format!("{step}10 2 0 9 1 6 3 0\n11 0 9 10 8 4 6 0\n"));
    // Any order of the candidates is accepted.
    accepted(CIRCLE, "9 -1 0 -8 5 2 -1 5 7 -6 2 7 0\n10 2 0 9 1 6 3 0\n11 0 9 10 8 4 6 0\n");
    for (proof, expected) in [
        ("9 -1 0 -1 5 7 -6 2 7 0\n", "clause 8 holds the negated pivot and has no negative hint"),
        ("9 -1 0 -1 5 7 -8 5 2 0\n", "clause 6 holds the negated pivot and has no negative hint"),
        ("9 -1 0 0\n", "the hints do not lead to a conflict"),
        ("9 -1 0 -1 5 -6 2 7 -8 5 2 0\n", "the hints after the negative hint 1 do not lead to a conflict"),
        ("9 -1 0 -1 5 7 -6 2 7 -8 5 0\n", "the hints after the negative hint 8 do not lead to a conflict"),
        ("9 -1 0 -1 5 7 -1 5 7 -6 2 7 -8 5 2 0\n", "the negative hint 1 comes twice"),
        ("9 -1 0 -2 5 7 0\n", "the negative hint 2 does not hold the negated pivot"),
        ("9 -1 0 -9 5 7 0\n", "the hint 9 names a clause that does not exist or was deleted"),
        ("9 -1 0 -1 6 7 0\n", "the hint 6 is satisfied already"),
        ("9 0 -1 0\n", "a negative hint, though the empty clause has no pivot"),
    ] {
        assert!(refused(CIRCLE, proof).ends_with(expected), "{proof:?}: {}", refused(CIRCLE, proof));
    }
}

#[test]
fn the_pivot_is_the_first_literal() {
    // No clause has -3, so 3 may be added; but 1 may not, because clause 2 has -1.
    let cnf = "p cnf 3 3\n1 2 0\n-1 -2 0\n-2 1 0\n";
    let end = |proof: &str| refused(cnf, proof);
    assert!(end("4 3 1 0 0\n").ends_with("the proof ends without the empty clause"));
    assert!(end("4 1 3 0 0\n").ends_with("the hints do not lead to a conflict"));
}

#[test]
fn counts_follow_additions_and_deletions() {
    // The first step makes the checker count. After that only clause 5 has -3, until it is deleted.
    let cnf = "p cnf 3 2\n1 2 0\n-1 2 0\n";
    let opening = "3 3 0 0\n4 -3 2 0 1 2 0\n4 d 3 0\n";
    assert!(refused(cnf, &format!("{opening}5 3 1 0 0\n")).contains("do not lead to a conflict"));
    let deleted = format!("{opening}4 d 4 0\n5 3 1 0 0\n");
    assert!(refused(cnf, &deleted).ends_with("the proof ends without the empty clause"));
}
