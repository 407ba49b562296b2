//! Splits a question along the bits of its unknown words.
//!
//! The cube with the fewest decided literals is split next, on a bit of an unknown word. The chosen bit has the largest
//! product of two numbers: how many literals unit propagation decides for either value. This is the measure of the
//! lookahead solvers of Heule and van Maaren (*Handbook of Satisfiability*, 2009, chapter 5). A bit that must have one
//! value is not split on. The result depends on the clauses alone, so it is the same on every machine.

use super::propagate::Propagator;
use super::{Cube, CubeError};
use crate::emission::Emission;
use certamen_work::stop::Stop;
use cnf_out::clausify::BitValue;
use rustsat::types::Lit;

/// A leaf of the tree.
#[derive(Clone, Debug)]
struct Leaf {
    cube: Cube,
    /// The literals that follow from the cube by looking ahead one literal.
    implied: Vec<Lit>,
    decided: usize,
    /// Whether the leaf cannot be split further.
    is_closed: bool,
}

/// Splits a question into `count` cubes, or into fewer if there are not enough bits to choose.
///
/// # Errors
/// [`CubeError::Stopped`].
pub fn split(emission: &Emission, count: usize, stop: &Stop) -> Result<Vec<Cube>, CubeError> {
    let mut propagator = Propagator::new(&emission.clausified.cnf, emission.clausified.variables);
    let choices = choices(emission);
    let root = Leaf {
        cube: Vec::new(),
        implied: Vec::new(),
        decided: propagator.decided(),
        is_closed: propagator.is_refuted(),
    };
    let known = propagator.decided();
    let mut leaves = vec![root];
    while leaves.len() < count {
        if stop.is_requested() {
            return Err(CubeError::Stopped);
        }
        let open = leaves.iter().enumerate().filter(|(_, leaf)| !leaf.is_closed);
        let Some(at) = open.min_by_key(|(_, leaf)| leaf.decided).map(|(at, _)| at) else { break };
        propagator.undo(known);
        let split = best_split(&mut propagator, &choices, &mut leaves[at]);
        let Some(Split { literal, decided }) = split else {
            leaves[at].is_closed = true;
            continue;
        };
        let leaf = leaves[at].clone();
        let child = |literal: Lit, decided: usize| Leaf {
            cube: leaf.cube.iter().copied().chain([literal]).collect(),
            implied: leaf.implied.clone(),
            decided,
            is_closed: false,
        };
        leaves.splice(at..=at, [child(literal, decided[0]), child(!literal, decided[1])]);
    }
    Ok(leaves.into_iter().map(|leaf| leaf.cube).collect())
}

/// The bits of the unknown words.
fn choices(emission: &Emission) -> Vec<Lit> {
    let words = emission.clausified.words.iter().filter(|word| word.chosen);
    let mut literals: Vec<Lit> = words
        .flat_map(|word| &word.word)
        .filter_map(|bit| match *bit {
            BitValue::Literal(literal) => Some(literal.var().pos_lit()),
            BitValue::Constant(_) => None,
        })
        .collect();
    literals.sort_unstable();
    literals.dedup();
    literals
}

/// A bit to split on, and the number of literals that its two values decide together.
struct Split {
    literal: Lit,
    decided: [usize; 2],
}

/// The best bit to split a cube on. `None` if the cube is refuted or no bit is left.
fn best_split(propagator: &mut Propagator, choices: &[Lit], leaf: &mut Leaf) -> Option<Split> {
    let fixed: Vec<Lit> = leaf.cube.iter().chain(&leaf.implied).copied().collect();
    if !fixed.into_iter().all(|literal| propagator.assume(literal)) {
        return None;
    }
    let mut best: Option<(usize, Split)> = None;
    for &literal in choices {
        if propagator.has_value(literal) {
            continue;
        }
        let before = propagator.decided();
        let [yes, no] = [literal, !literal].map(|side| {
            let decided = propagator.assume(side).then(|| propagator.decided());
            propagator.undo(before);
            decided
        });
        match (yes, no) {
            (None, None) => return None,
            (Some(_), None) | (None, Some(_)) => {
                let forced = if yes.is_some() { literal } else { !literal };
                leaf.implied.push(forced);
                if !propagator.assume(forced) {
                    return None;
                }
            }
            (Some(yes), Some(no)) => {
                let measure = (yes - before) * (no - before);
                if best.as_ref().is_none_or(|&(least, _)| measure > least) {
                    best = Some((measure, Split { literal, decided: [yes, no] }));
                }
            }
        }
    }
    // A literal that was found to be forced later may have decided this bit.
    best.map(|(_, split)| split).filter(|split| !propagator.has_value(split.literal))
}
