//! Seals: the last line of an output, which says what the file belongs to.
//!
//! Its checksum covers the output and the line before it, and the line has exactly one form, so every changed byte is noticed.
//! The own seal of a task is compared as text; any other one is read to say what it belongs to.

use crate::plan::{PROGRAM, hexadecimal};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
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

/// A seal: what the output belongs to, and its checksum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seal {
    pub(crate) belongs: OutputIdentity,
    sum: String,
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

/// The text of the seals of a stage before the number of the task.
pub(crate) fn seal_head(campaign: &str, stage: &str) -> io::Result<String> {
    let text = OutputIdentity::new(campaign, stage, 0, 0).text()?;
    Ok(text.trim_end_matches("0,\"length\":0").to_owned())
}

impl Seal {
    /// The checksum, which covers the output and what it belongs to.
    pub(crate) fn sum(&self) -> &str {
        &self.sum
    }
}

/// The seal of a file of `whole` bytes if it is that of this output, whatever its length; `head` is the text before the
/// number of the task. It is compared as text, which takes a tenth of the time of reading any seal.
pub(crate) fn own_seal(
    file: &mut File,
    whole: u64,
    head: &str,
    belongs: OutputIdentity,
) -> io::Result<Option<Seal>> {
    let head = format!("{head}{},\"length\":", belongs.task);
    let behind = BEFORE_SUM.len() + DIGITS + BEHIND_SUM.len();
    // The longer the number that is the length, the shorter the output: at most one length fits.
    let fitting = (1..=20).find_map(|digits| {
        let length = whole.checked_sub((head.len() + digits + behind) as u64)?;
        (length.checked_ilog10().unwrap_or(0) as usize + 1 == digits).then_some(length)
    });
    let Some(length) = fitting else { return Ok(None) };
    let before = format!("{head}{length}{BEFORE_SUM}");
    let mut line = Vec::with_capacity(before.len() + behind);
    file.seek(SeekFrom::Start(length))?;
    file.take((before.len() + behind) as u64).read_to_end(&mut line)?;
    let sum = line.strip_prefix(before.as_bytes()).and_then(|rest| rest.strip_suffix(BEHIND_SUM.as_bytes()));
    let sum = sum.filter(|sum| sum.len() == DIGITS).and_then(|sum| std::str::from_utf8(sum).ok());
    Ok(sum.map(|sum| Seal { belongs: OutputIdentity { length, ..belongs }, sum: sum.to_owned() }))
}

/// The seal at the end of a file of `whole` bytes. `None` if there is none, or if it does not fit the length.
pub(crate) fn read_seal(file: &mut File, whole: u64) -> io::Result<Option<Seal>> {
    let begin = whole.saturating_sub(SEAL_LIMIT);
    file.seek(SeekFrom::Start(begin))?;
    let mut tail = Vec::new();
    file.take(SEAL_LIMIT).read_to_end(&mut tail)?;
    let Some(seal) = parse_seal(&tail) else { return Ok(None) };
    let Ok(text) = seal.belongs.text() else { return Ok(None) };
    let length = text.len() + BEFORE_SUM.len() + DIGITS + BEHIND_SUM.len();
    Ok((seal.belongs.length.checked_add(length as u64) == Some(whole)).then_some(seal))
}

/// The seal at the end of a text.
fn parse_seal(tail: &[u8]) -> Option<Seal> {
    let rest = tail.strip_suffix(BEHIND_SUM.as_bytes())?;
    let (rest, sum) = rest.split_at_checked(rest.len().checked_sub(DIGITS)?)?;
    let rest = rest.strip_suffix(BEFORE_SUM.as_bytes())?;
    let sum = std::str::from_utf8(sum).ok()?.to_owned();
    let begin = rest.iter().rposition(|&byte| byte == b'\n')?;
    let object = [&rest[begin + 1..], b"}"].concat();
    let belongs: OutputIdentity = serde_json::from_slice(&object).ok()?;
    // Only the text that this program writes is a seal.
    (belongs.text().ok()?.as_bytes() == &rest[begin..]).then_some(Seal { belongs, sum })
}

/// The line of a seal, from its text before the checksum.
pub(crate) fn line(text: &str, sum: &str) -> String {
    format!("{text}{BEFORE_SUM}{sum}{BEHIND_SUM}")
}

/// The checksum of an output with the text of its seal.
pub(crate) fn sum_of(file: &mut File, belongs: &OutputIdentity) -> io::Result<String> {
    file.seek(SeekFrom::Start(0))?;
    let mut hasher = Sha256::new();
    let mut left = file.take(belongs.length);
    let mut buffer = vec![0; 1 << 16];
    loop {
        match left.read(&mut buffer)? {
            0 => break,
            length => hasher.update(&buffer[..length]),
        }
    }
    hasher.update(belongs.text()?.as_bytes());
    Ok(hexadecimal(&hasher.finalize()))
}

/// Why an output is foreign.
pub(crate) fn difference(found: &OutputIdentity, expected: &OutputIdentity) -> String {
    if (&found.format, found.version, &found.certamen)
        != (&expected.format, expected.version, &expected.certamen)
    {
        format!(
            "foreign: written by version {} of the program",
            certamen_work::text::one_line(&found.certamen)
        )
    } else if found.campaign != expected.campaign {
        "foreign: it belongs to another campaign".to_owned()
    } else {
        format!(
            "foreign: it belongs to task {} of stage {}",
            found.task,
            certamen_work::text::one_line(&found.stage)
        )
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
            let seal = Seal { belongs, sum: "a".repeat(DIGITS) };
            prop_assert_eq!(parse_seal(&whole), Some(seal.clone()));
            prop_assert_eq!(parse_seal(&whole[..whole.len() - 1]), None);
            // A changed byte of the line gives no seal, or another one.
            let mut changed = whole.clone();
            let place = payload.len() + at.index(line.len());
            changed[place] ^= 1_u8 << bit;
            prop_assert_ne!(parse_seal(&changed), Some(seal));
            // Arbitrary bytes are read without a panic.
            let _ = parse_seal(&payload);
        }
    }
}
