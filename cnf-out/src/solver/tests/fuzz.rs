//! Random formulas: both solvers against each other, against brute force and against the proof checker.

use rustsat::{
    solvers::{Solve, SolveIncremental, SolverResult},
    types::Lit,
};

use super::{
    formulas::{Numbers, clause, cnf, has_model, is_model, literal, messy, parities, pigeons, random_3_sat},
    lrat_checker::check,
};
use crate::solver::{Cadical, LratFormat, Refuter, Verdict};

/// Whether the refuter finds a model, which is evaluated, or a refutation, whose proof is checked.
fn refuter_finds_model(clauses: &[Vec<i32>], format: LratFormat, options: &[(&str, i32)]) -> bool {
    let mut refuter = Refuter::new(clauses.len(), format, Vec::new()).expect("a refuter");
    for &(name, value) in options {
        refuter.set_option(name, value).expect("an option");
    }
    refuter.add_cnf(&cnf(clauses)).expect("clauses");
    match refuter.solve().expect("a verdict").verdict {
        Verdict::Satisfiable(model) => {
            assert!(is_model(clauses, &model), "{clauses:?}: {model:?}");
            true
        }
        Verdict::Unsatisfiable(refuted) => {
            if let Err(reason) = check(clauses, format, &refuted.proof) {
                panic!("{clauses:?}: {reason}\n{}", String::from_utf8_lossy(&refuted.proof));
            }
            false
        }
        Verdict::Interrupted(reason) => panic!("{reason}"),
    }
}

fn cadical_finds_model(solver: &mut Cadical, clauses: &[Vec<i32>], assumptions: &[Lit]) -> bool {
    match solver.solve_assumps(assumptions).expect("a result") {
        SolverResult::Sat => {
            let holds =
                |&dimacs: &i32| solver.lit_val(literal(dimacs)).expect("a value").to_bool_with_def(false);
            assert!(clauses.iter().all(|clause| clause.iter().any(holds)), "{clauses:?}");
            true
        }
        SolverResult::Unsat => false,
        SolverResult::Interrupted => panic!("{:?}", solver.stop_reason()),
    }
}

fn agree(clauses: &[Vec<i32>], format: LratFormat) -> bool {
    let mut solver = Cadical::new();
    solver.add_cnf(cnf(clauses)).expect("clauses");
    let answer = cadical_finds_model(&mut solver, clauses, &[]);
    assert_eq!(refuter_finds_model(clauses, format, &[]), answer, "{clauses:?}");
    answer
}

fn format(round: u64) -> LratFormat {
    if round.is_multiple_of(2) { LratFormat::Text } else { LratFormat::Binary }
}

#[test]
fn small_messy_formulas() {
    let mut models = 0;
    for round in 0..3000 {
        let mut numbers = Numbers(round);
        let variables = 1 + numbers.below(9);
        let clauses = messy(&mut numbers, variables);
        let answer = agree(&clauses, format(round));
        assert_eq!(answer, has_model(&clauses, variables), "{clauses:?}");
        models += u32::from(answer);
    }
    assert!((500..2500).contains(&models), "{models} of 3000 formulas have models");
}

#[test]
fn small_formulas_near_the_threshold() {
    let mut models = 0;
    for round in 0..200 {
        let clauses = random_3_sat(&mut Numbers(round), 14, 64);
        let answer = agree(&clauses, format(round));
        assert_eq!(answer, has_model(&clauses, 14), "{clauses:?}");
        models += u32::from(answer);
    }
    assert!((20..180).contains(&models), "{models} of 200 formulas have models");
}

#[test]
fn larger_formulas_near_the_threshold() {
    let mut models = 0;
    for round in 0..12 {
        let clauses = random_3_sat(&mut Numbers(round), 150, 639);
        models += u32::from(agree(&clauses, format(round)));
    }
    assert!((1..12).contains(&models), "{models} of 12 formulas have models");
}

/// Formulas for which CaDiCaL lists units among its hints that the negation of the clause already makes true.
#[test]
fn hints_that_are_true_already_are_left_out() {
    for round in [11, 25, 53] {
        let clauses = random_3_sat(&mut Numbers(round), 170, 724);
        assert!(!refuter_finds_model(&clauses, format(round), &[]));
    }
}

/// Switches techniques on and off at random, and runs them often: each of them writes its own kind of steps.
#[test]
fn proofs_of_every_technique() {
    const SWITCHES: &str = "\
        block chrono chronoalways condition congruence cover decompose deduplicate eagersubsume \
        elim elimdef fastelim flush inprobing inprocessing instantiate lucky minimize \
        otfs probe randec reverse shuffle stabilize subsume sweep sweepcomplete \
        ternary transred vivify vivifyinst walk";
    const OFTEN: [(&str, i32); 4] =
        [("elimint", 1), ("inprobeint", 1), ("reduceint", 2), ("conditionint", 1)];
    for round in 0..100 {
        let mut numbers = Numbers(round);
        let (clauses, answer) = match round % 4 {
            0 => (pigeons(7, 6), Some(false)),
            1 => (parities(&mut numbers, 11), Some(false)),
            _ => (random_3_sat(&mut numbers, 100, 440), None),
        };
        let mut options = OFTEN.to_vec();
        options.extend(SWITCHES.split_whitespace().map(|name| (name, numbers.below(2) as i32)));
        let found = refuter_finds_model(&clauses, format(round), &options);
        assert!(answer.is_none_or(|answer| answer == found), "{clauses:?}");
    }
}

/// A growing formula with assumptions: compares each answer with brute force, and checks that each core is a core.
#[test]
fn growing_formulas() {
    for round in 0..300 {
        let mut numbers = Numbers(round);
        let variables = 8;
        let mut solver = Cadical::new();
        let mut clauses = Vec::new();
        for _ in 0..8 {
            for new in random_3_sat(&mut numbers, variables, 5) {
                solver.add_clause(clause(&new)).expect("a clause");
                clauses.push(new);
            }
            let assumptions: Vec<i32> = (0..numbers.below(4)).map(|_| numbers.literal(variables)).collect();
            let literals: Vec<Lit> = assumptions.iter().map(|&number| literal(number)).collect();
            let under = |units: &[i32]| -> Vec<Vec<i32>> {
                clauses.iter().cloned().chain(units.iter().map(|&unit| vec![unit])).collect()
            };
            let question = under(&assumptions);
            let answer = cadical_finds_model(&mut solver, &question, &literals);
            assert_eq!(answer, has_model(&question, variables), "{question:?}");
            if !answer {
                let core: Vec<i32> =
                    solver.core().expect("a core").iter().map(|literal| -literal.to_ipasir()).collect();
                assert!(core.iter().all(|literal| assumptions.contains(literal)), "{core:?}");
                assert!(!has_model(&under(&core), variables), "{core:?} of {question:?}");
            }
        }
    }
}
