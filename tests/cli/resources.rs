//! Memory: work that needs more than is available is refused in one line, before it begins.

use crate::support::run::{Place, Ran, program, run};
use std::process::Command;

const POSITION: &str = ".oO..O..O.ox......X.X..Yx.";

#[cfg(target_os = "linux")]
#[test]
fn more_memory_than_the_machine_has_is_refused() {
    for command in [
        format!("solve-position push-fight {POSITION} --memory 1000000"),
        "count go.positions --board 5x5 --memory 1000T".to_owned(),
        "count go.games --board 2x2 --memory 1000T".to_owned(),
        "count go.strings --board 3x3 --memory 1000T".to_owned(),
    ] {
        run(&command).refused(&["--memory: ", "iB of memory, and this machine has ", " available"]);
    }
    // A plan may be one for another machine.
    run("count go.positions --board 5x5 --memory 1000T --plan").answers(0);
}

/// Runs the program under a limit of the shell.
#[cfg(target_os = "linux")]
fn limited(place: &Place, limit: &str, arguments: &str) -> Ran {
    let mut command = Command::new("sh");
    command.arg("-c").arg(format!("{limit}; exec \"$@\"")).arg("sh").arg(program().get_program());
    // Where memory is short, the standard library's way to print a backtrace may wait for itself for ever.
    command.env_remove("RUST_BACKTRACE");
    let output = command.args(arguments.split(' ')).current_dir(place.path()).output().expect("it runs");
    let err = String::from_utf8(output.stderr).expect("UTF-8");
    Ran { code: output.status.code(), out: output.stdout, err }
}

/// What the plan knows, the count says at once: before the tables are made, which take gigabytes.
#[cfg(target_os = "linux")]
#[test]
fn a_count_that_the_memory_does_not_hold_is_refused_before_anything_is_computed() {
    for (board, says) in [
        ("19x19", "with --dir DIR, states can be on disk"),
        ("19x19 --dir d", "the tables of height 19 take about"),
        ("15x15", "with --dir DIR, states can be on disk"),
    ] {
        let place = Place::new();
        let count = format!("count go.positions --board {board} --memory 100M");
        limited(&place, "ulimit -v 600000", &count).refused(&[says, "MiB"]);
        assert_eq!(place.names(), [""; 0]);
    }
}

/// The limit of the address space counts as what the machine has.
#[cfg(target_os = "linux")]
#[test]
fn a_limit_on_the_address_space_is_a_limit_on_memory() {
    let (place, limit) = (Place::new(), "ulimit -v 800000");
    for command in [
        format!("solve-position push-fight {POSITION} --memory 2000"),
        "count go.positions --board 5x5 --memory 2G".to_owned(),
    ] {
        let ran = limited(&place, limit, &command);
        ran.refused(&["--memory: ", "GiB of memory, and this machine has ", "MiB available"]);
    }
    // The usual amount is no more than there is.
    let ran = limited(&place, limit, &format!("solve-position push-fight {POSITION}"));
    assert!(ran.answers(0).starts_with("W2\n"), "{}", ran.out());
}

/// Where the system refuses threads or memory, the answer is the right one, one line, or the runtime library's own end;
/// never a panic. The limits go from less than a start takes to more than the whole command does.
#[cfg(target_os = "linux")]
#[test]
fn at_every_limit_on_the_address_space_the_answer_is_right_or_missing() {
    let mut answers = 0;
    for kibibytes in (16 << 10..160 << 10).step_by(3 << 10) {
        let place = Place::new();
        let ran = limited(
            &place,
            &format!("ulimit -v {kibibytes}"),
            "count go.positions --board 3x3 --dir d --memory 1",
        );
        match ran.code {
            Some(0) => assert_eq!(ran.out(), "12675\n"),
            // The runtime library has no stack for signals. It reports that as a panic, before the program begins.
            None if ran.err.contains("fatal runtime error: initialization") => {}
            // The shell cannot start the program, or a signal has ended it.
            None | Some(126 | 127) => assert!(!ran.err.contains("panicked"), "{kibibytes} KiB: {}", ran.err),
            Some(_) => ran.refused(&["certamen: "]),
        }
        answers += u32::from(ran.code == Some(0));
    }
    assert!(answers > 0, "no limit was high enough");
}

/// Headers and counts that lie take no more memory than what follows them; tests/proofs/external.rs has those of formulas and
/// proofs.
#[cfg(target_os = "linux")]
#[test]
fn counts_that_lie_take_no_memory() {
    let place = Place::new();
    let question = "othello.mobility --board 4x4 --at-least 8";
    place.run(&format!("emit {question} -o q.cnf --map cnf.json")).answers(0);
    place.run(&format!("emit {question} --format smt2 -o q.smt2 --map smt2.json")).answers(0);
    place.run(&format!("emit {question} --format aag -o q.aag --map aag.json")).answers(0);
    let most = "99999999999";
    let map = place.read("cnf.json");
    let variables = map.lines().find(|line| line.contains("\"variables\"")).expect("a count").to_owned();
    for (number, says) in [("4294967295", "not the map"), ("0", "variables 1 to 0"), (most, "invalid value")]
    {
        place.write("lie.json", map.replacen(&variables, &format!("    \"variables\": {number},"), 1));
        place.write("model", "s SATISFIABLE\nv 1 0\n");
        limited(&place, "ulimit -v 600000", "decode --map lie.json model").refused(&["lie.json", says]);
    }
    for (map, model, says) in [
        ("cnf.json", format!("s SATISFIABLE\nv {most} 0\n"), "out of range"),
        ("cnf.json", "s SATISFIABLE\nv 1073741823 0\n".to_owned(), "out of range"),
        ("smt2.json", format!("sat\n((own (_ bv1 {most})))\n"), "own"),
        ("smt2.json", format!("sat\n((define-fun own () (_ BitVec {most}) (_ bv1 {most})))\n"), "own"),
        ("aag.json", "1\nb0\n\n01\n.\n".to_owned(), "values, found 2"),
    ] {
        place.write("model", model);
        limited(&place, "ulimit -v 600000", &format!("decode --map {map} model")).refused(&["model", says]);
    }
    for (number, (cubes, says)) in (0..).zip([
        (format!("p inccnf {most} {most}\na 1 0\n"), ""),
        ("p inccnf\na 2147483647 0\n".to_owned(), "not a literal"),
        (format!("p inccnf\na {most} 0\n"), "not a literal"),
    ]) {
        place.write("cubes", cubes);
        let command = format!("-q cube {question} --cubes cubes --out d{number}");
        let ran = limited(&place, "ulimit -v 600000", &command);
        match says {
            "" => assert_eq!(ran.code, Some(0), "{}", ran.err),
            says => ran.refused(&["cubes", says]),
        }
    }
    // WTHOR: the number of games, then one game too few, none, or one too many.
    for games in [u32::MAX, 0, 1, 3] {
        let mut bytes = vec![20, 0, 1, 1];
        bytes.extend(games.to_le_bytes());
        bytes.extend([0, 0, 208, 7, 8, 0, 24, 0]);
        bytes.extend([0; 2 * 68]);
        place.write("games.wtb", bytes);
        let ran = limited(&place, "ulimit -v 600000", "replay othello --file games.wtb --format wthor");
        assert!(matches!(ran.code, Some(0..=2)) && !ran.err.contains("panic"), "{games}: {ran:?}");
    }
}

/// Commands that end with a limit, the exit code of a run, and the numbers that are refused.
const LIMITS: [(&str, i32, &[&str]); 12] = [
    ("solve othello.mobility --board 4x4 --at-least 9 --time-limit", 20, &["0", MOST, ONE_MORE]),
    ("prove othello.mobility --board 4x4 --out c --time-limit", 0, &["0", MOST, ONE_MORE]),
    ("cube othello.mobility --board 4x4 --at-least 9 --out c --count", 0, &["0", MOST, ONE_MORE]),
    ("enumerate othello.mobility --board 4x4 --at-least 9 --patience", 0, &[MOST, ONE_MORE]),
    ("count go.games --board 2x1 --memory", 0, &["0", MOST, ONE_MORE]),
    ("count go.positions --board 3x3 --dir d --memory", 0, &["0", MOST, ONE_MORE]),
    ("count go.positions --board 3x3 --residues", 0, &["0", ONE_MORE]),
    ("plan count go.positions --board 4x4 --out c --threads", 0, &["0", MOST, ONE_MORE]),
    ("solve-position push-fight .oO..O..O.ox......X.X..Yx. --memory", 0, &["0", MOST, ONE_MORE]),
    ("retro build push-fight --board 4x3 --dir d --memory", 0, &["0", ONE_MORE]),
    // The table has 180 bytes.
    ("retro build push-fight --board 4x3 --dir d --disk", 0, &["0", "1", ONE_MORE]),
    ("perft othello --board 4x4", 0, &[MOST, ONE_MORE]),
];
const MOST: &str = "18446744073709551615";
const ONE_MORE: &str = "18446744073709551616";

#[test]
fn a_limit_is_kept_to_or_refused() {
    for (command, code, refused) in LIMITS {
        for limit in ["0", "1", MOST, ONE_MORE] {
            let ran = run(&format!("{command} {limit}"));
            if refused.contains(&limit) {
                ran.refused(&[]);
            } else {
                assert_eq!(ran.code, Some(code), "{command} {limit}: {ran:?}");
            }
        }
    }
}

/// Many more threads than processors would take a minute to agree on milliseconds of work.
#[test]
fn no_number_of_threads_in_the_environment_changes_an_answer() {
    for threads in ["0", "1", "5000", MOST, ONE_MORE, "many"] {
        let place = Place::new();
        let mut command = Command::new(program().get_program());
        command.env("RAYON_NUM_THREADS", threads).current_dir(place.path());
        let output =
            command.args("retro build push-fight --board 4x3 --dir d".split(' ')).output().expect("it runs");
        assert_eq!(output.status.code(), Some(0), "{threads}: {output:?}");
    }
}

/// What cannot be written is said before the work, which would take minutes here.
#[test]
fn what_is_in_the_way_is_said_before_the_work() {
    let place = Place::new();
    place.write("file", "");
    std::fs::create_dir(place.path().join("taken")).expect("a directory");
    place.write("taken/letter", "dear");
    let long = "othello.mobility --at-least 34 --empties 39";
    for (command, says) in [
        (format!("cube {long} --count 100000 --out taken"), "taken exists and is not empty"),
        (format!("cube {long} --count 100000 --out file"), "file"),
        (format!("cube {long} --count 100000 --out c --icnf nowhere/c.icnf"), "nowhere/c.icnf"),
        (format!("solve {long} --proof nowhere/p.lrat"), "nowhere/p.lrat"),
        (format!("prove {long} --objective empties --out taken"), "taken"),
        ("retro build othello --board 6x6 --dir d".to_owned(), "bytes of disk with all tables"),
        ("retro distances othello --board 6x6 --scratch nowhere".to_owned(), "nowhere"),
        ("retro build ostle --dir taken".to_owned(), "taken"),
        ("count go.positions --board 9x9 --dir taken".to_owned(), "taken"),
        ("profile othello.mobility --out taken".to_owned(), "taken"),
    ] {
        place.run(&command).refused(&[says]);
    }
}
