//! Games in which nobody passes.
//!
//! A restriction: such a game is a game. Where a pass is a ply, or no game has passes, there is nothing to leave out.

use crate::asked::Asked;
use crate::asked::among::Among;
use certamen_prove::strategy::Strategy;
use certamen_prove::strategy::restriction::Restriction;
use encodings::rules::Rules;
use std::sync::Arc;

/// The strategy, if there is a number of pieces.
pub(super) fn of<R: Rules>(asked: &Asked<R>, among: Among) -> Option<Arc<dyn Strategy>> {
    let Among::Game { pieces, .. } = among else { return None };
    let question = asked.clone().about(Some(Among::NoPasses { pieces }));
    Some(Arc::new(Restriction::new("no-passes", question.into())))
}
