//! What both engines keep on disk, and how they report progress.
//!
//! - `directory`: `retro.json`, the file that says which solved game a directory holds. `sealed`: files in blocks with
//!   checksums, for tables and checkpoints. [`TableError`]: why they cannot be written or read.
//! - [`kept_audit`]: the checkpoint of an audit. [`SolverProgress`]: the progress of long work;
//!   [`Monitor`]: who follows it.

pub(crate) mod directory;
mod error;
pub mod kept_audit;
mod progress;
pub(crate) mod sealed;

pub use directory::held;
pub use error::TableError;
pub(crate) use error::at;
pub use progress::{Monitor, SolverProgress, Watch};
