//! WCNF: clauses that must hold, and literals of which as many as possible should.
//!
//! The format of the `MaxSAT` evaluations since 2022: no header, `h` before a hard clause, a weight before a soft one. Each
//! bit of a word is a soft clause of weight 1, so that the least weight that is falsified tells the most bits that can be
//! set. The variables are those of the DIMACS file of the same clauses, whose map reads an answer.

use crate::clausify::{Clausified, Value};
use rustsat::types::Lit;
use std::io::{self, Write};

/// The literals that a word's bits are, and how many bits are certainly set.
///
/// Definitions in the needed direction are enough for them: a literal that is true says that its bit is set.
pub fn objective(clausified: &Clausified, name: &str) -> Option<(Vec<Lit>, usize)> {
    let word = clausified.words.iter().find(|word| word.name == name)?;
    let literal = |value: &Value| match value {
        Value::Literal(literal) => Some(*literal),
        Value::Constant(_) => None,
    };
    let certain = word.word.iter().filter(|&&value| value == Value::Constant(true)).count();
    Some((word.word.iter().filter_map(literal).collect(), certain))
}

/// Writes a formula with soft literals, after one comment line for each of `comments`.
///
/// # Errors
/// If writing fails.
pub fn write(
    clausified: &Clausified,
    soft: &[Lit],
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
    soft.iter().try_for_each(|literal| writeln!(out, "1 {} 0", literal.to_ipasir()))
}
