//! One entrance to the certificates of bounds, of lists and of games: `certificate.json` says which it is.

use super::check::{CheckError, CheckedCertificate, ClauseRefutation, MANIFEST_LIMIT};
use super::games::{self, CheckedGames};
use super::list::{self, CheckedList};
use super::text::{Header, parse};
use super::{MANIFEST, check};
use certamen_ask::question::Question;
use certamen_ask::registry::Registry;
use certamen_work::durable;
use certamen_work::stop::Stop;
use std::io::Read as _;
use std::path::Path;

/// A certificate of any kind that has been checked.
#[derive(Debug)]
pub enum CheckedClaim {
    /// Of a bound.
    Bound(CheckedCertificate),
    /// Of a list.
    List(CheckedList),
    /// Of a claim about games of every length.
    Games(CheckedGames),
}

impl CheckedClaim {
    /// Checks the certificate in a directory. The registry has to contain its questions. `progress` is called with the number
    /// of proof bytes that have been read, if this thread checks the proof.
    ///
    /// # Errors
    /// [`CheckError`] with the first error.
    pub fn check(
        directory: &Path,
        registry: &Registry,
        stop: &Stop,
        progress: impl FnMut(u64),
    ) -> Result<Self, CheckError> {
        match format_of(directory).as_deref() {
            Some(list::FORMAT) => list::check(directory, registry, stop, progress).map(Self::List),
            Some(games::FORMAT) => games::check(directory, registry, stop, progress).map(Self::Games),
            // The check itself says what is wrong with another format.
            _ => check(directory, registry, stop, progress).map(Self::Bound),
        }
    }

    /// The question of the claim.
    pub fn question(&self) -> Question {
        match self {
            Self::Bound(checked) => checked.claim.question.question(),
            Self::List(checked) => checked.claim.question.question(),
            Self::Games(checked) => checked.claim.clone(),
        }
    }

    /// The claim as a sentence.
    pub fn sentence(&self) -> String {
        match self {
            Self::Bound(checked) => checked.claim.sentence(),
            Self::List(checked) => checked.claim.sentence(),
            Self::Games(checked) => checked.sentence.clone(),
        }
    }

    /// Whether splits of a branch and bound stand in place of a proof.
    pub fn has_splits(&self) -> bool {
        matches!(self, Self::Bound(checked) if checked.proofs().count() < checked.refutations.len())
    }

    /// The proofs of clauses.
    pub fn proofs(&self) -> Vec<&ClauseRefutation> {
        match self {
            Self::Bound(checked) => checked.proofs().collect(),
            Self::List(CheckedList { refutation, .. }) | Self::Games(CheckedGames { refutation, .. }) => {
                vec![refutation]
            }
        }
    }
}

/// The claim of a certificate of any kind, as a sentence. Nothing of it is checked.
///
/// # Errors
/// [`CheckError`] if it cannot be read.
pub fn claimed(directory: &Path, registry: &Registry) -> Result<String, CheckError> {
    let text = durable::read(&directory.join(MANIFEST), MANIFEST_LIMIT)?;
    match format_of(directory).as_deref() {
        Some(list::FORMAT) => list::claimed(&text, registry),
        Some(games::FORMAT) => games::claimed(&text, registry),
        _ => Ok(parse(&text, registry)?.claim.sentence()),
    }
}

/// The format that the `certificate.json` of a directory names, if it can be read.
fn format_of(directory: &Path) -> Option<String> {
    let mut text = Vec::new();
    durable::open(&directory.join(MANIFEST)).ok()?.take(1 << 20).read_to_end(&mut text).ok()?;
    serde_json::from_slice::<Header>(&text).ok().map(|header| header.format)
}
