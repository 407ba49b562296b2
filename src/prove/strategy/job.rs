//! What a strategy works on.

use super::proof_file::ProofFile;
use certamen_ask::emission::Emission;
use certamen_ask::question::Question;
use certamen_work::limits::Limits;
use cnf_out::solver::LratFormat;
use std::fmt;
use std::io;
use std::sync::Arc;

/// Opens the file for the proof of the strategy with this name.
pub type OpenProof<'a> = &'a (dyn Fn(&str) -> io::Result<ProofFile> + Sync);

/// What a strategy works on.
#[derive(Clone)]
pub struct Job<'a> {
    /// The question in its own clauses.
    pub emission: Arc<Emission>,
    /// When to stop.
    pub limits: Limits,
    /// Makes the file for the proof of a strategy.
    pub proof: OpenProof<'a>,
    /// The form of proofs.
    pub format: LratFormat,
}

impl<'a> Job<'a> {
    /// The job of deciding a question without limits; proofs are not kept.
    pub fn new(question: &Question) -> Job<'a> {
        let emission = Emission::new(question, cnf_out::clausify::Encoding::default());
        Job {
            emission: Arc::new(emission),
            limits: Limits::default(),
            proof: &|_| Ok(ProofFile::Discarded),
            format: LratFormat::Binary,
        }
    }
}

impl fmt::Debug for Job<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Job").field("question", &self.emission.map.question).finish_non_exhaustive()
    }
}
