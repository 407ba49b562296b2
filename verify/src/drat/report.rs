//! What a check reports, at its end and on the way.

/// The number of steps between two reports of progress.
pub(super) const PROGRESS: usize = 1 << 8;

/// The stage of a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Stage {
    /// Reading the proof; progress is in bytes.
    Reading,
    /// Looking for a conflict; progress is in steps.
    Forwards,
    /// Checking the used clauses; progress is in steps.
    Backwards,
}

/// The work done to check an accepted proof.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Report {
    /// The number of clauses that the proof adds.
    pub additions: u64,
    /// How many of them the refutation uses; of the others, it does not matter whether they follow.
    pub used: u64,
    /// How many of them follow by RAT only.
    pub rat_additions: u64,
    /// The number of clauses that the proof deletes.
    pub deletions: u64,
    /// How many of these deletions were ignored, because propagation depends on the clause or because it does not
    /// exist.
    pub ignored_deletions: u64,
    /// The number of clauses of the formula that the refutation uses.
    pub used_inputs: u64,
    /// The number of bytes of the proof.
    pub bytes: u64,
}
