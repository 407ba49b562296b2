//! Directories that the program writes: damage, two processes at once, files left by kills.

use crate::support::run::{Place, Ran, program};
use std::fs;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

const SMALL: &str = "--board 3x3 --pieces 2 --lose-at 1";

fn start(place: &Place, arguments: &str) -> Child {
    let mut command = Command::new(program().get_program());
    command.args(arguments.split(' ')).current_dir(place.path());
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs")
}

fn ended(child: Child) -> Ran {
    let output = child.wait_with_output().expect("an end");
    let err = String::from_utf8(output.stderr).expect("UTF-8");
    Ran { code: output.status.code(), out: output.stdout, err }
}

/// A lock on the directory `d`, as a process that writes there has it. Dropped, it is free.
fn held(place: &Place) -> fs::File {
    fs::create_dir_all(place.path().join("d")).expect("a directory");
    #[allow(clippy::disallowed_methods, reason = "a directory is locked")]
    let directory = fs::File::open(place.path().join("d")).expect("a directory");
    directory.lock().expect("nobody else");
    directory
}

/// Every command that writes into its own directory.
const WRITERS: [&str; 5] = [
    "count go.positions --board 5x5 --dir d",
    "profile othello.mobility --board 4x4 --out d",
    "retro build ostle --dir d --board 3x3 --pieces 2 --lose-at 1",
    "retro distances ostle --dir d --board 3x3 --pieces 2 --lose-at 1",
    "retro build push-fight --board 4x3 --dir d",
];

#[cfg(unix)]
#[test]
fn a_second_writer_says_who_holds_the_directory() {
    for command in WRITERS {
        let place = Place::new();
        let lock = held(&place);
        let ran = place.run(command);
        assert_eq!((ran.code, ran.out()), (Some(3), ""), "{command}: {}", ran.err);
        // This process has the lock.
        ran.complains(&["is in use: process ", &std::process::id().to_string(), "is writing there"]);
        drop(lock);
        place.run(command).answers(0);
    }
}

#[cfg(unix)]
#[test]
fn a_second_writer_waits_if_it_is_asked_to() {
    for command in WRITERS {
        let place = Place::new();
        let lock = held(&place);
        let mut waiting = start(&place, &format!("{command} --wait"));
        sleep(Duration::from_millis(400));
        assert_eq!(waiting.try_wait().expect("a child"), None, "{command} does not wait");
        drop(lock);
        let ran = ended(waiting);
        ran.answers(0);
        assert!(ran.err.contains("is writing there: waiting\n"), "{}", ran.err);
        // And the files are those of a command that ran alone.
        assert_eq!(place.run(command).answers(0), ran.out());
    }
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_the_waiting() {
    let place = Place::new();
    let _lock = held(&place);
    let waiting = start(&place, &format!("{} --wait", WRITERS[0]));
    sleep(Duration::from_millis(400));
    let sent = Command::new("kill").args(["-INT", &waiting.id().to_string()]).status().expect("kill runs");
    assert!(sent.success());
    let begun = Instant::now();
    let ran = ended(waiting);
    assert!(begun.elapsed() < Duration::from_secs(30));
    assert_eq!((ran.code, ran.out()), (Some(3), ""), "{}", ran.err);
    assert!(ran.err.contains("interrupted while another process wrote there"), "{}", ran.err);
}

#[test]
fn building_and_searching_at_once_lose_nothing() {
    let (build, search) = (WRITERS[2], WRITERS[3]);
    for (first, second) in [(build, search), (search, build), (build, build)] {
        let place = Place::new();
        let both = [first, second].map(|command| start(&place, &format!("{command} --wait")));
        for child in both {
            ended(child).answers(0);
        }
        let names: Vec<String> = place.names();
        assert_eq!(names, ["d"]);
        let files = fs::read_dir(place.path().join("d")).expect("a directory").count();
        assert_eq!(files, if first == second { 2 } else { 3 }, "{first}, {second}");
    }
}

#[test]
fn a_changed_bit_of_a_count_is_refused() {
    let place = Place::new();
    let count = "count go.positions --board 4x4 --dir d";
    assert_eq!(place.run(count).answers(0), "24318165\n");
    let path = place.path().join("d/count.json");
    let good = fs::read(&path).expect("a file");
    let digit = good.windows(8).position(|window| window == b"24318165").expect("the number");
    for bit in 0..8 {
        let mut flipped = good.clone();
        flipped[digit + 7] ^= 1 << bit;
        fs::write(&path, &flipped).expect("room");
        place.run(count).refused(&["d/count.json", "damaged"]);
    }
    fs::write(&path, &good).expect("room");
    assert_eq!(place.run(count).answers(0), "24318165\n");
}

#[test]
fn a_damaged_table_is_reported_and_rebuilt_on_request() {
    let place = Place::new();
    let (build, search) = (WRITERS[2], WRITERS[3]);
    place.run(build).answers(0);
    place.run(search).answers(0);
    for (command, name) in [(build, "2v2.table"), (search, "2v2.allowed.distances")] {
        let path = place.path().join("d").join(name);
        let good = fs::read(&path).expect("a file");
        let whole = place.run(command).answers(0).to_owned();
        // In the header, in the body, and at the end.
        for byte in [3, 40, good.len() / 2, good.len() - 1] {
            let mut damaged = good.clone();
            damaged[byte] ^= 1;
            fs::write(&path, &damaged).expect("room");
            place.run(command).refused(&[name]);
            if byte > 8 {
                place.run(command).refused(&[name, "is damaged", "--repair"]);
            }
            // Whoever only reads says the same, with the same exit code.
            if command == build {
                place.run(&format!("retro audit ostle --dir d {SMALL}")).refused(&[name]);
            }
            let ran = place.run(&format!("{command} --repair"));
            assert!(ran.answers(0).starts_with(&whole), "{}", ran.out());
            assert!(ran.out().contains("built anew: d/") && ran.out().contains(name), "{}", ran.out());
            assert_eq!(fs::read(&path).expect("a file"), good, "{name}, byte {byte}");
            fs::write(&path, &damaged).expect("room");
            let repaired = place.run(&format!("{command} --repair --json")).json(0);
            assert_eq!(repaired["repaired"].as_array().map(Vec::len), Some(1), "{repaired}");
        }
        // Where nothing is damaged there is nothing to repair.
        assert_eq!(place.run(&format!("{command} --repair")).answers(0), whole);
    }
}

/// Directories of every kind: what makes one, what reads it, and whether a change may be harmless.
const KINDS: [(&[&str], &[&str], bool); 5] = [
    (
        &["count go.positions --board 4x4 --dir d"],
        &["count go.positions --board 4x4 --widths --dir d"],
        false,
    ),
    (
        &[WRITERS[2], WRITERS[3]],
        &[WRITERS[2], WRITERS[3], "retro stats ostle --dir d --board 3x3 --pieces 2 --lose-at 1"],
        false,
    ),
    // The table and the plot are written anew.
    (
        &["profile othello.mobility --board 4x4 --out d"],
        &["profile othello.mobility --board 4x4 --out d"],
        true,
    ),
    // The manifest is read as JSON: blanks and the version of the program change nothing.
    (
        &["cube othello.mobility --board 4x4 --at-least 9 --count 2 --out d", "run-cube d 0", "run-cube d 1"],
        &["check d"],
        true,
    ),
    (&["prove othello.mobility --board 4x4 --out d"], &["check d"], false),
];

/// The most bytes of a file that are changed. The soak (`tests/hostile`) changes others.
const MOST_CHANGES: usize = 24;

#[test]
fn a_changed_byte_in_a_directory_of_any_kind_is_refused_or_harmless() {
    for (make, read, may_be_harmless) in KINDS {
        let place = Place::new();
        for command in make {
            place.run(command).answers(0);
        }
        let answer = |command: &&str| place.run(&format!("-q {command}")).answers(0).to_owned();
        let answers: Vec<String> = read.iter().map(answer).collect();
        for path in files(&place.path().join("d")) {
            let good = fs::read(&path).expect("a file");
            let step = good.len().div_ceil(MOST_CHANGES).max(1);
            for byte in (0..good.len()).step_by(step) {
                let mut changed = good.clone();
                changed[byte] ^= 1 << (byte % 8);
                fs::write(&path, &changed).expect("room");
                let mut refusals = 0;
                for (command, answer) in read.iter().zip(&answers) {
                    let ran = place.run(&format!("-q {command}"));
                    let is_refused = matches!(ran.code, Some(1 | 2)) && !ran.out().contains("\ns VERIFIED");
                    let is_same = ran.code == Some(0) && ran.out() == answer;
                    assert!(is_refused || is_same, "{}, byte {byte}: {command}: {ran:?}", path.display());
                    refusals += usize::from(is_refused);
                }
                assert!(refusals > 0 || may_be_harmless, "{}, byte {byte}: nobody sees it", path.display());
                fs::write(&path, &good).expect("room");
            }
        }
    }
}

/// The files below a directory.
fn files(directory: &std::path::Path) -> Vec<std::path::PathBuf> {
    let entries = fs::read_dir(directory).expect("a directory").map(|entry| entry.expect("an entry").path());
    let (directories, mut found): (Vec<_>, Vec<_>) = entries.partition(|path| path.is_dir());
    found.extend(directories.iter().flat_map(|directory| files(directory)));
    found
}

/// Kills a command after a moment; `true` if it was still at work.
fn killed(place: &Place, arguments: &str, after: Duration) -> bool {
    let mut child = start(place, arguments);
    sleep(after);
    let is_at_work = child.try_wait().expect("a child").is_none();
    child.kill().expect("a child");
    child.wait().expect("an end");
    is_at_work
}

#[cfg(unix)]
#[test]
fn leftovers_of_kills_are_removed_by_the_next_run() {
    let place = Place::new();
    // Minutes of work on a fast machine.
    let long = "othello.mobility --at-least 33 --objective empties";
    let left = |names: &[String]| names.iter().filter(|name| name.starts_with(".certamen-")).count();
    for _ in 0..3 {
        assert!(killed(&place, &format!("prove {long} --out certificate"), Duration::from_millis(700)));
    }
    // One: the next one has removed that of the one before.
    assert_eq!(left(&place.names()), 1, "{:?}", place.names());
    // Any command that writes there, whatever it writes.
    place.run("emit othello.mobility --board 4x4 --at-least 9 -o q.cnf --map q.json").answers(0);
    assert_eq!(place.names(), ["q.cnf", "q.json"]);
    assert!(killed(&place, &format!("prove {long} --out certificate"), Duration::from_millis(700)));
    place.run("prove othello.mobility --board 4x4 --out certificate").answers(0);
    assert_eq!(place.names(), ["certificate", "q.cnf", "q.json"]);

    place.run("cube othello.mobility --at-least 33 --empties 39 --count 2 --out d").answers(0);
    for _ in 0..3 {
        assert!(killed(&place, "run-cube d 0", Duration::from_millis(700)));
    }
    let inside = || {
        let names = fs::read_dir(place.path().join("d")).expect("a directory");
        names.map(|name| name.expect("a name").file_name().into_string().expect("UTF-8")).collect::<Vec<_>>()
    };
    assert_eq!(left(&inside()), 1, "{:?}", inside());
    let undecided = place.run("run-cube d 1 --time-limit 0.000001");
    assert_eq!(undecided.code, Some(3));
    assert_eq!(inside(), ["cubes.json"]);
}

#[cfg(unix)]
#[test]
fn cubes_are_split_again_where_a_split_was_killed() {
    let place = Place::new();
    fs::create_dir(place.path().join("d")).expect("a directory");
    // What a kill between the two leaves.
    fs::write(place.path().join("d/.certamen-abcdef"), "{").expect("room");
    place.run("cube othello.mobility --board 4x4 --at-least 9 --count 2 --out d").answers(0);
    assert_eq!(fs::read_dir(place.path().join("d")).expect("a directory").count(), 1);
    place.write("d/letter", "dear");
    place.run("cube othello.mobility --board 4x4 --at-least 9 --count 2 --out d").refused(&["d"]);
}
