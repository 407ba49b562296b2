//! Work that ends without an answer: by a limit, by Ctrl-C, or at once.

use crate::support::run::Place;
use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A question that takes minutes on a fast machine.
const LONG: &str = "othello.mobility --at-least 33 --empties 39";

#[test]
fn a_limit_is_an_answer_of_solve() {
    let place = Place::new();
    for limit in ["0.000000001", "0.05", "1e-300"] {
        let ran = place.run(&format!("solve {LONG} --time-limit {limit} --proof m.lrat"));
        assert!(ran.answers(0).contains("time limit") && ran.out().ends_with("s UNKNOWN\n"), "{}", ran.out());
        let object = place.run(&format!("solve {LONG} --time-limit {limit} --json")).json(0);
        assert_eq!(object["status"], "UNKNOWN");
    }
    assert_eq!(place.names(), [""; 0]);
}

#[test]
fn a_limit_leaves_no_certificate() {
    let place = Place::new();
    let prove = "prove othello.mobility --at-least 33 --objective empties --out certificate";
    for limit in ["0.000000001", "0.5"] {
        let ran = place.run(&format!("{prove} --time-limit {limit}"));
        assert!(ran.answers(3).contains("undecided (the time limit has passed)"), "{}", ran.out());
        let object = place.run(&format!("{prove} --time-limit {limit} --json")).json(3);
        assert_eq!(object["verdict"], "undecided");
    }
    assert_eq!(place.names(), [""; 0]);
}

/// Starts the program, and waits until it reports progress.
fn start(place: &Place, arguments: &str, telling: bool) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_certamen"));
    command.current_dir(place.path()).args(arguments.split(' '));
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program runs");
    if telling {
        let mut first = String::new();
        let read = BufReader::new(child.stderr.as_mut().expect("a pipe")).read_line(&mut first);
        assert!(read.expect("a line") > 0 && first.starts_with("solving "), "{first}");
    }
    std::thread::sleep(Duration::from_millis(400));
    assert_eq!(child.try_wait().expect("a child"), None, "still at work");
    child
}

#[cfg(unix)]
fn signal(child: &Child, name: &str) {
    let sent = Command::new("kill").args([name, &child.id().to_string()]).status().expect("kill runs");
    assert!(sent.success());
}

/// The answer of a child that was asked to stop, which must not take long.
fn answer(mut child: Child) -> (Option<i32>, String) {
    let asked = Instant::now();
    let mut out = String::new();
    child.stdout.take().expect("a pipe").read_to_string(&mut out).expect("UTF-8");
    let code = child.wait().expect("an end").code();
    let waited = asked.elapsed();
    assert!(waited < Duration::from_secs(30), "ended only after {waited:?}");
    (code, out)
}

#[cfg(unix)]
#[test]
fn an_interrupt_is_an_answer_of_solve() {
    for name in ["-INT", "-TERM"] {
        let place = Place::new();
        let child = start(&place, &format!("solve {LONG} --proof m.lrat"), true);
        signal(&child, name);
        let (code, out) = answer(child);
        assert_eq!(code, Some(0), "{out}");
        assert!(out.ends_with("s UNKNOWN\n"), "{out}");
        assert_eq!(place.names(), [""; 0]);
    }
}

#[cfg(unix)]
#[test]
fn an_interrupt_leaves_no_certificate() {
    let place = Place::new();
    let child =
        start(&place, "prove othello.mobility --at-least 33 --objective empties --out certificate", true);
    signal(&child, "-INT");
    let (code, out) = answer(child);
    assert_eq!(code, Some(3), "{out}");
    assert!(out.contains("undecided"), "{out}");
    assert_eq!(place.names(), [""; 0]);
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_perft() {
    let place = Place::new();
    let child = start(&place, "perft othello 20", false);
    signal(&child, "-INT");
    let (code, out) = answer(child);
    assert_eq!(code, Some(3), "{out}");
    assert!(out.starts_with("undecided"), "{out}");
}

#[cfg(unix)]
#[test]
fn a_killed_run_leaves_no_certificate_and_does_not_block_the_next() {
    let place = Place::new();
    place.run("prove othello.mobility --board 4x4 --out kept").answers(0);
    for out in ["certificate", "kept"] {
        let mut child = start(
            &place,
            &format!("prove othello.mobility --at-least 33 --objective empties --out {out}"),
            true,
        );
        signal(&child, "-KILL");
        assert_eq!(child.wait().expect("an end").code(), None);
    }
    assert!(!place.path().join("certificate").exists());
    assert!(place.run("check kept").answers(0).contains("maximum 8"));
    for out in ["certificate", "kept"] {
        place.run(&format!("prove othello.mobility --board 6x6 --out {out}")).answers(0);
        assert!(place.run(&format!("check {out}")).answers(0).contains("maximum 20"));
    }
}
