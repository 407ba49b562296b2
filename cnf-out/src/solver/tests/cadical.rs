//! Many questions on one growing formula.

use rustsat::{
    instances::Cnf,
    lit,
    solvers::{GetInternalStats, Solve, SolveIncremental, SolveStats, SolverResult, StateError},
    types::{Clause, Lit, TernaryVal, Var},
};

use super::formulas::{clause, cnf, is_model, literal, pigeons};
use crate::solver::{Cadical, SolverError};

fn assume(solver: &mut Cadical, assumptions: &[i32]) -> SolverResult {
    let literals: Vec<Lit> = assumptions.iter().map(|&number| literal(number)).collect();
    solver.solve_assumps(&literals).expect("a result")
}

/// The core, as DIMACS writes it, in ascending order.
fn core(solver: &mut Cadical) -> Vec<i32> {
    let mut core: Vec<i32> = solver.core().expect("a core").into_iter().map(Lit::to_ipasir).collect();
    core.sort_unstable();
    core
}

fn value(solver: &Cadical, number: i32) -> TernaryVal {
    solver.lit_val(literal(number)).expect("a value")
}

#[test]
fn a_formula_with_a_model() {
    let clauses = [vec![1, 2], vec![-1, 3], vec![-2, -3], vec![-2, 1]];
    let mut solver = Cadical::new();
    solver.add_cnf_ref(&cnf(&clauses)).expect("clauses");
    assert_eq!(solver.solve().expect("a result"), SolverResult::Sat);
    let model = solver.full_solution().expect("a model");
    assert!(is_model(&clauses, &model), "{model:?}");
    assert_eq!(value(&solver, 1), TernaryVal::True);
    assert_eq!(value(&solver, -1), TernaryVal::False);
    assert_eq!(value(&solver, 99), TernaryVal::DontCare);
}

#[test]
fn a_formula_without_a_model() {
    for holes in 1..=6 {
        let mut solver = Cadical::new();
        solver.add_cnf(cnf(&pigeons(holes + 1, holes))).expect("clauses");
        assert_eq!(solver.solve().expect("a result"), SolverResult::Unsat);
        assert_eq!(core(&mut solver), Vec::<i32>::new());
        // It stays unsatisfiable.
        assert_eq!(assume(&mut solver, &[1]), SolverResult::Unsat);
    }
}

#[test]
fn no_clauses_are_satisfiable_and_the_empty_clause_is_not() {
    let mut solver = Cadical::new();
    assert_eq!(solver.solve().expect("a result"), SolverResult::Sat);
    solver.add_clause(Clause::new()).expect("a clause");
    assert_eq!(solver.solve().expect("a result"), SolverResult::Unsat);
}

#[test]
fn assumptions_hold_for_one_call() {
    let mut solver = Cadical::new();
    solver.add_cnf(cnf(&[vec![-1, 2], vec![-2, 3]])).expect("clauses");
    assert_eq!(assume(&mut solver, &[1, -3]), SolverResult::Unsat);
    assert_eq!(core(&mut solver), [-1, 3]);
    assert_eq!(assume(&mut solver, &[1]), SolverResult::Sat);
    assert_eq!(value(&solver, 3), TernaryVal::True);
    assert_eq!(assume(&mut solver, &[-3]), SolverResult::Sat);
    assert_eq!(value(&solver, 1), TernaryVal::False);
    assert_eq!(solver.solve().expect("a result"), SolverResult::Sat);
}

#[test]
fn a_core_names_only_what_is_needed() {
    let mut solver = Cadical::new();
    solver.add_cnf(cnf(&[vec![-1, -2], vec![4, 5]])).expect("clauses");
    assert_eq!(assume(&mut solver, &[4, 1, 6, 2, -5]), SolverResult::Unsat);
    assert_eq!(core(&mut solver), [-2, -1]);
    assert_eq!(assume(&mut solver, &[7, 4, -7]), SolverResult::Unsat);
    assert_eq!(core(&mut solver), [-7, 7]);
    // A repeated assumption counts once.
    assert_eq!(assume(&mut solver, &[1, 2, 1, 2]), SolverResult::Unsat);
    assert_eq!(core(&mut solver), [-2, -1]);
}

#[test]
fn the_formula_grows_between_calls() {
    // Blocks models until none is left.
    let mut solver = Cadical::new();
    solver.add_clause(clause(&[1, 2, 3, 4])).expect("a clause");
    let mut models = 0;
    while solver.solve().expect("a result") == SolverResult::Sat {
        models += 1;
        let blocking = (1..=4).map(|number| match value(&solver, number) {
            TernaryVal::True => literal(-number),
            TernaryVal::False => literal(number),
            TernaryVal::DontCare => panic!("{number} has no value"),
        });
        let blocking: Clause = blocking.collect();
        solver.add_clause(blocking).expect("a clause");
        assert!(models <= 15);
    }
    assert_eq!(models, 15);
    let stats = solver.stats();
    assert_eq!((stats.n_sat, stats.n_unsat, stats.n_terminated, stats.n_clauses), (15, 1, 0, 16));
    assert_eq!(stats.max_var, Some(Var::new(3)));
    assert!((stats.avg_clause_len - 4.0).abs() < 1e-6);
}

#[test]
fn variables_come_back_after_they_were_eliminated() {
    // A chain of equivalences: the variables between its ends are eliminated in the first call.
    let chain: Vec<Vec<i32>> =
        (1..200).flat_map(|link| [vec![-link, link + 1], vec![link, -link - 1]]).collect();
    let mut solver = Cadical::new();
    solver.add_cnf(cnf(&chain)).expect("clauses");
    assert_eq!(solver.solve().expect("a result"), SolverResult::Sat);
    solver.add_clause(clause(&[100])).expect("a clause");
    assert_eq!(assume(&mut solver, &[-150]), SolverResult::Unsat);
    assert_eq!(core(&mut solver), [150]);
    assert_eq!(assume(&mut solver, &[37]), SolverResult::Sat);
}

#[test]
fn values_and_cores_need_their_state() {
    let wrong = |error: anyhow::Error| error.downcast_ref::<StateError>().is_some();
    let mut solver = Cadical::new();
    assert!(wrong(solver.lit_val(lit![0]).expect_err("no model yet")));
    assert!(wrong(solver.core().expect_err("no core yet")));
    solver.add_clause(clause(&[1])).expect("a clause");
    assert_eq!(solver.solve().expect("a result"), SolverResult::Sat);
    assert!(wrong(solver.core().expect_err("it is satisfiable")));
    assert_eq!(assume(&mut solver, &[-1]), SolverResult::Unsat);
    assert!(wrong(solver.lit_val(lit![0]).expect_err("it is unsatisfiable")));
    solver.add_clause(clause(&[2])).expect("a clause");
    assert!(wrong(solver.core().expect_err("the formula has changed")));
}

#[test]
fn options_are_checked() {
    let mut solver = Cadical::new();
    solver.set_option("elim", 0).expect("an option");
    solver.configure("sat").expect("a configuration");
    assert!(matches!(solver.set_option("factor", 1), Err(SolverError::ForbiddenOption { .. })));
    solver.add_clause(clause(&[1])).expect("a clause");
    assert!(matches!(solver.set_option("elim", 0), Err(SolverError::OptionTooLate(_))));
}

#[test]
fn variables_are_reserved() {
    let mut solver = Cadical::new();
    solver.reserve(Var::new(9)).expect("room");
    assert_eq!(solver.statistics().variables, 10);
    solver.add_clause(clause(&[12])).expect("a clause");
    assert_eq!(solver.statistics().variables, 12);
    assert_eq!(solver.solve().expect("a result"), SolverResult::Sat);
    assert_ne!(value(&solver, 10), TernaryVal::DontCare);
}

#[test]
fn literals_too_large_are_refused_whole() {
    let mut solver = Cadical::new();
    // As DIMACS this is 2^31, one more than a C integer holds.
    let large = Var::new(Var::MAX_IDX).pos_lit();
    assert!(solver.add_clause_ref(&[lit![0], large][..]).is_err());
    solver.add_clause(clause(&[-1])).expect("a clause");
    assert!(solver.solve_assumps(&[lit![0], large]).is_err());
    // Neither half a clause nor half the assumptions is left behind.
    assert_eq!(solver.solve().expect("a result"), SolverResult::Sat);
}

#[test]
fn every_way_of_adding_clauses_works() {
    let formula: Cnf = cnf(&pigeons(4, 3));
    let mut solver = Cadical::new();
    solver.extend(&formula);
    solver.extend(formula.clone());
    assert_eq!(solver.n_clauses(), 2 * formula.len());
    assert_eq!(solver.solve().expect("a result"), SolverResult::Unsat);
    assert!(solver.conflicts() > 0 && solver.propagations() > 0);
    assert!(solver.decisions() < 1_000_000);
    assert_eq!(solver.signature(), format!("CaDiCaL {}", cadical_sys::CaDiCal::version()));
}
