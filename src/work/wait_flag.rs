//! The flag `--wait` of commands that write into a directory.

use crate::durable::Wait;
use crate::error::Holder;
use crate::failure::{chain, with_causes};
use crate::session::Session;
use clap::Args;
use std::error::Error;

/// What a command does while another process writes into its directory.
#[derive(Args, Clone, Copy, Debug, Default)]
pub struct WaitFlags {
    /// Wait while another process writes into the directory. Without this flag, the command names that process and exits
    /// with 3.
    #[arg(long)]
    wait: bool,
}

impl WaitFlags {
    /// Does the work. The argument of `work` says whether to wait. If another process holds the directory and `--wait`
    /// was given, this prints a note and does the work when that process has ended.
    ///
    /// # Errors
    /// The errors of the work.
    pub fn until_free<T, E: Error + 'static>(
        self,
        session: &Session,
        mut work: impl FnMut(Wait) -> Result<T, E>,
    ) -> Result<T, E> {
        match work(Wait::No) {
            Err(error) if self.wait && is_held(&error) => {
                session.note(&format!("{}: waiting", with_causes(&error)));
                work(Wait::Yes)
            }
            done => done,
        }
    }
}

/// Whether an error says that another process holds a directory.
fn is_held(error: &(dyn Error + 'static)) -> bool {
    chain(error).any(<dyn Error>::is::<Holder>)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::durable::WorkError;
    use std::path::PathBuf;

    #[test]
    fn work_is_retried_only_if_waiting_is_allowed() {
        let held = || WorkError::Held { path: PathBuf::from("d"), holder: Holder { process: None } };
        let tried = |wait: bool, error: &dyn Fn() -> WorkError| {
            let mut waits = Vec::new();
            let quiet = Session::new(false, true, crate::stop::Stop::new());
            let done = WaitFlags { wait }.until_free(&quiet, |wait| {
                waits.push(wait);
                if wait == Wait::Yes { Ok(()) } else { Err(error()) }
            });
            (waits, done.is_ok())
        };
        assert_eq!(tried(true, &held), (vec![Wait::No, Wait::Yes], true));
        assert_eq!(tried(false, &held), (vec![Wait::No], false));
        let other = || WorkError::NotAFile { path: PathBuf::from("d") };
        assert_eq!(tried(true, &other), (vec![Wait::No], false));
    }
}
