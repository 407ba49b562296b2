//! Push Fight: all that is this game's alone. Its rules stand in `encodings::push_fight`, their naive twin in
//! `verify::push_fight`.
//!
//! - [`board`]: the boards that it is offered on. [`diagram`]: positions as text and pictures.
//! - [`play`]: the game for the verbs `perft`, `replay`, `show` and `games`.
//! - [`query`]: its questions, a file for each, and the [`witness`](query::PushFightWitness) that answers them.
//! - [`proof`]: how bounds on the number of turns are proved.
//! - [`search`]: positions solved natively, the phases of the whole solution, and the most turns by a search of all.
//! - [`retro`]: the game for the retrograde engine, on small boards.
//! - `tasks`, with the feature `cli`: what it adds to the command line.

pub mod board;
pub mod diagram;
pub mod play;
pub mod proof;
pub mod query;
pub mod retro;
pub mod search;
#[cfg(feature = "cli")]
mod tasks;

#[cfg(feature = "cli")]
pub use tasks::tasks;

use certamen_ask::kind::{Kind, kind};
use certamen_play::Game;
use query::{PushFightStuck, PushFightTurns, PushFightWin};
use std::sync::Arc;

/// The name of the game.
pub const NAME: &str = "push-fight";

/// The game, for the verbs `perft`, `replay`, `show` and `games`.
pub fn game() -> Arc<dyn Game> {
    Arc::new(play::PushFightGame)
}

/// Its questions.
pub fn kinds() -> Vec<Arc<dyn Kind>> {
    vec![kind::<PushFightStuck>(), kind::<PushFightTurns>(), kind::<PushFightWin>()]
}
