//! Files of records.

use crate::game::{PlayError, Replayed};
use certamen_work::stop::Stop;
use serde_json::{Value, json};

/// A file of records, as it was read.
#[derive(Clone, Copy, Debug)]
pub struct RecordFile<'a> {
    /// Its name, for complaints.
    pub name: &'a str,
    /// How its name ends, without the dot, where it has such an ending.
    pub extension: Option<&'a str>,
    /// What is in it.
    pub bytes: &'a [u8],
}

/// What came of one record of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// Whether it is legal.
    pub is_legal: bool,
    /// In one or more lines, each with its end.
    pub text: String,
    /// The same as JSON.
    pub object: Value,
}

impl RecordFile<'_> {
    /// The file as text.
    ///
    /// # Errors
    /// [`PlayError::File`] with the first byte that is not UTF-8.
    pub fn text(&self) -> Result<&str, PlayError> {
        std::str::from_utf8(self.bytes).map_err(|error| {
            PlayError::File(format!("{}: byte {} is not UTF-8", self.name, error.valid_up_to() + 1))
        })
    }
}

/// The records of a text, one a line, with the numbers of their lines. Blank lines and lines that begin with `#` are
/// comments.
pub fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = (1..).zip(text.lines().map(str::trim));
    lines.filter(|(_, record)| !record.is_empty() && !record.starts_with('#'))
}

/// Replays a record a line.
///
/// # Errors
/// [`PlayError`] if there is no record, or if the replay itself fails.
pub fn each_line(
    file: &RecordFile<'_>,
    stop: &Stop,
    report: &mut dyn FnMut(Report),
    mut replay: impl FnMut(&str) -> Result<Replayed, PlayError>,
) -> Result<(), PlayError> {
    let mut is_empty = true;
    for (line, record) in lines(file.text()?) {
        if stop.is_requested() {
            return Err(PlayError::Stopped);
        }
        is_empty = false;
        let Replayed { is_legal, verdict, mut object, .. } = replay(record)?;
        if let Value::Object(members) = &mut object {
            members.insert("line".to_owned(), json!(line));
        }
        report(Report { is_legal, text: format!("line {line}: {verdict}\n"), object });
    }
    if is_empty { Err(PlayError::File(format!("{}: no record in it", file.name))) } else { Ok(()) }
}
