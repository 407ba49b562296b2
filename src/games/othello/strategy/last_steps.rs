//! Last steps of games from any connected position: one strategy for each number of steps.
//!
//! A relaxation: a game of enough steps ends with such steps (`encodings::othello::window`). Few steps are soon decided,
//! and many refute more.

use crate::query::{LastSteps, OthelloMobility, Reach, WholeGame};
use certamen_prove::strategy::Strategy;
use certamen_prove::strategy::relaxation::Relaxation;
use std::sync::Arc;

/// The numbers of steps. Eight refute 34 moves (`docs/othello.md`).
const STEPS: [u32; 3] = [8, 12, 16];

/// The strategies: those with fewer steps than the game has.
pub(super) fn of(query: OthelloMobility, game: WholeGame) -> impl Iterator<Item = Arc<dyn Strategy>> {
    let discs = game.discs;
    STEPS.into_iter().filter(move |steps| steps + 4 < discs).map(move |steps| {
        let window = LastSteps { steps, least: discs, most: discs, any_order: false };
        let asked = OthelloMobility { reach: Some(Reach::Window(window)), ..query };
        Arc::new(Relaxation::new(format!("last-steps-{steps}"), asked.into())) as Arc<dyn Strategy>
    })
}
