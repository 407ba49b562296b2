//! `certamen perft ostle`

use super::{name, position};
use crate::cli::perft::{Counted, answer};
use crate::cli::{Outcome, Session};
use crate::query::on_side;
use crate::stop::Stop;
use encodings::ostle::position::{Move, Next, Position};
use encodings::ostle::variant::Variant;
use rayon::prelude::*;
use std::time::Instant;

/// How many plies a task counts at the most: a few milliseconds, so that an interrupt is heeded at once.
const TASK: u32 = 4;

/// Counts the leaves of the game tree at a depth.
pub(in crate::cli) fn perft(
    session: &Session,
    variant: Variant,
    text: Option<&str>,
    depth: u32,
    divide: bool,
) -> anyhow::Result<Outcome> {
    on_side!(variant.side(), SIDE => perft_on::<SIDE>(session, variant, text, depth, divide))
}

fn perft_on<const SIDE: usize>(
    session: &Session,
    variant: Variant,
    text: Option<&str>,
    depth: u32,
    divide: bool,
) -> anyhow::Result<Outcome> {
    let position = match text {
        Some(text) => position::<SIDE>(text, variant)?,
        None => Position::start(variant)?,
    };
    let begun = Instant::now();
    answer(session, depth, begun, counted(position, variant, depth, divide, &session.stop))
}

/// The leaves behind each first move, if they are asked for, and all leaves; `None` if the work was ended.
fn counted<const SIDE: usize>(
    position: Position<SIDE>,
    variant: Variant,
    depth: u32,
    divide: bool,
    stop: &Stop,
) -> Option<Counted> {
    if !divide || depth == 0 {
        return Some((Vec::new(), leaves(position, variant, depth, None, stop)?));
    }
    let moves: Vec<Move> = position.moves().collect();
    let behind =
        |&played: &Move| Some((name::<SIDE>(played), leaves_behind(position, variant, depth, played, stop)?));
    let divided = moves.par_iter().map(behind).collect::<Option<Vec<_>>>()?;
    let leaves = divided.iter().map(|(_, leaves)| leaves).sum();
    Some((divided, leaves))
}

fn leaves_behind<const SIDE: usize>(
    position: Position<SIDE>,
    variant: Variant,
    depth: u32,
    played: Move,
    stop: &Stop,
) -> Option<u64> {
    match position.play(played, variant.lose_at()) {
        Next::Won | Next::Lost => Some(1),
        Next::Position(next) => leaves(next, variant, depth - 1, position.way_back(played), stop),
    }
}

fn leaves<const SIDE: usize>(
    position: Position<SIDE>,
    variant: Variant,
    depth: u32,
    banned: Option<Move>,
    stop: &Stop,
) -> Option<u64> {
    if stop.is_requested() {
        return None;
    }
    if depth <= TASK {
        return Some(position.perft(depth, variant.lose_at(), banned));
    }
    let moves: Vec<Move> = position.moves().filter(|&played| Some(played) != banned).collect();
    moves.par_iter().map(|&played| leaves_behind(position, variant, depth, played, stop)).sum()
}
