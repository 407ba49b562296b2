//! Compares the answers counted by decision diagram with all assignments of random circuits.

use super::recipe::{Recipe, holds, recipes, simulate};
use cnf_out::decision_diagram::{DiagramError, SolutionCount, count};
use encodings::board::Layout;
use encodings::circuit::{Circuit, CircuitWord, Signal};
use encodings::statement::{CircuitStatement, Formula, Statement};
use encodings::word::Word;
use proptest::prelude::*;
use std::collections::HashSet;

/// More than enough memory here.
const MEMORY: u64 = 8 << 20;

fn counted(formula: &Formula, words: Option<&[String]>) -> SolutionCount {
    count(formula, words, MEMORY, &mut |_| true).expect("a small diagram").expect("nobody stops it")
}

/// The values of a word under all assignments for which the requirements hold.
fn values(recipe: &Recipe, formula: &Formula, word: &[Signal]) -> HashSet<Vec<bool>> {
    let mut values = HashSet::new();
    for assignment in 0..1usize << recipe.inputs {
        let simulation = simulate(formula, assignment / 64);
        if holds(formula, &simulation, assignment % 64) {
            let bit = |signal: &Signal| simulation.value(*signal) >> (assignment % 64) & 1 == 1;
            values.insert(word.iter().map(bit).collect());
        }
    }
    values
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn diagrams_count_what_simulation_finds(recipe in recipes()) {
        let formula = recipe.formula();
        for word in &formula.words {
            let expected = values(&recipe, &formula, &word.word).len().into();
            let found = counted(&formula, Some(std::slice::from_ref(&word.name)));
            prop_assert_eq!(&found.solutions, &expected, "{}", word.name);
            if word.chosen {
                prop_assert_eq!(counted(&formula, None).solutions, expected);
            }
        }
    }
}

/// A formula over one board, on which `state` makes requirements.
fn stated<F>(files: usize, ranks: usize, state: F) -> Formula
where
    F: for<'c> FnOnce(&mut CircuitStatement<'c>, CircuitWord<'c>),
{
    let circuit = Circuit::new();
    let mut statement = CircuitStatement::new(&circuit);
    let word = statement.unknown("own", Layout::new(files, ranks).expect("a board"));
    state(&mut statement, word);
    statement.finish()
}

#[test]
fn squares_without_requirements_are_free() {
    let all = counted(&stated(10, 13, |_, _| ()), None).solutions;
    // 2^130
    assert_eq!(all.to_string(), "1361129467683753853853498429727072845824");
}

#[test]
fn an_unknown_word_is_an_error_and_a_stopped_count_returns_none() {
    let formula = stated(3, 3, |statement, word| statement.require(word.is_one_hot()));
    let missing = count(&formula, Some(&["opp".to_owned()]), MEMORY, &mut |_| true);
    assert!(matches!(missing, Err(DiagramError::MissingWord { .. })), "{missing:?}");
    let stopped = count(&formula, None, MEMORY, &mut |progress| progress.done < 3);
    assert!(matches!(stopped, Ok(None)), "{stopped:?}");
    assert_eq!(counted(&formula, None).solutions.to_string(), "9");
}

#[test]
fn a_diagram_that_does_not_fit_is_an_error() {
    // Products of squares that are far apart in any order by rows: the diagram of their sum must remember 14 squares.
    let formula = stated(2, 14, |statement, word| {
        let products = (0..14).map(|square| word.bit(square) & word.bit(square + 14));
        let sum = products.reduce(|sum, product| sum ^ product);
        statement.require(sum.expect("a product"));
    });
    let outcome = count(&formula, None, 64 << 10, &mut |_| true);
    assert!(matches!(outcome, Err(DiagramError::TooLarge(_))), "{outcome:?}");
    // (4^14 - 2^14) / 2
    assert_eq!(counted(&formula, None).solutions.to_string(), "134209536");
}
