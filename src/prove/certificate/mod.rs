//! Certificates: a self-contained directory that proves a bound.
//!
//! ```text
//! certificate.json      what is claimed, and the parts that show it
//! witness.txt           the position that reaches the bound, as a diagram for people
//! refutation.cnf        one more is impossible: the clauses
//! refutation.map.json   which variable is which bit of which word
//! refutation.lrat.zst   the proof, binary LRAT, trimmed and compressed
//! refutation.splits.txt in place of these three: the splits of a branch and bound
//! SHA256SUMS            of every other file, in the format of sha256sum
//! ```
//!
//! [`check()`] replays the witness with the naive rules. It writes the clauses and the map again from the question and
//! compares them byte for byte. It checks the proof with `verify::lrat`, or the splits of a branch and bound
//! (`refutation.splits.txt`) with `verify::sum`, and that the parts together prove the claim. A file that is missing,
//! added, truncated or altered is an error.
//!
//! What it does not show: that the circuit of the rules means the game. That depends on the tests that compare the
//! circuit with the naive game. The witness does not depend on the circuit, because only the naive game judges it. That
//! symmetry breaking loses no answer rests on the argument of the question, not on the proof. Finally, a certificate
//! does not show who made it: the names of the program and of the solver are not verified.

mod along_gaps;
mod branching;
mod check;
mod checked;
mod checkpoint;
mod closing;
mod compose;
mod draft;
pub mod games;
pub mod list;
mod list_claim;
mod sums;
mod text;
pub mod value;
mod write;

pub use branching::prove_sum;
pub use check::{CheckError, CheckedCertificate, ClauseRefutation, Evidence, Refutation, check};
pub use checked::{CheckedClaim, claimed};
pub use compose::AnsweredQuestion;
pub use draft::Draft;
pub use write::{ProveOutcome, REFUTATION, WriteError, confirmed, finish, prove};

use certamen_ask::objective::Objective;
use certamen_ask::question::{BoundedQuestion, Question};
use certamen_ask::witness::AnyWitness;
use cnf_out::clausify::Encoding;
use schemars::JsonSchema;
use serde::Serialize;

/// The tag at the start of a certificate.
pub const FORMAT: &str = "certamen-certificate";
/// The version of a certificate whose refutations are all proofs of clauses.
pub const VERSION: u32 = 2;
/// The version of a certificate with a refutation by branch and bound.
pub const BRANCHING_VERSION: u32 = 3;

/// The file with the claim and the parts.
const MANIFEST: &str = "certificate.json";
/// The file of hashes.
const SUMS: &str = "SHA256SUMS";

/// The contents of `certificate.json`.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Certificate {
    /// Always [`FORMAT`].
    pub format: String,
    /// [`VERSION`], or [`BRANCHING_VERSION`].
    pub version: u32,
    /// The version of the program that wrote it.
    pub certamen: String,
    /// The claim.
    pub claim: Claim,
    /// The parts that prove it.
    pub parts: Vec<Part>,
}

/// "The largest `objective` of any position that satisfies `question` is `bound`."
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Claim {
    /// The question, asked for at least the bound.
    pub question: BoundedQuestion,
    /// The objective that is bounded.
    pub objective: Objective,
    /// The bound.
    pub bound: u32,
    /// Whether the claim is about reachable positions only. In that case, the players to move in the witnesses are the
    /// players for whom the bound is shown to be reached.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub reachable: bool,
}

/// A part of a certificate.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "part", rename_all = "kebab-case")]
pub enum Part {
    /// A position that reaches the bound.
    Witness {
        /// The question that it answers.
        question: Question,
        /// The position.
        witness: AnyWitness,
        /// The file with its diagram.
        diagram: String,
    },
    /// A refuted question.
    Refutation {
        /// The question.
        question: Question,
        /// The encoding of its clauses.
        encoding: Encoding,
        /// The file of the clauses.
        cnf: String,
        /// The file of the map.
        map: String,
        /// The file of the proof.
        proof: String,
        /// The solver that found the proof, and its configuration.
        solver: String,
    },
    /// A question refuted by branch and bound: its number is at most a sum over blocks
    /// ([`branch`](mod@crate::branch)).
    BranchAndBound {
        /// The question.
        question: Question,
        /// The file of the splits.
        splits: String,
    },
}

impl Claim {
    /// The claim as a sentence.
    pub fn sentence(&self) -> String {
        let Self { question, objective, bound, reachable } = self;
        let of = if *reachable { " in reachable positions" } else { "" };
        match objective.noun() {
            "" => format!("the {}: {question}", question.extreme(*objective, *bound)),
            noun => format!("the largest number of {noun}{of} is {bound}: {question}"),
        }
    }
}

impl Part {
    /// The names of the part's files.
    fn files(&self) -> Vec<&str> {
        match self {
            Self::Witness { diagram, .. } => vec![diagram],
            Self::Refutation { cnf, map, proof, .. } => vec![cnf, map, proof],
            Self::BranchAndBound { splits, .. } => vec![splits],
        }
    }
}

/// The version of a certificate with these parts.
fn version_of(parts: &[Part]) -> u32 {
    let has_splits = parts.iter().any(|part| matches!(part, Part::BranchAndBound { .. }));
    if has_splits { BRANCHING_VERSION } else { VERSION }
}
