//! Games without passes.
//!
//! A restriction: such a game is a game. Where a pass is a ply, or no game has passes, there is nothing to leave out.

use crate::question::LanguageQuestion;
use crate::question::domain::Domain;
use certamen_prove::strategy::Strategy;
use certamen_prove::strategy::restriction::Restriction;
use encodings::rules::Rules;
use std::sync::Arc;

/// The strategy, if there is a number of pieces.
pub(super) fn strategy<R: Rules>(asked: &LanguageQuestion<R>, among: Domain) -> Option<Arc<dyn Strategy>> {
    let Domain::Game { pieces, .. } = among else { return None };
    let question = asked.clone().about(Some(Domain::NoPasses { pieces }));
    Some(Arc::new(Restriction::new("no-passes", question.into())))
}
