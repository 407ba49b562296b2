//! Cubes: one question as many jobs, and their answers as one.
//!
//! Idea: a cube fixes some of the bits that a position is chosen by. The cubes of a manifest are leaves of a tree of such
//! choices, so that together they leave nothing out. Each is solved on its own, wherever and whenever, with a proof; that
//! every assignment is in a cube is a formula of its own, which is refuted and checked as well. So the parts show the
//! whole, and neither the tree nor the jobs need be believed.
//!
//! Source: M. Heule, O. Kullmann, S. Wieringa, A. Biere, *Cube and Conquer: Guiding CDCL SAT Solvers by Lookaheads*, HVC
//! 2011; [`split`] has the measure. Cost: a manifest of n cubes takes 2n unit propagations for each bit of choice.
//!
//! What it does not show: more than a certificate does; that the clauses mean the question rests on the program.

pub mod compose;
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

/// Some literals that hold together.
pub type Cube = Vec<Lit>;

/// What can be wrong with cubes.
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
    /// A file is not what it should be.
    #[error("{path}: {reason}")]
    Malformed {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// There is something else already where a manifest is to be.
    #[error("{0} is there and is not empty: it is left alone")]
    Occupied(PathBuf),
    /// There is no cube with this number.
    #[error("there is no cube {index}: the manifest has {count}, from 0")]
    Index {
        /// The number that was asked for.
        index: usize,
        /// How many there are.
        count: usize,
    },
    /// A file could not be read or written as a whole.
    #[error(transparent)]
    Work(#[from] WorkError),
    /// The solver failed, or what it found does not stand.
    #[error(transparent)]
    Ask(#[from] AskError),
    /// The question is not one that is registered.
    #[error(transparent)]
    Registry(#[from] RegistryError),
    /// Some cubes have not been solved.
    #[error("{count} of the cubes are not solved yet, the first of them {first}")]
    Unsolved {
        /// How many.
        count: usize,
        /// The first.
        first: usize,
    },
    /// The cubes leave something out.
    #[error("the cubes do not cover everything: none of them holds where {0:?} are true")]
    Uncovered(Vec<i32>),
    /// A proof does not hold.
    #[error("{file}: {source}")]
    Proof {
        /// Its file, or what it is a proof of.
        file: String,
        /// Why.
        source: LratError,
    },
    /// Somebody asked for the end.
    #[error("stopped before a verdict")]
    Stopped,
}

impl CubeError {
    fn io(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> CubeError {
        let path = path.into();
        move |source| CubeError::Io { path, source }
    }
}

/// The clauses of a question with those of a cube behind them, a unit for each literal.
fn clauses_of(emission: &Emission, cube: &[Lit]) -> Clausified {
    let mut clausified = emission.clausified.clone();
    clausified.cnf.extend(cube.iter().map(|&literal| Clause::from([literal])));
    clausified
}

/// Clauses as the second opinion reads them.
fn formula(clausified: &Clausified) -> Result<verify::dimacs::Formula, CubeError> {
    let mut text = Vec::new();
    // Writing to a vector does not fail.
    let _ = dimacs::write(clausified, &[], &mut text);
    verify::dimacs::read(text.as_slice())
        .map_err(|error| CubeError::Malformed { path: "the clauses".into(), reason: error.to_string() })
}
