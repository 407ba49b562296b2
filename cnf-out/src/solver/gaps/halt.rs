//! Why a search ends.

use crate::solver::{SolverError, StopReason};
use rustsat::types::Assignment;

/// Why a search ended.
#[derive(Debug)]
pub(super) enum Halt {
    Model(Assignment),
    Refuted,
    Stopped(StopReason),
    Failed(SolverError),
}

impl From<SolverError> for Halt {
    fn from(error: SolverError) -> Self {
        Self::Failed(error)
    }
}
