//! A proof that there is no such cycle.
//!
//! The formula has the degrees and the cuts, in the order in which they were found. Its proof is LRAT. The proof is
//! checked, and the naive rules make all clauses again from the positions of the cuts.
//!
//! What it shows: no choice of moves leaves and enters each position once, is symmetric in the colours, and leaves each
//! cut set of positions; every colour-symmetric cycle would do so ([`super::subtour`]). What it does not show: that there
//! is no cycle without the symmetry.

use super::classes::{Classes, Side};
use super::formula::{formula, write};
use super::game::{drawn, naive_size};
use super::subtour::Subtour;
use certamen_ask::solve::ask_clauses;
use certamen_work::limits::Limits;
use cnf_out::solver::{LratFormat, SolverError, StopReason, Verdict};
use std::io;
use verify::dimacs::{DimacsError, read};
use verify::go::{Board, CycleError, symmetric_cycle_clauses};
use verify::lrat::{Format, LratError, Report, check};

/// Why there is no valid refutation.
#[derive(Debug, thiserror::Error)]
pub enum RefutationError {
    /// The solver failed.
    #[error(transparent)]
    Solver(#[from] SolverError),
    /// The solver found a model of clauses that it had refuted.
    #[error("the solver refuted the cuts one by one, and finds a model of all of them")]
    Satisfiable,
    /// The formula could not be written.
    #[error("cannot write the formula")]
    Write(#[from] io::Error),
    /// The formula cannot be read.
    #[error("the formula: {0}")]
    Formula(#[from] DimacsError),
    /// The proof is not valid.
    #[error("the proof: {0}")]
    Proof(#[from] LratError),
    /// The naive rules cannot make clauses for this board.
    #[error(transparent)]
    Naive(#[from] CycleError),
    /// The naive rules make a different clause.
    #[error("clause {0} of the formula differs from the one that the naive rules make")]
    Clause(usize),
}

/// A refutation whose proof was checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refutation {
    /// The formula as DIMACS.
    pub formula: Vec<u8>,
    /// Its proof.
    pub proof: Vec<u8>,
    /// The counts of the proof check.
    pub report: Report,
}

/// Refutes the degrees and the cuts. The inner error is the reason why the solver was stopped.
///
/// # Errors
/// [`RefutationError`]
pub fn refute(
    classes: &Classes,
    cuts: &[Subtour],
    format: LratFormat,
    limits: &Limits,
) -> Result<Result<Refutation, StopReason>, RefutationError> {
    let cnf = formula(classes, cuts).cnf;
    let proof = match ask_clauses(&cnf, Vec::new(), format, limits)?.verdict {
        Verdict::Unsatisfiable(refuted) => refuted.proof,
        Verdict::Satisfiable(_) => return Err(RefutationError::Satisfiable),
        Verdict::Interrupted(reason) => return Ok(Err(reason)),
    };
    let mut formula = Vec::new();
    write(classes, cuts, &mut formula)?;
    let read = read(formula.as_slice())?;
    let report = check(&read, proof.as_slice(), Format::Auto)?;
    let size = naive_size(classes.board())?;
    let board = |&side: &Side| drawn(size, classes.grid(), classes.position(side));
    let boards: Vec<Vec<Board>> =
        cuts.iter().map(|cut| cut.positions().iter().map(board).collect()).collect();
    let again = symmetric_cycle_clauses(size, &boards)?;
    let same = |(clause, again): (&[verify::dimacs::Literal], &Vec<i32>)| {
        clause.iter().map(|literal| literal.get()).eq(again.iter().copied())
    };
    match read.clauses().zip(&again).position(|pair| !same(pair)) {
        Some(index) => Err(RefutationError::Clause(index + 1)),
        None if read.len() != again.len() => Err(RefutationError::Clause(read.len().min(again.len()) + 1)),
        None => Ok(Ok(Refutation { formula, proof, report })),
    }
}
