//! Files of records: of any length, in little memory, with each verdict printed at once.

#![allow(clippy::disallowed_methods, reason = "a test may panic where the system has no thread to give")]

use crate::support::run::Place;
use serde_json::json;

#[test]
fn an_unreadable_line_does_not_hide_the_others() {
    let place = Place::new();
    place.write("games", b"F5D6\nA1\n\xff\nF5D6\n");
    let ran = place.run("replay othello --file games");
    assert_eq!(ran.code, Some(2));
    assert!(
        ran.out().starts_with("line 1: legal: 2 plies")
            && ran.out().ends_with("\n2 legal, 1 illegal, 1 unreadable\n")
    );
    ran.complains(&["games: byte 9 is not UTF-8"]);
    // With --json there is still one object.
    let object = place.run("--json replay othello --file games").json(2);
    assert_eq!((&object["illegal"], &object["records"][1]["line"]), (&json!(1), &json!(2)));
    assert_eq!(object["error"], "games: byte 9 is not UTF-8");
    // Without a verdict there is no answer.
    place.write("games", b"# nothing\n\xff\n");
    place.run("replay othello --file games").refused(&["byte 11"]);
    let object = place.run("--json replay othello --file games").json(2);
    assert_eq!(object["unreadable"], json!(1));
}

#[test]
fn a_list_of_verdicts_is_one_object() {
    let place = Place::new();
    place.write("games", "F5D6\n\nA1\r\n# Z\nF5F6\n");
    let object = place.run("--json replay othello --file games").json(1);
    assert_eq!(object["records"].as_array().map(Vec::len), Some(3));
    assert_eq!((&object["illegal"], &object["records"][2]["line"]), (&json!(1), &json!(5)));
    place.write("games.sgf", "(;SZ[3];B[bb])(;SZ[3];B[bb];W[bb])");
    let object = place.run("--json replay go --file games.sgf").json(1);
    assert_eq!((&object["illegal"], object["games"].as_array().map(Vec::len)), (&json!(1), Some(2)));
}

#[test]
fn an_endless_line_is_refused() {
    let ran = Place::new().run_with("replay othello -", "F5".repeat(9 << 20));
    ran.refused(&["standard input: line 1 has more than 16777216 bytes"]);
}

/// Each verdict is printed before the next record is written.
#[test]
fn verdicts_come_as_records_do() {
    use std::io::{BufRead, BufReader, Write};
    for game in ["othello", "ostle", "push-fight", "go"] {
        let place = Place::new();
        let mut command = super::piped(&place);
        let mut child =
            command.args(["replay", game, "-"]).stdin(std::process::Stdio::piped()).spawn().expect("it runs");
        let mut records = child.stdin.take().expect("a pipe");
        let mut verdicts = BufReader::new(child.stdout.take().expect("a pipe"));
        for line in 1..4 {
            records.write_all(b"?\n").expect("it reads");
            let mut verdict = String::new();
            verdicts.read_line(&mut verdict).expect("it answers");
            assert!(verdict.starts_with(&format!("line {line}: illegal")), "{game}: {verdict}");
        }
        drop(records);
        let mut last = String::new();
        verdicts.read_line(&mut last).expect("it answers");
        assert_eq!((last.as_str(), child.wait().expect("an end").code()), ("0 legal, 3 illegal\n", Some(1)));
    }
}

/// Memory does not grow with the number of records or the length of comments.
#[cfg(target_os = "linux")]
#[test]
fn memory_does_not_follow_the_file() {
    use std::io::{BufRead, BufReader, Write};
    let place = Place::new();
    let mut peaks = Vec::new();
    for rounds in [1, 60] {
        let mut command = super::piped(&place);
        let mut child = command
            .args(["replay", "othello", "-"])
            .stdin(std::process::Stdio::piped())
            .spawn()
            .expect("it runs");
        let mut records = child.stdin.take().expect("a pipe");
        let out = BufReader::new(child.stdout.take().expect("a pipe"));
        let reader = std::thread::spawn(move || out.lines().count());
        let round = "F5D6\n".repeat(1000) + &format!("#{}\n", "x".repeat(1 << 20));
        for _ in 0..rounds {
            records.write_all(round.as_bytes()).expect("it reads");
        }
        // The pipe holds less than a round, so that all others have been read.
        peaks.extend(super::peak_memory(&child));
        drop(records);
        assert_eq!(child.wait().expect("an end").code(), Some(0));
        assert_eq!(reader.join().expect("lines"), 1000 * rounds + 1);
    }
    let [short, long] = peaks[..] else { return };
    assert!(long < short + (8 << 20), "{short} bytes for a round, {long} for sixty");
}

/// Twice the games take about twice the time. If the place of each were searched from the beginning, it would be four
/// times. Times are only compared with each other.
#[test]
fn collections_take_time_linear_in_their_games() {
    let place = Place::new();
    let time = |games: usize| {
        place.write(
            "games.sgf",
            "(;SZ[1]C[a comment that takes some room in the file, as they do])".repeat(games),
        );
        let begun = std::time::Instant::now();
        let ran = place.run("-q replay go --file games.sgf");
        assert!(ran.answers(0).ends_with(&format!("\n{games} legal, 0 illegal\n")));
        assert!(ran.out().contains("game 2 (line 1, column 67): legal"), "{}", &ran.out()[..200]);
        begun.elapsed()
    };
    let (short, long) = (time(4_000), time(64_000));
    assert!(long < short * 64, "{short:?} for 4,000 games, {long:?} for 64,000");
}
