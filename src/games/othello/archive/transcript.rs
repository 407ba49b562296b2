//! Lines of moves as the Othello world writes them: `F5D6C3`, without passes.

use super::contents::{FormatContents, played};
use super::line::squares_only;
use super::verdict::board_of;
use crate::OthelloSize;
use certamen_records::{Record, WriteResult};

/// The line of a record.
pub(super) fn line(record: &Record) -> WriteResult {
    let played = played(record)?;
    let moves = squares_only(played.board.side(), &played.line.plies);
    let mut lost = FormatContents::default().lost(record);
    if board_of(record, OthelloSize::Eight) != Ok(OthelloSize::Eight) {
        lost.push("the size of the board");
    }
    Ok((moves.to_ascii_uppercase().replace(' ', ""), lost))
}
