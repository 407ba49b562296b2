//! Formulas that exclude assignments: refuted exactly if none is left, with a proof, in any order of the variables.

use super::formulas::{Clauses, Numbers, clause, cnf, has_model, is_model, literal, pigeons};
use super::lrat_checker::check;
use crate::solver::gaps::WorkCounts;
use crate::solver::{Gaps, LratFormat, SolverError, StopReason, Verdict, WrittenProof};
use rustsat::instances::Cnf;
use rustsat::solvers::ControlSignal;
use rustsat::types::{Assignment, Lit, TernaryVal};
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::time::Duration;

const VARIABLES: i32 = 9;
/// The variables by which assignments are ordered: some of all.
pub(super) const ORDERED: i32 = 6;

pub(super) fn gaps<'a, W: Write + Send>(
    formula: &'a Cnf,
    order: &[i32],
    format: LratFormat,
    proof: W,
) -> Gaps<'a, W> {
    let order: Vec<Lit> = order.iter().copied().map(literal).collect();
    let highest = formula.iter().flatten().map(|literal| literal.var().idx32() + 1).max();
    Gaps::new(formula, highest.unwrap_or(0).max(order.len() as u32), &order, format, proof).expect("a solver")
}

/// Refutes clauses, and checks the proof, which ends with the empty clause.
fn refute(clauses: &Clauses, order: &[i32], format: LratFormat, workers: usize) -> WorkCounts {
    let formula = cnf(clauses);
    let mut gaps = gaps(&formula, order, format, Vec::new());
    gaps.set_workers(NonZeroUsize::new(workers).expect("a worker"));
    let (run, work) = gaps.run().expect("a verdict");
    match run.verdict {
        Verdict::Unsatisfiable(WrittenProof { proof, bytes }) => {
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
pub(super) fn order(numbers: &mut Numbers) -> Vec<i32> {
    let mut order: Vec<i32> = (1..=ORDERED).collect();
    for last in (1..order.len()).rev() {
        order.swap(last, numbers.below(last + 1));
    }
    order.iter().map(|&variable| if numbers.below(2) == 0 { variable } else { -variable }).collect()
}

/// Two choices, of which a model may have any literals or none. One is of an ordered variable.
pub(super) fn some_choices() -> [Vec<Lit>; 2] {
    [[7, 8], [-9, 1]].map(|choice| choice.map(literal).to_vec())
}

/// The clause that excludes an assignment of the ordered variables, by its bits.
pub(super) fn exclusion(bits: u32) -> Vec<i32> {
    (0..ORDERED).map(|at| if bits >> at & 1 == 1 { -(at + 1) } else { at + 1 }).collect()
}

/// Random clauses of up to three literals.
pub(super) fn random(numbers: &mut Numbers) -> Clauses {
    let clauses = 4 + numbers.below(18);
    let clause = |_| (0..=numbers.below(3)).map(|_| numbers.literal(VARIABLES as usize)).collect();
    (0..clauses).map(clause).collect()
}

/// The assignments of the ordered variables that models have.
pub(super) fn answers(clauses: &Clauses) -> Vec<u32> {
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
        let work = refute(&clauses, &order, format, 1 + round as usize / 2 % 3);
        resolved += work.resolved;
        skipped += work.skipped;
        kept += work.kept;
        if let Some(missing) = answers.get(numbers.below(answers.len().max(1))) {
            let others: Vec<u32> = answers.iter().copied().filter(|bits| bits != missing).collect();
            let clauses = closed(&others);
            let formula = cnf(&clauses);
            match gaps(&formula, &order, format, Vec::new()).solve().expect("a verdict").verdict {
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

/// The bits of the ordered variables in a model.
pub(super) fn bits(model: &Assignment) -> u32 {
    let is_true = |at| model.lit_value(literal(at + 1)) == TernaryVal::True;
    (0..ORDERED).map(|at| u32::from(is_true(at)) << at).sum()
}

#[test]
fn a_list_is_found_and_closed_in_one_run() {
    let (mut found_all, mut reports) = (0, 0);
    for round in 0..300 {
        let mut numbers = Numbers(1000 + round);
        let formula = random(&mut numbers);
        let (answers, order) = (answers(&formula), order(&mut numbers));
        // Some of the answers are known.
        let known: Vec<u32> = answers.iter().copied().filter(|_| numbers.below(2) == 0).collect();
        let mut clauses = formula.clone();
        clauses.extend(known.iter().map(|&bits| exclusion(bits)));
        let (asked, mut met) = (cnf(&clauses), Vec::new());
        let mut solver = gaps(&asked, &order, LratFormat::Text, Vec::new());
        solver.set_workers(NonZeroUsize::new(1 + round as usize % 2).expect("a worker"));
        if round % 4 > 1 {
            solver.split_by_cases(&some_choices(), "unsat");
        }
        solver.exclude_models(64, |model| {
            met.push(bits(model));
            Some(vec![clause(&exclusion(bits(model)))])
        });
        solver.attach_observer(|share| {
            assert!((0.0..=1.0).contains(&share), "{share}");
            reports += 1;
        });
        let run = solver.solve().expect("a verdict");
        let Verdict::Unsatisfiable(WrittenProof { proof, .. }) = run.verdict else {
            panic!("{:?}: {clauses:?}", run.verdict);
        };
        clauses.extend(met.iter().map(|&bits| exclusion(bits)));
        assert_eq!(run.statistics.clauses, clauses.len());
        // The proof numbers its own clauses after all that there was room for.
        let numbered = clauses.len() + 64 - met.len();
        let mut padded = clauses.clone();
        padded.resize(numbered, vec![1, -1]);
        assert_eq!(check(&padded, LratFormat::Text, &proof), Ok(()), "{clauses:?} in the order {order:?}");
        let mut all: Vec<u32> = known.iter().chain(&met).copied().collect();
        all.sort_unstable();
        assert_eq!(all, answers, "{formula:?} in the order {order:?}");
        found_all += usize::from(met.len() > 3);
    }
    assert!(reports > 100, "{reports} reports");
    assert!(found_all > 50, "{found_all} of 300 formulas have more than three answers that were not known");
}

#[test]
fn a_model_that_is_not_excluded_ends_the_run() {
    let clauses: Clauses = vec![vec![1, 2], vec![3]];
    let formula = cnf(&clauses);
    let run_by = |workers: usize, room: u64, exclude: &(dyn Fn(u32) -> Option<Vec<Vec<i32>>> + Sync)| {
        let mut solver = gaps(&formula, &[1, 2, 3, 4, 5, 6], LratFormat::Text, Vec::new());
        solver.set_workers(NonZeroUsize::new(workers).expect("a worker"));
        solver.exclude_models(room, |model| {
            exclude(bits(model)).map(|clauses| clauses.iter().map(|literals| clause(literals)).collect())
        });
        solver.solve().expect("a verdict").verdict
    };
    let excluded = |bits: u32| Some(vec![exclusion(bits)]);
    for workers in [1, 3] {
        let run = |room, exclude| run_by(workers, room, exclude);
        assert!(matches!(run(24, &excluded), Verdict::Unsatisfiable(_)), "2 ^ 3 times 3 answers");
        assert!(matches!(run(23, &excluded), Verdict::Satisfiable(_)), "no room for the last");
        assert!(matches!(run(24, &|_| None), Verdict::Satisfiable(_)));
        assert!(matches!(run(24, &|_| Some(Vec::new())), Verdict::Satisfiable(_)));
        assert!(matches!(run(24, &|_| Some(vec![vec![3]])), Verdict::Satisfiable(_)), "the model has it");
    }
}

/// A writer that is full after some bytes.
#[derive(Debug)]
struct Full(usize);

impl Write for Full {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 = self.0.checked_sub(bytes.len()).ok_or(io::ErrorKind::StorageFull)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_proof_that_cannot_be_written_is_an_error() {
    let mut clauses = pigeons(8, 7);
    let order: Vec<i32> = (1..=ORDERED).collect();
    clauses.push(exclusion(0b10));
    let formula = cnf(&clauses);
    for workers in [1, 3] {
        for bytes in [0, 100_000] {
            let mut solver = gaps(&formula, &order, LratFormat::Text, Full(bytes));
            solver.set_workers(NonZeroUsize::new(workers).expect("a worker"));
            let error = solver.solve().expect_err("no room");
            assert!(matches!(error, SolverError::ProofWrite(_)), "{workers} workers: {error:?}");
        }
    }
}

#[test]
fn an_order_may_be_empty_and_have_a_variable_again() {
    let both: Clauses = vec![vec![1, 2], vec![1, -2], vec![-1, 2], vec![-1, -2]];
    for clauses in [both, vec![vec![]], vec![vec![1], vec![]], vec![vec![3], vec![-3]]] {
        for order in [&[][..], &[1], &[1, 2], &[2, -1], &[1, 1, 2, -1, -2]] {
            refute(&clauses, order, LratFormat::Text, 1);
            refute(&clauses, order, LratFormat::Text, 2);
        }
    }
    let verdict = gaps(&Cnf::new(), &[], LratFormat::Text, Vec::new()).solve().expect("a verdict").verdict;
    assert!(matches!(verdict, Verdict::Satisfiable(_)), "{verdict:?}");
}

#[test]
fn it_ends_at_its_limits() {
    let mut clauses = pigeons(12, 11);
    let order: Vec<i32> = (1..=ORDERED).collect();
    clauses.push(exclusion(0b10));
    let formula = cnf(&clauses);
    let solver = || {
        let mut solver = gaps(&formula, &order, LratFormat::Binary, io::sink());
        solver.set_workers(NonZeroUsize::new(2).expect("a worker"));
        solver
    };
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

/// Asks a formula case by case, and checks the answer: a model, or a proof. Returns whether it was refuted, and what it took.
fn by_cases(
    clauses: &Clauses,
    choices: &[Vec<i32>],
    format: LratFormat,
    workers: usize,
) -> (bool, WorkCounts) {
    let formula = cnf(clauses);
    let highest = formula.iter().flatten().map(|literal| literal.var().idx32() + 1).max().unwrap_or(0);
    let choices: Vec<Vec<Lit>> =
        choices.iter().map(|choice| choice.iter().copied().map(literal).collect()).collect();
    let mut solver = Gaps::new(&formula, highest, &[], format, Vec::new()).expect("a solver");
    solver.split_by_cases(&choices, "unsat");
    solver.set_workers(NonZeroUsize::new(workers).expect("a worker"));
    let (run, work) = solver.run().expect("a verdict");
    match run.verdict {
        Verdict::Satisfiable(model) => assert!(is_model(clauses, &model), "{clauses:?}"),
        Verdict::Unsatisfiable(WrittenProof { proof, .. }) => {
            assert_eq!(check(clauses, format, &proof), Ok(()), "{clauses:?}");
            return (true, work);
        }
        Verdict::Interrupted(reason) => panic!("{reason:?}: {clauses:?}"),
    }
    (false, work)
}

#[test]
fn a_formula_is_refuted_case_by_case_exactly_if_it_has_no_model() {
    let mut refuted = 0;
    for round in 0..400 {
        let mut numbers = Numbers(2000 + round);
        let mut clauses = random(&mut numbers);
        // Not every model has one of the literals of these choices.
        let choices = [order(&mut numbers)[..3].to_vec(), vec![7, 8, 9]];
        if round % 4 > 0 {
            clauses.extend(choices.iter().cloned());
        }
        let format = if round % 2 == 0 { LratFormat::Text } else { LratFormat::Binary };
        let (is_refuted, _) = by_cases(&clauses, &choices, format, 1 + round as usize / 2 % 3);
        assert_eq!(is_refuted, !has_model(&clauses, VARIABLES as usize), "{clauses:?}");
        refuted += usize::from(is_refuted);
    }
    assert!((50..350).contains(&refuted), "{refuted} of 400 formulas have no model");
}

#[test]
fn cases_that_are_hard_are_split() {
    let (holes, pigeons_of) = (5, |count: i32| pigeons(count, 5));
    let sits = |pigeon: i32| (1..=holes).map(|hole| pigeon * holes + hole).collect::<Vec<_>>();
    let (mut resolved, mut kept) = (0, 0);
    for (split, workers) in [(0, 1), (0, 3), (1, 1), (2, 1), (3, 1), (3, 2), (3, 3)] {
        let choices: Vec<_> = (0..split).map(sits).collect();
        let (is_refuted, work) = by_cases(&pigeons_of(6), &choices, LratFormat::Text, workers);
        assert!(is_refuted);
        resolved += work.resolved;
        kept += work.kept;
        let (is_refuted, _) = by_cases(&pigeons_of(5), &choices, LratFormat::Binary, workers);
        assert!(!is_refuted);
    }
    assert!(resolved > 10 && kept > 10, "{resolved} resolved, {kept} kept");
}

#[test]
fn an_unknown_configuration_of_cases_is_an_error() {
    let formula = cnf(&[vec![1]]);
    let mut solver = gaps(&formula, &[1], LratFormat::Text, Vec::new());
    solver.split_by_cases(&[vec![literal(1)]], "nonsense");
    assert!(solver.solve().is_err());
}
