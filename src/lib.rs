//! certamen: a SAT/SMT toolkit for board games.
//!
//! Rules of a game, written once over words of bits, become circuits; circuits become CNF or SMT terms for any solver;
//! answers come back as boards, records and bounds with proofs. A native engine computes the same facts another way.
//!
//! This crate is the facade. A game or a question of your own needs [`prelude`] and nothing else; `docs/your-own-game.md`
//! leads through it. The rooms behind it, each a crate of its own that depends only on those before it:
//!
//! - [`encodings`]: meaning: words, circuits, terms, statements, the traits of rules, the rules of the built-in games.
//! - [`cnf_out`]: everything that leaves: CNF, DIMACS, SMT-LIB, AIGER, BTOR2, maps, solvers.
//! - [`verify`]: the second opinion: naive games, checkers of models and proofs. It depends on nothing of ours.
//! - [`work`]: long work: stop, limits, durable directories. [`draw`]: boards as text and SVG.
//! - [`ask`]: questions: the open traits, the registry, emission, solvers, lists, cubes. [`language`]: questions as text.
//! - [`play`]: games at a table: replay, perft, pictures; a game made of rules over words.
//! - [`records`]: records of games: formats, containers, verdicts, summaries.
//! - [`prove`]: exact bounds and complete lists as certificates.
//! - [`retro`]: the retrograde engines.
//! - [`games`]: what only one game has: Othello, Ostle, Push Fight, Go.
//! - [`results`]: published results, reproduced: profiles of Othello, most turns of Push Fight, counts of Go.
//! - [`campaign`], with the feature `cli`: work for many machines. [`cli`], with the same feature: [`App`] and the verbs.
//!   With the feature `serve` also the explorer, `serve`.
//!
//! # Examples
//! From a question to an answer that was checked, in one call:
//! ```
//! use certamen::games::othello::query::OthelloMobility;
//! use certamen::prelude::*;
//!
//! let given = Given::new().with_text("board", "4x4").with_number("at-least", 9);
//! let question = OthelloMobility::from_flags(&given)?;
//! // No 4x4 position has nine legal moves; the solver's proof of that has been checked.
//! assert!(matches!(answer(&question, &Limits::default())?, Answer::Refuted(_)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod games;
pub mod prelude;
pub mod results;

pub use certamen_ask as ask;
#[cfg(feature = "cli")]
pub use certamen_campaign as campaign;
#[cfg(feature = "cli")]
pub use certamen_cli as cli;
pub use certamen_draw as draw;
pub use certamen_language as language;
pub use certamen_play as play;
pub use certamen_prove as prove;
pub use certamen_records as records;
pub use certamen_retro as retro;
pub use certamen_search as search;
#[cfg(feature = "serve")]
pub use certamen_serve as serve;
pub use certamen_work as work;
pub use cnf_out;
pub use encodings;
pub use rustsat;
pub use verify;

#[cfg(feature = "cli")]
pub use certamen_cli::App;
