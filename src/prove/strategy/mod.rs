//! Strategies: several ways to decide one question, and a portfolio that tries them at once.
//!
//! Idea: a question about games is hard where its whole formula is asked, and often easy where another question is asked
//! in its place. A *relaxation* allows more than the question does: last steps of games in place of whole games, say. If
//! it has no answer, the question has none; if it has one, that says nothing. A *restriction* allows less: games without
//! passes, or only those that a search looks at. Its answer is an answer of the question; if it has none, that says
//! nothing. [`Worth`] names the three cases, and [`decide`] accepts no other answer.
//!
//! - An answer is completed to a model of the question's own clauses ([`completion`]), which the naive game replays.
//! - A refutation says which question was refuted, with the clauses of that question and a proof of them.
//!
//! A question offers its strategies by the ability [`Strategies`]. Those that every question has are
//! its own formula ([`exact`]) and, if that falls into segments, a solver of it as a whole ([`whole`]).
//!
//! What it does not show: that a relaxation allows everything that the question allows. That is argued where the
//! strategy is offered, and certificates have an argument of their own ([`Composer`](crate::argument::Composer)).

mod attempt;
#[cfg(feature = "cli")]
pub mod chosen;
pub mod completion;
pub mod exact;
mod job;
pub mod portfolio;
pub mod proof_file;
#[cfg(feature = "cli")]
pub mod proof_files;
pub mod race;
pub mod relaxation;
pub mod restriction;
pub mod whole;
mod worth;

pub use attempt::{Attempt, ChosenWord, Strategy};
pub use job::{Job, OpenProof};
pub use portfolio::{Decision, Effort, PortfolioOutcome, decide, decide_by};
pub use proof_file::ProofFile;
#[cfg(feature = "cli")]
pub use proof_files::{OwnClauses, ProofFiles};
pub use race::{StopPair, decide_beside, search_beside};
pub use worth::Worth;

use self::exact::Exact;
use self::whole::WholeFormula;
use certamen_ask::emission::Emission;
use std::fmt;
use std::sync::Arc;

/// The ability of a question: its strategies besides the exact one, in the order in which they are tried.
#[derive(Clone, Default)]
pub struct Strategies(pub Vec<Arc<dyn Strategy>>);

impl Strategies {
    /// All strategies of the question of an emission: these, its own formula ([`exact`]) and, if that falls into segments,
    /// [`whole`].
    pub fn all(&self, emission: &Emission) -> Vec<Arc<dyn Strategy>> {
        let mut all = self.0.clone();
        all.push(Arc::new(Exact));
        if emission.plan().is_some() {
            all.push(Arc::new(WholeFormula));
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
