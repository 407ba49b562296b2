//! WCNF: clauses that must hold, and weighted literals of which as many as possible should hold.
//!
//! The format of the `MaxSAT` evaluations since 2022: no header, `h` before a hard clause, a weight before a soft one.
//! The bits of some words are to be set. Each literal that stands for one of these bits becomes a soft clause, whose
//! weight is the number of bits that it stands for. So the least falsified weight gives the largest number of bits that
//! can be set. The variables are those of the DIMACS file of the same clauses, whose map reads an answer.

use crate::clausify::{BitValue, Clausified};
use rustsat::types::Lit;
use std::collections::HashMap;
use std::io::{self, Write};

/// A sum to maximize: the number of set bits of some words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Objective {
    /// The literals of the bits, each with the number of bits that it stands for, in the order of their first bits.
    pub wanted: Vec<(Lit, u32)>,
    /// The number of bits that are constantly set.
    pub certain: u32,
}

impl Objective {
    /// The bits of the words with these names; `None` if one of the words does not exist.
    ///
    /// Definitions in the needed direction are enough for them, because a true literal means that its bit is set.
    pub fn from_names(clausified: &Clausified, names: &[&str]) -> Option<Self> {
        let (mut wanted, mut places) = (Vec::<(Lit, u32)>::new(), HashMap::new());
        let mut certain = 0;
        for name in names {
            let word = clausified.words.iter().find(|word| word.name == **name)?;
            for value in &word.word {
                match *value {
                    BitValue::Constant(is_set) => certain += u32::from(is_set),
                    BitValue::Literal(literal) => {
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

    /// The number of bits: an upper bound for the sum.
    pub fn bits(&self) -> u32 {
        self.wanted.iter().map(|&(_, weight)| weight).sum::<u32>() + self.certain
    }
}

/// Writes a formula with a sum to maximize, after one comment line for each of `comments`.
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
