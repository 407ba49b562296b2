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
//! the proof. A list up to symmetry has a clause against each image of each position, and the question is asked without
//! symmetry breaking. So the proof needs one fact about symmetry only: the images of an answer are answers.
//!
//! What it does not show: that the clauses admit every answer. That depends on the circuit of the rules, as in any
//! certificate. Only the naive game judges that the listed positions are answers.

use super::check::{CheckError, Refuted, check_refutation, manifest};
use super::draft::{io_error, require_free, write_file};
use super::sums::{file_names, sums_of};
use super::text::{Header, unregistered};
use super::write::WriteError;
use super::{MANIFEST, SUMS};
use crate::proof;
use certamen_ask::emission::Emission;
use certamen_ask::enumerate::{self, Listing, exclusion};
use certamen_ask::listed::ListEntry;
use certamen_ask::question::ListedQuestion;
use certamen_ask::registry::Registry;
use certamen_ask::solve::{AskError, CONFIGURATION, ask};
use certamen_work::durable;
use certamen_work::limits::Limits;
use certamen_work::stop::Stop;
use cnf_out::clausify::{Encoding, clausify};
use cnf_out::solver::{LratFormat, StopReason, Verdict, embedded};
use encodings::statement::Formula;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

/// The tag at the start of a list's certificate.
pub const FORMAT: &str = "certamen-list";
/// The version that this code reads and writes.
pub const VERSION: u32 = 1;

/// The largest list that is read, in bytes.
const LIST_LIMIT: u64 = 1 << 30;

const POSITIONS: &str = "positions.txt";
const CNF: &str = "closed.cnf";
const MAP: &str = "closed.map.json";
const PROOF: &str = "closed.lrat.zst";
const RAW: &str = "closed.raw.lrat";

/// "These are all positions that answer `question`."
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ListClaim<Q = ListedQuestion> {
    /// The question.
    pub question: Q,
    /// Whether the list has one position of each class of symmetric positions.
    pub up_to_symmetry: bool,
    /// The number of listed positions.
    pub positions: u64,
}

impl ListClaim {
    /// The claim as a sentence.
    pub fn sentence(&self) -> String {
        let Self { question, up_to_symmetry, positions } = self;
        let how = if *up_to_symmetry { " up to symmetry" } else { "" };
        format!("all {positions} positions{how}, and no others: {question}")
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ListCertificate<Q = ListedQuestion> {
    format: String,
    version: u32,
    certamen: String,
    claim: ListClaim<Q>,
    encoding: Encoding,
    solver: String,
}

impl ListCertificate {
    fn to_text(&self) -> Result<String, serde_json::Error> {
        serde_json::to_string_pretty(self).map(|text| text + "\n")
    }
}

/// The result of a successful check.
#[derive(Debug)]
pub struct CheckedList {
    /// The claim, which is proved.
    pub claim: ListClaim,
    /// The refutation of further answers.
    pub refutation: Refuted,
}

/// The result of closing a list.
#[derive(Debug)]
pub enum Closed {
    /// There are no further answers. The certificate was checked, as it was written.
    Proved(CheckedList),
    /// A limit ended the work. Nothing was written.
    Undecided(StopReason),
}

/// Refuses a destination that cannot be written, before the work begins.
///
/// # Errors
/// [`WriteError::Occupied`]
pub fn require_destination(destination: &Path) -> Result<(), WriteError> {
    require_free(destination)
}

/// The directory for the files of a list: beside the destination, or temporary if there is no destination.
enum Scratch {
    Draft(durable::Draft),
    Vanishing(tempfile::TempDir),
}

impl Scratch {
    fn for_destination(destination: Option<&Path>) -> Result<Self, WriteError> {
        match destination {
            Some(destination) => {
                require_free(destination)?;
                Ok(Self::Draft(durable::Draft::beside(destination)?))
            }
            None => tempfile::tempdir().map(Self::Vanishing).map_err(io_error(&std::env::temp_dir())),
        }
    }

    fn path(&self) -> &Path {
        match self {
            Self::Draft(draft) => draft.path(),
            Self::Vanishing(directory) => directory.path(),
        }
    }

    fn file(&self, name: &str) -> PathBuf {
        self.path().join(name)
    }
}

/// Proves that a list is complete. If there is a destination, writes the certificate there.
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
/// use certamen_prove::certificate::list::{Closed, close};
/// use certamen_work::Limits;
///
/// let mut registry = Registry::new();
/// registry.add_question::<SetBits>();
/// let question = SetBits { at_least: 4 }.into();
/// let close = |entries: &[ListEntry]| {
///     close(&question, Listing::All, entries, None, &registry, &Limits::default(), |_| {})
/// };
/// assert!(matches!(close(&[ListEntry::from("1111")])?, Closed::Proved(list) if list.claim.positions == 1));
/// // A list that lacks an answer cannot be closed.
/// assert!(matches!(close(&[]), Err(WriteError::Incomplete(_))));
/// # Ok::<(), WriteError>(())
/// ```
pub fn close(
    question: &ListedQuestion,
    listing: Listing,
    entries: &[ListEntry],
    destination: Option<&Path>,
    registry: &Registry,
    limits: &Limits,
    progress: impl FnMut(u64),
) -> Result<Closed, WriteError> {
    let question = question.with_symmetry_breaking(false);
    let up_to_symmetry = listing == Listing::UpToSymmetry;
    let claim = ListClaim { question, up_to_symmetry, positions: entries.len() as u64 };
    let formula = claim.question.question().formula();
    let encoding = enumerate::encoding(&claim.question.question(), &formula);
    let emission = others(&claim, &formula, encoding, entries).map_err(CheckError::Manifest)?;
    let scratch = Scratch::for_destination(destination)?;
    if let Some(reason) = refute(&scratch, &emission, limits)? {
        return Ok(Closed::Undecided(reason));
    }
    write_files(&scratch, &emission, claim, encoding, entries)?;
    let checked = match check(scratch.path(), registry, &limits.stop, progress) {
        Err(error) if error.is_stopped() => return Ok(Closed::Undecided(StopReason::Callback)),
        checked => checked?,
    };
    if let Scratch::Draft(draft) = scratch {
        draft.persist()?;
    }
    Ok(Closed::Proved(checked))
}

/// Refutes further answers and stores the proof. Returns the reason if the solver was interrupted.
fn refute(scratch: &Scratch, emission: &Emission, limits: &Limits) -> Result<Option<StopReason>, WriteError> {
    let (raw, stored) = (scratch.file(RAW), scratch.file(PROOF));
    let file = File::create(&raw).map_err(io_error(&raw))?;
    let run = ask(emission, file, LratFormat::Binary, limits).map_err(AskError::from)?;
    match run.verdict {
        Verdict::Interrupted(reason) => return Ok(Some(reason)),
        Verdict::Satisfiable(model) => {
            let witness = emission.witness_of_model(&model).map_err(AskError::from)?;
            return Err(WriteError::Incomplete(witness.position().to_owned()));
        }
        Verdict::Unsatisfiable(_) => {}
    }
    proof::store(&raw, emission.clausified.cnf.len() as u64, &stored).map_err(io_error(&stored))?;
    fs::remove_file(&raw).map_err(io_error(&raw))?;
    Ok(None)
}

fn write_files(
    scratch: &Scratch,
    emission: &Emission,
    claim: ListClaim,
    encoding: Encoding,
    entries: &[ListEntry],
) -> Result<(), WriteError> {
    let certificate = ListCertificate {
        format: FORMAT.to_owned(),
        version: VERSION,
        certamen: env!("CARGO_PKG_VERSION").to_owned(),
        claim,
        encoding,
        solver: format!("{}, configuration {CONFIGURATION}", embedded()),
    };
    write_file(&scratch.file(CNF), &emission.dimacs)?;
    write_file(&scratch.file(MAP), emission.map.to_text()?.as_bytes())?;
    write_file(&scratch.file(POSITIONS), text_of(entries).as_bytes())?;
    write_file(&scratch.file(MANIFEST), certificate.to_text()?.as_bytes())?;
    let sums = sums_of(scratch.path()).map_err(io_error(scratch.path()))?;
    write_file(&scratch.file(SUMS), sums.as_bytes())
}

/// Whether a directory contains the certificate of a list, complete or damaged.
pub fn is_list(directory: &Path) -> bool {
    let read = durable::open(&directory.join(MANIFEST)).map_err(std::io::Error::other).and_then(|file| {
        let mut text = Vec::new();
        file.take(1 << 20).read_to_end(&mut text).map(|_| text)
    });
    read.is_ok_and(|text| serde_json::from_slice::<Header>(&text).is_ok_and(|header| header.format == FORMAT))
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
    let ListCertificate { claim, encoding, .. } = parse(&text, registry)?;
    let present = file_names(directory)
        .map_err(|source| CheckError::Io { file: directory.display().to_string(), source })?;
    let mut named = [MANIFEST, POSITIONS, CNF, MAP, PROOF];
    named.sort_unstable();
    if present != named {
        return Err(CheckError::Composition(format!("the files are {present:?}, and should be {named:?}")));
    }
    let text = positions(directory)?;
    let entries: Vec<ListEntry> = text.lines().map(ListEntry::from).collect();
    if text_of(&entries) != text || entries.len() as u64 != claim.positions {
        return Err(CheckError::Composition(format!(
            "{POSITIONS} has {} lines, and should have {}, each with its end",
            entries.len(),
            claim.positions
        )));
    }
    entries.par_iter().try_for_each(|entry| {
        if stop.is_requested() {
            return Err(CheckError::Stopped);
        }
        let witness = claim.question.witness_of_entry(entry)?;
        Ok(claim.question.question().verify(&witness)?)
    })?;
    require_order(&claim, &entries).map_err(CheckError::Composition)?;
    let formula = claim.question.question().formula();
    let emission = others(&claim, &formula, encoding, &entries).map_err(CheckError::Composition)?;
    let refutation = check_refutation(directory, &emission, [CNF, MAP, PROOF], stop, progress)?;
    Ok(CheckedList { claim, refutation })
}

fn parse(text: &[u8], registry: &Registry) -> Result<ListCertificate, CheckError> {
    let malformed = |error: serde_json::Error| CheckError::Manifest(error.to_string());
    let Header { format, version } = serde_json::from_slice(text).map_err(malformed)?;
    if format != FORMAT || version != VERSION {
        return Err(CheckError::Version { format, version });
    }
    let raw: ListCertificate<serde_json::Value> = serde_json::from_slice(text).map_err(malformed)?;
    let ListCertificate { format, version, certamen, claim, encoding, solver } = raw;
    let ListClaim { question, up_to_symmetry, positions } = claim;
    let question = registry.question(question).map_err(unregistered)?;
    let listed = question.listed();
    let question = listed.ok_or_else(|| CheckError::Manifest(format!("{question} cannot be listed")))?;
    if question != question.with_symmetry_breaking(false) {
        return Err(CheckError::Manifest("the question of a list has no symmetry breaking".to_owned()));
    }
    let claim = ListClaim { question, up_to_symmetry, positions };
    let certificate = ListCertificate { format, version, certamen, claim, encoding, solver };
    if certificate.to_text().map_err(malformed)?.as_bytes() != text {
        return Err(CheckError::Manifest("not written the way this program writes it".to_owned()));
    }
    Ok(certificate)
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

/// "There is an answer that is not listed."
fn others(
    claim: &ListClaim,
    formula: &Formula,
    encoding: Encoding,
    entries: &[ListEntry],
) -> Result<Emission, String> {
    let question = &claim.question;
    let mut clausified = clausify(formula, encoding);
    let form = question.line_form();
    let order = form.values(&clausified);
    for ListEntry { line, .. } in entries {
        let images = if claim.up_to_symmetry { question.images(line) } else { vec![line.clone()] };
        for image in images.into_iter().collect::<BTreeSet<_>>() {
            let bits = form.bits(&image).filter(|bits| bits.len() == order.len());
            let bits = bits.ok_or_else(|| format!("`{line}` is not a line of this list"))?;
            if let Some(excluded) = exclusion(&order, &bits) {
                clausified.cnf.add_clause(excluded);
            }
        }
    }
    Ok(Emission::of_clauses(&question.question(), encoding, clausified))
}

fn text_of(entries: &[ListEntry]) -> String {
    entries.iter().flat_map(|entry| [entry.to_string(), "\n".to_owned()]).collect()
}
