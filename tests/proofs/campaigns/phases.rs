//! `plan build`: the whole solution of a board by phases. Its tables have the bytes of one run.

use super::{Place, kill, payload, reseal};
use std::fs;
use std::process::Child;

/// Solves a board in one run, in the directory `whole`.
fn whole(place: &Place, board: &str) {
    let (code, text) = place.run(&format!("retro build push-fight --board {board} --dir whole"));
    assert_eq!(code, Some(0), "{text}");
}

fn plan(place: &Place, board: &str, flags: &str, name: &str) {
    let (code, text) = place.run(&format!("plan build push-fight --board {board} {flags} --out {name}"));
    assert!(code == Some(0) && text.contains("\nand 498 more stages\n"), "{text}");
}

/// Gathers a campaign, and compares its tables with those of one run.
fn is_whole(place: &Place, name: &str) {
    let (code, text) = place.run(&format!("gather {name} --recheck 20% --seed 2"));
    assert!(code == Some(0) && text.starts_with("push-fight "), "{text}");
    assert!(place.files(&format!("{name}/result")) == place.files("whole"), "the tables differ");
    let (code, text) = place.run(&format!("check {name} --recompute 2"));
    assert!(code == Some(3) && text.ends_with(" tasks not computed again\n"), "{text}");
}

/// The stages with outputs.
fn stages(place: &Place, name: &str) -> Vec<String> {
    let files = place.files(&format!("{name}/out"));
    let mut stages: Vec<String> =
        files.keys().filter_map(|path| path.iter().next()?.to_str().map(str::to_owned)).collect();
    stages.dedup();
    stages
}

#[test]
fn a_board_by_phases_has_the_tables_of_one_run_whichever_way_they_go() {
    let place = Place::new();
    whole(&place, "4x3");
    for (way, tasks, has_back) in
        [("forwards", 5, false), ("backwards", 3, true), ("cheaper", 1, true), ("backwards", 180, true)]
    {
        let name = format!("{way}{tasks}");
        plan(&place, "4x3", &format!("--way {way} --tasks {tasks}"), &name);
        let (code, text) = place.run(&format!("gather {name}"));
        assert!(code == Some(3) && text.contains("plies-000 0: missing"), "{text}");
        let (code, text) = place.run(&format!("work {name}"));
        assert!(code == Some(0) && text.ends_with(" done, 0 had their outputs\n"), "{text}");
        let (code, text) = place.run(&format!("status {name}"));
        assert!(code == Some(0) && text.ends_with("complete: gather puts the result together\n"), "{text}");
        assert_eq!(place.run(&format!("submit {name} --to slurm --dry-run")).0, Some(0));
        is_whole(&place, &name);
        let stages = stages(&place, &name);
        assert_eq!(stages.iter().any(|stage| stage.starts_with("back")), has_back, "{stages:?}");
        assert!(stages.len() < 40, "{stages:?}");
        assert_eq!(place.run(&format!("retro audit push-fight --dir {name}/result")).0, Some(0));
    }
    let (code, text) = place.run("check cheaper1 --recompute all");
    assert!(code == Some(0) && text.ends_with("\ns VERIFIED\n"), "{text}");
}

#[test]
#[ignore = "a board of 75,600 positions without optimization: cargo test --release"]
fn a_larger_board_by_phases_has_the_tables_of_one_run() {
    let place = Place::new();
    whole(&place, "4x4");
    for way in ["forwards", "backwards", "cheaper"] {
        plan(&place, "4x4", &format!("--way {way} --tasks 4"), way);
        let mut workers: Vec<Child> = (0..2).map(|_| place.start(&format!("work {way} --jobs 1"))).collect();
        // Tasks that are done twice at once.
        workers.push(place.start(&format!("work {way} --range 0..4")));
        for mut worker in workers {
            assert!(worker.wait().expect("it ends").success());
        }
        is_whole(&place, way);
    }
}

#[test]
#[ignore = "boards of 75 million positions take minutes: cargo test --release"]
fn windows_of_a_large_board_have_the_tables_of_one_run() {
    let place = Place::new();
    whole(&place, "5x4");
    for (way, flags) in [("cheaper", "--tasks 9"), ("backwards", "--tasks 8 --memory 40M")] {
        plan(&place, "5x4", &format!("--way {way} {flags}"), way);
        assert_eq!(place.run(&format!("work {way}")).0, Some(0));
        is_whole(&place, way);
    }
}

#[test]
fn a_killed_task_and_one_that_is_done_again_give_the_same_bytes() {
    let place = Place::new();
    for name in ["camp", "alone"] {
        // Tasks of some tenths of a second.
        plan(&place, "5x4", "--tasks 100 --no-check", name);
    }
    assert_eq!(place.run("work alone --task 0").0, Some(0));
    let mut worker = place.start("work camp --task 0");
    kill("-KILL", place.worker_of("plies-000-000000"));
    worker.wait().expect("it ends");
    let output = |name: &str| place.path(name).join("out/plies-000/000000");
    assert!(!output("camp").exists(), "the kill came too late");
    let mut workers: Vec<Child> = (0..2).map(|_| place.start("work camp --task 0")).collect();
    for worker in &mut workers {
        assert!(worker.wait().expect("it ends").success());
    }
    let same =
        || fs::read(output("camp")).expect("an output") == fs::read(output("alone")).expect("an output");
    assert!(same(), "a killed task and one that is done twice");
    assert_eq!(place.run("work camp --task 0 --again").0, Some(0));
    assert!(same(), "a task that is done again");
    // SIGTERM ends a task without an output.
    let mut worker = place.start("work camp --task 1");
    kill("-TERM", place.worker_of("plies-000-000001"));
    assert_eq!(worker.wait().expect("it ends").code(), Some(3));
    assert!(!place.path("camp/out/plies-000/000001").exists());
}

#[test]
fn what_is_wrong_with_outputs_of_phases_is_named() {
    let place = Place::new();
    whole(&place, "4x3");
    plan(&place, "4x3", "--tasks 4 --way forwards", "camp");
    let (code, text) = place.run("work camp --task 8");
    assert!(code == Some(3) && text.contains("the others need the whole stage plies-000 first"), "{text}");
    let (code, text) = place.run("status camp");
    assert!(
        code == Some(3) && text.contains("at most 506 more stages: outputs will show how many\n"),
        "{text}"
    );
    let (code, text) = place.run("submit camp --to slurm --stages 3 --dry-run");
    assert!(code == Some(0) && text.matches("==> jobs/").count() == 3, "{text}");
    assert_eq!(place.run("work camp").0, Some(0));
    let output = |task: usize| place.path(&format!("camp/out/plies-001/{task:06}"));
    let good = fs::read(output(1)).expect("an output");
    let complains = |bytes: Option<&[u8]>, code: i32, reason: &str| {
        match bytes {
            Some(bytes) => fs::write(output(1), bytes).expect("a file"),
            None => fs::remove_file(output(1)).expect("a file"),
        }
        let (found, text) = place.run("gather camp");
        assert!(found == Some(code) && text.contains(reason), "{found:?} {text}");
        assert_eq!(text.lines().count(), 2, "only what is wrong is named: {text}");
        fs::write(output(1), &good).expect("a file");
    };
    complains(None, 3, "plies-001 1: missing\n1 of ");
    complains(Some(&good[..good.len() - 3]), 1, "plies-001 1: truncated or altered");
    let changed = |byte: usize| {
        let mut changed = good.clone();
        changed[byte] ^= 1;
        changed
    };
    for byte in [0, 8] {
        complains(Some(&changed(byte)), 1, "plies-001 1: altered: its checksum is wrong");
    }
    complains(
        Some(&fs::read(output(0)).expect("an output")),
        1,
        "plies-001 1: foreign: it belongs to task 0",
    );
    // A task that needs a damaged output names it.
    fs::write(output(1), changed(8)).expect("a file");
    let (code, text) = place.run("work camp --task 17 --again");
    assert!(code == Some(2) && text.contains("plies-001/000001: altered"), "{text}");
    assert_eq!(place.run("work camp --range 8..12 --again").0, Some(0));
    assert_eq!(fs::read(output(1)).expect("an output"), good);
    is_whole(&place, "camp");
    // Outputs with seals of their own: wins that are gone, and wins in two phases.
    let later = place.path("camp/out/plies-003/000001");
    let ([wins, nothing], whole) =
        ([payload(&output(1)).0, payload(&later).0], fs::read(&later).expect("an output"));
    reseal(&output(1), |_| nothing);
    assert_eq!(place.run("gather camp").0, Some(0));
    let (code, text) = place.run("check camp");
    assert!(code == Some(3) && text.ends_with("outputs agree with the plan; not computed again\n"), "{text}");
    let (code, text) = place.run("check camp --recompute all");
    assert!(code == Some(1) && text.contains("another output: plies-001 1"), "{text}");
    fs::write(output(1), &good).expect("a file");
    reseal(&later, |_| wins);
    let (code, text) = place.run("gather camp");
    assert!(code == Some(1) && text.starts_with("task 1 of all phases: a number has two values\n"), "{text}");
    fs::write(&later, whole).expect("a file");
    // Flags that cannot be met.
    for (flags, reason) in [
        ("--board 4x3 --memory 1M", "--memory 1048576: a task needs at least"),
        ("--board 9x9", "retro is about"),
        ("--board 4x3 --tasks 0", "0"),
    ] {
        let (code, text) = place.run(&format!("plan build push-fight {flags} --out x"));
        assert!(code == Some(2) && text.contains(reason) && !place.path("x").exists(), "{text}");
    }
}
