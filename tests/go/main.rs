//! Go: the engines compared with the naive rules and published numbers, and the commands as users see them.

mod counts;
mod cycle;
mod graph;
mod positions;
mod records;
mod rules_miter;
mod solutions;
mod strings;
#[path = "../support"]
mod support {
    pub(crate) mod go;
    pub(crate) mod miter;
    pub(crate) mod run;
    pub(crate) mod written;
}
