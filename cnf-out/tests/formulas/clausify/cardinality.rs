//! Bounds from 0 to one more than the number of literals, with constants among them, for up to eight literals; and
//! words with exactly one bit set.

use super::recipe::{Asked, ENCODINGS, Recipe, Wanted};
use cnf_out::clausify::{Directions, Encoding};

/// The inputs first, then the given numbers of constants false and true.
fn signals(inputs: usize, falses: usize, trues: usize) -> Vec<(usize, bool)> {
    let constant = |negated| std::iter::repeat((inputs, negated));
    (0..inputs)
        .map(|input| (input, false))
        .chain(constant(false).take(falses))
        .chain(constant(true).take(trues))
        .collect()
}

/// Compares the clauses with a predicate on the number of inputs that are set.
fn compare(inputs: usize, wanted: Wanted, encoding: Encoding, expected: impl Fn(u32) -> bool) {
    let case = format!("{wanted:?} of {inputs} inputs, {encoding:?}");
    let recipe = Recipe { inputs, gates: vec![], requirements: vec![wanted], shown: vec![] };
    let mut asked = Asked::new(&recipe.formula(), encoding);
    for assignment in 0..1usize << inputs {
        let model = asked.model(assignment, &[]);
        assert_eq!(model.is_some(), expected(assignment.count_ones()), "inputs {assignment:b}: {case}");
        if let Some(model) = model.filter(|_| encoding.directions == Directions::Both) {
            assert_eq!(asked.open_variable(assignment, &model), None, "inputs {assignment:b}: {case}");
        }
    }
}

#[test]
fn bounds_count_literals_and_constants() {
    for inputs in 0..=8usize {
        for (falses, trues) in [(0, 0), (1, 0), (0, 1), (2, 3)] {
            for bound in 0..=(inputs + trues + 1) as u32 {
                for encoding in ENCODINGS {
                    let wanted = Wanted::AtLeast(signals(inputs, falses, trues), bound);
                    compare(inputs, wanted, encoding, |set| set + trues as u32 >= bound);
                }
            }
        }
    }
}

#[test]
fn a_bound_beyond_every_number_is_refuted() {
    for encoding in ENCODINGS {
        compare(3, Wanted::AtLeast(signals(3, 0, 1), u32::MAX), encoding, |_| false);
    }
}

#[test]
fn one_hot_words_have_one_bit() {
    for inputs in 0..=9usize {
        for (falses, trues) in [(0, 0), (2, 0), (0, 1), (1, 2)] {
            for encoding in ENCODINGS {
                let wanted = Wanted::OneHot(signals(inputs, falses, trues));
                compare(inputs, wanted, encoding, |set| set + trues as u32 == 1);
            }
        }
    }
}

/// A repeated literal counts twice; a literal and its negation together count once, whatever its value.
#[test]
fn repeated_and_opposite_literals_each_count() {
    let twice = vec![(0, false), (0, false), (1, false)];
    let opposite = vec![(0, false), (0, true), (1, false)];
    for encoding in ENCODINGS {
        let recipe = |picks: &Vec<(usize, bool)>, bound| Recipe {
            inputs: 2,
            gates: vec![],
            requirements: vec![Wanted::AtLeast(picks.clone(), bound)],
            shown: vec![],
        };
        for bound in 0..=4u32 {
            let mut asked = Asked::new(&recipe(&twice, bound).formula(), encoding);
            let mut other = Asked::new(&recipe(&opposite, bound).formula(), encoding);
            for assignment in 0..4usize {
                let [x, y] = [assignment & 1, assignment >> 1].map(|bit| bit as u32);
                assert_eq!(
                    asked.model(assignment, &[]).is_some(),
                    2 * x + y >= bound,
                    "{encoding:?} {bound}"
                );
                assert_eq!(other.model(assignment, &[]).is_some(), 1 + y >= bound, "{encoding:?} {bound}");
            }
        }
    }
}
