//! DIMACS: clauses as every solver reads them.
//!
//! Comments stand before the header and are short; the header's counts are exact; one clause a line. What variables
//! mean is told by a sidecar file ([`crate::map`]), for comments are lost on the way through other tools. The same
//! clauses give the same bytes.

use crate::clausify::Clausified;
use std::io::{self, Write};

/// Writes a formula, after one comment line for each of `comments`.
///
/// # Errors
/// If writing fails.
pub fn write(clausified: &Clausified, comments: &[String], mut out: impl Write) -> io::Result<()> {
    // A line break in a comment must not begin a line that is none.
    for comment in comments.iter().flat_map(|comment| comment.split(['\n', '\r'])) {
        writeln!(out, "c {comment}")?;
    }
    writeln!(out, "p cnf {} {}", clausified.variables, clausified.cnf.len())?;
    for clause in &clausified.cnf {
        for literal in clause {
            write!(out, "{} ", literal.to_ipasir())?;
        }
        writeln!(out, "0")?;
    }
    Ok(())
}
