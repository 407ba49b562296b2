//! The variables of the formula: one for each arc.

use super::classes::ArcNumber;
use rustsat::types::Lit;

/// The literal that says that an arc is taken.
pub fn taken(arc: ArcNumber) -> Lit {
    Lit::positive(arc.index() as u32)
}
