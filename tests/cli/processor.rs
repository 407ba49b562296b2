//! A package has two builds of the program: one for any processor, and one beside it for newer ones.
#![cfg(all(target_arch = "x86_64", target_os = "linux"))]

use crate::support::run::Place;
use std::path::Path;
use std::process::{Command, Output};

/// The name of the build for newer processors.
const NEWER: &str = concat!("certamen-", env!("CARGO_PKG_VERSION"), "-x86-64-v3");

/// A copy that can be started. Another process makes it: a file that this one has open for writing stays open
/// in the children that other tests start at that moment, and is then busy.
fn install(from: &Path, to: &Path, mode: u32) {
    let done = Command::new("install").args(["-m", &format!("{mode:o}")]).args([from, to]).status();
    assert!(done.expect("install starts").success());
}

/// The program in a directory of its own, and beside it another one.
fn two_builds(newer: &str, mode: u32) -> Place {
    let place = Place::new();
    install(Path::new(env!("CARGO_BIN_EXE_certamen")), &place.path().join("certamen"), 0o755);
    place.write("newer", newer);
    install(&place.path().join("newer"), &place.path().join(NEWER), mode);
    place
}

fn answer(program: &Path) -> String {
    let Output { status, stdout, .. } =
        Command::new(program).args(["show", "ostle", "020-112-300"]).output().expect("it runs");
    assert!(status.success());
    String::from_utf8(stdout).expect("text")
}

#[test]
fn the_build_for_newer_processors_answers_where_it_can() {
    let has_them = is_x86_feature_detected!("avx2") && is_x86_feature_detected!("bmi2");
    let place = two_builds("#!/bin/sh\necho \"$@\"\n", 0o755);
    let said = answer(&place.path().join("certamen"));
    assert_eq!(said == "show ostle 020-112-300\n", has_them, "{said}");
    // By a link in another directory too: what counts is where the program is.
    let link = place.path().join("link");
    std::fs::create_dir(&link).expect("a directory");
    let link = link.join("certamen");
    std::os::unix::fs::symlink(place.path().join("certamen"), &link).expect("a link");
    assert_eq!(answer(&link), said);
}

#[test]
fn the_program_answers_itself_where_the_other_build_cannot_run() {
    let alone = answer(Path::new(env!("CARGO_BIN_EXE_certamen")));
    for (newer, mode) in [("#!/bin/sh\nexit 1\n", 0o644), ("#!/no/such/program\n", 0o755), ("", 0o755)] {
        let place = two_builds(newer, mode);
        assert_eq!(answer(&place.path().join("certamen")), alone, "{newer:?} {mode:o}");
    }
}

#[test]
fn the_build_for_newer_processors_does_not_start_itself() {
    let place = two_builds("", 0o755);
    install(&place.path().join("certamen"), &place.path().join(NEWER), 0o755);
    let alone = answer(Path::new(env!("CARGO_BIN_EXE_certamen")));
    assert_eq!(answer(&place.path().join("certamen")), alone);
    assert_eq!(answer(&place.path().join(NEWER)), alone);
    // Nor by a link to itself.
    std::fs::remove_file(place.path().join(NEWER)).expect("it is removed");
    std::os::unix::fs::symlink("certamen", place.path().join(NEWER)).expect("a link");
    assert_eq!(answer(&place.path().join("certamen")), alone);
}
