//! Formulas that exclude assignments: refuted exactly if none is left, with a proof, in any order of the variables.

use super::formulas::{Clauses, Numbers, cnf, has_model, is_model, literal, pigeons};
use super::lrat_checker::check;
use crate::solver::gaps::Work;
use crate::solver::{Gaps, LratFormat, Refuted, StopReason, Verdict};
use rustsat::solvers::ControlSignal;
use rustsat::types::Lit;
use std::io::{self, Write};
use std::time::Duration;

const VARIABLES: i32 = 9;
/// The variables by which assignments are ordered: some of all.
const ORDERED: i32 = 6;

fn gaps<W: Write + 'static>(clauses: &Clauses, order: &[i32], format: LratFormat, proof: W) -> Gaps<W> {
    let order: Vec<Lit> = order.iter().copied().map(literal).collect();
    let variables = clauses.iter().flatten().map(|literal| literal.unsigned_abs()).max().unwrap_or(0);
    Gaps::new(&cnf(clauses), variables, &order, format, proof).expect("a solver")
}

/// Refutes clauses, and checks the proof, which ends with the empty clause.
fn refute(clauses: &Clauses, order: &[i32], format: LratFormat) -> Work {
    let (run, work) = gaps(clauses, order, format, Vec::new()).run().expect("a verdict");
    match run.verdict {
        Verdict::Unsatisfiable(Refuted { proof, bytes }) => {
            assert_eq!(bytes, proof.len() as u64);
            assert_eq!(check(clauses, format, &proof), Ok(()), "{clauses:?} in the order {order:?}");
            let last = match format {
                LratFormat::Text => proof.split(|&byte| byte == b'\n').rev().nth(1).map(<[u8]>::to_vec),
                LratFormat::Binary => None,
            };
            let ends = last.is_none_or(|step| String::from_utf8_lossy(&step).split(' ').nth(1) == Some("0"));
            assert!(ends, "steps after the empty clause: {clauses:?} in the order {order:?}");
        }
        other => panic!("{other:?}: {clauses:?} in the order {order:?}"),
    }
    work
}

/// The order of some variables, by positive and negative literals.
fn order(numbers: &mut Numbers) -> Vec<i32> {
    let mut order: Vec<i32> = (1..=ORDERED).collect();
    for last in (1..order.len()).rev() {
        order.swap(last, numbers.below(last + 1));
    }
    order.iter().map(|&variable| if numbers.below(2) == 0 { variable } else { -variable }).collect()
}

/// The clause that excludes an assignment of the ordered variables, by its bits.
fn exclusion(bits: u32) -> Vec<i32> {
    (0..ORDERED).map(|at| if bits >> at & 1 == 1 { -(at + 1) } else { at + 1 }).collect()
}

/// Random clauses of up to three literals.
fn random(numbers: &mut Numbers) -> Clauses {
    let clauses = 4 + numbers.below(18);
    let clause = |_| (0..=numbers.below(3)).map(|_| numbers.literal(VARIABLES as usize)).collect();
    (0..clauses).map(clause).collect()
}

/// The assignments of the ordered variables that models have.
fn answers(clauses: &Clauses) -> Vec<u32> {
    let with = |bits: u32| {
        let mut clauses = clauses.clone();
        clauses.extend(exclusion(bits).into_iter().map(|literal| vec![-literal]));
        clauses
    };
    (0..1 << ORDERED).filter(|&bits| has_model(&with(bits), VARIABLES as usize)).collect()
}

#[test]
fn a_formula_is_refuted_exactly_if_all_its_answers_are_excluded() {
    let (mut listed, mut resolved, mut skipped, mut kept) = (0, 0, 0, 0);
    for round in 0..300 {
        let format = if round % 2 == 0 { LratFormat::Text } else { LratFormat::Binary };
        let mut numbers = Numbers(round);
        let formula = random(&mut numbers);
        let (answers, order) = (answers(&formula), order(&mut numbers));
        listed += usize::from(answers.len() > 3);
        let closed = |answers: &[u32]| {
            let mut clauses = formula.clone();
            // One of them twice.
            clauses.extend(answers.iter().chain(answers.first()).map(|&bits| exclusion(bits)));
            clauses
        };
        let clauses = closed(&answers);
        let work = refute(&clauses, &order, format);
        resolved += work.resolved;
        skipped += work.skipped;
        kept += work.kept;
        if let Some(missing) = answers.get(numbers.below(answers.len().max(1))) {
            let others: Vec<u32> = answers.iter().copied().filter(|bits| bits != missing).collect();
            let clauses = closed(&others);
            match gaps(&clauses, &order, format, Vec::new()).solve().expect("a verdict").verdict {
                Verdict::Satisfiable(model) => assert!(is_model(&clauses, &model), "{clauses:?}"),
                other => panic!("{other:?}: {clauses:?} has an answer"),
            }
        }
    }
    assert!(listed > 100, "{listed} of 300 formulas have more than three answers");
    assert!(
        resolved > 10 && skipped > 100 && kept > 100,
        "{resolved} resolved, {skipped} skipped, {kept} kept"
    );
}

#[test]
fn an_order_may_be_empty_and_have_a_variable_again() {
    let both: Clauses = vec![vec![1, 2], vec![1, -2], vec![-1, 2], vec![-1, -2]];
    for clauses in [both, vec![vec![]], vec![vec![1], vec![]], vec![vec![3], vec![-3]]] {
        for order in [&[][..], &[1], &[1, 2], &[2, -1], &[1, 1, 2, -1, -2]] {
            refute(&clauses, order, LratFormat::Text);
        }
    }
    let verdict =
        gaps(&Clauses::new(), &[], LratFormat::Text, Vec::new()).solve().expect("a verdict").verdict;
    assert!(matches!(verdict, Verdict::Satisfiable(_)), "{verdict:?}");
}

#[test]
fn it_ends_at_its_limits() {
    let mut clauses = pigeons(12, 11);
    let order: Vec<i32> = (1..=ORDERED).collect();
    clauses.push(exclusion(0b10));
    let solver = || gaps(&clauses, &order, LratFormat::Binary, io::sink());
    let mut asked = solver();
    let mut calls = 0;
    asked.attach_terminator(move || {
        calls += 1;
        if calls > 3 { ControlSignal::Terminate } else { ControlSignal::Continue }
    });
    let verdict = asked.solve().expect("a verdict").verdict;
    assert!(matches!(verdict, Verdict::Interrupted(StopReason::Callback)), "{verdict:?}");
    let mut timed = solver();
    timed.set_time_limit(Some(Duration::from_millis(50)));
    let verdict = timed.solve().expect("a verdict").verdict;
    assert!(matches!(verdict, Verdict::Interrupted(StopReason::TimeLimit)), "{verdict:?}");
}
