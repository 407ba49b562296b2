//! The strategies of `othello.mobility`.
//!
//! About any position:
//! - `annealing`: positions that walks by chance meet. A restriction.
//!
//! About reachable positions with a number of discs:
//! - `any-position`: whether any position has as many legal moves. A relaxation, and the cheapest: the end of a game is a
//!   position, and the formula is a hundredth of the size of a whole game's.
//! - `last-steps`: whether last steps of games, from any connected position, lead to one. A relaxation: a game of enough steps
//!   ends with such steps (`encodings::othello::window`). Few steps are soon decided, and many refute more.
//! - `annealing`: positions that walks by chance meet, and native searches for the way back to the start. A restriction.
//! - `backwards`: ends that a solver lists, and the same searches. A restriction.
//! - `no-passes`: games without passes. A restriction, whose formula has no bit for passes and is a third smaller.
//!
//! Games in any order have none of these: their formula is refuted segment by segment, and a solver looks for a model of it as a
//! whole.

mod searched;

use crate::query::{Alternating, LastSteps, OthelloMobility, Reachability, WholeGame};
use crate::records::{annealed_record, listed_record};
use certamen_prove::strategy::relaxation::Relaxation;
use certamen_prove::strategy::restriction::Restriction;
use certamen_prove::strategy::{Strategies, Strategy};
use searched::{anywhere, recorded};
use std::sync::Arc;

/// The numbers of last steps, as far as the game has more. Eight refute 34 moves (`docs/othello.md`).
const STEPS: [u32; 3] = [8, 12, 16];

/// The strategies of a question beside its formula. A question about games in any order, last steps or after a pass has none, nor
/// has one about games and no legal moves at all: then the side to move at the end matters, and relaxations do not have it.
pub fn strategies(query: &OthelloMobility) -> Strategies {
    if query.after_pass {
        return Strategies::default();
    }
    let query = *query;
    if query.reach.is_none() {
        return Strategies(vec![anywhere(query)]);
    }
    let Some(Reachability::Game(game @ WholeGame { any_order: false, .. })) = query.reach else {
        return Strategies::default();
    };
    if query.at_least == 0 {
        return Strategies::default();
    }
    let any_position = OthelloMobility { reach: None, discs: Some(game.discs), ..query };
    let mut all: Vec<Arc<dyn Strategy>> =
        vec![Arc::new(Relaxation::new("any-position", any_position.into()))];
    let are_fewer = |steps: &u32| steps + 4 < game.discs;
    all.extend(STEPS.into_iter().filter(are_fewer).map(|steps| last_steps(steps, query, game)));
    let walks = "positions that simulated annealing meets";
    all.push(recorded("annealing", walks, query, game, |sought, limits, watch| {
        annealed_record(sought, sought.query.at_least, limits, watch)
    }));
    all.push(recorded("backwards", "ends that a solver lists", query, game, listed_record));
    let alternating = Alternating { discs: game.discs };
    if game.to_move.includes(alternating.whole().to_move) {
        let asked = OthelloMobility { reach: Some(Reachability::Alternating(alternating)), ..query };
        all.push(Arc::new(Restriction::new("no-passes", asked.into())));
    }
    Strategies(all)
}

/// The strategy with this number of last steps.
fn last_steps(steps: u32, query: OthelloMobility, game: WholeGame) -> Arc<dyn Strategy> {
    let window = LastSteps { steps, least: game.discs, most: game.discs, any_order: false };
    let asked = OthelloMobility { reach: Some(Reachability::Window(window)), ..query };
    Arc::new(Relaxation::new(format!("last-steps-{steps}"), asked.into()))
}
