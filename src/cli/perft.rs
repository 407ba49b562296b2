//! `certamen perft`

use super::board::{BoardName, Pieces};
use super::{Game, Outcome, Session, go, ostle, push_fight};
use crate::query::BoardSize;
use crate::stop::Stop;
use anyhow::{Context, ensure};
use clap::Args;
use encodings::board::Layout;
use encodings::othello::notation;
use encodings::othello::position::Position;
use rayon::prelude::*;
use serde_json::json;
use std::fmt::Write as _;
use std::time::Instant;

/// The leaves behind each first ply, by its name, if they are asked for; and all leaves.
pub(super) type Counted = (Vec<(String, u64)>, u64);

/// Tells what was counted in the tree of any game; nothing if the work was ended.
pub(super) fn answer(
    session: &Session,
    depth: u32,
    begun: Instant,
    counted: Option<Counted>,
) -> anyhow::Result<Outcome> {
    let Some((divided, leaves)) = counted else {
        return session.interrupted();
    };
    let mut text = String::new();
    for (ply, leaves) in &divided {
        let _ = writeln!(text, "{ply} {leaves}");
    }
    let _ = writeln!(text, "{leaves}");
    session.note(&format!("{:.2} s", begun.elapsed().as_secs_f64()));
    session.answer(&text, &json!({ "depth": depth, "leaves": leaves, "divide": divided }))?;
    Ok(Outcome::Holds)
}

/// Deeper trees than this have more leaves than can be counted.
const DEPTH_LIMIT: u32 = 60;

/// Count the leaves of the game tree at a depth, natively and on all cores.
///
/// Othello: a pass is one ply; a game that has ended is one leaf at every greater depth. Push Fight: a ply is a whole
/// turn, turns that lead to the same position are one, and a turn that wins leads to none. Ostle: rule 8 is kept as it is
/// printed, and a game that has ended is one leaf at every greater depth. Go: points and the pass are plies, two passes
/// end the game, and the rules are those of the paper unless --ko and --suicide say otherwise.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  certamen perft othello 10          24571284\n  \
    certamen perft push-fight 1        1454\n  \
    certamen perft ostle 4             191994\n  \
    certamen perft go 2                130683")]
pub(super) struct Perft {
    /// The game.
    game: Game,
    /// The depth in plies.
    #[arg(value_parser = clap::value_parser!(u32).range(..=i64::from(DEPTH_LIMIT)))]
    depth: u32,
    /// Start from this position, X to move (Push Fight: o, Ostle: 1).
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true)]
    position: Option<String>,
    /// The board: of Othello 8x8, of Ostle 5x5, of Go 19x19 where none is given.
    #[arg(long, value_name = "BOARD")]
    board: Option<BoardName>,
    #[command(flatten)]
    pieces: Pieces,
    #[command(flatten)]
    rules: go::RuleArgs,
    /// Give the leaves behind each first ply as well.
    #[arg(long)]
    divide: bool,
}

impl Perft {
    pub(super) fn run(&self, session: &Session) -> anyhow::Result<Outcome> {
        let position = self.position.as_deref();
        match self.game {
            Game::Othello => {}
            Game::PushFight => {
                ensure!(self.board.is_none(), "--board is a board of othello, ostle or go");
                self.pieces.none_for("push-fight")?;
                self.rules.none_for("push-fight")?;
                return push_fight::perft(session, position, self.depth, self.divide);
            }
            Game::Ostle => {
                self.rules.none_for("ostle")?;
                let variant = self.pieces.variant(BoardName::ostle(self.board)?)?;
                return ostle::perft(session, variant, position, self.depth, self.divide);
            }
            Game::Go => {
                self.pieces.none_for("go")?;
                return go::perft(session, self.board, position, self.rules, self.depth, self.divide);
            }
        }
        self.pieces.none_for("othello")?;
        self.rules.none_for("othello")?;
        match BoardName::othello(self.board)? {
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
        let begun = Instant::now();
        let counted = self.counted(position, layout, &session.stop);
        answer(session, self.depth, begun, counted)
    }

    /// The leaves behind each first ply, if they are asked for, and all leaves; `None` if the work was ended.
    fn counted<const SIDE: usize>(
        &self,
        position: Position<SIDE>,
        layout: Layout,
        stop: &Stop,
    ) -> Option<Counted> {
        if !self.divide || self.depth == 0 {
            return Some((Vec::new(), count(position, self.depth, stop)?));
        }
        let plies = position.moves().map(|square| layout.name(square).to_string());
        let plies = position.successors().zip(plies.chain(["pass".to_owned()]));
        let divided = plies.map(|(next, ply)| Some((ply, count(next, self.depth - 1, stop)?)));
        let divided = divided.collect::<Option<Vec<_>>>()?;
        let leaves = divided.iter().map(|(_, leaves)| leaves).sum::<u64>();
        // The end of the game is a leaf without a ply that leads to it.
        Some((divided, leaves.max(1)))
    }
}

/// How many plies a task counts at the most: few enough that both cores stay busy to the end and that an interrupt is
/// heeded at once, enough of them that the tasks cost nothing.
const TASK: u32 = 6;

/// The leaves at a depth, or `None` if the work was ended.
fn count<const SIDE: usize>(position: Position<SIDE>, depth: u32, stop: &Stop) -> Option<u64> {
    if stop.is_requested() {
        return None;
    }
    if depth <= TASK || position.is_terminal() {
        return Some(position.perft(depth));
    }
    let next: Vec<Position<SIDE>> = position.successors().collect();
    next.into_par_iter().map(|next| count(next, depth - 1, stop)).sum()
}
