//! Last steps of games from any connected position: one strategy for each number of steps.
//!
//! A relaxation: a game of enough steps ends with such steps (`encodings::othello::window`). Few steps are soon decided,
//! and many refute more.

use crate::query::{LastSteps, OthelloMobility, Reachability, WholeGame};
use certamen_prove::strategy::Strategy;
use certamen_prove::strategy::relaxation::Relaxation;
use std::sync::Arc;

/// The numbers of steps. Eight refute 34 moves (`docs/othello.md`).
const STEPS: [u32; 3] = [8, 12, 16];

/// The strategies: those with fewer steps than the game has.
pub(super) fn strategies(query: OthelloMobility, game: WholeGame) -> impl Iterator<Item = Arc<dyn Strategy>> {
    let are_fewer = move |steps: &u32| steps + 4 < game.discs;
    STEPS.into_iter().filter(are_fewer).map(move |steps| of_length(steps, query, game))
}

/// The strategy with this number of steps.
pub(super) fn of_length(steps: u32, query: OthelloMobility, game: WholeGame) -> Arc<dyn Strategy> {
    let window = LastSteps { steps, least: game.discs, most: game.discs, any_order: false };
    let asked = OthelloMobility { reach: Some(Reachability::Window(window)), ..query };
    Arc::new(Relaxation::new(format!("last-steps-{steps}"), asked.into()))
}
