//! Arguments of a game's own: bounds that are proved by more than one climb.
//!
//! A question whose bound needs an argument (a record for each player and refutations for every number of discs, say)
//! has two abilities. Its kind offers a [`Prover`], which knows from the flags whether the argument is meant and writes
//! the parts of a certificate; the question itself offers a [`Composer`], which says whether such parts amount to the
//! claim. The parts themselves are checked as those of any certificate.

use crate::certificate::{Claim, Proved, Witnessed, WriteError};
use certamen_ask::flag::Given;
use certamen_ask::objective::Objective;
use certamen_ask::question::{BoundedQuestion, Question};
use certamen_ask::registry::Registry;
use certamen_ask::solve::Event;
use certamen_work::limits::Limits;
use std::path::Path;
use std::sync::Arc;

/// What whoever proves something is given.
pub struct Desk<'a> {
    /// Where the certificate is written.
    pub destination: &'a Path,
    /// Knows the questions that the certificate will name.
    pub registry: &'a Registry,
    /// When to end.
    pub limits: &'a Limits,
    /// Whoever watches.
    pub watch: &'a mut dyn FnMut(Event<'_>),
    /// Is given the number of bytes of proof that have been checked.
    pub progress: &'a mut dyn FnMut(u64),
}

/// A way to prove a bound.
pub trait Argument {
    /// Proves the bound and writes the certificate.
    ///
    /// # Errors
    /// [`WriteError`]; nothing is left behind.
    fn prove(&self, desk: Desk<'_>) -> Result<Proved, WriteError>;

    /// The question that is bounded, and what its bound is on: witnesses that are found before a limit ends the work are
    /// measured by it.
    fn bounded(&self) -> (BoundedQuestion, Objective);
}

/// Knows from flags whether an argument is meant.
pub trait Prover: Send + Sync {
    /// The argument that these flags ask for, if they ask for one; a plain climb is meant where they do not. `objective`
    /// is the name of what the bound is to be on, where it is given.
    ///
    /// # Errors
    /// Why the flags do not go together, in words.
    fn argument(&self, given: &Given, objective: Option<&str>) -> Result<Option<Box<dyn Argument>>, String>;
}

/// Knows whether parts that stand amount to a claim of more than a plain bound.
pub trait Composer {
    /// Checks that the parts show the claim, and that nothing is left over.
    ///
    /// # Errors
    /// What is missing or superfluous, in words.
    fn compose(&self, claim: &Claim, witnesses: &[Witnessed], refuted: &[Question]) -> Result<(), String>;
}

/// The ability of a kind of questions to be proved by an argument.
pub type AProver = Arc<dyn Prover>;
/// The ability of a question to compose the parts of an argument.
pub type AComposer = Box<dyn Composer>;

impl std::fmt::Debug for Desk<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Desk").field("destination", &self.destination).finish_non_exhaustive()
    }
}
