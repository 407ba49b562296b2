//! Support for long work: stopping it, limiting it, reporting progress, and results that survive a kill.
//!
//! - [`stop`] and [`limits`]: a request to stop, and time limits.
//! - [`answer`]: the answer of a command, as text and as JSON.
//! - [`amount`]: parses seconds and bytes as users write them.
//! - [`memory`]: the available memory. Work that needs more is refused before it begins.
//! - [`durable`]: files that get their final names when they are complete, directories with a manifest and a lock, and
//!   answers with a checksum. Everything that outlives a process is written through it.
//! - [`digest`]: SHA-256 as hexadecimal digits.
//! - [`parallel`]: independent checks on all processors, with the outcome of checking one after the other.
//! - `compression` (with the feature of that name): compressed streams. [`Meter`]: how much has been read.
//! - [`schema`]: JSON Schemas of answers.
//! - [`text`]: quotes foreign input in messages.
//! - With the feature `cli`: `session` (what all commands share), `subject_command` (a command that a crate adds), `progress`,
//!   `wait_flag` (the flag `--wait`), `file` (files of the command line), `input` (reads them until a request to stop),
//!   `streams` (whether standard output was open) and `failure` (errors as one line and an exit code).

pub mod amount;
pub mod answer;
#[cfg(feature = "compression")]
pub mod compression;
pub mod digest;
pub mod disk;
pub mod durable;
mod error;
#[cfg(feature = "cli")]
pub mod failure;
#[cfg(feature = "cli")]
pub mod file;
#[cfg(feature = "cli")]
pub mod input;
pub mod limits;
pub mod memory;
mod meter;
pub mod parallel;
#[cfg(feature = "cli")]
pub mod progress;
pub mod schema;
#[cfg(feature = "cli")]
pub mod session;
pub mod stop;
#[cfg(feature = "cli")]
pub mod streams;
#[cfg(feature = "cli")]
pub mod subject_command;
pub mod text;
#[cfg(feature = "cli")]
pub mod wait_flag;

pub use answer::{Answer, Outcome};
pub use error::{Holder, WaitEnded, WorkError};
#[cfg(feature = "cli")]
pub use failure::Failure;
pub use limits::Limits;
pub use meter::{Meter, Metered};
#[cfg(feature = "cli")]
pub use progress::Progress;
#[cfg(feature = "cli")]
pub use session::Session;
pub use stop::{Interrupted, Stop};
#[cfg(feature = "cli")]
pub use subject_command::SubjectCommand;
