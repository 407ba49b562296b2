//! Outputs with a seal.
//!
//! ```text
//! ...the output...
//! {"format":"certamen-output","version":1,"certamen":"0.1.0","campaign":"9f...","stage":"solve","task":12,...,"sha256":"5b..."}
//! ```
//!
//! Idea: the last line says what the file belongs to. Its checksum covers the output and the line before it, and the
//! line has exactly one form, so every changed byte is noticed. The output comes first, because its length and sum are
//! known at its end. What it does not show: who wrote it. A forged file can have a valid seal.

use crate::directory::CampaignDirectory;
use crate::error::CampaignError;
use crate::plan::TaskId;
use crate::record::{self, RunStatus};
use crate::seal::{self, OutputIdentity, Seal, difference, read_seal};
use certamen_work::WorkError;
use certamen_work::digest::hexadecimal;
use certamen_work::durable::{self, Pending, if_present};
use certamen_work::failure::Failure;
use certamen_work::stop::Stop;
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};
use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read, Take, Write};
use std::path::PathBuf;
use std::thread;
use std::time::{Duration, Instant};

/// How long an output is waited for that its record says to be there: file systems keep lists of names for this long.
const LATE: Duration = Duration::from_secs(30);
/// The time between two looks.
pub(crate) const PAUSE: Duration = Duration::from_millis(200);

/// What is wrong with an output without a seal.
pub(crate) const NO_SEAL: &str = "truncated or altered: its last line is not a seal";

/// The state of an output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OutputState {
    /// There is no file.
    Missing,
    /// The file is complete, as far as it was read.
    Whole(Seal),
    /// The file is truncated or altered.
    Altered(String),
    /// The file belongs to another task or campaign.
    Foreign(String),
}

/// An output that is being written. It is removed if it is dropped before [`OutputWriter::finish`].
#[derive(Debug)]
pub struct OutputWriter {
    file: BufWriter<Pending>,
    path: PathBuf,
    belongs: OutputIdentity,
    hasher: Sha256,
}

impl OutputWriter {
    pub(crate) fn begin(place: &CampaignDirectory, at: TaskId) -> Result<Self, CampaignError> {
        let path = place.output_path(at);
        let file = BufWriter::with_capacity(1 << 16, Pending::beside(&path)?);
        Ok(Self { file, path, belongs: place.identity_of(at, 0), hasher: Sha256::new() })
    }

    /// Writes the seal, and gives the file its name.
    ///
    /// # Errors
    /// [`CampaignError::Work`]. The file is then removed.
    pub fn finish(mut self) -> Result<(), CampaignError> {
        let text = self.belongs.text().map_err(WorkError::at(&self.path))?;
        self.hasher.update(text.as_bytes());
        let sum = hexadecimal(&self.hasher.finalize());
        self.file.write_all(seal::line(&text, &sum).as_bytes()).map_err(WorkError::at(&self.path))?;
        let file = self.file.into_inner().map_err(|error| WorkError::at(&self.path)(error.into_error()))?;
        Ok(file.persist(&self.path)?)
    }

    /// The checksum that the file would have, for a comparison. The file is removed.
    pub(crate) fn sum(mut self) -> io::Result<String> {
        self.hasher.update(self.belongs.text()?.as_bytes());
        Ok(hexadecimal(&self.hasher.finalize()))
    }
}

impl Write for OutputWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let length = self.file.write(bytes)?;
        self.hasher.update(&bytes[..length]);
        self.belongs.length += length as u64;
        Ok(length)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// An output whose seal was checked, from its beginning to the seal.
pub type Output = BufReader<Take<File>>;

/// The outputs of a directory.
impl CampaignDirectory {
    /// What the output of a task belongs to.
    fn identity_of(&self, at: TaskId, length: u64) -> OutputIdentity {
        OutputIdentity::new(self.identity(), &self.plan().stages[at.stage].name, at.index, length)
    }

    /// The state of an output. If `full` is set, its checksum is computed; otherwise only its seal is read.
    ///
    /// # Errors
    /// [`CampaignError::Work`]
    pub fn state(&self, at: TaskId, full: bool) -> Result<OutputState, CampaignError> {
        let path = self.output_path(at);
        let Some(mut file) = if_present(durable::open(&path))? else { return Ok(OutputState::Missing) };
        let whole = file.metadata().map_err(WorkError::at(&path))?.len();
        let Some(seal) = read_seal(&mut file, whole).map_err(WorkError::at(&path))? else {
            return Ok(OutputState::Altered(NO_SEAL.to_owned()));
        };
        let expected = self.identity_of(at, seal.length);
        if seal.text != expected.text().map_err(WorkError::at(&path))? {
            return Ok(match seal.identity() {
                Some(found) => OutputState::Foreign(difference(&found, &expected)),
                None => OutputState::Altered(NO_SEAL.to_owned()),
            });
        }
        if full && seal.sum_of(&mut file).map_err(WorkError::at(&path))? != seal.sum {
            return Ok(OutputState::Altered("altered: its checksum is wrong".to_owned()));
        }
        Ok(OutputState::Whole(seal))
    }

    /// Whether a task has its output, by its seal.
    ///
    /// # Errors
    /// [`CampaignError::Foreign`] if the file belongs to another task or campaign.
    pub fn is_done(&self, at: TaskId) -> Result<bool, CampaignError> {
        match self.state(at, false)? {
            OutputState::Whole(_) => Ok(true),
            OutputState::Missing | OutputState::Altered(_) => Ok(false),
            OutputState::Foreign(reason) => {
                Err(CampaignError::Foreign { path: self.output_path(at), reason })
            }
        }
    }

    /// The tasks of a stage that have no output, by their numbers in it.
    ///
    /// # Errors
    /// As [`CampaignDirectory::is_done`].
    pub fn missing(&self, stage: usize) -> Result<Vec<usize>, CampaignError> {
        let mut missing = Vec::new();
        for (index, is_named) in self.named(stage)?.into_iter().enumerate() {
            if !is_named || !self.is_done(TaskId { stage, index })? {
                missing.push(index);
            }
        }
        Ok(missing)
    }

    /// Whether any task of a stage has an output, whatever its state.
    ///
    /// # Errors
    /// [`CampaignError::Work`]
    pub fn is_begun(&self, stage: usize) -> Result<bool, CampaignError> {
        let path = self.stage_directory(stage);
        let mut entries = fs::read_dir(&path).map_err(WorkError::at(&path))?;
        Ok(entries.next().is_some())
    }

    /// The first bytes of an output that has its seal, without a look at its checksum: for what steers the work, such as
    /// [`Work::need`](crate::Work::need). `None` if it has no seal of its own.
    ///
    /// # Errors
    /// [`CampaignError::Wrong`] if it is shorter; [`CampaignError::Work`].
    pub fn head(&self, at: TaskId, length: usize) -> Result<Option<Vec<u8>>, CampaignError> {
        let OutputState::Whole(seal) = self.state(at, false)? else { return Ok(None) };
        if seal.length < length as u64 {
            return Err(CampaignError::wrong(self.name_of(at), "it is shorter than its head"));
        }
        let (path, mut bytes) = (self.output_path(at), Vec::new());
        durable::open(&path)?.take(length as u64).read_to_end(&mut bytes).map_err(WorkError::at(&path))?;
        Ok((bytes.len() == length).then_some(bytes))
    }

    /// The bytes of an output, which are `limit` at most.
    ///
    /// # Errors
    /// As [`CampaignDirectory::output`].
    pub fn bytes(&self, at: TaskId, limit: u64) -> Result<Vec<u8>, CampaignError> {
        let (path, mut output, mut bytes) = (self.output_path(at), self.output(at)?, Vec::new());
        if output.get_ref().limit() > limit {
            return Err(WorkError::TooLong { path, limit }.into());
        }
        output.read_to_end(&mut bytes).map_err(WorkError::at(&path))?;
        Ok(bytes)
    }

    /// The value that an output has as JSON, unless a request to stop ends the work.
    ///
    /// # Errors
    /// As [`CampaignDirectory::output`]; [`CampaignError::Wrong`] if it is no such value.
    pub fn parsed<T: DeserializeOwned>(&self, at: TaskId, limit: u64, stop: &Stop) -> Result<T, Failure> {
        stop.proceed()?;
        let value = serde_json::from_slice(&self.bytes(at, limit)?);
        Ok(value.map_err(|error| CampaignError::wrong(self.name_of(at), error.to_string()))?)
    }

    /// Whether a task that has no output may have one soon: its record says that its run ended well, but a shared file
    /// system may show new names late; or a worker that did not see it does it again. `begun` is when the wait began.
    pub(crate) fn is_late(&self, at: TaskId, begun: Instant) -> bool {
        let may_end_well = |phase| matches!(phase, RunStatus::Running | RunStatus::Done);
        begun.elapsed() < LATE && record::read(self, at).is_some_and(|run| may_end_well(run.phase))
    }

    /// An output, after its seal was checked. One that is late, as its record says, is waited for, up to half a minute.
    ///
    /// # Errors
    /// [`CampaignError`] if there is no such task, or if its output is missing, altered or foreign.
    pub fn output(&self, at: TaskId) -> Result<Output, CampaignError> {
        let TaskId { stage, index } = at;
        if stage >= self.plan().stages.len() || index >= self.count(stage) {
            let reason = format!("the plan has no task {index} of stage {stage}");
            return Err(CampaignError::malformed(self.path(), reason));
        }
        let path = self.output_path(at);
        let begun = Instant::now();
        let state = loop {
            match self.state(at, true)? {
                OutputState::Missing if self.is_late(at, begun) => thread::sleep(PAUSE),
                state => break state,
            }
        };
        match state {
            OutputState::Whole(seal) => {
                Ok(BufReader::with_capacity(1 << 16, durable::open(&path)?.take(seal.length)))
            }
            OutputState::Missing => Err(CampaignError::malformed(path, "missing")),
            OutputState::Altered(reason) => Err(CampaignError::malformed(path, reason)),
            OutputState::Foreign(reason) => Err(CampaignError::Foreign { path, reason }),
        }
    }
}
