//! Archives of Othello: the formats of its records, verified by the native and the naive rules.
//!
//! Files: `line` plays a record natively; `verdict` compares it with the naive rules, ply by ply (`same`), and checks
//! the claims of the file by both; `condition` searches its positions, `keys` finds equal games, `endgame` solves
//! positions with few empty squares, `mend` repairs. The formats are `wthor`, `ggf`, `sgf`, `pgn`, `obf` and
//! `transcript`, with `contents` for what each holds of a record, and `result` and `thousandths` for scores.
//! `docs/notebook/interfaces.md` has their sources.

mod condition;
mod contents;
mod endgame;
mod ggf;
mod keys;
mod line;
mod mend;
mod obf;
mod pgn;
mod result;
mod same;
mod sgf;
mod thousandths;
mod transcript;
mod verdict;
mod wthor;

use crate::OthelloSize;
use crate::play::{OthelloGame, named_board};
use certamen_ask::flag::Given;
use certamen_play::{Archives, Investigation, PlayError};
use certamen_records::{Format, Judge, Lines, Record, Verdict};
use certamen_work::Stop;
use verdict::OthelloJudge;

/// The formats, the most particular ones first.
pub fn formats() -> Vec<Box<dyn Format>> {
    vec![
        Box::new(wthor::Wthor),
        Box::new(ggf::Ggf),
        Box::new(sgf::FORMAT),
        Box::new(pgn::Pgn),
        Box::new(obf::Obf),
        Box::new(obf::Boards),
        Box::new(Lines::written_by(transcript::line)),
    ]
}

/// The verdict on a record on 8x8 by the native rules alone, for measurements; `None` if it is not legal. What people
/// read comes from both games.
pub fn judge_natively(record: &Record) -> Option<Verdict> {
    let judge = OthelloJudge::new(OthelloSize::Eight, &Investigation::default(), &Stop::new()).ok()?;
    judge.judge_natively(record)
}

impl Archives for OthelloGame {
    fn formats(&self) -> Vec<Box<dyn Format>> {
        formats()
    }

    fn judge(&self, given: &Given, wanted: &Investigation, stop: &Stop) -> Result<Box<dyn Judge>, PlayError> {
        let board = named_board(given.text("board"))?;
        let judge = OthelloJudge::new(board.unwrap_or(OthelloSize::Eight), wanted, stop);
        Ok(Box::new(judge?))
    }
}
