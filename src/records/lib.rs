//! Game records, for any game: what a record is, formats that hold records, and what is found when they are verified.
//!
//! - [`Record`]: a game as a file gives it: start, moves, what the file claims about it, labels, its place in the file.
//! - [`Format`]: reads records as a stream and writes them. A game registers its own formats; [`Lines`] serves all.
//! - [`brackets`]: games whose properties have values in brackets. [`sgf`]: what SGF is for all games. [`encoding`]: text
//!   in any encoding.
//! - [`container`]: `.gz`, `.bz2`, `.xz`, `.zst` and `.zip`, recognised by content, with limits. `source`: files, directories
//!   and standard input as a list of streams.
//! - [`Judge`]: verifies a record. Its [`Verdict`] says what was found, and how each claim compares with it.
//! - `run`: many records, verified in parallel and reported in order. [`Summary`]: what they are together, as text, JSON, CSV
//!   or SVG.
//!
//! The feature `cli` adds what opens files: `source` and `run`. Nothing here knows a game. `docs/records.md`
//! describes the formats.

pub mod brackets;
pub mod container;
pub mod encoding;
#[cfg(feature = "cli")]
mod foreign;
mod format;
mod lines;
mod location;
mod record;
#[cfg(feature = "cli")]
mod run;
pub mod sgf;
#[cfg(feature = "cli")]
pub mod source;
mod summary;
mod text_place;
mod verdict;

pub use format::{
    BrokenRecord, FileHead, FileTrailer, Format, NotRepresentable, OpenFile, RecordEntry, RecordReader,
    RecordWriter, TextWriter, Unreadable, WriteResult,
};
pub use lines::{LINE_LIMIT, Lines, TextLines};
pub use location::FileLocation;
pub use record::{Claim, EndedBy, Label, Note, Place, Record, Side, Start};
#[cfg(feature = "cli")]
pub use run::{ArchiveRun, Event, Source, choose, verify};
pub use summary::{Maximum, Summary, SummaryReport};
pub use text_place::{Remark, TextPlace, TextPlaces};
pub use verdict::{
    Agreement, ClaimCheck, DISAGREEMENT, Hit, IllegalRecord, Judge, Keys, Repair, Repairer, Verdict,
    VerdictReport,
};
