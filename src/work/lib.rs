//! Long work: how it is stopped and limited, how it reports progress, and how its results survive a kill.
//!
//! - [`stop`] and [`limits`]: a request to stop, and the time that is left.
//! - [`amount`]: seconds and bytes as users write them.
//! - [`durable`]: files that take their name when they are complete, directories with a manifest and a lock, answers
//!   with a checksum. Everything that outlives a process is written through it.
//! - With the feature `cli`: `session` (what all commands share), `task` (a command that a crate adds), `progress`,
//!   `file` (files of the command line) and `failure` (errors as one line and an exit code).

pub mod amount;
pub mod durable;
mod error;
#[cfg(feature = "cli")]
pub mod failure;
#[cfg(feature = "cli")]
pub mod file;
pub mod limits;
#[cfg(feature = "cli")]
pub mod progress;
#[cfg(feature = "cli")]
pub mod session;
pub mod stop;
#[cfg(feature = "cli")]
pub mod task;

pub use error::{Holder, WorkError};
pub use limits::Limits;
pub use stop::Stop;
