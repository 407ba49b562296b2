//! Certificates that are altered, with and without hashes computed anew: the check refuses them, and says why.
//!
//! What it does not show: that a check refuses every false claim. It shows that each thing a certificate holds is
//! compared with something that its author cannot choose.

mod copy;
mod files;
mod forgeries;
#[path = "../support/random.rs"]
#[allow(dead_code, reason = "these tests need only some kinds of random numbers")]
mod random;
mod refutations;
