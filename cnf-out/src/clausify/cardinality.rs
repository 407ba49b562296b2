//! Bounds on the number of true literals, by rustsat's encodings.
//!
//! The default encoding was chosen by measurement: `cargo bench --bench mobility`, and `docs/notebook/othello.md`.

use super::{Directions, two_way};
use rustsat::OutOfMemory;
use rustsat::encodings::am1::{self, Encode as _};
use rustsat::encodings::card::{BoundLower, BoundUpper, Totalizer};
use rustsat::encodings::pb::{self, BinaryAdder};
use rustsat::instances::{BasicVarManager, Cnf, ManageVars};
use rustsat::types::{Clause, Lit};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How "at least `k` of these literals" is written.
///
/// With [`Directions::Both`] a totalizer in both directions replaces each of these; it counts the literals that the
/// name says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Cardinality {
    /// A totalizer (Bailleux and Boufkhad 2003) that counts the false literals up to `n - k`.
    #[default]
    CountFalse,
    /// A totalizer that counts the true literals up to `k`.
    CountTrue,
    /// A binary adder (Warners 1998): fewest clauses, weakest propagation. In both directions the same as `CountTrue`.
    Adder,
}

/// Up to this many literals, "at most one" is pairwise; with more, a two-product encoding adds variables.
const PAIRWISE_LIMIT: usize = 6;

impl Cardinality {
    /// Requires at least `bound` of the literals.
    pub(super) fn at_least(
        self,
        literals: &[Lit],
        bound: usize,
        directions: Directions,
        cnf: &mut Cnf,
        variables: &mut BasicVarManager,
    ) {
        if bound == 0 {
            return;
        }
        if bound > literals.len() {
            cnf.add_clause(Clause::default());
            return;
        }
        if bound == 1 {
            cnf.add_clause(literals.iter().copied().collect());
            return;
        }
        if bound == literals.len() {
            for &literal in literals {
                cnf.add_unit(literal);
            }
            return;
        }
        if directions == Directions::Both {
            self.count_both_ways(literals, bound, cnf, variables);
            return;
        }
        self.encode(literals, bound, cnf, variables).unwrap_or_else(|_| {
            // The collection is a `Vec`, which aborts when memory runs out and never returns an error.
            unreachable!("a vector of clauses does not report running out of memory")
        });
    }

    /// `bound` is more than 0 and less than the number of literals.
    fn count_both_ways(self, literals: &[Lit], bound: usize, cnf: &mut Cnf, variables: &mut BasicVarManager) {
        let unit = if self == Self::CountFalse {
            let negated: Vec<Lit> = literals.iter().map(|&literal| !literal).collect();
            let too_many = literals.len() - bound + 1;
            !two_way::count(&negated, too_many, cnf, variables)[too_many - 1]
        } else {
            two_way::count(literals, bound, cnf, variables)[bound - 1]
        };
        cnf.add_unit(unit);
    }

    fn encode(
        self,
        literals: &[Lit],
        bound: usize,
        cnf: &mut Cnf,
        variables: &mut BasicVarManager,
    ) -> Result<(), OutOfMemory> {
        let most_false = literals.len() - bound;
        let negated = literals.iter().map(|&literal| !literal);
        let units = match self {
            Self::CountFalse => {
                let mut totalizer: Totalizer = negated.collect();
                totalizer.encode_ub(most_false..=most_false, cnf, variables)?;
                totalizer.enforce_ub(most_false).ok()
            }
            Self::CountTrue => {
                let mut totalizer: Totalizer = literals.iter().copied().collect();
                totalizer.encode_lb(bound..=bound, cnf, variables)?;
                totalizer.enforce_lb(bound).ok()
            }
            Self::Adder => {
                // The encoding keeps one weight for each literal, so a repeated literal gets weight 2.
                let mut weights = BTreeMap::new();
                for &literal in literals {
                    *weights.entry(literal).or_insert(0) += 1;
                }
                let mut adder: BinaryAdder = weights.into_iter().collect();
                pb::BoundLower::encode_lb(&mut adder, bound..=bound, cnf, variables)?;
                pb::BoundLower::enforce_lb(&adder, bound).ok()
            }
        };
        // A bound that was encoded can always be enforced. If that ever fails, the empty clause prevents a wrong answer
        // "satisfiable".
        let Some(units) = units else { unreachable!("the bound has just been encoded") };
        for unit in units {
            cnf.add_unit(unit);
        }
        Ok(())
    }
}

/// Requires exactly one of the literals, given the number of further signals that are constantly true.
pub(super) fn exactly_one(
    literals: &[Lit],
    certain: usize,
    directions: Directions,
    cnf: &mut Cnf,
    variables: &mut BasicVarManager,
) {
    match certain {
        0 => {
            cnf.add_clause(literals.iter().copied().collect());
            if directions == Directions::Both && literals.len() > PAIRWISE_LIMIT {
                two_way::at_most_one(literals, cnf, variables);
            } else {
                at_most_one(literals, cnf, variables);
            }
        }
        1 => {
            for &literal in literals {
                cnf.add_unit(!literal);
            }
        }
        _ => cnf.add_clause(Clause::default()),
    }
}

fn at_most_one(literals: &[Lit], cnf: &mut Cnf, variables: &mut dyn ManageVars) {
    let encoded = if literals.len() <= PAIRWISE_LIMIT {
        literals.iter().copied().collect::<am1::Pairwise>().encode(cnf, variables)
    } else {
        literals.iter().copied().collect::<am1::Commander<4>>().encode(cnf, variables)
    };
    encoded.unwrap_or_else(|_| unreachable!("a vector of clauses does not report running out of memory"));
}
