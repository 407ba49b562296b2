//! WCNF: clauses that must hold, and literals of which as many as possible should.
//!
//! The format of the `MaxSAT` evaluations since 2022: no header, `h` before a hard clause, a weight before a soft one. Each
//! literal that bits of some words are is a soft clause, whose weight is how many, so that the least weight that is falsified
//! tells the most bits that can be set. The variables are those of the DIMACS file of the same clauses, whose map reads an answer.

use crate::clausify::{Clausified, Value};
use rustsat::types::Lit;
use std::collections::HashMap;
use std::io::{self, Write};

/// A sum that is to be as large as it can be: of the bits of some words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Objective {
    /// The literals that the bits are, each with how many of the bits it is, in the order of the first of them.
    pub wanted: Vec<(Lit, u32)>,
    /// How many bits are certainly set.
    pub certain: u32,
}

impl Objective {
    /// The bits of the words of these names; nothing where one of them is not there.
    ///
    /// Definitions in the needed direction are enough for them: a literal that is true says that its bit is set.
    pub fn of(clausified: &Clausified, names: &[&str]) -> Option<Self> {
        let (mut wanted, mut places) = (Vec::<(Lit, u32)>::new(), HashMap::new());
        let mut certain = 0;
        for name in names {
            let word = clausified.words.iter().find(|word| word.name == **name)?;
            for value in &word.word {
                match *value {
                    Value::Constant(is_set) => certain += u32::from(is_set),
                    Value::Literal(literal) => {
                        let place = *places.entry(literal).or_insert(wanted.len());
                        match wanted.get_mut(place) {
                            Some((_, weight)) => *weight += 1,
                            None => wanted.push((literal, 1)),
                        }
                    }
                }
            }
        }
        Some(Self { wanted, certain })
    }

    /// The number of bits: the largest value that could be thought of.
    pub fn bits(&self) -> u32 {
        self.wanted.iter().map(|&(_, weight)| weight).sum::<u32>() + self.certain
    }
}

/// Writes a formula with what is to be as large as it can be, after one comment line for each of `comments`.
///
/// # Errors
/// If writing fails.
pub fn write(
    clausified: &Clausified,
    objective: &Objective,
    comments: &[String],
    mut out: impl Write,
) -> io::Result<()> {
    for comment in comments.iter().flat_map(|comment| comment.split(['\n', '\r'])) {
        writeln!(out, "c {comment}")?;
    }
    for clause in &clausified.cnf {
        write!(out, "h ")?;
        for literal in clause {
            write!(out, "{} ", literal.to_ipasir())?;
        }
        writeln!(out, "0")?;
    }
    objective
        .wanted
        .iter()
        .try_for_each(|(literal, weight)| writeln!(out, "{weight} {} 0", literal.to_ipasir()))
}
