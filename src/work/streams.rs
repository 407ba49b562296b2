//! Whether standard input and output could be used when the program was started.
//!
//! Idea: `>&-` of a shell starts a program without standard output. Before `main`, the runtime of Rust puts /dev/null in
//! its place, so that no file that is opened later becomes standard output by mistake. What is written is lost then, and
//! the program would report success. After that, a program whose parent gave it a null device looks the same. So the
//! descriptors are examined before the runtime starts, by a function that the linker places among the initialisers of
//! the program. Standard output that was opened for reading only is treated alike, since the runtime ignores the error of
//! a write to it.
//!
//! Source: fcntl(2), `EBADF`; System V ABI, `.init_array`. On systems other than Unix, both count as usable.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};

/// Set by a function that runs before all others; nothing else writes them.
static INPUT_IS_MISSING: AtomicBool = AtomicBool::new(false);
static OUTPUT_IS_MISSING: AtomicBool = AtomicBool::new(false);

#[cfg(unix)]
ctor::declarative::ctor! {
    // Sound before `main`: it makes two system calls, stores two atomics, and uses nothing that the runtime sets up.
    #[ctor(unsafe)]
    fn examine() {
        use rustix::fs::{OFlags, fcntl_getfl};
        let is_open_for = |mode: rustix::io::Result<OFlags>, other: OFlags| {
            mode.is_ok_and(|mode| mode & OFlags::RWMODE != other)
        };
        let input = fcntl_getfl(rustix::stdio::stdin());
        let output = fcntl_getfl(rustix::stdio::stdout());
        INPUT_IS_MISSING.store(!is_open_for(input, OFlags::WRONLY), Ordering::Relaxed);
        OUTPUT_IS_MISSING.store(!is_open_for(output, OFlags::RDONLY), Ordering::Relaxed);
    }
}

/// Whether standard input was open for reading when the program was started.
///
/// # Errors
/// That it was not.
pub fn require_input() -> io::Result<()> {
    require(&INPUT_IS_MISSING, "it is not open for reading")
}

/// Whether standard output was open for writing when the program was started.
///
/// # Errors
/// That it was not.
///
/// # Examples
/// ```
/// assert!(certamen_work::streams::require_output().is_ok());
/// ```
pub fn require_output() -> io::Result<()> {
    require(&OUTPUT_IS_MISSING, "it is not open for writing")
}

fn require(is_missing: &AtomicBool, reason: &str) -> io::Result<()> {
    if is_missing.load(Ordering::Relaxed) { Err(io::Error::other(reason)) } else { Ok(()) }
}
