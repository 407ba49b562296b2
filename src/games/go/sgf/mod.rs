//! Game records in SGF, the Smart Game Format (its versions 1 to 4), replayed by the naive game.
//!
//! `certamen_records::brackets` decodes the text and finds the nodes; `read` interprets them, and `replay` plays them.
//! The crate `sgf-parse` interprets values. It does not find the nodes because it does not report places, and because its
//! nodes own their children: dropping a line of a hundred thousand nodes would exhaust the stack.
//!
//! Used properties: moves (B, W), setup (AB, AW, AE, PL), the size (SZ) and the game (GM). All others are skipped.

mod read;
mod replay;

pub use read::{SgfGame, read};
pub(crate) use replay::judge_and_visit;
pub use replay::{ERROR_LIMIT, NodeError, NodeErrorReason, SgfVerdict, judge};
