//! Values by plain recursion over all turns, to the depth of a few turns.
//!
//! Idea: the definition of the repository maksverver/pushfight ("Recovering strategies"), word by word. A position is
//! lost in 0 if no push is possible. It is won in 1 if a push wins at once; otherwise it is won in k + 1 if k is the
//! least number in which a successor is lost. It is lost in k + 1 if all successors are won, the longest in k.
//!
//! A turn that leaves the opponent without a push wins in 1 by this definition. The phases of that repository's solver
//! find such wins later, together with wins in 2.
//!
//! Cost: thousands of turns for each level. A win in 1 takes milliseconds, a loss in 1 seconds; more needs faster code.

use std::fmt;

use super::position::Position;
use super::turn::{has_legal_turn, has_winning_turn, successors};

/// The value of a position for the player to move. Numbers are turns of that player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Value {
    /// A win in this number of turns, at least 1; written W1, W2, ....
    Win(u32),
    /// A loss after this number of turns; written L0, L1, ....
    Loss(u32),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Win(turns) => write!(f, "W{turns}"),
            Value::Loss(turns) => write!(f, "L{turns}"),
        }
    }
}

/// The value of a position if it takes at most `most` turns; `None` if that does not decide it.
pub fn value(position: &Position, most: u32) -> Option<Value> {
    if !has_legal_turn(position) {
        return Some(Value::Loss(0));
    }
    for turns in 1..=most {
        if wins_within(position, turns) {
            return Some(Value::Win(turns));
        }
        if loses_within(position, turns) {
            return Some(Value::Loss(turns));
        }
    }
    None
}

/// Whether the player to move wins within this number of turns.
fn wins_within(position: &Position, turns: u32) -> bool {
    turns > 0
        && (has_winning_turn(position)
            || successors(position).positions.iter().any(|next| loses_within(next, turns - 1)))
}

/// Whether the player to move loses within this number of turns.
fn loses_within(position: &Position, turns: u32) -> bool {
    if turns == 0 {
        return !has_legal_turn(position);
    }
    let turns_lead_to = successors(position);
    !turns_lead_to.wins && turns_lead_to.positions.iter().all(|next| wins_within(next, turns))
}
