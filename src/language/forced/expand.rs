//! More replies, so that the clauses exclude a position in which a condition does not hold.
//!
//! Idea: where the chooser fails, each of his moves has a reply after which he fails again. Of these, replies that are
//! listed already are taken first, then those that answer most of the moves that are left.
//!
//! Cost: about as many visits as the chooser has lines of play.

use super::replies::{REPLIES_LIMIT, Reply, ReplyTree};
use super::{Force, ForcedSearch, Replies, RepliesError, SearchLimit};
use encodings::rules::{Phase, Position, Rules, Side, Step};
use encodings::word::NativeWord;
use std::collections::{BTreeMap, HashSet};

/// The greatest number of positions that are visited to find replies.
const VISITS_LIMIT: usize = 1_000_000;

/// Why no replies exclude a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum ExpandError {
    /// The search keeps too many positions.
    #[error(transparent)]
    Search(#[from] SearchLimit),
    /// Too many replies would be needed.
    #[error(transparent)]
    Replies(#[from] RepliesError),
    /// Too many lines of play.
    #[error(
        "`won in`: more than {VISITS_LIMIT} lines of play need a reply; ask for fewer plies or a smaller board"
    )]
    Visits,
}

/// Adds replies to a list.
pub(crate) struct Expander<'r, R: Rules> {
    search: ForcedSearch<'r, R>,
    replies: Replies,
    size: usize,
    visits: usize,
}

impl<'r, R: Rules> Expander<'r, R> {
    /// Adds to these.
    pub(crate) fn new(rules: &'r R, replies: Replies) -> Self {
        let size = replies.size();
        Self { search: ForcedSearch::new(rules), replies, size, visits: 0 }
    }

    /// The replies.
    pub(crate) fn replies(self) -> Replies {
        self.replies
    }

    /// Refutes the condition with a number in a position, if it does not hold there.
    ///
    /// # Errors
    /// [`ExpandError`]
    pub(crate) fn refute(
        &mut self,
        (number, force): (usize, Force),
        position: Position<R>,
    ) -> Result<(), ExpandError> {
        if self.search.holds(position, force)? {
            return Ok(());
        }
        let tree = self.replies.0.remove(&number);
        self.size += usize::from(tree.is_none());
        let mut tree = tree.unwrap_or_default();
        let refuted = self.refute_all(&[position], force, &mut tree);
        self.replies.0.insert(number, tree);
        refuted
    }

    /// Refutes the condition in positions with the same replies before them. The chooser fails in each.
    fn refute_all(
        &mut self,
        positions: &[Position<R>],
        force: Force,
        tree: &mut ReplyTree,
    ) -> Result<(), ExpandError> {
        self.visits += positions.len();
        if self.visits > VISITS_LIMIT {
            return Err(ExpandError::Visits);
        }
        if force.plies == 0 || positions.is_empty() {
            return Ok(());
        }
        if force.chooser == Side::Mover {
            let mut seen = HashSet::new();
            let after = positions.iter().flat_map(|&one| self.plies(one)).map(|(_, after)| after);
            let after: Vec<Position<R>> = after.filter(|&after| seen.insert(after)).collect();
            return self.refute_all(&after, force.after_ply(), tree);
        }
        let mut open = Vec::with_capacity(positions.len());
        for &position in positions {
            let failing = self.failing(position, force)?;
            if !failing.is_empty() {
                open.push(failing);
            }
        }
        let mut answered: BTreeMap<Reply, Vec<Position<R>>> = BTreeMap::new();
        while !open.is_empty() {
            let mut counts: BTreeMap<Reply, usize> = BTreeMap::new();
            open.iter().flatten().for_each(|(reply, _)| *counts.entry(*reply).or_default() += 1);
            let worth = |(reply, count): &(&Reply, &usize)| (tree.0.contains_key(reply), **count);
            let Some(best) = counts.iter().max_by_key(worth).map(|(reply, _)| *reply) else { break };
            let answers = answered.entry(best).or_default();
            open.retain(|failing| {
                let found = failing.iter().find(|(reply, _)| *reply == best);
                answers.extend(found.map(|(_, after)| *after));
                found.is_none()
            });
        }
        for (reply, after) in answered {
            self.size += usize::from(!tree.0.contains_key(&reply));
            if self.size > REPLIES_LIMIT {
                return Err(RepliesError::Many.into());
            }
            self.refute_all(&after, force.after_ply(), tree.0.entry(reply).or_default())?;
        }
        Ok(())
    }

    /// The replies after which the chooser fails.
    fn failing(
        &mut self,
        position: Position<R>,
        force: Force,
    ) -> Result<Vec<(Reply, Position<R>)>, SearchLimit> {
        let mut failing = Vec::new();
        for (reply, after) in self.plies(position) {
            if !self.search.holds(after, force.after_ply())? {
                failing.push((reply, after));
            }
        }
        Ok(failing)
    }

    /// The plies of a position, each with the position after it; none if the game is over.
    pub(super) fn plies(&self, position: Position<R>) -> Vec<(Reply, Position<R>)> {
        let rules = self.search.rules();
        match position.phase(rules) {
            Phase::Over(_) => Vec::new(),
            Phase::Passes(passed) => vec![(Reply::Pass, passed)],
            Phase::Moves(family) => {
                let kinds: Vec<_> = family.iter().map(|(kind, _)| kind).collect();
                let reply = |step: Step<R::Native>| {
                    let kind = kinds.iter().position(|kind| *kind == step.kind());
                    let square = step.at().word().first();
                    (
                        Reply::Step(kind.unwrap_or_default(), square.unwrap_or_default()),
                        position.after(rules, step),
                    )
                };
                family.steps(rules.layout()).map(reply).collect()
            }
        }
    }
}
