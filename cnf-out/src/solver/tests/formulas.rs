//! Formulas to solve, and reference answers for the small ones.

use rustsat::{
    instances::Cnf,
    types::{Assignment, Clause, Lit, TernaryVal},
};

/// Clauses as DIMACS writes them, without the final 0.
pub(super) type Clauses = Vec<Vec<i32>>;

pub(super) fn literal(dimacs: i32) -> Lit {
    Lit::from_ipasir(dimacs).expect("a literal")
}

pub(super) fn clause(dimacs: &[i32]) -> Clause {
    dimacs.iter().map(|&number| literal(number)).collect()
}

pub(super) fn cnf(clauses: &[Vec<i32>]) -> Cnf {
    clauses.iter().map(|dimacs| clause(dimacs)).collect()
}

/// The negation of the pigeonhole principle: each pigeon sits in a hole, and no two share one. Exponential for
/// resolution.
pub(super) fn pigeons(pigeons: i32, holes: i32) -> Clauses {
    let sits = |pigeon: i32, hole: i32| pigeon * holes + hole + 1;
    let mut clauses: Clauses =
        (0..pigeons).map(|pigeon| (0..holes).map(|hole| sits(pigeon, hole)).collect()).collect();
    for hole in 0..holes {
        for first in 0..pigeons {
            clauses.extend((0..first).map(|second| vec![-sits(first, hole), -sits(second, hole)]));
        }
    }
    clauses
}

/// The parity of some bits, computed in two orders with different results, with XOR gates of two inputs.
pub(super) fn parities(numbers: &mut Numbers, bits: usize) -> Clauses {
    let mut clauses = Clauses::new();
    let mut highest = bits as i32;
    let mut order: Vec<i32> = (1..=highest).collect();
    let results: Vec<i32> = (0..2)
        .map(|_| {
            for last in (1..bits).rev() {
                order.swap(last, numbers.below(last + 1));
            }
            order.iter().copied().reduce(|left, right| {
                highest += 1;
                let sum = highest;
                clauses.extend([
                    vec![-sum, left, right],
                    vec![-sum, -left, -right],
                    vec![sum, -left, right],
                    vec![sum, left, -right],
                ]);
                sum
            })
        })
        .map(|result| result.expect("a bit"))
        .collect();
    clauses.extend([results.clone(), results.iter().map(|literal| -literal).collect()]);
    clauses
}

/// Pseudo-random numbers, the same in every run (`SplitMix64`).
pub(super) struct Numbers(pub u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `bound`.
    pub(super) fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    /// A literal of the variables up to `variables`.
    pub(super) fn literal(&mut self, variables: usize) -> i32 {
        let variable = self.below(variables) as i32 + 1;
        if self.below(2) == 0 { variable } else { -variable }
    }
}

/// Clauses of three different variables each.
pub(super) fn random_3_sat(numbers: &mut Numbers, variables: usize, clauses: usize) -> Clauses {
    let mut formula = Clauses::new();
    for _ in 0..clauses {
        let mut clause: Vec<i32> = Vec::new();
        while clause.len() < 3 {
            let literal = numbers.literal(variables);
            if clause.iter().all(|other| other.abs() != literal.abs()) {
                clause.push(literal);
            }
        }
        formula.push(clause);
    }
    formula
}

/// Clauses of all lengths, sometimes the empty clause, with repeated literals and tautologies.
pub(super) fn messy(numbers: &mut Numbers, variables: usize) -> Clauses {
    let clauses = numbers.below(6 * variables);
    let shortest = usize::from(numbers.below(10) != 0);
    let length = |numbers: &mut Numbers| shortest + numbers.below(4);
    (0..clauses).map(|_| (0..length(numbers)).map(|_| numbers.literal(variables)).collect()).collect()
}

/// Whether there is a model, by trying all assignments.
pub(super) fn has_model(clauses: &[Vec<i32>], variables: usize) -> bool {
    let holds = |bits: u32, literal: i32| (bits >> (literal.unsigned_abs() - 1) & 1 == 1) == (literal > 0);
    (0..1_u32 << variables)
        .any(|bits| clauses.iter().all(|clause| clause.iter().any(|&literal| holds(bits, literal))))
}

/// Evaluates a model on the clauses; a variable without a value satisfies no literal.
pub(super) fn is_model(clauses: &[Vec<i32>], model: &Assignment) -> bool {
    let holds = |&dimacs: &i32| model.lit_value(literal(dimacs)) == TernaryVal::True;
    clauses.iter().all(|clause| clause.iter().any(holds))
}
