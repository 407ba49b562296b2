//! The commands for Push Fight, run as by a user, with good and bad input.

use assert_cmd::Command;
use serde_json::Value;
use std::process::Output;
use std::time::Duration;

const WON: &str = ".oO..O..O.ox......X.X..Yx.";

pub(crate) fn run(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_certamen"));
    command.timeout(Duration::from_secs(1200)).args(arguments).output().expect("the program runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

/// The output of a run that ends with this code.
pub(crate) fn answer(arguments: &[&str], code: i32) -> String {
    let output = run(arguments);
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {}", text(&output.stderr));
    text(&output.stdout)
}

pub(crate) fn json(arguments: &[&str], code: i32) -> Value {
    let arguments: Vec<&str> = arguments.iter().copied().chain(["--json", "--quiet"]).collect();
    serde_json::from_str(&answer(&arguments, code)).expect("JSON")
}

/// The error of one line for bad input.
pub(crate) fn complaint(arguments: &[&str]) -> String {
    let output = run(arguments);
    let line = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {line}");
    assert_eq!((line.lines().count(), output.stdout.len()), (1, 0), "{arguments:?}: {line}");
    line
}

#[test]
fn a_win_in_two_is_shown_by_a_line_that_replays() {
    let solved = json(&["solve-position", "push-fight", WON], 0);
    assert_eq!(solved["value"], "W2");
    let line: Vec<&str> =
        solved["line"].as_array().expect("a line").iter().filter_map(Value::as_str).collect();
    assert_eq!(line.len(), 3);
    let replayed = json(&["replay", "push-fight", "--position", WON, &line.join(" ")], 0);
    assert_eq!((&replayed["legal"], &replayed["won"]), (&Value::from(true), &Value::from(true)));
}

#[test]
fn positions_are_counted() {
    let counted = json(&["count", "push-fight.positions"], 0);
    assert_eq!(counted["positions"], 401_567_166_000_u64);
    assert_eq!(counted["after_a_push"], 172_416_263_040_u64);
    assert_eq!(counted["without_predecessor"], 229_150_902_960_u64);
    assert!(complaint(&["count", "push-fight.positions", "--board", "9x9"]).contains("4x3, 4x4, 8x4"));
    assert!(complaint(&["count", "push-fight.positions", "--sample"]).contains("--sample"));
}

#[test]
fn a_loss_is_refuted_turn_by_turn() {
    let lost = "......ooY..x..x...XO.O..XO";
    let solved = json(&["solve-position", "push-fight", lost, "--refutations"], 0);
    let successors = json(&["show", "push-fight", lost], 0)["successors"].as_u64();
    assert_eq!(solved["value"], "L1");
    assert_eq!(solved["refutations"].as_array().map(|answers| answers.len() as u64), successors);
}

#[test]
fn undecided_positions_are_reported_as_such() {
    let start = ".OX.....oxY....Oox.....OX.";
    assert_eq!(
        answer(&["solve-position", "push-fight", start, "--max-turns", "1"], 0),
        "not decided within 1\n"
    );
    let cut = answer(&["solve-position", "push-fight", start, "--max-turns", "9", "--time-limit", "0.01"], 3);
    assert!(cut.starts_with("not decided within ") && cut.ends_with(" of 9 turns (time limit)\n"), "{cut}");
}

#[test]
fn trees_are_counted_and_positions_shown() {
    assert_eq!(answer(&["perft", "push-fight", "1"], 0), "1454\n");
    let divided = json(&["perft", "push-fight", "1", "--divide"], 0);
    assert_eq!(divided["divide"].as_array().map(Vec::len), Some(1454));
    let drawn = answer(&["show", "push-fight", ".OX.....oxY....Oox.....OX."], 0);
    assert!(drawn.contains("3 ...oxY.. 3") && drawn.contains("index 194131815839"), "{drawn}");
    let svg = answer(&["show", "push-fight", ".OX.....oxY....Oox.....OX.", "--format", "svg"], 0);
    assert!(svg.starts_with("<svg") && svg.matches("<circle").count() == 5, "4 movers and an anchor: {svg}");
}

#[test]
fn records_are_replayed_by_the_naive_game() {
    let end = answer(&["replay", "push-fight", "d1-a2,d3-c3,c2-d2"], 0);
    assert!(end.ends_with("legal: 1 turns; .XO....x.oO..X..Yxo.....O.\n"), "{end}");
    let illegal = answer(&["replay", "push-fight", "d1-a2,d3-c3,c2-b2"], 1);
    assert!(illegal.starts_with("illegal: ply 1"), "{illegal}");
}

#[test]
fn bad_input_is_one_line() {
    let cases: [(&[&str], &str); 7] = [
        (&["solve-position", "push-fight", "...."], "4 squares, expected 26"),
        (&["solve-position", "push-fight", ".oO..O..O.ox......X.X..Q?."], "character 24"),
        (&["solve-position", "push-fight", ".oO..O..O.ox......Y.X..Yx."], "2 anchors"),
        (&["solve-position", "push-fight", ".oO..O..O.ox......X.X..Yo."], "expected 2"),
        (&["solve-position", "push-fight", WON, "--max-turns", "99"], "99"),
        (&["solve-position", "go", WON], "push-fight"),
        (&["perft", "push-fight", "1", "--board", "6x6"], "--board"),
    ];
    for (arguments, part) in cases {
        let line = complaint(arguments);
        assert!(line.contains(part), "{arguments:?}: {line}");
    }
}

#[test]
fn every_command_has_valid_arguments_and_a_description() {
    let commands = certamen::games::push_fight::commands();
    assert!(!commands.is_empty());
    for command in commands {
        command.command().debug_assert();
        assert!(command.command().get_about().is_some(), "{command:?}");
    }
}
