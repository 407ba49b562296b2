//! Solving one cube.
//!
//! What comes of it is `cube-NNNNNN.json`, the verdict, and for a refutation `cube-NNNNNN.lrat`, its proof from the
//! clauses of the question followed by the literals of the cube as units. Both are written under a temporary name and
//! renamed, the verdict last: whoever finds a verdict finds all of it. The verdict is sealed with a checksum. A job that is
//! run twice has nothing to do the second time; two that run at once do the same work, and the files of either will do.
//! What a killed job has left unfinished is removed by the next.

use super::manifest::{SIZE_LIMIT, numbers};
use super::{CubeError, Cubes, clauses_of};
use crate::solve::{AskError, ask_clauses, model_value};
use crate::witness::AnyWitness;
use certamen_work::durable::{read_sealed, write_sealed};
use certamen_work::limits::Limits;
use cnf_out::solver::{LratFormat, StopReason, Verdict};
use serde::{Deserialize, Serialize};

/// The tag of a verdict.
const FORMAT: &str = "certamen-cube";
/// The version that this code reads and writes.
const VERSION: u32 = 2;

/// What came of a cube.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CubeVerdict<W = AnyWitness> {
    /// Nothing in it answers the question; the proof is beside it.
    Unsatisfiable,
    /// This does.
    Satisfiable(W),
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Record<W> {
    format: String,
    version: u32,
    /// The SHA-256 of the CNF.
    cnf: String,
    cube: Vec<i32>,
    verdict: CubeVerdict<W>,
}

/// How a job ended.
#[derive(Debug)]
pub enum Ran {
    /// With a verdict, now or before.
    Verdict(CubeVerdict),
    /// At a limit; nothing was written.
    Stopped(StopReason),
}

impl Cubes {
    /// Solves a cube, unless that has been done.
    ///
    /// # Errors
    /// [`CubeError`]; that the verdict of another cube is in its place is one.
    pub fn run(&self, index: usize, limits: &Limits) -> Result<Ran, CubeError> {
        if let Some(verdict) = self.verdict(index)? {
            return Ok(Ran::Verdict(verdict));
        }
        self.sweep()?;
        let clausified = clauses_of(&self.emission, self.cube(index)?);
        let proof = self.temporary()?;
        let writer = proof.reopen().map_err(CubeError::io(proof.path()))?;
        let run = ask_clauses(&clausified.cnf, writer, LratFormat::Binary, limits).map_err(AskError::from)?;
        let verdict = match run.verdict {
            Verdict::Interrupted(reason) => return Ok(Ran::Stopped(reason)),
            Verdict::Satisfiable(model) => {
                let witness = self.emission.witness(|variable| model_value(&model, variable));
                CubeVerdict::Satisfiable(witness.map_err(AskError::from)?)
            }
            Verdict::Unsatisfiable(_) => {
                let path = self.proof_path(index);
                proof.persist(&path)?;
                CubeVerdict::Unsatisfiable
            }
        };
        let record = Record {
            format: FORMAT.to_owned(),
            version: VERSION,
            cnf: self.emission.map.cnf.sha256.clone(),
            cube: numbers(self.cube(index)?),
            verdict: verdict.clone(),
        };
        write_sealed(&self.verdict_path(index), &record)?;
        Ok(Ran::Verdict(verdict))
    }

    /// The literals of a cube.
    fn cube(&self, index: usize) -> Result<&[rustsat::types::Lit], CubeError> {
        let count = self.cubes.len();
        self.cubes.get(index).map(Vec::as_slice).ok_or(CubeError::Index { index, count })
    }

    /// What came of a cube; none if nothing has.
    ///
    /// # Errors
    /// If there is no such cube, or what is in the place of its verdict is none, or another one's.
    pub fn verdict(&self, index: usize) -> Result<Option<CubeVerdict>, CubeError> {
        let cube = self.cube(index)?;
        let path = self.verdict_path(index);
        if !path.exists() {
            return Ok(None);
        }
        let record: Record<serde_json::Value> = read_sealed(&path, SIZE_LIMIT)?;
        let malformed = |reason: &str| CubeError::Malformed { path: path.clone(), reason: reason.to_owned() };
        if (record.format.as_str(), record.version) != (FORMAT, VERSION) {
            return Err(malformed("not a verdict of this version"));
        }
        if record.cnf != self.emission.map.cnf.sha256 || record.cube != numbers(cube) {
            return Err(malformed("the verdict of another cube, or of another CNF"));
        }
        match record.verdict {
            CubeVerdict::Satisfiable(value) => {
                let witness = self.emission.map.question.witness(value).map_err(AskError::from)?;
                Ok(Some(CubeVerdict::Satisfiable(witness)))
            }
            // Without its proof it has to be solved again.
            CubeVerdict::Unsatisfiable => {
                Ok(self.proof_path(index).exists().then_some(CubeVerdict::Unsatisfiable))
            }
        }
    }
}
