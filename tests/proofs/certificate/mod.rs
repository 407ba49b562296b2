//! Altered certificates, with and without hashes that are computed again: the check refuses them and gives the reason.
//!
//! What it does not show: that a check refuses every false claim. It shows that each part of a certificate is compared
//! with something that its author cannot choose.

mod copy;
mod files;
mod forgeries;
mod refutations;
mod splits;
