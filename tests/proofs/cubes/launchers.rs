//! Cubes as tasks of job launchers: GNU parallel and `HyperQueue`, with two workers each, of which one is killed half
//! way.

use super::{NONE, Place};
use crate::support::tools::Tool;
use std::fs;
use std::process::{Command, Stdio};

/// Runs one cube; the first run of cube 0 is killed half way.
const WORKER: &str = r#"#!/bin/sh
"$1" -q run-cube cubes "$2" &
if [ "$2" = 0 ] && mkdir killed 2>/dev/null; then
    sleep PAUSE
    kill -9 $!
fi
wait $!
"#;

/// Lets a launcher run the cubes of a question, a second time if the first pass lost one, and checks the results.
fn launch(question: &str, cubes: usize, pause: &str, command: impl Fn(&str) -> Command) {
    let place = Place::split(question, cubes);
    let script = WORKER.replace("PAUSE", pause);
    fs::write(place.0.path().join("worker.sh"), script).expect("a file");
    let ended = |place: &Place| {
        let mut command = command(env!("CARGO_BIN_EXE_certamen"));
        command.current_dir(place.0.path()).stdout(Stdio::null()).stderr(Stdio::null());
        command.status().expect("the launcher runs").success()
    };
    let first = ended(&place);
    assert!(first || ended(&place), "the second pass does what the first has lost");
    assert!(place.0.path().join("killed").exists(), "no worker was killed");
    let (code, text) = place.check();
    assert!(code == Some(0) && text.ends_with("\ns VERIFIED\n"), "{text}");
}

#[test]
fn gnu_parallel_runs_a_task_for_each_cube() {
    let Some(parallel) = Tool::Parallel.find("that GNU parallel runs cubes") else { return };
    // Long enough that a worker is at work when it is killed.
    launch("othello.mobility --at-least 35", 8, "0.2", |certamen| {
        let mut command = Command::new(&parallel[0]);
        command.args(["--jobs", "2", "--retries", "2", "sh", "worker.sh", certamen, "{}", ":::"]);
        command.args((0..8).map(|index| index.to_string()));
        command
    });
}

#[test]
fn hyperqueue_runs_a_task_for_each_cube() {
    let Some(hyperqueue) = Tool::HyperQueue.find("that HyperQueue runs cubes") else { return };
    launch(NONE, 4, "0.001", |certamen| {
        let mut command = Command::new(&hyperqueue[0]);
        command.args(&hyperqueue[1..]).args(["4", "sh", "worker.sh", certamen]);
        command
    });
}
