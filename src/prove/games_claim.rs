//! Claims about every game, however long.
//!
//! Idea: something holds at the start, and no ply leads from a position in which it holds to one in which it does not. The
//! question behind a claim asks for such a ply; its refutation is the proof. So a claim is a question with the ability
//! [`GameClaimAbility`]: what has to be checked besides, and what is shown then.
//!
//! Source: R. Floyd, "Assigning meanings to programs" (1967).

use certamen_ask::error::QuestionError;
use certamen_ask::flag::Given;
use certamen_ask::question::Question;
use certamen_ask::solve::AskError;
use certamen_ask::witness::AnyWitness;
use certamen_work::limits::Limits;
use std::sync::Arc;
use verify::language::Refusal;

/// A claim whose step is a question.
pub trait GameClaim {
    /// What is shown, in one sentence.
    fn sentence(&self) -> String;

    /// Whether the claim holds at the start, by the rules and by the naive game.
    ///
    /// # Errors
    /// [`StartFault`]
    fn check_start(&self) -> Result<(), StartFault>;

    /// Whether the claim holds in some games at random of the naive game, if there is one.
    ///
    /// # Errors
    /// [`Refusal`] with the position that contradicts it, or with a limit of the naive game ([`Refusal::is_limit`]).
    fn check_at_random(&self) -> Result<(), Refusal>;

    /// What there is to do after the question had an answer: that alone says nothing about the positions that games reach.
    ///
    /// # Errors
    /// [`AskError`]
    fn otherwise(&self, limits: &Limits) -> Result<Otherwise, AskError>;
}

/// What speaks against a claim at the start.
#[derive(Debug, thiserror::Error)]
pub enum StartFault {
    /// A game shows that the claim is false.
    #[error("the start contradicts the claim")]
    Game(AnyWitness),
    /// The start is not as it is claimed.
    #[error("{0}")]
    Condition(String),
    /// A limit of the naive game, which says nothing about the claim.
    #[error("{0}")]
    NotJudged(String),
}

/// What there is to do if a step does not keep what is claimed.
#[derive(Debug)]
pub enum Otherwise {
    /// This claim shows the same or a part of it.
    Claim(Question),
    /// A game shows that the claim is false.
    Game(AnyWitness),
    /// Nothing.
    Nothing,
    /// A limit ended the work, for this reason.
    Open(String),
}

/// The ability of a question to be the step of a claim.
pub type GameClaimAbility = Box<dyn GameClaim>;

/// Reads claims about the games of a kind of questions.
pub trait Claimant: Send + Sync {
    /// The claim of flags, with the invariant if one was given. `None` if the flags ask a question.
    ///
    /// # Errors
    /// [`QuestionError`]
    fn claim(&self, given: &Given, invariant: Option<&str>) -> Result<Option<Question>, QuestionError>;
}

/// The ability of a kind of questions to read claims.
pub type ClaimantAbility = Arc<dyn Claimant>;
