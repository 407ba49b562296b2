//! Estimates of the number of games, by Chen's heuristic sampling.
//!
//! The tree of simple paths from the empty board is walked by strata. The stratum of a path is the number of positions
//! that it can still reach through unvisited ones (Tromp and Farnebäck, 2009, section 6.2); it falls with every step.
//! In each stratum one path is kept, drawn with a probability in proportion to the weights of all, and gets the sum of
//! their weights. The sum of the weights over all strata is an unbiased estimate of the number of paths (Chen, SIAM J.
//! Comput. 21(2), 1992).
//!
//! The numbers exceed any floating-point number, so weights are stored as logarithms. Cost of a run: a breadth-first
//! search for each child of each kept path; there are at most as many kept paths as positions.
//!
//! What it does not show: single runs differ by many powers of ten, and the mean of a few is probably too small; its
//! standard error, which comes from the same runs, is then too small as well.

use super::graph::{GameGraph, Node};
use certamen_work::stop::Stop;
use fastrand::Rng;
use rayon::prelude::*;

/// The greatest number of positions of a board that is sampled.
pub const MOST_NODES: usize = 20_000;

/// An estimate of a number of games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The number of runs.
    pub runs: usize,
    /// The decimal logarithm of the mean of all runs, the estimate.
    pub log10: f64,
    /// The standard error of the mean, relative to the mean.
    pub relative_error: f64,
    /// The mean of the decimal logarithms of single runs.
    pub log10_of_runs: f64,
    /// The standard deviation of these logarithms.
    pub deviation: f64,
}

/// An estimate from `runs` independent runs, at least two. The same seed gives the same estimate. `None` if it was
/// stopped. `watch` is called after each run.
pub fn estimate(
    graph: &GameGraph,
    runs: usize,
    seed: u64,
    stop: &Stop,
    watch: &(impl Fn() + Sync),
) -> Option<Estimate> {
    let successors = graph.successors();
    let runs = runs.max(2);
    let logs: Option<Vec<f64>> = (0..runs as u64)
        .into_par_iter()
        .map(|run| {
            let log = Run::new(&successors, seed ^ run << 20).walk(stop);
            watch();
            log
        })
        .collect();
    Some(Estimate::of(&logs?))
}

impl Estimate {
    /// The estimate, given the natural logarithms of the runs' results.
    fn of(logs: &[f64]) -> Self {
        let runs = logs.len();
        let many = runs as f64;
        // In units of the largest, so that nothing overflows.
        let largest = logs.iter().copied().fold(f64::MIN, f64::max);
        let parts: Vec<f64> = logs.iter().map(|log| (log - largest).exp()).collect();
        let mean = parts.iter().sum::<f64>() / many;
        let squares: f64 = parts.iter().map(|part| (part - mean).powi(2)).sum();
        let log10s = logs.iter().map(|log| log / std::f64::consts::LN_10);
        let log10_of_runs = log10s.clone().sum::<f64>() / many;
        let deviation = (log10s.map(|log| (log - log10_of_runs).powi(2)).sum::<f64>() / (many - 1.0)).sqrt();
        Self {
            runs,
            log10: (largest + mean.ln()) / std::f64::consts::LN_10,
            relative_error: (squares / (many - 1.0) / many).sqrt() / mean,
            log10_of_runs,
            deviation,
        }
    }
}

/// A path that represents its stratum: its end, the nodes that it has visited, and the logarithm of its weight.
struct Path {
    node: Node,
    visited: Vec<bool>,
    weight: f64,
}

struct Run<'a> {
    successors: &'a [Vec<Node>],
    random: Rng,
    /// The kept paths, by the number of positions that a path can still reach.
    strata: Vec<Option<Path>>,
    /// For each node, the number of the search that found it last; and the number of searches.
    found: Vec<u32>,
    searches: u32,
    queue: Vec<Node>,
}

impl<'a> Run<'a> {
    fn new(successors: &'a [Vec<Node>], seed: u64) -> Self {
        let nodes = successors.len();
        Self {
            successors,
            random: Rng::with_seed(seed),
            strata: std::iter::repeat_with(|| None).take(nodes).collect(),
            found: vec![0; nodes],
            searches: 0,
            queue: Vec::with_capacity(nodes),
        }
    }

    /// The natural logarithm of an unbiased estimate; `None` if it was stopped.
    fn walk(mut self, stop: &Stop) -> Option<f64> {
        let mut visited = vec![false; self.successors.len()];
        visited[Node::EMPTY.index()] = true;
        let stratum = self.reached(Node::EMPTY, &visited);
        self.strata[stratum] = Some(Path { node: Node::EMPTY, visited, weight: 0.0 });
        let mut sum = f64::NEG_INFINITY;
        for stratum in (0..self.strata.len()).rev() {
            if stop.is_requested() {
                return None;
            }
            if let Some(path) = self.strata[stratum].take() {
                sum = log_of_sum(sum, path.weight);
                self.expand(path);
            }
        }
        Some(sum)
    }

    fn expand(&mut self, mut path: Path) {
        let successors = self.successors;
        for &node in &successors[path.node.index()] {
            if path.visited[node.index()] {
                continue;
            }
            path.visited[node.index()] = true;
            let stratum = self.reached(node, &path.visited);
            self.meet(stratum, node, &path);
            path.visited[node.index()] = false;
        }
    }

    /// Adds the weight of a path to its stratum. With a probability in proportion to its weight, the path replaces the
    /// one kept there.
    fn meet(&mut self, stratum: usize, node: Node, path: &Path) {
        let weight = path.weight;
        match &mut self.strata[stratum] {
            None => self.strata[stratum] = Some(Path { node, visited: path.visited.clone(), weight }),
            Some(kept) => {
                kept.weight = log_of_sum(kept.weight, weight);
                if self.random.f64() < (weight - kept.weight).exp() {
                    kept.node = node;
                    kept.visited.clone_from(&path.visited);
                }
            }
        }
    }

    /// The number of nodes that can be reached from a visited one through unvisited ones.
    fn reached(&mut self, node: Node, visited: &[bool]) -> usize {
        self.searches += 1;
        self.queue.clear();
        self.queue.push(node);
        let mut next = 0;
        while let Some(&node) = self.queue.get(next) {
            next += 1;
            for &end in &self.successors[node.index()] {
                let found = &mut self.found[end.index()];
                if *found != self.searches && !visited[end.index()] {
                    *found = self.searches;
                    self.queue.push(end);
                }
            }
        }
        self.queue.len() - 1
    }
}

/// The logarithm of e^a + e^b.
fn log_of_sum(a: f64, b: f64) -> f64 {
    let (less, more) = if a < b { (a, b) } else { (b, a) };
    more + (less - more).exp().ln_1p()
}
