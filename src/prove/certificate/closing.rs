//! "There is an answer that is not listed": the clauses that close a list, and who refutes them.
//!
//! Idea: the clauses are those of the question, with one that excludes each listed position. A relaxation of the question
//! does as well: if it has no answer beside the listed positions, the question has none. So the strategies of the question
//! that only refute are tried beside its own formula, each with the listed positions excluded, and the first that refutes
//! closes the list. A list up to symmetry excludes all images of its positions. Then the question may be asked with symmetry
//! breaking, and only some of these images need a refutation. A long list is also refuted along the gaps between its
//! positions ([`along_gaps`]).
//!
//! What it does not show: that a relaxation allows everything that the question allows, or that symmetry breaking leaves
//! an image of every answer. That is argued where they are made; a certificate names them, and `check` takes them from
//! the question again.

use super::along_gaps::{self, Completion, numbering};
use super::check::CheckError;
use super::checkpoint::RunState;
use super::draft::io_error;
use super::list_claim::{ListClaim, PROOF};
use super::write::WriteError;
use crate::proof;
use crate::strategy::exact;
use crate::strategy::{
    Attempt, ChosenWord, Decision, Effort, Job, PortfolioOutcome, ProofFile, Strategies, Strategy, Worth,
    decide_by,
};
use certamen_ask::emission::Emission;
use certamen_ask::enumerate::{self, Listing, exclusions};
use certamen_ask::listed::{ListEntry, Representative};
use certamen_ask::question::ListedQuestion;
use certamen_ask::solve::{AskError, CONFIGURATION, ask};
use certamen_work::limits::Limits;
use cnf_out::clausify::{Encoding, clausify};
use cnf_out::solver::{LratFormat, Numbering, Run, StopReason, Verdict, embedded};
use std::collections::HashSet;
use std::fmt;
use std::fs::{self, File};
use std::path::PathBuf;
use std::slice;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How long the question's own clauses are tried alone. A list that they close soon has the same certificate on
/// every machine, not that of the strategy that happens to be first.
pub const PATIENCE: Duration = Duration::from_secs(2);

/// The question with symmetry breaking, by its name in certificates.
pub(super) const SYMMETRY_BREAKING: &str = "symmetry-breaking";
/// What follows the name of a question that is refuted along the gaps.
const ALONG_GAPS: &str = "-along-gaps";
/// The number of positions from which a list is also refuted along its gaps. A solver refutes a shorter one as a whole in
/// no more time.
const LONG: usize = 100;

/// Which formulas may close a list, and how they are refuted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClosingPolicy {
    /// The question's own, also with symmetry breaking, and its relaxations.
    All,
    /// The question along the gaps, however short the list is, and its relaxations: for a list that lacks positions, which are
    /// slow to find in another way.
    Hard,
    /// Its relaxations alone.
    Relaxations,
    /// The question with symmetry breaking if the list is up to symmetry and the question has it, otherwise its own clauses.
    /// The solver is asked once. This is for tests, as is the next one.
    AtOnce,
    /// The same along the gaps between the positions.
    AlongGaps,
}

/// How a solver is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SolverMode {
    AtOnce,
    AlongGaps,
}

/// A question that may close a list.
struct ClosingStrategy {
    /// The name of the question in certificates.
    question: String,
    /// The name of this attempt: the question, and the mode of the solver.
    name: String,
    worth: Worth,
    asked: ListedQuestion,
    asking: SolverMode,
    claim: Arc<ListClaim>,
    entries: Arc<[ListEntry]>,
    /// Used along the gaps only.
    completing: Completion,
    /// What the refutation along the gaps added to the entries.
    met: Mutex<MetEntries>,
}

/// The entries that a refutation met.
#[derive(Default)]
struct MetEntries {
    entries: Vec<ListEntry>,
    /// The numbers that the clauses get once their order is that of the list.
    numbering: Option<Numbering>,
}

/// What may close the list of a claim; first its own clauses, if the policy allows them.
fn closings(
    claim: &ListClaim,
    entries: &[ListEntry],
    policy: ClosingPolicy,
    completing: &Completion,
) -> Vec<Arc<ClosingStrategy>> {
    let (shared, given): (_, Arc<[ListEntry]>) = (Arc::new(claim.clone()), entries.into());
    let closing = |question: &str, worth, asked: &ListedQuestion, asking| {
        Arc::new(ClosingStrategy {
            question: question.to_owned(),
            name: question.to_owned() + if asking == SolverMode::AlongGaps { ALONG_GAPS } else { "" },
            worth,
            asked: asked.clone(),
            asking,
            claim: shared.clone(),
            entries: given.clone(),
            completing: completing.clone(),
            met: Mutex::default(),
        })
    };
    let strategies = claim.question.question().ability::<Strategies>().unwrap_or_default();
    let names = strategies.0.iter().map(|strategy| strategy.name());
    let relaxed = names.filter_map(|name| {
        Some(closing(name, Worth::Refutes, &relaxation(claim, name)?, SolverMode::AtOnce))
    });
    let own = |worth, asking| closing(exact::NAME, worth, &claim.question, asking);
    let broken = with_symmetry_breaking(claim);
    let best = |worth, asking| match &broken {
        Some(asked) => closing(SYMMETRY_BREAKING, worth, asked, asking),
        None => own(worth, asking),
    };
    match policy {
        ClosingPolicy::All => {
            let is_long = entries.len() >= LONG || completing.checkpoint.is_some();
            let asking = if is_long { SolverMode::AlongGaps } else { SolverMode::AtOnce };
            let again =
                (broken.is_some() || asking == SolverMode::AlongGaps).then(|| best(Worth::Exact, asking));
            [own(Worth::Exact, SolverMode::AtOnce)].into_iter().chain(relaxed).chain(again).collect()
        }
        ClosingPolicy::Hard => {
            // If a short list is complete, this is faster, unless the search along the gaps goes case by case.
            let has_cases = claim.question.question().has_cases();
            let at_once =
                (entries.len() < LONG && !has_cases).then(|| best(Worth::Refutes, SolverMode::AtOnce));
            relaxed.chain([best(Worth::Exact, SolverMode::AlongGaps)]).chain(at_once).collect()
        }
        ClosingPolicy::Relaxations => relaxed.collect(),
        ClosingPolicy::AtOnce => vec![best(Worth::Exact, SolverMode::AtOnce)],
        ClosingPolicy::AlongGaps => vec![best(Worth::Exact, SolverMode::AlongGaps)],
    }
}

/// The question that closes the list of a claim under this name.
pub(super) fn question(claim: &ListClaim, name: &str) -> Option<ListedQuestion> {
    if name == SYMMETRY_BREAKING { with_symmetry_breaking(claim) } else { relaxation(claim, name) }
}

/// The claimed question with symmetry breaking, if it has that by the symmetries of the list.
fn with_symmetry_breaking(claim: &ListClaim) -> Option<ListedQuestion> {
    let applies = claim.up_to_symmetry && claim.question.representative() != Representative::First;
    let asked = claim.question.with_symmetry_breaking(true);
    (applies && asked != claim.question).then_some(asked)
}

/// The question of the relaxation that a strategy of the claimed question asks, if its answers are lines of the same form.
fn relaxation(claim: &ListClaim, strategy: &str) -> Option<ListedQuestion> {
    // These names are taken.
    if [exact::NAME, SYMMETRY_BREAKING].contains(&strategy) || strategy.ends_with(ALONG_GAPS) {
        return None;
    }
    let strategies = claim.question.question().ability::<Strategies>()?;
    let refutes = |one: &&Arc<dyn Strategy>| one.name() == strategy && one.worth() == Worth::Refutes;
    let strategy = strategies.0.iter().find(refutes)?;
    let relaxed = strategy.relaxed()?.listed()?.with_symmetry_breaking(false);
    (relaxed.line_form() == claim.question.line_form()).then_some(relaxed)
}

/// The clauses of a question, which is the claimed one or allows more, without the listed positions.
pub(super) fn others(
    claim: &ListClaim,
    asked: &ListedQuestion,
    encoding: Encoding,
    entries: &[ListEntry],
) -> Result<Emission, String> {
    let mut clausified = clausify(&asked.question().formula(), encoding);
    let order = asked.line_form().values(&clausified);
    let listing = if claim.up_to_symmetry { Listing::UpToSymmetry } else { Listing::All };
    for excluded in exclusions(&claim.question, listing, &order, entries)? {
        clausified.cnf.add_clause(excluded);
    }
    Ok(Emission::of_clauses(&asked.question(), encoding, clausified))
}

/// The encoding of a question whose listed answers are excluded.
pub(super) fn encoding(asked: &ListedQuestion) -> Encoding {
    let question = asked.question();
    enumerate::encoding(&question, &question.formula())
}

impl ClosingStrategy {
    fn met(&self) -> MutexGuard<'_, MetEntries> {
        self.met.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The entries with those that were met, in order.
    fn all_entries(&self) -> Vec<ListEntry> {
        let met = self.met();
        let form = self.claim.question.line_form();
        let mut entries: Vec<ListEntry> = self.entries.iter().chain(&met.entries).cloned().collect();
        entries.sort_by_cached_key(|entry| form.bits(&entry.line));
        entries
    }

    /// The clauses that exclude these entries.
    fn emission(&self, entries: &[ListEntry]) -> Result<Emission, AskError> {
        others(&self.claim, &self.asked, encoding(&self.asked), entries).map_err(refused)
    }

    /// The clauses that exclude these entries, which may be those of the job.
    fn emission_of(&self, entries: &[ListEntry], job: &Job<'_>) -> Result<Arc<Emission>, AskError> {
        let is_of_job = self.question == exact::NAME && *entries == *self.entries;
        if is_of_job { Ok(Arc::clone(&job.emission)) } else { self.emission(entries).map(Arc::new) }
    }

    /// The file of its proof before that is trimmed. `file` gives the paths of files of the certificate.
    fn raw(&self, file: &dyn Fn(&str) -> PathBuf) -> PathBuf {
        match &self.completing.checkpoint {
            Some(checkpoint) if self.asking == SolverMode::AlongGaps => checkpoint.proof(),
            _ => file(&raw(&self.name)),
        }
    }

    /// Refutes clauses along the gaps between the positions that they exclude, and goes on with an unfinished refutation of
    /// them. Returns the clauses that exclude all positions, with those that it met.
    fn ask_along_gaps(&self, job: &Job<'_>) -> Result<(Run<ProofFile>, Arc<Emission>), AskError> {
        let all = self.all_entries();
        let checkpoint = self.completing.checkpoint.as_ref();
        let kept = checkpoint.and_then(|checkpoint| checkpoint.run_of(&all));
        let begun_with = kept.as_ref().map_or(all, RunState::begun_with);
        let emission = self.emission_of(&begun_with, job)?;
        let proof = match checkpoint {
            Some(checkpoint) => {
                ProofFile::Kept(checkpoint.open_proof(&emission, kept.as_ref()).map_err(refused)?)
            }
            None => (job.proof)(&self.name)?,
        };
        let asked = along_gaps::GapTask {
            claim: &self.claim,
            question: &self.asked,
            emission: &emission,
            completing: &self.completing,
            kept: kept.as_ref(),
            entries: &begun_with,
        };
        let (run, met) = asked.run(job.format, proof, &job.limits)?;
        let given: HashSet<&str> = self.entries.iter().map(|entry| entry.line.as_str()).collect();
        let is_new = |entry: &&ListEntry| !given.contains(entry.line.as_str());
        self.met().entries = begun_with.iter().chain(&met).filter(is_new).cloned().collect();
        if met.is_empty() || !matches!(run.verdict, Verdict::Unsatisfiable(_)) {
            return Ok((run, emission));
        }
        let excluded = asked.exclusions(&met).map_err(refused)?;
        let written = self.emission(&self.all_entries())?;
        let numbering = numbering(&emission.clausified.cnf, &excluded, &written.clausified.cnf);
        self.met().numbering = Some(numbering.ok_or_else(|| refused("a clause is missing"))?);
        Ok((run, Arc::new(written)))
    }
}

fn refused(reason: impl fmt::Display) -> AskError {
    AskError::Incremental(anyhow::anyhow!("the list: {reason}"))
}

impl Strategy for ClosingStrategy {
    fn name(&self) -> &str {
        &self.name
    }

    fn worth(&self) -> Worth {
        self.worth
    }

    fn about(&self) -> String {
        format!("{} beside {} listed positions", self.asked, self.entries.len())
    }

    fn attempt(&self, job: &Job<'_>) -> Result<Attempt, AskError> {
        let (run, emission) = match self.asking {
            SolverMode::AtOnce => {
                let emission = self.emission_of(&self.entries, job)?;
                (ask(&emission, (job.proof)(&self.name)?, job.format, &job.limits)?, emission)
            }
            SolverMode::AlongGaps => self.ask_along_gaps(job)?,
        };
        match &run.verdict {
            Verdict::Satisfiable(model) if self.worth == Worth::Exact => {
                Ok(Attempt::Words(ChosenWord::of_model(&emission, model), run.statistics))
            }
            _ => {
                let found = |_, statistics| Attempt::Nothing("it has another answer".to_owned(), statistics);
                Ok(Attempt::of_run(run, &self.asked.question(), || Arc::unwrap_or_clone(emission), found))
            }
        }
    }
}

/// The outcome of refuting further answers.
pub(super) enum Outcome {
    /// The clauses were refuted.
    Refuted(Box<ClosingRefutation>),
    /// A limit ended it, or no strategy is left.
    Undecided(Option<StopReason>),
}

/// Refuted clauses: they have no other answers.
pub(super) struct ClosingRefutation {
    /// The name of their question in certificates.
    pub(super) by: String,
    /// The solver that refuted them.
    pub(super) solver: String,
    pub(super) emission: Emission,
    /// The listed positions, with those that the refutation met.
    pub(super) entries: Vec<ListEntry>,
}

/// Refutes further answers, and stores the proof as [`PROOF`]. `file` gives the paths of files.
pub(super) fn refute(
    file: &(dyn Fn(&str) -> PathBuf + Sync),
    claim: &ListClaim,
    entries: &[ListEntry],
    policy: ClosingPolicy,
    completing: &Completion,
    limits: &Limits,
) -> Result<Outcome, WriteError> {
    let proof = |name: &str| File::create(file(&raw(name))).map(ProofFile::Kept);
    // The claimed question's own clauses; what another question finds is completed to an answer of them.
    let own = others(claim, &claim.question, encoding(&claim.question), entries);
    let emission = Arc::new(own.map_err(CheckError::Manifest)?);
    let job = Job { emission, limits: limits.clone(), proof: &proof, format: LratFormat::Binary };
    let closings = closings(claim, entries, policy, completing);
    let decide = |limits: Limits, closings: &[Arc<ClosingStrategy>]| {
        let strategies = closings.iter().map(|one| one.clone() as Arc<dyn Strategy>).collect();
        decide_by(&Job { limits, ..job.clone() }, strategies, Effort::default(), &|_| {})
            .map_err(AskError::from)
    };
    let mut all = &closings[..];
    if let (ClosingPolicy::All, [own, others @ ..]) = (policy, all)
        && !others.is_empty()
    {
        let decision = decide(limits.within(Some(PATIENCE)), slice::from_ref(own))?;
        if !matches!(decision.decided, PortfolioOutcome::Undecided(_)) {
            return kept(file, decision, &closings);
        }
        // Another way to ask for the same answers, up to symmetry. Along the gaps it goes on after an answer, which would end
        // this one.
        if others.iter().any(|one| one.worth == Worth::Exact) {
            all = others;
        }
    }
    kept(file, decide(limits.clone(), all)?, &closings)
}

/// The file of an untrimmed proof.
fn raw(name: &str) -> String {
    format!("{name}.raw.lrat")
}

/// Stores the proof of a decision, and removes the files of the others.
fn kept(
    file: &(dyn Fn(&str) -> PathBuf + Sync),
    decision: Decision,
    closings: &[Arc<ClosingStrategy>],
) -> Result<Outcome, WriteError> {
    let refutation = match decision.decided {
        PortfolioOutcome::Undecided(reason) => return Ok(Outcome::Undecided(reason)),
        PortfolioOutcome::Found(_, found) => {
            return Err(WriteError::Incomplete(found.witness().position().to_owned()));
        }
        PortfolioOutcome::Refuted(refutation) => refutation,
    };
    let by = closings
        .iter()
        .find(|one| one.name == decision.by)
        .ok_or_else(|| refused(format!("{} is none of its strategies", decision.by)))?;
    let has_met = |one: &&Arc<ClosingStrategy>| !one.met().entries.is_empty();
    if let Some(other) = closings.iter().filter(|one| one.name != by.name).find(has_met) {
        return Err(refused(format!(
            "{} refuted what {} met: this is a defect of this program",
            by.name, other.name
        ))
        .into());
    }
    let numbering = by.met().numbering.take();
    let clauses = refutation.emission.clausified.cnf.len() as u64;
    let (untrimmed, stored) = (by.raw(file), file(PROOF));
    let kept = match &numbering {
        Some(numbering) => proof::store_renumbered(&untrimmed, numbering, clauses, &stored),
        None => proof::store(&untrimmed, clauses, &stored),
    };
    kept.map_err(io_error(&stored))?;
    for path in closings.iter().map(|one| file(&raw(&one.name))).filter(|path| path.exists()) {
        fs::remove_file(&path).map_err(io_error(&path))?;
    }
    let how = match by.asking {
        SolverMode::AtOnce => format!("configuration {CONFIGURATION}"),
        SolverMode::AlongGaps => "along gaps".to_owned(),
    };
    let solver = format!("{}, {how}", embedded());
    let (by, entries) = (by.question.clone(), by.all_entries());
    Ok(Outcome::Refuted(Box::new(ClosingRefutation { by, solver, emission: refutation.emission, entries })))
}
