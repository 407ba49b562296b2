//! The last plies of games, from any well-formed position: one strategy for each number of plies.
//!
//! A relaxation: a position in which a game goes on is well formed ([`Boards::well_formed`]), so the last plies of a game
//! are among them.
//!
//! [`Boards::well_formed`]: encodings::rules::Boards::well_formed

use crate::question::LanguageQuestion;
use crate::question::domain::Domain;
use certamen_prove::strategy::Strategy;
use certamen_prove::strategy::relaxation::Relaxation;
use encodings::rules::Rules;
use std::sync::Arc;

/// The numbers of plies.
const PLIES: [u32; 3] = [2, 4, 8];

/// The strategies: those with fewer plies than the game has.
pub(super) fn strategies<R: Rules>(asked: &LanguageQuestion<R>, among: Domain) -> Vec<Arc<dyn Strategy>> {
    let (start, _) = asked.sizes_of_games();
    let (length, pieces) = match among {
        Domain::Game { pieces, .. } => (pieces.saturating_sub(start), Some(pieces)),
        Domain::Plies(plies) => (plies, None),
        Domain::Pieces { .. } | Domain::Last { .. } | Domain::NoPasses { .. } => (0, None),
    };
    let fewer = PLIES.into_iter().filter(|&plies| plies < length);
    let last = |plies| {
        let question = asked.clone().about(Some(Domain::Last { plies, pieces }));
        Arc::new(Relaxation::new(format!("last-steps-{plies}"), question.into())) as Arc<dyn Strategy>
    };
    fewer.map(last).collect()
}
