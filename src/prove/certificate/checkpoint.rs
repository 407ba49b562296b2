//! How far a list has come along its gaps: a directory from which a later run of the same question goes on.
//!
//! ```text
//! list.json       the question, the positions, and how far the refutation is, with a checksum
//! proof.lrat      its proof so far; bytes beyond those that `list.json` counts are not read
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
use certamen_work::durable::{Access, Directory, Manifest, Wait, WorkError};
use certamen_work::stop::Stop;
use cnf_out::solver::Reached;
use serde::{Deserialize, Serialize};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

const PROOF: &str = "proof.lrat";

/// The contents of `list.json`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct KeptList {
    format: String,
    version: u32,
    /// The question as it is asked on the command line.
    question: String,
    up_to_symmetry: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    run: Option<KeptRun>,
}

/// A refutation that is not finished.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct KeptRun {
    /// The SHA-256 of the clauses at the beginning, as DIMACS.
    clauses: String,
    /// The entries that were listed at the beginning, in order.
    begun_with: Vec<String>,
    /// Those that it met, in the order in which it met them.
    met: Vec<String>,
    pub(super) reached: Reached,
}

impl KeptRun {
    pub(super) fn begun_with(&self) -> Vec<ListEntry> {
        entries(&self.begun_with)
    }

    pub(super) fn met(&self) -> Vec<ListEntry> {
        entries(&self.met)
    }
}

fn entries(lines: &[String]) -> Vec<ListEntry> {
    lines.iter().map(|line| ListEntry::from(line.as_str())).collect()
}

impl Manifest for KeptList {
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
    kept: Mutex<KeptList>,
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
        let empty = KeptList {
            format: KeptList::FORMAT.to_owned(),
            version: KeptList::VERSION,
            question: question.to_string(),
            up_to_symmetry: listing == Listing::UpToSymmetry,
            run: None,
        };
        let (directory, kept) = Directory::open(path, empty, Access::Write(Wait::No), stop)?;
        Ok(Self { directory, interval, kept: Mutex::new(kept) })
    }

    /// Whether it keeps an unfinished list.
    pub fn has_begun(&self) -> bool {
        self.run().is_some()
    }

    /// The entries of an unfinished list, one on each line. `None` if none was kept.
    pub fn entries(&self) -> Option<String> {
        let run = self.run()?;
        let lines: Vec<String> = run.begun_with.into_iter().chain(run.met).collect();
        Some(lines.join("\n"))
    }

    /// The unfinished refutation.
    pub(super) fn run(&self) -> Option<KeptRun> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).run.clone()
    }

    /// How often it is written.
    pub(super) fn interval(&self) -> Duration {
        self.interval
    }

    /// The file of the proof.
    pub(super) fn proof(&self) -> PathBuf {
        self.directory.file(PROOF)
    }

    /// The file of the proof, for writing after what counts of it.
    ///
    /// # Errors
    /// An error of the operating system, or one that says why the kept run is not about these clauses.
    pub(super) fn continued_proof(&self, emission: &Emission, run: Option<&KeptRun>) -> io::Result<File> {
        let mut file = OpenOptions::new().write(true).create(true).truncate(false).open(self.proof())?;
        let length = match run {
            None => 0,
            Some(run) if run.clauses != sha256(&emission.dimacs) => {
                return Err(io::Error::other(
                    "the unfinished list is about other clauses: another version of this program wrote it",
                ));
            }
            Some(run) => run.reached.bytes,
        };
        if file.metadata()?.len() < length {
            return Err(io::Error::other(format!("{PROOF} is shorter than {length} bytes")));
        }
        file.set_len(length)?;
        file.seek(SeekFrom::End(0))?;
        Ok(file)
    }

    /// Keeps how far the refutation of these clauses is.
    ///
    /// # Errors
    /// An error of the operating system. What was kept before is then unchanged.
    pub(super) fn keep(
        &self,
        emission: &Emission,
        [begun_with, met]: [&[ListEntry]; 2],
        reached: &Reached,
    ) -> io::Result<()> {
        File::open(self.proof())?.sync_data()?;
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.run = Some(KeptRun {
            clauses: sha256(&emission.dimacs),
            begun_with: begun_with.iter().map(ToString::to_string).collect(),
            met: met.iter().map(ToString::to_string).collect(),
            reached: reached.clone(),
        });
        self.directory.write_manifest(&*kept).map_err(io::Error::other)
    }

    /// Removes the directory: the list is complete.
    ///
    /// # Errors
    /// [`WorkError::Io`]
    pub(super) fn remove(&self) -> Result<(), WorkError> {
        self.directory.remove(KeptList::FILE)?;
        self.directory.remove(PROOF)?;
        fs::remove_dir(self.directory.path()).map_err(WorkError::at(self.directory.path()))
    }
}
