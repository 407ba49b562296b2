//! Any well-formed position, with the number of pieces of the game if that is known.
//!
//! A relaxation: the end of a game is one, because the question requires that it is well formed.

use crate::question::LanguageQuestion;
use crate::question::domain::Domain;
use certamen_prove::strategy::Strategy;
use certamen_prove::strategy::relaxation::Relaxation;
use encodings::rules::Rules;
use std::sync::Arc;

/// The strategy.
pub(super) fn strategy<R: Rules>(asked: &LanguageQuestion<R>, among: Domain) -> Arc<dyn Strategy> {
    let pieces = match among {
        Domain::Game { pieces, .. } => Some(Domain::Pieces { least: pieces, most: pieces }),
        _ => None,
    };
    Arc::new(Relaxation::new("any-position", asked.clone().about(pieces).into()))
}
