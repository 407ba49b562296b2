//! Bad usage: exit code 2, nothing on standard output, and one line with the reason.

use crate::run::{Place, Ran, program, run};

#[test]
fn bad_usage_is_one_line() {
    for (arguments, says) in [
        ("frobnicate", "frobnicate"),
        ("emit", "emit: give one of othello.mobility, "),
        ("emit othello.mobilty", "othello.mobilty"),
        ("emit chess.mobility", "chess.mobility"),
        ("emit othello.mobility --board 5x5", "5x5"),
        ("emit othello.mobility --board", "--board"),
        ("emit othello.mobility --at-least many", "many"),
        ("emit othello.mobility --at-least -1", "-1"),
        ("emit othello.mobility --at-least 4294967296", "4294967296"),
        ("emit othello.mobility --at-least 65", "64 squares"),
        ("emit othello.mobility --board 4x4 --at-least 17", "16 squares"),
        ("emit othello.mobility --empties 65", "--empties 65"),
        ("emit othello.mobility --format cnf", "cnf"),
        ("emit othello.mobility --at-least 3 --at-least 4", "--at-least"),
        ("emit othello.mobility --format btor2 --map m.json", "--map"),
        ("emit othello.mobility --format smt2 --full", "--full"),
        ("emit othello.mobility -o same --map same", "same"),
        ("emit othello.mobility --map -", "same file"),
        ("solve othello.mobility --time-limit 0", "--time-limit"),
        ("solve othello.mobility --time-limit -1", "-1"),
        ("solve othello.mobility --time-limit nan", "nan"),
        ("solve othello.mobility --time-limit inf", "inf"),
        ("solve othello.mobility --time-limit soon", "soon"),
        ("solve othello.mobility --proof-format binary", "--proof"),
        ("solve othello.mobility --board 4x4 --at-least 9 --proof -", "--proof"),
        ("prove othello.mobility", "--out"),
        ("prove othello.mobility --objective fame --out x", "fame"),
        ("prove othello.mobility --reachable --discs 9 --last-steps 3 --out x", "have no exact bound"),
        ("prove othello.mobility --discs 3 --out x", "4 to 64"),
        ("check", "<DIR>"),
        ("check directory --cnf m.cnf --proof m.lrat", "--cnf"),
        ("check --cnf m.cnf", "--proof"),
        ("check --proof m.lrat", "--cnf"),
        ("decode", "--map"),
        ("decode --map - -", "standard input"),
        ("replay", "replay: give one of othello, "),
        ("replay othello", "<RECORD>"),
        ("replay chess E4", "chess"),
        ("replay othello F5 --file games.txt", "--file"),
        ("replay othello --borad", "--borad"),
        ("perft othello", "<DEPTH>"),
        ("perft othello deep", "deep"),
        ("perft othello -1", "-1"),
        ("perft othello 61", "61"),
        ("show othello", "<POSITION>"),
        ("completions sh", "sh"),
        ("games more", "more"),
        ("games --yaml", "--yaml"),
    ] {
        let ran = run(arguments);
        assert_eq!(ran.code, Some(2), "{arguments}: {ran:?}");
        ran.refused(&[says]);
        assert_eq!(ran.err.lines().count(), 1, "{arguments}: {}", ran.err);
    }
}

#[test]
fn bad_usage_is_the_same_with_json() {
    run("emit othello.mobility --board 5x5 --json").refused(&["5x5"]);
    run("solve othello.mobility --at-least 65 --json").refused(&["64 squares"]);
}

#[test]
fn the_program_without_a_command_prints_its_help() {
    let ran = Ran::of(&mut program());
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.contains("Usage: certamen"));
}

#[test]
fn boards_are_refused_with_the_place() {
    let eight = "---------------------------OX------XO---------------------------";
    let place = Place::new();
    let long = format!("{eight}-");
    let foreign = eight.replacen('O', "Q", 1);
    let wide = eight.replacen("OX", "\u{26ab}\u{26aa}", 1);
    for board in ["", "XO", &eight[1..], &long, &foreign, &wide, "\u{0}", &"-".repeat(1 << 16)] {
        if board.contains('\0') {
            continue;
        }
        place.run_arguments(&["show", "othello", "--", board], "").refused(&["the position"]);
        let position = format!("--position={board}");
        place.run_arguments(&["perft", "othello", "3", &position], "").refused(&["board"]);
    }
    place.run_arguments(&["show", "othello", "--", &foreign], "").refused(&["Q"]);
    let hole = "-".repeat(64);
    place.run_arguments(&["perft", "othello", "3", "--position", &hole], "").refused(&["centre square d4"]);
    let six = ["perft", "othello", "3", "--board", "6x6", "--position", eight];
    place.run_arguments(&six, "").refused(&["64 squares", "36"]);
}

#[cfg(unix)]
#[test]
fn arguments_that_are_not_utf8_are_refused() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let bytes = OsStr::from_bytes(b"\xff\xfe");
    for arguments in [vec!["replay", "othello"], vec!["show", "othello"], vec!["emit"], vec![]] {
        let ran = Ran::of(program().args(arguments).arg(bytes));
        ran.refused(&[]);
    }
}

/// Options in the environment would produce proofs that their certificates do not describe.
#[test]
fn options_in_the_environment_are_refused_by_name() {
    let place = Place::new();
    let arguments = ["prove", "othello.mobility", "--board", "4x4", "--out", "certificate"];
    let mut command = program();
    let ran = Ran::of(command.current_dir(place.path()).env("CADICAL_SEED", "7").args(arguments));
    assert_eq!(ran.code, Some(2));
    ran.complains(&["CADICAL_SEED"]);
    assert_eq!(place.names(), [""; 0]);
}

/// The commands of this program in the examples of a help text, up to a pipe, a redirection or a remark.
fn examples_in(help: &str) -> Vec<Vec<String>> {
    let parts = help.split(['|', ';', '\n']).filter_map(|part| part.trim().strip_prefix("certamen "));
    let commands = parts.filter_map(|part| part.split("  ").next()?.split(" > ").next()?.split(" < ").next());
    commands.filter_map(shlex::split).collect()
}

/// A subject without examples: Push Fight has no start on the boards that can be solved.
const WITHOUT: &str = "certamen retro distances push-fight";

/// The commands below this one whose help has fewer than two examples, or an example that is not a valid command.
fn wrong_examples(whole: &clap::Command, command: &clap::Command, name: &str) -> Vec<String> {
    let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let examples = examples_in(&help);
    let mut wrong = Vec::new();
    if examples.len() < 2 && name != WITHOUT {
        wrong.push(format!("{name}: {} examples", examples.len()));
    }
    for example in examples {
        let arguments = ["certamen".to_owned()].into_iter().chain(example.clone());
        if let Err(error) = whole.clone().try_get_matches_from(arguments) {
            wrong.push(format!("{name}: {example:?}: {error}"));
        }
    }
    for below in command.get_subcommands() {
        wrong.extend(wrong_examples(whole, below, &format!("{name} {}", below.get_name())));
    }
    wrong
}

#[test]
fn every_help_has_two_examples_that_are_valid_commands() {
    let command = certamen::games::app("certamen").command();
    let wrong = wrong_examples(&command, &command, "certamen");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
