//! "There is an answer that is not listed": the clauses that close a list, and who refutes them.
//!
//! Idea: the clauses are those of the question, with one that excludes each listed position. A relaxation of the question
//! does as well: if it has no answer beside the listed positions, the question has none. So the strategies of the question
//! that only refute are tried beside its own formula, each with the listed positions excluded, and the first that refutes
//! closes the list. A list up to symmetry excludes all images of its positions. Then symmetry breaking may be in the clauses
//! as well, and one of eight images is refuted instead of each.
//!
//! What it does not show: that a relaxation allows everything that the question allows, or that symmetry breaking leaves
//! an image of every answer. That is argued where they are made; a certificate names them, and `check` takes them from
//! the question again.

use super::check::CheckError;
use super::draft::io_error;
use super::list::{ListClaim, PROOF};
use super::write::WriteError;
use crate::proof;
use crate::strategy::exact::{self, Exact};
use crate::strategy::portfolio::PortfolioError;
use crate::strategy::{
    Attempt, ChosenWord, Decided, Decision, Effort, Job, ProofFile, Strategies, Strategy, Worth, decide_by,
};
use certamen_ask::emission::Emission;
use certamen_ask::enumerate::{self, exclusion};
use certamen_ask::listed::{ListEntry, Representative};
use certamen_ask::question::ListedQuestion;
use certamen_ask::solve::{AskError, ask};
use certamen_work::limits::Limits;
use cnf_out::clausify::{Encoding, clausify};
use cnf_out::solver::{LratFormat, StopReason};
use std::collections::BTreeSet;
use std::fs::{self, File};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// How long the question's own clauses are tried alone. A list that they close soon has the same certificate everywhere,
/// and not that of whoever is first.
pub const PATIENCE: Duration = Duration::from_secs(2);

/// The question with symmetry breaking, by its name in certificates.
pub(super) const SYMMETRY_BREAKING: &str = "symmetry-breaking";

/// Which formulas may close a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ways {
    /// The question's own, also with symmetry breaking, and its relaxations.
    All,
    /// Its relaxations alone.
    Relaxations,
    /// The question with symmetry breaking alone, which closes lists up to symmetry.
    SymmetryBreaking,
}

/// A question that may close a list in place of its own.
struct Closing {
    /// Its name in certificates.
    name: String,
    /// What its yes and its no are worth.
    worth: Worth,
    asked: ListedQuestion,
    claim: Arc<ListClaim>,
    entries: Arc<[ListEntry]>,
}

/// The strategies that may close the list of a claim.
fn closings(claim: &ListClaim, entries: &[ListEntry], ways: Ways) -> Vec<Arc<dyn Strategy>> {
    let (shared, entries): (_, Arc<[ListEntry]>) = (Arc::new(claim.clone()), entries.into());
    let closing = |name: &str, worth, asked| {
        let (claim, entries) = (shared.clone(), entries.clone());
        Arc::new(Closing { name: name.to_owned(), worth, asked, claim, entries }) as Arc<dyn Strategy>
    };
    let strategies = claim.question.question().ability::<Strategies>().unwrap_or_default();
    let names = strategies.0.iter().map(|strategy| strategy.name());
    let relaxed = names.filter_map(|name| Some(closing(name, Worth::Refutes, relaxation(claim, name)?)));
    let broken = || Some(closing(SYMMETRY_BREAKING, Worth::Exact, first_of_each_class(claim)?));
    match ways {
        Ways::Relaxations => relaxed.collect(),
        Ways::SymmetryBreaking => broken().into_iter().collect(),
        // The clauses of `Exact` are those of the job.
        Ways::All => relaxed.chain([broken().unwrap_or_else(|| Arc::new(Exact))]).collect(),
    }
}

/// The question that closes the list of a claim under this name.
pub(super) fn question(claim: &ListClaim, name: &str) -> Option<ListedQuestion> {
    if name == SYMMETRY_BREAKING { first_of_each_class(claim) } else { relaxation(claim, name) }
}

/// The claimed question with symmetry breaking, if it has any by the symmetries of the list.
fn first_of_each_class(claim: &ListClaim) -> Option<ListedQuestion> {
    let applies = claim.up_to_symmetry && claim.question.representative() == Representative::FirstSquares;
    let asked = claim.question.with_symmetry_breaking(true);
    (applies && asked != claim.question).then_some(asked)
}

/// The question of the relaxation that a strategy of the claimed question asks, if its answers are lines of the same form.
fn relaxation(claim: &ListClaim, strategy: &str) -> Option<ListedQuestion> {
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
    let form = asked.line_form();
    let order = form.values(&clausified);
    for ListEntry { line, .. } in entries {
        let images = if claim.up_to_symmetry { claim.question.images(line) } else { vec![line.clone()] };
        for image in images.into_iter().collect::<BTreeSet<_>>() {
            let bits = form.bits(&image).filter(|bits| bits.len() == order.len());
            let bits = bits.ok_or_else(|| format!("`{line}` is not a line of this list"))?;
            if let Some(excluded) = exclusion(&order, &bits) {
                clausified.cnf.add_clause(excluded);
            }
        }
    }
    Ok(Emission::of_clauses(&asked.question(), encoding, clausified))
}

/// The encoding of a question whose listed answers are excluded.
pub(super) fn encoding(asked: &ListedQuestion) -> Encoding {
    let question = asked.question();
    enumerate::encoding(&question, &question.formula())
}

impl Strategy for Closing {
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
        let refused = |reason| AskError::Incremental(anyhow::anyhow!("the list: {reason}"));
        let emission =
            others(&self.claim, &self.asked, encoding(&self.asked), &self.entries).map_err(refused)?;
        let run = ask(&emission, (job.proof)(&self.name)?, job.format, &job.limits)?;
        let found = |model, statistics| match self.worth {
            Worth::Exact => Attempt::Words(ChosenWord::of_model(&emission, &model), statistics),
            _ => Attempt::Nothing("it has another answer".to_owned(), statistics),
        };
        Ok(Attempt::of_run(run, &self.asked.question(), || emission.clone(), found))
    }
}

/// What became of the refutation of further answers.
pub(super) enum Outcome {
    /// A strategy, by its name, refuted these clauses.
    Refuted(String, Box<Emission>),
    /// A limit ended it, or no strategy is left.
    Undecided(Option<StopReason>),
}

/// Refutes further answers, and stores the proof as [`PROOF`]. `file` gives the paths of files.
pub(super) fn refute(
    file: &(dyn Fn(&str) -> PathBuf + Sync),
    claim: &ListClaim,
    entries: &[ListEntry],
    ways: Ways,
    limits: &Limits,
) -> Result<Outcome, WriteError> {
    let proof = |strategy: &str| File::create(file(&raw(strategy))).map(ProofFile::Kept);
    // The question's own clauses: `Exact` asks them.
    let own = others(claim, &claim.question, encoding(&claim.question), entries);
    let emission = Arc::new(own.map_err(CheckError::Manifest)?);
    let job = Job { emission, limits: limits.clone(), proof: &proof, format: LratFormat::Binary };
    let closings = closings(claim, entries, ways);
    let names: Vec<String> =
        closings.iter().map(|one| one.name()).chain([exact::NAME]).map(str::to_owned).collect();
    let decide = |limits: Limits, closings| {
        decide_by(&Job { limits, ..job.clone() }, closings, Effort::default(), &|_| {}).map_err(failed)
    };
    // Alone if there is nothing else to try.
    if ways == Ways::All && names.first().is_some_and(|name| name != exact::NAME) {
        let decision = decide(limits.within(Some(PATIENCE)), vec![Arc::new(Exact)])?;
        if !matches!(decision.decided, Decided::Undecided(_)) {
            return kept(file, decision, &names);
        }
    }
    kept(file, decide(limits.clone(), closings)?, &names)
}

/// The file of an untrimmed proof.
fn raw(strategy: &str) -> String {
    format!("{strategy}.raw.lrat")
}

fn failed(error: PortfolioError) -> WriteError {
    match error {
        PortfolioError::Strategy { source, .. } => WriteError::from(source),
        error @ PortfolioError::Unknown { .. } => AskError::Incremental(error.into()).into(),
    }
}

/// Stores the proof of a decision, and removes the files of the other strategies.
fn kept(
    file: &(dyn Fn(&str) -> PathBuf + Sync),
    decision: Decision,
    names: &[String],
) -> Result<Outcome, WriteError> {
    let refutation = match decision.decided {
        Decided::Undecided(reason) => return Ok(Outcome::Undecided(reason)),
        Decided::Found(_, witness) => return Err(WriteError::Incomplete(witness.position().to_owned())),
        Decided::Refuted(refutation) => refutation,
    };
    let stored = file(PROOF);
    let clauses = refutation.emission.clausified.cnf.len() as u64;
    proof::store(&file(&raw(&decision.by)), clauses, &stored).map_err(io_error(&stored))?;
    for path in names.iter().map(|name| file(&raw(name))).filter(|path| path.exists()) {
        fs::remove_file(&path).map_err(io_error(&path))?;
    }
    Ok(Outcome::Refuted(decision.by, Box::new(refutation.emission)))
}
