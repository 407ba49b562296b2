//! Go as a game: records, game trees and pictures.
//!
//! The naive rules judge records; the native rules count trees.

mod archive;
mod collection;
mod rules;
mod search;
mod tree;
mod twin;
mod view;

use crate::{NAME, diagram};
use certamen_ask::flag::{Flag, Given};
use certamen_play::records::each_line;
use certamen_play::{
    Archives, Game, PerftCount, Picture, PlayError, PositionView, Purpose, RecordFile, RecordReport,
    ReplayReport, Setup, Table, Twins,
};
use certamen_work::Stop;
use encodings::go::{Board, BoardSides, LONGEST};
use rules::RuleFlags;
use serde_json::{Value, json};
use std::io::Read;
use twin::GoTwins;
use verify::go as naive;

/// The game.
#[derive(Clone, Copy, Debug)]
pub struct Go;

const BOARD: Flag = Flag::text("board", "BOARD", "The board: two sides of 1 to 19 points [default: 19x19]");

impl Game for Go {
    fn name(&self) -> &'static str {
        NAME
    }

    fn about(&self) -> &'static str {
        "Go, 1x1 to 19x19: legal positions counted, and results from the counts; games on small boards; the number of \
         strings; a game through all positions; records in SGF with all variations"
    }

    fn boards(&self) -> Vec<String> {
        vec![format!("1x1 to {LONGEST}x{LONGEST}")]
    }

    /// Small ones, because the naive game is slow on large ones, and a game at random is long there.
    fn checked_boards(&self) -> Vec<String> {
        ["2x2", "3x3", "4x5"].map(str::to_owned).into()
    }

    fn usual_boards(&self) -> Vec<String> {
        [3, 5, 7, 9, 13, 19].map(|side| format!("{side}x{side}")).into()
    }

    fn notation(&self) -> &'static str {
        "a character for each point, the top row first, rows between slashes or on lines: X Black (or the side to move), \
         O White, . empty"
    }

    fn record_form(&self) -> &'static str {
        "points as SGF spells them (cd: column c, row d from the top), pass or tt; SGF files, with variations"
    }

    fn flags(&self, purpose: Purpose) -> Vec<Flag> {
        match purpose {
            Purpose::Replay => [&[BOARD][..], &rules::OF_RECORDS].concat(),
            Purpose::Perft => [&[BOARD][..], &rules::OF_TREES].concat(),
            Purpose::Show => vec![BOARD],
        }
    }

    /// Records start with the empty board, or are SGF.
    fn takes_position(&self, purpose: Purpose) -> bool {
        purpose != Purpose::Replay
    }

    fn help(&self, purpose: Purpose) -> &'static str {
        match purpose {
            Purpose::Replay => {
                "A file may hold games in SGF, which are judged with all their variations. Play may continue after two passes."
            }
            Purpose::Perft => {
                "Points and the pass are plies, two passes end the game, and the rules are those of the paper (Tromp and \
                 Farnebäck, \"Combinatorics of Go\") unless --ko and --suicide say otherwise."
            }
            Purpose::Show => "",
        }
    }

    fn examples(&self, purpose: Purpose) -> &'static [(&'static str, &'static str)] {
        match purpose {
            Purpose::Replay => &[
                ("replay go --board 9x9 \"ee ef pass\"", "points as in SGF"),
                ("replay go --file game.sgf --ko situational --suicide allowed", ""),
            ],
            Purpose::Perft => &[("perft go 2", "130683")],
            Purpose::Show => &[("show go .XO/XO./.X. --format svg", "")],
        }
    }

    fn archives(&self) -> Option<&dyn Archives> {
        Some(self)
    }

    fn table(&self, given: &Given) -> Result<Box<dyn Table>, PlayError> {
        Ok(Box::new(GoTable { board: given.read(BOARD.name)?, rules: RuleFlags::from_given(given)? }))
    }
}

/// The size of a board; 19x19 by default.
fn size(board: Option<BoardSides>) -> Result<naive::Size, PlayError> {
    let (rows, columns) = board.map_or((LONGEST, LONGEST), |board| (board.rows(), board.columns()));
    naive::Size::new(rows, columns).map_err(|error| PlayError::Flags(error.to_string()))
}

/// The size that flags choose.
fn size_of(given: &Given) -> Result<naive::Size, PlayError> {
    size(given.read(BOARD.name)?)
}

/// The choices of the user.
struct GoTable {
    board: Option<BoardSides>,
    rules: RuleFlags,
}

impl GoTable {
    fn size(&self) -> Result<naive::Size, PlayError> {
        size(self.board)
    }

    /// A position, which must be on the board that is named, if one is.
    fn parse(&self, text: &str) -> Result<naive::Board, PlayError> {
        let board = naive::parse_board(text).map_err(|error| PlayError::Position(error.to_string()))?;
        PlayError::require_board(self.board.map(|_| self.size()).transpose()?, &board.size())?;
        Ok(board)
    }

    fn replay_on(&self, size: naive::Size, record: &str) -> ReplayReport {
        let start = naive::Position::start(size);
        match naive::replay_record(&start, self.rules.of_records(), record) {
            Ok(game) => ReplayReport {
                is_legal: true,
                diagram: diagram::text(&game.position().board),
                verdict: describe(&game),
                object: object(&game),
            },
            Err(complaint) => ReplayReport::illegal(complaint),
        }
    }
}

impl Table for GoTable {
    /// If a position is given, it determines the size of the board.
    fn perft(
        &self,
        position: Option<&str>,
        depth: u32,
        divide: bool,
        stop: &Stop,
    ) -> Result<PerftCount, PlayError> {
        match position {
            Some(text) => {
                self.parse(text)?;
                tree::count_from(text, self.rules, depth, divide, stop)
            }
            None => tree::count(self.size()?, self.rules, depth, divide, stop),
        }
    }

    fn replay(&self, position: Option<&str>, record: &str) -> Result<ReplayReport, PlayError> {
        refuse_position(position)?;
        Ok(self.replay_on(self.size()?, record))
    }

    /// The file is SGF if its name or its first character says so; otherwise each line is a record.
    fn replay_file(
        &self,
        position: Option<&str>,
        file: &mut RecordFile<'_>,
        stop: &Stop,
        report: &mut dyn FnMut(RecordReport),
    ) -> Result<&'static str, PlayError> {
        refuse_position(position)?;
        let begun = collection::begin(file)?;
        let mut reader = begun.blanks.as_slice().chain(&mut *file.reader);
        let mut file = RecordFile { name: file.name, extension: file.extension, reader: &mut reader };
        if begun.is_sgf {
            if self.board.is_some() {
                return Err(PlayError::Flags(
                    "--board: the SGF file determines the size of the board".to_owned(),
                ));
            }
            collection::replay(&mut file, self.rules.of_records(), stop, report)?;
            return Ok(collection::LIST);
        }
        let size = self.size()?;
        each_line(&mut file, stop, report, |record| Ok(self.replay_on(size, record)))?;
        Ok("records")
    }

    fn twins(&self, position: Option<&str>) -> Result<Option<Box<dyn Twins + '_>>, PlayError> {
        let size = match position {
            Some(text) => self.parse(text)?.size(),
            None => self.size()?,
        };
        let board = Board::of_size(size.rows(), size.columns());
        let board = board.ok_or_else(|| PlayError::Flags(format!("{size}: not a board")))?;
        Ok(Some(Box::new(GoTwins { board, size, rules: self.rules })))
    }

    fn show(&self, position: &str) -> Result<Picture, PlayError> {
        let board = self.parse(position)?;
        let strings: Vec<Value> = naive::strings(&board).iter().map(string_object).collect();
        Ok(Picture {
            text: format!("{}{}\n", diagram::text(&board), diagram::caption(&board)),
            svg: diagram::svg(&board),
            object: json!({
                "board": naive::write_line(&board), "size": board.size().to_string(),
                "legal": naive::is_legal(&board), "strings": strings,
            }),
        })
    }

    /// The text has the plies that led to the position, because ko depends on them: see `view`.
    fn view(&self, position: Option<&str>) -> Result<PositionView, PlayError> {
        view::view(self.size()?, self.rules, position)
    }

    fn setup(&self, view: &PositionView) -> Option<Setup> {
        view::setup(view)
    }

    fn images(&self, view: &PositionView) -> Vec<String> {
        view::images(view)
    }

    fn follow(
        &self,
        position: Option<&str>,
        record: &str,
        most: usize,
    ) -> Result<Vec<PositionView>, PlayError> {
        view::follow(self.size()?, self.rules, position, record, most)
    }
}

fn refuse_position(position: Option<&str>) -> Result<(), PlayError> {
    let refusal = "--position: records of go start from the empty board, or are SGF";
    position.map_or(Ok(()), |_| Err(PlayError::Flags(refusal.to_owned())))
}

/// A legal record, described in one line.
fn describe(game: &naive::Game) -> String {
    let position = game.position();
    format!(
        "legal: {} plies; {} to move; {}",
        game.length(),
        position.mover,
        diagram::caption(&position.board)
    )
}

/// The same as JSON.
fn object(game: &naive::Game) -> Value {
    let position = game.position();
    json!({
        "legal": true, "plies": game.length(), "board": naive::write_line(&position.board),
        "to_move": position.mover.to_string().to_lowercase(),
    })
}

fn string_object(string: &naive::StoneString) -> Value {
    let names = |points: &[naive::Point]| points.iter().map(ToString::to_string).collect::<Vec<_>>();
    json!({
        "colour": string.stone.to_string().to_lowercase(),
        "points": names(&string.points), "liberties": names(&string.liberties),
    })
}

#[cfg(test)]
mod tests;
