//! Composes the verdicts of all cubes into the answer to the question.
//!
//! The clauses are made anew from the question. A formula states that some assignment is in no cube: it is the
//! conjunction of the negated cubes. Its refutation is found and checked here, so every assignment is in a cube. The
//! proof of each cube is checked against the clauses and the cube's literals. If all proofs are valid, the clauses have
//! no model, because a model would have to be in some cube.

use super::manifest::numbers;
use super::run::{CubeVerdict, Hashing};
use super::{CubeError, Cubes, clauses_of, formula, text, units};
use crate::question::Question;
use crate::solution::{Solution, VerifiedAnswer};
use crate::solve::{AskError, ask_clauses, model_value};
use certamen_work::durable;
use certamen_work::limits::Limits;
use certamen_work::parallel::in_order;
use certamen_work::stop::Stop;
use cnf_out::clausify::Clausified;
use cnf_out::solver::{LratFormat, Verdict};
use rustsat::instances::Cnf;
use rustsat::types::Clause;
use std::io::Read;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use verify::lrat::{self, Format, LratReason, SatisfiedHints};

/// The answer that the cubes give together.
#[derive(Debug)]
pub enum CubesAnswer {
    /// The question has no answer.
    Refuted(Question),
    /// A cube contains an answer: its number, and the answer.
    Answered(Question, usize, VerifiedAnswer),
}

/// Clauses that have no model, and the proof of that.
#[derive(Clone, Debug)]
pub struct Refutation {
    /// The clauses as DIMACS.
    pub cnf: Vec<u8>,
    /// The proof, binary LRAT.
    pub proof: Vec<u8>,
}

impl Cubes {
    /// Checks every part, and that the parts together decide the question. `progress` is called with the number of each
    /// finished cube. The proofs are checked on all processors, so cubes may finish in another order.
    ///
    /// # Errors
    /// [`CubeError`] with the first error.
    pub fn compose(&self, stop: &Stop, progress: impl FnMut(usize) + Send) -> Result<CubesAnswer, CubeError> {
        let question = self.emission.map.question.clone();
        let mut unsolved = Vec::new();
        let mut sums = Vec::new();
        for index in 0..self.cubes.len() {
            if stop.is_requested() {
                return Err(CubeError::Stopped);
            }
            match self.found(index)? {
                Some((CubeVerdict::Satisfiable(stored), _)) => {
                    return match self.model(index, stored, stop)?.witness {
                        Solution::Answer(answer) => Ok(CubesAnswer::Answered(question, index, answer)),
                        Solution::Relaxed(_) => Err(CubeError::Relaxed(index)),
                    };
                }
                Some((CubeVerdict::Unsatisfiable, sum)) => sums.extend(sum),
                None => unsolved.push(index),
            }
        }
        if let Some(&first) = unsolved.first() {
            return Err(CubeError::Unsolved { count: unsolved.len(), first });
        }
        self.cover(stop)?;
        self.clauses_read()?;
        let progress = Mutex::new(progress);
        in_order(sums.len(), |index| {
            if stop.is_requested() {
                return Err(CubeError::Stopped);
            }
            self.check_proof(index, &sums[index], stop)?;
            progress.lock().unwrap_or_else(PoisonError::into_inner)(index);
            Ok(())
        })?;
        Ok(CubesAnswer::Refuted(question))
    }

    /// Proves that every assignment is in a cube: refutes the conjunction of the negated cubes and checks the
    /// refutation.
    ///
    /// # Errors
    /// [`CubeError::Uncovered`] if some assignment is in no cube, or [`CubeError::Stopped`].
    pub fn cover(&self, stop: &Stop) -> Result<Refutation, CubeError> {
        let mut cnf = Cnf::new();
        for cube in &self.cubes {
            cnf.add_clause(cube.iter().map(|&literal| !literal).collect::<Clause>());
        }
        let variables = self.emission.clausified.variables;
        let negations = Clausified { cnf, variables, words: Vec::new() };
        let limits = Limits { stop: stop.clone(), ..Limits::default() };
        let run = ask_clauses(&negations.cnf, Vec::new(), LratFormat::Binary, &limits);
        match run.map_err(AskError::from)?.verdict {
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
                checked.map_err(|source| CubeError::Proof { file: "the cover".to_owned(), source })?;
                Ok(Refutation { cnf: text(&negations), proof: refuted.proof })
            }
        }
    }

    /// The clauses that the proof of a cube refutes, as DIMACS: the clauses of the question, and a unit for each
    /// literal.
    ///
    /// # Errors
    /// [`CubeError::Index`]
    pub fn clauses(&self, index: usize) -> Result<Vec<u8>, CubeError> {
        Ok(text(&clauses_of(&self.emission, self.cube(index)?)))
    }

    /// Checks that the proof of a cube is valid, is the one that its verdict names, and ends with the empty clause.
    fn check_proof(&self, index: usize, sum: &str, stop: &Stop) -> Result<(), CubeError> {
        let path = self.proof_path(index);
        let found = self.refutes(index, &path, durable::open(&path)?, stop)?;
        let altered = || CubeError::Malformed {
            path,
            reason: "not the proof that its verdict names: altered".to_owned(),
        };
        if found == sum { Ok(()) } else { Err(altered()) }
    }

    /// Checks that a proof refutes a cube, and that nothing stands after its empty clause. `path` is named in errors.
    /// Returns the SHA-256 of the proof.
    ///
    /// # Errors
    /// [`CubeError`]
    pub fn refutes(
        &self,
        index: usize,
        path: &Path,
        proof: impl Read,
        stop: &Stop,
    ) -> Result<String, CubeError> {
        let read = self.clauses_read()?.and(&units(self.cube(index)?, self.emission.clausified.variables)?);
        let mut file = Hashing::new(proof);
        let watch = |_| if stop.is_requested() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        let report = match lrat::check_with(&read, &mut file, Format::Binary, SatisfiedHints::Refused, watch)
        {
            Err(error) if matches!(error.reason, LratReason::Stopped) => return Err(CubeError::Stopped),
            checked => {
                checked.map_err(|source| CubeError::Proof { file: path.display().to_string(), source })?
            }
        };
        // The checker has read to the end of a block. One further byte is enough to detect trailing data.
        let malformed =
            |reason: &str| CubeError::Malformed { path: path.to_owned(), reason: reason.to_owned() };
        if file.read(&mut [0]).map_err(CubeError::io(path))? > 0 {
            return Err(malformed("the proof continues after its empty clause"));
        }
        let (bytes, found) = file.sum();
        if bytes > report.bytes {
            return Err(malformed("the proof continues after its empty clause"));
        }
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::{CubeError, Cubes, CubesAnswer, Limits, Stop};
    use crate::cube::split::split;
    use crate::emission::Emission;
    use crate::sample::SetBits;
    use cnf_out::clausify::Encoding;
    use std::fs;

    #[test]
    fn of_several_wrong_proofs_the_first_one_is_named() {
        let directory = tempfile::tempdir().expect("a directory");
        let emission = Emission::new(&SetBits { at_least: 5 }.into(), Encoding::default());
        let parts = split(&emission, 4, &Stop::new()).expect("cubes");
        let cubes = Cubes::write(directory.path(), emission, parts).expect("a manifest");
        let count = cubes.cubes.len();
        for index in 0..count {
            cubes.run(index, &Limits::default()).expect("a verdict");
        }
        assert!(matches!(cubes.compose(&Stop::new(), |_| {}), Ok(CubesAnswer::Refuted(_))));
        for first in (0..count).rev() {
            // From here to the last one, all proofs are longer than their verdicts say.
            let path = cubes.proof_path(first);
            let mut proof = fs::read(&path).expect("a proof");
            proof.push(b'a');
            fs::write(&path, proof).expect("room");
            for _ in 0..20 {
                match cubes.compose(&Stop::new(), |_| {}) {
                    Err(CubeError::Malformed { path: named, .. }) => assert_eq!(named, path),
                    other => panic!("{other:?}"),
                }
            }
        }
        let stop = Stop::new();
        stop.request();
        assert!(matches!(cubes.compose(&stop, |_| {}), Err(CubeError::Stopped)));
    }
}
