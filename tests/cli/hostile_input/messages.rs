//! Messages: control characters are escaped, and quotes have a bounded length.

use crate::support::run::{Place, Ran};

/// An escape sequence for a colour, a bell, and a newline with text that looks like an answer.
const EVIL: &str = "a\u{1b}[31m\u{7}\ns VERIFIED";
/// The same text as messages show it.
const SHOWN: &str = "a\\u{1b}[31m\\u{7}\\ns VERIFIED";

#[track_caller]
fn shows(ran: &Ran, shown: &str) {
    let all = ran.out().to_owned() + &ran.err;
    assert!(all.contains(shown), "`{shown}` is not shown: {all}");
    let acts = |character: char| character.is_control() && character != '\n';
    assert!(!all.contains(acts), "{all:?}");
    assert!(!all.lines().any(|line| line == "s VERIFIED"), "{all}");
    assert!(all.len() < 8192, "{} bytes", all.len());
}

#[test]
fn names_of_files_are_shown_as_they_are() {
    let place = Place::new();
    for arguments in [
        &["check", EVIL][..],
        &["check", "--cnf", EVIL, "--proof", EVIL],
        &["decode", "--map", EVIL],
        &["replay", "othello", "--file", EVIL],
        &["run-cube", EVIL, "0"],
        &["reach", "othello", "--file", EVIL],
        &["emit", "othello.mobility", "--board", "4x4", "-o", &format!("nowhere/{EVIL}")],
    ] {
        shows(&place.run_arguments(arguments, ""), SHOWN);
    }
    // Also for files that exist, and in progress messages.
    place.run("-q prove othello.mobility --board 4x4 --out cert").answers(0);
    std::fs::rename(place.path().join("cert"), place.path().join(EVIL)).expect("a directory");
    let ran = place.run_arguments(&["check", EVIL], "");
    assert!(ran.err.contains(SHOWN) && ran.code == Some(0), "{ran:?}");
    std::fs::write(place.path().join(EVIL).join(EVIL), "").expect("a file");
    shows(
        &place.run_arguments(&["check", EVIL], ""),
        &format!("`{SHOWN}` is not a file name that a certificate may have"),
    );
}

#[test]
fn text_of_files_and_arguments_is_escaped_in_messages() {
    let place = Place::new();
    place.write("games", "F5\u{1b}[31m\n\u{7}\n\0\n");
    shows(&place.run("replay othello --file games"), "found '\\u{1b}'");
    for game in ["ostle", "push-fight", "go"] {
        shows(&place.run(&format!("replay {game} --file games")), "illegal");
    }
    shows(&place.run_arguments(&["show", "othello", "XX\u{1b}[31m\n-"], ""), "found '\\u{1b}'");
    shows(&place.run_arguments(&["solve", EVIL], ""), SHOWN);
    shows(&place.run_arguments(&["solve", "othello.mobility", "--board", EVIL], ""), SHOWN);
    shows(&place.run_arguments(&["replay", "othello", "F5\nD\n6"], ""), "line 2, column 2): found '\\n'");
}

#[test]
fn quotes_are_bounded() {
    let place = Place::new();
    let long = "Z".repeat(1_000_000);
    let argument = &long[..100_000];
    for game in ["othello", "ostle", "push-fight", "go"] {
        place.write("games", long.clone() + "\n");
        shows(&place.run(&format!("replay {game} --file games")), "illegal");
        shows(&place.run_arguments(&["show", game, argument], ""), "certamen: ");
    }
    shows(&place.run_arguments(&["solve", argument], ""), "characters left out");
    shows(&place.run_arguments(&["check", argument], ""), "characters left out");
    shows(&place.run_arguments(&["decode", "--map", argument], ""), "File name too long");
    for map in [format!("{{\"format\":\"{long}\",\"version\":1}}"), format!("{{\"{long}\":1}}"), long.clone()]
    {
        place.write("map.json", map);
        shows(&place.run("decode --map map.json games"), "map.json");
    }
    // A map whose question has an unknown name.
    place.run("-q emit othello.mobility --board 4x4 -o q.cnf --map q.map.json").answers(0);
    let map = place.read("q.map.json");
    assert!(map.contains("othello.mobility"));
    place.write("map.json", map.replacen("othello.mobility", &long, 1));
    shows(&place.run("decode --map map.json games"), "which this program does not have");
}
