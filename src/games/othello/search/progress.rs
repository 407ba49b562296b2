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
    /// The same for positions after an early pass.
    AfterPass {
        /// The number of discs of the positions that are made.
        discs: u32,
        /// The number of classes that have been expanded.
        done: u64,
        /// The number of classes to expand.
        total: u64,
    },
    /// A layer is gone through for passes with more discs.
    Passes {
        /// The largest number of discs with which a pass is looked for.
        discs: u32,
        /// The number of classes of the layer that have been expanded.
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

impl SearchProgress {
    /// The same progress, where the layer has only positions after an early pass.
    #[must_use]
    pub const fn after_pass(self) -> Self {
        match self {
            Self::Layer { discs, done, total } => Self::AfterPass { discs, done, total },
            other => other,
        }
    }
}

/// A callback that receives the progress, on the caller's thread, and decides whether to continue.
pub type Watch<'a> = dyn FnMut(SearchProgress) -> ControlFlow<()> + 'a;

/// A watch that never stops.
pub fn unwatched(_: SearchProgress) -> ControlFlow<()> {
    ControlFlow::Continue(())
}
