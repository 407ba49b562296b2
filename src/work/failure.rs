//! Errors of commands: one line for the user, and an exit code.

use crate::error::Holder;
use std::error::Error;
use std::io;

/// Why a command failed. Every error converts into it, that of anyhow too.
pub type Failure = Box<dyn Error + Send + Sync>;

/// The exit code of bad usage and unreadable input.
pub const UNUSABLE: u8 = 2;
/// The exit code where limits, an interrupt or another process ended the work undecided.
pub const UNDECIDED: u8 = 3;

/// An error and its causes.
fn chain<'e>(error: &'e (dyn Error + 'static)) -> impl Iterator<Item = &'e (dyn Error + 'static)> {
    std::iter::successors(Some(error), |&error| error.source())
}

/// An error with its causes in one text, without those that the one before ends with.
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

/// Whether the reader of our output has stopped reading.
///
/// An [`io::Error`] that became a [`Failure`] by way of anyhow, without a context, cannot be recognised; those of
/// [`file`](mod@crate::file) and [`session`](crate::session) can.
pub fn is_broken_pipe(error: &(dyn Error + 'static)) -> bool {
    let io = chain(error).filter_map(|cause| cause.downcast_ref::<io::Error>());
    io.into_iter().any(|io| io.kind() == io::ErrorKind::BrokenPipe)
}

/// The exit code of an error: [`UNDECIDED`] where another process writes into a directory, [`UNUSABLE`] otherwise.
pub fn exit_code(error: &(dyn Error + 'static)) -> u8 {
    if chain(error).any(<dyn Error>::is::<Holder>) { UNDECIDED } else { UNUSABLE }
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
    fn no_cause_is_said_twice() {
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
    }
}
