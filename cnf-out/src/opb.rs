//! OPB: clauses as inequalities between sums of variables, and a sum to minimize.
//!
//! The format of the pseudo-Boolean competitions, linear part: coefficients stand before variables, and a negated
//! variable is written as 1 minus the variable. If `n` of the bits are negated literals, the least value of the
//! objective is `n` minus the largest number of bits (without constants) that can be set. The variables are those of
//! the DIMACS file of the same clauses, whose map reads an answer.

use crate::clausify::Clausified;
use crate::wcnf::Objective;
use rustsat::types::Lit;
use std::io::{self, Write};

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
    // The format requires the counts in the first line.
    writeln!(out, "* #variable= {} #constraint= {}", clausified.variables, clausified.cnf.len())?;
    for comment in comments.iter().flat_map(|comment| comment.split(['\n', '\r'])) {
        writeln!(out, "* {comment}")?;
    }
    write!(out, "min:")?;
    for &(literal, weight) in &objective.wanted {
        let sign = if literal.is_pos() { "-" } else { "" };
        write!(out, " {sign}{weight} x{}", variable(literal))?;
    }
    writeln!(out, ";")?;
    for clause in &clausified.cnf {
        if clause.is_empty() {
            // An inequality must have a sum; this one never holds.
            writeln!(out, "+0 x1 >= 1;")?;
            continue;
        }
        let mut least = 1;
        for &literal in clause {
            write!(out, "{} x{} ", if literal.is_pos() { "+1" } else { "-1" }, variable(literal))?;
            least -= i64::from(literal.is_neg());
        }
        writeln!(out, ">= {least};")?;
    }
    Ok(())
}

fn variable(literal: Lit) -> u32 {
    literal.var().idx32() + 1
}
