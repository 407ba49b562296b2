//! Go: the engines against the naive rules and published numbers, and the commands as a user meets them.

mod counts;
mod graph;
mod positions;
#[path = "../cli/run.rs"]
mod run;
