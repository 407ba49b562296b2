//! The files of proofs that the strategies of one question write: each has its own, and only that of the refutation stays.
//!
//! A proof of the question's own formula gets the name that was asked for. The proof of a relaxation is about other
//! clauses, so its name says so: `FILE.last-steps-8.lrat` in place of `FILE.lrat`, with its clauses beside it.

use super::{Decision, PortfolioOutcome, ProofFile, Worth, exact};
use certamen_work::Stop;
use certamen_work::file::{self, FileError, PendingFile};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// The unfinished files of all strategies.
#[derive(Debug)]
pub struct ProofFiles<'a> {
    /// The name that was asked for.
    path: Option<&'a Path>,
    stop: &'a Stop,
    pending: Mutex<BTreeMap<String, PendingFile>>,
}

/// Which files stay.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct KeptProof {
    /// The proof.
    pub proof: PathBuf,
    /// The clauses that it is about, if they were written.
    pub cnf: Option<PathBuf>,
}

/// Whether the clauses of the question's own formula are written as well. `emit` writes them too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OwnClauses<'a> {
    /// Beside the proof.
    Written,
    /// To a file of this name, with the name of the strategy if they are those of a relaxation.
    At(&'a Path),
    /// Not written.
    LeftOut,
}

impl<'a> ProofFiles<'a> {
    /// Files with names like this one; no files without. The request ends a wait for the reader of a pipe.
    pub fn named(path: Option<&'a Path>, stop: &'a Stop) -> Self {
        Self { path, stop, pending: Mutex::default() }
    }

    /// Checks that a file can be made there, before the work begins.
    ///
    /// # Errors
    /// [`FileError`] if not.
    pub fn require_writable(&self) -> Result<(), FileError> {
        self.path.map_or(Ok(()), file::require_writable)
    }

    /// Begins the file of a strategy.
    ///
    /// # Errors
    /// If it cannot be created.
    pub fn of(&self, strategy: &str) -> io::Result<ProofFile> {
        let Some(path) = self.path else { return Ok(ProofFile::Discarded) };
        let mut file =
            PendingFile::create(&path_of(path, strategy, None), self.stop).map_err(io::Error::other)?;
        let writer = file.file().try_clone()?;
        let mut pending = self.pending.lock().unwrap_or_else(PoisonError::into_inner);
        pending.insert(strategy.to_owned(), file);
        Ok(ProofFile::Kept(writer))
    }

    /// Keeps the file of the strategy that refuted the question, if one did, with the clauses of a relaxation.
    ///
    /// # Errors
    /// [`FileError`] if the files cannot be written.
    pub fn keep(self, decision: &Decision, own: OwnClauses<'_>) -> Result<Option<KeptProof>, FileError> {
        let (Some(path), PortfolioOutcome::Refuted(refutation)) = (self.path, &decision.decided) else {
            return Ok(None);
        };
        let mut pending = self.pending.into_inner().unwrap_or_else(PoisonError::into_inner);
        let Some(file) = pending.remove(&decision.by) else { return Ok(None) };
        file.keep()?;
        let proof = path_of(path, &decision.by, None);
        let cnf = match own {
            OwnClauses::At(cnf) => Some(path_of(cnf, &decision.by, None)),
            OwnClauses::LeftOut if decision.worth != Worth::Refutes => None,
            OwnClauses::LeftOut | OwnClauses::Written => {
                Some(path_of(path, &decision.by, Some(clauses_of(path))))
            }
        };
        if let Some(cnf) = &cnf {
            file::write(cnf, &refutation.emission.dimacs, self.stop)?;
        }
        Ok(Some(KeptProof { proof, cnf }))
    }
}

/// The extension of the clauses beside a proof. They never replace it.
fn clauses_of(path: &Path) -> &'static str {
    if path.extension().is_some_and(|own| own == "cnf") { "clauses.cnf" } else { "cnf" }
}

/// The path of a proof with the name of the strategy that it belongs to; with another extension for its clauses.
fn path_of(path: &Path, strategy: &str, extension: Option<&str>) -> PathBuf {
    if strategy == exact::NAME {
        return extension.map_or_else(|| path.to_owned(), |extension| path.with_extension(extension));
    }
    let mut name = path.file_stem().unwrap_or_default().to_owned();
    name.push(".");
    name.push(strategy);
    if let Some(extension) = extension.map(OsStr::new).or(path.extension()) {
        name.push(".");
        name.push(extension);
    }
    path.with_file_name(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_says_what_a_proof_is_about() {
        let of = |path: &str, strategy, extension| {
            path_of(Path::new(path), strategy, extension).to_string_lossy().into_owned()
        };
        assert_eq!(of("d/no.lrat", "exact", None), "d/no.lrat");
        assert_eq!(of("d/no.lrat", "exact", Some("cnf")), "d/no.cnf");
        assert_eq!(of("d/no.lrat", "last-steps-8", None), "d/no.last-steps-8.lrat");
        assert_eq!(of("no.lrat", "last-steps-8", Some("cnf")), "no.last-steps-8.cnf");
        assert_eq!(of("no", "any-position", None), "no.any-position");
        assert_eq!(of("no", "exact", None), "no");
        let both = ["no.cnf", "no.lrat"].map(|path| of(path, "exact", Some(clauses_of(Path::new(path)))));
        assert_eq!(both, ["no.clauses.cnf", "no.cnf"]);
    }
}
