//! Errors of commands: one line for the user and an exit code.

use crate::error::{Holder, WaitEnded};
use crate::stop::{Interrupted, is_interrupted};
use std::error::Error;
use std::io;

/// Why a command failed. Every error converts into it, also an error of anyhow.
pub type Failure = Box<dyn Error + Send + Sync>;

/// The exit code for bad usage and unreadable input.
pub const UNUSABLE: u8 = 2;
/// The exit code if limits, an interrupt or another process ended the work without an answer.
pub const UNDECIDED: u8 = 3;

/// An error and its causes.
pub(crate) fn chain<'e>(error: &'e (dyn Error + 'static)) -> impl Iterator<Item = &'e (dyn Error + 'static)> {
    std::iter::successors(Some(error), |&error| error.source())
}

/// An error and its causes in one text. A cause is left out if the text before it already ends with it.
///
/// ```
/// use certamen_work::failure::with_causes;
/// #[derive(Debug, thiserror::Error)]
/// #[error("cannot write m.lrat")]
/// struct CannotWrite(#[source] std::io::Error);
/// let error = CannotWrite(std::io::Error::other("disk full"));
/// assert_eq!(with_causes(&error), "cannot write m.lrat: disk full");
/// ```
pub fn with_causes(error: &(dyn Error + 'static)) -> String {
    chain(error).map(ToString::to_string).fold(String::new(), |text, cause| match text.as_str() {
        "" => cause,
        _ if text.ends_with(&cause) => text,
        _ => format!("{text}: {cause}"),
    })
}

/// Whether the reader of the program's output has stopped reading.
///
/// An [`io::Error`] that became a [`Failure`] through anyhow without a context cannot be recognised. The errors of
/// [`file`](mod@crate::file) and [`session`](crate::session) can.
pub fn is_broken_pipe(error: &(dyn Error + 'static)) -> bool {
    let io = chain(error).filter_map(|cause| cause.downcast_ref::<io::Error>());
    io.into_iter().any(|io| io.kind() == io::ErrorKind::BrokenPipe)
}

/// Whether a request to stop ended the work.
pub fn is_interruption(error: &(dyn Error + 'static)) -> bool {
    chain(error).any(|cause| {
        cause.is::<Interrupted>() || cause.downcast_ref::<io::Error>().is_some_and(is_interrupted)
    })
}

/// The exit code of an error: [`UNDECIDED`] if another process writes into a directory, or if a request to stop ended
/// the work; [`UNUSABLE`] otherwise.
pub fn exit_code(error: &(dyn Error + 'static)) -> u8 {
    let is_undecided = |cause: &(dyn Error + 'static)| cause.is::<Holder>() || cause.is::<WaitEnded>();
    if chain(error).any(is_undecided) || is_interruption(error) { UNDECIDED } else { UNUSABLE }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::durable::WorkError;
    use std::path::PathBuf;

    #[derive(Debug, thiserror::Error)]
    #[error("the proof: {0}")]
    struct Repeating(#[from] io::Error);

    #[derive(Debug, thiserror::Error)]
    #[error("cannot write m.lrat")]
    struct Context(#[source] Failure);

    #[test]
    fn no_cause_is_repeated() {
        let full = || io::Error::other("disk full");
        assert_eq!(with_causes(&full()), "disk full");
        assert_eq!(with_causes(&Repeating(full())), "the proof: disk full");
        assert_eq!(
            with_causes(&Context(Repeating(full()).into())),
            "cannot write m.lrat: the proof: disk full"
        );
        assert_eq!(with_causes(&Context(full().into())), "cannot write m.lrat: disk full");
    }

    #[test]
    fn a_held_directory_is_undecided() {
        let held = || WorkError::Held { path: PathBuf::from("tables"), holder: Holder { process: Some(17) } };
        assert_eq!(with_causes(&held()), "tables is in use: process 17 is writing there");
        assert_eq!(exit_code(&Context(held().into())), UNDECIDED);
        assert_eq!(exit_code(&Context(io::Error::other("disk full").into())), UNUSABLE);
        let interrupted = WorkError::Interrupted { path: PathBuf::from("tables"), ended: WaitEnded };
        assert_eq!(exit_code(&Context(interrupted.into())), UNDECIDED);
    }
}
