//! The positions of a game with one goal: what all engines work on.

use crate::table::{Busy, Digest, Table};
use crate::{Facts, Goal, SearchGame};
use encodings::rules::{Ending, Players};
use std::sync::atomic::{AtomicBool, AtomicU64};

/// A position, the smallest of its images, and whether the attacker is to move there.
#[derive(Clone, Debug)]
pub(crate) struct Node<P> {
    pub(crate) position: P,
    pub(crate) attacks: bool,
    pub(crate) key: u128,
}

/// The game with a goal, and what threads share.
pub(crate) struct Space<'s, G> {
    pub(crate) game: &'s G,
    pub(crate) goal: Goal,
    pub(crate) table: Table<'s>,
    pub(crate) busy: &'s Busy,
    /// Whether all threads are to end: one of them has the answer, or limits ended the work.
    pub(crate) over: &'s AtomicBool,
    /// The number of positions that were looked at.
    pub(crate) looked: &'s AtomicU64,
    /// The number of lines of a strategy that is being collected.
    pub(crate) lines: &'s AtomicU64,
}

impl<G> Clone for Space<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G> Copy for Space<'_, G> {}

impl<G: SearchGame> Space<'_, G> {
    /// The node of a position.
    #[inline]
    pub(crate) fn node(&self, position: &G::Position, attacks: bool) -> Node<G::Position> {
        let position = self.game.canonical(position);
        let goal = match self.goal {
            Goal::Win => 0,
            Goal::Score(score) => 1 << 32 | u64::from(score as u32),
        };
        let key = Digest::of(&position, goal << 1 | u64::from(attacks));
        Node { position, attacks, key }
    }

    /// The node after a ply.
    #[inline]
    pub(crate) fn after(&self, node: &Node<G::Position>, ply: G::Ply) -> Node<G::Position> {
        let attacks = !node.attacks || self.game.players() == Players::One;
        self.node(&self.game.after(&node.position, ply), attacks)
    }

    /// What the table knows.
    #[inline]
    pub(crate) fn known(&self, node: &Node<G::Position>) -> Facts {
        self.table.get(node.key).map_or(Facts::default(), |entry| entry.facts)
    }

    /// The facts about a position in which the game is over.
    pub(crate) fn at_end(&self, position: &G::Position, attacks: bool, ending: Ending) -> Facts {
        let is_reached = match self.goal {
            Goal::Win => ending == if attacks { Ending::Won } else { Ending::Lost },
            Goal::Score(least) => self.game.score(position).is_some_and(|score| {
                let score = i64::from(score);
                i64::from(least) <= if attacks { score } else { -score }
            }),
        };
        if is_reached { Facts { won: Some(0), safe: 0 } } else { Facts { won: None, safe: Facts::NEVER } }
    }
}
