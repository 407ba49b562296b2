//! `certamen replay`

use super::board::{BoardName, Pieces};
use super::{Game, Outcome, Session, file, go, ostle, push_fight};
use crate::diagram::othello as diagram;
use anyhow::ensure;
use clap::Args;
use serde_json::{Value, json};
use std::fmt::{Display, Write as _};
use std::path::{Path, PathBuf};
use verify::othello::{self as naive, Replay as Played, Size, Turn, write_line, write_transcript};

/// The largest file of records that is read, in bytes.
const FILE_LIMIT: u64 = 1 << 30;

/// Verify game records by the naive rules.
///
/// Says of each record whether it is legal, and if not, which ply is wrong, where in the text and why. Exits 1 if any
/// record is not legal.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  certamen replay othello F5D6C3D3C4\n  \
    certamen replay othello --file games.txt          one record a line, # for comments\n  \
    certamen replay push-fight d1-a2,d3-c3,c2-d2      turns between blanks\n  \
    certamen replay ostle c1U,c3R                     moves between commas\n  \
    certamen replay go --board 9x9 \"ee ef pass\"       points as in SGF\n  \
    certamen replay go --file game.sgf --ko situational --suicide allowed")]
pub(super) struct Replay {
    /// The game.
    game: Game,
    /// The record; `-` reads records from standard input.
    #[arg(value_name = "RECORD", required_unless_present = "file", conflicts_with = "file")]
    record: Option<String>,
    /// A file of records, one a line, or of Go games in SGF with all their variations; `-` is standard input.
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
    /// The board: of Othello 8x8, of Ostle 5x5, of Go 19x19 where none is given.
    #[arg(long, value_name = "BOARD")]
    board: Option<BoardName>,
    #[command(flatten)]
    pieces: Pieces,
    #[command(flatten)]
    rules: go::RuleArgs,
    /// The position from which records of Push Fight or Ostle start.
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true)]
    position: Option<String>,
}

impl Replay {
    pub(super) fn run(&self, session: &Session) -> anyhow::Result<Outcome> {
        match self.game {
            Game::Othello => {}
            Game::PushFight => return self.run_push_fight(session),
            Game::Ostle => return self.run_ostle(session),
            Game::Go => return self.run_go(session),
        }
        self.pieces.none_for("othello")?;
        self.rules.none_for("othello")?;
        ensure!(self.position.is_none(), "--position: records of othello start from the start of the game");
        let size = Size::new(BoardName::othello(self.board)?.side())?;
        match &self.record {
            Some(record) if record != "-" => {
                let outcome = naive::replay(size, record);
                let text = match &outcome {
                    Ok(played) => format!("{}{}\n", diagram::text(&played.position), describe(played)),
                    Err(complaint) => format!("illegal: {complaint}\n"),
                };
                session.answer(&text, &object(&outcome))?;
                Ok(if outcome.is_ok() { Outcome::Holds } else { Outcome::DoesNotHold })
            }
            _ => self.run_file(session, size),
        }
    }

    fn run_push_fight(&self, session: &Session) -> anyhow::Result<Outcome> {
        ensure!(self.board.is_none(), "--board is a board of othello, ostle or go");
        self.pieces.none_for("push-fight")?;
        self.rules.none_for("push-fight")?;
        let start = self.position.as_deref();
        match &self.record {
            Some(record) if record != "-" => push_fight::replay(session, start, record),
            _ => push_fight::replay_file(session, start, self.file.as_deref().unwrap_or(Path::new("-"))),
        }
    }

    fn run_ostle(&self, session: &Session) -> anyhow::Result<Outcome> {
        self.rules.none_for("ostle")?;
        let variant = self.pieces.variant(BoardName::ostle(self.board)?)?;
        let start = self.position.as_deref();
        match &self.record {
            Some(record) if record != "-" => ostle::replay(session, variant, start, record),
            _ => {
                let path = self.file.as_deref().unwrap_or(Path::new("-"));
                ostle::replay_file(session, variant, start, path)
            }
        }
    }

    fn run_go(&self, session: &Session) -> anyhow::Result<Outcome> {
        ensure!(self.position.is_none(), "--position: records of go start from the empty board, or are SGF");
        self.pieces.none_for("go")?;
        match &self.record {
            Some(record) if record != "-" => go::replay(session, self.board, self.rules, record),
            _ => {
                let path = self.file.as_deref().unwrap_or(Path::new("-"));
                go::replay_file(session, self.board, self.rules, path)
            }
        }
    }

    fn run_file(&self, session: &Session, size: Size) -> anyhow::Result<Outcome> {
        let path = self.file.clone().unwrap_or_else(|| PathBuf::from("-"));
        let text = file::read_text(&path, FILE_LIMIT)?;
        require_records(&file::name_of(&path), &text)?;
        judge_lines(session, &text, |record| naive::replay(size, record), describe, object)
    }
}

/// The records of a file, one a line, with the numbers of their lines; blank lines and comments are none.
pub(super) fn records(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = (1..).zip(text.lines().map(str::trim));
    lines.filter(|(_, record)| !record.is_empty() && !record.starts_with('#'))
}

/// Complains of a file without any record.
pub(super) fn require_records(name: &str, text: &str) -> anyhow::Result<()> {
    ensure!(records(text).next().is_some(), "{name}: no record in it");
    Ok(())
}

/// Says of each record of a file of any game whether it is legal, and how many are.
pub(super) fn judge_lines<T, E: Display>(
    session: &Session,
    text: &str,
    replay: impl Fn(&str) -> Result<T, E>,
    describe: impl Fn(&T) -> String,
    object: impl Fn(&Result<T, E>) -> Value,
) -> anyhow::Result<Outcome> {
    let (mut report, mut objects, mut illegal) = (String::new(), Vec::new(), 0);
    for (line, record) in records(text) {
        let outcome = replay(record);
        illegal += usize::from(outcome.is_err());
        let _ = match &outcome {
            Ok(played) => writeln!(report, "line {line}: {}", describe(played)),
            Err(complaint) => writeln!(report, "line {line}: illegal: {complaint}"),
        };
        let mut object = object(&outcome);
        object["line"] = json!(line);
        objects.push(object);
    }
    let _ = writeln!(report, "{} legal, {illegal} illegal", objects.len() - illegal);
    session.answer(&report, &json!({ "records": objects, "illegal": illegal }))?;
    Ok(if illegal == 0 { Outcome::Holds } else { Outcome::DoesNotHold })
}

fn describe(played: &Played) -> String {
    let position = &played.position;
    let end = match position.turn() {
        Turn::Over => {
            let (black, white) =
                (position.board.count(naive::Disc::Black), position.board.count(naive::Disc::White));
            format!("game over, {black} black and {white} white discs")
        }
        _ => diagram::caption(position, &position.mover.to_string()),
    };
    let passes = match played.passes() {
        0 => String::new(),
        1 => " (1 pass)".to_owned(),
        passes => format!(" ({passes} passes)"),
    };
    format!("legal: {} plies{passes}; {end}", played.plies.len())
}

fn object(outcome: &Result<Played, naive::Complaint>) -> serde_json::Value {
    match outcome {
        Ok(played) => json!({
            "legal": true, "plies": played.plies.len(), "passes": played.passes(),
            "record": write_transcript(&played.plies), "board": write_line(&played.position.board),
            "to_move": played.position.mover.to_string().to_lowercase(), "over": played.position.is_over(),
            "mobility": played.position.legal_moves().len(), "empties": played.position.board.empties(),
        }),
        Err(complaint) => json!({ "legal": false, "complaint": complaint.to_string() }),
    }
}
