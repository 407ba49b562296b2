//! The ends of the logs that engines write below `jobs`, for a page.

use crate::work::HAD_OUTPUTS;
use certamen_work::durable;
use certamen_work::text::escaped;
use schemars::JsonSchema;
use serde::Serialize;
use std::fs;
use std::io::{Read as _, Seek as _, SeekFrom};
use std::path::Path;

/// The logs that are looked at, the newest first; those that are listed, and the size of their ends in bytes and lines.
const LOGS: usize = 100;
const LISTED: usize = 10;
const END: u64 = 4096;
const LINES: usize = 5;
/// The longest line of a log or an error, in characters.
const LINE: usize = 300;

/// The end of a log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct LogEnd {
    /// The file below `jobs`.
    pub name: String,
    /// Its last lines.
    pub lines: Vec<String>,
}

/// The ends of logs that do not end as work does that ended well. Of a name that is a link, nothing is read.
pub(crate) fn logs(directory: &Path) -> Vec<LogEnd> {
    let entries = fs::read_dir(directory).into_iter().flatten().flatten();
    let mut found: Vec<_> = entries
        .filter_map(|entry| {
            let name = entry.file_name().to_str()?.to_owned();
            // The log of GNU parallel is a table of its jobs.
            let is_log = name.strip_suffix(".log").is_some_and(|name| !name.starts_with("parallel-"));
            let metadata = is_log.then(|| entry.metadata().ok()).flatten()?;
            metadata.is_file().then(|| (metadata.modified().ok(), name))
        })
        .collect();
    found.sort_unstable_by(|one, other| other.cmp(one));
    let ends = found.into_iter().take(LOGS).filter_map(|(_, name)| {
        let lines = last_lines(&directory.join(&name))?;
        let is_well = lines.last().is_none_or(|last| last.ends_with(HAD_OUTPUTS));
        (!is_well).then(|| LogEnd { name: line(&name), lines })
    });
    ends.take(LISTED).collect()
}

/// The last lines of a file.
fn last_lines(path: &Path) -> Option<Vec<String>> {
    let mut file = durable::open(path).ok()?;
    let length = file.metadata().ok()?.len();
    file.seek(SeekFrom::Start(length.saturating_sub(END))).ok()?;
    let mut bytes = Vec::new();
    file.take(END).read_to_end(&mut bytes).ok()?;
    let text = String::from_utf8_lossy(&bytes);
    let mut lines: Vec<String> =
        text.lines().filter(|line| !line.trim().is_empty()).rev().take(LINES).map(line).collect();
    lines.reverse();
    Some(lines)
}

/// A text from a file as a line.
pub(crate) fn line(text: &str) -> String {
    escaped(text.trim_end()).chars().take(LINE).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::{Squares, place};

    #[test]
    #[cfg(unix)]
    fn a_log_that_is_a_link_is_not_read() {
        let squares = Squares::default();
        let (directory, place) = place(&squares);
        let secret = directory.path().join("secret");
        fs::write(&secret, "of somebody else\n").expect("a file");
        std::os::unix::fs::symlink(&secret, place.jobs().join("hq-square-0.log")).expect("a link");
        assert_eq!(logs(&place.jobs()), []);
    }
}
