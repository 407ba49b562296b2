//! The exact number of games: the simple paths of the game graph from the empty board.
//!
//! The search is depth first, with a memo table. Let v be the end of a path, and R the set of nodes that can be reached
//! from v through nodes that the path has not visited. Every continuation of the path stays within R, and every simple
//! path from v through R is a continuation. So the number of continuations depends on v and R alone, and is stored for
//! this pair. R is at most what v can reach in the components that remain without the visited nodes, which is why many
//! paths share it. A symmetry of the graph maps continuations to continuations; the least image of (v, R) represents
//! all images.
//!
//! The first steps are counted breadth first, as pairs with multiplicities, until there are enough pairs for all
//! threads. The threads share the memo table. Cost: on 2x2, 33 million pairs represent 386,356,909,593 games. If the
//! table is full, pairs without a place in it are counted again each time.
//!
//! A pair is one word: six bits for v and one bit for each node. So boards have at most 58 positions, which are those
//! of up to four points. No larger board has ever been counted.

use super::graph::GameGraph;
use super::memo::Memo;
use super::symmetry::symmetries;
use certamen_work::stop::Stop;
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

/// The greatest number of nodes of a graph whose games are counted, so that a set of nodes and a node fit into a word.
pub const MOST_NODES: usize = 58;
/// The greatest number of entries of the memo table, as a power of 2: 1 GiB.
const MOST_BITS: u32 = 26;
/// The breadth-first part ends with this number of pairs, if the graph has that many.
const BEGINNINGS: usize = 4096;
/// Pairs with sets of at most this size are counted again rather than stored.
const SMALL: u32 = 4;
/// The number of pairs that are counted between two checks for a stop.
const PATIENCE: u64 = 1 << 14;

/// Why games could not be counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GamesError {
    /// The graph has too many nodes.
    #[error("the board has {0} legal positions; games are counted exactly up to {MOST_NODES}")]
    TooLarge(usize),
    /// The number does not fit.
    #[error("there are 2^64 games or more")]
    Overflow,
}

/// The result of a count of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Games {
    /// The number of games.
    pub games: u64,
    /// The number of pairs that were expanded, including repetitions.
    pub expansions: u64,
}

/// The progress of a count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GamesProgress {
    /// The number of finished beginnings.
    pub done: usize,
    /// The number of all beginnings.
    pub beginnings: usize,
}

/// Counts the games of a graph with about `memory` bytes. `None` if it was stopped. `watch` is called by all threads.
///
/// # Errors
/// [`GamesError`]
pub fn count(
    graph: &GameGraph,
    memory: u64,
    stop: &Stop,
    watch: &(impl Fn(GamesProgress) + Sync),
) -> Result<Option<Games>, GamesError> {
    if graph.len() > MOST_NODES {
        return Err(GamesError::TooLarge(graph.len()));
    }
    let places = (memory / Memo::SLOT).max(1).ilog2();
    // A graph of n nodes has fewer than 2^n n pairs.
    let bits = places.min(MOST_BITS).min(graph.len() as u32 + graph.len().ilog2());
    let walk = Walk { ways: Ways::new(graph), memo: Memo::new(bits), expansions: AtomicU64::new(0), stop };
    let (begun, pairs) = walk.begin()?;
    let done = AtomicUsize::new(0);
    let finished = pairs.par_iter().map(|&(pair, multiplicity)| {
        let mut steps = 0;
        let counted = walk.paths(pair, &mut steps);
        walk.expansions.fetch_add(steps, Ordering::Relaxed);
        watch(GamesProgress { done: done.fetch_add(1, Ordering::Relaxed) + 1, beginnings: pairs.len() });
        counted?.checked_mul(multiplicity).ok_or(End::Overflow)
    });
    let total = finished.try_reduce(|| 0, |sum: u64, more| sum.checked_add(more).ok_or(End::Overflow));
    match total.and_then(|total| total.checked_add(begun).ok_or(End::Overflow)) {
        Ok(games) => Ok(Some(Games { games, expansions: walk.expansions.into_inner() })),
        Err(End::Stopped) => Ok(None),
        Err(End::Overflow) => Err(GamesError::Overflow),
    }
}

/// Why a count ends before its answer.
#[derive(Clone, Copy, Debug)]
enum End {
    Stopped,
    Overflow,
}

/// A set of nodes: one bit for each.
type Set = u64;

/// The end of a path, and the nodes that it can still reach, without the node itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Pair {
    node: u8,
    reached: Set,
}

impl Pair {
    /// The pair as one word, which is neither 0 nor all ones: the set is not empty and lacks the node.
    fn key(self) -> u64 {
        u64::from(self.node) << MOST_NODES | self.reached
    }
}

/// The graph as sets of successors, with its symmetries.
struct Ways {
    successors: Vec<Set>,
    symmetries: Vec<Symmetry>,
    /// For each node, the symmetries that map it to the least possible node.
    best: Vec<Vec<usize>>,
}

/// A permutation of the nodes.
struct Symmetry {
    nodes: Vec<u8>,
    /// The images of sets, for each group of eight nodes.
    sets: Vec<[Set; 256]>,
}

impl Symmetry {
    fn new(nodes: Vec<u8>) -> Self {
        let image = |eight: usize, set: usize| {
            let of = nodes.iter().skip(8 * eight).take(8).enumerate();
            of.filter(|&(bit, _)| set >> bit & 1 == 1).fold(0, |image, (_, &node)| image | 1 << node)
        };
        let sets = (0..nodes.len().div_ceil(8)).map(|eight| std::array::from_fn(|set| image(eight, set)));
        Self { sets: sets.collect(), nodes }
    }

    fn image(&self, set: Set) -> Set {
        let bytes = set.to_le_bytes();
        self.sets.iter().zip(bytes).fold(0, |image, (sets, byte)| image | sets[usize::from(byte)])
    }
}

impl Ways {
    fn new(graph: &GameGraph) -> Self {
        let successors = graph
            .successors()
            .iter()
            .map(|ends| ends.iter().fold(0, |set, end| set | 1 << end.index()))
            .collect();
        let symmetries: Vec<Symmetry> = symmetries(graph)
            .iter()
            .map(|nodes| Symmetry::new(nodes.iter().map(|node| node.index() as u8).collect()))
            .collect();
        let best = |node: usize| {
            let least = symmetries.iter().map(|symmetry| symmetry.nodes[node]).min();
            let maps = |&which: &usize| Some(symmetries[which].nodes[node]) == least;
            (0..symmetries.len()).filter(maps).collect()
        };
        let best = (0..graph.len()).map(best).collect();
        Self { successors, symmetries, best }
    }

    /// The pair of a node and the nodes that it reaches within `free`.
    fn pair(&self, node: u8, free: Set) -> Pair {
        let mut reached = 0;
        let mut border = self.successors[usize::from(node)] & free;
        while border != 0 {
            reached |= border;
            let next = each(border).fold(0, |next, node| next | self.successors[usize::from(node)]);
            border = next & free & !reached;
        }
        Pair { node, reached }
    }

    /// The least image of a pair.
    fn least(&self, pair: Pair) -> Pair {
        let images = self.best[usize::from(pair.node)].iter().map(|&which| {
            let symmetry = &self.symmetries[which];
            Pair { node: symmetry.nodes[usize::from(pair.node)], reached: symmetry.image(pair.reached) }
        });
        images.min().unwrap_or(pair)
    }

    /// The pairs after one more step.
    fn steps(&self, pair: Pair) -> impl Iterator<Item = Pair> {
        let next = self.successors[usize::from(pair.node)] & pair.reached;
        each(next).map(move |node| self.pair(node, pair.reached & !(1 << node)))
    }
}

/// The members of a set.
fn each(set: Set) -> impl Iterator<Item = u8> {
    let mut rest = set;
    std::iter::from_fn(move || {
        let node = (rest != 0).then(|| rest.trailing_zeros() as u8)?;
        rest &= rest - 1;
        Some(node)
    })
}

struct Walk<'a> {
    ways: Ways,
    memo: Memo,
    expansions: AtomicU64,
    stop: &'a Stop,
}

impl Walk<'_> {
    /// Counts the shortest paths. Returns their number, and the pairs after them with their multiplicities.
    fn begin(&self) -> Result<(u64, Vec<(Pair, u64)>), GamesError> {
        let all = (1 << self.ways.successors.len()) - 1;
        let mut pairs = FxHashMap::from_iter([(self.ways.pair(0, all & !1), 1_u64)]);
        let mut counted = 0_u64;
        while !pairs.is_empty() && pairs.len() < BEGINNINGS {
            let mut next: FxHashMap<Pair, u64> = FxHashMap::default();
            for (&pair, &multiplicity) in &pairs {
                counted = counted.checked_add(multiplicity).ok_or(GamesError::Overflow)?;
                for step in self.ways.steps(pair) {
                    let paths = next.entry(self.ways.least(step)).or_default();
                    *paths = paths.checked_add(multiplicity).ok_or(GamesError::Overflow)?;
                }
            }
            pairs = next;
        }
        let mut pairs: Vec<(Pair, u64)> = pairs.into_iter().collect();
        pairs.sort_unstable();
        Ok((counted, pairs))
    }

    /// The number of simple paths from the node through the nodes that it reaches, including the path without steps.
    fn paths(&self, pair: Pair, steps: &mut u64) -> Result<u64, End> {
        *steps += 1;
        if steps.is_multiple_of(PATIENCE) && self.stop.is_requested() {
            return Err(End::Stopped);
        }
        let mut sum = 1_u64;
        for step in self.ways.steps(pair) {
            let more = match step.reached.count_ones() {
                0 => 1,
                1..=SMALL => self.paths(step, steps)?,
                _ => self.remembered(self.ways.least(step), steps)?,
            };
            sum = sum.checked_add(more).ok_or(End::Overflow)?;
        }
        Ok(sum)
    }

    fn remembered(&self, pair: Pair, steps: &mut u64) -> Result<u64, End> {
        let key = pair.key();
        if let Some(known) = self.memo.get(key) {
            return Ok(known);
        }
        let counted = self.paths(pair, steps)?;
        self.memo.keep(key, counted);
        Ok(counted)
    }
}
