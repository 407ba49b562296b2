//! `certamen games`

use super::question::QueryName;
use super::{Game, Outcome, Session};
use crate::query::BoardSize;
use clap::{Args, ValueEnum};
use serde::Serialize;
use serde_json::json;
use std::fmt::Write as _;

/// List games, boards, queries and notations.
#[derive(Args, Debug)]
pub(super) struct Games;

#[derive(Serialize)]
struct Entry {
    game: String,
    boards: Vec<String>,
    queries: Vec<String>,
    notation: &'static str,
    record: &'static str,
}

fn name(value: &impl ValueEnum) -> String {
    value.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
}

fn entry(game: Game) -> Entry {
    let queries = QueryName::value_variants().iter().filter(|query| query.game() == game);
    match game {
        Game::Othello => Entry {
            game: name(&game),
            boards: BoardSize::value_variants().iter().map(ToString::to_string).collect(),
            queries: queries.map(name).collect(),
            notation: "one character a square, a1 b1 ... h8 or a line a rank: X the side to move (or Black), O the \
                       other, - empty",
            record: "F5D6C3..., any case, blanks allowed; a forced pass may be left out or written PA or --",
        },
        Game::PushFight => Entry {
            game: name(&game),
            boards: vec!["26 squares".to_owned()],
            queries: queries.map(name).collect(),
            notation: "one character a square, c4 d4 ... f1 or the grid: o O movers and pushers of the side to \
                       move, x X the other's, Y the pusher with the anchor, . free",
            record: "turns between blanks, such as d1-a2,d3-c3,c2-d2: up to two moves and a push",
        },
    }
}

impl Games {
    pub(super) fn run(session: &Session) -> anyhow::Result<Outcome> {
        let entries: Vec<Entry> = Game::value_variants().iter().map(|&game| entry(game)).collect();
        let mut text = String::new();
        for entry in &entries {
            let _ = writeln!(
                text,
                "{}\n  boards    {}\n  queries   {}\n  positions {}\n  records   {}",
                entry.game,
                entry.boards.join(", "),
                entry.queries.join(", "),
                entry.notation,
                entry.record
            );
        }
        session.answer(&text, &json!({ "games": entries }))?;
        Ok(Outcome::Holds)
    }
}
