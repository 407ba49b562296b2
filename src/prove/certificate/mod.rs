//! Certificates: a directory that proves a bound and stands alone.
//!
//! ```text
//! certificate.json      what is claimed, and the parts that show it
//! witness.txt           the position that reaches the bound, as a diagram for people
//! refutation.cnf        one more is impossible: the clauses
//! refutation.map.json   which variable is which bit of which word
//! refutation.lrat.zst   the proof, binary LRAT, trimmed and compressed
//! SHA256SUMS            of every other file, in the format of sha256sum
//! ```
//!
//! [`check()`] replays the witness with the naive rules, writes the clauses and the map anew from the question and
//! compares them byte for byte, checks the proof with `verify::lrat`, and checks that the parts together are the claim.
//! It fails closed: a file that is missing, added, truncated or altered is an error.
//!
//! What it does not show: that the circuit of the rules means the game. That rests on the tests that compare it with
//! the naive game; the witness, which the naive game alone judges, does not depend on it. And that breaking symmetry
//! loses nothing rests on the question's own argument, not on the proof. Nor does it show who made the certificate: the
//! names of the program and of the solver are what the certificate says.

mod check;
mod compose;
mod draft;
pub mod list;
mod sums;
mod text;
mod write;

pub use check::{CheckError, Checked, check};
pub use compose::Witnessed;
pub use draft::Draft;
pub use write::{Proved, REFUTATION, WriteError, finish, prove};

use certamen_ask::objective::Objective;
use certamen_ask::question::{BoundedQuestion, Question};
use certamen_ask::witness::AnyWitness;
use cnf_out::clausify::Encoding;
use serde::Serialize;

/// The tag that a certificate starts with.
pub const FORMAT: &str = "certamen-certificate";
/// The version that this code reads and writes.
pub const VERSION: u32 = 2;

/// The file that says what is claimed.
const MANIFEST: &str = "certificate.json";
/// The file of hashes.
const SUMS: &str = "SHA256SUMS";

/// What `certificate.json` holds.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Certificate {
    /// [`FORMAT`].
    pub format: String,
    /// [`VERSION`].
    pub version: u32,
    /// The version of the program that wrote it.
    pub certamen: String,
    /// What is claimed.
    pub claim: Claim,
    /// What shows it.
    pub parts: Vec<Part>,
}

/// "The largest `objective` of any position that satisfies `question` is `bound`."
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Claim {
    /// The question, which asks for the bound.
    pub question: BoundedQuestion,
    /// What the bound is on.
    pub objective: Objective,
    /// The bound.
    pub bound: u32,
    /// Whether only positions that a game from the start reaches are meant. The players who are to move in the
    /// witnesses are those who are shown to reach the bound.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub reachable: bool,
    /// Where the bound is not known to be exact: what no position has more of. The bound is what a position has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_most: Option<u32>,
}

/// One thing that a claim rests on.
#[derive(Clone, Debug, PartialEq, Serialize)]
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
    /// A question that was refuted.
    Refutation {
        /// The question.
        question: Question,
        /// How it became clauses.
        encoding: Encoding,
        /// The file of the clauses.
        cnf: String,
        /// The file of the map.
        map: String,
        /// The file of the proof.
        proof: String,
        /// The solver that found it, and how it was configured.
        solver: String,
    },
}

impl Claim {
    /// The claim as a sentence.
    pub fn sentence(&self) -> String {
        let Self { question, objective, bound, reachable, at_most } = self;
        let of = if *reachable { " in positions that a game reaches" } else { "" };
        let is = at_most.map_or(format!("is {bound}"), |most| format!("is from {bound} to {most}"));
        format!("the largest number of {}{of} {is}: {question}", objective.noun())
    }
}

impl Part {
    /// The names of its files.
    fn files(&self) -> Vec<&str> {
        match self {
            Self::Witness { diagram, .. } => vec![diagram],
            Self::Refutation { cnf, map, proof, .. } => vec![cnf, map, proof],
        }
    }
}

impl Certificate {
    /// The certificate as text; there is exactly one for each certificate.
    fn to_text(&self) -> Result<String, serde_json::Error> {
        let mut text = serde_json::to_string_pretty(self)?;
        text.push('\n');
        Ok(text)
    }
}
