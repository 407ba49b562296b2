//! The progress of a search, and the callback that may stop it.

use std::ops::ControlFlow;

/// The progress of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchProgress {
    /// A layer is being made from the one before it, or a layer is gone through for positions with more discs.
    Layer {
        /// The number of discs of the positions that are made.
        discs: u32,
        /// The number of classes of the layer before that have been expanded; in a census with several passes each
        /// class counts once for each pass.
        done: u64,
        /// The number of classes to expand.
        total: u64,
    },
    /// A position is being searched backwards.
    Search {
        /// The number of positions that have been expanded.
        positions: u64,
    },
}

/// A callback that receives the progress, on the caller's thread, and decides whether to continue.
pub type Watch<'a> = dyn FnMut(SearchProgress) -> ControlFlow<()> + 'a;

/// A watch that never stops.
pub fn unwatched(_: SearchProgress) -> ControlFlow<()> {
    ControlFlow::Continue(())
}
