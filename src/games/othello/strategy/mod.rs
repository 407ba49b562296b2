//! The strategies of `othello.mobility` about reachable positions with a number of discs.
//!
//! - [`any_position`]: whether any position has as many legal moves. A relaxation, and the cheapest.
//! - [`last_steps`]: whether last steps of games, from any connected position, lead to one. A relaxation.
//! - [`no_passes`]: games in which nobody passes. A restriction.
//! - [`backwards`]: ends that a solver lists, and native searches for the way back to the start. A restriction.
//!
//! Games in any order have the question's own formula only, which is refuted stage by stage.

mod any_position;
mod backwards;
mod last_steps;
mod no_passes;

use crate::query::{OthelloMobility, Reach, WholeGame};
use certamen_prove::strategy::Strategies;

/// The strategies of a question. There are none beside its formula if it is not about reachable positions, or about no
/// legal moves at all: then the side to move at the end of a game matters, and relaxations do not have it.
pub fn strategies(query: &OthelloMobility) -> Strategies {
    let Some(Reach::Game(game @ WholeGame { any_order: false, .. })) = query.reach else {
        return Strategies::default();
    };
    if query.at_least == 0 {
        return Strategies::default();
    }
    let relaxations = any_position::of(*query, game).into_iter().chain(last_steps::of(*query, game));
    Strategies(relaxations.chain(backwards::of(*query, game)).chain(no_passes::of(*query, game)).collect())
}
