//! The embedded solver: CaDiCaL 3.0.1, through the crate `cadical-sys`.
//!
//! There are two types, for two uses:
//! - [`Cadical`] answers many questions on one growing formula, with assumptions and cores. It implements rustsat's
//!   solver traits, so that whatever encodes into a [`rustsat::encodings::CollectClauses`] can encode into it.
//! - [`Refuter`] answers one question and proves the answer "unsatisfiable": its LRAT proof checks against the DIMACS
//!   file of the same clauses in the same order. Assumptions and second questions do not fit into such a proof, so the
//!   type has no method for them. [`chain::Chain`] and [`Gaps`] do the same with many small questions, for formulas of a
//!   certain form.
//!
//! [`process`] runs external solvers; with the feature `z3`, `z3` calls Z3 as a library.
//!
//! Both end at a time limit, a conflict limit, an interrupt from another thread or a callback; [`StopReason`] says
//! which. An interrupted run is never an answer.
//!
//! Source: A. Biere et al., "`CaDiCaL` 2.0", CAV 2024; LRAT: L. Cruz-Filipe et al., "Efficient certified RAT
//! verification", CADE 2017.
//!
//! Cost: a proof adds a tenth to a third to the time of a run. It is written as a stream, and takes eight bytes of
//! memory for each input clause and two for each variable.
//!
//! What it does not show: an answer without a proof rests on CaDiCaL alone, and a proof shows nothing until a checker
//! has accepted it. A caller that relies on a model must evaluate it on the clauses.

mod cadical;
mod cadical_engine;
pub mod chain;
mod gaps;
mod ledger;
mod lrat_writer;
pub mod process;
mod refuter;
mod renumber;
mod segment;
#[cfg(test)]
mod tests;
mod tracer;
mod trim;
mod watch;
#[cfg(feature = "z3")]
pub mod z3;

use std::{io, time::Duration};

use rustsat::types::TypeError;
use thiserror::Error;

pub use self::{
    cadical::Cadical,
    gaps::{Gaps, GapsCheckpoint},
    lrat_writer::LratFormat,
    refuter::{Refuter, Run, Verdict, WrittenProof},
    renumber::{Numbering, renumber},
    trim::{TrimError, Trimmed, strict, trim},
    watch::{Interrupter, StopReason},
};

/// The embedded solver's name and version, such as `CaDiCaL 3.0.1`, as reported by the library itself.
pub fn embedded() -> String {
    format!("CaDiCaL {}", cadical_sys::CaDiCal::version())
}

/// What can go wrong with the embedded solver, apart from running out of time.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SolverError {
    /// CaDiCaL has no option of this name.
    #[error("CaDiCaL has no option named `{0}`")]
    UnknownOption(String),
    /// The option exists, but not with this value.
    #[error("the CaDiCaL option `{name}` cannot be {value}: the nearest that it accepts is {nearest}")]
    OptionRange {
        /// The name of the option.
        name: String,
        /// The requested value.
        value: i32,
        /// The nearest value that CaDiCaL accepts.
        nearest: i32,
    },
    /// The option exists, but would break a guarantee of this crate.
    #[error("the CaDiCaL option `{name}` is not available here: {why}")]
    ForbiddenOption {
        /// The name of the option.
        name: String,
        /// The guarantee that it would break.
        why: &'static str,
    },
    /// CaDiCaL has no configuration of this name.
    #[error("CaDiCaL has no configuration named `{0}` (there are `default`, `plain`, `sat` and `unsat`)")]
    UnknownConfiguration(String),
    /// Options cannot be changed after the first clause.
    #[error("the CaDiCaL option `{0}` must be set before the first clause is added")]
    OptionTooLate(String),
    /// An environment variable would change CaDiCaL's options unnoticed.
    #[error(
        "unset the environment variable `{0}`: CaDiCaL would read options from it that the certificate does not name"
    )]
    Environment(String),
    /// How far a run had come is not known.
    #[error("no run can go on from this: {0}")]
    Resume(String),
    /// How far a run has come could not be stored.
    #[error("cannot write the checkpoint: {0}")]
    Keep(#[source] io::Error),
    /// A literal is too large for CaDiCaL.
    #[error("a literal does not fit into CaDiCaL")]
    Literal(#[from] TypeError),
    /// The number of clauses is not the number announced.
    #[error("{announced} clauses were announced for the proof, but {added} were added")]
    ClauseCount {
        /// The number announced.
        announced: usize,
        /// The number added, or that would have been added.
        added: usize,
    },
    /// The words of cuts that were given are those of other cuts.
    #[error("the words of the cuts do not have the variables of the cuts")]
    Cuts,
    /// One solver has a model of clauses that another has refuted.
    #[error("one solver found a model of the clauses, and another refuted them")]
    Disagreement,
    /// The proof could not be written.
    #[error("cannot write the proof")]
    ProofWrite(#[source] io::Error),
    /// CaDiCaL traced a step that an LRAT proof of resolution steps cannot hold.
    #[error("CaDiCaL traced a step that is left out of LRAT proofs: {0}")]
    ProofStep(&'static str),
    /// CaDiCaL answered "unsatisfiable" without a derivation of the empty clause.
    #[error("CaDiCaL answered unsatisfiable, but its proof does not end in the empty clause")]
    ProofIncomplete,
}

/// The size of a formula and the work of solving it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Statistics {
    /// The highest variable (variables count from 1 here, as in DIMACS).
    pub variables: u32,
    /// The clauses that were added.
    pub clauses: usize,
    /// Conflicts, over all calls.
    pub conflicts: u64,
    /// Decisions, over all calls.
    pub decisions: u64,
    /// Propagations of the search, over all calls (not those of inprocessing).
    pub propagations: u64,
    /// The wall-clock time spent solving, over all calls.
    pub time: Duration,
}
