//! Proof-number search, depth first, for questions without a limit on the plies.
//!
//! Idea: a proof number says how many positions have to be decided at least, so that the goal is reached; a disproof number
//! the same for the opposite. The search goes where the smaller number is, until it exceeds what the next best ply has (df-pn:
//! A. Nagai, 2002), by a quarter more, so that it changes its place less often (1 + epsilon: J. Pawlewicz, L. Lew, 2006). First
//! numbers come from two plies of lookahead and from what similar positions were worth (`first_numbers`).
//!
//! A position that is on the path already counts as one in which the goal is not reached. That holds for this path only: a
//! disproof that rests on it stays in the memory of the path, and the table gets it at the position on which it rests. A
//! position that is entered gets room for one more step than its numbers, so that each descent ends in something new.
//!
//! What a frame knows about its children stays with it, so that a small table costs time, but the search ends.

use crate::first_numbers::{Guess, Threats};
use crate::space::{Node, Space};
use crate::table::INFINITE;
use crate::{Facts, SearchGame};
use rustc_hash::FxHashMap;
use std::sync::atomic::Ordering::Relaxed;

/// What rests on no position of the path.
const NOTHING: usize = usize::MAX;

struct Child<P> {
    node: Node<P>,
    /// The place among the plies of the position.
    place: usize,
    facts: Facts,
    proof: u32,
    disproof: u32,
    /// If the goal is not reached because of a repetition: the depth of the first position that is repeated.
    rests_on: Option<usize>,
}

/// What is known about a frame, by its children.
#[derive(Clone, Copy, Debug)]
struct Summary {
    facts: Facts,
    proof: u32,
    disproof: u32,
    rests_on: Option<usize>,
    best: usize,
}

struct Frame<P> {
    node: Node<P>,
    children: Vec<Child<P>>,
    /// The frame is left when its numbers reach these.
    limits: (u32, u32),
    chosen: usize,
    /// The number of positions that had been looked at.
    since: u64,
}

/// A proof-number search of one thread.
pub(crate) struct ProofNumber<'s, G: SearchGame> {
    space: Space<'s, G>,
    frames: Vec<Frame<G::Position>>,
    path: FxHashMap<u128, usize>,
    replies: Vec<G::Ply>,
    looked: u64,
    threats: Threats<G>,
    guess: Guess,
    /// Whether a position was met that was on the path already.
    has_cycles: bool,
}

impl<'s, G: SearchGame> ProofNumber<'s, G> {
    pub(crate) fn new(space: Space<'s, G>) -> Self {
        Self {
            space,
            frames: Vec::new(),
            path: FxHashMap::default(),
            replies: Vec::new(),
            looked: 0,
            threats: Threats::new(),
            guess: Guess::new(),
            has_cycles: false,
        }
    }

    /// Whether the game has been seen to go round.
    pub(crate) const fn has_cycles(&self) -> bool {
        self.has_cycles
    }

    /// Searches until the goal is known to be reached or not, until `most` positions have been looked at, or until the work is
    /// over.
    pub(crate) fn decide(&mut self, root: &Node<G::Position>, most: u64) -> Facts {
        let known = self.space.known(root);
        if known.is_final() {
            return known;
        }
        if let Some(ending) = self.space.game.plies(&root.position, &mut Vec::new()) {
            return self.space.at_end(&root.position, root.attacks, ending);
        }
        let most = self.looked.saturating_add(most);
        self.enter(root.clone(), (INFINITE, INFINITE));
        loop {
            let Some(frame) = self.frames.last() else { return Facts::default() };
            let summary = frame.summary();
            let is_over = self.looked >= most || self.space.over.load(Relaxed);
            let is_decided = summary.proof == 0 || summary.disproof == 0;
            if is_over || is_decided || summary.proof >= frame.limits.0 || summary.disproof >= frame.limits.1
            {
                if let Some(facts) = self.leave(summary) {
                    return facts;
                }
            } else {
                self.descend(summary);
            }
        }
    }

    /// Enters the child that is to be searched next, or takes what the table knows about it by now.
    fn descend(&mut self, summary: Summary) {
        let Some(frame) = self.frames.last_mut() else { return };
        let (chosen, limits) = frame.choose(summary, |key| self.space.busy.count(key));
        let child = &mut frame.children[chosen];
        if let Some(entry) = self.space.table.get(child.node.key)
            && entry.facts.is_final()
        {
            child.set(entry.facts);
            return;
        }
        frame.chosen = chosen;
        let node = child.node.clone();
        self.enter(node, limits);
    }

    fn enter(&mut self, node: Node<G::Position>, limits: (u32, u32)) {
        let since = self.looked;
        self.count();
        let mut plies = Vec::new();
        self.space.game.plies(&node.position, &mut plies);
        self.space.busy.enter(node.key);
        self.path.insert(node.key, self.frames.len());
        let threats = self.threats.of(&self.space, &node, &plies);
        let mut children: Vec<Child<G::Position>> = Vec::with_capacity(plies.len());
        for (place, &ply) in plies.iter().enumerate() {
            let after = self.space.after(&node, ply);
            // Symmetric plies are one.
            if children.iter().any(|other| other.node.key == after.key) {
                continue;
            }
            let is_refused = !threats.is_empty() && self.threats.refuse(&self.space, &node, ply, &threats);
            let child = self.child(after, place, is_refused);
            let is_decided =
                if node.attacks { child.proof == 0 } else { child.disproof == 0 && child.rests_on.is_none() };
            children.push(child);
            if is_decided {
                break;
            }
        }
        let mut frame = Frame { node, children, limits, chosen: 0, since };
        let summary = frame.summary();
        frame.limits.0 = limits.0.max(summary.proof.saturating_add(1));
        frame.limits.1 = limits.1.max(summary.disproof.saturating_add(1));
        self.frames.push(frame);
    }

    fn count(&mut self) {
        self.looked += 1;
        if self.looked.is_multiple_of(1024) {
            self.space.looked.fetch_add(1024, Relaxed);
        }
    }

    fn child(&mut self, node: Node<G::Position>, place: usize, is_refused: bool) -> Child<G::Position> {
        let mut child = Child { node, place, facts: Facts::default(), proof: 1, disproof: 1, rests_on: None };
        if is_refused {
            child.set(Facts::at_once(child.node.attacks));
        } else if let Some(entry) = self.space.table.get(child.node.key) {
            if entry.facts.is_final() {
                child.set(entry.facts);
            } else {
                (child.proof, child.disproof) = entry.numbers.unwrap_or((1, 1));
            }
        } else {
            self.first_look(&mut child);
        }
        if let Some(&depth) = self.path.get(&child.node.key)
            && !child.facts.is_final()
        {
            self.has_cycles = true;
            (child.proof, child.disproof, child.rests_on) = (INFINITE, 0, Some(depth));
        }
        child
    }

    /// The first numbers of a position: the plies that do not lose at once, and what similar positions were worth.
    fn first_look(&mut self, child: &mut Child<G::Position>) {
        self.count();
        let node = &child.node;
        let mut replies = std::mem::take(&mut self.replies);
        replies.clear();
        if let Some(ending) = self.space.game.plies(&node.position, &mut replies) {
            child.set(self.space.at_end(&node.position, node.attacks, ending));
        } else {
            let threats = self.threats.of(&self.space, node, &replies);
            let mut count = replies.len();
            if !threats.is_empty() {
                count -= replies
                    .iter()
                    .filter(|&&reply| self.threats.refuse(&self.space, node, reply, &threats))
                    .count();
            }
            if count == 0 {
                let won = Facts { won: Some(2), safe: 0 };
                child.set(if node.attacks { Facts { won: None, safe: Facts::NEVER } } else { won });
            } else {
                let (one, all) = self.guess.numbers(&self.space, node, count as u32);
                (child.proof, child.disproof) = if node.attacks { (one, all) } else { (all, one) };
            }
        }
        self.replies = replies;
    }

    /// Leaves a frame; returns the facts if it was the last one.
    fn leave(&mut self, summary: Summary) -> Option<Facts> {
        let frame = self.frames.pop()?;
        let depth = self.frames.len();
        self.path.remove(&frame.node.key);
        self.space.busy.leave(frame.node.key);
        let work = self.looked - frame.since;
        let mut summary = summary;
        if summary.rests_on.is_some_and(|first| first >= depth) {
            // The repetitions are within what was searched from here: the opponent can go round for ever.
            (summary.facts.safe, summary.rests_on) = (Facts::NEVER, None);
        }
        let key = frame.node.key;
        if summary.facts.is_final() {
            let best = frame.children.get(summary.best).map_or(255, |child| child.place);
            self.space.table.put_facts(key, summary.facts, best, work);
            self.guess.learn(&self.space, &frame.node, summary.facts);
        } else if summary.rests_on.is_none() {
            self.space.table.put_numbers(key, (summary.proof, summary.disproof), work);
        }
        let Some(above) = self.frames.last_mut() else { return Some(summary.facts) };
        let child = &mut above.children[above.chosen];
        (child.facts, child.proof, child.disproof) = (summary.facts, summary.proof, summary.disproof);
        child.rests_on = summary.rests_on;
        None
    }
}

impl<P> Child<P> {
    fn set(&mut self, facts: Facts) {
        self.facts = facts;
        (self.proof, self.disproof) = if facts.won.is_some() { (0, INFINITE) } else { (INFINITE, 0) };
        self.rests_on = None;
    }
}

impl<P> Frame<P> {
    fn summary(&self) -> Summary {
        let attacks = self.node.attacks;
        let (mut least, mut sum, mut best) = (INFINITE, 0_u32, 0);
        let (mut won, mut all_won, mut safe, mut most_safe) = (None::<u32>, Some(0), Facts::NEVER, 0);
        let (mut rests_on, mut is_held) = (NOTHING, false);
        for (place, child) in self.children.iter().enumerate() {
            let (one, all) =
                if attacks { (child.proof, child.disproof) } else { (child.disproof, child.proof) };
            sum = if all >= INFINITE {
                INFINITE
            } else {
                sum.saturating_add(all).min(if sum < INFINITE { INFINITE - 1 } else { INFINITE })
            };
            if one < least {
                (least, best) = (one, place);
            }
            won = [won, child.facts.won].into_iter().flatten().min();
            all_won = all_won.zip(child.facts.won).map(|(one, other)| one.max(other));
            safe = safe.min(child.facts.safe);
            most_safe = most_safe.max(child.facts.safe);
            if let Some(first) = child.rests_on {
                is_held = true;
                // Every reason counts where all children have to hold, and the latest one where one is enough.
                rests_on =
                    if attacks || rests_on == NOTHING { rests_on.min(first) } else { rests_on.max(first) };
            }
        }
        let (proof, disproof) = if attacks { (least, sum) } else { (sum, least) };
        let more = |plies: u32| plies.saturating_add(1);
        let facts = if attacks {
            // If a child is won, others are perhaps missing.
            Facts { won: won.map(more), safe: if won.is_some() { 0 } else { more(safe) } }
        } else {
            Facts { won: all_won.map(more), safe: more(most_safe) }
        };
        let rests_on = (disproof == 0 && is_held && facts.safe != Facts::NEVER).then_some(rests_on);
        Summary { facts, proof, disproof, rests_on, best }
    }

    /// The child to be searched, and its limits. Children with which other threads are busy look worse.
    fn choose(&self, summary: Summary, busy: impl Fn(u128) -> u32) -> (usize, (u32, u32)) {
        let attacks = self.node.attacks;
        let one_of = |child: &Child<P>| if attacks { child.proof } else { child.disproof };
        let (mut chosen, mut least, mut second) = (summary.best, u32::MAX, INFINITE);
        for (place, child) in self.children.iter().enumerate() {
            let one = one_of(child);
            if one >= INFINITE || child.rests_on.is_some() {
                continue;
            }
            let one = one.saturating_mul(1 + busy(child.node.key)).min(INFINITE - 1);
            if one < least {
                (chosen, least, second) = (place, one, least.min(INFINITE));
            } else {
                second = second.min(one);
            }
        }
        let child = &self.children[chosen];
        let (own, others) = if attacks { self.limits } else { (self.limits.1, self.limits.0) };
        let own = own.min(second.saturating_add(second / 4).saturating_add(1)).max(one_of(child) + 1);
        let (all, whole) =
            if attacks { (child.disproof, summary.disproof) } else { (child.proof, summary.proof) };
        let others = others.saturating_sub(whole.saturating_sub(all)).max(1);
        (chosen, if attacks { (own, others) } else { (others, own) })
    }
}
