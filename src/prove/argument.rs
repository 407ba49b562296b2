//! Arguments: proofs of bounds that a game makes from more than one climb.
//!
//! Some bounds need an argument: a witness for each player and refutations for every number of discs, for example. Two
//! abilities support this. The kind of the question offers a [`Prover`]. It decides from the flags whether an argument
//! is needed, and writes the parts of a certificate. The question itself offers a [`Composer`], which checks that such
//! parts prove the claim. Each part alone is checked like a part of any other certificate.

use crate::certificate::{AnsweredQuestion, Claim, ProveOutcome, WriteError};
use certamen_ask::error::QuestionError;
use certamen_ask::flag::Given;
use certamen_ask::objective::Objective;
use certamen_ask::question::{BoundedQuestion, Question};
use certamen_ask::registry::Registry;
use certamen_ask::solve::Event;
use certamen_work::limits::Limits;
use std::path::Path;
use std::sync::Arc;

/// What an [`Argument`] works with.
pub struct ArgumentContext<'a> {
    /// Where the certificate is written.
    pub destination: &'a Path,
    /// The registry with the questions that the certificate will name.
    pub registry: &'a Registry,
    /// When to stop.
    pub limits: &'a Limits,
    /// Called with each event, for progress reports.
    pub watch: &'a mut dyn FnMut(Event<'_>),
    /// Called with the number of proof bytes that have been checked.
    pub progress: &'a mut dyn FnMut(u64),
}

/// A proof of a bound that is specific to a game.
pub trait Argument {
    /// Proves the bound and writes the certificate.
    ///
    /// # Errors
    /// [`WriteError`]. No partial certificate is left behind.
    fn prove(&self, context: ArgumentContext<'_>) -> Result<ProveOutcome, WriteError>;

    /// The bounded question and its objective. If a limit ends the work early, the witnesses found so far are measured
    /// by this objective.
    fn bounded(&self) -> (BoundedQuestion, Objective);
}

/// Decides from flags whether a bound needs an argument.
///
/// # Examples
/// ```
/// use certamen_ask::error::QuestionError;
/// use certamen_ask::flag::Given;
/// use certamen_ask::objective::Objective;
/// use certamen_ask::question::BoundedQuestion;
/// use certamen_ask::sample::{BITS, SetBits};
/// use certamen_prove::argument::{Argument, ArgumentContext, Prover};
/// use certamen_prove::certificate::{ProveOutcome, WriteError, prove};
///
/// /// Begins where a formula says that the bound is, in place of climbing to it.
/// struct FromTheTop;
///
/// impl Argument for FromTheTop {
///     fn prove(&self, context: ArgumentContext<'_>) -> Result<ProveOutcome, WriteError> {
///         prove(&SetBits { at_least: 4 }.into(), BITS, context)
///     }
///
///     fn bounded(&self) -> (BoundedQuestion, Objective) {
///         (SetBits { at_least: 4 }.into(), BITS)
///     }
/// }
///
/// struct Knowing;
///
/// impl Prover for Knowing {
///     fn argument(&self, given: &Given, _: Option<&str>) -> Result<Option<Box<dyn Argument>>, QuestionError> {
///         Ok(if given.has("at-least") { None } else { Some(Box::new(FromTheTop)) })
///     }
/// }
///
/// // A query would name it in its abilities: `Abilities::none().bounded().offering::<ProverAbility>(|| Arc::new(Knowing))`.
/// let argument = Knowing.argument(&Given::new(), None)?.ok_or("no argument")?;
/// assert_eq!(argument.bounded().0.to_string(), "sample.bits --at-least 4");
/// assert!(Knowing.argument(&Given::new().with_number("at-least", 2), None)?.is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Prover: Send + Sync {
    /// The argument for these flags. `None` means that a plain climb is enough. `objective` is the name of the
    /// objective to bound, if it was given.
    ///
    /// # Errors
    /// [`QuestionError`] if the flags contradict each other.
    fn argument(
        &self,
        given: &Given,
        objective: Option<&str>,
    ) -> Result<Option<Box<dyn Argument>>, QuestionError>;
}

/// Checks whether parts, if each is valid, prove a claim that is more than a plain bound. The witnesses have been checked, the
/// refutations not yet.
pub trait Composer {
    /// Checks that the parts prove the claim, and that no part is superfluous.
    ///
    /// # Errors
    /// [`CompositionError`]
    fn compose(
        &self,
        claim: &Claim,
        witnesses: &[AnsweredQuestion],
        refuted: &[Question],
    ) -> Result<(), CompositionError>;
}

/// Why parts do not prove a claim.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum CompositionError {
    /// The parts do not fit the claim, for this reason.
    #[error("{0}")]
    Mismatch(String),
    /// No refutation shows this.
    #[error("nothing shows that {0}")]
    Missing(String),
    /// The refutation of this question is not needed.
    #[error("the refutation of {0} is not needed")]
    Superfluous(Question),
}

/// Words as an error say why the parts are not those of a claim.
impl<S: Into<String>> From<S> for CompositionError {
    fn from(reason: S) -> Self {
        Self::Mismatch(reason.into())
    }
}

/// The first number that no refutation covers, of those that have to be covered.
///
/// # Errors
/// [`CompositionError::Superfluous`] if each number that a refutation covers is covered by another one too.
pub fn uncovered(
    numbers: impl Iterator<Item = u32>,
    refuted: &[Question],
    covers: impl Fn(&Question, u32) -> bool,
) -> Result<Option<u32>, CompositionError> {
    let mut is_needed = vec![false; refuted.len()];
    for number in numbers {
        let mut by = (0..refuted.len()).filter(|&part| covers(&refuted[part], number));
        match (by.next(), by.next()) {
            (None, _) => return Ok(Some(number)),
            (Some(part), None) => is_needed[part] = true,
            (Some(_), Some(_)) => {}
        }
    }
    let superfluous = is_needed.iter().position(|is_needed| !is_needed);
    superfluous.map_or(Ok(None), |part| Err(CompositionError::Superfluous(refuted[part].clone())))
}

/// The ability of a kind of questions: bounds are proved by an argument.
pub type ProverAbility = Arc<dyn Prover>;
/// The ability of a question: the parts of an argument can be composed.
pub type ComposerAbility = Box<dyn Composer>;

impl std::fmt::Debug for ArgumentContext<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ArgumentContext").field("destination", &self.destination).finish_non_exhaustive()
    }
}
