//! A second build of the program, for processors that have more instructions.
//!
//! Idea: a package holds a program that runs everywhere, and beside it the same version for x86-64-v3, whose name says so.
//! The first one starts the second one in its place if this processor has what that needs. Numbering positions takes a
//! quarter less time with these instructions. A file of another version or another owner is left alone.
//! Cost: less than a millisecond.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Ends the name of a program for processors of x86-64-v3.
const SUFFIX: &str = concat!("-", env!("CARGO_PKG_VERSION"), "-x86-64-v3");

/// Whether the processor has the instructions of x86-64-v3, those that compilers use.
/// Source: x86-64 psABI, "Micro-Architecture Levels".
fn has_its_instructions() -> bool {
    #[cfg(target_arch = "x86_64")]
    return is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("f16c")
        && is_x86_feature_detected!("fma")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("movbe")
        && is_x86_feature_detected!("popcnt");
    #[cfg(not(target_arch = "x86_64"))]
    return false;
}

/// Goes on as the build for this processor, with the same arguments, if there is one beside the program. Returns if there
/// is none, or if it cannot be started.
#[cfg(unix)]
pub(crate) fn continue_as_build_for_it() {
    use std::os::unix::process::CommandExt as _;
    let Ok(program) = std::env::current_exe() else { return };
    let Some(build) = build_beside(&program).filter(|_| has_its_instructions()) else { return };
    if is_of_same_owner(&build, &program) {
        let mut arguments = std::env::args_os();
        let name = arguments.next().unwrap_or_else(|| OsString::from(&build));
        // Returns only if it fails. Then this program does the work.
        let _ = std::process::Command::new(build).arg0(name).args(arguments).exec();
    }
}

/// Whether the build is a file of its own, and not empty: the system would run that as a script that succeeds.
#[cfg(unix)]
fn is_of_same_owner(build: &Path, program: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let (Ok(build), Ok(program)) = (build.symlink_metadata(), program.metadata()) else { return false };
    build.is_file() && build.len() > 0 && build.uid() == program.uid()
}

#[cfg(not(unix))]
pub(crate) fn continue_as_build_for_it() {}

/// Where the build for newer processors would be; nowhere for that build itself.
fn build_beside(program: &Path) -> Option<PathBuf> {
    let name = program.file_name()?.to_str()?;
    (!name.ends_with(SUFFIX)).then(|| program.with_file_name(format!("{name}{SUFFIX}")))
}

/// The path of this program for other machines, whose processors may lack what this one has.
///
/// # Errors
/// The system does not say what runs.
pub(crate) fn program_for_any() -> std::io::Result<PathBuf> {
    let running = std::env::current_exe()?;
    let general = running.file_name().and_then(|name| name.to_str()?.strip_suffix(SUFFIX));
    let general = general.map(|name| running.with_file_name(name)).filter(|program| program.is_file());
    Ok(general.unwrap_or(running))
}
