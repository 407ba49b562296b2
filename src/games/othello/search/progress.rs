//! How far a search has got, and whether it is to go on.

use std::ops::ControlFlow;

/// How far a search has got.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// A layer is being made of the one before it.
    Layer {
        /// The number of discs in the layer that is being made.
        discs: u32,
        /// How many classes of the layer before have been expanded; each counts once a pass over them.
        done: u64,
        /// How many there are to expand.
        total: u64,
    },
    /// A position is being searched backwards.
    Search {
        /// How many positions have been expanded.
        positions: u64,
    },
}

/// Is given the progress now and then, on the caller's thread, and says whether to go on.
pub type Watch<'a> = dyn FnMut(Progress) -> ControlFlow<()> + 'a;

/// A watch that looks away.
pub fn unwatched(_: Progress) -> ControlFlow<()> {
    ControlFlow::Continue(())
}
