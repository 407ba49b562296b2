//! Profiles: the exact bound of a question in each class of positions, resumably.
//!
//! ```text
//! profile.json      what is asked, and what divides the positions
//! class-12.json ... a file for each class, with a checksum
//! ```
//!
//! Idea: a [`Classifier`] makes one bounded question for each value of a number, such as the number of pieces. Each is
//! climbed like any bound ([`climb`]), and its refutation is checked where it lies. A class that is closed is
//! not asked again; an open one goes on where it stopped, with a larger time limit.
//!
//! What is believed when work is resumed: a witness, because it is verified again; a refutation, because the file has a
//! checksum. The proof itself is not kept: `prove` of the question of a class writes it.

use crate::exact_bound::{ClimbOutcome, climb};
mod stored;

pub use stored::{QuestionParts, StoredProfile};

use certamen_ask::emission::{Emission, sha256, sha256_of};
use certamen_ask::error::QuestionError;
use certamen_ask::flag::Given;
use certamen_ask::objective::Objective;
use certamen_ask::question::BoundedQuestion;
use certamen_ask::solution::VerifiedAnswer;
use certamen_ask::solve::{AskError, Event, Refutation, check_proof};
use certamen_ask::witness::WitnessError;
use certamen_work::durable::{self, Access, Directory, Pending, Wait, if_present, read_sealed, write_sealed};
use certamen_work::{Limits, Stop, WorkError};
use cnf_out::clausify::Encoding;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

/// The longest file of a class that is read, in bytes.
const ENTRY_LIMIT: u64 = 1 << 20;

/// A class of positions with its question.
#[derive(Clone, Debug)]
pub struct Class {
    /// The value of the number that divides the positions.
    pub value: i64,
    /// The question about the positions of the class.
    pub question: BoundedQuestion,
    /// What is bounded.
    pub objective: Objective,
}

/// The ability of a kind of questions to divide positions into classes.
pub trait Classifier: Send + Sync {
    /// The classes by the value of a number, in ascending order.
    ///
    /// # Errors
    /// [`QuestionError`] if the flags or the number make no sense.
    fn classes(&self, given: &Given, by: &str) -> Result<Vec<Class>, QuestionError>;
}

/// The ability as kinds offer it.
pub type ClassifierAbility = Arc<dyn Classifier>;

/// The results for a class.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ClassEntry {
    /// The value of the number that divides the positions.
    pub class: i64,
    /// The best value so far; none if no position was found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<i64>,
    /// The position that has it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<certamen_ask::schema::WitnessObject>")]
    pub witness: Option<serde_json::Value>,
    /// What refutes a better value; none while the class is open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refuted: Option<ClassRefutation>,
    /// The seconds after which a limit ended the last attempt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub open_after: Option<f64>,
}

/// A refutation whose proof was checked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ClassRefutation {
    /// The bound that was refuted.
    pub bound: u32,
    /// The hash of the clauses.
    pub cnf_sha256: String,
    /// The hash of the proof, binary LRAT.
    pub proof_sha256: String,
    /// The length of the proof in bytes.
    pub proof_bytes: u64,
    /// The conflicts of the solver.
    pub conflicts: u64,
    /// The time of the solver in seconds.
    pub seconds: f64,
}

impl ClassEntry {
    /// Whether the bound is exact.
    pub const fn is_closed(&self) -> bool {
        self.refuted.is_some()
    }

    /// An entry that knows nothing yet.
    fn nothing(class: &Class) -> Self {
        Self { class: class.value, value: None, witness: None, refuted: None, open_after: None }
    }

    /// Whether these limits allow more than the last attempt had.
    fn is_due(&self, limits: &Limits) -> bool {
        let is_longer = |seconds: f64| limits.time.is_none_or(|time| time.as_secs_f64() > seconds);
        !self.is_closed() && self.open_after.is_none_or(is_longer)
    }
}

/// Why there is no profile.
#[derive(Debug, thiserror::Error)]
pub enum ClassesError {
    /// The directory.
    #[error(transparent)]
    Work(#[from] WorkError),
    /// The solver.
    #[error(transparent)]
    Ask(#[from] AskError),
    /// A file that does not hold what it should.
    #[error("{path}: {reason}")]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The reason.
        reason: String,
    },
    /// A proof that does not check.
    #[error("the proof of class {class} does not check: {reason}")]
    Proof {
        /// The class.
        class: i64,
        /// The reason.
        reason: String,
    },
}

/// The identity of a profile.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Manifest {
    format: String,
    version: u32,
    question: String,
    by: String,
}

impl Manifest {
    fn new(question: &str, by: &str) -> Self {
        Self {
            format: <Self as durable::Manifest>::FORMAT.to_owned(),
            version: <Self as durable::Manifest>::VERSION,
            question: question.to_owned(),
            by: by.to_owned(),
        }
    }
}

impl durable::Manifest for Manifest {
    const FILE: &'static str = "profile.json";
    const FORMAT: &'static str = "certamen-classes";
    const VERSION: u32 = 1;
    const HOLDS: &'static str = "a profile by classes";

    fn subject(&self) -> String {
        format!("the profile of {} by {}", self.question, self.by)
    }
}

/// The directory of a profile, locked for writing.
#[derive(Debug)]
pub struct Classes {
    directory: Directory,
    classes: Vec<Class>,
}

impl Classes {
    /// Opens the directory of a profile, or begins one in an empty or missing directory. `question` is what is asked, as
    /// text.
    ///
    /// # Errors
    /// [`ClassesError::Work`]: the directory holds something else, or another process writes there.
    pub fn open(
        path: &Path,
        (question, by): (&str, &str),
        classes: Vec<Class>,
        wait: Wait,
        stop: &Stop,
    ) -> Result<Self, ClassesError> {
        let manifest = Manifest::new(question, by);
        let (directory, _) = Directory::open(path, manifest, Access::Write(wait), stop)?;
        Ok(Self { directory, classes })
    }

    /// Writes the files of a profile into an empty directory, from entries of its classes.
    ///
    /// # Errors
    /// [`ClassesError::Work`]
    pub fn write(
        path: &Path,
        (question, by): (&str, &str),
        entries: &[(&Class, ClassEntry)],
    ) -> Result<(), ClassesError> {
        let manifest = <Manifest as durable::Manifest>::FILE;
        durable::write_json(&path.join(manifest), &Manifest::new(question, by))?;
        for (class, entry) in entries {
            write_sealed(&path.join(class.file()), entry)?;
        }
        Ok(())
    }

    fn path(&self, class: &Class) -> PathBuf {
        self.directory.file(&class.file())
    }

    /// The results for a class; its witness is verified again.
    fn read(&self, class: &Class) -> Result<(ClassEntry, Option<VerifiedAnswer>), ClassesError> {
        let path = self.path(class);
        let Some(entry) = if_present(read_sealed::<ClassEntry>(&path, ENTRY_LIMIT))? else {
            return Ok((ClassEntry::nothing(class), None));
        };
        let witness = class.verify(&entry).map_err(|reason| ClassesError::Damaged { path, reason })?;
        Ok((entry, witness))
    }

    /// Works on all classes that are due, one after the other, and returns the results. `done` is called with each.
    ///
    /// # Errors
    /// [`ClassesError`]
    pub fn run(
        &self,
        limits: &Limits,
        watch: &mut dyn FnMut(Event<'_>),
        done: &mut dyn FnMut(&ClassEntry),
    ) -> Result<Vec<ClassEntry>, ClassesError> {
        let mut entries = Vec::new();
        for class in &self.classes {
            let (mut entry, witness) = self.read(class)?;
            if entry.is_due(limits) && !limits.stop.is_requested() {
                class.close(&mut entry, witness, limits, self.directory.path(), &mut *watch)?;
                write_sealed(&self.path(class), &entry)?;
                done(&entry);
            }
            entries.push(entry);
        }
        Ok(entries)
    }
}

impl Class {
    /// The name of its file in the directory of a profile.
    fn file(&self) -> String {
        format!("class-{}.json", self.value)
    }

    /// Checks that the numbers of an entry belong to its witness, which is verified again and returned. What is wrong
    /// otherwise.
    ///
    /// # Errors
    /// What is wrong.
    pub fn verify(&self, entry: &ClassEntry) -> Result<Option<VerifiedAnswer>, String> {
        if entry.class != self.value {
            return Err("it is about another class".to_owned());
        }
        let verified = |value: &serde_json::Value| -> Result<VerifiedAnswer, WitnessError> {
            let question = self.question.question();
            let witness = question.witness(value.clone())?;
            question.verify(witness)
        };
        let witness = entry.witness.as_ref().map(verified).transpose();
        let witness = witness.map_err(|error| error.to_string())?;
        let measured = witness.as_ref().map(|witness| self.question.measure(self.objective, witness));
        let measured = measured.transpose().map_err(|error| error.to_string())?;
        let value = measured.map(|bound| self.question.extreme(self.objective, bound).value());
        let next = measured.map_or(0, |bound| bound + 1);
        if value != entry.value || entry.refuted.as_ref().is_some_and(|refuted| refuted.bound != next) {
            return Err("its numbers do not belong to its witness".to_owned());
        }
        Ok(witness)
    }

    /// Compares the clauses of a refutation with those of its question, which are derived again, by their checksum. The
    /// proof is not kept, so that it was checked is not shown.
    ///
    /// # Errors
    /// What is wrong; also if nothing is refuted.
    pub fn verify_clauses(&self, entry: &ClassEntry) -> Result<(), String> {
        let refuted = entry.refuted.as_ref().ok_or("its bound is open")?;
        let question = self.question.with_bound(self.objective, refuted.bound).question();
        let emission = Emission::new(&question, Encoding::default());
        if sha256(&emission.dimacs) != refuted.cnf_sha256 {
            return Err("the clauses of its refutation are not those of its question".to_owned());
        }
        Ok(())
    }

    /// Finds the bound of the class alone. A proof is kept in `scratch` until it is checked. The same class gives the
    /// same entry, as long as its question has no strategy that only finds: the time of the solver is left out. `None` if a
    /// limit or a request to stop ended it.
    ///
    /// # Errors
    /// [`ClassesError`]
    pub fn bound(&self, limits: &Limits, scratch: &Path) -> Result<Option<ClassEntry>, ClassesError> {
        let mut entry = ClassEntry::nothing(self);
        self.close(&mut entry, None, limits, scratch, &mut |_| {})?;
        if let Some(refuted) = &mut entry.refuted {
            refuted.seconds = 0.0;
        }
        Ok(entry.is_closed().then_some(entry))
    }

    /// Climbs to the bound of a class.
    fn close(
        &self,
        entry: &mut ClassEntry,
        witness: Option<VerifiedAnswer>,
        limits: &Limits,
        scratch: &Path,
        watch: &mut dyn FnMut(Event<'_>),
    ) -> Result<(), ClassesError> {
        let begun = Instant::now();
        let measure = |witness: &VerifiedAnswer| self.question.measure(self.objective, witness);
        let next =
            witness.as_ref().map(measure).transpose().map_err(AskError::from)?.map_or(0, |bound| bound + 1);
        let proof = Pending::inside(scratch)?;
        let question = self.question.with_bound(self.objective, next);
        let climbed = climb(&question, self.objective, limits, || proof.reopen_empty(), watch)?;
        let (best, refutation) = match climbed {
            ClimbOutcome::Open(best, _) => (best, None),
            ClimbOutcome::Closed(best, refutation) => (best, Some(refutation)),
        };
        if let Some(best) = &best {
            let bound = measure(best).map_err(AskError::from)?;
            entry.value = Some(self.question.extreme(self.objective, bound).value());
            entry.witness = Some(serde_json::to_value(best).map_err(|error| ClassesError::Damaged {
                path: scratch.join(self.file()),
                reason: error.to_string(),
            })?);
        }
        let bound = match best.or(witness) {
            Some(witness) => measure(&witness).map_err(AskError::from)? + 1,
            None => 0,
        };
        entry.refuted = match refutation {
            Some(refutation) => checked(self, bound, &refutation, proof.path(), &limits.stop)?,
            None => None,
        };
        entry.open_after = (!entry.is_closed()).then(|| begun.elapsed().as_secs_f64());
        Ok(())
    }
}

/// Checks the proof of a refutation on disk. `None` if a stop was requested.
fn checked(
    class: &Class,
    bound: u32,
    refutation: &Refutation<File>,
    path: &Path,
    stop: &Stop,
) -> Result<Option<ClassRefutation>, ClassesError> {
    let failed = |reason: String| ClassesError::Proof { class: class.value, reason };
    let report = match check_proof(refutation, durable::open(path)?, stop) {
        Err(_) if stop.is_requested() => return Ok(None),
        Err(AskError::Clauses(error)) => return Err(failed(error.to_string())),
        Err(AskError::Refuted(error)) => return Err(failed(error.to_string())),
        report => report?,
    };
    Ok(Some(ClassRefutation {
        bound,
        cnf_sha256: sha256(&refutation.emission.dimacs),
        proof_sha256: sha256_of(durable::open(path)?).map_err(WorkError::at(path))?,
        proof_bytes: report.bytes,
        conflicts: refutation.statistics.conflicts,
        seconds: refutation.statistics.time.as_secs_f64(),
    }))
}
