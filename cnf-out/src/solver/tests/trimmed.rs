//! Trimmed proofs are valid and have no superfluous steps, and trimming never panics.

use super::formulas::{Numbers, cnf, has_model, pigeons, random_3_sat};
use super::lrat_checker::check;
use crate::solver::{LratFormat, Refuter, TrimError, Trimmed, Verdict, trim};
use proptest::prelude::*;

fn proof(clauses: &[Vec<i32>]) -> Vec<u8> {
    let mut refuter = Refuter::new(clauses.len(), LratFormat::Binary, Vec::new()).expect("a refuter");
    refuter.add_cnf(&cnf(clauses)).expect("clauses");
    let Verdict::Unsatisfiable(refuted) = refuter.solve().expect("a verdict").verdict else {
        panic!("{clauses:?} is unsatisfiable")
    };
    refuted.proof
}

fn trimmed(clauses: &[Vec<i32>], proof: &[u8]) -> (Vec<u8>, Trimmed) {
    let (trimmed, report) = trim(proof, clauses.len() as u64, Vec::new()).expect("a trimmed proof");
    assert_eq!(report.bytes, trimmed.len() as u64);
    if let Err(reason) = check(clauses, LratFormat::Binary, &trimmed) {
        panic!("{clauses:?}: {reason}");
    }
    (trimmed, report)
}

#[test]
fn a_trimmed_proof_is_valid_and_every_step_is_needed() {
    for holes in 1..=6 {
        let clauses = pigeons(holes + 1, holes);
        let whole = proof(&clauses);
        let (once, first) = trimmed(&clauses, &whole);
        assert!(first.kept <= first.additions, "{first:?}");
        let (twice, second) = trimmed(&clauses, &once);
        assert_eq!((second.kept, second.additions), (first.kept, first.kept));
        assert_eq!(twice, once);
    }
}

#[test]
fn trimming_removes_much_of_a_solvers_proof() {
    let clauses = pigeons(7, 6);
    let whole = proof(&clauses);
    let (shorter, report) = trimmed(&clauses, &whole);
    assert!(report.kept < report.additions && shorter.len() < whole.len(), "{report:?}");
}

#[test]
fn random_formulas() {
    let mut numbers = Numbers(0x7e57);
    let mut count = 0;
    for clauses in (0..200).map(|_| random_3_sat(&mut numbers, 10, 60)) {
        if !has_model(&clauses, 10) {
            trimmed(&clauses, &proof(&clauses));
            count += 1;
        }
    }
    assert!(count > 50, "{count} are unsatisfiable");
}

#[test]
fn proofs_that_are_not_refutations_are_refused_with_the_byte() {
    let place = |proof: &[u8]| match trim(proof, 2, Vec::new()) {
        Err(TrimError::Proof { at, reason }) => (at, reason),
        other => panic!("{proof:?}: {other:?}"),
    };
    let end = "it ends before the empty clause";
    assert_eq!(place(b""), (0, end));
    assert_eq!(place(b"x"), (0, "neither an addition nor a deletion"));
    assert_eq!(place(&[b'a', 6, 2, 0, 2, 0]), (6, end));
    assert_eq!(place(&[b'a', 4, 0, 2, 0]), (0, "an id does not ascend"));
    assert_eq!(place(&[b'a', 6, 0, 6, 0]), (0, "a hint names no earlier clause"));
    assert_eq!(place(&[b'a', 6, 2, 0, 3, 0, b'a', 8, 0, 6, 0]), (0, "a step with RAT hints, or no literal"));
    assert_eq!(
        place(&[b'a', 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1]),
        (1, "a number is too large")
    );
}

proptest! {
    #[test]
    fn trimming_any_bytes_never_panics(bytes in proptest::collection::vec(prop_oneof![Just(b'a'), Just(b'd'), 0..12_u8, any::<u8>()], 0..64)) {
        let _ = trim(&bytes, 3, Vec::new());
    }
}
