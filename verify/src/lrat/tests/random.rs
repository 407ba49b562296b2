//! Random formulas with proofs, altered and unaltered: a proof that the checker accepts must be valid for the naive one
//! too.

use proptest::prelude::*;
use proptest::sample::Index;

use super::naive::{Naive, Step, binary_of, list, refute, steps_of_binary, steps_of_text, text_of};
use super::{formula, verdict};
use crate::dimacs::Formula;
use crate::lrat::{Format, LratReason, Report};

type Clauses = Vec<Vec<i64>>;

fn formula_of(clauses: &Clauses) -> Formula {
    let lines: Vec<String> = clauses.iter().map(|clause| list(clause)).collect();
    formula(&format!("p cnf 12 {}\n{}\n", clauses.len(), lines.join("\n")))
}

/// `pigeons` pigeons in one hole less, no two in the same hole.
fn pigeons(pigeons: i64) -> Clauses {
    let holes = pigeons - 1;
    let sits = |pigeon: i64, hole: i64| pigeon * holes + hole + 1;
    let mut clauses: Clauses =
        (0..pigeons).map(|pigeon| (0..holes).map(|hole| sits(pigeon, hole)).collect()).collect();
    for hole in 0..holes {
        for first in 0..pigeons {
            clauses.extend((0..first).map(|second| vec![-sits(first, hole), -sits(second, hole)]));
        }
    }
    clauses
}

/// Checks `steps` in both forms; the results must be the same.
fn both_forms(clauses: &Clauses, steps: &[Step]) -> Result<Report, LratReason> {
    let formula = formula_of(clauses);
    let text = verdict(&formula, text_of(steps, clauses.len()).as_bytes(), Format::Text);
    let binary = verdict(&formula, &binary_of(steps), Format::Binary);
    match (text, binary) {
        (Ok(text), Ok(binary)) => {
            assert_eq!(Report { bytes: 0, ..text }, Report { bytes: 0, ..binary });
            Ok(text)
        }
        (Err(text), Err(binary)) => {
            assert_eq!((text.step, text.reason.to_string()), (binary.step, binary.reason.to_string()));
            Err(text.reason)
        }
        (text, binary) => panic!("as text {text:?}, as binary {binary:?}"),
    }
}

#[test]
fn four_pigeons_do_not_fit() {
    let clauses = pigeons(4);
    let steps = refute(&clauses).expect("a refutation");
    let report = both_forms(&clauses, &steps).expect("a proof");
    assert_eq!(report.additions, steps.iter().filter(|step| matches!(step, Step::Add { .. })).count() as u64);
    assert!(report.additions > 20 && report.deletions > 15 && report.rat_additions == 0, "{report:?}");
    assert_eq!(Naive::new(&clauses).check(&steps), Ok(()));
    // No step can be left out that another one names.
    let named =
        |id: &i64| steps.iter().any(|step| matches!(step, Step::Add { hints, .. } if hints.contains(id)));
    for (spared, step) in steps.iter().enumerate() {
        if matches!(step, Step::Add { id, clause, .. } if named(id) || clause.is_empty()) {
            let mut fewer = steps.clone();
            fewer.remove(spared);
            both_forms(&clauses, &fewer).expect_err("a step is missing");
        }
    }
}

/// A clause of up to three literals of the variables up to `variables`.
fn clause(variables: i64) -> impl Strategy<Value = Vec<i64>> {
    proptest::collection::vec((1..=variables, any::<bool>()), 1..=3)
        .prop_map(|literals| literals.into_iter().map(|(v, sign)| if sign { v } else { -v }).collect())
}

/// Enough clauses that there is usually no model.
fn clauses() -> impl Strategy<Value = Clauses> {
    proptest::collection::vec(clause(4), 12..28)
}

/// A proposal for the next step of a proof.
type Wish = (Vec<i64>, Option<Index>);

/// Adds each proposed clause that can be shown, over the formula's variables or two more, and sometimes deletes one;
/// then refutes what is left if that is possible.
fn prove(clauses: &Clauses, wishes: &[Wish]) -> Vec<Step> {
    let mut naive = Naive::new(clauses);
    let mut steps = Vec::new();
    let mut id = clauses.len() as i64;
    for (clause, deleted) in wishes {
        if let Some(hints) = naive.hints(clause) {
            id += 1;
            naive.add(id, clause.clone());
            steps.push(Step::Add { id, clause: clause.clone(), hints });
        }
        if let (Some(index), ids @ [_, ..]) = (deleted, naive.ids().as_slice()) {
            naive.delete(*index.get(ids));
            steps.push(Step::Delete(vec![*index.get(ids)]));
        }
    }
    // The clauses over the first two variables are shown one by one, as far as possible.
    for clause in [vec![1, 2], vec![1, -2], vec![1], vec![-1, 2], vec![-1, -2], vec![-1], vec![]] {
        if let Some(hints) = naive.hints(&clause) {
            id += 1;
            naive.add(id, clause.clone());
            steps.push(Step::Add { id, clause, hints });
        }
    }
    steps
}

fn wishes() -> impl Strategy<Value = Vec<Wish>> {
    proptest::collection::vec((clause(6), proptest::option::weighted(0.3, any::<Index>())), 0..12)
}

/// A change of one number: the step, which of its lists, the index in it, the kind of change, and the number.
type Change = (Index, bool, Index, u8, i64);

fn change() -> impl Strategy<Value = Change> {
    let number = (-30..30_i64).prop_filter("0 closes a list", |&number| number != 0);
    (any::<Index>(), any::<bool>(), any::<Index>(), 0..5_u8, number)
}

/// Changes one number in `steps`.
fn alter(steps: &mut [Step], (step, last_list, place, kind, number): &Change) {
    if steps.is_empty() {
        return;
    }
    let list = match &mut steps[step.index(steps.len())] {
        Step::Add { id, .. } if *kind == 4 => {
            *id = number.abs();
            return;
        }
        Step::Add { hints, .. } if *last_list => hints,
        Step::Add { clause: list, .. } | Step::Delete(list) => list,
    };
    let at = place.index(list.len() + 1);
    match kind {
        0 if at < list.len() => list[at] = *number,
        1 if at < list.len() => list[at] = -list[at],
        2 if at < list.len() => drop(list.remove(at)),
        _ => list.insert(at, *number),
    }
}

/// Checks that a proof that is accepted is valid for the naive checker as well.
fn agree(clauses: &Clauses, steps: &[Step]) -> Result<(), TestCaseError> {
    if both_forms(clauses, steps).is_ok() {
        prop_assert_eq!(Naive::new(clauses).check(steps), Ok(()));
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn refutations_are_accepted(clauses in clauses()) {
        if let Some(steps) = refute(&clauses) {
            let report = both_forms(&clauses, &steps);
            prop_assert!(report.is_ok_and(|report| report.rat_additions == 0));
            prop_assert_eq!(Naive::new(&clauses).check(&steps), Ok(()));
        }
    }

    #[test]
    fn steps_for_a_pivot_are_accepted(clauses in clauses(), wishes in wishes()) {
        let steps = prove(&clauses, &wishes);
        match both_forms(&clauses, &steps) {
            Ok(_) => prop_assert_eq!(Naive::new(&clauses).check(&steps), Ok(())),
            Err(reason) => prop_assert!(matches!(reason, LratReason::NoEmptyClause), "{reason}"),
        }
    }

    #[test]
    fn altered_refutations_hold_or_are_refused(
        clauses in clauses(),
        changes in proptest::collection::vec(change(), 1..3),
    ) {
        let mut steps = refute(&clauses).unwrap_or_default();
        for change in &changes {
            alter(&mut steps, change);
        }
        agree(&clauses, &steps)?;
    }

    #[test]
    fn altered_steps_for_a_pivot_hold_or_are_refused(
        clauses in clauses(),
        wishes in wishes(),
        changes in proptest::collection::vec(change(), 1..3),
    ) {
        let mut steps = prove(&clauses, &wishes);
        for change in &changes {
            alter(&mut steps, change);
        }
        agree(&clauses, &steps)?;
    }

    #[test]
    fn a_text_with_a_changed_byte_is_refused_or_valid(
        clauses in clauses(), wishes in wishes(), at in any::<Index>(), byte in any::<u8>(),
    ) {
        let mut text = text_of(&prove(&clauses, &wishes), clauses.len()).into_bytes();
        if !text.is_empty() {
            let at = at.index(text.len());
            text[at] = byte;
        }
        if let Ok(report) = verdict(&formula_of(&clauses), &text, Format::Text) {
            let read = std::str::from_utf8(&text[..report.bytes as usize]).expect("what is read is text");
            prop_assert_eq!(Naive::new(&clauses).check(&steps_of_text(read)), Ok(()));
        }
    }

    #[test]
    fn a_binary_proof_with_a_changed_byte_is_refused_or_valid(
        clauses in clauses(), wishes in wishes(), at in any::<Index>(), byte in any::<u8>(),
    ) {
        let mut binary = binary_of(&prove(&clauses, &wishes));
        if !binary.is_empty() {
            let at = at.index(binary.len());
            binary[at] = byte;
        }
        if let Ok(report) = verdict(&formula_of(&clauses), &binary, Format::Binary) {
            let steps = steps_of_binary(&binary[..report.bytes as usize]);
            prop_assert_eq!(Naive::new(&clauses).check(&steps), Ok(()));
        }
    }

    #[test]
    fn no_bytes_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let formula = formula_of(&pigeons(3));
        for format in [Format::Auto, Format::Text, Format::Binary] {
            let _ = verdict(&formula, &bytes, format);
        }
    }

    #[test]
    fn nearly_proofs_do_not_panic(text in "([1-9]{1,2} (d |)(-?[1-9]{1,2} ){0,4}0( (-?[1-9] ){0,4}0|)\n){0,9}") {
        let _ = verdict(&formula_of(&pigeons(3)), text.as_bytes(), Format::Auto);
    }
}
