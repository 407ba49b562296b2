//! Depth-first search for whether the goal is reached, within a number of plies or in any number.
//!
//! Idea: what the table knows about any child is looked up first, then ends one ply ahead; then children are searched, in an
//! order that learns: the ply that was best before, then plies that decided other positions (history: J. Schaeffer, 1989; as J.
//! Tromp's Fhourstones has it, a ply that decides gains what the plies before it lose). Threads share the table, and leave
//! children with which others are busy to the end (ABDADA: J.-C. Weill, 1996).
//!
//! With a limit, what is found does not depend on the path. Without one, a position that is on the path already counts as one
//! in which the goal is not reached; what rests on it is not stored, so that games with cycles should be searched with limits,
//! or in another way.

use crate::space::{Node, Space};
use crate::{Facts, SearchGame};
use std::sync::atomic::Ordering::Relaxed;

/// The greatest depth of the recursion: what is below is unknown.
pub(crate) const DEEPEST: usize = 2000;
/// The number of plies that the order learns about, for each side.
const CODES: usize = 1 << 12;

/// What a search of a position found.
#[derive(Clone, Copy, Debug, Default)]
struct Outcome {
    facts: Facts,
    /// If the goal is not reached because of a repetition: the depth of the first position that is repeated.
    rests_on: Option<usize>,
}

struct Child<P, Y> {
    node: Node<P>,
    found: Outcome,
    code: usize,
    /// The place among the plies of the position.
    place: usize,
    replies: Vec<Y>,
    order: i64,
    is_searched: bool,
}

/// A depth-first search of one thread.
pub(crate) struct DepthFirst<'s, G: SearchGame> {
    space: Space<'s, G>,
    history: [Vec<i32>; 2],
    path: Vec<u128>,
    /// Vectors to be used again.
    spare: Vec<Vec<G::Ply>>,
    looked: u64,
    most: u64,
}

impl<'s, G: SearchGame> DepthFirst<'s, G> {
    pub(crate) fn new(space: Space<'s, G>) -> Self {
        let history = [vec![0; CODES], vec![0; CODES]];
        Self { space, history, path: Vec::new(), spare: Vec::new(), looked: 0, most: u64::MAX }
    }

    /// Searches whether the goal is reached within so many plies; stops when `most` positions have been looked at, or when the
    /// work is over.
    pub(crate) fn decide(&mut self, root: &Node<G::Position>, within: Option<u32>, most: u64) -> Facts {
        let known = self.space.known(root);
        if known.decides(within).is_some() {
            return known;
        }
        self.most = self.looked.saturating_add(most);
        let mut plies = Vec::new();
        match self.space.game.plies(&root.position, &mut plies) {
            Some(ending) => self.space.at_end(&root.position, root.attacks, ending),
            None => self.search(root, &plies, within).facts.and(known),
        }
    }

    fn is_over(&self) -> bool {
        self.looked >= self.most || self.space.over.load(Relaxed) || self.path.len() >= DEEPEST
    }

    /// Searches a position that is no end, with these plies.
    fn search(&mut self, node: &Node<G::Position>, plies: &[G::Ply], within: Option<u32>) -> Outcome {
        if within == Some(0) {
            return Outcome { facts: Facts { won: None, safe: 1 }, rests_on: None };
        }
        if self.is_over() {
            return Outcome::default();
        }
        let (since, depth) = (self.looked, self.path.len());
        let left = within.map(|within| within - 1);
        self.path.push(node.key);
        self.space.busy.enter(node.key);
        let mut children = self.children(node, plies, left);
        let decisive = children
            .last()
            .filter(|child| is_decisive(node.attacks, child.found, left))
            .map(|child| child.place);
        let decisive = match decisive {
            None => self.among(node, &mut children, left),
            decisive => decisive,
        };
        self.space.busy.leave(node.key);
        self.path.pop();
        let mut found = combined(node.attacks, &children, decisive);
        if found.rests_on.is_some_and(|first| first >= depth) {
            // The repetitions are within what was searched from here: the opponent can go round for ever.
            found = Outcome { facts: Facts { won: None, safe: Facts::NEVER }, rests_on: None };
        }
        if found.facts != Facts::default() {
            self.space.table.put_facts(node.key, found.facts, decisive.unwrap_or(255), self.looked - since);
        }
        let used = children.into_iter().map(|child| child.replies);
        self.spare.extend(used.filter(|replies| replies.capacity() > 0));
        found
    }

    /// The children with what is known about them without a search. If one of them decides, it is the last one.
    fn children(
        &mut self,
        node: &Node<G::Position>,
        plies: &[G::Ply],
        left: Option<u32>,
    ) -> Vec<Child<G::Position, G::Ply>> {
        let mut children: Vec<Child<G::Position, G::Ply>> = Vec::with_capacity(plies.len());
        for (place, &ply) in plies.iter().enumerate() {
            let after = self.space.after(node, ply);
            if children.iter().any(|other| other.node.key == after.key) {
                continue;
            }
            let facts = self.space.known(&after);
            let found = Outcome { facts, rests_on: None };
            let code = self.space.game.code(ply) % CODES;
            children.push(Child {
                node: after,
                found,
                code,
                place,
                replies: Vec::new(),
                order: 0,
                is_searched: facts.decides(left).is_some(),
            });
            if is_decisive(node.attacks, found, left) {
                return children;
            }
        }
        for at in 0..children.len() {
            let child = &mut children[at];
            if child.is_searched {
                continue;
            }
            self.looked += 1;
            if self.looked.is_multiple_of(1024) {
                self.space.looked.fetch_add(1024, Relaxed);
            }
            child.replies = self.spare.pop().unwrap_or_default();
            child.replies.clear();
            if let Some(ending) = self.space.game.plies(&child.node.position, &mut child.replies) {
                (child.found.facts, child.is_searched) =
                    (self.space.at_end(&child.node.position, child.node.attacks, ending), true);
            } else if left.is_none()
                && let Some(first) = self.path.iter().rposition(|&key| key == child.node.key)
            {
                (child.found.rests_on, child.is_searched) = (Some(first), true);
            }
            if is_decisive(node.attacks, child.found, left) {
                let last = children.len() - 1;
                children.swap(at, last);
                return children;
            }
        }
        children
    }

    /// Searches the children that are not decided; returns the place of the one that decides, if one does.
    fn among(
        &mut self,
        node: &Node<G::Position>,
        children: &mut [Child<G::Position, G::Ply>],
        left: Option<u32>,
    ) -> Option<usize> {
        let best = self.space.table.get(node.key).map_or(255, |entry| usize::from(entry.best));
        let side = usize::from(node.attacks);
        for child in &mut *children {
            let learnt = i64::from(self.history[side][child.code]);
            child.order =
                if child.place == best { i64::MAX } else { (learnt << 16) - child.replies.len() as i64 };
        }
        children.sort_by_key(|child| std::cmp::Reverse(child.order));
        let open: Vec<usize> = (0..children.len()).filter(|&at| !children[at].is_searched).collect();
        let mut later = Vec::new();
        for (turn, &at) in open.iter().enumerate() {
            if turn > 0 && self.space.busy.count(children[at].node.key) > 0 {
                later.push(at);
                continue;
            }
            if self.decides(node, &mut children[at], left) {
                self.learn(side, children, &open[..=turn]);
                return Some(children[at].place);
            }
        }
        later.into_iter().find(|&at| self.decides(node, &mut children[at], left)).map(|at| children[at].place)
    }

    fn decides(
        &mut self,
        node: &Node<G::Position>,
        child: &mut Child<G::Position, G::Ply>,
        left: Option<u32>,
    ) -> bool {
        let known = self.space.known(&child.node);
        child.found = if known.decides(left).is_some() {
            Outcome { facts: known, rests_on: None }
        } else {
            self.search(&child.node, &child.replies, left)
        };
        child.is_searched = true;
        is_decisive(node.attacks, child.found, left)
    }

    /// The last one of these decided, and the others before it did not.
    fn learn(&mut self, side: usize, children: &[Child<G::Position, G::Ply>], tried: &[usize]) {
        let Some((&last, others)) = tried.split_last() else { return };
        let history = &mut self.history[side];
        for &at in others {
            history[children[at].code] = history[children[at].code].saturating_sub(1);
        }
        let code = children[last].code;
        history[code] = history[code].saturating_add(others.len() as i32);
    }
}

/// Whether a child decides its parent.
fn is_decisive(attacks: bool, found: Outcome, left: Option<u32>) -> bool {
    match found.facts.decides(left) {
        Some(is_reached) => is_reached == attacks,
        None => !attacks && found.rests_on.is_some(),
    }
}

/// What the children say about their parent. `decisive` is the place of the child that decides, if one does: then not all
/// children are known.
fn combined<P, Y>(attacks: bool, children: &[Child<P, Y>], decisive: Option<usize>) -> Outcome {
    let more = |plies: u32| plies.saturating_add(1);
    if let Some(child) = children.iter().find(|child| Some(child.place) == decisive) {
        let Outcome { facts, rests_on } = child.found;
        let facts = if attacks {
            Facts { won: facts.won.map(more), safe: 0 }
        } else {
            Facts { won: None, safe: more(facts.safe) }
        };
        return Outcome { facts, rests_on: rests_on.filter(|_| facts.safe != Facts::NEVER) };
    }
    let facts = || children.iter().map(|child| child.found.facts);
    let won = || facts().map(|facts| facts.won);
    let safe = || facts().map(|facts| facts.safe);
    let facts = if attacks {
        Facts { won: won().flatten().min().map(more), safe: more(safe().min().unwrap_or(0)) }
    } else {
        Facts {
            won: won().collect::<Option<Vec<_>>>().and_then(|won| won.into_iter().max()).map(more),
            safe: more(safe().max().unwrap_or(0)),
        }
    };
    let is_held =
        children.iter().all(|child| child.found.rests_on.is_some() || child.found.facts.safe == Facts::NEVER);
    let rests_on = children.iter().filter_map(|child| child.found.rests_on).min();
    Outcome { facts, rests_on: rests_on.filter(|_| attacks && is_held && facts.safe != Facts::NEVER) }
}
