//! Illegal records: exit code 1 and the ply; files that are not text: exit code 2.

use crate::support::run::{Place, run};
use serde_json::json;

#[test]
fn illegal_records_name_the_ply_and_the_reason() {
    for (record, says) in [
        ("A1", ["ply 1", "flips nothing"]),
        ("D4", ["ply 1", "occupied"]),
        ("F5F5", ["ply 2", "occupied"]),
        ("F5D6C3D3C4F4C5B3C2E3D2C6B4A3C1D1", ["ply", "plays"]),
        ("F5D", ["ply 2", "truncated"]),
        ("F5D6C", ["ply 3", "truncated"]),
        ("F5D9", ["ply 2", "off the 8x8 board"]),
        ("F5I3", ["ply 2", "off the 8x8 board"]),
        ("F5?6", ["ply 2", "character 3"]),
        ("F5\u{2460}", ["ply 2", "character 3"]),
        ("PA", ["ply 1", "pass"]),
        ("F5PA", ["ply 2", "pass"]),
    ] {
        let ran = run(&format!("replay othello {record}"));
        let answer = ran.answers(1);
        assert!(answer.starts_with("illegal: ") && answer.lines().count() == 1, "{record}: {answer}");
        assert!(says.iter().all(|part| answer.contains(part)), "{record}: {answer}");
        let object = run(&format!("replay othello {record} --json")).json(1);
        assert_eq!(object["legal"], json!(false));
    }
}

/// White loses every disc at the ninth ply of the shortest game.
#[test]
fn nothing_follows_the_end_of_a_game() {
    let shortest = "E6F4E3F6G5D6E7F5C5";
    let over = run(&format!("replay othello {shortest} --json")).json(0);
    assert_eq!(over["over"], json!(true));
    let more = run(&format!("replay othello {shortest}A1"));
    assert!(more.answers(1).contains("ply 10") && more.out().contains("already over"), "{}", more.out());
}

#[test]
fn one_illegal_line_makes_the_file_illegal() {
    let place = Place::new();
    place.write("games.txt", "F5D6\n\nA1\r\nF5F6\n");
    let ran = place.run("replay othello --file games.txt");
    assert!(ran.answers(1).contains("line 3: illegal: ply 1"), "{}", ran.out());
    assert!(ran.out().ends_with("2 legal, 1 illegal\n"));
    let object = place.run("replay othello --file games.txt --json").json(1);
    assert_eq!((&object["illegal"], &object["records"][1]["line"]), (&json!(1), &json!(3)));
}

#[test]
fn files_that_cannot_be_read_are_named() {
    let place = Place::new();
    place.write("bytes", b"F5D6\n\xff\xfe\n");
    std::fs::create_dir(place.path().join("directory")).expect("a directory");
    // The verdict before it has been given by then.
    let ran = place.run("replay othello --file bytes");
    assert!(ran.code == Some(2) && ran.out().starts_with("line 1: legal: 2 plies"), "{ran:?}");
    ran.complains(&["bytes", "byte 6", "UTF-8"]);
    place.run("replay othello --file nowhere").refused(&["nowhere"]);
    place.run("replay othello --file directory").refused(&["directory"]);
    place.run_with("replay othello -", b"\xc3".as_slice()).refused(&["standard input", "UTF-8"]);
}

#[test]
fn long_records_are_answered() {
    let ran = Place::new().run_with("replay othello -", "F5".repeat(1 << 16));
    assert!(ran.answers(1).contains("illegal"));
    let ran = Place::new().run_with("replay othello -", "F5D6 ".repeat(1 << 10));
    assert!(ran.answers(1).contains("ply 3"));
}
