//! Reads `certificate.json` as text, together with the questions that it names.

use super::{BRANCHING_VERSION, Certificate, Claim, FORMAT, MANIFEST, Part, VERSION, version_of};
use crate::certificate::CheckError;
use certamen_ask::registry::{Registry, RegistryError};
use cnf_out::clausify::Encoding;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The first members of every kind of `certificate.json`.
#[derive(Deserialize)]
pub(super) struct Header {
    pub(super) format: String,
    pub(super) version: u32,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawCertificate {
    format: String,
    version: u32,
    certamen: String,
    claim: RawClaim,
    parts: Vec<RawPart>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawClaim {
    question: Value,
    objective: String,
    bound: u32,
    #[serde(default)]
    reachable: bool,
}

#[derive(Deserialize)]
#[serde(tag = "part", rename_all = "kebab-case", deny_unknown_fields)]
enum RawPart {
    Witness {
        question: Value,
        witness: Value,
        diagram: String,
    },
    Refutation {
        question: Value,
        encoding: Encoding,
        cnf: String,
        map: String,
        proof: String,
        solver: String,
    },
    BranchAndBound {
        question: Value,
        splits: String,
    },
}

/// Reads `certificate.json`. The text has to be exactly the text that a certificate with these contents has.
pub(super) fn parse(text: &[u8], registry: &Registry) -> Result<Certificate, CheckError> {
    let raw: RawCertificate = read(text, FORMAT, &[VERSION, BRANCHING_VERSION])?;
    let RawCertificate { format, version, certamen, claim, parts } = raw;
    let parts = parts.into_iter().map(|part| read_part(part, registry)).collect::<Result<_, _>>()?;
    let claim = read_claim(claim, registry)?;
    let certificate = Certificate { format, version, certamen, claim, parts };
    if version != version_of(&certificate.parts) {
        return Err(CheckError::Manifest(format!("version {version}, but its parts are of another version")));
    }
    as_written(text, certificate)
}

/// Reads the text of one of these versions of a format. Its questions are not read yet.
pub(super) fn read<T: DeserializeOwned>(
    text: &[u8],
    expected: &str,
    versions: &[u32],
) -> Result<T, CheckError> {
    let malformed = |error: serde_json::Error| CheckError::Manifest(error.to_string());
    let Header { format, version } = serde_json::from_slice(text).map_err(malformed)?;
    if format != expected || !versions.contains(&version) {
        return Err(CheckError::Version { format, version });
    }
    serde_json::from_slice(text).map_err(malformed)
}

/// What was read, if its text is the one that is written for it.
pub(super) fn as_written<T: Serialize>(text: &[u8], certificate: T) -> Result<T, CheckError> {
    let written = to_text(&certificate).map_err(|error| CheckError::Manifest(error.to_string()))?;
    if written.as_bytes() == text {
        Ok(certificate)
    } else {
        Err(CheckError::Manifest("not written the way this program writes it".to_owned()))
    }
}

/// A certificate as text. Each certificate has exactly one text.
pub(super) fn to_text(certificate: &impl Serialize) -> Result<String, serde_json::Error> {
    serde_json::to_string_pretty(certificate).map(|text| text + "\n")
}

pub(super) fn unregistered(error: RegistryError) -> CheckError {
    match error {
        RegistryError::Parameters { reason, .. } => CheckError::Manifest(reason.to_string()),
        error @ RegistryError::Foreign(_) => CheckError::Foreign(error),
        error => CheckError::Manifest(error.to_string()),
    }
}

fn read_claim(raw: RawClaim, registry: &Registry) -> Result<Claim, CheckError> {
    let RawClaim { question, objective, bound, reachable } = raw;
    let question = registry.question(question).map_err(unregistered)?;
    let bounded = question.bounded();
    let question = bounded.ok_or_else(|| CheckError::Manifest(format!("{question} has no bound")))?;
    let known = question.objective(&objective);
    let objective = known.ok_or_else(|| {
        let reason = format!("the question has no bound on the number of {MANIFEST}'s `{objective}`");
        CheckError::Composition(reason.into())
    })?;
    Ok(Claim { question, objective, bound, reachable })
}

fn read_part(raw: RawPart, registry: &Registry) -> Result<Part, CheckError> {
    Ok(match raw {
        RawPart::Witness { question, witness, diagram } => {
            let question = registry.question(question).map_err(unregistered)?;
            let witness = question.witness(witness)?;
            Part::Witness { question, witness, diagram }
        }
        RawPart::Refutation { question, encoding, cnf, map, proof, solver } => {
            let question = registry.question(question).map_err(unregistered)?;
            Part::Refutation { question, encoding, cnf, map, proof, solver }
        }
        RawPart::BranchAndBound { question, splits } => {
            let question = registry.question(question).map_err(unregistered)?;
            Part::BranchAndBound { question, splits }
        }
    })
}
