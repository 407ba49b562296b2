//! Ends of last steps of games that a solver lists, and for each a native search for a game that leads there.

use super::recorded::RecordStrategy;
use crate::query::{OthelloMobility, WholeGame};
use crate::records::listed_record;
use certamen_prove::strategy::Strategy;
use std::sync::Arc;

/// The strategy.
pub(super) fn strategy(query: OthelloMobility, game: WholeGame) -> Arc<dyn Strategy> {
    let about = "ends that a solver lists, and the way back from each";
    Arc::new(RecordStrategy { name: "backwards", about, query, game, find: listed_record })
}
