//! Go: the engines against the naive rules and published numbers, and the commands as a user meets them.

mod counts;
mod cycle;
mod graph;
#[path = "../support/miter.rs"]
mod miter;
mod positions;
#[path = "../support/random.rs"]
mod random;
mod records;
mod rules;
mod rules_miter;
#[path = "../cli/run.rs"]
mod run;
mod solutions;
mod strings;
mod support;
#[path = "../support/written.rs"]
mod written;
