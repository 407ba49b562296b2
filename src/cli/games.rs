//! `certamen games`

use super::question::QueryName;
use super::{Game, Outcome, Session};
use crate::query::{BoardSize, PushFightBoard};
use clap::{Args, ValueEnum};
use serde::Serialize;
use serde_json::json;
use std::fmt::Write as _;

/// List games, boards, queries and notations.
#[derive(Args, Debug)]
pub(super) struct Games;

#[derive(Serialize)]
struct Entry {
    game: &'static str,
    boards: Vec<String>,
    queries: Vec<String>,
    commands: &'static [&'static str],
    notation: &'static str,
    record: &'static str,
}

fn entries() -> [Entry; 4] {
    [othello(), ostle(), push_fight(), go()]
}

fn othello() -> Entry {
    Entry {
        game: "othello",
        boards: BoardSize::value_variants().iter().map(ToString::to_string).collect(),
        queries: QueryName::of(Game::Othello),
        commands: &["profile", "enumerate", "count", "cube", "reach", "perft", "replay", "show"],
        notation: "one character a square, a1 b1 ... h8 or a line a rank: X the side to move (or Black), O the other, - \
                   empty",
        record: "F5D6C3..., any case, blanks allowed; a forced pass may be left out or written PA or --",
    }
}

fn ostle() -> Entry {
    Entry {
        game: "ostle",
        boards: ["3x3", "4x4", "5x5"].map(ToOwned::to_owned).into(),
        queries: QueryName::of(Game::Ostle),
        commands: &[
            "enumerate",
            "count",
            "cube",
            "retro build",
            "retro probe",
            "retro stats",
            "retro compare",
            "retro longest",
            "retro audit",
            "retro distances",
            "puzzles",
            "perft",
            "replay",
            "show",
        ],
        notation: "a digit a square, a rank between dashes, the last rank first: 1 the side to move, 2 the other, 3 the \
                   hole, 0 empty",
        record: "moves with commas between them, such as d2L,a1R,c2L: a square and a direction, U, D, L or R",
    }
}

fn push_fight() -> Entry {
    Entry {
        game: "push-fight",
        boards: PushFightBoard::value_variants().iter().map(ToString::to_string).collect(),
        queries: QueryName::of(Game::PushFight),
        commands: &[
            "prove",
            "enumerate",
            "cube",
            "count",
            "solve-position",
            "retro phase",
            "retro turns",
            "perft",
            "replay",
            "show",
        ],
        notation: "one character a square, c4 d4 ... f1 or the grid: o O movers and pushers of the side to move, x X the \
                   other's, Y the pusher with the anchor, . free",
        record: "turns between blanks, such as d1-a2,d3-c3,c2-d2: up to two moves and a push",
    }
}

fn go() -> Entry {
    Entry {
        game: "go",
        boards: vec!["1x1 to 19x19".to_owned()],
        queries: ["go.positions", "go.games", "go.graph", "go.cycle"]
            .map(ToOwned::to_owned)
            .into_iter()
            .chain(QueryName::of(Game::Go))
            .collect(),
        commands: &["enumerate", "cube", "count", "recurrence", "solve", "perft", "replay", "show"],
        notation: "one character a point, a row between slashes or a line a row, the top row first: X Black (or the side to \
                   move), O White, . empty",
        record: "points as SGF spells them (cd: column c, row d from the top), pass or tt; SGF files, with variations",
    }
}

impl Games {
    pub(super) fn run(session: &Session) -> anyhow::Result<Outcome> {
        let entries = entries();
        let mut text = String::new();
        for entry in &entries {
            let queries = if entry.queries.is_empty() { "none".to_owned() } else { entry.queries.join(", ") };
            let _ = writeln!(
                text,
                "{}\n  boards    {}\n  queries   {queries}\n  commands  {}\n  positions {}\n  records   {}",
                entry.game,
                entry.boards.join(", "),
                entry.commands.join(", "),
                entry.notation,
                entry.record
            );
        }
        session.answer(&text, &json!({ "games": entries }))?;
        Ok(Outcome::Holds)
    }
}
