//! The profile of a query: its exact bound for every number of discs and each side to move.
//!
//! Idea: each question is closed from both sides. Records come from the native search: of all positions where there are
//! few discs ([`census`]), backwards from candidates where there are many. No more than that is shown by a refutation
//! whose proof is checked, or by the number of empty squares. What limits end is left as an interval. Every question
//! has a file of its own, which takes its name when it is complete, so that a run that was killed loses one question.
//!
//! What it does not show: the proofs are checked and not kept. Their hashes and sizes stay, and whoever asks the
//! question again makes the proof anew.

pub mod census;
mod close;
pub mod entry;
pub mod plot;
pub mod store;

pub use entry::{Entry, Refuted, Shown};
pub use store::Store;

use crate::bound::{BoundError, Event, Limits};
use crate::query::{BoardSize, ToMove, WitnessError};
use std::io;
use std::path::{Path, PathBuf};

/// Why a profile was not made.
#[derive(Debug, thiserror::Error)]
pub enum ProfileError {
    /// A file or directory cannot be read or written.
    #[error("{path}", path = .path.display())]
    Io {
        /// Its path.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// The directory holds something else.
    #[error("{path}: {reason}", path = .path.display())]
    Other {
        /// Its path.
        path: PathBuf,
        /// What it holds.
        reason: String,
    },
    /// A file of the profile is damaged.
    #[error("{path}: {reason}; remove the file to have its question asked again", path = .path.display())]
    Damaged {
        /// Its path.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// The solver or a record failed.
    #[error(transparent)]
    Bound(#[from] BoundError),
    /// A record is not what it is said to be.
    #[error("a record does not stand: {0}")]
    Witness(#[from] WitnessError),
    /// The clauses that were refuted cannot be read.
    #[error("the clauses cannot be read: {0}")]
    Clauses(String),
    /// A proof does not hold.
    #[error("the proof does not hold: {0}")]
    Proof(#[from] verify::lrat::LratError),
    /// Exhaustive search and solver contradict each other.
    #[error("{discs} discs, {to_move} to move: exhaustive search finds {census}, the solver {solver}")]
    Disagreement {
        /// The number of discs.
        discs: u32,
        /// Who is to move.
        to_move: ToMove,
        /// The largest mobility by exhaustive search.
        census: String,
        /// What the solver finds.
        solver: String,
    },
}

/// What whoever watches is told.
#[derive(Debug)]
pub enum Notice<'a> {
    /// A solver's or a search's step.
    Event(Event<'a>),
    /// All positions with few discs are being searched.
    Census,
    /// A question is done with for now.
    Done(&'a Entry),
}

/// Makes or continues the profile of the positions that a game reaches. The time of `limits` holds for one question.
///
/// # Errors
/// [`ProfileError`]; what was found out before it is kept.
pub fn reachable_mobility(
    board: BoardSize,
    directory: &Path,
    limits: &Limits,
    watch: &mut dyn FnMut(Notice<'_>),
) -> Result<Vec<Entry>, ProfileError> {
    let store = Store::open(directory, board)?;
    let mut entries = Vec::new();
    let mut census = None;
    for discs in 4..=board.squares() {
        for to_move in [ToMove::Black, ToMove::White] {
            let mut entry = store.read(discs, to_move)?.unwrap_or_else(|| Entry::new(board, discs, to_move));
            if entry.is_due(limits.time) && !limits.stop.is_requested() {
                if discs <= census::discs(board) && census.is_none() {
                    watch(Notice::Census);
                    census = census::Small::of(board, &limits.stop)?;
                }
                let small = census.as_ref().and_then(|census| census.get(discs, to_move));
                close::close(board, &mut entry, small, &store, limits, &mut |event| {
                    watch(Notice::Event(event));
                })?;
                store.write(&entry)?;
                watch(Notice::Done(&entry));
            }
            entries.push(entry);
        }
    }
    store.write_report(&entries)?;
    Ok(entries)
}
