//! The directory of a profile.
//!
//! ```text
//! profile.json          the board and the scope
//! 05-black.json ...     a file for each question, with a checksum
//! search-19.json        until it is answered, how far the search of all positions with 19 discs is, with a checksum
//! passes-19.json        how far the search of all passes with up to 19 discs is, while a bound that needs it is open
//! profile.md            the table with the records
//! profile.svg           the plot
//! 0123456789abcdef.cnf, 0123456789abcdef.lrat.zst   with proofs kept: by the first digits of `cnf_sha256`
//! ```
//!
//! One process writes at a time; another one fails at once and names that process, or waits. Every file gets its name when
//! it is complete, and an entry is accepted only if it is intact: a record is replayed, but a refutation rests on the
//! checksum. Directories of version 1, whose entries have no checksum, are refused.

use super::entry::{CheckedRefutation, ProfileEntry, stem};
use super::{ProfileError, RepeatedWork, Scope, plot};
use certamen_ask::emission::Emission;
use certamen_ask::query::Query;
use certamen_othello::OthelloSize;
use certamen_othello::query::{OthelloMobility, ToMove};
use certamen_prove::proof;
use certamen_work::durable::{self, Access, Directory, Pending, Wait, if_present, read_sealed, write_sealed};
use certamen_work::{Stop, WorkError};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// The longest file of a question that is read, in bytes.
const ENTRY_LIMIT: u64 = 1 << 20;
/// The largest size of the checkpoint of a search for passes: with 20 discs it has some 100 MB.
const PASSES_LIMIT: u64 = 1 << 30;

/// The identity of a profile.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Manifest {
    format: String,
    version: u32,
    query: String,
    board: OthelloSize,
    reachable: bool,
}

impl Manifest {
    fn of(scope: Scope) -> Self {
        Self {
            format: <Self as durable::Manifest>::FORMAT.to_owned(),
            version: <Self as durable::Manifest>::VERSION,
            query: OthelloMobility::NAME.to_owned(),
            board: scope.board,
            reachable: scope.reachable,
        }
    }
}

impl durable::Manifest for Manifest {
    const FILE: &'static str = "profile.json";
    const FORMAT: &'static str = "certamen-profile";
    const VERSION: u32 = 2;
    const HOLDS: &'static str = "a profile";

    fn subject(&self) -> String {
        let reachable = if self.reachable { " --reachable" } else { "" };
        format!("the profile of {} --board {}{reachable}", self.query, self.board)
    }
}

/// The directory of a profile, locked for writing.
#[derive(Debug)]
pub struct Store {
    directory: Directory,
    scope: Scope,
    keeps_proofs: bool,
}

impl Store {
    /// Opens the directory of a profile, or creates one in an empty or missing directory. Removes the unfinished files
    /// of killed processes.
    ///
    /// # Errors
    /// [`ProfileError::Work`]: the directory holds something else, or another process writes there and `wait` does not
    /// say to wait for it.
    pub fn open(
        directory: &Path,
        scope: Scope,
        keeps_proofs: bool,
        wait: Wait,
        stop: &Stop,
    ) -> Result<Self, ProfileError> {
        let access = Access::Write(wait);
        let (directory, _) = Directory::open(directory, Manifest::of(scope), access, stop)?;
        Ok(Self { directory, scope, keeps_proofs })
    }

    /// The current knowledge about every question.
    ///
    /// # Errors
    /// [`ProfileError`] if a file is damaged or its record is not valid.
    pub fn read_all(&self) -> Result<Vec<ProfileEntry>, ProfileError> {
        let questions = (4..=self.scope.board.squares())
            .flat_map(|discs| self.scope.sides().iter().map(move |&to_move| (discs, to_move)));
        let entry = |(discs, to_move)| {
            Ok(self.read(discs, to_move)?.unwrap_or_else(|| ProfileEntry::new(self.scope, discs, to_move)))
        };
        questions.map(entry).collect()
    }

    fn read(&self, discs: u32, to_move: ToMove) -> Result<Option<ProfileEntry>, ProfileError> {
        let path = self.directory.file(&file_of(&stem(discs, to_move)));
        let damaged = |reason: String| ProfileError::Damaged {
            path: path.clone(),
            reason,
            then: RepeatedWork::Question,
        };
        let Some(entry) = read_file::<ProfileEntry>(&path, ENTRY_LIMIT, RepeatedWork::Question)? else {
            return Ok(None);
        };
        if (entry.discs, entry.to_move) != (discs, to_move) {
            return Err(damaged("it answers another question".to_owned()));
        }
        match (discs > 4 || !self.scope.reachable).then(|| entry.fault(self.scope)).flatten() {
            Some(fault) => Err(damaged(fault)),
            None => Ok(Some(entry)),
        }
    }

    /// Writes the current knowledge about a question.
    ///
    /// # Errors
    /// [`ProfileError::Work`]
    pub fn write(&self, entry: &ProfileEntry) -> Result<(), ProfileError> {
        Ok(write_sealed(&self.directory.file(&file_of(&entry.stem())), entry)?)
    }

    /// The checkpoint of the search of all positions with this number of discs.
    ///
    /// # Errors
    /// [`ProfileError::Damaged`] if it is damaged, [`ProfileError::Work`] if it cannot be read.
    pub(super) fn search<T: DeserializeOwned>(&self, discs: u32) -> Result<Option<T>, ProfileError> {
        read_file(&self.directory.file(&search_file(discs)), ENTRY_LIMIT, RepeatedWork::Search)
    }

    /// Writes the checkpoint of a search.
    ///
    /// # Errors
    /// [`ProfileError::Work`]
    pub(super) fn write_search(&self, discs: u32, checkpoint: &impl Serialize) -> Result<(), ProfileError> {
        Ok(write_sealed(&self.directory.file(&search_file(discs)), checkpoint)?)
    }

    /// The checkpoint of the search for passes with at most this number of discs, if there is one.
    ///
    /// # Errors
    /// [`ProfileError::Damaged`] if it is damaged, [`ProfileError::Work`] if it cannot be read.
    pub(super) fn passes<T: DeserializeOwned>(&self, discs: u32) -> Result<Option<T>, ProfileError> {
        read_file(&self.directory.file(&passes_file(discs)), PASSES_LIMIT, RepeatedWork::Search)
    }

    /// Writes the checkpoint of a search for passes.
    ///
    /// # Errors
    /// [`ProfileError::Work`]
    pub(super) fn write_passes(&self, discs: u32, checkpoint: &impl Serialize) -> Result<(), ProfileError> {
        Ok(write_sealed(&self.directory.file(&passes_file(discs)), checkpoint)?)
    }

    /// Removes the checkpoints of the searches whose answers are written.
    ///
    /// # Errors
    /// [`ProfileError::Work`]
    pub(super) fn remove_searches(&self, is_answered: impl Fn(u32) -> bool) -> Result<(), ProfileError> {
        let names = self.directory.names()?;
        let is_left = |discs: &u32| is_answered(*discs) && names.contains(&search_file(*discs));
        for discs in (4..=self.scope.board.squares()).filter(is_left) {
            self.directory.remove(&search_file(discs))?;
        }
        Ok(())
    }

    /// Removes the checkpoints of the searches for passes.
    ///
    /// # Errors
    /// [`ProfileError::Work`]
    pub(super) fn remove_passes(&self) -> Result<(), ProfileError> {
        let names = self.directory.names()?;
        let is_left = |discs: &u32| names.contains(&passes_file(*discs));
        (4..=self.scope.board.squares()).filter(is_left).try_for_each(|discs| {
            self.directory.remove(&passes_file(discs))?;
            Ok(())
        })
    }

    /// Writes the table and the plot.
    ///
    /// # Errors
    /// [`ProfileError::Work`]
    pub fn write_report(&self, entries: &[ProfileEntry]) -> Result<(), ProfileError> {
        self.directory.write("profile.svg", plot::svg(self.scope, entries).as_bytes())?;
        Ok(self.directory.write("profile.md", plot::markdown(self.scope, entries).as_bytes())?)
    }

    /// Keeps a refutation's clauses and its proof, trimmed and compressed, if that was requested.
    pub(super) fn keep(
        &self,
        refuted: &CheckedRefutation,
        emission: &Emission,
        proof: &Path,
    ) -> Result<(), ProfileError> {
        if !self.keeps_proofs {
            return Ok(());
        }
        let name = &refuted.cnf_sha256[..16];
        self.directory.write(&format!("{name}.cnf"), &emission.dimacs)?;
        let stored = self.directory.file(&format!("{name}{}", proof::ENDING));
        let scratch = self.scratch()?;
        proof::store(proof, refuted.clauses as u64, scratch.path()).map_err(WorkError::at(&stored))?;
        Ok(scratch.persist(&stored)?)
    }

    /// A file for a proof, which is removed when it is dropped.
    pub(super) fn scratch(&self) -> Result<Pending, ProfileError> {
        Ok(self.directory.pending()?)
    }
}

/// Reads a file with a checksum, if there is one; `then` is what is done again if it is damaged and removed.
fn read_file<T: DeserializeOwned>(
    path: &Path,
    limit: u64,
    then: RepeatedWork,
) -> Result<Option<T>, ProfileError> {
    match if_present(read_sealed(path, limit)) {
        Err(WorkError::Damaged { reason, .. }) => {
            Err(ProfileError::Damaged { path: path.to_owned(), reason, then })
        }
        read => Ok(read?),
    }
}

/// The name of the file with this stem.
fn file_of(stem: &str) -> String {
    format!("{stem}.json")
}

fn passes_file(discs: u32) -> String {
    file_of(&format!("passes-{discs}"))
}

fn search_file(discs: u32) -> String {
    file_of(&format!("search-{discs}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Reason;
    use certamen_othello::query::OthelloWitness;
    use std::fs;

    const SCOPE: Scope = Scope { board: OthelloSize::Four, reachable: true };

    fn open(directory: &Path, scope: Scope) -> Result<Store, ProfileError> {
        Store::open(directory, scope, false, Wait::No, &Stop::new())
    }

    /// An entry with a record and a refutation.
    fn entry() -> ProfileEntry {
        let witness = OthelloWitness::of_game(OthelloSize::Four, "b1").unwrap();
        let impossible = witness.mobility + 1;
        let unknown = ProfileEntry::new(SCOPE, 5, ToMove::White);
        let refuted = CheckedRefutation {
            question: unknown.question(SCOPE, impossible),
            variables: 1,
            clauses: 1,
            cnf_sha256: "00".to_owned(),
            proof_sha256: "00".to_owned(),
            proof_bytes: 1,
            additions: 1,
            conflicts: 1,
            seconds: 0.5,
        };
        let shown_by = Reason::Refutation(Box::new(refuted));
        ProfileEntry { witness: Some(witness), impossible, shown_by, ..unknown }
    }

    #[test]
    fn written_entries_are_read_back_and_changed_bytes_refused() {
        let directory = tempfile::tempdir().unwrap();
        let store = open(directory.path(), SCOPE).unwrap();
        store.write(&entry()).unwrap();
        assert!(store.read_all().unwrap().contains(&entry()));
        let path = directory.path().join("05-white.json");
        let text = fs::read(&path).unwrap();
        assert!(String::from_utf8_lossy(&text).contains("\"query\": \"othello.mobility\""));
        for place in 0..text.len() {
            let mut changed = text.clone();
            changed[place] ^= 1;
            fs::write(&path, &changed).unwrap();
            let error = store.read_all().unwrap_err().to_string();
            assert!(error.contains("05-white.json") && error.lines().count() == 1, "{place}: {error}");
        }
    }

    #[test]
    fn one_process_writes_and_another_scope_is_refused() {
        let directory = tempfile::tempdir().unwrap();
        let store = open(directory.path(), SCOPE).unwrap();
        let unfinished = store.scratch().unwrap();
        let error = open(directory.path(), SCOPE).unwrap_err().to_string();
        assert!(error.contains(&format!("process {} is writing there", std::process::id())), "{error}");
        assert!(unfinished.path().exists());
        drop((unfinished, store));
        let error = open(directory.path(), Scope { reachable: false, ..SCOPE }).unwrap_err().to_string();
        assert!(
            error.contains("holds the profile of othello.mobility --board 4x4 --reachable, not"),
            "{error}"
        );
        fs::write(directory.path().join(".certamen-left"), "half").unwrap();
        open(directory.path(), SCOPE).unwrap();
        assert!(!directory.path().join(".certamen-left").exists());
    }

    #[test]
    fn a_directory_without_checksums_is_refused_and_left_alone() {
        let directory = tempfile::tempdir().unwrap();
        let manifest = Manifest { version: 1, ..Manifest::of(SCOPE) };
        durable::write_json(&directory.path().join("profile.json"), &manifest).unwrap();
        let error = open(directory.path(), SCOPE).unwrap_err().to_string();
        assert!(error.contains("has version 1 of certamen-profile, this program reads 2"), "{error}");
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1);
    }
}
