//! Collects strategies from facts.
//!
//! Idea: a strategy that wins is collected depth first: a ply of the owner is taken of which the table knows that it wins, and
//! all replies are gone through before the position has its number, which is one more than theirs. So numbers fall whatever
//! bounds the table has. A ply that leads back to a position that has no number yet is not taken; if no other is left, the
//! smallest number of plies is searched, and from there on each number has a limit. What the table has lost is searched again.
//! A strategy that holds is collected from the greatest number down.
//!
//! Only what is reached is written: one line for all images of a position, and none where a ply ends the game.

use super::{Line, smallest_image};
use crate::depth_first::DepthFirst;
use crate::keep::{self, Choice, Keep};
use crate::proof_number::ProofNumber;
use crate::space::{Node, Space};
use crate::{Claim, Facts, SearchError, SearchGame};
use encodings::rules::Players;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;
use std::sync::atomic::Ordering::Relaxed;

/// The number of a position that has been entered and not left.
const OPEN: u32 = u32::MAX;

/// A position of the owner that is gone through.
struct Frame<P> {
    node: Node<P>,
    place: usize,
    replies: Vec<Node<P>>,
    next: usize,
    /// The number that is allowed at most.
    limit: Option<u32>,
    /// The number, as far as replies have been gone through.
    number: u32,
}

/// What follows a ply of the owner: the next positions of the owner, and the number of plies if the game ends instead.
struct After<P> {
    nodes: Vec<Node<P>>,
    number: u32,
}

/// The place of a ply, and what follows; `None` if no ply is found.
type Chosen<P> = Option<(usize, After<P>)>;

/// The number of plies of a position that are compared by what they add.
const COMPARED: usize = 4;

/// Collects a strategy of one player.
pub(crate) struct Collector<'s, G: SearchGame> {
    space: Space<'s, G>,
    /// Whether the owner is the attacker.
    attacks: bool,
    choices: FxHashMap<u128, Choice>,
    shallow: DepthFirst<'s, G>,
    deep: ProofNumber<'s, G>,
}

impl<'s, G: SearchGame> Collector<'s, G> {
    pub(crate) fn new(space: Space<'s, G>, attacks: bool) -> Self {
        let (shallow, deep) = (DepthFirst::new(space), ProofNumber::new(space));
        Self { space, attacks, choices: FxHashMap::default(), shallow, deep }
    }

    /// The lines of the strategy from a position, which show a claim, and the number that the claim has.
    pub(crate) fn collect(
        mut self,
        root: &Node<G::Position>,
        claim: Claim,
    ) -> Result<(Vec<Line>, u32), SearchError> {
        if self.ending(root).is_some() {
            return Ok((Vec::new(), 0));
        }
        let own = root.attacks == self.attacks;
        let roots = if own { vec![root.clone()] } else { self.nexts(root)? };
        let roots: Vec<Node<G::Position>> =
            roots.into_iter().filter(|node| self.ending(node).is_none()).collect();
        let first = u32::from(!own);
        match claim {
            Claim::Wins { .. } => {
                for node in &roots {
                    self.win(node)?;
                }
            }
            Claim::Holds { plies } => self.hold(roots.iter().cloned(), plies.saturating_sub(first))?,
            Claim::Keeps => self.choices = Keep::new(self.space).set(&roots)?,
        }
        let number = roots
            .iter()
            .filter_map(|node| self.choices.get(&node.key))
            .map(|choice| choice.number + first)
            .max();
        Ok((self.lines(roots, claim)?, number.unwrap_or(first)))
    }

    fn plies(&self, node: &Node<G::Position>) -> Result<Vec<G::Ply>, SearchError> {
        if self.space.over.load(Relaxed) {
            return Err(SearchError::Ended);
        }
        let mut plies = Vec::new();
        match self.space.game.plies(&node.position, &mut plies) {
            None => Ok(plies),
            Some(_) => Err(self.wrong(node)),
        }
    }

    /// The positions after the plies of a position, in their order.
    fn nexts(&self, node: &Node<G::Position>) -> Result<Vec<Node<G::Position>>, SearchError> {
        Ok(self.plies(node)?.into_iter().map(|ply| self.space.after(node, ply)).collect())
    }

    fn wrong(&self, node: &Node<G::Position>) -> SearchError {
        SearchError::Rules(format!("`{}` is not what the search found", self.space.game.text(&node.position)))
    }

    /// The facts of a position in which the game is over.
    fn ending(&self, node: &Node<G::Position>) -> Option<Facts> {
        let ending = self.space.game.plies(&node.position, &mut Vec::new())?;
        Some(self.space.at_end(&node.position, node.attacks, ending))
    }

    /// What follows after a ply of the owner; `None` if the game ends there as the owner must not let it.
    fn after(&self, node: &Node<G::Position>) -> Result<Option<After<G::Position>>, SearchError> {
        let is_good = |facts: Facts| facts.won.is_some() == self.attacks;
        // A ply that ends the game well would have been taken before.
        if self.ending(node).is_some() {
            return Ok(None);
        }
        if self.space.game.players() == Players::One {
            return Ok(Some(After { nodes: vec![node.clone()], number: 0 }));
        }
        let mut after = After { nodes: Vec::new(), number: 0 };
        for next in self.nexts(node)? {
            match self.ending(&next) {
                Some(facts) if is_good(facts) => after.number = 2,
                Some(_) => return Ok(None),
                None if after.nodes.iter().all(|other| other.key != next.key) => after.nodes.push(next),
                None => {}
            }
        }
        Ok(Some(after))
    }

    /// Goes through a position that the owner wins, and all that follow.
    fn win(&mut self, root: &Node<G::Position>) -> Result<(), SearchError> {
        let per_turn = if self.space.game.players() == Players::One { 1 } else { 2 };
        let mut frames = Vec::new();
        if !self.choices.contains_key(&root.key) {
            frames.push(self.enter(root.clone(), None)?);
        }
        while let Some(frame) = frames.last_mut() {
            if let Some(reply) = frame.replies.get(frame.next) {
                let limit = frame.limit.map(|limit| limit.saturating_sub(per_turn));
                match self.choices.get(&reply.key) {
                    Some(choice) if choice.number <= limit.unwrap_or(OPEN - 1) => {
                        frame.number = frame.number.max(choice.number + per_turn);
                        frame.next += 1;
                    }
                    _ => {
                        let reply = reply.clone();
                        let next = self.enter(reply, limit)?;
                        frames.push(next);
                    }
                }
            } else if let Some(Frame { node, place, number, .. }) = frames.pop() {
                // A position that was met again within itself has a smaller number by now.
                if self.choices.get(&node.key).is_none_or(|choice| number < choice.number) {
                    self.choices.insert(node.key, Choice { place, number });
                }
            }
        }
        Ok(())
    }

    /// Chooses a ply that wins.
    fn enter(
        &mut self,
        node: Node<G::Position>,
        limit: Option<u32>,
    ) -> Result<Frame<G::Position>, SearchError> {
        self.space.lines.store(self.choices.len() as u64, Relaxed);
        let mut limit = limit;
        loop {
            if let Some((place, after)) = self.choose(&node, limit)? {
                self.choices.entry(node.key).or_insert(Choice { place, number: OPEN });
                return Ok(Frame { node, place, replies: after.nodes, next: 0, limit, number: after.number });
            }
            if limit.is_some() {
                return Err(self.wrong(&node));
            }
            // Each way leads back: from here on, each number has a limit.
            let facts = (1..=Facts::MOST_PLIES).find_map(|within| {
                let facts = self.shallow.decide(&node, Some(within), u64::MAX);
                (facts.won.is_some() || self.space.over.load(Relaxed)).then_some(facts)
            });
            limit = Some(facts.and_then(|facts| facts.won).ok_or(SearchError::Ended)?);
        }
    }

    fn choose(
        &mut self,
        node: &Node<G::Position>,
        limit: Option<u32>,
    ) -> Result<Chosen<G::Position>, SearchError> {
        let nodes = self.nexts(node)?;
        let left = limit.map(|limit| limit.saturating_sub(1));
        let wins = |next| self.ending(next).is_some_and(|facts| facts.won.is_some());
        if let Some(place) = nodes.iter().position(wins) {
            return Ok(Some((place, After { nodes: Vec::new(), number: 1 })));
        }
        let mut entry = self.space.table.get(node.key).unwrap_or_default();
        if limit.is_none() && entry.facts.won.is_none() {
            keep::decide(&mut self.deep, None, self.space, node, u64::MAX);
            entry = self.space.table.get(node.key).unwrap_or_default();
        }
        // The ply that the table names, then those of which it knows that they win.
        let mut order: Vec<(bool, bool, u32, usize)> = Vec::with_capacity(nodes.len());
        for (place, next) in nodes.iter().enumerate() {
            let facts = self.space.known(next);
            let won = facts.won.filter(|_| facts.decides(left) == Some(true));
            if won.is_some() || facts.decides(left).is_none() {
                order.push((won.is_none(), place != usize::from(entry.best), won.unwrap_or(OPEN), place));
            }
        }
        order.sort_unstable();
        // Of those that win, the one that adds the fewest positions.
        let mut best: Option<(usize, usize, After<G::Position>)> = None;
        for (turn, (is_open, _, _, place)) in order.into_iter().enumerate() {
            if is_open && best.is_some() || turn >= COMPARED && best.is_some() {
                break;
            }
            let next = &nodes[place];
            let won = match left {
                _ if !is_open => true,
                None => keep::decide(&mut self.deep, None, self.space, next, u64::MAX).won.is_some(),
                left => self.shallow.decide(next, left, u64::MAX).decides(left) == Some(true),
            };
            if won
                && let Some(after) = self.after(next)?
                && let Some(missing) = self.missing(&after, limit)
                && best.as_ref().is_none_or(|&(least, _, _)| missing < least)
            {
                best = Some((missing, place, after));
            }
        }
        if self.space.over.load(Relaxed) && best.is_none() {
            return Err(SearchError::Ended);
        }
        Ok(best.map(|(_, place, after)| (place, after)))
    }

    /// How many positions have no line yet; `None` if one of them is on the way here, so that numbers would not fall.
    fn missing(&self, after: &After<G::Position>, limit: Option<u32>) -> Option<usize> {
        let mut missing = 0;
        for node in &after.nodes {
            match self.choices.get(&node.key) {
                Some(choice) if choice.number == OPEN && limit.is_none() => return None,
                Some(choice) if choice.number != OPEN => {}
                _ => missing += 1,
            }
        }
        Some(missing)
    }

    /// Goes through positions in which the owner holds so many plies.
    fn hold(
        &mut self,
        roots: impl Iterator<Item = Node<G::Position>>,
        plies: u32,
    ) -> Result<(), SearchError> {
        let mut queue: VecDeque<(Node<G::Position>, u32)> = roots.map(|node| (node, plies)).collect();
        while let Some((node, number)) = queue.pop_front() {
            if number == 0 || self.choices.get(&node.key).is_some_and(|choice| choice.number >= number) {
                continue;
            }
            self.space.lines.store(self.choices.len() as u64, Relaxed);
            let nodes = self.nexts(&node)?;
            let holds = |facts: Facts| facts.decides(Some(number - 1)) == Some(false);
            let known = nodes
                .iter()
                .position(|next| self.ending(next).map_or_else(|| holds(self.space.known(next)), holds));
            let place = known.or_else(|| {
                nodes.iter().position(|next| holds(self.shallow.decide(next, Some(number - 1), u64::MAX)))
            });
            if self.space.over.load(Relaxed) {
                return Err(SearchError::Ended);
            }
            let place = place.ok_or_else(|| self.wrong(&node))?;
            self.choices.insert(node.key, Choice { place, number });
            if number > 2 && self.ending(&nodes[place]).is_none() {
                for next in self.nexts(&nodes[place])? {
                    if self.ending(&next).is_none() {
                        queue.push_back((next, number - 2));
                    }
                }
            }
        }
        Ok(())
    }

    /// The lines of what is reached.
    fn lines(&self, roots: Vec<Node<G::Position>>, claim: Claim) -> Result<Vec<Line>, SearchError> {
        let symmetries = self.space.game.symmetries();
        let (mut seen, mut open, mut lines) = (FxHashSet::default(), roots, Vec::new());
        while let Some(node) = open.pop() {
            if !seen.insert(node.key) {
                continue;
            }
            let Some(choice) = self.choices.get(&node.key) else {
                // Nothing is left to hold there.
                if matches!(claim, Claim::Holds { .. }) {
                    continue;
                }
                return Err(self.wrong(&node));
            };
            let ply = *self.plies(&node)?.get(choice.place).ok_or_else(|| self.wrong(&node))?;
            let next = self.space.after(&node, ply);
            let number = (claim != Claim::Keeps).then_some(choice.number);
            // A checker finds a ply that ends the game by itself.
            if self.ending(&next).is_some() {
                continue;
            }
            lines.push(self.line(&node, &next, &symmetries, number)?);
            if self.space.game.players() == Players::One {
                open.push(next);
                continue;
            }
            open.extend(self.nexts(&next)?.into_iter().filter(|after| self.ending(after).is_none()));
        }
        lines.sort_unstable_by(|one, other| one.position.cmp(&other.position));
        Ok(lines)
    }

    /// The line of a position, written as the smallest of its images.
    fn line(
        &self,
        node: &Node<G::Position>,
        next: &Node<G::Position>,
        symmetries: &[Vec<usize>],
        number: Option<u32>,
    ) -> Result<Line, SearchError> {
        let game = self.space.game;
        let least = smallest_image(game.text(&node.position), symmetries);
        let position =
            game.read(&least).ok_or_else(|| SearchError::Rules(format!("`{least}` is not a position")))?;
        let mut plies = Vec::new();
        game.plies(&position, &mut plies);
        let wanted =
            |&&ply: &&G::Ply| self.space.node(&game.after(&position, ply), next.attacks).key == next.key;
        let ply = *plies.iter().find(wanted).ok_or_else(|| self.wrong(node))?;
        Ok(Line { ply: game.name(&position, ply), position: least, number })
    }
}
