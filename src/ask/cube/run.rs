//! Solving one cube.
//!
//! Solving a cube writes `cube-NNNNNN.json`, the verdict. An answer has its model there: the values of all named words, so
//! that it can be held against the literals of the cube. A refutation also writes `cube-NNNNNN.lrat`, its proof from
//! the clauses of the question followed by the literals of the cube as units. Both files are written under a temporary
//! name and renamed, the verdict last. So if a verdict exists, it is complete. The verdict contains a checksum of
//! itself and those of the manifest and of the proof, so one changed byte in any of them is detected. Running a
//! finished job again does nothing. If two jobs solve the same cube at once, both do the work, and the files of either
//! are valid. The next job removes the unfinished files of a killed one.

use super::manifest::{SIZE_LIMIT, numbers};
use super::{CubeError, Cubes, clauses_of};
use crate::emission::hexadecimal;
use crate::seek::{ModelOutcome, seek_model};
use crate::solution::Solution;
use crate::solve::{AskError, ask_clauses};
use certamen_work::durable::{self, read_sealed, sealed};
use certamen_work::limits::Limits;
use certamen_work::stop::Stop;
use cnf_out::clausify::BitValue;
use cnf_out::solver::{LratFormat, StopReason, Verdict};
use rustsat::types::{Assignment, Lit};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::io::{self, Read, Write};

/// The tag of a verdict.
const FORMAT: &str = "certamen-cube";
/// The version that this code reads and writes.
const VERSION: u32 = 3;

/// The verdict of a cube.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CubeVerdict<W = Solution> {
    /// No assignment in the cube answers the question. The proof is beside the verdict.
    Unsatisfiable,
    /// The cube contains this model.
    Satisfiable(CubeModel<W>),
}

/// A model of the clauses in a cube. With a witness as JSON it is as a file has it, with a [`Solution`] it was checked
/// ([`Cubes::model`]).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CubeModel<W = Solution> {
    /// The witness of the model.
    pub witness: W,
    /// The literals of the named words, as DIMACS writes them.
    pub model: Vec<i32>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct VerdictFile<W> {
    format: String,
    version: u32,
    /// The SHA-256 of the manifest.
    manifest: String,
    /// The SHA-256 of the CNF.
    cnf: String,
    cube: Vec<i32>,
    verdict: CubeVerdict<W>,
    /// The SHA-256 of the proof of a refutation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    proof: Option<String>,
}

/// How a job ended.
#[derive(Debug)]
pub enum JobOutcome {
    /// With a verdict, found now or in an earlier run.
    Verdict(CubeVerdict),
    /// At a limit; nothing was written.
    Stopped(StopReason),
}

/// A verdict as its file has it, and the SHA-256 of the proof of a refutation.
pub(super) type StoredVerdict = (CubeVerdict<Value>, Option<String>);

/// A reader that hashes what it reads.
pub(super) struct Hashing<R> {
    reader: R,
    bytes: u64,
    hasher: Sha256,
}

impl<R: Read> Hashing<R> {
    pub(super) fn new(reader: R) -> Self {
        Self { reader, bytes: 0, hasher: Sha256::new() }
    }

    /// The number of bytes that were read, and their SHA-256.
    pub(super) fn sum(self) -> (u64, String) {
        (self.bytes, hexadecimal(&self.hasher.finalize()))
    }
}

impl<R: Read> Read for Hashing<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.reader.read(buffer)?;
        self.hasher.update(&buffer[..length]);
        self.bytes += length as u64;
        Ok(length)
    }
}

impl Cubes {
    /// Solves a cube, unless it is solved already.
    ///
    /// # Errors
    /// [`CubeError`], also if the file of the verdict is that of another cube.
    pub fn run(&self, index: usize, limits: &Limits) -> Result<JobOutcome, CubeError> {
        self.sweep()?;
        if let Some(verdict) = self.verdict(index, &limits.stop)? {
            return Ok(JobOutcome::Verdict(verdict));
        }
        let proof = self.temporary()?;
        let writer = proof.reopen().map_err(CubeError::io(proof.path()))?;
        let verdict = match self.solve(index, writer, limits)? {
            JobOutcome::Stopped(reason) => return Ok(JobOutcome::Stopped(reason)),
            JobOutcome::Verdict(verdict) => verdict,
        };
        let mut proof_sum = None;
        if verdict == CubeVerdict::Unsatisfiable {
            let path = self.proof_path(index);
            let mut written = Hashing::new(proof.reopen().map_err(CubeError::io(proof.path()))?);
            io::copy(&mut written, &mut io::sink()).map_err(CubeError::io(&path))?;
            proof_sum = Some(written.sum().1);
            proof.persist(&path)?;
        }
        let path = self.verdict_path(index);
        durable::write(&path, self.verdict_text(index, &verdict, proof_sum)?.as_bytes())?;
        Ok(JobOutcome::Verdict(verdict))
    }

    /// Solves a cube and writes no file: the proof of a refutation, binary LRAT, goes to `proof`.
    ///
    /// # Errors
    /// [`CubeError`]
    pub fn solve<W: Write + 'static>(
        &self,
        index: usize,
        proof: W,
        limits: &Limits,
    ) -> Result<JobOutcome, CubeError> {
        let clausified = clauses_of(&self.emission, self.cube(index)?);
        let run = ask_clauses(&clausified.cnf, proof, LratFormat::Binary, limits).map_err(AskError::from)?;
        Ok(match run.verdict {
            Verdict::Interrupted(reason) => JobOutcome::Stopped(reason),
            Verdict::Satisfiable(model) => {
                let witness = self.emission.witness_of_model(&model).map_err(AskError::from)?;
                JobOutcome::Verdict(CubeVerdict::Satisfiable(CubeModel {
                    witness,
                    model: self.named(&model),
                }))
            }
            Verdict::Unsatisfiable(_) => JobOutcome::Verdict(CubeVerdict::Unsatisfiable),
        })
    }

    /// The file of a verdict. `proof` is the SHA-256 of the proof of a refutation.
    ///
    /// # Errors
    /// [`CubeError`] if there is no such cube.
    pub fn verdict_text<W: Clone + Serialize>(
        &self,
        index: usize,
        verdict: &CubeVerdict<W>,
        proof: Option<String>,
    ) -> Result<String, CubeError> {
        let record = VerdictFile {
            format: FORMAT.to_owned(),
            version: VERSION,
            manifest: self.sum.clone(),
            cnf: self.emission.map.cnf.sha256.clone(),
            cube: numbers(self.cube(index)?),
            verdict: verdict.clone(),
            proof,
        };
        sealed::seal(&record).map_err(CubeError::io(self.verdict_path(index)))
    }

    /// The literals of a cube.
    pub(super) fn cube(&self, index: usize) -> Result<&[Lit], CubeError> {
        let count = self.cubes.len();
        self.cubes.get(index).map(Vec::as_slice).ok_or(CubeError::Index { index, count })
    }

    /// The literals of all named words in a model.
    fn named(&self, model: &Assignment) -> Vec<i32> {
        let literals =
            self.emission.clausified.words.iter().flat_map(|word| &word.word).filter_map(|bit| bit.literal());
        let holds =
            |literal: Lit| if BitValue::Literal(literal).in_model(model) { literal } else { !literal };
        literals.map(|literal| holds(literal).to_ipasir()).collect()
    }

    /// Checks the model of a verdict: a solver completes it to one of the clauses in which the literals of the cube hold,
    /// and its witness is the one of the verdict, which was compared with the question.
    ///
    /// # Errors
    /// [`CubeError`] with what is wrong.
    pub fn model(&self, index: usize, stored: CubeModel<Value>, stop: &Stop) -> Result<CubeModel, CubeError> {
        let malformed =
            |reason: &str| CubeError::Malformed { path: self.verdict_path(index), reason: reason.to_owned() };
        let CubeModel { witness, model } = stored;
        let question = &self.emission.map.question;
        let witness = question.witness(witness).and_then(|witness| question.solution(witness));
        let witness = witness.map_err(AskError::from)?;
        let literals: Option<Vec<Lit>> = model.iter().map(|&number| self.literal(number)).collect();
        let mut literals = literals.ok_or_else(|| malformed("its model has a literal of no variable"))?;
        literals.extend(self.cube(index)?);
        let limits = Limits { stop: stop.clone(), ..Limits::default() };
        match seek_model(&clauses_of(&self.emission, &literals).cnf, None, &limits)?.0 {
            ModelOutcome::Stopped => Err(CubeError::Stopped),
            ModelOutcome::NoModel => Err(malformed("its model is not one of the clauses in this cube")),
            ModelOutcome::Model(completed) => {
                let found = self.emission.witness_of_model(&completed).map_err(AskError::from)?;
                if found != witness {
                    return Err(malformed("its witness is not the one of its model"));
                }
                Ok(CubeModel { witness, model })
            }
        }
    }

    /// The checked verdict of a cube, `None` if it is not solved yet. The proof of a refutation is not checked.
    ///
    /// # Errors
    /// [`CubeError`] if there is no such cube, or if the file is not the verdict of this cube.
    pub fn verdict(&self, index: usize, stop: &Stop) -> Result<Option<CubeVerdict>, CubeError> {
        Ok(match self.found(index)? {
            None => None,
            Some((CubeVerdict::Unsatisfiable, _)) => Some(CubeVerdict::Unsatisfiable),
            Some((CubeVerdict::Satisfiable(stored), _)) => {
                Some(CubeVerdict::Satisfiable(self.model(index, stored, stop)?))
            }
        })
    }

    /// The verdict of a cube as its file has it, with the SHA-256 of its proof if it was refuted.
    pub(super) fn found(&self, index: usize) -> Result<Option<StoredVerdict>, CubeError> {
        let cube = self.cube(index)?;
        let path = self.verdict_path(index);
        if !path.exists() {
            return Ok(None);
        }
        let record: VerdictFile<Value> = read_sealed(&path, SIZE_LIMIT)?;
        let malformed = |reason: &str| CubeError::Malformed { path: path.clone(), reason: reason.to_owned() };
        if (record.format.as_str(), record.version) != (FORMAT, VERSION) {
            return Err(malformed("not a verdict of this version"));
        }
        if record.cnf != self.emission.map.cnf.sha256 || record.cube != numbers(cube) {
            return Err(malformed("the verdict of another cube, or of another CNF"));
        }
        if record.manifest != self.sum {
            return Err(malformed("the verdict of another manifest: one of the two was altered"));
        }
        match (record.verdict, record.proof) {
            (verdict @ CubeVerdict::Satisfiable(_), None) => Ok(Some((verdict, None))),
            // If its proof is missing, the cube has to be solved again.
            (CubeVerdict::Unsatisfiable, Some(sum)) => {
                let is_there = self.proof_path(index).exists();
                Ok(is_there.then_some((CubeVerdict::Unsatisfiable, Some(sum))))
            }
            _ => Err(malformed("a refutation has a proof, and an answer has none")),
        }
    }
}
