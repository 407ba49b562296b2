//! The flags of a command that decides a question by strategies, beside a search of its own.

use super::beside::decide_beside;
use super::portfolio::{PortfolioError, Trace};
use super::proof_files::KeptProof;
use super::{Decided, Decision, Job, OwnClauses, ProofFile, ProofFiles, Strategies, Worth};
use anyhow::{Context, anyhow, ensure};
use certamen_ask::emission::Emission;
use certamen_ask::question::Question;
use certamen_ask::solve::{AskError, Refutation, check_proof};
use certamen_ask::witness::AnyWitness;
use certamen_work::limits::Limits;
use certamen_work::progress::Progress;
use clap::Args;
use cnf_out::clausify::Encoding;
use cnf_out::solver::{LratFormat, SolverError};
use serde_json::{Value, json};
use std::fs::File;
use std::io::Seek as _;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

/// The name of the search beside the strategies.
pub const SEARCH: &str = "search";

/// Which strategies, and what becomes of their proofs.
#[derive(Args, Clone, Debug, Default)]
pub struct ChosenStrategies {
    /// Write the LRAT proof that no game leads there to this file, and its clauses beside it. The proof of a relaxation
    /// gets the name of the strategy, as in `FILE.last-steps-4.lrat`. A search has no proof: with this flag only a
    /// refutation says that a position is not reachable.
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,
    /// Try only this strategy: search is the search of the game, exact the formula of all its games. A wrong name lists
    /// those of the question.
    #[arg(long, value_name = "NAME")]
    strategy: Option<String>,
    /// Report on standard error which strategy did what.
    #[arg(long)]
    trace: bool,
}

/// What decided.
#[derive(Debug)]
pub enum Chosen<T> {
    /// The search.
    Searched(T),
    /// An answer of the formula, by the strategy of this name.
    Found(String, AnyWitness),
    /// A refutation, whose proof was checked.
    Refuted(Refuted),
    /// Nothing did.
    Undecided,
}

/// A refutation with the names that it is told by.
#[derive(Debug)]
pub struct Refuted {
    /// The strategy.
    pub by: String,
    /// What was refuted: the question, or a relaxation of it.
    pub question: Question,
    /// The files, if they were asked for.
    pub kept: Option<KeptProof>,
}

impl ChosenStrategies {
    /// Whether a proof is asked for, so that the word of a search is not enough that there is no game.
    pub fn wants_proof(&self) -> bool {
        self.proof.is_some()
    }

    /// Refuses what only a formula can do, because there is none.
    ///
    /// # Errors
    /// If a proof or a strategy besides the search was asked for.
    pub fn require_search_alone(&self, why: &str) -> anyhow::Result<()> {
        ensure!(self.proof.is_none(), "--proof: {why}");
        ensure!(self.strategy.as_deref().is_none_or(|name| name == SEARCH), "--strategy: {why}");
        Ok(())
    }

    /// Whether only the search is asked for.
    pub fn is_search_alone(&self) -> bool {
        self.strategy.as_deref() == Some(SEARCH)
    }

    /// Decides by the strategies of a question and by a search at the same time. What an answer of the question is
    /// `worth`, the caller knows; a refutation always counts, and its proof is checked. If both decide, `agree` compares
    /// the search with whether the question has an answer.
    ///
    /// # Errors
    /// If a strategy fails, a proof is wrong or cannot be written, or the two contradict each other.
    pub fn decide<T: Send>(
        &self,
        question: &Question,
        worth: Worth,
        limits: &Limits,
        progress: &Progress,
        search: impl FnOnce(&Limits) -> Option<T> + Send,
        agree: impl Fn(&T, bool) -> bool,
    ) -> anyhow::Result<Chosen<T>> {
        if self.is_search_alone() {
            ensure!(!self.wants_proof(), "--proof: a search has no proof");
            return Ok(search(limits).map_or(Chosen::Undecided, Chosen::Searched));
        }
        let files = ProofFiles::named(self.proof.as_deref());
        files.require_writable()?;
        let copies: Mutex<Vec<(String, File)>> = Mutex::default();
        let proof = |strategy: &str| {
            let file = match files.of(strategy)? {
                ProofFile::Kept(file) => file,
                ProofFile::Discarded => tempfile::tempfile()?,
            };
            let mut copies = copies.lock().unwrap_or_else(PoisonError::into_inner);
            copies.retain(|(name, _)| name != strategy);
            copies.push((strategy.to_owned(), file.try_clone()?));
            Ok(ProofFile::Kept(file))
        };
        let emission = Arc::new(Emission::of(question, Encoding::default()));
        let format = if self.wants_proof() { LratFormat::Text } else { LratFormat::Binary };
        let job = Job { emission, limits: limits.clone(), proof: &proof, format };
        let watch = |step: &Trace<'_>| {
            if self.trace {
                progress.report(&step.to_string());
            }
        };
        let counts = |decision: &Decision| match decision.decided {
            Decided::Found(..) => worth != Worth::Refutes,
            Decided::Refuted(_) => true,
            Decided::Undecided(_) => false,
        };
        let strategies = question.ability::<Strategies>().unwrap_or_default();
        let only = self.strategy.as_deref();
        let search = |limits: &Limits| if only.is_some() { None } else { search(limits) };
        let (searched, decision) = decide_beside(&job, &strategies, only, counts, &watch, search)
            .map_err(|error| self.explain(error))?;
        if let Some(searched) = searched.as_ref().filter(|_| counts(&decision)) {
            let has_answer = matches!(decision.decided, Decided::Found(..));
            ensure!(agree(searched, has_answer), "the search and the solver disagree about {question}");
        }
        if let Decided::Refuted(refutation) = &decision.decided {
            let copies = copies.into_inner().unwrap_or_else(PoisonError::into_inner);
            let copy = copies.into_iter().find(|(name, _)| *name == decision.by).map(|(_, file)| file);
            check(refutation, copy, limits)?;
            let kept = files.keep(&decision, OwnClauses::Written)?;
            let question = refutation.question.clone();
            return Ok(Chosen::Refuted(Refuted { by: decision.by, question, kept }));
        }
        Ok(match (searched, decision.decided) {
            (Some(searched), _) => Chosen::Searched(searched),
            (None, Decided::Found(_, witness)) if worth != Worth::Refutes => {
                Chosen::Found(decision.by, witness)
            }
            _ => Chosen::Undecided,
        })
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

/// Checks the proof of a refutation.
fn check(refutation: &Refutation<ProofFile>, proof: Option<File>, limits: &Limits) -> anyhow::Result<()> {
    let mut proof = proof.context("the refutation has no proof")?;
    proof.rewind()?;
    check_proof(refutation, std::io::BufReader::new(proof), &limits.stop)?;
    Ok(())
}

impl Refuted {
    /// Who refuted what, on one line. Which strategy is first depends on the clock.
    pub fn note(&self) -> String {
        format!("refuted by {}, proof checked: {}", self.by, self.question)
    }

    /// The files of the proof as a line of text, if they were asked for.
    pub fn files(&self) -> String {
        let files = |KeptProof { proof, cnf }: &KeptProof| {
            format!("the proof: {}, of {}\n", proof.display(), cnf.display())
        };
        self.kept.as_ref().map(files).unwrap_or_default()
    }

    /// Adds it to an answer as JSON.
    pub fn tell(&self, object: &mut Value) {
        object["strategy"] = json!(self.by);
        object["refuted"] = json!(self.question);
        if let Some(KeptProof { proof, cnf }) = &self.kept {
            object["proof"] = json!(proof);
            object["cnf"] = json!(cnf);
        }
    }
}
