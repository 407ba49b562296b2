//! Values of positions by search, without tables of all positions, and strategies that show them.
//!
//! - [`SearchGame`]: what a search asks of a game. [`RuledSearch`]: any [`Rules`](encodings::rules::Rules) as one.
//! - [`Question`]: does a player reach a goal, in how many plies? [`Answer`], and [`Value`] for both players.
//! - [`Search`]: answers questions by several engines ([`Engine`]) over one table of facts of fixed size.
//! - [`Strategy`]: what a player does in each position that its own plies reach. It shows an answer to anybody who has the
//!   rules, and is written as compressed text.
//!
//! What it does not show: that no shorter win exists. Facts are kept by a digest of their positions; that an answer does not
//! rest on two positions with one digest is shown by its strategy only.

mod depth_first;
mod error;
mod first_numbers;
mod game;
mod keep;
mod proof_number;
mod question;
mod ruled;
mod search;
mod space;
mod strategy;
mod table;
#[cfg(test)]
mod tests;
mod values;

pub use error::SearchError;
pub use game::SearchGame;
pub use question::{Answer, Attacker, Facts, Goal, Question, Value};
pub use ruled::{Notation, RuledPly, RuledSearch};
pub use search::{Engine, Progress, Search, Settings};
pub use strategy::{Claim, Header, Line, Strategy, smallest_image};
pub use values::PlyValue;
