//! The turn to submit: of several processes, one has it.

use crate::directory::CampaignDirectory;
use crate::error::CampaignError;
use crate::record::host;
use certamen_work::WorkError;
use certamen_work::durable::{self, Pending, if_present};
use certamen_work::text::one_line;
use std::fs::{self, File};
use std::io::{ErrorKind, Write as _};
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

/// The longest file that is read, in bytes.
const LIMIT: u64 = 4096;
/// The time between two attempts.
const PAUSE: Duration = Duration::from_millis(20);

/// The file of the process that submits: its machine and its number. It is removed at the end.
pub(super) struct Turn {
    path: PathBuf,
    /// The open file, with its lock if there are locks.
    _file: File,
}

impl Turn {
    /// Takes the turn, also from a process of this machine that has ended.
    ///
    /// # Errors
    /// [`CampaignError::Submitting`], [`CampaignError::Work`]
    pub(super) fn take(place: &CampaignDirectory) -> Result<Self, CampaignError> {
        let path = place.jobs().join("submitting");
        let text = format!("{}\nprocess {}\n", host(), std::process::id());
        loop {
            let mut file = Pending::beside(&path)?;
            file.write_all(text.as_bytes()).map_err(WorkError::at(&path))?;
            match file.persist_new(&path) {
                Ok(file) => return Ok(Self { path, _file: file }),
                Err(WorkError::Io { source, .. }) if source.kind() == ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error.into()),
            }
            let Some(held) = if_present(durable::open(&path))? else {
                // It was removed just now, or is seen late.
                thread::sleep(PAUSE);
                continue;
            };
            let holder = if_present(durable::read(&path, LIMIT))?.unwrap_or_default();
            let holder = String::from_utf8_lossy(&holder);
            // A lock may not reach another machine.
            let is_here = holder.lines().next() == Some(&*host());
            if !is_here || held.try_lock().is_err() {
                let holder = one_line(&holder.lines().collect::<Vec<_>>().join(", "));
                return Err(CampaignError::Submitting { path, holder });
            }
            // While the lock is held, nobody else takes the file away. It may have been taken away before.
            if fs::read(&path).is_ok_and(|text| text == holder.as_bytes()) {
                if_present(fs::remove_file(&path).map_err(WorkError::at(&path)))?;
            }
        }
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        // If it stays, the next process of this machine takes it away.
        let _ = fs::remove_file(&self.path);
    }
}
