//! Any position with this number of discs, reachable or not.
//!
//! A relaxation: the end of a game is a position. The formula is a hundredth of the size of a whole game's.

use crate::query::{OthelloMobility, WholeGame};
use certamen_prove::strategy::Strategy;
use certamen_prove::strategy::relaxation::Relaxation;
use std::sync::Arc;

/// The strategy.
pub(super) fn strategy(query: OthelloMobility, game: WholeGame) -> Arc<dyn Strategy> {
    let asked = OthelloMobility { reach: None, discs: Some(game.discs), ..query };
    Arc::new(Relaxation::new("any-position", asked.into()))
}
