//! Push Fight: everything that only this game has. Its rules are in `encodings::push_fight`, their naive twin in
//! `verify::push_fight`.
//!
//! - [`board`]: its boards. [`diagram`]: positions as text and pictures.
//! - [`play`]: the game for the verbs `perft`, `replay`, `show` and `games`.
//! - [`query`]: its questions, a file for each, and the [`witness`](query::PushFightWitness) that answers them.
//! - [`proof`]: proofs of bounds on the number of turns.
//! - [`search`]: native searches of single positions.
//! - [`decide`]: values on demand, as answers that the naive game has replayed.
//! - [`retro`]: the game for the retrograde engine, on small boards.
//! - `commands`, with the feature `cli`: its own commands.
//!
//! A published result about it is in `src/results/push_fight_turns`.

pub mod board;
pub mod decide;
pub mod diagram;
pub mod play;
pub mod proof;
pub mod query;
pub mod retro;
pub mod search;
#[cfg(feature = "cli")]
mod tasks;
mod twin;

#[cfg(feature = "cli")]
pub use tasks::commands;

pub use board::NAME;

use certamen_ask::kind::{Kind, kind};
use certamen_play::Game;
use query::{PushFightStuck, PushFightTurns, PushFightWin, language};
use std::sync::Arc;

/// The game, for the verbs `perft`, `replay`, `show` and `games`.
pub fn game() -> Arc<dyn Game> {
    Arc::new(play::PushFightGame)
}

/// Its questions.
pub fn kinds() -> Vec<Arc<dyn Kind>> {
    vec![
        kind::<PushFightStuck>(),
        kind::<PushFightTurns>(),
        kind::<PushFightWin>(),
        Arc::new(language::kind()),
    ]
}
