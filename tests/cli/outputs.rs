//! Answers that cannot be written: exit code 2, an error of one line, and nothing left behind.

use crate::support::run::{Place, Ran, program};

/// Commands that write files into the current directory.
const WRITERS: [&str; 6] = [
    "emit othello.mobility --board 4x4 --symmetry-breaking -o m.cnf",
    "emit othello.mobility --board 4x4 --symmetry-breaking -o m.cnf --map m.json",
    "emit othello.mobility --format smt2 -o m.smt2",
    "solve othello.mobility --board 4x4 --at-least 9 --proof m.lrat",
    "prove othello.mobility --board 4x4 --out certificate",
    "man .",
];

/// Runs a shell script in which `"$@"` is the program with its arguments.
#[cfg(unix)]
fn shell(script: &str, place: &Place, arguments: &str) -> Ran {
    let mut command = assert_cmd::Command::new("sh");
    command.current_dir(place.path()).args(["-c", script, "sh", env!("CARGO_BIN_EXE_certamen")]);
    Ran::of(command.args(arguments.split(' ')))
}

#[test]
fn a_directory_that_is_not_there_is_named() {
    let place = Place::new();
    for arguments in [
        "emit othello.mobility --board 4x4 -o nowhere/m.cnf",
        "emit othello.mobility --board 4x4 -o m.cnf --map nowhere/m.json",
        "solve othello.mobility --board 4x4 --at-least 9 --proof nowhere/m.lrat",
    ] {
        let ran = place.run(arguments);
        assert_eq!(ran.code, Some(2));
        ran.complains(&["cannot write nowhere/m."]);
        assert_eq!(place.names(), [""; 0], "{arguments}");
    }
}

#[test]
fn a_directory_is_not_a_file_to_write() {
    let place = Place::new();
    std::fs::create_dir(place.path().join("taken")).expect("a directory");
    place.run("emit othello.mobility --board 4x4 -o taken").refused(&["cannot write taken"]);
    place.run("emit othello.mobility --board 4x4 -o m.cnf --map taken").refused(&["cannot write taken"]);
    assert_eq!(place.names(), ["taken"]);
}

#[test]
fn existing_files_are_replaced_completely_or_not_at_all() {
    let place = Place::new();
    place.write("m.cnf", "before");
    place.run("emit othello.mobility --board 4x4 -o m.cnf --map nowhere/m.json").refused(&["nowhere"]);
    assert_eq!(place.read("m.cnf"), "before");
    place.run("emit othello.mobility --board 4x4 -o m.cnf").answers(0);
    assert!(place.read("m.cnf").starts_with("c certamen"));
}

#[cfg(unix)]
#[test]
fn a_link_is_followed() {
    let place = Place::new();
    place.write("target", "before");
    std::os::unix::fs::symlink("target", place.path().join("link")).expect("a link");
    place.run("emit othello.mobility --board 4x4 -o link").answers(0);
    assert!(place.read("target").starts_with("c certamen"));
    assert!(place.path().join("link").is_symlink());
}

#[cfg(target_os = "linux")]
#[test]
fn devices_are_written_to_and_stay_devices() {
    use std::os::unix::fs::FileTypeExt;
    let place = Place::new();
    let emit = "emit othello.mobility --board 4x4";
    place.run(&format!("{emit} -o /dev/null")).answers(0);
    place.run(&format!("{emit} -o /dev/full")).refused(&["cannot write /dev/full", "No space left"]);
    place.run(&format!("{emit} -o m.cnf --map /dev/full")).refused(&["cannot write /dev/full"]);
    let proof = "solve othello.mobility --board 6x6 --at-least 21 --proof /dev/full";
    let ran = place.run(proof);
    assert_eq!((ran.code, ran.out()), (Some(2), ""));
    ran.complains(&["cannot write /dev/full", "No space left"]);
    assert_eq!(place.names(), [""; 0]);
    for device in ["/dev/null", "/dev/full"] {
        assert!(std::fs::metadata(device).expect("a device").file_type().is_char_device(), "{device}");
    }
    assert_eq!(place.run(&format!("{emit} -o /dev/stdout")).out, place.run(emit).out);
}

#[cfg(unix)]
#[test]
fn a_pipe_is_written_to() {
    let place = Place::new();
    let emit = "emit othello.mobility --board 4x4";
    let read = shell("mkfifo pipe && { cat pipe & } && \"$@\" && wait", &place, &format!("{emit} -o pipe"));
    assert_eq!(read.answers(0), place.run(emit).answers(0));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_standard_output_is_an_error() {
    let place = Place::new();
    for arguments in [
        "games",
        "games --json",
        "emit othello.mobility --board 4x4",
        "solve othello.mobility --board 4x4 --at-least 3",
        "replay othello F5",
        "perft othello 3",
        "show othello ---------------------------OX------XO---------------------------",
        "completions bash",
    ] {
        let ran = shell("\"$@\" >/dev/full", &place, arguments);
        assert_eq!(ran.code, Some(2), "{arguments}: {}", ran.err);
        ran.complains(&["cannot write standard output", "No space left"]);
    }
}

/// Progress that cannot be written must not fail a command.
#[cfg(target_os = "linux")]
#[test]
fn a_full_standard_error_changes_no_answer() {
    let place = Place::new();
    let perft = shell("\"$@\" 2>/dev/full", &place, "perft othello 3");
    assert_eq!(perft.answers(0), "56\n");
    shell("\"$@\" 2>/dev/full", &place, "solve othello.mobility --board 4x4 --at-least 9").answers(20);
    shell("\"$@\" 2>/dev/full", &place, "prove othello.mobility --board 4x4 --out certificate").answers(0);
    assert_eq!(shell("\"$@\" 2>/dev/full", &place, "emit nothing").code, Some(2));
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_is_not_an_error() {
    let place = Place::new();
    let ran = shell("{ \"$@\"; echo $? >code; } | true", &place, "completions bash");
    assert_eq!(ran.err, "");
    assert_eq!(place.read("code"), "0\n");
}

/// Writing beyond the limit on file sizes kills a program that does not handle the signal.
#[cfg(unix)]
#[test]
fn a_limit_on_file_sizes_leaves_nothing_half_written() {
    for arguments in WRITERS {
        let place = Place::new();
        let ran = shell("ulimit -f 1; exec \"$@\"", &place, arguments);
        assert_eq!(ran.code, Some(2), "{arguments}: {ran:?}");
        ran.complains(&["File too large"]);
        let left: Vec<_> = place.names().into_iter().filter(|name| !name.ends_with(".1")).collect();
        assert_eq!(left, [""; 0], "{arguments}");
    }
}

/// Needs a separate file system, which not every kernel lets a test mount; otherwise `/dev/full` and the limit on file
/// sizes must suffice.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_leaves_nothing_half_written() {
    for arguments in WRITERS {
        let place = Place::new();
        std::fs::create_dir(place.path().join("disk")).expect("a directory");
        let script = "mount -t tmpfs -o size=4k tmpfs disk 2>/dev/null || exit 99; cd disk; \"$@\"; code=$?; ls -A; \
                      exit $code";
        let mut command = assert_cmd::Command::new("unshare");
        command.current_dir(place.path());
        command.args(["--user", "--map-root-user", "--mount", "sh", "-c", script, "sh"]);
        command.arg(program().get_program()).args(arguments.split(' '));
        if command
            .output()
            .map_or(true, |output| output.status.code() == Some(99) || output.stderr.starts_with(b"unshare"))
        {
            eprintln!("no file system can be mounted here");
            return;
        }
        let ran = Ran::of(&mut command);
        assert_eq!(ran.code, Some(2), "{arguments}: {ran:?}");
        ran.complains(&["No space left"]);
        let left = ran.out().lines().filter(|name| !name.ends_with(".1")).count();
        assert_eq!(left, 0, "{arguments}: {}", ran.out());
    }
}

#[cfg(unix)]
#[test]
fn a_read_only_directory_is_an_error() {
    use std::os::unix::fs::PermissionsExt;
    for arguments in WRITERS {
        let place = Place::new();
        let permit = |mode| std::fs::set_permissions(place.path(), std::fs::Permissions::from_mode(mode));
        permit(0o555).expect("the owner may");
        // Permissions do not bind root; but nobody can write to the directory of processes.
        let is_bound = std::fs::write(place.path().join("probe"), "").is_err();
        let ran = if is_bound {
            place.run(arguments)
        } else if cfg!(target_os = "linux") {
            let mut command = program();
            Ran::of(command.current_dir("/proc").args(arguments.split(' ')))
        } else {
            return;
        };
        permit(0o755).expect("the owner may");
        assert_eq!(ran.code, Some(2), "{arguments}: {ran:?}");
        ran.complains(&["cannot write"]);
        if is_bound {
            assert_eq!(place.names(), [""; 0], "{arguments}");
        }
    }
}

#[test]
fn prove_leaves_what_is_not_its_own_alone() {
    let place = Place::new();
    let prove = "prove othello.mobility --board 4x4 --out here";
    place.write("here", "a file");
    place.run(prove).complains(&["here", "left alone"]);
    assert_eq!(place.read("here"), "a file");
    std::fs::remove_file(place.path().join("here")).expect("a file");

    std::fs::create_dir(place.path().join("here")).expect("a directory");
    place.write("here/notes.txt", "mine");
    let ran = place.run(prove);
    assert_eq!(ran.code, Some(2));
    ran.complains(&["here", "left alone"]);
    assert_eq!(place.read("here/notes.txt"), "mine");

    std::fs::remove_file(place.path().join("here/notes.txt")).expect("a file");
    place.run(prove).answers(0);
    // A certificate with another file beside it is not replaced either.
    place.write("here/notes.txt", "mine");
    assert_eq!(place.run(prove).code, Some(2));
    assert_eq!(place.read("here/notes.txt"), "mine");
    assert_eq!(place.names(), ["here"]);
}

#[test]
fn prove_replaces_a_certificate() {
    let place = Place::new();
    place.run("prove othello.mobility --board 4x4 --out certificate").answers(0);
    place.write("certificate/witness.txt", "damaged");
    place.run("check certificate").answers(1);
    let ran = place.run("prove othello.mobility --board 6x6 --out certificate");
    assert!(ran.answers(0).contains("maximum 20"));
    assert!(place.run("check certificate").answers(0).contains("maximum 20"));
    assert_eq!(place.names(), ["certificate"]);
}

#[test]
fn prove_creates_missing_parent_directories() {
    let place = Place::new();
    place.run("prove othello.mobility --board 4x4 --out some/where/certificate").answers(0);
    place.run("check some/where/certificate").answers(0);
}
