//! Exact bounds and complete lists, as self-contained certificates.
//!
//! - [`exact_bound`]: finds the exact bound of a question: a witness for `k`, and a refutation of `k + 1`.
//! - [`certificate`]: the directory that proves a bound, and its check. [`certificate::list`]: the same for a list,
//!   [`certificate::games`] for a claim about games.
//! - [`classes`]: the exact bound in each class of positions, resumably.
//! - [`argument`]: bounds that need an argument specific to a game.
//! - [`games_claim`]: claims about games of every length. [`invariant`]: finds what they need.
//! - [`branch`](mod@branch): bounds of numbers that are sums over blocks, by branch and bound.
//! - [`same_rules`]: whether two statements of rules are the same game, on all positions.
//! - [`strategy`]: several ways to decide one question, tried at once.
//! - [`proof`]: the stored form of proofs.

pub mod argument;
pub mod branch;
pub mod certificate;
pub mod classes;
pub mod exact_bound;
pub mod games_claim;
pub mod invariant;
pub mod proof;
pub mod same_rules;
pub mod strategy;
