//! The checkpoint of an audit: what it has found so far, in a directory of its own beside the tables.
//!
//! It names the tables that were audited, as [`Store::tables`] does. If they have been replaced, the audit begins anew. It
//! is removed when the whole audit is complete, so no later audit relies on it.
//!
//! [`Store::tables`]: crate::states::Store::tables

use certamen_work::durable::{Access, Directory, Manifest, Wait, WorkError};
use certamen_work::stop::Stop;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

/// The time between two checkpoints. Each is a few kilobytes.
const INTERVAL: Duration = Duration::from_secs(20);

/// The names of tables, each with its length and the checksum of its end.
pub type TableEnds = Vec<(String, u64, u32)>;

/// `audit.json`: what was found so far.
#[derive(Debug, Serialize, Deserialize)]
#[serde(bound = "T: Serialize + DeserializeOwned", deny_unknown_fields)]
struct Progress<T> {
    format: String,
    version: u32,
    subject: String,
    tables: TableEnds,
    found: Option<T>,
}

impl<T: Serialize + DeserializeOwned> Manifest for Progress<T> {
    const FILE: &'static str = "audit.json";
    const FORMAT: &'static str = "certamen-audit";
    const VERSION: u32 = 1;
    const HOLDS: &'static str = "the checkpoint of an audit";
    const SEALED: bool = true;
    const LIMIT: u64 = 1 << 20;

    fn subject(&self) -> String {
        self.subject.clone()
    }
}

impl<T> Progress<T> {
    fn start(subject: &str, tables: TableEnds) -> Self
    where
        T: Serialize + DeserializeOwned,
    {
        let (format, version) = (Self::FORMAT.to_owned(), Self::VERSION);
        Self { format, version, subject: subject.to_owned(), tables, found: None }
    }
}

/// An audit with its checkpoint.
#[derive(Debug)]
pub struct KeptAudit<T> {
    directory: Directory,
    progress: Progress<T>,
    is_stale: bool,
    saved: Instant,
}

impl<T: Serialize + DeserializeOwned + Clone> KeptAudit<T> {
    /// Opens or begins the checkpoint of the audit of `subject` in a directory.
    ///
    /// # Errors
    /// [`WorkError`] if the directory cannot be written, if another process is at the same audit and `wait` does not say
    /// to wait for it, or if the checkpoint is damaged or that of something else.
    pub fn open(
        path: &Path,
        subject: &str,
        tables: TableEnds,
        wait: Wait,
        stop: &Stop,
    ) -> Result<Self, WorkError> {
        let open =
            || Directory::open(path, Progress::start(subject, tables.clone()), Access::Write(wait), stop);
        let (directory, mut progress) = match open() {
            // Whoever was waited for has completed the audit and removed the directory.
            Err(error) if error.is_missing() => open()?,
            opened => opened?,
        };
        let is_stale = progress.tables != tables;
        if is_stale {
            progress = Progress::start(subject, tables);
        }
        Ok(Self { directory, progress, is_stale, saved: Instant::now() })
    }

    /// Whether there was a checkpoint of other tables, so that the audit begins anew.
    pub fn is_stale(&self) -> bool {
        self.is_stale
    }

    /// What an earlier run found in the same tables.
    pub fn found(&self) -> Option<T> {
        self.progress.found.clone()
    }

    /// Keeps what has been found, if the last checkpoint is old.
    ///
    /// # Errors
    /// [`WorkError::Io`]; the earlier checkpoint then stays.
    pub fn advance(&mut self, found: &T) -> Result<(), WorkError> {
        if self.saved.elapsed() < INTERVAL { Ok(()) } else { self.write(found) }
    }

    /// Keeps what has been found.
    ///
    /// # Errors
    /// As [`KeptAudit::advance`].
    pub fn write(&mut self, found: &T) -> Result<(), WorkError> {
        self.progress.found = Some(found.clone());
        self.directory.write_manifest(&self.progress)?;
        self.saved = Instant::now();
        Ok(())
    }

    /// Removes the checkpoint, because the audit is complete.
    ///
    /// # Errors
    /// [`WorkError::Io`]
    pub fn complete(self) -> Result<(), WorkError> {
        let path = self.directory.path();
        fs::remove_dir_all(path).map_err(WorkError::at(path))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tempfile::TempDir;

    fn tables(end: u32) -> TableEnds {
        vec![("4v4.table".to_owned(), 100, end)]
    }

    fn open(path: &Path, subject: &str, end: u32) -> Result<KeptAudit<u64>, WorkError> {
        KeptAudit::open(path, subject, tables(end), Wait::No, &Stop::new())
    }

    #[test]
    fn an_audit_is_continued_with_the_same_tables_only() {
        let directory = TempDir::new().unwrap();
        let path = directory.path().join("audit-4v4");
        let mut kept = open(&path, "a game", 1).unwrap();
        assert_eq!(kept.found(), None);
        kept.write(&7).unwrap();
        // It is not due.
        kept.advance(&8).unwrap();
        assert!(matches!(open(&path, "a game", 1), Err(WorkError::Held { .. })));
        drop(kept);
        assert_eq!(open(&path, "a game", 1).unwrap().found(), Some(7));
        assert!(open(&path, "another game", 1).is_err());
        let stale = open(&path, "a game", 2).unwrap();
        assert_eq!((stale.found(), stale.is_stale()), (None, true));
        drop(stale);
        open(&path, "a game", 1).unwrap().complete().unwrap();
        assert!(!path.exists());
    }

    #[test]
    fn a_change_of_any_byte_is_an_error() {
        let directory = TempDir::new().unwrap();
        let path = directory.path().join("audit-4v4");
        open(&path, "a game", 1).unwrap().write(&7).unwrap();
        let file = path.join("audit.json");
        let bytes = fs::read(&file).unwrap();
        for place in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[place] ^= 1;
            fs::write(&file, &damaged).unwrap();
            assert!(open(&path, "a game", 1).is_err(), "byte {place}");
        }
    }
}
