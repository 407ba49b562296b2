//! Refutations of certificates, which hold for all numbers of discs that they are about.
//!
//! Idea: `prove --reachable` spends its time on one bound, and refutes it for many numbers of discs at once. A profile that
//! takes its certificate need not ask again. The certificate is checked first, with every proof in it.

use super::entry::asked;
use certamen_ask::emission::sha256_of;
use certamen_ask::registry::Registry;
use certamen_othello::query::OthelloMobility;
use certamen_prove::certificate::{self, CheckError, Evidence, Refutation};
use certamen_work::{Stop, WorkError, durable};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// A refutation of a certificate.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lemma {
    /// The refuted question.
    #[serde(with = "asked")]
    pub question: OthelloMobility,
    /// The SHA-256 of the file of the proof, which is compressed.
    pub proof_sha256: String,
    /// The number of bytes of the proof, binary LRAT.
    pub proof_bytes: u64,
}

/// Why no refutations were taken from a directory.
#[derive(Debug, thiserror::Error)]
pub enum LemmaError {
    /// The certificate is not valid.
    #[error(transparent)]
    Check(#[from] CheckError),
    /// A proof cannot be read.
    #[error(transparent)]
    Work(#[from] WorkError),
    /// The certificate refutes nothing about this question.
    #[error("the certificate refutes no question of othello.mobility")]
    Foreign,
    /// The list is about something else.
    #[error("the list is not one of othello.mobility about any position of this board with a legal move")]
    ForeignList,
}

/// The questions of this game.
pub(super) fn registry() -> Registry {
    let mut registry = Registry::new();
    for kind in certamen_othello::kinds() {
        registry.add_kind(kind);
    }
    registry
}

/// Checks the certificate in a directory, and returns its refutations.
///
/// # Errors
/// [`LemmaError`]
pub fn lemmas(directory: &Path, stop: &Stop) -> Result<Vec<Lemma>, LemmaError> {
    let checked = certificate::check(directory, &registry(), stop, |_| {})?;
    let mut found = Vec::new();
    for Refutation { question, by } in &checked.refutations {
        let (Some(&question), Evidence::Proof(refuted)) = (question.downcast::<OthelloMobility>(), by) else {
            continue;
        };
        let file = durable::open(&refuted.proof)?;
        let proof_sha256 = sha256_of(file).map_err(WorkError::at(&refuted.proof))?;
        found.push(Lemma { question, proof_sha256, proof_bytes: refuted.report.bytes });
    }
    if found.is_empty() { Err(LemmaError::Foreign) } else { Ok(found) }
}
