//! How far the work is.

/// The progress of the work.
#[derive(Clone, Copy, Debug, Default)]
pub struct DiagramProgress {
    /// The number of gates done.
    pub done: usize,
    /// The number of gates needed.
    pub gates: usize,
    /// The number of nodes of all diagrams that are kept.
    pub nodes: usize,
}
