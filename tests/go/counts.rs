//! `count` and `recurrence` as users see them.

use crate::support::run::{Place, Ran, program, run};
use assert_cmd::Command;
use serde_json::json;
use std::time::Duration;

#[test]
fn counts_are_answers() {
    let counted = run("count go.positions --board 9x9");
    assert_eq!(counted.answers(0), "103919148791293834318983090438798793469\n");
    assert!(counted.err.contains("39 digits; 3 residues"), "{}", counted.err);
    let object = run("-q count go.positions --board 5x4 --json").json(0);
    assert_eq!((&object["count"], &object["residues"]), (&json!("1840058693"), &json!(1)));
    assert_eq!(object["widths"][3], json!({ "board": "4x4", "count": "24318165" }));
    let widths = run("-q count go.positions --board 2x4 --widths");
    assert_eq!(widths.answers(0), "2x1 5\n2x2 57\n2x3 489\n2x4 4125\n");
    assert_eq!(run("-q count go.positions --board 1x19").answers(0).trim().len(), 9);
}

#[test]
fn a_plan_estimates_states_residues_and_memory() {
    let plan = run("-q count go.positions --board 19x19 --plan");
    let plan = plan.answers(0);
    let (_, states) = plan.split_once("248661924718 to ").unwrap_or_else(|| panic!("{plan}"));
    let most: u64 = states.lines().next().and_then(|most| most.parse().ok()).expect("a number");
    // Table 1 has 363324268018 valid states; a divided border also has some invalid ones.
    assert!((363_324_268_018..450_000_000_000).contains(&most), "{plan}");
    let object = run("-q count go.positions --board 13x13 --plan --json").json(0);
    assert_eq!((&object["residues"], &object["disk"]), (&json!(5), &json!(0)));
    assert!(object["memory"].as_u64().expect("a number") < 8 << 30);
}

#[test]
fn states_on_disk_and_a_killed_count_give_the_same() {
    let place = Place::new();
    let arguments = "-q count go.positions --board 8x9 --dir c --memory 1K --checkpoint-every 0.001";
    let mut kills = 0;
    let last = loop {
        let mut command = Command::new(env!("CARGO_BIN_EXE_certamen"));
        let command = command.current_dir(place.path()).args(arguments.split(' '));
        // A timeout is a kill -9. Each run gets a little longer, so the last one finishes.
        let patience = Duration::from_millis(150 + 100 * kills);
        let ran = command.timeout(patience).output().expect("the program runs");
        if ran.status.success() {
            break String::from_utf8(ran.stdout).expect("an answer in UTF-8");
        }
        assert_eq!(ran.status.code(), None, "{}", String::from_utf8_lossy(&ran.stderr));
        kills += 1;
    };
    assert!(kills > 0, "{kills}");
    assert_eq!(last, "5882748866432370655674372752123193\n");
    assert_eq!(place.names(), ["c"]);
    assert!(place.read("c/count.json").contains("certamen-count"));
    let files = std::fs::read_dir(place.path().join("c")).expect("a directory").count();
    assert_eq!(files, 1);
    // A known count is printed again at once; another count is not started there.
    assert_eq!(place.run(arguments).answers(0), last);
    place.run("count go.positions --board 8x8 --dir c").refused(&["c", "height 8, width 9"]);
    place.write("c/count.json", "{}");
    place.run("count go.positions --board 8x9 --dir c").refused(&["count.json", "not the file of a count"]);
}

#[cfg(unix)]
#[test]
fn a_full_disk_loses_nothing() {
    // A limit on the size of files imitates a full disk: 100 blocks are less than the values.
    let place = Place::new();
    let script = format!(
        "ulimit -f 100; exec {} -q count go.positions --board 8x8 --dir c --memory 1K",
        env!("CARGO_BIN_EXE_certamen")
    );
    let mut command = Command::new("sh");
    Ran::of(command.current_dir(place.path()).args(["-c", &script])).refused(&["cannot use c/values-"]);
    let counted = place.run("-q count go.positions --board 8x8 --dir c --memory 1K");
    assert_eq!(counted.answers(0), "990966953618170260281935463385\n");
}

#[test]
fn recurrences_are_answers() {
    let found = run("-q recurrence go.positions --height 5");
    assert!(found.answers(0).contains("order    217 modulo 2 primes"), "{}", found.out());
    assert!(
        found.out().contains("0.71384057986002504205") && found.out().contains("225.28834590398701930674")
    );
    let object = run("-q recurrence go.positions --height 1 --coefficients --json").json(0);
    assert_eq!((&object["order"], &object["coefficients"]), (&json!(3), &json!(["3", "-1", "1"])));
    let constants = run("-q recurrence go.positions --constants 7");
    assert!(constants.answers(0).contains("2.9757343"), "{}", constants.out());
    // Table 6: each size has more correct digits of L than the one before, and the formula's relative error is 7e-5 on
    // 5x5.
    let place = Place::new();
    let object = place.run("-q recurrence go.positions --constants 8 --plot c.svg --json").json(0);
    let digits =
        |what: &str, n: usize| object["right_digits"][what][n - 1]["digits"].as_f64().expect("digits");
    assert!((2..6).all(|n| digits("L", n) + 0.5 < digits("L", n + 1)), "{object}");
    assert!((4.0..4.3).contains(&digits("formula", 5)), "{object}");
    let plot = place.read("c.svg");
    assert!(plot.starts_with("<svg ") && plot.matches("<circle ").count() == 12, "{plot}");
    let object = run("-q recurrence go.positions --sample 4x4 --runs 2000 --json").json(0);
    let (leading, error) = (object["leading"].as_f64().expect("a number"), object["standard_error"].as_f64());
    assert!((leading - 2.431_816_5).abs() < 4.0 * error.expect("a number"), "{object}");
    assert_eq!(object["power"], 7);
}

#[test]
fn bad_usage_is_one_line() {
    for (arguments, says) in [
        ("count", "count: give one of othello.mobility, "),
        ("count go.positions", "--board"),
        ("count othello.nothing --board 4x4", "othello.nothing"),
        ("count go.positions --board 0x9", "1 to 19"),
        ("count go.positions --board 9x20", "1 to 19"),
        ("count go.positions --board 99999999999999999999x1", "1 to 19"),
        ("count go.positions --board 9", "9x9"),
        ("count go.positions --board 9x+9", "9x9"),
        ("count go.positions --board 9x9 --memory lots", "8G"),
        ("count go.positions --board 9x9 --memory 99999999T", "8G"),
        ("count go.positions --board 9x9 --checkpoint-every 5", "--dir"),
        ("count go.positions --board 9x9 --memory 1M", "--dir DIR"),
        ("recurrence go.positions", "--height"),
        ("recurrence go.positions --height 0", "0"),
        ("recurrence go.positions --height 13", "13"),
        ("recurrence go.positions --height 3 --constants 4", "--constants"),
        ("recurrence go.positions --constants 4 --coefficients", "--height"),
        ("recurrence go.positions --height 3 --plot c.svg", "--constants"),
        ("recurrence go.positions --sample 0x5", "1 to 120"),
        ("recurrence go.positions --sample 5", "29x29"),
    ] {
        let ran = run(arguments);
        ran.refused(&[says]);
    }
    let place = Place::new();
    place.write("file", "");
    place.run("count go.positions --board 3x3 --dir file").refused(&["file"]);
    place.run("count go.positions --board 3x3 --dir .").refused(&["holds something else"]);
    assert!(program().output().is_ok());
}
