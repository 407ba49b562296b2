//! Exact bounds and complete lists, as certificates that stand alone.
//!
//! - [`climb`](mod@climb): the exact bound of a question: a witness at `k`, a refutation of `k + 1`.
//! - [`certificate`]: the directory that proves a bound, and its check; [`certificate::list`]: that of a list.
//! - [`argument`]: bounds that need an argument of a game's own.
//! - [`proof`]: proofs as they are stored.

pub mod argument;
pub mod certificate;
pub mod climb;
pub mod proof;
