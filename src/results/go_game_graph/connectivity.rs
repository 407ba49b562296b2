//! Strongly connected components, by Tarjan's algorithm.
//!
//! Source: R. E. Tarjan, "Depth-first search and linear graph algorithms", SIAM J. Comput. 1(2), 1972. It is
//! implemented without recursion, because a walk may have as many nodes as the graph. An entry of the walk is a node
//! and the number of its next move, so that no list of edges is needed. Cost: each edge once, 20 bytes for each node.

use super::graph::{GameGraph, Node};
use super::position::Placement;
use certamen_work::stop::Stop;

/// The strongly connected components of a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Components {
    /// The number of components.
    pub count: u64,
    /// The number of nodes of the largest component.
    pub largest: u64,
}

/// The strongly connected components; `None` if it was stopped.
pub fn components(graph: &GameGraph, stop: &Stop) -> Option<Components> {
    let placements: Vec<Placement> = graph.grid().placements().collect();
    let mut search = ComponentSearch {
        order: vec![UNSEEN; graph.len()],
        low: vec![UNSEEN; graph.len()],
        open: Vec::new(),
        walk: Vec::new(),
        seen: 0,
        found: Components { count: 0, largest: 0 },
    };
    for root in graph.nodes() {
        if search.order[root.index()] != UNSEEN {
            continue;
        }
        search.enter(root);
        while let Some((node, next)) = search.walk.last_mut() {
            let node = *node;
            let Some(&placement) = placements.get(usize::from(*next)) else {
                search.leave(node);
                continue;
            };
            *next += 1;
            if let Some(end) = graph.follow(node, placement) {
                search.step(node, end);
            }
        }
        if stop.is_requested() {
            return None;
        }
    }
    Some(search.found)
}

const UNSEEN: u32 = u32::MAX;
/// The order of a node whose component is complete.
const CLOSED: u32 = u32::MAX - 1;

struct ComponentSearch {
    /// For each node, when it was entered.
    order: Vec<u32>,
    /// For each node, the order of the earliest node of its component that it is known to reach.
    low: Vec<u32>,
    /// Nodes that were entered and whose component is not complete.
    open: Vec<Node>,
    /// The nodes of the current walk, each with the number of its next move.
    walk: Vec<(Node, u8)>,
    seen: u32,
    found: Components,
}

impl ComponentSearch {
    fn enter(&mut self, node: Node) {
        self.order[node.index()] = self.seen;
        self.low[node.index()] = self.seen;
        self.seen += 1;
        self.open.push(node);
        self.walk.push((node, 0));
    }

    fn step(&mut self, node: Node, end: Node) {
        match self.order[end.index()] {
            UNSEEN => self.enter(end),
            _ if self.low[end.index()] == CLOSED => {}
            order => self.lower(node, order),
        }
    }

    fn leave(&mut self, node: Node) {
        self.walk.pop();
        let low = self.low[node.index()];
        if low == self.order[node.index()] {
            self.close(node);
        } else if let Some(&(parent, _)) = self.walk.last() {
            self.lower(parent, low);
        }
    }

    fn close(&mut self, root: Node) {
        let mut size = 0;
        while let Some(node) = self.open.pop() {
            self.low[node.index()] = CLOSED;
            size += 1;
            if node == root {
                break;
            }
        }
        self.found.count += 1;
        self.found.largest = self.found.largest.max(size);
    }

    fn lower(&mut self, node: Node, order: u32) {
        let low = &mut self.low[node.index()];
        *low = (*low).min(order);
    }
}
