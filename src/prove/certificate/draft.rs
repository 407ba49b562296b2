//! A certificate in progress: a private directory beside its destination, which is checked and then renamed.

use super::check::{CheckError, CheckedCertificate, check};
use super::sums::{file_names, listed, sums_of};
use super::text::to_text;
use super::write::WriteError;
use super::{Certificate, Claim, FORMAT, MANIFEST, Part, SUMS, version_of};
use crate::proof;
use certamen_ask::query::RULES_FILE;
use certamen_ask::question::Question;
use certamen_ask::registry::Registry;
use certamen_ask::solve::{AskError, CONFIGURATION, Refutation, check_proof};
use certamen_ask::witness::AnyWitness;
use certamen_work::durable;
use certamen_work::stop::Stop;
use cnf_out::clausify::Encoding;
use cnf_out::solver::embedded;
use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// The largest `SHA256SUMS` that is read, in bytes: enough for the largest number of files in a certificate.
const SUMS_LIMIT: u64 = 64 << 20;
/// The ending of the file with the solver's own proof.
const RAW: &str = ".raw.lrat";

/// The directory of a draft.
#[derive(Debug)]
enum Scratch {
    /// Beside its destination.
    Beside(durable::Draft),
    /// Of a certificate that nobody keeps.
    Temporary(TempDir),
}

/// The parts written so far. Dropping an unfinished draft removes its files.
#[derive(Debug)]
pub struct Draft {
    scratch: Scratch,
    parts: Vec<Part>,
}

impl Draft {
    /// Begins a certificate. An existing certificate at the destination stays there until the new one is complete.
    ///
    /// # Errors
    /// [`WriteError`], also if the destination exists and is not a certificate.
    pub fn begin(destination: &Path) -> Result<Self, WriteError> {
        require_free(destination)?;
        Ok(Self { scratch: Scratch::Beside(durable::Draft::beside(destination)?), parts: Vec::new() })
    }

    /// Begins a certificate that is checked as any other, and then removed.
    pub(super) fn temporary() -> Result<Self, WriteError> {
        let directory = tempfile::tempdir().map_err(io_error(&std::env::temp_dir()))?;
        Ok(Self { scratch: Scratch::Temporary(directory), parts: Vec::new() })
    }

    fn path(&self) -> &Path {
        match &self.scratch {
            Scratch::Beside(draft) => draft.path(),
            Scratch::Temporary(directory) => directory.path(),
        }
    }

    /// The path of a file in its directory.
    pub(super) fn file(&self, name: &str) -> PathBuf {
        self.path().join(name)
    }

    /// A new file for the solver's proof of the refutation `stem`.
    ///
    /// # Errors
    /// The error of the operating system.
    pub fn proof_file(&self, stem: &str) -> io::Result<File> {
        File::create(self.raw_proof(stem))
    }

    /// Checks the proof of a refutation that is not added to the certificate.
    ///
    /// # Errors
    /// [`WriteError::Check`] if the proof is not valid.
    pub fn confirm(&self, stem: &str, refutation: &Refutation<File>, stop: &Stop) -> Result<(), WriteError> {
        let path = self.raw_proof(stem);
        let proof = durable::open(&path)?;
        check_proof(refutation, proof, stop).map_err(|error| match error {
            AskError::Clauses(source) => CheckError::Cnf { file: format!("{stem}.cnf"), source }.into(),
            AskError::Refuted(source) => CheckError::Proof { file: format!("{stem}{RAW}"), source }.into(),
            error => WriteError::from(error),
        })?;
        Ok(())
    }

    /// Removes the solver's proofs except those for whose stem `is_kept` returns true.
    ///
    /// # Errors
    /// [`WriteError::Io`]
    pub fn keep_proofs(&self, is_kept: impl Fn(&str) -> bool) -> Result<(), WriteError> {
        let directory = self.path();
        for name in file_names(directory).map_err(io_error(directory))? {
            if name.strip_suffix(RAW).is_some_and(|stem| !is_kept(stem)) {
                let path = directory.join(&name);
                fs::remove_file(&path).map_err(io_error(&path))?;
            }
        }
        Ok(())
    }

    /// Adds a witness and its diagram.
    ///
    /// # Errors
    /// [`WriteError::Io`]
    pub fn add_witness(
        &mut self,
        stem: &str,
        question: Question,
        witness: AnyWitness,
    ) -> Result<(), WriteError> {
        let diagram = format!("{stem}.txt");
        self.write(&diagram, witness.text().as_bytes())?;
        self.parts.push(Part::Witness { question, witness, diagram });
        Ok(())
    }

    /// Adds a refutation whose proof was written to [`Draft::proof_file`].
    ///
    /// # Errors
    /// [`WriteError::Io`]
    pub fn add_refutation(&mut self, stem: &str, refutation: &Refutation<File>) -> Result<(), WriteError> {
        let (cnf, map) = (format!("{stem}.cnf"), format!("{stem}.map.json"));
        let proof = format!("{stem}{}", proof::ENDING);
        let (raw, stored) = (self.raw_proof(stem), self.file(&proof));
        let inputs = refutation.emission.clausified.cnf.len() as u64;
        proof::store(&raw, inputs, &stored).map_err(io_error(&stored))?;
        fs::remove_file(&raw).map_err(io_error(&raw))?;
        self.write(&cnf, &refutation.emission.dimacs)?;
        self.write(&map, refutation.emission.map.to_text()?.as_bytes())?;
        let solver = format!("{}, configuration {CONFIGURATION}", embedded());
        let (question, encoding) = (refutation.question.clone(), Encoding::default());
        self.parts.push(Part::Refutation { question, encoding, cnf, map, proof, solver });
        Ok(())
    }

    /// Adds the splits that refute a question.
    ///
    /// # Errors
    /// [`WriteError::Io`]
    pub(super) fn add_splits(
        &mut self,
        stem: &str,
        question: Question,
        splits: &[u8],
    ) -> Result<(), WriteError> {
        let name = format!("{stem}.splits.txt");
        self.write(&name, splits)?;
        self.parts.push(Part::BranchAndBound { question, splits: name });
        Ok(())
    }

    /// Writes the claim, checks all files on disk, and renames the directory to its destination.
    ///
    /// # Errors
    /// [`WriteError`]. No partial certificate is left behind.
    pub fn finish(
        self,
        claim: Claim,
        registry: &Registry,
        stop: &Stop,
        progress: impl FnMut(u64),
    ) -> Result<CheckedCertificate, WriteError> {
        let certificate = Certificate {
            format: FORMAT.to_owned(),
            version: version_of(&self.parts),
            certamen: env!("CARGO_PKG_VERSION").to_owned(),
            claim,
            parts: self.parts.clone(),
        };
        let asked = certificate.claim.question.question();
        self.seal(&to_text(&certificate)?, asked.rules_file(), |directory| {
            check(directory, registry, stop, progress)
        })
    }

    /// Writes the text of `certificate.json`, the rules if they are in a file, and the hashes; checks all files on disk, and
    /// renames the directory to its destination.
    ///
    /// # Errors
    /// [`WriteError`]. No partial certificate is left behind.
    pub(super) fn seal<T>(
        self,
        manifest: &str,
        rules: Option<&str>,
        check: impl FnOnce(&Path) -> Result<T, CheckError>,
    ) -> Result<T, WriteError> {
        self.write(MANIFEST, manifest.as_bytes())?;
        if let Some(rules) = rules {
            self.write(RULES_FILE, rules.as_bytes())?;
        }
        let directory = self.path();
        let sums = sums_of(directory).map_err(io_error(directory))?;
        self.write(SUMS, sums.as_bytes())?;
        let checked = check(directory)?;
        if let Scratch::Beside(draft) = self.scratch {
            draft.persist()?;
        }
        Ok(checked)
    }

    fn raw_proof(&self, stem: &str) -> PathBuf {
        self.file(&format!("{stem}{RAW}"))
    }

    /// Writes a file.
    pub(super) fn write(&self, name: &str, bytes: &[u8]) -> Result<(), WriteError> {
        write_file(&self.file(name), bytes)
    }
}

pub(super) fn write_file(path: &Path, bytes: &[u8]) -> Result<(), WriteError> {
    let written =
        File::create(path).and_then(|mut file| file.write_all(bytes).and_then(|()| file.sync_all()));
    written.map_err(io_error(path))
}

pub(super) fn io_error(path: &Path) -> impl FnOnce(io::Error) -> WriteError {
    let path = path.to_owned();
    move |source| WriteError::Io { path, source }
}

/// Refuses a destination that contains anything but a certificate.
pub(super) fn require_free(destination: &Path) -> Result<(), WriteError> {
    require_only(destination, |present| present.iter().any(|name| name == MANIFEST))
}

/// Refuses a destination that is neither empty nor a directory of this kind, complete or damaged, in which each file is listed
/// in `SHA256SUMS`.
pub(super) fn require_only(
    destination: &Path,
    is_of_kind: impl Fn(&[String]) -> bool,
) -> Result<(), WriteError> {
    let holds_nothing_else = || {
        let Ok(present) = file_names(destination) else { return false };
        let sums = durable::read(&destination.join(SUMS), SUMS_LIMIT).unwrap_or_default();
        let sums = String::from_utf8(sums).unwrap_or_default();
        let listed: BTreeSet<&str> = listed(&sums).collect();
        present.is_empty()
            || is_of_kind(&present) && present.iter().all(|name| listed.contains(name.as_str()))
    };
    let is_free = match fs::symlink_metadata(destination) {
        Err(error) => error.kind() == io::ErrorKind::NotFound,
        Ok(found) => found.is_dir() && holds_nothing_else(),
    };
    if is_free { Ok(()) } else { Err(WriteError::Occupied(destination.to_owned())) }
}
