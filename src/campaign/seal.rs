//! Seals: the last line of an output, which says what the file belongs to.
//!
//! Its checksum covers the output and the line before it, and the line has exactly one form, so every changed byte is noticed.

use crate::plan::PROGRAM;
use certamen_work::digest::sha256_of;
use certamen_work::text::one_line;
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};

/// The tag of a seal.
const FORMAT: &str = "certamen-output";
/// The version that this code reads and writes.
const VERSION: u32 = 1;
/// The longest seal that is read, in bytes.
const SEAL_LIMIT: u64 = 2048;
/// The number of digits of a checksum.
const DIGITS: usize = 64;
const BEFORE_SUM: &str = ",\"sha256\":\"";
const BEHIND_SUM: &str = "\"}\n";

/// The identity of an output: the campaign and the task that it belongs to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct OutputIdentity {
    format: String,
    version: u32,
    certamen: String,
    /// The identity of the plan.
    campaign: String,
    stage: String,
    task: usize,
    /// The length of the output without the seal.
    pub(crate) length: u64,
}

/// A seal: what the output belongs to, as text, and its checksum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seal {
    /// The length of the output.
    pub(crate) length: u64,
    /// The line without its end.
    pub(crate) text: String,
    /// It covers the output and that text.
    pub(crate) sum: String,
}

impl OutputIdentity {
    /// The output of a task of a stage of a campaign.
    pub(crate) fn new(campaign: &str, stage: &str, task: usize, length: u64) -> Self {
        Self {
            format: FORMAT.to_owned(),
            version: VERSION,
            certamen: PROGRAM.to_owned(),
            campaign: campaign.to_owned(),
            stage: stage.to_owned(),
            task,
            length,
        }
    }

    /// The text before the checksum: the line without its end.
    pub(crate) fn text(&self) -> io::Result<String> {
        let text = serde_json::to_string(self)?;
        Ok(format!("\n{}", text.trim_end_matches('}')))
    }
}

/// The seal at the end of a file of `whole` bytes. `None` if its last line does not look like one.
pub(crate) fn read_seal(file: &mut File, whole: u64) -> io::Result<Option<Seal>> {
    let before = whole.saturating_sub(SEAL_LIMIT);
    file.seek(SeekFrom::Start(before))?;
    let mut tail = Vec::with_capacity(SEAL_LIMIT as usize);
    file.take(SEAL_LIMIT).read_to_end(&mut tail)?;
    Ok(parse_seal(&tail, before))
}

/// The seal at the end of a file whose last bytes are these, after `before` others.
fn parse_seal(tail: &[u8], before: u64) -> Option<Seal> {
    let rest = tail.strip_suffix(BEHIND_SUM.as_bytes())?;
    let (rest, sum) = rest.split_at_checked(rest.len().checked_sub(DIGITS)?)?;
    let rest = rest.strip_suffix(BEFORE_SUM.as_bytes())?;
    let begin = rest.iter().rposition(|&byte| byte == b'\n')?;
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).ok();
    Some(Seal { length: before + begin as u64, text: text(&rest[begin..])?, sum: text(sum)? })
}

impl Seal {
    /// What the output belongs to. `None` if this is not the text that this program writes.
    pub(crate) fn identity(&self) -> Option<OutputIdentity> {
        let belongs: OutputIdentity = serde_json::from_str(&format!("{}}}", self.text)).ok()?;
        (belongs.length == self.length && belongs.text().ok()? == self.text).then_some(belongs)
    }

    /// The checksum of an output with the text of its seal.
    pub(crate) fn sum_of(&self, file: &mut File) -> io::Result<String> {
        file.seek(SeekFrom::Start(0))?;
        sha256_of(file.take(self.length).chain(self.text.as_bytes()))
    }
}

/// The line of a seal, from its text before the checksum.
pub(crate) fn line(text: &str, sum: &str) -> String {
    format!("{text}{BEFORE_SUM}{sum}{BEHIND_SUM}")
}

/// Why an output is foreign.
pub(crate) fn difference(found: &OutputIdentity, expected: &OutputIdentity) -> String {
    if (&found.format, found.version, &found.certamen)
        != (&expected.format, expected.version, &expected.certamen)
    {
        format!("foreign: written by version {} of the program", one_line(&found.certamen))
    } else if found.campaign != expected.campaign {
        "foreign: it belongs to another campaign".to_owned()
    } else {
        format!("foreign: it belongs to task {} of stage {}", found.task, one_line(&found.stage))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn belongs(task: usize, length: u64) -> OutputIdentity {
        let (format, certamen) = (FORMAT.to_owned(), PROGRAM.to_owned());
        let (campaign, stage) = ("0f".repeat(32), "solve".to_owned());
        OutputIdentity { format, version: VERSION, certamen, campaign, stage, task, length }
    }

    proptest! {
        #[test]
        fn a_seal_is_read_back_and_any_other_text_is_refused(
            payload in proptest::collection::vec(any::<u8>(), 0..200), task: usize, at: prop::sample::Index, bit in 0_u32..8,
        ) {
            let belongs = belongs(task, payload.len() as u64);
            let line = format!("{}{BEFORE_SUM}{}{BEHIND_SUM}", belongs.text().expect("text"), "a".repeat(DIGITS));
            let whole = [&payload, line.as_bytes()].concat();
            let read = |bytes: &[u8], before: u64| {
                parse_seal(bytes, before).and_then(|seal| Some((seal.identity()?, seal.sum)))
            };
            let seal = (belongs, "a".repeat(DIGITS));
            prop_assert_eq!(read(&whole, 0), Some(seal.clone()));
            prop_assert_eq!(read(&whole[..whole.len() - 1], 0), None);
            prop_assert_eq!(read(&whole, 1), None, "the output is shorter");
            // A changed byte of the line gives no seal, or another one.
            let mut changed = whole.clone();
            let place = payload.len() + at.index(line.len());
            changed[place] ^= 1_u8 << bit;
            prop_assert_ne!(read(&changed, 0), Some(seal));
            // Arbitrary bytes are read without a panic.
            let _ = read(&payload, 0);
        }
    }
}
