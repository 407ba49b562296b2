//! Checking a certificate: the files, then each part, then that the parts are the claim.

use super::compose::compose;
use super::sums::{difference, file_names};
use super::text::parse;
use super::{Certificate, Claim, FORMAT, MANIFEST, Part, VERSION};
use crate::proof::Stored;
use certamen_ask::emission::Emission;
use certamen_ask::question::Question;
use certamen_ask::registry::Registry;
use certamen_ask::witness::{AnyWitness, WitnessError};
use certamen_work::WorkError;
use certamen_work::durable;
use certamen_work::stop::Stop;
use cnf_out::clausify::Encoding;
use std::io;
use std::ops::ControlFlow;
use std::path::Path;
use verify::lrat;

/// The largest `certificate.json` that is read, in bytes.
const MANIFEST_LIMIT: u64 = 16 << 20;

/// What a check established.
#[derive(Debug)]
pub struct Checked {
    /// The claim, which stands.
    pub claim: Claim,
    /// The positions that reach the bound.
    pub witnesses: Vec<AnyWitness>,
    /// What the proofs took.
    pub proofs: Vec<lrat::Report>,
}

/// Why a certificate does not stand.
#[derive(Debug, thiserror::Error)]
pub enum CheckError {
    /// There is no directory, or a file in it cannot be read.
    #[error("{file}: {source}")]
    Io {
        /// The file.
        file: String,
        /// Why.
        source: io::Error,
    },
    /// A file is too large, or not a regular file.
    #[error(transparent)]
    Work(#[from] WorkError),
    /// The files are not those that were written.
    #[error("{0}")]
    Files(String),
    /// `certificate.json` is of another format or version.
    #[error(
        "{MANIFEST}: format `{format}`, version {version}: this program checks `{FORMAT}`, version {VERSION}"
    )]
    Version {
        /// The tag found.
        format: String,
        /// The version found.
        version: u32,
    },
    /// `certificate.json` is not what it should be.
    #[error("{MANIFEST}: {0}")]
    Manifest(String),
    /// The witness does not stand.
    #[error("witness: {0}")]
    Witness(#[from] WitnessError),
    /// A file is not what the question gives when it is written anew.
    #[error("{0} is not what this program writes for the question: another version, or altered")]
    Regenerated(String),
    /// The clauses cannot be read.
    #[error("{file}: {source}")]
    Cnf {
        /// The file.
        file: String,
        /// Why.
        source: verify::dimacs::DimacsError,
    },
    /// The proof does not hold.
    #[error("{file}: {source}")]
    Proof {
        /// The file.
        file: String,
        /// Why.
        source: lrat::LratError,
    },
    /// The parts do not amount to the claim.
    #[error("the parts do not show the claim: {0}")]
    Composition(String),
}

/// Checks the certificate in a directory. The registry knows the questions that it may be about. `progress` is given
/// the number of bytes of proof that have been read.
///
/// # Errors
/// [`CheckError`] with the first thing that is wrong.
pub fn check(
    directory: &Path,
    registry: &Registry,
    stop: &Stop,
    progress: impl FnMut(u64),
) -> Result<Checked, CheckError> {
    let certificate = parse(&manifest(directory)?, registry)?;
    Checking { directory, stop, progress }.run(certificate)
}

/// The text of `certificate.json`, in a directory whose files are those that were written.
pub(super) fn manifest(directory: &Path) -> Result<Vec<u8>, CheckError> {
    let file = directory.display().to_string();
    if let Some(difference) = difference(directory).map_err(|source| CheckError::Io { file, source })? {
        return Err(CheckError::Files(difference));
    }
    Ok(durable::read(&directory.join(MANIFEST), MANIFEST_LIMIT)?)
}

struct Checking<'a, P> {
    directory: &'a Path,
    stop: &'a Stop,
    progress: P,
}

impl<P: FnMut(u64)> Checking<'_, P> {
    fn run(mut self, certificate: Certificate) -> Result<Checked, CheckError> {
        let claim = certificate.claim;
        self.require_exactly(&certificate.parts)?;
        let mut witnesses = Vec::new();
        let mut refuted = Vec::new();
        let mut proofs = Vec::new();
        for part in certificate.parts {
            match part {
                Part::Witness { question, witness, diagram } => {
                    question.verify(&witness)?;
                    compare(self.directory, &diagram, witness.text().as_bytes())?;
                    witnesses.push((question, witness));
                }
                Part::Refutation { question, encoding, cnf, map, proof, solver: _ } => {
                    proofs.push(self.refutation(&question, encoding, [&cnf, &map, &proof])?);
                    refuted.push(question);
                }
            }
        }
        compose(&claim, &witnesses, &refuted).map_err(CheckError::Composition)?;
        let witnesses = witnesses.into_iter().map(|(_, witness)| witness).collect();
        Ok(Checked { claim, witnesses, proofs })
    }

    fn refutation(
        &mut self,
        question: &Question,
        encoding: Encoding,
        files: [&str; 3],
    ) -> Result<lrat::Report, CheckError> {
        let emission = Emission::of(question, encoding);
        check_refutation(self.directory, &emission, files, self.stop, &mut self.progress)
    }

    /// Every file of the directory belongs to a part, no two parts share one, and no part names a file elsewhere.
    fn require_exactly(&self, parts: &[Part]) -> Result<(), CheckError> {
        let mut named = vec![MANIFEST];
        named.extend(parts.iter().flat_map(Part::files));
        named.sort_unstable();
        let present = file_names(self.directory)
            .map_err(|source| CheckError::Io { file: self.directory.display().to_string(), source })?;
        if named == present {
            Ok(())
        } else {
            Err(CheckError::Composition(format!("the files are {present:?}, the parts name {named:?}")))
        }
    }
}

/// Holds a file against what it has to be.
fn compare(directory: &Path, name: &str, expected: &[u8]) -> Result<(), CheckError> {
    // One byte more than there should be is enough to tell.
    let found = durable::read(&directory.join(name), expected.len() as u64);
    let found = match found {
        Err(WorkError::TooLong { .. }) => return Err(CheckError::Regenerated(name.to_owned())),
        found => found?,
    };
    if found == expected { Ok(()) } else { Err(CheckError::Regenerated(name.to_owned())) }
}

/// Checks that the clauses and the map in a directory are those of an emission that was made anew, and that the proof
/// refutes them.
pub(super) fn check_refutation(
    directory: &Path,
    emission: &Emission,
    [cnf, map, proof]: [&str; 3],
    stop: &Stop,
    mut progress: impl FnMut(u64),
) -> Result<lrat::Report, CheckError> {
    compare(directory, cnf, &emission.dimacs)?;
    let text = emission.map.to_text().map_err(|error| CheckError::Manifest(error.to_string()))?;
    compare(directory, map, text.as_bytes())?;
    // Byte for byte what lies in the directory.
    let formula = verify::dimacs::read(emission.dimacs.as_slice())
        .map_err(|source| CheckError::Cnf { file: cnf.to_owned(), source })?;
    let watch = |bytes| {
        progress(bytes);
        if stop.is_requested() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let io_error = |source| CheckError::Io { file: proof.to_owned(), source };
    let mut stored = Stored::open(&directory.join(proof)).map_err(io_error)?;
    let report =
        lrat::check_with(&formula, &mut stored, lrat::Format::Binary, lrat::SatisfiedHints::Refused, watch)
            .map_err(|source| CheckError::Proof { file: proof.to_owned(), source })?;
    // What stands behind the empty clause would be in the certificate without being checked.
    if stored.goes_on_behind(report.bytes).map_err(io_error)? {
        return Err(CheckError::Files(format!("{proof} goes on after its empty clause")));
    }
    Ok(report)
}
