//! Lines of moves as the Othello world writes them: `F5D6C3`, without passes.

use super::held::{Holds, played};
use super::line::squares_only;
use super::verdict::board_of;
use crate::OthelloSize;
use certamen_records::{Record, Written};

/// The line of a record.
pub(super) fn line(record: &Record) -> Written {
    let played = played(record)?;
    let moves = squares_only(played.board.side(), &played.line.plies);
    let mut lost = Holds::default().lost(record);
    if board_of(record, OthelloSize::Eight) != Ok(OthelloSize::Eight) {
        lost.push("the size of the board");
    }
    Ok((moves.to_ascii_uppercase().replace(' ', ""), lost))
}
