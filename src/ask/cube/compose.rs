//! From the verdicts of cubes to that of the question.
//!
//! The clauses are made anew from the question. That every assignment is in a cube is the refutation of the cubes'
//! negations, found and checked here; each cube's proof is checked against the clauses and its literals. If all hold, the
//! clauses have no model: one would be in some cube.

use super::manifest::numbers;
use super::run::CubeVerdict;
use super::{CubeError, Cubes, clauses_of, formula};
use crate::question::Question;
use crate::solve::{AskError, model_value};
use crate::witness::AnyWitness;
use certamen_work::stop::Stop;
use cnf_out::clausify::Clausified;
use cnf_out::solver::{LratFormat, Refuter, SolverError, Verdict};
use rustsat::instances::Cnf;
use rustsat::types::Clause;
use std::fs::File;
use std::ops::ControlFlow;
use verify::lrat::{self, Format, LratReason, SatisfiedHints};

/// What the cubes amount to.
#[derive(Debug)]
pub enum Composed {
    /// Nothing answers the question.
    Refuted(Question),
    /// Something in a cube does, and was replayed.
    Answered(Question, usize, AnyWitness),
}

impl Cubes {
    /// Checks every part, and that together they decide the question. `progress` is told of each cube that is done.
    ///
    /// # Errors
    /// [`CubeError`] with the first thing that is wrong.
    pub fn compose(&self, stop: &Stop, mut progress: impl FnMut(usize)) -> Result<Composed, CubeError> {
        let question = self.emission.map.question.clone();
        let mut unsolved = Vec::new();
        for index in 0..self.cubes.len() {
            match self.verdict(index)? {
                Some(CubeVerdict::Satisfiable(witness)) => {
                    question.verify(&witness).map_err(AskError::from)?;
                    return Ok(Composed::Answered(question, index, witness));
                }
                Some(CubeVerdict::Unsatisfiable) => {}
                None => unsolved.push(index),
            }
        }
        if let Some(&first) = unsolved.first() {
            return Err(CubeError::Unsolved { count: unsolved.len(), first });
        }
        self.cover()?;
        for index in 0..self.cubes.len() {
            self.check_proof(index, stop)?;
            progress(index);
        }
        Ok(Composed::Refuted(question))
    }

    /// Every assignment is in a cube.
    fn cover(&self) -> Result<(), CubeError> {
        let mut cnf = Cnf::new();
        for cube in &self.cubes {
            cnf.add_clause(cube.iter().map(|&literal| !literal).collect::<Clause>());
        }
        let variables = self.emission.clausified.variables;
        let negations = Clausified { cnf, variables, words: Vec::new() };
        let solve = || {
            let mut refuter = Refuter::new(negations.cnf.len(), LratFormat::Binary, Vec::new())?;
            refuter.add_cnf(&negations.cnf)?;
            refuter.solve()
        };
        let run = solve().map_err(|error: SolverError| AskError::from(error))?;
        match run.verdict {
            Verdict::Interrupted(_) => Err(CubeError::Stopped),
            Verdict::Satisfiable(model) => {
                let mut split_on: Vec<u32> =
                    self.cubes.iter().flat_map(|cube| numbers(cube)).map(i32::unsigned_abs).collect();
                split_on.sort_unstable();
                split_on.dedup();
                let literal = |&variable: &u32| {
                    let number = variable as i32;
                    if model_value(&model, variable) == Some(true) { number } else { -number }
                };
                Err(CubeError::Uncovered(split_on.iter().map(literal).collect()))
            }
            Verdict::Unsatisfiable(refuted) => {
                let read = formula(&negations)?;
                let checked = lrat::check(&read, refuted.proof.as_slice(), Format::Binary);
                checked.map(drop).map_err(|source| CubeError::Proof { file: "the cover".to_owned(), source })
            }
        }
    }

    /// The proof of a cube holds.
    fn check_proof(&self, index: usize, stop: &Stop) -> Result<(), CubeError> {
        let read = formula(&clauses_of(&self.emission, &self.cubes[index]))?;
        let path = self.proof_path(index);
        let file = File::open(&path).map_err(CubeError::io(&path))?;
        let watch = |_| if stop.is_requested() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        match lrat::check_with(&read, file, Format::Binary, SatisfiedHints::Refused, watch) {
            Ok(_) => Ok(()),
            Err(error) if matches!(error.reason, LratReason::Stopped) => Err(CubeError::Stopped),
            Err(source) => Err(CubeError::Proof { file: path.display().to_string(), source }),
        }
    }
}
