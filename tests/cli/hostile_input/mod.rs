//! Malicious or mistaken input: its cost is bounded, messages quote it with control characters escaped, and Ctrl-C ends
//! every wait for it.

#[cfg(unix)]
mod checker;
mod directories;
#[cfg(unix)]
mod interrupts;
mod messages;
#[cfg(unix)]
mod pipes;
mod replays;
#[cfg(unix)]
mod special_files;

use crate::support::run::Place;
use std::process::{Command, Stdio};

/// A certificate in `cert`: the largest number of legal moves on 4x4 is 8.
fn certificate() -> Place {
    let place = Place::new();
    place.run("-q prove othello.mobility --board 4x4 --out cert").answers(0);
    place
}

/// The program, with pipes for its output.
fn piped(place: &Place) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_certamen"));
    command.current_dir(place.path()).arg("-q");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// The peak memory of a run in bytes, if the system reports it.
#[cfg(target_os = "linux")]
fn peak_memory(child: &std::process::Child) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_ascii_whitespace().nth(1)?.parse::<u64>().ok().map(|kilobytes| kilobytes << 10)
}
