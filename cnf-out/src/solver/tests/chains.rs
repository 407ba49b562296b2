//! Formulas in segments: answers compared with brute force, proofs of the whole formula, and formulas that have no chain.

use super::formulas::{Clauses, Numbers, cnf, has_model, is_model, pigeons};
use super::lrat_checker::check;
use crate::clausify::BitValue;
use crate::solver::chain::{Chain, Cube, Plan, Setting};
use crate::solver::{LratFormat, SolverError, StopReason, Verdict, WrittenProof};
use rustsat::solvers::ControlSignal;
use rustsat::types::Var;
use std::cell::{Cell, RefCell};
use std::io::{self, Write};
use std::rc::Rc;

/// The number of variables of a cut, and of each segment alone.
const WIDTH: i32 = 2;
const CUTS: i32 = 3;
const VARIABLES: i32 = (2 * CUTS + 1) * WIDTH;

/// The variables of cut number `cut`, counted from 1.
fn of_cut(cut: i32) -> Vec<i32> {
    ((cut - 1) * WIDTH + 1..=cut * WIDTH).collect()
}

/// The variables of a segment, counted from 0: those of the cuts beside it, and its own.
fn of_segment(segment: i32) -> Vec<i32> {
    let own = (CUTS + segment) * WIDTH;
    let cuts = [segment, segment + 1].into_iter().filter(|cut| (1..=CUTS).contains(cut)).flat_map(of_cut);
    cuts.chain(own + 1..=own + WIDTH).collect()
}

/// Clauses of up to three literals, each within one segment, in any order; sometimes the empty clause.
fn in_segments(numbers: &mut Numbers) -> Clauses {
    let clauses = 10 + numbers.below(20);
    let clause = |_| {
        let variables = of_segment(numbers.below(CUTS as usize + 1) as i32);
        let shortest = usize::from(numbers.below(200) != 0);
        let length = 1 + numbers.below(3);
        let mut literal = || {
            let variable = variables[numbers.below(variables.len())];
            if numbers.below(2) == 0 { variable } else { -variable }
        };
        let literals: Vec<i32> = (0..length).map(|_| literal()).collect();
        if shortest == 0 { Vec::new() } else { literals }
    };
    (0..clauses).map(clause).collect()
}

fn cuts() -> Vec<Vec<Var>> {
    (1..=CUTS)
        .map(|cut| of_cut(cut).into_iter().map(|variable| Var::new(variable as u32 - 1)).collect())
        .collect()
}

fn plan(clauses: &Clauses) -> Option<Plan> {
    Plan::new(&cnf(clauses), VARIABLES as u32, &cuts())
}

fn chain(clauses: &Clauses, format: LratFormat) -> Chain<Vec<u8>> {
    let plan = plan(clauses).expect("the cuts separate the segments");
    Chain::new(&cnf(clauses), &plan, "unsat", format, Vec::new()).expect("a chain")
}

#[test]
fn formulas_in_segments_have_the_answers_of_brute_force() {
    let mut models = 0;
    for round in 0..600 {
        let format = if round % 2 == 0 { LratFormat::Text } else { LratFormat::Binary };
        let clauses = in_segments(&mut Numbers(round));
        let expected = has_model(&clauses, VARIABLES as usize);
        match chain(&clauses, format).solve().expect("a verdict").verdict {
            Verdict::Satisfiable(model) => assert!(expected && is_model(&clauses, &model), "{clauses:?}"),
            Verdict::Unsatisfiable(WrittenProof { proof, bytes }) => {
                assert!(!expected, "{clauses:?}");
                assert_eq!(bytes, proof.len() as u64);
                assert_eq!(check(&clauses, format, &proof), Ok(()), "{clauses:?}");
            }
            Verdict::Interrupted(reason) => panic!("{reason}"),
        }
        models += u32::from(expected);
    }
    assert!((150..450).contains(&models), "{models} of 600 formulas have models");
}

/// A counter of two bits that goes up by one or stays, twice from zero: it can end at two, but not at three.
#[test]
fn a_counter_reaches_at_most_its_number_of_steps() {
    // The two bits before and after a segment; `up` is the segment's own variable.
    let step = |low: i32, high: i32, next_low: i32, next_high: i32, up: i32| -> Clauses {
        let xor = |sum: i32, left: i32, right: i32| {
            [[-sum, left, right], [-sum, -left, -right], [sum, -left, right], [sum, left, -right]]
                .map(Vec::from)
        };
        let carry = up + 1;
        let gates = [vec![-carry, low], vec![-carry, up], vec![carry, -low, -up]];
        xor(next_low, low, up).into_iter().chain(gates).chain(xor(next_high, high, carry)).collect()
    };
    let own = |segment: i32| of_segment(segment)[2 * WIDTH as usize];
    let mut clauses: Clauses = vec![vec![-1], vec![-2]];
    clauses.extend(step(1, 2, 3, 4, own(1)));
    clauses.extend(step(3, 4, 5, 6, own(2)));
    let mut two = clauses.clone();
    two.extend([vec![5], vec![6]]);
    assert!(!has_model(&two, VARIABLES as usize));
    let Verdict::Unsatisfiable(refuted) = chain(&two, LratFormat::Text).solve().expect("a verdict").verdict
    else {
        panic!("two steps do not lead to three")
    };
    assert_eq!(check(&two, LratFormat::Text, &refuted.proof), Ok(()));
    clauses.extend([vec![-5], vec![6]]);
    let Verdict::Satisfiable(model) = chain(&clauses, LratFormat::Text).solve().expect("a verdict").verdict
    else {
        panic!("two steps lead to two")
    };
    assert!(is_model(&clauses, &model));
}

/// The words of the cuts: one of each.
fn words() -> Vec<Vec<Vec<BitValue>>> {
    let bit = |variable: Var| BitValue::Literal(variable.pos_lit());
    cuts().into_iter().map(|cut| vec![cut.into_iter().map(bit).collect()]).collect()
}

fn cube(settings: &[(usize, bool)]) -> Cube {
    settings.iter().map(|&(bit, is_set)| Setting { word: 0, bit, is_set }).collect()
}

/// How often a hint was asked for.
fn asked_for(
    clauses: &Clauses,
    words: Vec<Vec<Vec<BitValue>>>,
    hint: impl Fn(&[Vec<bool>]) -> Vec<Cube> + 'static,
) -> (Verdict<Vec<u8>>, usize) {
    let mut chain = chain(clauses, LratFormat::Text);
    let asked = Rc::new(Cell::new(0));
    let count = Rc::clone(&asked);
    let counted = move |values: &[Vec<bool>]| {
        count.set(count.get() + 1);
        hint(values)
    };
    chain.set_hint(words, counted).expect("the words of the cuts");
    let verdict = chain.solve().expect("a verdict").verdict;
    if let Verdict::Unsatisfiable(WrittenProof { proof, .. }) = &verdict {
        assert_eq!(check(clauses, LratFormat::Text, proof), Ok(()), "{clauses:?}");
    }
    (verdict, asked.get())
}

/// Cubes by chance: of one bit or two, one that holds or not, one that no cut has, one that contradicts itself.
#[test]
fn hints_change_no_answer_whether_they_hold_or_not() {
    let mut all = 0;
    for round in 0..900 {
        let clauses = in_segments(&mut Numbers(round));
        let state = RefCell::new(Numbers(round + 1_000));
        let hint = move |values: &[Vec<bool>]| {
            let mut numbers = state.borrow_mut();
            let mut setting = || {
                let bit = numbers.below(WIDTH as usize + usize::from(round % 9 == 0));
                let value = values[0].get(bit) == Some(&true);
                (bit, value ^ (numbers.below(4) == 0))
            };
            vec![cube(&[setting()]), cube(&[setting(), setting()])]
        };
        let expected = has_model(&clauses, VARIABLES as usize);
        let (verdict, asked) = asked_for(&clauses, words(), hint);
        match verdict {
            Verdict::Satisfiable(model) => assert!(expected && is_model(&clauses, &model), "{clauses:?}"),
            Verdict::Unsatisfiable(_) => assert!(!expected, "{clauses:?}"),
            Verdict::Interrupted(reason) => panic!("{reason}"),
        }
        all += asked;
    }
    assert!(all > 900, "asked for {all} hints");
}

/// Two bits that each step exchanges, and of which the last segment wants the first or the second. Both are zero at first.
fn exchanged(first: [i32; 2]) -> Clauses {
    let equal = |one: i32, other: i32| [vec![-one, other], vec![one, -other]];
    let step = |cut: i32| {
        let ([low, high], [next_low, next_high]) =
            ([of_cut(cut)[0], of_cut(cut)[1]], [of_cut(cut + 1)[0], of_cut(cut + 1)[1]]);
        equal(low, next_high).into_iter().chain(equal(high, next_low))
    };
    let own = of_segment(CUTS)[WIDTH as usize];
    let wanted = [vec![own], vec![-own, of_cut(CUTS)[0], of_cut(CUTS)[1]]];
    first.map(|literal| vec![literal]).into_iter().chain((1..CUTS).flat_map(step)).chain(wanted).collect()
}

#[test]
fn cubes_that_each_step_preserves_together_are_excluded_at_once() {
    let clauses = exchanged([-1, -2]);
    let both = || vec![cube(&[(0, true)]), cube(&[(1, true)])];
    let (verdict, asked) = asked_for(&clauses, words(), move |_| both());
    assert!(matches!(verdict, Verdict::Unsatisfiable(_)));
    assert_eq!(asked, 1, "each cube follows from the other one at the cut before");
    let mut constant = words();
    let variable_in_no_clause = Var::new(VARIABLES as u32);
    for cut in &mut constant {
        cut[0].extend([BitValue::Constant(true), BitValue::Constant(false)]);
    }
    let with = |bit: usize, is_set: bool| {
        move |_: &[Vec<bool>]| vec![cube(&[(0, true), (bit, is_set)]), cube(&[(1, true), (bit, is_set)])]
    };
    let (verdict, asked) = asked_for(&clauses, constant.clone(), with(2, true));
    assert!(matches!(verdict, Verdict::Unsatisfiable(_)));
    assert_eq!(asked, 1, "a constant that every cut has adds nothing to a cube");
    let (verdict, asked) = asked_for(&clauses, constant.clone(), with(3, true));
    assert!(matches!(verdict, Verdict::Unsatisfiable(_)));
    assert!(asked > 1, "a constant that no cut has excludes the cube, but no values");
    constant[1][0].push(BitValue::Literal(variable_in_no_clause.pos_lit()));
    for words in [constant, Vec::new()] {
        let refused = chain(&clauses, LratFormat::Text).set_hint(words, |_| Vec::new());
        assert!(matches!(refused, Err(SolverError::Cuts)), "{refused:?}");
    }
}

/// The first cube is excluded, so the segment that proposed the values has no model any more when the second is refused.
#[test]
fn a_hint_that_holds_in_part_is_used_in_part() {
    let clauses = exchanged([-1, 2]);
    let hint = |values: &[Vec<bool>]| {
        let holds = cube(&[(0, true), (1, true)]);
        let fails = cube(&[(0, values[0][0])]);
        vec![holds, fails]
    };
    let (verdict, _) = asked_for(&clauses, words(), hint);
    assert!(matches!(verdict, Verdict::Satisfiable(model) if is_model(&clauses, &model)));
}

#[test]
fn cuts_that_do_not_separate_give_no_chain() {
    let first = of_cut(1)[0];
    let last = of_cut(3)[0];
    let between = of_segment(3)[WIDTH as usize];
    assert!(plan(&vec![vec![first, last]]).is_none(), "a clause across a cut");
    assert!(plan(&vec![vec![first, between], vec![-between, last]]).is_none(), "a component across a cut");
    assert!(plan(&vec![vec![first, between], vec![last]]).is_some());
    let twice = [of_cut(1), of_cut(1)].map(|cut| cut.iter().map(|&at| Var::new(at as u32 - 1)).collect());
    assert!(Plan::new(&cnf(&[vec![first]]), VARIABLES as u32, &twice).is_none(), "a variable of two cuts");
    assert!(
        Plan::new(&cnf(&[vec![last]]), last as u32 - 1, &[]).is_none(),
        "a variable beyond the number of them"
    );
    assert!(
        Plan::new(&cnf(&[vec![first]]), VARIABLES as u32, &[Vec::new(), Vec::new()]).is_some(),
        "empty cuts"
    );
    let other = Plan::new(&cnf(&[vec![first]]), VARIABLES as u32, &cuts()).expect("a plan");
    let of_two = cnf(&[vec![first], vec![last]]);
    let refused = Chain::new(&of_two, &other, "unsat", LratFormat::Text, Vec::new()).map(|_| ());
    assert!(matches!(refused, Err(SolverError::ClauseCount { .. })), "the plan of another formula");
}

/// A cut of many variables, each defined by a gate of the last segment. The segment before allows two values of the cut, so
/// the last segment receives many lemmas before it gives up.
#[test]
fn a_wide_cut_takes_many_lemmas() {
    for round in 0..20 {
        let mut numbers = Numbers(round);
        let width = 40;
        let gate = |at: i32| [vec![-at, 100 + at], vec![-at, 101 + at], vec![at, -100 - at, -101 - at]];
        let mut clauses: Clauses = (1..=width).flat_map(gate).collect();
        // A clause with a variable of the last segment belongs to that segment only.
        let last = |mut clause: Vec<i32>, own: i32| {
            clause.push(-own);
            [clause, vec![own]]
        };
        let random = (0..30).map(|_| (0..3).map(|_| numbers.literal(width as usize)).collect());
        clauses.extend(random.chain([vec![1, 2, 3], vec![-4, -5, -6]]).flat_map(|clause| last(clause, 150)));
        // Before the cut: all variables are equal, through a variable of that segment.
        clauses.extend((1..=width).flat_map(|at| [vec![-at, 200], vec![at, -200]]));
        let cut = vec![(0..width as u32).map(Var::new).collect()];
        let plan = Plan::new(&cnf(&clauses), 200, &cut).expect("two segments");
        let chain =
            Chain::new(&cnf(&clauses), &plan, "unsat", LratFormat::Text, Vec::new()).expect("a chain");
        let Verdict::Unsatisfiable(refuted) = chain.solve().expect("a verdict").verdict else {
            panic!("alike, one of three set and one of three not: {clauses:?}")
        };
        assert_eq!(check(&clauses, LratFormat::Text, &refuted.proof), Ok(()));
    }
}

#[test]
fn a_chain_ends_at_its_limits() {
    // All pigeons are in the last segment, as its own variables.
    let clauses = pigeons(12, 11);
    let plan = Plan::new(&cnf(&clauses), 12 * 11, &[]).expect("one segment");
    let chain =
        || Chain::new(&cnf(&clauses), &plan, "unsat", LratFormat::Binary, io::sink()).expect("a chain");
    let mut asked = chain();
    // The first call comes from the chain, the second from its solver.
    let mut times = 0;
    asked.attach_terminator(move || {
        times += 1;
        if times > 3 { ControlSignal::Terminate } else { ControlSignal::Continue }
    });
    let verdict = asked.solve().expect("no fault").verdict;
    assert!(matches!(verdict, Verdict::Interrupted(StopReason::Callback)), "{verdict:?}");
    let mut limited = chain();
    limited.set_time_limit(Some(std::time::Duration::from_millis(50)));
    let verdict = limited.solve().expect("no fault").verdict;
    assert!(matches!(verdict, Verdict::Interrupted(StopReason::TimeLimit)), "{verdict:?}");
}

#[test]
fn a_proof_that_cannot_be_written_is_an_error() {
    struct Full;
    impl Write for Full {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::StorageFull.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let clauses = pigeons(8, 7);
    let plan = Plan::new(&cnf(&clauses), 8 * 7, &[]).expect("one segment");
    let chain = Chain::new(&cnf(&clauses), &plan, "unsat", LratFormat::Binary, Full).expect("a chain");
    assert!(matches!(chain.solve(), Err(SolverError::ProofWrite(_))));
}
