//! Input of somebody who means harm, or who made a mistake: what it costs is bounded, what it says is shown as it is, and
//! Ctrl-C ends whatever waits for it.

#[cfg(unix)]
mod checker;
mod directories;
#[cfg(unix)]
mod interrupts;
mod messages;
#[cfg(unix)]
mod pipes;
mod replays;
#[path = "../cli/run.rs"]
#[allow(dead_code, reason = "these tests need only some of it")]
mod run;

use run::Place;
use std::process::{Command, Stdio};

/// A certificate in `cert`: the largest number of legal moves on 4x4 is 8.
fn certificate() -> Place {
    let place = Place::new();
    place.run("-q prove othello.mobility --board 4x4 --out cert").answers(0);
    place
}

/// The program, with what it says to be read.
fn piped(place: &Place) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_certamen"));
    command.current_dir(place.path()).arg("-q");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// The most memory that a run has used, in bytes, where the system says so while it runs or just after.
#[cfg(target_os = "linux")]
fn peak_memory(child: &std::process::Child) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_ascii_whitespace().nth(1)?.parse::<u64>().ok().map(|kilobytes| kilobytes << 10)
}
