//! Literals in the numbering of the checker.

use rustc_hash::FxHashMap;

use crate::dimacs::{Formula, Literal};

/// A literal: twice the index of its variable, plus one if it is negated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Code(pub(crate) u32);

impl Code {
    /// The literal of a variable that does not exist.
    pub(crate) const PADDING: Code = Code(0);

    /// The literal of the same variable with the other sign.
    pub(crate) fn negated(self) -> Code {
        Code(self.0 ^ 1)
    }
}

/// Gives each variable its index. Variables are their own indices as long as the formula is dense. For variables beyond
/// that, and for those that a proof introduces, a map gives the next index. So a single literal with a large number
/// does not need an array of that size.
#[derive(Debug)]
pub(crate) struct Variables {
    dense: u32,
    sparse: FxHashMap<u32, u32>,
}

impl Variables {
    pub(crate) fn new(formula: &Formula) -> Variables {
        let greatest = formula.clauses().flatten().map(|literal| literal.variable()).max().unwrap_or(0);
        let room = formula.literal_count().saturating_mul(16).saturating_add(1 << 16);
        let dense = greatest.min(u32::try_from(room).unwrap_or(u32::MAX));
        Variables { dense, sparse: FxHashMap::default() }
    }

    /// The number of indices in use, including one for variable 0, which does not exist.
    pub(crate) fn indices(&self) -> usize {
        self.dense as usize + 1 + self.sparse.len()
    }

    /// The DIMACS numbers of the literals, by their codes; 0 for the variable that does not exist.
    pub(crate) fn numbers(&self) -> Vec<i32> {
        let mut variables: Vec<u32> = (0..=self.dense).collect();
        variables.resize(self.indices(), 0);
        for (&variable, &index) in &self.sparse {
            variables[index as usize] = variable;
        }
        // Variables are below 2^30.
        variables.iter().flat_map(|&variable| [variable as i32, -(variable as i32)]).collect()
    }

    /// The code of a literal that is given as twice its variable, plus one for the negation, if the variable has an index.
    #[inline]
    pub(crate) fn known_code(&self, number: u64) -> Option<Code> {
        if number >= 2 && number / 2 <= u64::from(self.dense) {
            return Some(Code(number as u32));
        }
        let index = self.sparse.get(&u32::try_from(number / 2).ok()?)?;
        Some(Code(2 * index + (number & 1) as u32))
    }

    /// The code of `literal`. A new variable gets an index.
    #[inline]
    pub(crate) fn code(&mut self, literal: Literal) -> Code {
        let variable = literal.variable();
        let index = if variable <= self.dense {
            variable
        } else {
            // There are at most as many indices as variables, so twice the index still fits.
            let next = self.dense + 1 + self.sparse.len() as u32;
            *self.sparse.entry(variable).or_insert(next)
        };
        Code(2 * index + u32::from(!literal.is_positive()))
    }
}
