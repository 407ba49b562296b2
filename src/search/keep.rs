//! The set of positions that a player never leaves.
//!
//! Idea: to show that the attacker never reaches the goal, a ply is chosen in each position of the defender, and each reply is
//! another position of the defender. A choice is optimistic: a position is taken to be safe until all its plies are known to be
//! lost. Then those who chose it choose again. What is left in the end is a set that is closed, so that its owner never loses,
//! also where games can go on for ever (a local fixpoint: X. Liu, S. Smolka, Simple linear-time algorithms for minimal fixed
//! points, 1998). Positions are lost with a number of plies, which falls along the way to the goal.
//!
//! Cost: the memory grows with the positions that are looked at.

use crate::depth_first::DepthFirst;
use crate::proof_number::ProofNumber;
use crate::space::{Node, Space};
use crate::{Facts, SearchError, SearchGame};
use encodings::rules::Players;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::atomic::Ordering::Relaxed;

/// The number of positions that are looked at to see whether a ply loses. Few in tests, whose graphs are small.
const GLANCE: u64 = if cfg!(test) { 3 } else { 20_000 };

/// The number of safe plies of a position that are compared.
const COMPARED: usize = 4;
/// The number of positions that are searched by proof numbers before the set is looked for, where a game has cycles.
const FIRST: u64 = if cfg!(test) { 8 } else { 1 << 14 };
/// A record for so many positions that are searched.
const SHARE: u64 = if cfg!(test) { 1 } else { 16 };

/// The ply of the owner in a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Choice {
    /// The place of the ply among those of the canonical position.
    pub(crate) place: usize,
    /// The plies that are left at most, or that are held; the greatest number while they are not known.
    pub(crate) number: u32,
}

/// Decides whether the goal is ever reached: by proof numbers in turn with a depth-first search if one is given, and where the
/// game goes round with the set that the opponent never leaves. About `limit` positions are looked at in each way.
pub(crate) fn decide<G: SearchGame>(
    search: &mut ProofNumber<'_, G>,
    mut shallow: Option<&mut DepthFirst<'_, G>>,
    space: Space<'_, G>,
    node: &Node<G::Position>,
    limit: u64,
) -> Facts {
    let (mut keep, mut most) = (Keep::new(space), FIRST.min(limit));
    loop {
        let facts = search.decide(node, most);
        if facts.is_final() || space.over.load(Relaxed) {
            return facts;
        }
        let most_records = (most / SHARE) as usize;
        let found = match (search.has_cycles(), space.game.players()) {
            (false, _) => shallow.as_mut().map(|search| search.decide(node, None, most)),
            (true, Players::One) => explore(space, node, most_records),
            (true, Players::Two) => keep.decide(node, most_records),
        };
        if let Some(facts) = found.filter(|facts| facts.is_final()) {
            return facts;
        }
        if most >= limit {
            return facts;
        }
        most = most.saturating_mul(2).min(limit);
    }
}

/// Looks at all positions of a puzzle that are reached from one, the nearest first; `None` if there are more than `most`, or the
/// work is over.
fn explore<G: SearchGame>(space: Space<'_, G>, root: &Node<G::Position>, most: usize) -> Option<Facts> {
    // Each with the place of the one before it.
    let mut found = vec![(root.clone(), 0)];
    let mut seen: FxHashSet<u128> = std::iter::once(root.key).collect();
    let (mut at, mut plies) = (0, Vec::new());
    while let Some((node, _)) = found.get(at).cloned() {
        if found.len() > most || space.over.load(Relaxed) {
            return None;
        }
        plies.clear();
        if let Some(ending) = space.game.plies(&node.position, &mut plies)
            && let Some(mut won) = space.at_end(&node.position, node.attacks, ending).won
        {
            while at > 0 {
                at = found[at].1;
                won += 1;
                space.table.put_facts(found[at].0.key, Facts { won: Some(won), safe: 0 }, 255, 1);
            }
            return Some(Facts { won: Some(won), safe: 0 });
        }
        for &ply in &plies {
            let next = space.after(&node, ply);
            if seen.insert(next.key) {
                found.push((next, at));
            }
        }
        at += 1;
    }
    Some(Facts { won: None, safe: Facts::NEVER })
}

/// A position of the defender.
struct Record<P> {
    node: Node<P>,
    place: usize,
    /// The number of plies in which it is lost.
    lost: Option<u32>,
    /// Those who chose a ply with a reply that leads here.
    dependents: Vec<u32>,
}

/// What is known about a ply of the defender.
enum Try<P> {
    /// The attacker reaches the goal within this number of plies after the ply.
    Lost(u32),
    /// The replies lead to these positions of the defender.
    Open(Vec<Node<P>>),
}

/// The search for the set.
pub(crate) struct Keep<'s, G: SearchGame> {
    space: Space<'s, G>,
    records: Vec<Record<G::Position>>,
    places: FxHashMap<u128, u32>,
    open: Vec<u32>,
    glance: ProofNumber<'s, G>,
}

impl<'s, G: SearchGame> Keep<'s, G> {
    pub(crate) fn new(space: Space<'s, G>) -> Self {
        Self {
            space,
            records: Vec::new(),
            places: FxHashMap::default(),
            open: Vec::new(),
            glance: ProofNumber::new(space),
        }
    }

    /// The choices of a set that contains these positions of the defender.
    pub(crate) fn set(mut self, roots: &[Node<G::Position>]) -> Result<FxHashMap<u128, Choice>, SearchError> {
        let roots: Vec<u32> = roots.iter().map(|root| self.record(root)).collect();
        match self.run(&roots, usize::MAX) {
            Some(true) => {}
            Some(false) => return Err(SearchError::Undecided),
            None => return Err(SearchError::Ended),
        }
        let kept = self.records.iter().filter(|record| record.lost.is_none());
        Ok(kept.map(|record| (record.node.key, Choice { place: record.place, number: 0 })).collect())
    }

    /// Whether the defender never loses from a position of either player; `None` if the work is over, or more than `most` records
    /// are needed.
    pub(crate) fn decide(&mut self, root: &Node<G::Position>, most: usize) -> Option<Facts> {
        let roots = if root.attacks {
            match self.replies(root) {
                Try::Lost(plies) => return Some(Facts { won: Some(plies), safe: 0 }),
                Try::Open(roots) => roots.iter().map(|root| self.record(root)).collect(),
            }
        } else {
            vec![self.record(root)]
        };
        let is_kept = self.run(&roots, most)?;
        let lost = roots.iter().filter_map(|&root| self.records[root as usize].lost).min();
        let won = lost.map(|lost| lost + u32::from(root.attacks));
        Some(if is_kept { Facts { won: None, safe: Facts::NEVER } } else { Facts { won, safe: 0 } })
    }

    fn record(&mut self, node: &Node<G::Position>) -> u32 {
        let next = self.records.len() as u32;
        let place = *self.places.entry(node.key).or_insert(next);
        if place == next {
            let lost = self.space.known(node).won;
            self.records.push(Record { node: node.clone(), place: 0, lost, dependents: Vec::new() });
            if lost.is_none() {
                self.open.push(next);
            }
        }
        place
    }

    /// Chooses until every record has a choice (`true`) or one of the roots is lost (`false`).
    fn run(&mut self, roots: &[u32], most: usize) -> Option<bool> {
        loop {
            if roots.iter().any(|&root| self.records[root as usize].lost.is_some()) {
                return Some(false);
            }
            let Some(at) = self.open.pop() else { return Some(true) };
            if self.space.over.load(Relaxed) || self.records.len() > most {
                self.open.push(at);
                return None;
            }
            self.space.lines.store(self.records.len() as u64, Relaxed);
            if self.records[at as usize].lost.is_none() {
                self.choose(at);
            }
        }
    }

    fn choose(&mut self, at: u32) {
        let node = self.records[at as usize].node.clone();
        let mut plies = Vec::new();
        self.space.game.plies(&node.position, &mut plies);
        let best = self.space.table.get(node.key).map_or(255, |entry| usize::from(entry.best));
        let mut nodes: Vec<(u32, usize, Node<G::Position>)> = Vec::with_capacity(plies.len());
        for (place, &ply) in plies.iter().enumerate() {
            let next = self.space.after(&node, ply);
            if let Some(ending) = self.space.game.plies(&next.position, &mut Vec::new())
                && self.space.at_end(&next.position, next.attacks, ending).won.is_none()
            {
                // Nothing follows.
                self.records[at as usize].place = place;
                return;
            }
            let facts = self.space.known(&next);
            let order = match facts {
                Facts { safe: Facts::NEVER, .. } => 0,
                Facts { won: Some(_), .. } => 3,
                _ => 2 - u32::from(place == best),
            };
            nodes.push((order, place, next));
        }
        nodes.sort_by_key(|&(order, place, _)| (order, place != best, place));
        let (mut most, mut found, mut compared) = (0, None::<(usize, usize, Vec<Node<G::Position>>)>, 0);
        for (order, place, next) in nodes {
            if found.is_some() && (order > 0 || compared == COMPARED) {
                break;
            }
            if order == 1 || order == 2 {
                let facts = self.glance.decide(&next, GLANCE);
                if let Some(won) = facts.won {
                    most = most.max(won);
                    continue;
                }
            }
            match self.replies(&next) {
                Try::Lost(won) => most = most.max(won),
                Try::Open(nodes) => {
                    // Of the plies that are known to be safe, the one that adds the fewest positions.
                    let new = nodes.iter().filter(|node| !self.places.contains_key(&node.key)).count();
                    compared += 1;
                    if found.as_ref().is_none_or(|&(least, _, _)| new < least) {
                        found = Some((new, place, nodes));
                    }
                }
            }
        }
        if let Some((_, place, nodes)) = found {
            self.records[at as usize].place = place;
            for node in nodes {
                let record = self.record(&node) as usize;
                self.records[record].dependents.push(at);
                if self.records[record].lost.is_some() {
                    // Another thread has found out meanwhile.
                    self.open.push(at);
                }
            }
            return;
        }
        let won = most + 1;
        self.records[at as usize].lost = Some(won);
        self.space.table.put_facts(node.key, Facts { won: Some(won), safe: 0 }, 255, 1);
        let dependents = std::mem::take(&mut self.records[at as usize].dependents);
        self.open.extend(dependents);
    }

    /// What follows a position in which the attacker is to move, or an end.
    fn replies(&self, node: &Node<G::Position>) -> Try<G::Position> {
        let mut plies = Vec::new();
        if let Some(ending) = self.space.game.plies(&node.position, &mut plies) {
            let facts = self.space.at_end(&node.position, node.attacks, ending);
            return facts.won.map_or(Try::Open(Vec::new()), Try::Lost);
        }
        let (mut nodes, mut none) = (Vec::new(), Vec::new());
        for &ply in &plies {
            let next = self.space.after(node, ply);
            none.clear();
            match self.space.game.plies(&next.position, &mut none) {
                Some(ending) if self.space.at_end(&next.position, next.attacks, ending).won.is_some() => {
                    return Try::Lost(1);
                }
                Some(_) => {}
                None => nodes.push(next),
            }
        }
        let lost = |keep: &Self, next: &Node<G::Position>| match keep.places.get(&next.key) {
            Some(&at) => keep.records[at as usize].lost,
            None => keep.space.known(next).won,
        };
        if let Some(won) = nodes.iter().filter_map(|next| lost(self, next)).min() {
            self.space.table.put_facts(node.key, Facts { won: Some(won + 1), safe: 0 }, 255, 1);
            return Try::Lost(won + 1);
        }
        Try::Open(nodes)
    }
}
