//! A profile as it lies in its directory, read without the lock of a writer.
//!
//! What it does not show: that a proof was checked. An entry says so, and has a checksum. Witnesses can be verified again by
//! [`StoredProfile::verify`].

use super::{Class, ClassEntry, ClassesError, ENTRY_LIMIT, Manifest};
use certamen_work::WorkError;
use certamen_work::durable::{self, Manifest as _, if_present, read_sealed};
use std::path::Path;

/// The most classes that are read.
const MOST: usize = 10_000;

/// A profile that was read.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredProfile {
    /// What is asked: the game, the question between quotes, and its flags.
    pub question: String,
    /// The number that divides the positions.
    pub by: String,
    /// The results, in the order of the classes. A class without a result is missing.
    pub entries: Vec<ClassEntry>,
}

/// A question in its parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuestionParts<'s> {
    /// The name of what is asked about.
    pub name: &'s str,
    /// The question itself.
    pub text: &'s str,
    /// The flags with their values; that of a switch is empty.
    pub flags: Vec<(String, String)>,
}

impl StoredProfile {
    /// Whether a directory claims to hold a profile.
    pub fn is_at(directory: &Path) -> bool {
        directory.join(Manifest::FILE).is_file()
    }

    /// Reads the profile of a directory.
    ///
    /// # Errors
    /// [`ClassesError`] if a file is damaged, or if the directory holds something else.
    pub fn read(directory: &Path) -> Result<Self, ClassesError> {
        let path = directory.join(Manifest::FILE);
        let damaged = |reason: String| ClassesError::Damaged { path: path.clone(), reason };
        let text = durable::read(&path, Manifest::LIMIT)?;
        let manifest: Manifest = serde_json::from_slice(&text).map_err(|error| damaged(error.to_string()))?;
        if manifest.format != Manifest::FORMAT || manifest.version != Manifest::VERSION {
            return Err(damaged(format!("it is not version {} of {}", Manifest::VERSION, Manifest::FORMAT)));
        }
        let mut entries = Vec::new();
        for file in std::fs::read_dir(directory).map_err(WorkError::at(directory))? {
            let file = file.map_err(WorkError::at(directory))?;
            let name = file.file_name();
            let class = name.to_str().and_then(|name| name.strip_prefix("class-")?.strip_suffix(".json"));
            if class.is_none_or(|class| class.parse::<i64>().is_err()) {
                continue;
            }
            if entries.len() == MOST {
                return Err(damaged(format!("it has more than {MOST} classes")));
            }
            // A file may be replaced meanwhile by the process that works on the profile.
            entries.extend(if_present(read_sealed::<ClassEntry>(&file.path(), ENTRY_LIMIT))?);
        }
        entries.sort_by_key(|entry| entry.class);
        Ok(Self { question: manifest.question, by: manifest.by, entries })
    }

    /// The question in its parts.
    ///
    /// # Examples
    /// ```
    /// use certamen_prove::classes::StoredProfile;
    /// let question = "othello 'max count(legal)' --board 4x4 --reachable".to_owned();
    /// let stored = StoredProfile { question, by: "count(occupied)".to_owned(), entries: Vec::new() };
    /// let parts = stored.parts().ok_or("a question")?;
    /// assert_eq!((parts.name, parts.text), ("othello", "max count(legal)"));
    /// assert_eq!(parts.flags[0], ("board".to_owned(), "4x4".to_owned()));
    /// assert_eq!(parts.flags[1], ("reachable".to_owned(), String::new()));
    /// # Ok::<(), &str>(())
    /// ```
    pub fn parts(&self) -> Option<QuestionParts<'_>> {
        let (name, rest) = self.question.split_once(" '")?;
        let (text, rest) = rest.rsplit_once('\'')?;
        let flag = |flag: &str| {
            let (name, value) = flag.trim().split_once(' ').unwrap_or((flag.trim(), ""));
            (name.to_owned(), value.trim().to_owned())
        };
        Some(QuestionParts { name, text, flags: rest.split(" --").skip(1).map(flag).collect() })
    }

    /// Verifies the witnesses again, each by the question of its class.
    ///
    /// # Errors
    /// What is wrong, with the class.
    pub fn verify(&self, classes: &[Class]) -> Result<(), String> {
        for entry in &self.entries {
            let class = classes.iter().find(|class| class.value == entry.class);
            let class =
                class.ok_or_else(|| format!("class {}: the question has no such class", entry.class))?;
            class.verify(entry).map_err(|reason| format!("class {}: {reason}", entry.class))?;
        }
        Ok(())
    }
}
