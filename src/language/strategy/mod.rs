//! The strategies of questions of the language about positions that games reach. They need no more than the rules, so
//! every game of rules has them.
//!
//! - [`any_position`]: any well-formed position. A relaxation.
//! - [`last_plies`]: the last plies of games, from any well-formed position; more and more of them. A relaxation.
//! - [`no_passes`]: games without passes. A restriction.

mod any_position;
mod last_plies;
mod no_passes;

use crate::question::LanguageQuestion;
use crate::question::domain::Domain;
use certamen_prove::strategy::Strategies;
use encodings::rules::Rules;

/// The strategies of a question: none beside its formula if it is not about games by the rules.
pub(crate) fn strategies<R: Rules>(asked: &LanguageQuestion<R>) -> Strategies {
    let Some(among @ (Domain::Plies(_) | Domain::Game { any_order: false, .. })) = asked.among() else {
        return Strategies::default();
    };
    let relaxations =
        std::iter::once(any_position::strategy(asked, among)).chain(last_plies::strategies(asked, among));
    Strategies(relaxations.chain(no_passes::strategy(asked, among)).collect())
}
