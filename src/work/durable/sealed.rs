//! JSON files with a checksum, which detects every change.
//!
//! ```text
//! {
//!   "count": "24318165",
//!   "sha256": "..."
//! }
//! ```
//!
//! Idea: the last member of the object is the SHA-256 of the text before it. The text is compared byte by byte, not as
//! JSON, so each object has exactly one text. Any changed byte is an error, in the object or in the checksum. What it
//! does not show: who wrote the file. A forged file can have a valid checksum.

use super::{WorkError, read, write};
use crate::digest::sha256;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::io;
use std::path::Path;

/// The text before the checksum.
const BEFORE: &str = "\n  \"sha256\": \"";
/// The text after the checksum.
const BEHIND: &str = "\"\n}\n";
/// The number of digits of a checksum.
const DIGITS: usize = 64;

/// Writes an object with its checksum, as indented JSON. The file gets its final name when it is complete.
///
/// # Errors
/// [`WorkError::Io`], also if the value is not a JSON object.
pub fn write_sealed(path: &Path, object: &impl Serialize) -> Result<(), WorkError> {
    let text = seal(object).map_err(WorkError::at(path))?;
    write(path, text.as_bytes())
}

/// Reads an object of at most `limit` bytes that [`write_sealed`] wrote.
///
/// # Errors
/// [`WorkError::Damaged`] if a byte has changed, [`WorkError::Unsealed`] if an earlier version wrote the file, and the
/// errors of [`read`].
pub fn read_sealed<T: DeserializeOwned>(path: &Path, limit: u64) -> Result<T, WorkError> {
    unseal(path, &read(path, limit)?)
}

/// An object with its checksum, as indented JSON.
///
/// # Errors
/// An error if the value is not a JSON object.
pub fn seal(object: &impl Serialize) -> io::Result<String> {
    let text = serde_json::to_string_pretty(object)?;
    let members = text.strip_suffix('}').map(str::trim_end).filter(|members| members.starts_with('{'));
    let members = members.ok_or_else(|| io::Error::other("only a JSON object can be sealed"))?;
    let comma = if members == "{" { "" } else { "," };
    let sum = sha256(members.as_bytes());
    Ok(format!("{members}{comma}{BEFORE}{sum}{BEHIND}"))
}

/// The object in a text that [`seal`] made. `path` is named in errors.
///
/// # Errors
/// [`WorkError::Damaged`], [`WorkError::Unsealed`]
pub fn unseal<T: DeserializeOwned>(path: &Path, text: &[u8]) -> Result<T, WorkError> {
    let Some((members, sum)) = split(text) else {
        return Err(match serde_json::from_slice::<serde_json::Map<_, _>>(text) {
            Ok(object) if !object.contains_key("sha256") => WorkError::Unsealed { path: path.to_owned() },
            Ok(_) => WorkError::damaged(path, "its checksum is not where it was written"),
            Err(error) => WorkError::damaged(path, error.to_string()),
        });
    };
    if sha256(members).as_bytes() != sum {
        return Err(WorkError::damaged(path, "its checksum is wrong"));
    }
    let object = [members, b"}"].concat();
    serde_json::from_slice(&object).map_err(|error| WorkError::damaged(path, error.to_string()))
}

/// Splits a text into the members before the checksum, and the checksum.
fn split(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let text = text.strip_suffix(BEHIND.as_bytes())?;
    let (text, sum) = text.split_at_checked(text.len().checked_sub(DIGITS)?)?;
    let text = text.strip_suffix(BEFORE.as_bytes())?;
    let members = if text == b"{" { text } else { text.strip_suffix(b",")? };
    Some((members, sum))
}
