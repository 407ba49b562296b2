//! Lines of moves as the Othello world writes them: `F5D6C3`, without passes.

use super::held::{Holds, played};
use super::line::squares_only;
use super::verdict::board_of;
use crate::OthelloSize;
use certamen_records::{Cannot, Format, Head, Lines, Opened, Record, Records, Unreadable, Writer};
use std::io::{self, Write};

/// The format `lines`, with moves in capital letters.
#[derive(Clone, Copy, Debug)]
pub(super) struct Transcripts;

impl Format for Transcripts {
    fn name(&self) -> &'static str {
        Lines.name()
    }

    fn about(&self) -> &'static str {
        Lines.about()
    }

    fn extensions(&self) -> &'static [&'static str] {
        Lines.extensions()
    }

    fn recognises(&self, head: Head<'_>) -> bool {
        Lines.recognises(head)
    }

    fn read(&self, file: Opened) -> Result<Box<dyn Records>, Unreadable> {
        Lines.read(file)
    }

    fn writer(&self) -> Box<dyn Writer> {
        Box::new(TranscriptWriter)
    }
}

struct TranscriptWriter;

impl Writer for TranscriptWriter {
    fn add(&mut self, record: &Record, out: &mut dyn Write) -> io::Result<Result<Vec<&'static str>, Cannot>> {
        if record.start.is_some() {
            return Ok(Err(Cannot("lines of moves begin at the start of the game".to_owned())));
        }
        let played = match played(record) {
            Ok(played) => played,
            Err(cannot) => return Ok(Err(cannot)),
        };
        let moves = squares_only(played.board.side(), &played.line.plies);
        if moves.is_empty() {
            return Ok(Err(Cannot("a line of no moves would be a blank line".to_owned())));
        }
        writeln!(out, "{}", moves.to_ascii_uppercase().replace(' ', ""))?;
        let mut lost = Holds::default().lost(record);
        if board_of(record, OthelloSize::Eight) != Ok(OthelloSize::Eight) {
            lost.push("the size of the board");
        }
        Ok(Ok(lost))
    }
}
