//! How a proof is checked, and what the check reports.

/// How to treat a hint that has a true literal when it is reached. It cannot make any literal true, so both ways are
/// sound.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum SatisfiedHints {
    /// The proof is refused, as in the verified checker of ACL2: a proof that is accepted here is accepted there.
    #[default]
    Refused,
    /// The hint is skipped, as in lrat-check and `cake_lpr`. Some solvers write such hints.
    Skipped,
}

/// The work done to check an accepted proof.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Report {
    /// The number of added clauses, including the empty clause.
    pub additions: u64,
    /// The number of deleted clauses.
    pub deletions: u64,
    /// The number of additions that are not implied through their hints, but follow by RAT on their pivot.
    pub rat_additions: u64,
    /// The number of hints of all additions.
    pub hints: u64,
    /// The number of bytes up to the end of the step that adds the empty clause; the proof may have more.
    pub bytes: u64,
    /// The greatest number of clauses that were live at once, including those of the formula.
    pub peak_clauses: u64,
    /// The greatest number of literals that were live at once.
    pub peak_literals: u64,
}
