//! Cubes: splits one question into jobs, and composes their answers.
//!
//! Idea: a cube fixes some of the bits of the chosen words. The cubes of a manifest are the leaves of a tree of such
//! choices, so together they cover all cases. Each cube is solved on its own, on any machine at any time, with a
//! proof. A separate formula states that some assignment is in no cube; it is refuted, and that refutation is checked
//! as well. So the checked parts prove the whole, and neither the tree nor the jobs have to be trusted.
//!
//! Source: M. Heule, O. Kullmann, S. Wieringa, A. Biere, *Cube and Conquer: Guiding CDCL SAT Solvers by Lookaheads*,
//! HVC 2011. [`split`] describes the measure. Cost: a manifest of n cubes takes 2n unit propagations for each bit that
//! can be chosen.
//!
//! What it does not show: that the clauses mean the question. That depends on the program, as it does for a
//! certificate.

pub mod compose;
pub mod icnf;
mod manifest;
mod propagate;
pub mod run;
pub mod split;

pub use manifest::{Cubes, MANIFEST};

use crate::emission::Emission;
use crate::registry::RegistryError;
use crate::solve::AskError;
use certamen_work::WorkError;
use cnf_out::clausify::Clausified;
use cnf_out::dimacs;
use rustsat::types::{Clause, Lit};
use std::io;
use std::path::PathBuf;
use verify::lrat::LratError;

/// A conjunction of literals.
pub type Cube = Vec<Lit>;

/// Errors of cubes.
#[derive(Debug, thiserror::Error)]
pub enum CubeError {
    /// A file could not be read or written.
    #[error("{path}: {source}")]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A file has the wrong contents.
    #[error("{path}: {reason}")]
    Malformed {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// The directory of a new manifest is not empty.
    #[error("{0} exists and is not empty: it is left alone; name another directory")]
    Occupied(PathBuf),
    /// There is no cube with this number.
    #[error("there is no cube {index}: the manifest has {count}, from 0")]
    Index {
        /// The number.
        index: usize,
        /// The number of cubes.
        count: usize,
    },
    /// A durable file could not be read or written.
    #[error(transparent)]
    Work(#[from] WorkError),
    /// The solver failed, or its model is not a valid witness.
    #[error(transparent)]
    Ask(#[from] AskError),
    /// The question is not registered.
    #[error(transparent)]
    Registry(#[from] RegistryError),
    /// Some cubes are not solved yet.
    #[error("{count} of the cubes are not solved yet, the first of them {first}: solve them with run-cube")]
    Unsolved {
        /// The number of unsolved cubes.
        count: usize,
        /// The first unsolved cube.
        first: usize,
    },
    /// A cube has a model of a relaxation. So the question is not refuted, and nothing answers it.
    #[error("cube {0} has a model of a relaxation, which need not be an answer: so nothing is shown")]
    Relaxed(usize),
    /// Some assignment is in no cube.
    #[error("the cubes do not cover everything: no cube contains the case that {0:?} are true")]
    Uncovered(Vec<i32>),
    /// A proof is not valid.
    #[error("{file}: {source}")]
    Proof {
        /// The file of the proof, or the claim that it proves.
        file: String,
        /// Why.
        source: LratError,
    },
    /// Stopped on request.
    #[error("stopped before a verdict")]
    Stopped,
}

impl CubeError {
    fn io(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> CubeError {
        let path = path.into();
        move |source| CubeError::Io { path, source }
    }
}

/// The clauses of a question, followed by a unit clause for each literal of a cube.
fn clauses_of(emission: &Emission, cube: &[Lit]) -> Clausified {
    let mut clausified = emission.clausified.clone();
    clausified.cnf.extend(cube.iter().map(|&literal| Clause::from([literal])));
    clausified
}

/// Clauses as DIMACS.
fn text(clausified: &Clausified) -> Vec<u8> {
    let mut text = Vec::new();
    // Writing to a vector does not fail.
    let _ = dimacs::write(clausified, &[], &mut text);
    text
}

/// The literals of a cube as unit clauses, in the form that the second opinion reads.
fn units(cube: &[Lit], variables: u32) -> Result<verify::dimacs::Formula, CubeError> {
    let cnf = cube.iter().map(|&literal| Clause::from([literal])).collect();
    formula(&Clausified { cnf, variables, words: Vec::new() })
}

/// Clauses in the form that the second opinion reads.
fn formula(clausified: &Clausified) -> Result<verify::dimacs::Formula, CubeError> {
    verify::dimacs::read(text(clausified).as_slice())
        .map_err(|error| CubeError::Malformed { path: "the clauses".into(), reason: error.to_string() })
}
