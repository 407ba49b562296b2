//! How a step begins.

/// The start of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum StepStart<N = i64> {
    /// A clause with this id follows: literals, then hints.
    Addition(N),
    /// Ids follow; a text proof labels the deletion.
    Deletion(Option<N>),
}

/// The kind of a step without ids.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// It adds the clause that follows.
    Addition,
    /// It deletes the clause that follows.
    Deletion,
}
