//! Any position with many legal moves: no game need lead to it.
//!
//! Idea: walks by chance meet in seconds what a solver looks for in minutes: 32 legal moves with 39 empty squares, of which
//! there are two positions up to symmetry, where CaDiCaL took 730 s.

use super::proceed;
use crate::on_side;
use crate::query::OthelloMobility;
use crate::search::{Origin, TargetPositions, Walks};
use certamen_ask::listed::Listed as _;
use certamen_work::Limits;
use encodings::board::Grid;
use encodings::othello::notation;

/// The line of a position that answers a question about any position; `None` if so many walks meet none, or the limits end
/// them before. It is the position that represents its class. The search is the same in every run; a few hundred walks
/// take a second.
pub fn annealed_position(query: &OthelloMobility, walks: u32, limits: &Limits) -> Option<String> {
    if query.reach.is_some() {
        return None;
    }
    on_side!(query.board, SIDE => walk_on::<SIDE>(query, walks, limits))
}

fn walk_on<const SIDE: usize>(query: &OthelloMobility, count: u32, limits: &Limits) -> Option<String> {
    // Each legal move needs an empty square. Near the largest number of moves, most positions have as many discs as they may.
    let most = query.board.squares().checked_sub(query.empties.max(query.at_least))?;
    let discs = query.discs.unwrap_or(most);
    let centre = 4;
    if discs < centre || discs > most {
        return None;
    }
    let mut walks =
        Walks::<SIDE>::new(TargetPositions { discs, at_least: query.at_least, origin: Origin::Anywhere }, 1);
    let mut ends = (0..count).take_while(|_| proceed(limits).is_continue()).map(|_| walks.walk());
    let end = ends.find_map(|ends| ends.into_iter().next())?;
    query.first_of_its_class(&notation::print(end, Grid::<SIDE, SIDE>::LAYOUT))
}
