//! certamen: a SAT/SMT toolkit for board games.
//!
//! The map of the project. `encodings` holds what games mean, `cnf-out` everything that leaves for solvers, `verify` the
//! second opinion; this crate puts them together:
//!
//! - [`query`]: what can be asked, a file for each query.
//! - [`emission`]: a question as clauses, DIMACS text and map.
//! - [`named_files`]: a question as SMT-LIB, BTOR2 or AIGER, and answers to it.
//! - [`bound`]: the exact bound of a question: a witness at k, a refutation of k + 1.
//! - [`certificate`]: the directory that proves a bound, and its check.
//! - [`cube`]: a question as many jobs, and their answers as one.
//! - [`enumerate`]: all answers to a question, one after the other.
//! - [`records`]: games that lead to a number of legal moves.
//! - [`profile`]: the bound for every number of discs.
//! - [`count`]: exact counts: the legal positions of Go.
//! - [`cycle`]: Go games through all legal positions, by SAT.
//! - [`game_graph`]: Go games as paths of a graph: counted, estimated.
//! - [`recurrence`]: what follows from counts: recurrences, growth, constants, estimates.
//! - [`retro`]: the native engine, forwards layer by layer and backwards from a position.
//! - [`sgf`]: records of Go in the Smart Game Format.
//! - [`diagram`]: boards as text and SVG.
//! - [`solvers`]: solvers that are programs of their own, and what is believed of them.
//! - `libz3`: Z3 as a library, with the feature `z3`.
//! - [`optimum`]: answers of solvers that look for an optimum.
//! - [`stop`]: how long work is ended from outside.
//! - [`cli`]: the command line, a file for each command.

pub mod bound;
pub mod certificate;
pub mod cli;
pub mod count;
pub mod cube;
pub mod cycle;
pub mod diagram;
pub mod emission;
pub mod enumerate;
pub mod game_graph;
#[cfg(feature = "z3")]
pub mod libz3;
pub mod named_files;
pub mod optimum;
pub mod profile;
mod proof;
pub mod query;
pub mod records;
pub mod recurrence;
pub mod retro;
pub mod sgf;
pub mod solvers;
mod staged;
pub mod stop;
mod unfinished;
