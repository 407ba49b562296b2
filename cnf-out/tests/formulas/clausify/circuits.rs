//! Random circuits with random requirements, and formulas without a circuit.

use super::recipe::{Asked, ENCODINGS, Recipe, Wanted, holds, recipes, simulate};
use cnf_out::clausify::{BitValue, Directions, Encoding};
use encodings::circuit::Signal;
use proptest::prelude::*;
use rustsat::types::{Assignment, Lit};

/// Compares all assignments of the inputs.
fn compare(recipe: &Recipe, encoding: Encoding) -> Result<(), TestCaseError> {
    let formula = recipe.formula();
    let mut asked = Asked::new(&formula, encoding);
    for assignment in 0..1usize << recipe.inputs {
        let simulation = simulate(&formula, assignment / 64);
        let expected = holds(&formula, &simulation, assignment % 64);
        let model = asked.model(assignment, &[]);
        prop_assert_eq!(model.is_some(), expected, "inputs {:b}, {:?}", assignment, encoding);
        let Some(model) = model else { continue };
        if encoding.directions == Directions::Both {
            let open = asked.open_variable(assignment, &model);
            prop_assert_eq!(open, None, "a variable is free under inputs {:b}, {:?}", assignment, encoding);
        }
        let value = |signal: Signal| simulation.value(signal) >> (assignment % 64) & 1 == 1;
        for (named, word) in formula.words.iter().zip(&asked.clausified.words) {
            prop_assert_eq!(named.word.len(), word.word.len());
            for (&signal, bit) in named.word.iter().zip(&word.word) {
                let found = match *bit {
                    BitValue::Constant(constant) => constant,
                    BitValue::Literal(literal) => model.contains(&literal),
                };
                // In the needed direction only, a bit that follows may be false, but is never true without cause.
                let may_be_false = !named.chosen && encoding.directions == Directions::Needed;
                prop_assert!(
                    found == value(signal) || may_be_false && !found,
                    "{} of {}",
                    signal_text(signal),
                    named.name
                );
            }
        }
    }
    Ok(())
}

fn signal_text(signal: Signal) -> String {
    format!("{signal:?}")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn clauses_are_satisfiable_exactly_if_the_requirements_hold(recipe in recipes()) {
        for encoding in ENCODINGS {
            compare(&recipe, encoding)?;
        }
    }
}

#[test]
fn a_false_requirement_has_no_model_though_a_chosen_word_holds_the_constant() {
    for (negated, satisfiable) in [(false, false), (true, true)] {
        let requirements = vec![Wanted::Holds((1, negated))];
        let recipe = Recipe { inputs: 1, gates: vec![], requirements, shown: vec![(0, true), (1, true)] };
        for encoding in ENCODINGS {
            let mut asked = Asked::new(&recipe.formula(), encoding);
            assert_eq!(asked.model(0, &[]).is_some(), satisfiable);
            let bits = |word: usize| asked.clausified.words[word].word.clone();
            assert_eq!(bits(0)[1..], [BitValue::Constant(false), BitValue::Constant(true)]);
            assert_eq!(bits(1)[1], BitValue::Constant(true));
        }
    }
}

#[test]
fn no_requirement_gives_no_clause() {
    let recipe = Recipe { inputs: 3, gates: vec![], requirements: vec![], shown: vec![] };
    let asked = Asked::new(&recipe.formula(), Encoding::default());
    assert_eq!((asked.clausified.variables, asked.clausified.cnf.len()), (3, 0));
}

#[test]
fn one_literal_of_each_variable_holds_in_a_model_that_lacks_variables() {
    let model: Assignment = [Lit::positive(1)].into_iter().collect();
    let holds = |literal| BitValue::Literal(literal).in_model(&model);
    let values = [0, 1, 2].map(|variable| (holds(Lit::positive(variable)), holds(Lit::negative(variable))));
    assert_eq!(values, [(false, true), (true, false), (false, true)]);
}
