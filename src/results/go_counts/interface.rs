//! What a half must agree on with the other half.

use super::point::{Colour, Point};
use super::strip::Strip;

/// The part of a half that must agree with the other half.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(super) struct Interface {
    shared: Point,
    pending: Vec<Colour>,
}

impl Interface {
    pub(super) fn of(strip: &Strip) -> Self {
        Self { shared: strip.points()[0], pending: strip.pending_colours() }
    }
}
