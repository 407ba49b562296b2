//! Standard output that is closed, or that cannot be written.

use crate::support::run::{Place, Ran};

/// Runs a shell script in which `"$@"` is the program with its arguments.
fn shell(script: &str, place: &Place, arguments: &str) -> Ran {
    let mut command = assert_cmd::Command::new("bash");
    command.current_dir(place.path()).args(["-c", script, "bash", env!("CARGO_BIN_EXE_certamen")]);
    Ran::of(command.args(arguments.split(' ')))
}

/// Two positions and a last line.
const LIST: &str = "-q enumerate othello.mobility --board 4x4 --at-least 7 --up-to-symmetry";
/// The reader reads the first line and no more.
const FIRST: &str = "{ \"$@\"; echo $? >code; } | { head -n 1; }";

#[test]
fn a_certificate_is_written_even_if_the_reader_of_the_list_is_gone() {
    let place = Place::new();
    let ran = shell(FIRST, &place, &format!("{LIST} --out list"));
    assert_eq!((ran.out().lines().count(), place.read("code").as_str()), (1, "0\n"), "{ran:?}");
    place.run("-q check list").answers(0);
    let whole = place.run(LIST);
    let whole: Vec<&str> = whole.answers(0).lines().collect();
    let kept = place.read("list/positions.txt");
    assert!(whole.len() > 3, "{whole:?}");
    assert_eq!(kept.lines().collect::<Vec<_>>(), whole[..whole.len() - 1]);
}

/// The script waits until the reader is gone, so the next write fails.
#[test]
fn a_list_ends_when_its_reader_closes_the_pipe() {
    let place = Place::new();
    for json in ["", " --json"] {
        let arguments = format!("{}{json}", LIST.strip_prefix("-q ").expect("quiet"));
        let ran = shell("{ sleep 0.5; \"$@\"; echo $? >code; } | true", &place, &arguments);
        assert_eq!(place.read("code"), "3\n", "{ran:?}");
        // What nobody has read is not passed over by a continuation.
        assert!(ran.err.contains("nobody reads the list: ended after 0 positions\n"), "{ran:?}");
        let first = place.run(LIST).answers(0).lines().next().expect("a position").to_owned();
        let ran = shell(
            "{ sleep 0.5; \"$@\"; echo $? >code; } | true",
            &place,
            &format!("{arguments} --after {first}"),
        );
        let end = format!("ended after 0 positions; to continue: --after {first}\n");
        assert!(ran.err.contains(&end), "{ran:?}");
    }
}

#[test]
fn a_list_of_known_positions_ends_when_its_reader_closes_the_pipe() {
    let place = Place::new();
    place.write("known", place.run(LIST).answers(0));
    let arguments = format!("{} --from known", LIST.strip_prefix("-q ").expect("quiet"));
    let ran = shell("{ sleep 0.5; \"$@\"; echo $? >code; } | true", &place, &arguments);
    assert_eq!(place.read("code"), "3\n", "{ran:?}");
    let end =
        "nobody reads the list: ended after 0 positions; to continue: --from a file of the known positions";
    assert!(ran.err.contains(end), "{ran:?}");
    // A certificate is completed.
    let ran =
        shell("{ sleep 0.5; \"$@\"; echo $? >code; } | true", &place, &format!("{arguments} --out list"));
    assert_eq!(place.read("code"), "0\n", "{ran:?}");
    place.run("-q check list").answers(0);
    // Standard input will do.
    let ran = shell("cat known | \"$@\"", &place, &format!("{LIST} --from -"));
    assert_eq!(ran.out(), place.read("known"), "{ran:?}");
}

#[test]
fn verdicts_end_when_their_reader_closes_the_pipe() {
    let place = Place::new();
    place.write("games", "F5\n".repeat(100_000));
    let ran = shell("{ sleep 0.5; \"$@\"; echo $? >code; } | true", &place, "replay othello --file games");
    assert_eq!(place.read("code"), "3\n", "{ran:?}");
    assert!(ran.err.contains("nobody reads the verdicts: ended after 1 records"), "{ran:?}");
    // The command ends even if standard input never ends.
    let ran = shell("{ yes F5 | \"$@\"; echo $? >code; } | head -n 2", &place, "-q replay othello -");
    assert_eq!((ran.out().lines().count(), place.read("code").as_str()), (2, "3\n"), "{ran:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn help_that_cannot_be_written_is_an_error() {
    let place = Place::new();
    for arguments in
        ["help", "--help", "-h", "--version", "help solve", "solve --help", "man pages", "completions zsh"]
    {
        let ran = shell("\"$@\" >/dev/full", &place, arguments);
        assert_eq!(ran.code, Some(2), "{arguments}: {ran:?}");
        ran.complains(&["cannot write standard output", "No space left"]);
        assert_eq!(shell("\"$@\" | true", &place, arguments).err, "", "{arguments}");
    }
    assert!(place.run("--version").answers(0).starts_with("certamen "));
    assert!(place.run("help").answers(0).contains("Exit codes: "));
    assert!(!place.run("help").out().contains('\u{1b}'), "colours are for terminals");
    assert!(place.run("man pages").answers(0).ends_with(" man pages in pages\n"));
}

/// Before `main`, the runtime of Rust puts /dev/null in the place of standard output that is closed.
#[cfg(unix)]
#[test]
fn standard_output_that_is_closed_is_an_error() {
    let place = Place::new();
    place.write("games", "F5D6\n");
    for arguments in [
        "help",
        "--help",
        "--version",
        "solve --help",
        "man pages",
        "completions zsh",
        "games",
        "perft othello 2",
        "--json perft othello 2",
        "replay othello --file games",
        "solve othello.mobility --board 4x4 --at-least 7",
        "prove othello.mobility --board 4x4 --out proof",
        "emit othello.mobility --board 4x4 --at-least 7",
        "emit othello.mobility --board 4x4 --at-least 7 -o cnf",
        "count othello.mobility --board 4x4 --at-least 7",
        "enumerate othello.mobility --board 4x4 --at-least 7",
        "retro build ostle --board 3x3 --dir ostle",
        "no-such-verb",
    ] {
        for closed in [">&-", "1</dev/null"] {
            let ran = shell(&format!("\"$@\" {closed}"), &place, arguments);
            assert_eq!(ran.code, Some(2), "{arguments} {closed}: {ran:?}");
            ran.complains(&["cannot write standard output: it is not open for writing"]);
        }
        assert_eq!(shell("\"$@\" >&- 2>&-", &place, arguments).code, Some(2), "{arguments}");
    }
    for made in ["pages", "proof", "cnf", "ostle"] {
        assert!(!place.path().join(made).exists(), "{made} is work that nobody sees");
    }
}

/// A null device of the parent is standard output like any other, also where it was opened for reading and writing, as
/// the runtime opens it, and Python for its `DEVNULL`.
#[cfg(unix)]
#[test]
fn a_null_device_is_standard_output() {
    let place = Place::new();
    for null in [">/dev/null", "1<>/dev/null", "<&- 1<>/dev/null 2<>/dev/null"] {
        for arguments in ["--version", "help", "perft othello 2", "man pages"] {
            let ran = shell(&format!("\"$@\" {null}"), &place, arguments);
            assert_eq!((ran.code, ran.out()), (Some(0), ""), "{arguments} {null}: {ran:?}");
        }
    }
}

#[cfg(unix)]
#[test]
fn standard_input_that_is_closed_is_an_error_where_it_is_read() {
    let place = Place::new();
    let arguments = "replay othello -";
    for closed in ["<&-", "0>/dev/null"] {
        let ran = shell(&format!("\"$@\" {closed}"), &place, arguments);
        assert_eq!(ran.code, Some(2), "{closed}: {ran:?}");
        ran.complains(&["cannot read standard input: it is not open for reading"]);
        assert_eq!(shell(&format!("\"$@\" {closed}"), &place, "--version").code, Some(0));
    }
}
