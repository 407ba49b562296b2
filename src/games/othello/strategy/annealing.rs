//! Positions with many legal moves that walks by chance meet, and for each a native search for a game that leads there.

use super::recorded::RecordStrategy;
use crate::query::{OthelloMobility, WholeGame};
use crate::records::annealed_record;
use certamen_prove::strategy::Strategy;
use std::sync::Arc;

/// The strategy.
pub(super) fn strategy(query: OthelloMobility, game: WholeGame) -> Arc<dyn Strategy> {
    let about = "positions that simulated annealing meets, and the way back from each";
    Arc::new(RecordStrategy {
        name: "annealing",
        about,
        query,
        game,
        find: |sought, limits, watch| annealed_record(sought, sought.query.at_least, limits, watch),
    })
}
