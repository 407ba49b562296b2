//! Refutations and their proofs.

use std::{
    cell::Cell,
    rc::Rc,
    sync::{Arc, Mutex},
};

use cadical_sys::ProofTracer;
use rustsat::types::{TernaryVal, Var};

use super::{
    formulas::{Clauses, clause, cnf, is_model, pigeons},
    lrat_checker::check,
};
use crate::solver::{
    LratFormat, Refuter, Run, SolverError, StopReason, Verdict, WrittenProof,
    ledger::{Ledger, lock},
    tracer::{KnownClause, Tracer},
};

const FORMATS: [LratFormat; 2] = [LratFormat::Text, LratFormat::Binary];

fn run(clauses: &[Vec<i32>], format: LratFormat) -> Run<Vec<u8>> {
    let mut refuter = Refuter::new(clauses.len(), format, Vec::new()).expect("a refuter");
    refuter.add_cnf(&cnf(clauses)).expect("clauses");
    refuter.solve().expect("a verdict")
}

/// The proof of the clauses, after it was checked.
fn refute(clauses: &[Vec<i32>], format: LratFormat) -> Vec<u8> {
    let Verdict::Unsatisfiable(WrittenProof { proof, bytes }) = run(clauses, format).verdict else {
        panic!("{clauses:?} is unsatisfiable")
    };
    assert_eq!(bytes, proof.len() as u64);
    if let Err(reason) = check(clauses, format, &proof) {
        panic!("{clauses:?}: {reason}\n{}", String::from_utf8_lossy(&proof));
    }
    proof
}

#[test]
fn pigeons_in_too_few_holes() {
    for (holes, format) in (1..=6).flat_map(|holes| FORMATS.map(|format| (holes, format))) {
        refute(&pigeons(holes + 1, holes), format);
    }
    let clauses = pigeons(7, 6);
    let text = refute(&clauses, LratFormat::Text);
    let binary = refute(&clauses, LratFormat::Binary);
    assert!(binary.len() < text.len() * 2 / 3, "{} bytes of {}", binary.len(), text.len());
}

#[test]
fn a_proof_is_the_same_each_time() {
    let clauses = pigeons(7, 6);
    assert_eq!(refute(&clauses, LratFormat::Text), refute(&clauses, LratFormat::Text));
}

#[test]
fn every_configuration_refutes() {
    let clauses = pigeons(7, 6);
    for configuration in ["default", "plain", "sat", "unsat"] {
        let mut refuter = Refuter::new(clauses.len(), LratFormat::Binary, Vec::new()).expect("a refuter");
        refuter.configure(configuration).expect("a configuration");
        refuter.add_cnf(&cnf(&clauses)).expect("clauses");
        let Verdict::Unsatisfiable(refuted) = refuter.solve().expect("a verdict").verdict else {
            panic!("{configuration}")
        };
        assert_eq!(check(&clauses, LratFormat::Binary, &refuted.proof), Ok(()), "{configuration}");
    }
}

/// Clauses that CaDiCaL shortens or drops when they are added, so that its ids differ from those of DIMACS.
#[test]
fn clauses_that_cadical_shortens_or_drops_have_checked_proofs() {
    let formulas: [Clauses; 12] = [
        // The empty clause alone, first, in the middle, last, and twice.
        vec![vec![]],
        vec![vec![], vec![1, 2], vec![-1]],
        vec![vec![1], vec![], vec![1, 2]],
        vec![vec![1, 2], vec![-1, 2], vec![]],
        vec![vec![], vec![]],
        // The empty clause after a refutation by units, and the other way round.
        vec![vec![1], vec![-1], vec![]],
        vec![vec![], vec![1], vec![-1]],
        // Units first, so that what follows is shortened, down to nothing.
        vec![vec![1], vec![2], vec![-1, 3, 4], vec![-2, 3, -4], vec![-1, -3, 4], vec![-3, -4, -1]],
        vec![vec![1], vec![2], vec![3], vec![-1, -2, -3], vec![4, 5]],
        // Repeated literals, in units too.
        vec![vec![1, 1], vec![-1, -1, 2, 2], vec![-2, -2, -2]],
        // Tautologies, and clauses that a unit satisfies, between the others.
        vec![
            vec![1, -1],
            vec![2, 3],
            vec![3, 2, -3],
            vec![-2, 3],
            vec![5],
            vec![5, 2],
            vec![2, -3],
            vec![4, -4, 4],
            vec![-2, -3],
        ],
        // The same clause again and again.
        vec![vec![1, 2], vec![1, 2], vec![-1, 2], vec![-1, 2], vec![1, -2], vec![1, -2], vec![-1, -2]],
    ];
    for (clauses, format) in formulas.iter().flat_map(|clauses| FORMATS.map(|format| (clauses, format))) {
        refute(clauses, format);
    }
}

#[test]
fn units_before_a_search_are_numbered_right() {
    // Pigeons, the first of which has a fixed hole; each clause begins with literals that units make false.
    let mut clauses: Clauses = vec![vec![100], vec![-101]];
    for clause in pigeons(7, 6) {
        clauses.push([vec![-100, 101, 101], clause].concat());
        clauses.push(vec![100, 102]);
    }
    for format in FORMATS {
        refute(&clauses, format);
    }
}

#[test]
fn models_satisfy_their_formulas() {
    let formulas: [Clauses; 5] = [
        vec![],
        vec![vec![1, -1]],
        vec![vec![3, 3], vec![-3, 5]],
        vec![vec![1], vec![-1, 2], vec![-2, 900]],
        pigeons(8, 8),
    ];
    for (clauses, format) in formulas.iter().flat_map(|clauses| FORMATS.map(|format| (clauses, format))) {
        let run = run(clauses, format);
        let Verdict::Satisfiable(model) = run.verdict else { panic!("{clauses:?}") };
        assert!(is_model(clauses, &model), "{clauses:?}: {model:?}");
        let highest = clauses.iter().flatten().map(|literal| literal.unsigned_abs()).max().unwrap_or(0);
        assert_eq!(run.statistics.variables, highest);
        for variable in 0..highest {
            assert_ne!(model.var_value(Var::new(variable)), TernaryVal::DontCare, "{clauses:?}");
        }
    }
}

#[test]
fn the_work_is_counted() {
    let clauses = pigeons(7, 6);
    let statistics = run(&clauses, LratFormat::Text).statistics;
    assert_eq!((statistics.variables, statistics.clauses), (42, clauses.len()));
    assert!(statistics.conflicts > 0 && statistics.decisions > 0 && statistics.propagations > 0);
    assert!(!statistics.time.is_zero());
}

#[test]
fn the_number_of_clauses_must_be_the_announced_one() {
    let mut refuter = Refuter::new(1, LratFormat::Text, Vec::new()).expect("a refuter");
    refuter.add_clause(&clause(&[1])).expect("the clause announced");
    assert!(matches!(
        refuter.add_clause(&clause(&[-1])),
        Err(SolverError::ClauseCount { announced: 1, added: 2 })
    ));
    // The refused clause was not added.
    assert!(matches!(refuter.solve().expect("a verdict").verdict, Verdict::Satisfiable(_)));

    let mut refuter = Refuter::new(3, LratFormat::Text, Vec::new()).expect("a refuter");
    refuter.add_clause(&clause(&[1])).expect("a clause");
    refuter.add_clause(&clause(&[-1])).expect("a clause");
    assert!(matches!(refuter.solve(), Err(SolverError::ClauseCount { announced: 3, added: 2 })));
}

#[test]
fn an_interrupted_run_has_no_proof() {
    let clauses = pigeons(12, 11);
    let mut refuter = Refuter::new(clauses.len(), LratFormat::Binary, Vec::new()).expect("a refuter");
    refuter.set_conflict_limit(Some(50));
    refuter.add_cnf(&cnf(&clauses)).expect("clauses");
    let run = refuter.solve().expect("a verdict");
    assert!(matches!(run.verdict, Verdict::Interrupted(StopReason::ConflictLimit)), "{:?}", run.verdict);
    assert!((50..60).contains(&run.statistics.conflicts), "{:?}", run.statistics);
}

#[test]
fn options_are_checked() {
    let mut refuter = Refuter::new(1, LratFormat::Text, Vec::new()).expect("a refuter");
    refuter.set_option("seed", 7).expect("an option");
    assert!(matches!(refuter.set_option("nonsense", 1), Err(SolverError::UnknownOption(_))));
    assert!(matches!(refuter.configure("nonsense"), Err(SolverError::UnknownConfiguration(_))));
    for name in ["factor", "factorcheck", "checkfrozen"] {
        assert!(matches!(refuter.set_option(name, 1), Err(SolverError::ForbiddenOption { .. })), "{name}");
    }
    assert!(matches!(
        refuter.set_option("elim", 2),
        Err(SolverError::OptionRange { value: 2, nearest: 1, .. })
    ));
    refuter.add_clause(&clause(&[1])).expect("a clause");
    assert!(matches!(refuter.set_option("seed", 7), Err(SolverError::OptionTooLate(_))));
    assert!(matches!(refuter.configure("plain"), Err(SolverError::OptionTooLate(_))));
}

type SharedLedger = Arc<Mutex<Ledger<Vec<u8>>>>;

/// A proof about `clauses` clauses, and a tracer that writes it.
fn traced(clauses: u64, broken: &Rc<Cell<bool>>) -> (SharedLedger, Tracer<Vec<u8>>) {
    let ledger = Arc::new(Mutex::new(Ledger::new(clauses, LratFormat::Text, Vec::new())));
    (Arc::clone(&ledger), Tracer::new(ledger, Rc::clone(broken)))
}

/// Gives the solver the clause of the formula with this number.
fn give(trace: &mut Tracer<Vec<u8>>, id: u64, own: i64, clause: &[i32]) {
    trace.expect(KnownClause { id, is_own: true });
    trace.add_original_clause(own, false, clause, false);
}

/// Events of CaDiCaL's tracer, and the proof steps that they become.
#[test]
fn events_become_steps() {
    let broken = Rc::new(Cell::new(false));
    let (ledger, mut trace) = traced(3, &broken);
    give(&mut trace, 1, 1, &[1]);
    give(&mut trace, 2, 2, &[-1, 2, 2]);
    // The second input is shortened at once, so that the third has the number 4.
    trace.add_derived_clause(3, false, 0, &[2], &[1, 2]);
    trace.delete_clause(2, false, &[-1, 2, 2]);
    give(&mut trace, 3, 4, &[-2, -1, 3]);
    trace.run_in_step();
    // The units 1 and 2 are false in this clause, and true in its negation.
    trace.add_derived_clause(5, true, 0, &[3, -1, -2], &[1, 3, 4]);
    trace.add_derived_clause(9, true, 0, &[], &[3, 5]);
    trace.add_derived_clause(10, true, 0, &[7], &[9]);
    let (proof, bytes) = lock(&ledger).finish().expect("a proof");
    let expected = "4 2 0 1 2 0\n4 d 2 0\n5 3 -1 -2 0 3 0\n9 0 4 5 0\n";
    assert_eq!((String::from_utf8(proof), bytes), (Ok(expected.to_owned()), expected.len() as u64));
    assert!(!broken.get());
}

#[test]
fn events_that_do_not_fit_into_a_proof_are_errors() {
    type Event = fn(&mut Tracer<Vec<u8>>);
    let events: [Event; 11] = [
        |trace| trace.add_original_clause(2, false, &[1], true),
        |trace| trace.add_original_clause(1, false, &[1], false),
        |trace| trace.add_original_clause(-2, false, &[1], false),
        |trace| trace.add_derived_clause(2, false, 1, &[1], &[1]),
        |trace| trace.add_derived_clause(1, false, 0, &[1], &[1]),
        |trace| trace.add_derived_clause(2, false, 0, &[1], &[5]),
        |trace| trace.add_derived_clause(2, false, 0, &[1], &[-1]),
        |trace| trace.delete_clause(7, false, &[1]),
        |trace| trace.add_constraint(&[1]),
        |trace| trace.add_assumption_clause(2, &[1], &[5]),
        |trace| {
            trace.run_in_step();
            give(trace, 2, 2, &[1]);
        },
    ];
    for (number, event) in events.into_iter().enumerate() {
        let broken = Rc::new(Cell::new(false));
        let (ledger, mut trace) = traced(2, &broken);
        give(&mut trace, 1, 1, &[1, 2]);
        event(&mut trace);
        assert!(broken.get(), "event {number}");
        // No later event repairs the proof.
        trace.add_derived_clause(20, false, 0, &[], &[1]);
        assert!(matches!(lock(&ledger).finish(), Err(SolverError::ProofStep(_))), "event {number}");
    }
    let (ledger, mut trace) = traced(1, &Rc::default());
    give(&mut trace, 1, 1, &[1]);
    // What is known only under assumptions refutes nothing.
    trace.add_assumption(-1);
    trace.add_assumption_clause(2, &[1], &[1]);
    assert!(matches!(lock(&ledger).finish(), Err(SolverError::ProofIncomplete)));
}
