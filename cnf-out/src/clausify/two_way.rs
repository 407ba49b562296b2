//! Bounds whose variables are functions of the counted literals, so that they neither add nor remove models.
//!
//! Idea: the totalizer of O. Bailleux and Y. Boufkhad (CP 2003) with the clauses of both directions: output `k` is true
//! if and only if at least `k` literals below it are. The encodings of `cardinality` write only the direction that
//! satisfiability needs, and leave their variables free in the other direction.
//!
//! Cost: twice the clauses of the one-way form.

use rustsat::instances::{BasicVarManager, Cnf, ManageVars};
use rustsat::types::Lit;

/// Counts literals up to `most`: literal `i` of the result is true if and only if at least `i + 1` of them are.
pub(super) fn count(
    literals: &[Lit],
    most: usize,
    cnf: &mut Cnf,
    variables: &mut BasicVarManager,
) -> Vec<Lit> {
    if literals.len() <= 1 {
        return literals.to_vec();
    }
    let (left, right) = literals.split_at(literals.len() / 2);
    let sizes = [left.len(), right.len()];
    let left = count(left, most, cnf, variables);
    let right = count(right, most, cnf, variables);
    let outputs: Vec<Lit> = (0..literals.len().min(most)).map(|_| variables.new_lit()).collect();
    for (place, &output) in outputs.iter().enumerate() {
        // At least `place + 1` in total, if `on_left` are on the left and the rest on the right.
        for on_left in (0..=place + 1).filter(|&i| i <= sizes[0] && place + 1 - i <= sizes[1]) {
            let enough = [at_least(&left, on_left), at_least(&right, place + 1 - on_left)];
            let clause = enough.into_iter().flatten().map(|literal| !literal).chain([output]);
            cnf.add_clause(clause.collect());
        }
        // At most `place` in total, if at most `on_left` are on the left and at most the rest on the right.
        for on_left in (0..=place).filter(|&i| i <= sizes[0] && place - i <= sizes[1]) {
            let more = [at_least(&left, on_left + 1), at_least(&right, place - on_left + 1)];
            cnf.add_clause(more.into_iter().flatten().chain([!output]).collect());
        }
    }
    outputs
}

/// The literal for "at least `number`"; `None` if that always holds (0) or never holds.
fn at_least(counted: &[Lit], number: usize) -> Option<Lit> {
    number.checked_sub(1).and_then(|place| counted.get(place)).copied()
}

/// Requires that at most one literal holds, by the disjunctions of the first one, two, three, ... of them.
pub(super) fn at_most_one(literals: &[Lit], cnf: &mut Cnf, variables: &mut BasicVarManager) {
    let mut seen: Option<Lit> = None;
    for (place, &literal) in literals.iter().enumerate() {
        let Some(before) = seen.replace(literal) else {
            continue;
        };
        cnf.add_binary(!before, !literal);
        if place + 1 < literals.len() {
            let any = variables.new_lit();
            cnf.add_binary(!before, any);
            cnf.add_binary(!literal, any);
            cnf.add_ternary(before, literal, !any);
            seen = Some(any);
        }
    }
}
