//! `certamen perft`

use super::{Game, Outcome, Session};
use crate::query::BoardSize;
use anyhow::Context;
use clap::Args;
use encodings::board::Layout;
use encodings::othello::notation;
use encodings::othello::position::Position;
use rayon::prelude::*;
use serde_json::json;
use std::fmt::Write as _;
use std::time::Instant;

/// Deeper trees than this have more leaves than can be counted.
const DEPTH_LIMIT: u32 = 60;

/// Count the leaves of the game tree at a depth, natively and on all cores.
///
/// A pass is one ply; a game that has ended is one leaf at every greater depth.
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  certamen perft othello 10          24571284")]
pub(super) struct Perft {
    /// The game.
    game: Game,
    /// The depth in plies.
    #[arg(value_parser = clap::value_parser!(u32).range(..=i64::from(DEPTH_LIMIT)))]
    depth: u32,
    /// Start from this position, X to move.
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true)]
    position: Option<String>,
    /// The board.
    #[arg(long, value_name = "BOARD", default_value = "8x8")]
    board: BoardSize,
    /// Give the leaves behind each first ply as well.
    #[arg(long)]
    divide: bool,
}

impl Perft {
    pub(super) fn run(&self, session: &Session) -> anyhow::Result<Outcome> {
        let Game::Othello = self.game;
        match self.board {
            BoardSize::Four => self.run_on::<4>(session),
            BoardSize::Six => self.run_on::<6>(session),
            BoardSize::Eight => self.run_on::<8>(session),
        }
    }

    fn run_on<const SIDE: usize>(&self, session: &Session) -> anyhow::Result<Outcome> {
        let layout = Layout::new(SIDE, SIDE).context("a board has squares")?;
        let position = match &self.position {
            Some(text) => Position::<SIDE>::new(notation::parse(text, layout)?)?,
            None => Position::start(),
        };
        let start = Instant::now();
        let divided = self.divided(position, layout);
        let leaves = match self.depth {
            0 => 1,
            depth if self.divide => {
                divided.iter().map(|(_, leaves)| leaves).sum::<u64>().max(u64::from(depth > 0))
            }
            depth => count(position, depth),
        };
        let mut text = String::new();
        for (ply, leaves) in &divided {
            let _ = writeln!(text, "{ply} {leaves}");
        }
        let _ = writeln!(text, "{leaves}");
        session.note(&format!("{:.2} s", start.elapsed().as_secs_f64()));
        session.answer(&text, &json!({ "depth": self.depth, "leaves": leaves, "divide": divided }))?;
        Ok(Outcome::Holds)
    }

    fn divided<const SIDE: usize>(&self, position: Position<SIDE>, layout: Layout) -> Vec<(String, u64)> {
        if !self.divide || self.depth == 0 {
            return Vec::new();
        }
        let plies: Vec<String> = position.moves().map(|square| layout.name(square).to_string()).collect();
        let next: Vec<Position<SIDE>> = position.successors().collect();
        next.into_iter()
            .zip(plies.into_iter().chain(["pass".to_owned()]))
            .map(|(next, ply)| (ply, count(next, self.depth - 1)))
            .collect()
    }
}

/// How many plies are split into tasks: enough of them that two cores stay busy to the end.
const SPLIT: u32 = 4;

fn count<const SIDE: usize>(position: Position<SIDE>, depth: u32) -> u64 {
    if depth <= SPLIT {
        return position.perft(depth);
    }
    let mut frontier = vec![position];
    let mut ended = 0;
    for _ in 0..SPLIT {
        ended += frontier.iter().filter(|position| position.is_terminal()).count() as u64;
        frontier = frontier.into_iter().flat_map(Position::successors).collect();
    }
    ended + frontier.into_par_iter().map(|position| position.perft(depth - SPLIT)).sum::<u64>()
}
