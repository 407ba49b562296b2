//! DIMACS: clauses as every solver reads them.
//!
//! Comments are short and stand before the header; the header's counts are exact; each line has one clause. A sidecar
//! file says what the variables mean ([`crate::map`]), because other tools lose comments. The same clauses give the
//! same bytes.

use crate::clausify::Clausified;
use std::io::{self, Write};

/// Writes a formula, after one comment line for each of `comments`.
///
/// # Errors
/// If writing fails.
pub fn write(clausified: &Clausified, comments: &[String], mut out: impl Write) -> io::Result<()> {
    // A line break in a comment must not begin a line that is not a comment.
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
