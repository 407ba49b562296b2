//! Answers that are known before a list is made: those of an earlier list, or of another program.
//!
//! Idea: a hard list can be found in parts, or by other means than a solver. Nothing is believed: the naive game judges each
//! line. Up to symmetry a line stands for its class, and the line that represents the class takes its place. So lines may come
//! in any order, and more than once.

use crate::enumerate::Listing;
use crate::listed::ListEntry;
use crate::question::ListedQuestion;
use crate::witness::{AnyWitness, WitnessError};
use certamen_work::limits::Limits;
use std::collections::BTreeMap;

/// The beginning of the last line after a list that is complete.
pub const COMPLETE: &str = "complete: ";
/// The beginning of the last line after a list that a limit ended.
pub const NOT_COMPLETE: &str = "not complete: ";
/// The beginning of the last line of a list that may be incomplete.
pub const UNDECIDED: &str = "undecided (";

/// Why a text is not a list of answers.
#[derive(Debug, thiserror::Error)]
pub enum KnownAnswersError {
    /// A line is not an answer.
    #[error("line {line}: {reason}")]
    Line {
        /// The number of the line, from 1.
        line: usize,
        /// What is wrong with it.
        reason: KnownAnswersReason,
    },
    /// A limit ended the work.
    #[error("stopped before line {0}")]
    Stopped(usize),
}

/// What is wrong with a line.
#[derive(Debug, thiserror::Error)]
pub enum KnownAnswersReason {
    /// It is not a position of this question.
    #[error("expected {0}")]
    Form(String),
    /// It is a position, but no answer.
    #[error(transparent)]
    Witness(#[from] WitnessError),
}

/// The answers of a text.
#[derive(Debug, Default)]
pub struct KnownAnswers {
    /// The answers in the order of a list, and the witness of each.
    pub entries: Vec<(ListEntry, AnyWitness)>,
    /// The number of lines that are answers but cannot be used: up to symmetry another position represents their class, and
    /// what follows the position is not about that one.
    pub passed_over: usize,
}

/// The answers of a text, one on each line; empty lines and the last line of what `enumerate` prints are skipped. Up to symmetry
/// there is one answer of each class.
///
/// # Errors
/// [`KnownAnswersError`] with the first line that is not an answer, or if the limits end the work.
///
/// # Examples
/// ```
/// use certamen_ask::enumerate::Listing;
/// use certamen_ask::known_answers::known;
/// use certamen_ask::question::ListedQuestion;
/// use certamen_ask::sample::SetBits;
/// use certamen_work::Limits;
///
/// let question = ListedQuestion::from(SetBits { at_least: 3 });
/// let lines = |listing| {
///     let known = known(&question, listing, "1111\n1110\n0111\n", &Limits::default())?;
///     Ok::<Vec<String>, certamen_ask::known_answers::KnownAnswersError>(known.entries.into_iter().map(|(entry, _)| entry.line).collect())
/// };
/// assert_eq!(lines(Listing::All)?, ["0111", "1110", "1111"]);
/// assert_eq!(lines(Listing::UpToSymmetry)?, ["0111", "1111"]);
/// assert!(known(&question, Listing::All, "0111\n0011\n", &Limits::default()).is_err());
/// # Ok::<(), certamen_ask::known_answers::KnownAnswersError>(())
/// ```
pub fn known(
    question: &ListedQuestion,
    listing: Listing,
    text: &str,
    limits: &Limits,
) -> Result<KnownAnswers, KnownAnswersError> {
    let form = question.line_form();
    let (mut sorted, mut passed_over) = (BTreeMap::new(), 0);
    let is_answer = |line: &str| {
        !line.is_empty() && ![COMPLETE, NOT_COMPLETE, UNDECIDED].iter().any(|last| line.starts_with(last))
    };
    let lines = text.lines().map(str::trim).enumerate().filter(|(_, line)| is_answer(line));
    for (place, line) in lines {
        if limits.is_over() {
            return Err(KnownAnswersError::Stopped(place + 1));
        }
        let refused = |reason| KnownAnswersError::Line { line: place + 1, reason };
        let mut entry = ListEntry::from(line);
        let mut bits =
            form.bits(&entry.line).ok_or_else(|| refused(KnownAnswersReason::Form(form.form())))?;
        entry.evidence = entry.evidence.map(|evidence| evidence.trim_start().to_owned());
        let mut witness = verified(question, &entry).map_err(refused)?;
        let first = match listing {
            Listing::UpToSymmetry => {
                question.first_of_its_class(&entry.line).filter(|first| *first != entry.line)
            }
            Listing::All => None,
        };
        if let Some(line) = first {
            if entry.evidence.is_some() {
                passed_over += 1;
                continue;
            }
            entry.line = line;
            witness = verified(question, &entry).map_err(refused)?;
            bits = form.bits(&entry.line).ok_or_else(|| refused(KnownAnswersReason::Form(form.form())))?;
        }
        sorted.entry(bits).or_insert((entry, witness));
    }
    Ok(KnownAnswers { entries: sorted.into_values().collect(), passed_over })
}

/// The witness of an entry, which the naive game has judged.
fn verified(question: &ListedQuestion, entry: &ListEntry) -> Result<AnyWitness, KnownAnswersReason> {
    Ok(question.verify_entry(entry)?.witness().clone())
}
