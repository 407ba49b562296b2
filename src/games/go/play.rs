//! What the commands for all games do for Go.

use super::board::BoardName;
use super::perft::{self, Counted};
use super::show::Format;
use super::{Outcome, Session, file, replay};
use crate::diagram::go as diagram;
use crate::sgf::{self, Judged};
use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use encodings::go::position::{self as native, Line, NativeWord};
use encodings::go::{Board, Position, Stones, notation};
use encodings::word::WidestWord;
use rayon::prelude::*;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::path::Path;
use std::time::Instant;
use verify::go as naive;

/// What differs between rulesets.
#[derive(Args, Clone, Copy, Debug)]
pub(super) struct RuleArgs {
    /// Go: which repetition is forbidden. Where none is named: simple in records, positional in perft.
    #[arg(long, value_enum, value_name = "RULE")]
    ko: Option<Ko>,
    /// Go: whether a move may remove own stones. Where it is not said: forbidden in records, allowed in perft.
    #[arg(long, value_enum, value_name = "RULE")]
    suicide: Option<Suicide>,
}

/// Which repetition is forbidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Ko {
    /// Restoring the board on which the last move was made.
    Simple,
    /// Any earlier board.
    Positional,
    /// Any earlier board with the same player to move.
    Situational,
}

/// Whether suicide is a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Suicide {
    Allowed,
    Forbidden,
}

impl RuleArgs {
    /// That nothing is said of these rules, in another game.
    pub(super) fn none_for(self, game: &str) -> anyhow::Result<()> {
        if self.ko.is_some() || self.suicide.is_some() {
            bail!("--ko and --suicide are rules of go, not of {game}");
        }
        Ok(())
    }

    /// The rules of records: play may go on after two passes.
    fn of_records(self) -> naive::Rules {
        let ko = match self.ko.unwrap_or(Ko::Simple) {
            Ko::Simple => naive::Ko::Simple,
            Ko::Positional => naive::Ko::Positional,
            Ko::Situational => naive::Ko::Situational,
        };
        let suicide = match self.suicide.unwrap_or(Suicide::Forbidden) {
            Suicide::Allowed => naive::Suicide::Allowed,
            Suicide::Forbidden => naive::Suicide::Forbidden,
        };
        naive::Rules { suicide, ko, ending: naive::Ending::Open }
    }

    /// The rules of perft, where none are given those of the paper.
    fn of_perft(self) -> (encodings::go::Suicide, native::Ko) {
        let ko = match self.ko.unwrap_or(Ko::Positional) {
            Ko::Simple => native::Ko::Simple,
            Ko::Positional => native::Ko::Positional,
            Ko::Situational => native::Ko::Situational,
        };
        let suicide = match self.suicide.unwrap_or(Suicide::Allowed) {
            Suicide::Allowed => encodings::go::Suicide::Allowed,
            Suicide::Forbidden => encodings::go::Suicide::Forbidden,
        };
        (suicide, ko)
    }
}

/// The board that is named, or 19x19.
fn size(board: Option<BoardName>) -> anyhow::Result<naive::Size> {
    let (rows, columns) = BoardName::go(board);
    Ok(naive::Size::new(rows, columns)?)
}

/// `certamen replay go`, for a record on the command line.
pub(super) fn replay(
    session: &Session,
    board: Option<BoardName>,
    rules: RuleArgs,
    record: &str,
) -> anyhow::Result<Outcome> {
    let outcome = replay_record(size(board)?, rules, record);
    let text = match &outcome {
        Ok(game) => format!("{}{}\n", diagram::text(&game.position().board), described(game)),
        Err(complaint) => format!("illegal: {complaint}\n"),
    };
    session.answer(&text, &object(&outcome))?;
    Ok(if outcome.is_ok() { Outcome::Holds } else { Outcome::DoesNotHold })
}

fn replay_record(
    size: naive::Size,
    rules: RuleArgs,
    record: &str,
) -> Result<naive::Game, naive::RecordError> {
    naive::replay_record(&naive::Position::start(size), rules.of_records(), record)
}

/// `certamen replay go --file`: SGF, or a record a line.
pub(super) fn replay_file(
    session: &Session,
    board: Option<BoardName>,
    rules: RuleArgs,
    path: &Path,
) -> anyhow::Result<Outcome> {
    let bytes = file::read(path, sgf::FILE_LIMIT)?;
    let name = file::name_of(path);
    let text = sgf::decode(&bytes).with_context(|| name.clone())?;
    let is_sgf = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("sgf"));
    if is_sgf || text.trim_ascii_start().starts_with('(') {
        if board.is_some() {
            bail!("--board: SGF says by itself how large the board is");
        }
        return replay_sgf(session, rules, &name, &text);
    }
    replay_lines(session, size(board)?, rules, &name, &text)
}

fn replay_sgf(session: &Session, rules: RuleArgs, name: &str, text: &str) -> anyhow::Result<Outcome> {
    let collection = sgf::read(text).with_context(|| name.to_owned())?;
    let mut report = String::new();
    let mut objects = Vec::new();
    let mut illegal = 0;
    for (number, game) in (1..).zip(&collection.games) {
        let Some(judged) = sgf::judge(game, text, rules.of_records(), &session.stop) else {
            return session.interrupted();
        };
        illegal += usize::from(!judged.complaints.is_empty());
        let _ = writeln!(report, "game {number} ({}): {}", judged.place, told(&judged));
        for complaint in &judged.complaints {
            let _ = writeln!(report, "  {complaint}");
        }
        if judged.refused > judged.complaints.len() {
            let _ = writeln!(report, "  and {} more", judged.refused - judged.complaints.len());
        }
        objects.push(judged_object(&judged));
    }
    if let [_] = &collection.games[..]
        && let Some(judged) = objects.first().and_then(|object| object["end"].as_str())
    {
        let end = naive::parse_board(judged).context("the end of the main line")?;
        report = diagram::text(&end) + &report;
    }
    let _ = writeln!(report, "{} legal, {illegal} illegal", objects.len() - illegal);
    session.answer(&report, &json!({ "games": objects, "illegal": illegal }))?;
    Ok(if illegal == 0 { Outcome::Holds } else { Outcome::DoesNotHold })
}

fn told(judged: &Judged) -> String {
    let verdict = if judged.complaints.is_empty() { "legal" } else { "illegal" };
    let variations = match judged.variations {
        1 => String::new(),
        lines => format!(", {lines} lines of play"),
    };
    format!("{verdict}: {}, {} moves on the main line{variations}", judged.end.size(), judged.moves)
}

fn judged_object(judged: &Judged) -> Value {
    let complaint = |complaint: &sgf::Complaint| {
        json!({
            "line": complaint.place.line, "column": complaint.place.column, "variation": complaint.variation,
            "move": complaint.number, "reason": complaint.wrong.to_string(),
        })
    };
    json!({
        "line": judged.place.line, "column": judged.place.column, "board": judged.end.size().to_string(),
        "legal": judged.complaints.is_empty(), "moves": judged.moves, "lines_of_play": judged.variations,
        "end": naive::write_line(&judged.end),
        "complaints": judged.complaints.iter().map(complaint).collect::<Vec<_>>(),
    })
}

fn replay_lines(
    session: &Session,
    size: naive::Size,
    rules: RuleArgs,
    name: &str,
    text: &str,
) -> anyhow::Result<Outcome> {
    replay::require_records(name, text)?;
    replay::judge_lines(session, text, |record| replay_record(size, rules, record), described, object)
}

fn described(game: &naive::Game) -> String {
    let position = game.position();
    format!(
        "legal: {} plies; {} to move; {}",
        game.length(),
        position.mover,
        diagram::caption(&position.board)
    )
}

fn object(outcome: &Result<naive::Game, naive::RecordError>) -> Value {
    match outcome {
        Ok(game) => json!({
            "legal": true, "plies": game.length(), "board": naive::write_line(&game.position().board),
            "to_move": game.position().mover.to_string().to_lowercase(),
        }),
        Err(complaint) => json!({ "legal": false, "complaint": complaint.to_string() }),
    }
}

/// `certamen show go`
pub(super) fn show(session: &Session, text: &str, format: Format) -> anyhow::Result<Outcome> {
    let board = naive::parse_board(text).context("the position")?;
    let drawn = match format {
        Format::Ascii => format!("{}{}\n", diagram::text(&board), diagram::caption(&board)),
        Format::Svg => diagram::svg(&board),
    };
    let string = |string: &naive::StoneString| {
        json!({
            "colour": string.stone.to_string().to_lowercase(),
            "points": string.points.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "liberties": string.liberties.iter().map(ToString::to_string).collect::<Vec<_>>(),
        })
    };
    let strings: Vec<Value> = naive::strings(&board).iter().map(string).collect();
    session.answer(
        &drawn,
        &json!({
            "board": naive::write_line(&board), "size": board.size().to_string(),
            "legal": naive::is_legal(&board), "strings": strings,
        }),
    )?;
    Ok(Outcome::Holds)
}

/// `certamen perft go`
pub(super) fn perft(
    session: &Session,
    board: Option<BoardName>,
    position: Option<&str>,
    rules: RuleArgs,
    depth: u32,
    divide: bool,
) -> anyhow::Result<Outcome> {
    let (board, stones) = match position {
        Some(_) if board.is_some() => bail!("--board: the position says how large the board is"),
        Some(text) => notation::parse(text)?,
        None => {
            let size = size(board)?;
            let board = Board::of_size(size.rows(), size.columns()).context("a board has points")?;
            (board, Stones { own: WidestWord::EMPTY, opp: WidestWord::EMPTY })
        }
    };
    let begun = Instant::now();
    // What fits into a machine word is counted in one.
    let [own, opp] = [stones.own, stones.opp].map(|side| side.limbs()[0]);
    let counted = if board.points() <= 64 {
        let position = Position::new(&board, Stones { own, opp })?;
        counted(session, &board, position, rules, depth, divide)
    } else {
        counted(session, &board, Position::new(&board, stones)?, rules, depth, divide)
    };
    perft::answer(session, depth, begun, counted)
}

/// The leaves behind each first ply, if they are asked for, and all leaves; `None` if the work was ended.
fn counted<W: NativeWord + Send + Sync>(
    session: &Session,
    board: &Board,
    position: Position<'_, W>,
    rules: RuleArgs,
    depth: u32,
    divide: bool,
) -> Option<Counted> {
    let (suicide, ko) = rules.of_perft();
    let line = Line::new(position, suicide, ko);
    if !divide || depth == 0 {
        return Some((Vec::new(), leaves(session, &line, depth)?));
    }
    let plies: Vec<_> = line.successors().collect();
    let behind = plies.par_iter().map(|(point, next)| {
        let name = point.map_or_else(|| "pass".to_owned(), |point| notation::print_point(board, point));
        Some((name, leaves(session, next, depth - 1)?))
    });
    let divided = behind.collect::<Option<Vec<_>>>()?;
    let sum = divided.iter().map(|(_, leaves)| leaves).sum();
    Some((divided, sum))
}

/// How many plies a task counts at the most.
const TASK: u32 = 2;

fn leaves<W: NativeWord + Send + Sync>(session: &Session, line: &Line<'_, W>, depth: u32) -> Option<u64> {
    if session.stop.is_requested() {
        return None;
    }
    if depth <= TASK || line.is_over() {
        return Some(line.perft(depth));
    }
    let next: Vec<_> = line.successors().map(|(_, next)| next).collect();
    next.par_iter().map(|next| leaves(session, next, depth - 1)).sum()
}
