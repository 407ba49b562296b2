//! The questions about Push Fight, a file for each, and the witness that they share.

pub(crate) mod language;
mod moves;
pub mod stuck;
pub mod turns;
pub mod win;
mod witness;

pub use crate::board::PushFightBoard;
pub use stuck::PushFightStuck;
pub use turns::PushFightTurns;
pub use win::{GivenPosition, PushFightWin};
pub use witness::{PushFightWitness, TurnCount};

use certamen_ask::flag::Flag;

/// The flag that all questions have.
const BOARD: Flag =
    Flag::text("board", "BOARD", "The board: 4x3, 4x4 or 8x4 [default: 8x4, the published one]");
