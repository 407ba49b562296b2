//! Why the record of a game is refused, which three games have in common.

use crate::place::TextPlace;

/// The length in bytes of the longest record that is read.
pub const RECORD_LIMIT: usize = 64 * 1024;

/// Why a record is refused; `R` says what is wrong with a ply.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RecordError<R> {
    /// The text is longer than any record.
    #[error("a record of {bytes} bytes: at most {RECORD_LIMIT} are read")]
    TooLong {
        /// The length of the text.
        bytes: usize,
    },
    /// A ply that cannot be read or played.
    #[error("ply {ply}, {place}: {reason}")]
    AtPly {
        /// The number of the ply, from 1.
        ply: usize,
        /// Where the ply starts in the text, or where it is missing.
        place: TextPlace,
        /// What is wrong with it.
        reason: R,
    },
}
