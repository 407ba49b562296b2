//! Answers that are known before a list is made: those of an earlier list, or of another program.
//!
//! Idea: a hard list can be found in parts, or by other means than a solver. Nothing is believed: the naive game judges each
//! line. Up to symmetry a line stands for its class, and the line that represents the class takes its place. So lines may
//! come in any order, and more than once.

use crate::enumerate::Listing;
use crate::listed::{Line, ListEntry, Representative};
use crate::question::ListedQuestion;
use crate::witness::WitnessError;
use std::collections::BTreeMap;

/// Why a text is not a list of answers.
#[derive(Debug, thiserror::Error)]
#[error("line {line}: {reason}")]
pub struct KnownError {
    /// The number of the line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub reason: KnownReason,
}

/// What is wrong with a line.
#[derive(Debug, thiserror::Error)]
pub enum KnownReason {
    /// It is not a position of this question.
    #[error("expected {0}")]
    Form(String),
    /// It is a position, but no answer.
    #[error(transparent)]
    Witness(#[from] WitnessError),
    /// What follows the position is about this one, but the list has another position of its class.
    #[error(
        "a list up to symmetry has another position of this class, and what follows the position is not about that one"
    )]
    Evidence,
}

/// The answers of a text, one on each line, in the order of a list. Up to symmetry there is one of each class.
///
/// # Errors
/// [`KnownError`] with the first line that is not an answer.
///
/// # Examples
/// ```
/// use certamen_ask::enumerate::Listing;
/// use certamen_ask::known::known;
/// use certamen_ask::question::ListedQuestion;
/// use certamen_ask::sample::SetBits;
///
/// let question = ListedQuestion::from(SetBits { at_least: 3 });
/// let text = "1111\n1110\n0111\n";
/// let lines = |listing| known(&question, listing, text).map(|known| known.len());
/// assert_eq!((lines(Listing::All)?, lines(Listing::UpToSymmetry)?), (3, 2));
/// assert_eq!(known(&question, Listing::All, "0111\n0011\n").map_err(|error| error.line), Err(2));
/// # Ok::<(), certamen_ask::known::KnownError>(())
/// ```
pub fn known(question: &ListedQuestion, listing: Listing, text: &str) -> Result<Vec<ListEntry>, KnownError> {
    let mut sorted = BTreeMap::new();
    for (place, line) in text.lines().enumerate() {
        let entry = answer(question, listing, line);
        let (bits, entry) = entry.map_err(|reason| KnownError { line: place + 1, reason })?;
        sorted.entry(bits).or_insert(entry);
    }
    Ok(sorted.into_values().collect())
}

/// The answer of a line, and its bits.
fn answer(
    question: &ListedQuestion,
    listing: Listing,
    line: &str,
) -> Result<(Vec<bool>, ListEntry), KnownReason> {
    let form = question.line_form();
    let entry = ListEntry::from(line);
    let bits = form.bits(&entry.line).ok_or_else(|| KnownReason::Form(form.form()))?;
    question.question().verify(&question.witness_of_entry(&entry)?)?;
    if listing == Listing::All {
        return Ok((bits, entry));
    }
    let images = question.images(&entry.line).into_iter();
    let ranked = images.filter_map(|image| Some((rank(question, &form, &image)?, image)));
    match ranked.min() {
        Some(((_, first), image)) if first != bits && entry.evidence.is_none() => {
            Ok((first, ListEntry { line: image, evidence: None }))
        }
        Some(((_, first), _)) if first != bits => Err(KnownReason::Evidence),
        _ => Ok((bits, entry)),
    }
}

/// What the position that represents its class has least of all: by [`Representative`] its occupied squares, the free ones
/// first, and then its bits.
fn rank(question: &ListedQuestion, form: &Line, line: &str) -> Option<(Vec<bool>, Vec<bool>)> {
    let bits = form.bits(line)?;
    let shape = match question.representative() {
        Representative::FirstSquares => form.occupied(line)?,
        Representative::First => Vec::new(),
    };
    Some((shape, bits))
}
