//! Counts the leaves of a game tree on all cores.
//!
//! Near the root, each child is a task of its own. At the depth [`Tree::TASK`], the sequential count of the game takes
//! over. So all cores stay busy to the end, an interrupt takes effect at once, and the overhead of the tasks is small.

use crate::game::PlayError;
use certamen_work::stop::Stop;
use encodings::rules::Leaves;
use rayon::prelude::*;

/// The number of leaves of a game tree.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PerftCount {
    /// The leaves below each first ply, with the name of the ply, if they were asked for.
    pub divided: Vec<(String, u64)>,
    /// All leaves.
    pub leaves: u64,
    /// Those of games that ended before the depth.
    pub ended: u64,
}

/// A game tree.
///
/// # Examples
/// ```
/// use certamen_play::tree::{Tree, perft};
/// use certamen_work::Stop;
/// use encodings::rules::Leaves;
///
/// /// A heap from which one or two are taken.
/// struct Heap;
///
/// impl Tree for Heap {
///     type Node = u32;
///     const TASK: u32 = 0;
///     fn children(&self, heap: &u32) -> Vec<u32> {
///         (1..=2.min(*heap)).map(|taken| heap - taken).collect()
///     }
///     fn names(&self, heap: &u32) -> Vec<String> {
///         (1..=2.min(*heap)).map(|taken| taken.to_string()).collect()
///     }
///     fn leaves(&self, heap: &u32, depth: u32) -> Leaves {
///         match (depth, self.children(heap)) {
///             (0, _) => Leaves::going_on(1),
///             (_, children) if children.is_empty() => Leaves::ENDED,
///             (_, children) => children.iter().map(|child| self.leaves(child, depth - 1)).sum(),
///         }
///     }
/// }
/// let counted = perft(&Heap, &4, 3, false, &Stop::new())?;
/// assert_eq!((counted.leaves, counted.ended), (5, 1));
/// # Ok::<(), certamen_play::PlayError>(())
/// ```
pub trait Tree: Sync {
    /// A position, with everything else that its moves depend on.
    type Node: Send + Sync;

    /// The deepest tree that is counted sequentially: a few milliseconds of work.
    const TASK: u32;

    /// The child nodes in the order of the plies. Empty if the game has ended.
    fn children(&self, node: &Self::Node) -> Vec<Self::Node>;

    /// The names of the plies in the same order.
    fn names(&self, node: &Self::Node) -> Vec<String>;

    /// The number of leaves at a depth, counted sequentially. A game that has ended counts as one leaf at every greater
    /// depth, unless the game defines it differently.
    fn leaves(&self, node: &Self::Node, depth: u32) -> Leaves;
}

/// Counts the leaves at a depth. With `divide`, also counts the leaves below each first ply.
///
/// # Errors
/// [`PlayError::Stopped`]
pub fn perft<T: Tree>(
    tree: &T,
    root: &T::Node,
    depth: u32,
    divide: bool,
    stop: &Stop,
) -> Result<PerftCount, PlayError> {
    let stopped = || PlayError::Stopped;
    if !divide || depth == 0 {
        let Leaves { all, ended } = count(tree, root, depth, stop).ok_or_else(stopped)?;
        return Ok(PerftCount { divided: Vec::new(), leaves: all, ended });
    }
    let plies: Vec<(String, T::Node)> = tree.names(root).into_iter().zip(tree.children(root)).collect();
    let behind = plies.into_par_iter().map(|(name, node)| Some((name, count(tree, &node, depth - 1, stop)?)));
    let divided = behind.collect::<Option<Vec<_>>>().ok_or_else(stopped)?;
    // If the game has ended, the root is a leaf without a first ply.
    let Leaves { all, ended } = if divided.is_empty() {
        tree.leaves(root, depth)
    } else {
        divided.iter().map(|&(_, leaves)| leaves).sum()
    };
    let divided = divided.into_iter().map(|(name, leaves)| (name, leaves.all)).collect();
    Ok(PerftCount { divided, leaves: all, ended })
}

/// The leaves at a depth, or `None` if the work was stopped.
fn count<T: Tree>(tree: &T, node: &T::Node, depth: u32, stop: &Stop) -> Option<Leaves> {
    if stop.is_requested() {
        return None;
    }
    if depth <= T::TASK {
        return Some(tree.leaves(node, depth));
    }
    let children = tree.children(node);
    if children.is_empty() {
        return Some(tree.leaves(node, depth));
    }
    children.into_par_iter().map(|child| count(tree, &child, depth - 1, stop)).sum()
}
