//! Strategies: several ways to decide one question, and a portfolio that tries them at once.
//!
//! Idea: a question about games is hard where its whole formula is asked, and often easy where another question is asked
//! in its place. A *relaxation* allows more than the question does: last steps of games in place of whole games, say. If
//! it has no answer, the question has none; if it has one, that says nothing. A *restriction* allows less: games without
//! passes, or only those that a search looks at. Its answer is an answer of the question; if it has none, that says
//! nothing. [`Worth`] names the three cases, and [`decide`] believes a strategy no further than that.
//!
//! - An answer is completed to a model of the question's own clauses ([`completion`]), which the naive game replays.
//! - A refutation says which question was refuted, with the clauses of that question and a proof of them.
//!
//! A question offers its strategies by the ability [`Strategies`]. Those that every question has are
//! its own formula ([`exact`]) and, if that falls into stages, a solver of it as a whole ([`whole`]).
//!
//! What it does not show: that a relaxation allows everything that the question allows. That is argued where the
//! strategy is offered, and certificates have an argument of their own ([`Composer`](crate::argument::Composer)).

pub mod beside;
#[cfg(feature = "cli")]
pub mod chosen;
pub mod completion;
pub mod exact;
pub mod portfolio;
pub mod proof_file;
#[cfg(feature = "cli")]
pub mod proof_files;
pub mod relaxation;
pub mod restriction;
pub mod whole;

pub use beside::{Stops, decide_beside, search_beside};
pub use portfolio::{Decided, Decision, Effort, decide, decide_by};
pub use proof_file::ProofFile;
#[cfg(feature = "cli")]
pub use proof_files::{OwnClauses, ProofFiles};

use self::exact::Exact;
use self::whole::Whole;
use certamen_ask::emission::Emission;
use certamen_ask::question::Question;
use certamen_ask::solve::{AskError, Refutation};
use certamen_work::limits::Limits;
use cnf_out::solver::{LratFormat, Run, Statistics, StopReason, Verdict};
use rustsat::types::Assignment;
use std::fmt;
use std::io;
use std::sync::Arc;

/// What the answers of a strategy are worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Worth {
    /// It is the question itself: both answers count.
    Exact,
    /// A relaxation: that it has no answer counts.
    Refutes,
    /// A restriction: an answer counts.
    Finds,
}

impl fmt::Display for Worth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Exact => "exact",
            Self::Refutes => "a relaxation, which can only refute",
            Self::Finds => "a restriction, which can only find",
        })
    }
}

/// A way to decide a question.
///
/// # Examples
/// ```
/// use certamen_ask::question::Question;
/// use certamen_ask::sample::SetBits;
/// use certamen_prove::strategy::relaxation::Relaxation;
/// use certamen_prove::strategy::{Decided, Job, Strategies, Worth, decide};
/// use std::sync::Arc;
///
/// // The least of all relaxations allows what is asked, and no more: here five set bits of four.
/// let same = Relaxation::new("same", SetBits { at_least: 5 }.into());
/// let job = Job::new(&SetBits { at_least: 5 }.into());
/// let decision = decide(&job, &Strategies(vec![Arc::new(same)]), Some("same"), &|_| {})?;
/// assert_eq!((decision.by.as_str(), decision.worth), ("same", Worth::Refutes));
/// assert!(matches!(decision.decided, Decided::Refuted(_)));
/// # Ok::<(), certamen_prove::strategy::portfolio::PortfolioError>(())
/// ```
pub trait Strategy: Send + Sync {
    /// Its name, for `--strategy`.
    fn name(&self) -> &str;

    /// What its answers are worth.
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

/// The ability of a question: its strategies besides the exact one, in the order in which they are tried.
#[derive(Clone, Default)]
pub struct Strategies(pub Vec<Arc<dyn Strategy>>);

/// Where the proof of a strategy with this name goes.
pub type ProofOf<'a> = &'a (dyn Fn(&str) -> io::Result<ProofFile> + Sync);

/// What a strategy works on.
#[derive(Clone)]
pub struct Job<'a> {
    /// The question in its own clauses.
    pub emission: Arc<Emission>,
    /// When to stop.
    pub limits: Limits,
    /// Makes the file for the proof of a strategy.
    pub proof: ProofOf<'a>,
    /// The form of proofs.
    pub format: LratFormat,
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
    /// The attempt that a run on the clauses of a question was. `found` says what a model is worth.
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

impl<'a> Job<'a> {
    /// The job of deciding a question without limits; proofs are not kept.
    pub fn new(question: &Question) -> Job<'a> {
        let emission = Emission::of(question, cnf_out::clausify::Encoding::default());
        Job {
            emission: Arc::new(emission),
            limits: Limits::default(),
            proof: &|_| Ok(ProofFile::Discarded),
            format: LratFormat::Binary,
        }
    }
}

impl Strategies {
    /// All strategies of the question of an emission: these, its own formula ([`exact`]) and, if that falls into stages,
    /// [`whole`].
    pub fn all(&self, emission: &Emission) -> Vec<Arc<dyn Strategy>> {
        let mut all = self.0.clone();
        all.push(Arc::new(Exact));
        if emission.plan().is_some() {
            all.push(Arc::new(Whole));
        }
        all
    }

    /// The names of all of them.
    pub fn names(&self, emission: &Emission) -> Vec<String> {
        self.all(emission).iter().map(|strategy| strategy.name().to_owned()).collect()
    }
}

impl fmt::Debug for Strategies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.0.iter().map(|strategy| strategy.name())).finish()
    }
}

impl fmt::Debug for Job<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Job").field("question", &self.emission.map.question).finish_non_exhaustive()
    }
}
