//! Games without passes.
//!
//! A restriction: such a game is a game. Its formula has no bit for passes, and is a third smaller.

use crate::query::{Alternating, OthelloMobility, Reachability, WholeGame};
use certamen_prove::strategy::Strategy;
use certamen_prove::strategy::restriction::Restriction;
use std::sync::Arc;

/// The strategy, if the player to move is the one who is to move after such a game.
pub(super) fn strategy(query: OthelloMobility, game: WholeGame) -> Option<Arc<dyn Strategy>> {
    let alternating = Alternating { discs: game.discs };
    let whole = alternating.whole();
    let asked = OthelloMobility { reach: Some(Reachability::Alternating(alternating)), ..query };
    game.to_move
        .includes(whole.to_move)
        .then(|| Arc::new(Restriction::new("no-passes", asked.into())) as Arc<dyn Strategy>)
}
