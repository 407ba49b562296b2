//! Symmetry breaking: of the positions that the symmetries of a board make of each other, one is enough.
//!
//! Idea: the one whose occupied squares come first (Crawford, Ginsberg, Luks, Roy 1996, "Symmetry-breaking predicates for
//! search problems"). What else a question breaks stands with it.

use encodings::board::{Layout, Symmetry};
use encodings::statement::Statement;
use encodings::word::Word;

/// Requires that no symmetric image of a position has lexicographically smaller occupied squares.
///
/// Sound where the rest of the question is the same after each symmetry that maps the board to itself: then with a
/// position all its images satisfy the rest, and the one among them whose occupied squares are least satisfies each of
/// these constraints as well.
pub fn require_least<S: Statement>(statement: &mut S, layout: Layout, occupied: S::Word) {
    for symmetry in Symmetry::ALL {
        if let Some(permutation) = symmetry.permutation(layout) {
            statement.require(occupied.lex_le(occupied.permute(&permutation)));
        }
    }
}
