//! The strategies of questions of the language about positions that games reach. They need no more than the rules, so
//! every game of rules has them.
//!
//! - [`any_position`]: any well-formed position. A relaxation.
//! - [`last_plies`]: the last plies of games, from any well-formed position; more and more of them. A relaxation.
//! - [`no_passes`]: games in which nobody passes. A restriction.

mod any_position;
mod last_plies;
mod no_passes;

use crate::asked::Asked;
use crate::asked::among::Among;
use certamen_prove::strategy::Strategies;
use encodings::rules::Rules;

/// The strategies of a question: none beside its formula if it is not about games by the rules.
pub(crate) fn strategies<R: Rules>(asked: &Asked<R>) -> Strategies {
    let Some(among @ (Among::Plies(_) | Among::Game { any_order: false, .. })) = asked.among() else {
        return Strategies::default();
    };
    let relaxations = std::iter::once(any_position::of(asked, among)).chain(last_plies::of(asked, among));
    Strategies(relaxations.chain(no_passes::of(asked, among)).collect())
}
