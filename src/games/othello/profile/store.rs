//! The directory of a profile.
//!
//! ```text
//! profile.json          what it is the profile of
//! 05-black.json ...     a file for each question
//! profile.md            the table with the records
//! profile.svg           the plot
//! 0123456789abcdef.cnf, 0123456789abcdef.lrat.zst   with proofs kept: by the first digits of `cnf_sha256`
//! ```
//!
//! A file is written under a temporary name and renamed when it is complete.

use super::entry::{Entry, Refuted, stem};
use super::{ProfileError, Scope, plot};
use crate::emission::Emission;
use crate::proof;
use crate::query::{BoardSize, ToMove};
use crate::unfinished::{self, PREFIX};
use serde::{Deserialize, Serialize};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// The file that says what the directory is.
const MANIFEST: &str = "profile.json";

/// What a directory is the profile of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Manifest {
    format: String,
    version: u32,
    query: String,
    board: BoardSize,
    reachable: bool,
}

/// The directory of a profile.
#[derive(Debug)]
pub struct Store {
    directory: PathBuf,
    scope: Scope,
    keeps_proofs: bool,
}

impl Store {
    /// Opens the directory of a profile, or makes one of an empty or missing directory.
    ///
    /// # Errors
    /// [`ProfileError`]; that the directory holds something else is one.
    pub fn open(directory: &Path, scope: Scope, keeps_proofs: bool) -> Result<Self, ProfileError> {
        let store = Self { directory: directory.to_owned(), scope, keeps_proofs };
        let manifest = Manifest {
            format: "certamen-profile".to_owned(),
            version: 1,
            query: "othello.mobility".to_owned(),
            board: scope.board,
            reachable: scope.reachable,
        };
        fs::create_dir_all(directory).map_err(at(directory))?;
        let other = |reason: String| ProfileError::Other { path: directory.to_owned(), reason };
        match fs::read(directory.join(MANIFEST)) {
            Ok(text) => match serde_json::from_slice::<Manifest>(&text) {
                Ok(found) if found == manifest => store.remove_leftovers()?,
                Ok(found) => {
                    return Err(other(format!(
                        "holds another profile ({}, version {}: {} --board {}{})",
                        found.format,
                        found.version,
                        found.query,
                        found.board,
                        if found.reachable { " --reachable" } else { "" }
                    )));
                }
                Err(error) => return Err(other(format!("{MANIFEST} is not that of a profile: {error}"))),
            },
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                store.remove_leftovers()?;
                if fs::read_dir(directory).map_err(at(directory))?.next().is_some() {
                    return Err(other("holds something else than a profile".to_owned()));
                }
                store.write_json(MANIFEST, &manifest)?;
            }
            Err(source) => return Err(at(&directory.join(MANIFEST))(source)),
        }
        Ok(store)
    }

    /// Removes what a run that was killed left under temporary names.
    fn remove_leftovers(&self) -> Result<(), ProfileError> {
        for file in fs::read_dir(&self.directory).map_err(at(&self.directory))? {
            let file = file.map_err(at(&self.directory))?;
            if file.file_name().to_string_lossy().starts_with(PREFIX) {
                fs::remove_file(file.path()).map_err(at(&file.path()))?;
            }
        }
        Ok(())
    }

    /// What is known of every question.
    ///
    /// # Errors
    /// [`ProfileError`] where a file is damaged or its record does not stand.
    pub fn read_all(&self) -> Result<Vec<Entry>, ProfileError> {
        let questions = (4..=self.scope.board.squares())
            .flat_map(|discs| self.scope.sides().iter().map(move |&to_move| (discs, to_move)));
        let entry = |(discs, to_move)| {
            Ok(self.read(discs, to_move)?.unwrap_or_else(|| Entry::new(self.scope, discs, to_move)))
        };
        questions.map(entry).collect()
    }

    fn read(&self, discs: u32, to_move: ToMove) -> Result<Option<Entry>, ProfileError> {
        let path = self.directory.join(format!("{}.json", stem(discs, to_move)));
        let text = match fs::read(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(source) => return Err(at(&path)(source)),
        };
        let damaged = |reason: String| ProfileError::Damaged { path: path.clone(), reason };
        let entry: Entry = serde_json::from_slice(&text).map_err(|error| damaged(error.to_string()))?;
        if (entry.discs, entry.to_move) != (discs, to_move) {
            return Err(damaged("it answers another question".to_owned()));
        }
        match (discs > 4 || !self.scope.reachable).then(|| entry.fault(self.scope)).flatten() {
            Some(fault) => Err(damaged(fault)),
            None => Ok(Some(entry)),
        }
    }

    /// Keeps what is known of a question.
    ///
    /// # Errors
    /// [`ProfileError::Io`]
    pub fn write(&self, entry: &Entry) -> Result<(), ProfileError> {
        self.write_json(&format!("{}.json", entry.stem()), entry)
    }

    /// Writes the table and the plot.
    ///
    /// # Errors
    /// [`ProfileError::Io`]
    pub fn write_report(&self, entries: &[Entry]) -> Result<(), ProfileError> {
        self.write_file("profile.svg", plot::svg(self.scope, entries).as_bytes())?;
        self.write_file("profile.md", plot::markdown(self.scope, entries).as_bytes())
    }

    /// Keeps a refutation's clauses and its proof, trimmed and compressed, if that was asked for.
    pub(super) fn keep(
        &self,
        refuted: &Refuted,
        emission: &Emission,
        proof: &Path,
    ) -> Result<(), ProfileError> {
        if !self.keeps_proofs {
            return Ok(());
        }
        let name = &refuted.cnf_sha256[..16];
        self.write_file(&format!("{name}.cnf"), &emission.dimacs)?;
        let stored = self.directory.join(format!("{name}{}", proof::ENDING));
        let scratch = self.scratch()?;
        proof::store(proof, refuted.clauses as u64, scratch.path()).map_err(at(&stored))?;
        scratch.persist(&stored).map_err(|error| at(&stored)(error.error))?;
        Ok(())
    }

    /// A file for a proof, which vanishes when it is dropped.
    ///
    /// # Errors
    /// [`ProfileError::Io`]
    pub(super) fn scratch(&self) -> Result<NamedTempFile, ProfileError> {
        let file = unfinished::file_in(&self.directory);
        file.map_err(at(&self.directory))
    }

    fn write_json(&self, name: &str, value: &impl Serialize) -> Result<(), ProfileError> {
        let text = serde_json::to_string_pretty(value).map_err(io::Error::from);
        let text = text.map_err(at(&self.directory.join(name)))?;
        self.write_file(name, format!("{text}\n").as_bytes())
    }

    fn write_file(&self, name: &str, bytes: &[u8]) -> Result<(), ProfileError> {
        let path = self.directory.join(name);
        let mut file = self.scratch()?;
        let written = file.write_all(bytes).and_then(|()| file.as_file().sync_all());
        written.map_err(at(&path))?;
        file.persist(&path).map_err(|error| at(&path)(error.error))?;
        Ok(())
    }
}

pub(super) fn at(path: &Path) -> impl FnOnce(io::Error) -> ProfileError {
    let path = path.to_owned();
    move |source| ProfileError::Io { path, source }
}
