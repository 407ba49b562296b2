//! Cuts: conditions that a Hamiltonian cycle satisfies and a cover violated.
//!
//! Let S be some of the positions without the empty one, but not all and not none. A cycle through all positions leaves
//! S somewhere: it has one of the moves from S to the other positions. A colour-symmetric cycle takes an arc if it
//! takes both moves that the arc stands for. So at least one arc with a move that leaves S is taken. That is the
//! clause, and it follows from S alone.
//!
//! There are two kinds of S. If there are several cycles, S has all positions of one cycle's classes. If one cycle
//! passes through all classes and does not exchange the colours, it is two cycles of positions, and S is one of them.

use super::arc::taken;
use super::classes::{Classes, Side};
use rustsat::types::Clause;

/// The positions of a subtour: a set that a cycle through all positions must leave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subtour {
    /// The positions, in order.
    positions: Vec<Side>,
}

impl Subtour {
    /// The cut of these positions; `None` if there are none or if they are all positions.
    pub fn new(classes: &Classes, mut positions: Vec<Side>) -> Option<Self> {
        positions.sort_unstable();
        positions.dedup();
        (1..2 * classes.len()).contains(&positions.len()).then_some(Self { positions })
    }

    /// The positions.
    pub fn positions(&self) -> &[Side] {
        &self.positions
    }

    /// The clause that at least one arc with a move that leaves the positions is taken.
    pub fn clause(&self, classes: &Classes) -> Clause {
        let mut is_inside = vec![[false; 2]; classes.len()];
        for side in &self.positions {
            is_inside[side.class.index()][usize::from(side.is_white)] = true;
        }
        let inside = |side: Side| is_inside[side.class.index()][usize::from(side.is_white)];
        let mut clause = Clause::new();
        for side in &self.positions {
            for &arc in classes.leaving(side.class) {
                if !inside(side.along(classes.arc(arc))) {
                    clause.add(taken(arc));
                }
            }
        }
        clause.normalize().unwrap_or_default()
    }
}
