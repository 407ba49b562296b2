//! `won in K` and `lost in K`: one player can play so that the game is won within a number of plies, whatever the other
//! does.
//!
//! Idea: such a condition is a tree that alternates. At the nodes of the player who has to succeed, the *chooser*, the
//! solver chooses a move. At those of the other player every reply counts. Their replies are added as they are needed
//! (counterexample-guided expansion; M. Janota, J. Marques-Silva, "Abstraction-Based Algorithm for 2QBF", 2011): a question
//! has a list of [`Replies`], and what is not listed is not stated. `not` is pushed inwards first ([`normal`]), so that each
//! condition stands for success of one of the two players: who denies that the other wins has to survive.
//!
//! Files: `normal` (negations), `search` (the condition in a position, by native search), `replies` (the list), `state`
//! (the clauses), `expand` (more replies, so that the clauses exclude a position).
//!
//! Why a wrong list can only weaken the clauses: a reply is stated as "if it is legal, the chooser succeeds after it". That
//! follows from the condition for each move of the board, and says nothing about a move that is illegal. Nothing else
//! depends on the list. So a model shows nothing before the position is judged, and a refutation holds whatever is listed.
//!
//! Cost: a node has the moves of a position once, and each kind of moves once.

mod expand;
mod normal;
mod replies;
mod search;
mod state;

pub(crate) use expand::Expander;
pub(crate) use normal::{in_bit, in_number, in_range, normal};
pub(crate) use replies::{Replies, RepliesError, StoredReplies};
pub(crate) use search::{ForcedSearch, NativeForces, SearchLimit, positions_at};
pub(crate) use state::state_forced;

use encodings::rules::Side;

/// What the chooser has to achieve.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Goal {
    /// The game is won within the plies.
    Win,
    /// The game is not lost within the plies.
    Survive,
}

/// A player can play so that a goal is reached within a number of plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Force {
    pub(crate) chooser: Side,
    pub(crate) goal: Goal,
    pub(crate) plies: u32,
}

impl Force {
    /// `won in K`, or `lost in K`.
    pub(crate) const fn new(is_won: bool, plies: u32) -> Self {
        let chooser = if is_won { Side::Mover } else { Side::Other };
        Self { chooser, goal: Goal::Win, plies }
    }

    /// The opposite: the other player can prevent it.
    #[must_use]
    pub(crate) const fn not(self) -> Self {
        let goal = match self.goal {
            Goal::Win => Goal::Survive,
            Goal::Survive => Goal::Win,
        };
        Self { chooser: self.chooser.other(), goal, plies: self.plies }
    }

    /// What is left after a ply, as the next player sees it.
    #[must_use]
    const fn after_ply(self) -> Self {
        Self { chooser: self.chooser.other(), plies: self.plies.saturating_sub(1), ..self }
    }
}

#[cfg(test)]
mod tests;
