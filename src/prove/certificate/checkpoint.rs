//! How far a list has come along its gaps: a directory from which a later run of the same question goes on.
//!
//! ```text
//! list.json       the question, the positions, and how far the refutation is, with a checksum
//! unfinished.lrat its proof so far; bytes beyond those that `list.json` counts are not read
//! ```
//!
//! Idea: the proof is on disk before `list.json` names its length, and a new `list.json` replaces the old one as a whole. So
//! a killed run loses what it did since. The clauses that are refuted have a hash: another version of the program may
//! have others, and then a run cannot go on.
//!
//! What it does not show: that the proof so far is right. It is checked once it is complete.

use certamen_ask::emission::{Emission, sha256};
use certamen_ask::enumerate::Listing;
use certamen_ask::listed::ListEntry;
use certamen_ask::question::ListedQuestion;
use certamen_work::durable::{self, Access, Directory, Manifest, Wait, WorkError};
use certamen_work::stop::Stop;
use cnf_out::solver::GapsCheckpoint;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

const PROOF: &str = "unfinished.lrat";

/// The contents of `list.json`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ListState {
    format: String,
    version: u32,
    /// The question as it is asked on the command line.
    question: String,
    up_to_symmetry: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    run: Option<RunState>,
}

/// A refutation that is not finished.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RunState {
    /// The SHA-256 of the clauses at the beginning, as DIMACS, and of the cases by which they are refuted.
    clauses: String,
    /// The entries that were listed at the beginning, in order.
    begun_with: Vec<String>,
    /// Those that it met, in the order in which it met them.
    met: Vec<String>,
    pub(super) reached: GapsCheckpoint,
}

impl RunState {
    pub(super) fn begun_with(&self) -> Vec<ListEntry> {
        entries(&self.begun_with)
    }

    pub(super) fn met(&self) -> Vec<ListEntry> {
        entries(&self.met)
    }

    fn lines(&self) -> impl Iterator<Item = &str> {
        self.begun_with.iter().chain(&self.met).map(String::as_str)
    }
}

fn entries(lines: &[String]) -> Vec<ListEntry> {
    lines.iter().map(|line| ListEntry::from(line.as_str())).collect()
}

impl Manifest for ListState {
    const FILE: &'static str = "list.json";
    const FORMAT: &'static str = "certamen-unfinished-list";
    const VERSION: u32 = 1;
    const HOLDS: &'static str = "an unfinished list";
    const SEALED: bool = true;
    const LIMIT: u64 = 1 << 32;

    fn subject(&self) -> String {
        let how = if self.up_to_symmetry { " up to symmetry" } else { "" };
        format!("the list of {}{how}", self.question)
    }

    fn may_precede(name: &str) -> bool {
        name == PROOF
    }
}

/// A directory that keeps how far a list is. One process at a time has it.
#[derive(Debug)]
pub struct Checkpoint {
    directory: Directory,
    interval: Duration,
    kept: Mutex<ListState>,
}

/// The SHA-256 of clauses as DIMACS, and of the cases by which they are refuted: what is kept says nothing about others.
pub(super) fn clauses(emission: &Emission) -> String {
    let mut text = emission.dimacs.clone();
    for choice in emission.cases() {
        text.extend(format!("{choice:?}").bytes());
    }
    sha256(&text)
}

impl Checkpoint {
    /// Opens or makes the directory of a list, which is written once in each interval.
    ///
    /// # Errors
    /// [`WorkError`] if the directory holds something else, or the list of another question, or if another process has it.
    pub fn open(
        path: &Path,
        question: &ListedQuestion,
        listing: Listing,
        interval: Duration,
        stop: &Stop,
    ) -> Result<Self, WorkError> {
        let empty = ListState {
            format: ListState::FORMAT.to_owned(),
            version: ListState::VERSION,
            question: question.to_string(),
            up_to_symmetry: listing == Listing::UpToSymmetry,
            run: None,
        };
        let (directory, kept) = Directory::open(path, empty, Access::Write(Wait::No), stop)?;
        Ok(Self { directory, interval, kept: Mutex::new(kept) })
    }

    /// Whether it keeps an unfinished refutation.
    pub fn has_begun(&self) -> bool {
        self.kept().run.is_some()
    }

    /// The entries of an unfinished list, one on each line. `None` if none was kept.
    pub fn entries(&self) -> Option<String> {
        let kept = self.kept();
        let lines: Vec<&str> = kept.run.as_ref()?.lines().collect();
        Some(lines.join("\n"))
    }

    /// The file of the proof.
    pub(super) fn proof(&self) -> PathBuf {
        self.directory.file(PROOF)
    }

    /// Removes what was kept, and the directory if nothing else is in it.
    ///
    /// # Errors
    /// [`WorkError::Io`]
    pub fn remove(&self) -> Result<(), WorkError> {
        self.directory.remove(ListState::FILE)?;
        self.directory.remove(PROOF)?;
        if self.directory.names()?.is_empty() {
            fs::remove_dir(self.directory.path()).map_err(WorkError::at(self.directory.path()))?;
        }
        Ok(())
    }

    /// The unfinished refutation, if it has these entries.
    pub(super) fn run_of(&self, entries: &[ListEntry]) -> Option<RunState> {
        let kept = self.kept();
        let run = kept.run.as_ref()?;
        let lines: BTreeSet<String> = entries.iter().map(ToString::to_string).collect();
        let is_same = run.lines().count() == lines.len() && run.lines().all(|line| lines.contains(line));
        is_same.then(|| run.clone())
    }

    /// How often it is written.
    pub(super) fn interval(&self) -> Duration {
        self.interval
    }

    /// Opens the file of the proof for writing after what counts of it. Without a refutation that goes on, it is empty, and
    /// what was kept before is forgotten.
    ///
    /// # Errors
    /// An error that names the file, or says why the refutation is not one of these clauses.
    pub(super) fn open_proof(&self, emission: &Emission, run: Option<&RunState>) -> Result<File, WorkError> {
        let path = self.proof();
        let length = run.map_or(0, |run| run.reached.bytes);
        if run.is_some_and(|run| run.clauses != clauses(emission)) {
            let reason =
                "is about other clauses or cases: another version of this program wrote it".to_owned();
            return Err(WorkError::other(self.directory.path(), reason));
        }
        if run.is_none() {
            let mut kept = self.kept();
            kept.run = None;
            self.directory.write_manifest(&*kept)?;
        }
        let open = || {
            let mut file = durable::open_to_change(&path).map_err(WorkError::into_io)?;
            let found = file.metadata()?.len();
            if found < length {
                return Err(io::Error::other(format!("it has {found} bytes, and should have {length}")));
            }
            file.set_len(length)?;
            file.seek(SeekFrom::End(0))?;
            Ok(file)
        };
        open().map_err(WorkError::at(&path))
    }

    /// Stores how far the refutation of the clauses with this hash has come.
    ///
    /// # Errors
    /// An error of the operating system. The earlier files are then unchanged.
    pub(super) fn keep(
        &self,
        clauses: &str,
        [begun_with, met]: [&[ListEntry]; 2],
        reached: &GapsCheckpoint,
    ) -> io::Result<()> {
        durable::open(&self.proof()).map_err(WorkError::into_io)?.sync_data()?;
        let lines = |entries: &[ListEntry]| entries.iter().map(ToString::to_string).collect();
        let mut kept = self.kept();
        kept.run = Some(RunState {
            clauses: clauses.to_owned(),
            begun_with: lines(begun_with),
            met: lines(met),
            reached: reached.clone(),
        });
        self.directory.write_manifest(&*kept).map_err(io::Error::other)
    }

    fn kept(&self) -> MutexGuard<'_, ListState> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
