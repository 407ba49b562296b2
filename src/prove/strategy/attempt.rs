//! A strategy, and what comes of an attempt.

use super::job::Job;
use super::proof_file::ProofFile;
use super::worth::Worth;
use certamen_ask::emission::Emission;
use certamen_ask::question::Question;
use certamen_ask::solve::{AskError, Refutation};
use cnf_out::solver::{Run, Statistics, StopReason, Verdict};
use rustsat::types::Assignment;

/// A way to decide a question.
///
/// # Examples
/// ```
/// use certamen_ask::question::Question;
/// use certamen_ask::sample::SetBits;
/// use certamen_prove::strategy::relaxation::Relaxation;
/// use certamen_prove::strategy::{Job, PortfolioOutcome, Strategies, Worth, decide};
/// use std::sync::Arc;
///
/// // The least of all relaxations allows what is asked, and no more: here five set bits of four.
/// let same = Relaxation::new("same", SetBits { at_least: 5 }.into());
/// let job = Job::new(&SetBits { at_least: 5 }.into());
/// let decision = decide(&job, &Strategies(vec![Arc::new(same)]), Some("same"), &|_| {})?;
/// assert_eq!((decision.by.as_str(), decision.worth), ("same", Worth::Refutes));
/// assert!(matches!(decision.decided, PortfolioOutcome::Refuted(_)));
/// # Ok::<(), certamen_prove::strategy::portfolio::PortfolioError>(())
/// ```
pub trait Strategy: Send + Sync {
    /// Its name, for `--strategy`.
    fn name(&self) -> &str;

    /// Which of its answers hold for the question.
    fn worth(&self) -> Worth;

    /// What it asks or searches, on one line.
    fn about(&self) -> String;

    /// The question that is asked in place of the other one, if this is a relaxation by a question. If its answers can be
    /// listed, an answer of the other question is an answer of it with the same line: so it may close a list.
    fn relaxed(&self) -> Option<&Question> {
        None
    }

    /// Whether an attempt ends by itself after a known amount of work. It is then not interrupted for others.
    fn is_bounded(&self) -> bool {
        false
    }

    /// Tries to decide the question within the limits of the job.
    ///
    /// # Errors
    /// [`AskError`] if a solver or a search fails; never because the attempt has no result.
    fn attempt(&self, job: &Job<'_>) -> Result<Attempt, AskError>;
}

/// The result of an attempt.
#[derive(Debug)]
pub enum Attempt {
    /// A model of the question's own clauses.
    Model(Assignment, Statistics),
    /// Values of words of the question that an answer has. The other words follow from them.
    Words(Vec<ChosenWord>, Statistics),
    /// A refutation, of the question itself or of one that allows more.
    Refuted(Box<Refutation<ProofFile>>),
    /// It ended, and its result says nothing about the question.
    Nothing(String, Statistics),
    /// The limits ended it.
    Stopped(StopReason, Statistics),
}

impl Attempt {
    /// The attempt that a run on the clauses of a question was. `found` says what a model means.
    pub(crate) fn of_run(
        run: Run<ProofFile>,
        question: &Question,
        emission: impl FnOnce() -> Emission,
        found: impl FnOnce(Assignment, Statistics) -> Self,
    ) -> Self {
        let statistics = run.statistics;
        match run.verdict {
            Verdict::Satisfiable(model) => found(model, statistics),
            Verdict::Interrupted(reason) => Self::Stopped(reason, statistics),
            Verdict::Unsatisfiable(refuted) => Self::Refuted(Box::new(Refutation {
                question: question.clone(),
                emission: emission(),
                proof: refuted.proof,
                bytes: refuted.bytes,
                statistics,
            })),
        }
    }
}

/// A word of a question by its name, and the values of its bits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChosenWord {
    /// The name.
    pub name: String,
    /// The bits.
    pub bits: Vec<bool>,
}

impl ChosenWord {
    /// The words that the solver chose in a model.
    pub(crate) fn of_model(emission: &Emission, model: &Assignment) -> Vec<Self> {
        let words = emission.clausified.words.iter().filter(|word| word.chosen);
        words
            .map(|word| Self {
                name: word.name.clone(),
                bits: word.word.iter().map(|bit| bit.in_model(model)).collect(),
            })
            .collect()
    }
}
