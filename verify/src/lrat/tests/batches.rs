//! Steps of one batch that depend on each other, and proofs of many batches.

use proptest::prelude::*;
use std::fmt::Write;

use super::{SQUARE, accepted, formula, refused, verdict};
use crate::lrat::Format;
use crate::lrat::code::Code;
use crate::lrat::store::Store;

/// What follows, so that the steps before it are read as a whole.
const REST: &str = "7 1 0 1 2 0\n8 1 0 1 2 0\n9 1 0 1 2 0\n10 1 0 1 2 0\n";

#[test]
fn a_clause_can_be_used_until_it_is_deleted() {
    let kept = "5 1 0 1 2 0\n6 1 2 0 1 0\n6 d 1 2 6 0\n";
    assert_eq!(accepted(SQUARE, &format!("{kept}7 0 5 3 4 0\n{REST}")).deletions, 3);
    for (steps, expected) in [
        (
            "5 1 0 1 2 0\n5 d 1 0\n6 1 2 0 1 0\n",
            "line 3, step 6, byte 29: the hint 1 names a clause that does not exist or was deleted",
        ),
        (
            "5 1 0 1 2 0\n6 1 2 0 7 0\n7 1 0 5 0\n",
            "line 2, step 6, byte 21: the hint 7 names a clause that does not exist or was deleted",
        ),
        (
            "5 1 0 1 2 0\n6 1 2 0 6 0\n",
            "line 2, step 6, byte 21: the hint 6 names a clause that does not exist or was deleted",
        ),
        (
            "5 1 0 1 2 0\n5 d 1 2 1 0\n",
            "line 2, byte 21: clause 1 cannot be deleted: it does not exist or was deleted",
        ),
        (
            "5 1 0 1 2 0\n5 d 1 6 0\n",
            "line 2, byte 19: clause 6 cannot be deleted: it does not exist or was deleted",
        ),
    ] {
        assert_eq!(refused(SQUARE, &format!("{steps}{REST}")), expected, "{steps:?}");
    }
}

/// Many steps, with even ids, each of which derives the same clause and deletes the one before.
fn long_proof(steps: u64) -> String {
    let mut proof = String::from("6 1 0 1 2 0\n");
    for id in (4..=steps + 3).map(|half| 2 * half) {
        let _ = write!(proof, "{id} 1 0 1 2 0\n{id} d {} 0\n", id - 2);
    }
    let last = 2 * steps + 8;
    let _ = writeln!(proof, "{last} 0 {} 3 4 0", last - 2);
    proof
}

#[test]
fn a_proof_of_many_batches_is_checked() {
    let proof = long_proof(60_000) + REST;
    let report = verdict(&formula(SQUARE), proof.as_bytes(), Format::Auto).expect("a proof");
    assert_eq!((report.additions, report.deletions, report.hints), (60_002, 60_000, 120_005));
    assert_eq!((report.peak_clauses, report.peak_literals), (6, 10));
}

#[test]
fn an_error_in_a_late_batch_has_its_place() {
    let proof = long_proof(60_000);
    let (before, after) = proof.split_once("50000 1 0 1 2 0\n").expect("the step");
    for (step, expected) in [
        ("50000 1 0 1 3 0\n", "the hint 3 is satisfied already"),
        ("50000 -1 2 0 0\n", "the hints do not lead to a conflict"),
    ] {
        let place = format!("line {}, step 50000, byte ", before.lines().count() + 1);
        let proof = format!("{before}{step}{after}");
        let error = refused(SQUARE, &proof);
        assert!(error.starts_with(&place) && error.ends_with(expected), "{error}");
    }
    // An unusual blank, and steps whose whole chunk is checked step by step: by RAT without a hint, and with a literal twice.
    for step in ["50000  1 0 1 2 0\n", "49999 -7 0 0\n50000 1 0 1 2 0\n", "50000 1 1 0 1 2 0\n"] {
        let proof = format!("{before}{step}{after}");
        let report = verdict(&formula(SQUARE), proof.as_bytes(), Format::Auto);
        assert_eq!(report.map(|report| report.hints).ok(), Some(120_005), "{step:?}");
    }
}

#[test]
fn no_step_is_numbered_0() {
    let error = refused("p cnf 0 0\n", &format!("0 d 0\n{REST}"));
    assert_eq!(error, "line 1, byte 3: 0 is not the id of a clause");
}

#[test]
fn a_mark_has_its_time() {
    let mut store = Store::default();
    for id in 1..4 {
        store.insert(id, &[Code(2)]);
    }
    assert!(store.mark(2, 5).is_some() && store.mark(2, 6).is_none() && store.mark(4, 6).is_none());
    assert!((0..5).all(|time| store.place_at(2, time).is_some()));
    assert!((5..9).all(|time| store.place_at(2, time).is_none() && store.place_at(3, time).is_some()));
    store.bury();
    assert!(store.place_at(2, 0).is_none() && store.place_at(1, 0).is_some());
}

proptest! {
    #[test]
    fn what_is_taken_back_never_was(
        kept in prop::collection::vec(0..9_usize, 1..30),
        steps in prop::collection::vec((any::<bool>(), 0..60_u64), 0..60),
    ) {
        let clause = |id: u64, length: usize| (0..length).map(|at| Code((id as usize * 9 + at) as u32)).collect();
        let clauses = |store: &Store| -> Vec<(u64, Vec<Code>)> {
            store.iter().map(|(id, clause)| (id, clause.codes().collect())).collect()
        };
        let mut store = Store::default();
        for (id, &length) in (1..).zip(&kept) {
            let clause: Vec<Code> = clause(id, length);
            store.insert(id, &clause);
        }
        let before = (clauses(&store), store.len(), store.literals());
        let (mut added, mut marked) = (Vec::new(), 0);
        for &(is_addition, number) in &steps {
            if is_addition {
                let id = 100 + added.len() as u64;
                let clause: Vec<Code> = clause(id, number as usize % 9);
                store.insert(id, &clause);
                added.push(id);
            } else {
                let id = if number < 30 { number } else { 70 + number };
                marked += usize::from(store.mark(id, added.len() as u32).is_some());
            }
        }
        prop_assert_eq!(store.len(), kept.len() + added.len() - marked);
        while store.revive().is_some() {}
        for &id in added.iter().rev() {
            store.withdraw(id);
        }
        prop_assert_eq!((clauses(&store), store.len(), store.literals()), before);
        prop_assert!(added.iter().all(|&id| store.get(id).is_none()));
    }
}
