//! Certificates of lists: they prove that a list contains all answers to a question.
//!
//! ```text
//! certificate.json      which question, how many positions, whether up to symmetry
//! positions.txt         the positions, one in each line, in order; if the question is about games or wins, each is
//!                       followed by the game that leads there or the winning move
//! closed.cnf            "there is no other": the clauses of the question, and one that excludes each listed position
//! closed.map.json       which variable is which bit of which word
//! closed.lrat.zst       the proof, binary LRAT, trimmed and compressed
//! SHA256SUMS            of every other file, in the format of sha256sum
//! ```
//!
//! [`check()`] has the naive game verify every line. It makes the clauses anew, compares them byte for byte, and checks
//! the proof. A list up to symmetry has a clause against each image of each position. So its proof needs one fact about
//! symmetry: the images of an answer are answers.
//!
//! The clauses may also be those of a relaxation of the question, which allows more, or, for a list up to symmetry, of the
//! question with symmetry breaking (`closing`); the certificate names which. Then the proof needs one more fact: that the
//! relaxation allows every answer, or that symmetry breaking leaves an image of each.
//!
//! What it does not show: that the clauses admit every answer. That depends on the circuit of the rules, as in any
//! certificate. Only the naive game judges that the listed positions are answers.

use super::check::{CheckError, ClauseRefutation, check_refutation, manifest, require_files};
use super::closing::{self, ClosingRefutation};
use super::draft::{Draft, require_free};
use super::list_claim::PROOF;
use super::text::{as_written, read, to_text, unregistered};
use super::write::WriteError;
use crate::argument::CompositionError;
use crate::strategy::{Strategies, exact};
use certamen_ask::enumerate::Listing;
use certamen_ask::listed::ListEntry;
use certamen_ask::question::ListedQuestion;
use certamen_ask::registry::Registry;
use certamen_work::durable;
use certamen_work::limits::Limits;
use certamen_work::schema::{self, Schema};
use certamen_work::stop::Stop;
use cnf_out::clausify::Encoding;
use cnf_out::solver::StopReason;
use rayon::prelude::*;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::path::Path;

pub use super::along_gaps::{Completion, CompletionEvent, CompletionObserver};
pub use super::checkpoint::Checkpoint;
pub use super::closing::{ClosingPolicy, PATIENCE};
pub use super::list_claim::ListClaim;

/// The tag at the start of a list's certificate.
pub const FORMAT: &str = "certamen-list";
/// The version that this code writes if a relaxation closes the list, or the question with symmetry breaking.
pub const VERSION: u32 = 2;
/// The version of lists that the question's own clauses close; earlier programs read it too.
const OWN_VERSION: u32 = 1;

/// The largest list that is read, in bytes.
const LIST_LIMIT: u64 = 1 << 30;

const POSITIONS: &str = "positions.txt";
const CNF: &str = "closed.cnf";
const MAP: &str = "closed.map.json";

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ListCertificate<Q = ListedQuestion> {
    format: String,
    version: u32,
    certamen: String,
    claim: ListClaim<Q>,
    /// What closes the list in place of the question's own clauses: a strategy whose relaxation does, or symmetry breaking.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    closed_by: Option<String>,
    encoding: Encoding,
    solver: String,
}

/// The schema of `certificate.json` in the directory of a list.
pub fn schema() -> Schema {
    schema::of_file::<ListCertificate>()
}

/// The result of a successful check.
#[derive(Debug)]
pub struct CheckedList {
    /// The claim, which is proved.
    pub claim: ListClaim,
    /// The listed positions.
    pub entries: Vec<ListEntry>,
    /// What was refuted in place of the question's own clauses: the relaxation of a strategy, by its name, or the question
    /// with symmetry breaking.
    pub closed_by: Option<String>,
    /// The refutation of further answers.
    pub refutation: ClauseRefutation,
}

impl CheckedList {
    /// The list as its file has it: one entry on each line.
    pub fn text(&self) -> String {
        text_of(&self.entries)
    }

    /// What closed it in place of the question's own clauses.
    pub fn closing(&self) -> Option<String> {
        self.closed_by.as_deref().map(|by| match by {
            closing::SYMMETRY_BREAKING => "closed with symmetry breaking".to_owned(),
            _ => format!("closed by {by}, a relaxation of the question"),
        })
    }
}

/// The result of closing a list.
#[derive(Debug)]
pub enum ClosingOutcome {
    /// There are no further answers. The certificate was checked, as it was written.
    Proved(CheckedList),
    /// A limit ended the work. Nothing was written.
    Undecided(StopReason),
    /// Every relaxation has other answers, and the question itself was not asked. Nothing was written.
    Open,
}

/// Refuses a destination that cannot be written, before the work begins.
///
/// # Errors
/// [`WriteError::Occupied`]
pub fn require_destination(destination: &Path) -> Result<(), WriteError> {
    require_free(destination)
}

/// A list that is to be closed.
#[derive(Clone, Copy, Debug)]
pub struct List<'a> {
    /// The question.
    pub question: &'a ListedQuestion,
    /// Which positions are listed.
    pub listing: Listing,
    /// The positions.
    pub entries: &'a [ListEntry],
}

impl List<'_> {
    /// Whether the question has relaxations that may close it.
    pub fn has_relaxations(&self) -> bool {
        let question = self.question.question();
        let strategies = question.ability::<Strategies>().unwrap_or_default();
        strategies.0.iter().any(|strategy| strategy.relaxed().is_some())
    }
}

/// Proves that a list is complete, by the question's own clauses, with symmetry breaking or without, or by those of a
/// relaxation. If there is a destination, writes the certificate there.
///
/// # Errors
/// [`WriteError`]. No partial certificate is left behind.
///
/// # Examples
/// ```
/// use certamen_ask::enumerate::Listing;
/// use certamen_ask::listed::ListEntry;
/// use certamen_ask::registry::Registry;
/// use certamen_ask::sample::SetBits;
/// use certamen_prove::certificate::WriteError;
/// use certamen_prove::certificate::list::{ClosingOutcome, ClosingPolicy, List, close};
/// use certamen_work::Limits;
///
/// let mut registry = Registry::new();
/// registry.add_question::<SetBits>();
/// let question = SetBits { at_least: 4 }.into();
/// let close = |entries: &[ListEntry]| {
///     let list = List { question: &question, listing: Listing::All, entries };
///     close(list, ClosingPolicy::All, None, &registry, &Limits::default(), |_| {})
/// };
/// assert!(matches!(close(&[ListEntry::from("1111")])?, ClosingOutcome::Proved(list) if list.claim.positions == 1));
/// // A list that lacks an answer cannot be closed.
/// assert!(matches!(close(&[]), Err(WriteError::Incomplete(_))));
/// # Ok::<(), WriteError>(())
/// ```
pub fn close(
    list: List<'_>,
    policy: ClosingPolicy,
    destination: Option<&Path>,
    registry: &Registry,
    limits: &Limits,
    progress: impl FnMut(u64),
) -> Result<ClosingOutcome, WriteError> {
    complete(list, policy, destination, registry, limits, &Completion::nothing(), progress)
}

/// The same for a list that may lack positions: one that the refutation along the gaps meets is added, if `completing.meet`
/// agrees. The others end the work with [`WriteError::Incomplete`]. With a checkpoint that keeps a refutation of the same list
/// ([`Checkpoint::entries`]), it goes on with that.
///
/// # Errors
/// [`WriteError`]. No partial certificate is left behind.
pub fn complete(
    list: List<'_>,
    policy: ClosingPolicy,
    destination: Option<&Path>,
    registry: &Registry,
    limits: &Limits,
    completing: &Completion,
    progress: impl FnMut(u64),
) -> Result<ClosingOutcome, WriteError> {
    let List { question, listing, entries } = list;
    let question = question.with_symmetry_breaking(false);
    require_list(&question)?;
    let up_to_symmetry = listing == Listing::UpToSymmetry;
    let claim = ListClaim { question, up_to_symmetry, positions: entries.len() as u64 };
    let draft = destination.map_or_else(Draft::temporary, Draft::begin)?;
    let others = match closing::refute(&|name| draft.file(name), &claim, entries, policy, completing, limits)?
    {
        closing::Outcome::Refuted(others) => others,
        closing::Outcome::Undecided(Some(reason)) => return Ok(ClosingOutcome::Undecided(reason)),
        closing::Outcome::Undecided(None) => return Ok(ClosingOutcome::Open),
    };
    let ClosingRefutation { by, solver, emission, entries } = *others;
    let closed_by = Some(by).filter(|by| by != exact::NAME);
    let certificate = ListCertificate {
        format: FORMAT.to_owned(),
        version: if closed_by.is_some() { VERSION } else { OWN_VERSION },
        certamen: env!("CARGO_PKG_VERSION").to_owned(),
        claim: ListClaim { positions: entries.len() as u64, ..claim },
        closed_by,
        encoding: emission.map.encoding,
        solver,
    };
    draft.write(CNF, &emission.dimacs)?;
    draft.write(MAP, emission.map.to_text()?.as_bytes())?;
    draft.write(POSITIONS, text_of(&entries).as_bytes())?;
    let rules = certificate.claim.question.question();
    let check = |place: &Path| check(place, registry, &limits.stop, progress);
    match draft.seal(&to_text(&certificate)?, rules.rules_file(), check) {
        Err(WriteError::Check(error)) if error.is_stopped() => {
            Ok(ClosingOutcome::Undecided(StopReason::Callback))
        }
        checked => checked.map(ClosingOutcome::Proved),
    }
}

/// Checks the certificate of a list. The registry has to contain its question. `progress` is called with the number of
/// proof bytes that have been read.
///
/// # Errors
/// [`CheckError`] with the first error.
pub fn check(
    directory: &Path,
    registry: &Registry,
    stop: &Stop,
    progress: impl FnMut(u64),
) -> Result<CheckedList, CheckError> {
    let text = manifest(directory, stop)?;
    let ListCertificate { claim, closed_by, encoding, .. } = parse(&text, registry)?;
    let rules = claim.question.question();
    require_files(directory, [POSITIONS, CNF, MAP, PROOF], rules.rules_file(), "and should be")?;
    let text = positions(directory)?;
    let entries: Vec<ListEntry> = text.lines().map(ListEntry::from).collect();
    if text_of(&entries) != text || entries.len() as u64 != claim.positions {
        let (found, stated) = (entries.len(), claim.positions);
        let reason = format!("{POSITIONS} has {found} lines, and should have {stated}, each with its end");
        return Err(CheckError::Composition(reason.into()));
    }
    entries.par_iter().try_for_each(|entry| {
        if stop.is_requested() {
            return Err(CheckError::Stopped);
        }
        Ok(claim.question.verify_entry(entry).map(drop)?)
    })?;
    require_order(&claim, &entries).map_err(CompositionError::from)?;
    let asked = match &closed_by {
        None => claim.question.clone(),
        Some(name) => closing::question(&claim, name).ok_or_else(|| {
            CompositionError::from(format!("nothing that is called `{name}` closes a list of this question"))
        })?,
    };
    let emission = closing::others(&claim, &asked, encoding, &entries).map_err(CompositionError::from)?;
    let refutation = check_refutation(directory, &emission, [CNF, MAP, PROOF], stop, progress)?;
    Ok(CheckedList { claim, entries, closed_by, refutation })
}

/// The claim as a sentence.
pub(super) fn claimed(text: &[u8], registry: &Registry) -> Result<String, CheckError> {
    Ok(parse(text, registry)?.claim.sentence())
}

fn parse(text: &[u8], registry: &Registry) -> Result<ListCertificate, CheckError> {
    let raw: ListCertificate<serde_json::Value> = read(text, FORMAT, &[OWN_VERSION, VERSION])?;
    let ListCertificate { format, version, certamen, claim, closed_by, encoding, solver } = raw;
    if closed_by.is_some() != (version == VERSION) {
        return Err(CheckError::Manifest(format!(
            "version {version}: version 2 has `closed_by`, version 1 does not"
        )));
    }
    let ListClaim { question, up_to_symmetry, positions } = claim;
    let question = registry.question(question).map_err(unregistered)?;
    let listed = question.listed();
    let question = listed.ok_or_else(|| CheckError::Manifest(format!("{question} cannot be listed")))?;
    if question != question.with_symmetry_breaking(false) {
        return Err(CheckError::Manifest("the question of a list has no symmetry breaking".to_owned()));
    }
    require_list(&question)?;
    let claim = ListClaim { question, up_to_symmetry, positions };
    let certificate = ListCertificate { format, version, certamen, claim, closed_by, encoding, solver };
    as_written(text, certificate)
}

/// Refuses a relaxation. The naive game judges positions; one that is no model of the clauses would be excluded from them
/// unnoticed. A list that only claims to have every answer may have such positions.
fn require_list(question: &ListedQuestion) -> Result<(), CheckError> {
    question.require_list().map_err(|error| CheckError::Composition(error.to_string().into()))
}

/// The text of `positions.txt`.
fn positions(directory: &Path) -> Result<String, CheckError> {
    let bytes = durable::read(&directory.join(POSITIONS), LIST_LIMIT)?;
    String::from_utf8(bytes).map_err(|error| {
        let place = error.utf8_error().valid_up_to() + 1;
        CheckError::Files(format!("{POSITIONS}: byte {place} is not UTF-8"))
    })
}

/// Checks that each position occurs once, in order, and up to symmetry that no class occurs twice.
fn require_order(claim: &ListClaim, entries: &[ListEntry]) -> Result<(), String> {
    let form = claim.question.line_form();
    let bits: Vec<_> = entries.iter().map(|entry| form.bits(&entry.line)).collect();
    if let Some(place) = bits.windows(2).position(|pair| pair[0] >= pair[1]) {
        return Err(format!("line {} of {POSITIONS} is out of order", place + 2));
    }
    if !claim.up_to_symmetry {
        return Ok(());
    }
    let mut known = BTreeSet::new();
    for (place, entry) in entries.iter().enumerate() {
        let images: BTreeSet<String> = claim.question.images(&entry.line).into_iter().collect();
        for image in images {
            if !known.insert(image) {
                return Err(format!("line {} of {POSITIONS} is symmetric to an earlier one", place + 1));
            }
        }
    }
    Ok(())
}

fn text_of(entries: &[ListEntry]) -> String {
    entries.iter().flat_map(|entry| [entry.to_string(), "\n".to_owned()]).collect()
}
