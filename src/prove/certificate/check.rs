//! Checks a certificate: first the files, then the witnesses, then that the parts would prove the claim, and last the
//! refutations, which take the time.

use super::branching::check_part;
use super::compose::compose;
use super::sums::{difference, file_names};
use super::text::parse;
use super::{BRANCHING_VERSION, Certificate, Claim, FORMAT, MANIFEST, Part, VERSION};
use crate::argument::CompositionError;
use crate::branch::NoSumError;
use crate::proof::ProofReader;
use certamen_ask::emission::Emission;
use certamen_ask::query::RULES_FILE;
use certamen_ask::question::Question;
use certamen_ask::registry::{Registry, RegistryError};
use certamen_ask::solution::VerifiedAnswer;
use certamen_ask::witness::WitnessError;
use certamen_work::WorkError;
use certamen_work::durable;
use certamen_work::parallel::in_order_by;
use certamen_work::stop::{Stop, is_interrupted};
use cnf_out::clausify::Encoding;
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use verify::{lrat, sum};

/// The largest `certificate.json` that is read, in bytes.
pub(super) const MANIFEST_LIMIT: u64 = 16 << 20;

/// The result of a successful check.
#[derive(Debug)]
pub struct CheckedCertificate {
    /// The claim, which is proved.
    pub claim: Claim,
    /// The witnesses that reach the bound.
    pub witnesses: Vec<VerifiedAnswer>,
    /// The refutations, in the order of the certificate.
    pub refutations: Vec<Refutation>,
}

impl CheckedCertificate {
    /// The proofs of clauses among the refutations.
    pub fn proofs(&self) -> impl Iterator<Item = &ClauseRefutation> {
        self.refutations.iter().filter_map(|refutation| match &refutation.by {
            Evidence::Proof(refuted) => Some(refuted),
            Evidence::Splits { .. } => None,
        })
    }
}

/// A checked refutation of a certificate.
#[derive(Clone, Debug)]
pub struct Refutation {
    /// The question without an answer.
    pub question: Question,
    /// What shows that it has none.
    pub by: Evidence,
}

/// What refutes a question.
#[derive(Clone, Debug)]
pub enum Evidence {
    /// A proof that clauses have no model.
    Proof(ClauseRefutation),
    /// A list of splits, and a count for each position that it leaves.
    Splits {
        /// The number of splits.
        splits: u64,
        /// The number of positions that were counted.
        left: u64,
    },
}

/// A checked proof, and the clauses that it refutes.
#[derive(Clone, Debug)]
pub struct ClauseRefutation {
    /// The file of the clauses.
    pub cnf: PathBuf,
    /// The file of the proof, binary LRAT in one frame of zstd.
    pub proof: PathBuf,
    /// The report of the proof checker.
    pub report: lrat::Report,
}

/// Why a certificate is not valid.
#[derive(Debug, thiserror::Error)]
pub enum CheckError {
    /// The directory does not exist, or a file in it cannot be read.
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
    /// The files differ from those that were written.
    #[error("{0}")]
    Files(String),
    /// `certificate.json` is of another format or version.
    #[error(
        "{MANIFEST}: format `{format}`, version {version}: this program checks `{FORMAT}`, versions {VERSION} and \
         {BRANCHING_VERSION}"
    )]
    Version {
        /// The tag found.
        format: String,
        /// The version found.
        version: u32,
    },
    /// `certificate.json` has invalid contents.
    #[error("{MANIFEST}: {0}")]
    Manifest(String),
    /// The certificate is about a question of another program, so that nothing can be said about it.
    #[error("{MANIFEST}: {0}")]
    Foreign(RegistryError),
    /// The witness is not valid.
    #[error("witness: {0}")]
    Witness(#[from] WitnessError),
    /// A file differs from the file that is written again from the question.
    #[error("{0} is not what this program writes for the question: written by another version, or changed")]
    Regenerated(String),
    /// The clauses cannot be read.
    #[error("{file}: {source}")]
    Cnf {
        /// The file.
        file: String,
        /// Why.
        source: verify::dimacs::DimacsError,
    },
    /// The proof is not valid.
    #[error("{file}: {source}")]
    Proof {
        /// The file.
        file: String,
        /// Why.
        source: lrat::LratError,
    },
    /// The splits of a branch and bound are not valid.
    #[error("{file}: {source}")]
    Splits {
        /// The file.
        file: String,
        /// Why.
        source: sum::SplitsError,
    },
    /// A question has no sum.
    #[error("the sum of the question: {0}")]
    Sum(NoSumError),
    /// Stopped on request.
    #[error("stopped before a verdict")]
    Stopped,
    /// A limit of the naive game, so that nothing can be said about the claim.
    #[error("the naive game does not judge the claim: {0}")]
    NotJudged(String),
    /// The parts do not prove the claim.
    #[error("the parts do not show the claim: {0}")]
    Composition(#[from] CompositionError),
}

impl CheckError {
    /// Whether a request to stop ended the check. In that case nothing is known about the certificate.
    pub fn is_stopped(&self) -> bool {
        match self {
            Self::Stopped => true,
            Self::Io { source, .. } => is_interrupted(source),
            Self::Proof { source, .. } => matches!(source.reason, lrat::LratReason::Stopped),
            Self::Splits { source, .. } => matches!(source.reason, sum::SplitsReason::Stopped),
            _ => false,
        }
    }

    /// Whether this program cannot judge the claim: then nothing is known about the certificate, either.
    pub fn is_unjudged(&self) -> bool {
        matches!(self, Self::Foreign(_) | Self::NotJudged(_) | Self::Witness(WitnessError::Limit(_)))
    }
}

/// Checks the certificate in a directory. The registry has to contain its questions. `progress` is called with the
/// number of proof bytes that have been read, if this thread checks the proof. Refutations are checked on all processors; if
/// several are wrong, the first one is reported.
///
/// # Errors
/// [`CheckError`] with the first error.
pub fn check(
    directory: &Path,
    registry: &Registry,
    stop: &Stop,
    mut progress: impl FnMut(u64),
) -> Result<CheckedCertificate, CheckError> {
    let certificate = parse(&manifest(directory, stop)?, registry)?;
    CertificateChecker { directory, stop }.run(certificate, &mut progress)
}

/// The text of `certificate.json`, after a check that the files of the directory match `SHA256SUMS`.
pub(super) fn manifest(directory: &Path, stop: &Stop) -> Result<Vec<u8>, CheckError> {
    let file = directory.display().to_string();
    if let Some(difference) = difference(directory, stop).map_err(|source| CheckError::Io { file, source })? {
        return Err(CheckError::Files(difference));
    }
    Ok(durable::read(&directory.join(MANIFEST), MANIFEST_LIMIT)?)
}

struct CertificateChecker<'a> {
    directory: &'a Path,
    stop: &'a Stop,
}

/// A refutation of a certificate that has not been checked.
enum UncheckedRefutation<'a> {
    Clauses { question: &'a Question, encoding: Encoding, files: [&'a str; 3] },
    Splits { question: &'a Question, file: &'a str },
}

impl UncheckedRefutation<'_> {
    fn question(&self) -> Question {
        let (Self::Clauses { question, .. } | Self::Splits { question, .. }) = self;
        (*question).clone()
    }
}

impl CertificateChecker<'_> {
    fn run(
        &self,
        certificate: Certificate,
        progress: &mut dyn FnMut(u64),
    ) -> Result<CheckedCertificate, CheckError> {
        let Certificate { claim, parts, .. } = certificate;
        let asked = claim.question.question();
        let named = parts.iter().flat_map(Part::files);
        require_files(self.directory, named, asked.rules_file(), "the parts name")?;
        let (mut witnesses, mut stated) = (Vec::new(), Vec::new());
        for part in &parts {
            match part {
                Part::Witness { question, witness, diagram } => {
                    let answer = question.verify(witness.clone())?;
                    compare(self.directory, diagram, answer.text().as_bytes())?;
                    witnesses.push((question.clone(), answer));
                }
                Part::Refutation { question, encoding, cnf, map, proof, solver: _ } => {
                    let files = [cnf, map, proof].map(String::as_str);
                    stated.push(UncheckedRefutation::Clauses { question, encoding: *encoding, files });
                }
                Part::BranchAndBound { question, splits } => {
                    stated.push(UncheckedRefutation::Splits { question, file: splits });
                }
            }
        }
        let refuted: Vec<Question> = stated.iter().map(UncheckedRefutation::question).collect();
        compose(&claim, &witnesses, &refuted)?;
        let check = |index: usize, progress: &mut dyn FnMut(u64)| self.refutation(&stated[index], progress);
        // A single proof is checked by this thread, so that its progress is seen.
        let checked = in_order_by(stated.len().max(1), stated.len(), progress, check)?;
        let refutations =
            refuted.into_iter().zip(checked).map(|(question, by)| Refutation { question, by }).collect();
        let witnesses = witnesses.into_iter().map(|(_, witness)| witness).collect();
        Ok(CheckedCertificate { claim, witnesses, refutations })
    }

    fn refutation(
        &self,
        stated: &UncheckedRefutation<'_>,
        progress: &mut dyn FnMut(u64),
    ) -> Result<Evidence, CheckError> {
        if self.stop.is_requested() {
            return Err(CheckError::Stopped);
        }
        match stated {
            UncheckedRefutation::Clauses { question, encoding, files } => {
                let emission = Emission::new(question, *encoding);
                check_refutation(self.directory, &emission, *files, self.stop, progress).map(Evidence::Proof)
            }
            UncheckedRefutation::Splits { question, file } => {
                check_part(self.directory, question, file, self.stop, progress)
            }
        }
    }
}

/// Checks that a directory has `certificate.json`, the rules with which the question was read, and each of the other files
/// once, and nothing else. `relation` is what links the two lists of files in the message.
pub(super) fn require_files<'n>(
    directory: &Path,
    others: impl IntoIterator<Item = &'n str>,
    rules: Option<&str>,
    relation: &str,
) -> Result<(), CheckError> {
    let mut named = vec![MANIFEST];
    named.extend(rules.map(|_| RULES_FILE));
    named.extend(others);
    named.sort_unstable();
    let present = file_names(directory)
        .map_err(|source| CheckError::Io { file: directory.display().to_string(), source })?;
    if named != present {
        let reason = format!("the files are {present:?}, {relation} {named:?}");
        return Err(CheckError::Composition(reason.into()));
    }
    rules.map_or(Ok(()), |rules| compare(directory, RULES_FILE, rules.as_bytes()))
}

/// Compares a file with its expected contents.
pub(super) fn compare(directory: &Path, name: &str, expected: &[u8]) -> Result<(), CheckError> {
    // Reading one byte more than expected is enough to detect a longer file.
    let found = durable::read(&directory.join(name), expected.len() as u64);
    let found = match found {
        Err(WorkError::TooLong { .. }) => return Err(CheckError::Regenerated(name.to_owned())),
        found => found?,
    };
    if found == expected { Ok(()) } else { Err(CheckError::Regenerated(name.to_owned())) }
}

/// Checks that the clauses and the map in a directory equal those of a newly made emission, and that the proof refutes
/// the clauses.
pub(super) fn check_refutation(
    directory: &Path,
    emission: &Emission,
    [cnf, map, proof]: [&str; 3],
    stop: &Stop,
    mut progress: impl FnMut(u64),
) -> Result<ClauseRefutation, CheckError> {
    compare(directory, cnf, &emission.dimacs)?;
    let text = emission.map.to_text().map_err(|error| CheckError::Manifest(error.to_string()))?;
    compare(directory, map, text.as_bytes())?;
    // These bytes equal those of the file in the directory.
    let formula = verify::dimacs::read(emission.dimacs.as_slice())
        .map_err(|source| CheckError::Cnf { file: cnf.to_owned(), source })?;
    let watch = |bytes| {
        progress(bytes);
        if stop.is_requested() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let io_error = |source| CheckError::Io { file: proof.to_owned(), source };
    let mut stored = ProofReader::open(&directory.join(proof)).map_err(io_error)?;
    let report =
        lrat::check_with(&formula, &mut stored, lrat::Format::Binary, lrat::SatisfiedHints::Refused, watch)
            .map_err(|source| CheckError::Proof { file: proof.to_owned(), source })?;
    // Data after the empty clause would be part of the certificate without being checked.
    if stored.continues_after(report.bytes).map_err(io_error)? {
        return Err(CheckError::Files(format!("{proof} continues after its empty clause")));
    }
    Ok(ClauseRefutation { cnf: directory.join(cnf), proof: directory.join(proof), report })
}
