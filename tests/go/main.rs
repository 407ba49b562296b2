//! Go: the engines compared with the naive rules and published numbers, and the commands as users see them.

mod counts;
mod cycle;
mod graph;
#[path = "../support/miter.rs"]
mod miter;
mod positions;
mod records;
mod rules_miter;
#[path = "../cli/run.rs"]
mod run;
mod solutions;
mod strings;
mod support;
#[path = "../support/written.rs"]
mod written;
