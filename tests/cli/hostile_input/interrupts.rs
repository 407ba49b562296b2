//! One Ctrl-C ends every command, with exit code 3, even while it waits for input.

use super::piped;
use crate::support::run::Place;
use std::io::Read;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A command has to end within a second of a request to stop; on a busy machine it may take a few seconds.
const PATIENCE: Duration = Duration::from_secs(5);

/// Interrupts a run after it has begun to work. Returns its exit code and its answer.
#[track_caller]
fn interrupted(mut child: Child) -> (Option<i32>, String) {
    std::thread::sleep(Duration::from_millis(1500));
    assert_eq!(child.try_wait().expect("a child"), None, "still at work");
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill runs");
    assert!(sent.success());
    let asked = Instant::now();
    while child.try_wait().expect("a child").is_none() {
        if asked.elapsed() > PATIENCE {
            child.kill().and_then(|()| child.wait()).expect("an end");
            panic!("still at work {PATIENCE:?} after an interrupt");
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    let mut out = String::new();
    child.stdout.take().expect("a pipe").read_to_string(&mut out).expect("UTF-8");
    (child.wait().expect("an end").code(), out)
}

/// A run whose standard input stays open.
fn waiting(place: &Place, arguments: &str) -> Child {
    piped(place).args(arguments.split(' ')).stdin(Stdio::piped()).spawn().expect("the program runs")
}

#[track_caller]
fn is_undecided((code, out): (Option<i32>, String)) {
    assert_eq!(code, Some(3), "{out}");
    assert!(out.starts_with("undecided"), "{out}");
}

#[test]
fn ctrl_c_ends_every_wait_for_standard_input() {
    let place = Place::new();
    place.run("-q emit othello.mobility --board 4x4 --at-least 3 -o q.cnf --map q.map.json").answers(0);
    for arguments in [
        "replay othello -",
        "replay ostle -",
        "replay push-fight -",
        "replay go -",
        "reach othello --file -",
        "decode --map - q.cnf",
        "decode --map q.map.json -",
        "check --cnf /dev/stdin --proof q.cnf",
        "check --cnf q.cnf --proof /dev/stdin",
    ] {
        eprintln!("{arguments}");
        is_undecided(interrupted(waiting(&place, arguments)));
    }
    let object = interrupted(waiting(&place, "--json replay othello -"));
    assert_eq!(object.0, Some(3));
    assert_eq!(object.1, "{\"illegal\":0,\"verdict\":\"undecided\"}\n");
}

/// Not even opening a pipe waits for its other end.
#[test]
fn ctrl_c_ends_every_wait_for_a_pipe() {
    let place = Place::new();
    place.run("-q emit othello.mobility --board 4x4 --at-least 3 -o q.cnf --map q.map.json").answers(0);
    assert!(Command::new("mkfifo").arg(place.path().join("pipe")).status().expect("mkfifo runs").success());
    for arguments in [
        "replay othello --file pipe",
        "decode --map pipe",
        "decode --map q.map.json pipe",
        "check --cnf pipe --proof q.cnf",
        "check --cnf q.cnf --proof pipe",
        "emit othello.mobility --board 4x4 --at-least 3 -o pipe",
        "solve othello.mobility --board 4x4 --at-least 9 --proof pipe",
    ] {
        eprintln!("{arguments}");
        is_undecided(interrupted(waiting(&place, arguments)));
    }
    // If there is input, it is read.
    let mut command = Command::new("sh");
    let script =
        "{ sleep 0.3; echo F5D6; sleep 0.3; echo C3; } >pipe & exec \"$0\" replay othello --file pipe";
    let output =
        command.current_dir(place.path()).args(["-c", script, env!("CARGO_BIN_EXE_certamen")]).output();
    let text = String::from_utf8(output.expect("a shell").stdout).expect("UTF-8");
    assert!(text.ends_with("1 legal, 1 illegal\n") && text.starts_with("line 1: legal: 2 plies"), "{text}");
}

/// On a full board there are about a hundred un-moves at each step back.
#[test]
fn searches_backwards_end() {
    let place = Place::new();
    for half in ["X".repeat(32) + &"O".repeat(32), "XXXXOOOO".repeat(8)] {
        is_undecided(interrupted(waiting(&place, &format!("reach othello {half}"))));
    }
}
