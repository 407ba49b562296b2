//! The flags of a command that decides a question by strategies, beside a search of its own.
//!
//! The search gives a [`SearchVerdict`], the strategies give a decision. The first one that decides the question stops the other
//! side. If both give one, the two are compared, even where the verdict of the search alone is not enough.

use super::portfolio::{PortfolioError, PortfolioEvent};
use super::proof_files::KeptProof;
use super::race::decide_beside;
use super::{Decision, Job, OwnClauses, PortfolioOutcome, ProofFile, ProofFiles, Strategies, Worth};
use anyhow::{Context, anyhow, bail, ensure};
use certamen_ask::emission::Emission;
use certamen_ask::question::Question;
use certamen_ask::solution::{Solution, VerifiedAnswer};
use certamen_ask::solve::{AskError, Refutation, check_proof};
use certamen_work::file::shown;
use certamen_work::limits::Limits;
use certamen_work::progress::Progress;
use clap::Args;
use cnf_out::clausify::Encoding;
use cnf_out::solver::{LratFormat, SolverError};
use schemars::JsonSchema;
use serde::Serialize;
use std::fs::File;
use std::io::{self, BufReader, Seek as _};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use verify::lrat::LratReason;

/// The name of the search beside the strategies.
pub const SEARCH: &str = "search";

/// Which strategies, and what becomes of their proofs.
#[derive(Args, Clone, Debug, Default)]
pub struct ChosenStrategies {
    /// Write the LRAT proof that no game leads to the position to this file, and the clauses that it refutes beside it, as
    /// FILE.cnf. The proof of a relaxation gets the name of the strategy, as in FILE.last-steps-4.lrat. A search has no
    /// proof: with this flag only a refutation says that a position is not reachable.
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,
    /// Try only this strategy, without the search; `search` is the search alone, `exact` the formula of whole games. A wrong
    /// name lists those of the question.
    #[arg(long, value_name = "NAME")]
    strategy: Option<String>,
    /// Report on standard error which strategy did what.
    #[arg(long)]
    trace: bool,
}

/// The verdict of a search on the question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SearchVerdict {
    /// It has an answer.
    Answer,
    /// It has none. There is no proof.
    NoAnswer,
    /// Nothing, for this reason.
    Nothing(String),
}

/// The result of the search or of the strategies, whichever decided the question.
#[derive(Debug)]
pub enum RaceOutcome<T> {
    /// The search.
    Searched(T),
    /// An answer of the formula, by the strategy of this name.
    Found(String, VerifiedAnswer),
    /// A refutation, whose proof was checked.
    Refuted(CheckedRefutation),
    /// Neither of them, for this reason.
    Undecided(String),
}

/// A refutation whose proof was checked.
#[derive(Debug)]
pub struct CheckedRefutation {
    /// The strategy.
    pub by: String,
    /// What was refuted: the question, or a relaxation of it.
    pub question: Question,
    /// The files, if they were asked for.
    pub kept: Option<KeptProof>,
}

/// A refutation as members of an answer as JSON.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct RefutationReport<'a> {
    /// The strategy.
    pub strategy: &'a str,
    /// What was refuted: the question, or a relaxation of it.
    pub refuted: &'a Question,
    /// The files, if they were asked for.
    #[serde(flatten)]
    pub kept: Option<&'a KeptProof>,
}

/// The proofs of all strategies as they are written, to be checked.
#[derive(Default)]
struct ProofCopies(Mutex<Vec<(String, File)>>);

impl ProofCopies {
    /// The file of a strategy, or a temporary one if it has none.
    fn of(&self, files: &ProofFiles<'_>, strategy: &str) -> io::Result<ProofFile> {
        let file = match files.of(strategy)? {
            ProofFile::Kept(file) => file,
            ProofFile::Discarded => tempfile::tempfile()?,
        };
        let mut copies = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        copies.retain(|(name, _)| name != strategy);
        copies.push((strategy.to_owned(), file.try_clone()?));
        Ok(ProofFile::Kept(file))
    }

    /// Checks the proof of a refutation. `false` if a request to stop ended that.
    fn check(self, by: &str, refutation: &Refutation<ProofFile>, limits: &Limits) -> anyhow::Result<bool> {
        let copies = self.0.into_inner().unwrap_or_else(PoisonError::into_inner);
        let copy = copies.into_iter().find(|(name, _)| name == by).map(|(_, file)| file);
        let mut proof = copy.context("the refutation has no proof")?;
        proof.rewind()?;
        match check_proof(refutation, BufReader::new(proof), &limits.stop) {
            Err(AskError::Refuted(error)) if matches!(error.reason, LratReason::Stopped) => Ok(false),
            checked => Ok(checked.map(|_| true)?),
        }
    }
}

impl ChosenStrategies {
    /// Refuses flags that need a formula, in a command that has no formula for this position.
    ///
    /// # Errors
    /// If a proof or a strategy besides the search was asked for.
    pub fn require_search_alone(&self, why: &str) -> anyhow::Result<()> {
        ensure!(self.proof.is_none(), "--proof: {why}");
        ensure!(self.strategy.as_deref().is_none_or(|name| name == SEARCH), "--strategy: {why}");
        Ok(())
    }

    /// Decides by the strategies of a question and by a search at the same time. `worth` says what an answer of the
    /// question means; a refutation always counts, and its proof is checked. `said` reads the result of the search.
    ///
    /// # Errors
    /// If the search or a strategy fails, a proof is wrong or cannot be written, or the two contradict each other.
    pub fn decide<T: Send>(
        &self,
        (question, worth): (&Question, Worth),
        limits: &Limits,
        progress: &Progress,
        search: impl FnOnce(&Limits) -> anyhow::Result<T> + Send,
        said: impl Fn(&T) -> SearchVerdict + Sync,
    ) -> anyhow::Result<RaceOutcome<T>> {
        if self.strategy.as_deref() == Some(SEARCH) {
            ensure!(self.proof.is_none(), "--proof: a search has no proof");
            return search(limits).map(RaceOutcome::Searched);
        }
        let files = ProofFiles::named(self.proof.as_deref(), &limits.stop);
        files.require_writable()?;
        let copies = ProofCopies::default();
        let proof = |strategy: &str| copies.of(&files, strategy);
        let emission = Arc::new(Emission::new(question, Encoding::default()));
        let format = if self.proof.is_some() { LratFormat::Text } else { LratFormat::Binary };
        let job = Job { emission, limits: limits.clone(), proof: &proof, format };
        let watch = |step: &PortfolioEvent<'_>| {
            if self.trace {
                progress.report(&step.to_string());
            }
        };
        let counts = |decision: &Decision| match decision.decided {
            PortfolioOutcome::Found(..) => worth != Worth::Refutes,
            PortfolioOutcome::Refuted(_) => true,
            PortfolioOutcome::Undecided(_) => false,
        };
        let strategies = question.ability::<Strategies>().unwrap_or_default();
        let only = self.strategy.as_deref();
        let search = |limits: &Limits| if only.is_some() { Ok(None) } else { search(limits).map(Some) };
        let ends = |found: &anyhow::Result<Option<T>>| match found {
            Ok(found) => found.as_ref().is_some_and(|found| self.is_enough(&said(found))),
            Err(_) => true,
        };
        let both = decide_beside(&job, &strategies, only, counts, &watch, search, ends);
        let (found, decision) = both.map_err(|error| self.explain(error))?;
        let found = found.transpose()?.flatten();
        if let (Some(found), true) = (&found, counts(&decision)) {
            let is_answer = matches!(decision.decided, PortfolioOutcome::Found(..));
            if said(found) == (if is_answer { SearchVerdict::NoAnswer } else { SearchVerdict::Answer }) {
                bail!("the search and the solver contradict each other about {question}");
            }
        }
        if let PortfolioOutcome::Refuted(refutation) = &decision.decided {
            if !copies.check(&decision.by, refutation, limits)? {
                return Ok(RaceOutcome::Undecided("stopped on request".to_owned()));
            }
            let kept = files.keep(&decision, OwnClauses::Written)?;
            let question = refutation.question.clone();
            return Ok(RaceOutcome::Refuted(CheckedRefutation { by: decision.by, question, kept }));
        }
        Ok(self.without_refutation(found, decision, counts, said))
    }

    /// The result if there is no refutation.
    fn without_refutation<T>(
        &self,
        found: Option<T>,
        decision: Decision,
        counts: impl Fn(&Decision) -> bool,
        said: impl Fn(&T) -> SearchVerdict,
    ) -> RaceOutcome<T> {
        let heard = found.as_ref().map(&said);
        let counts = counts(&decision);
        match (found, decision.decided) {
            (Some(found), _) if heard.as_ref().is_some_and(|heard| self.is_enough(heard)) => {
                RaceOutcome::Searched(found)
            }
            (_, PortfolioOutcome::Found(_, Solution::Answer(answer))) if counts => {
                RaceOutcome::Found(decision.by, answer)
            }
            (_, decided) => RaceOutcome::Undecided(match (heard, decided) {
                (Some(SearchVerdict::Nothing(reason)), _) => reason,
                (Some(SearchVerdict::NoAnswer), _) => {
                    "the search finds no game, and nothing has a proof".to_owned()
                }
                (_, PortfolioOutcome::Undecided(Some(reason))) => reason.to_string(),
                (_, PortfolioOutcome::Found(..)) => {
                    "the formula has an answer, which says nothing about this position".to_owned()
                }
                _ => "no strategy decides it".to_owned(),
            }),
        }
    }

    /// Whether what the search says decides the question.
    fn is_enough(&self, said: &SearchVerdict) -> bool {
        match said {
            SearchVerdict::Answer => true,
            SearchVerdict::NoAnswer => self.proof.is_none(),
            SearchVerdict::Nothing(_) => false,
        }
    }

    /// An error in the words of the command line.
    fn explain(&self, error: PortfolioError) -> anyhow::Error {
        match (error, &self.proof) {
            (PortfolioError::Unknown { name, known }, _) => {
                anyhow!("--strategy: there is no strategy {name}; there are {SEARCH}, {}", known.join(", "))
            }
            (
                PortfolioError::Strategy {
                    source: AskError::Solver(source @ SolverError::ProofWrite(_)),
                    ..
                },
                Some(path),
            ) => anyhow::Error::new(source).context(format!("cannot write {}", path.display())),
            (error, _) => error.into(),
        }
    }
}

impl CheckedRefutation {
    /// Who refuted what, on one line. Which strategy is first depends on the clock.
    pub fn note(&self) -> String {
        format!("refuted by {}, proof checked: {}", self.by, self.question)
    }

    /// The files of the proof as a line of text, if they were asked for.
    pub fn files(&self) -> String {
        let files = |KeptProof { proof, cnf }: &KeptProof| {
            let of = cnf.as_ref().map(|cnf| format!(", of {}", shown(cnf))).unwrap_or_default();
            format!("the proof: {}{of}\n", shown(proof))
        };
        self.kept.as_ref().map(files).unwrap_or_default()
    }

    /// It as members of an answer as JSON.
    pub fn report(&self) -> RefutationReport<'_> {
        RefutationReport { strategy: &self.by, refuted: &self.question, kept: self.kept.as_ref() }
    }
}
