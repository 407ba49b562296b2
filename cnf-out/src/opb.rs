//! OPB: clauses as inequalities between sums of variables, and a sum to be made as small as it can be.
//!
//! The format of the pseudo-Boolean competitions, linear part: coefficients before variables, and no negated ones, for
//! which 1 minus the variable is written. The least value of the objective is minus the most bits that can be set
//! (counting from the number of those that are negations). The variables are those of the DIMACS file of the same clauses, whose map reads an answer.

use crate::clausify::Clausified;
use crate::wcnf::Objective;
use rustsat::types::Lit;
use std::io::{self, Write};

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
    // The counts have to be in the first line.
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
            // An inequality has a sum, and this one never holds.
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
