//! Forced wins on the command line.

use crate::program::{refusal, run_in};
use std::fs;

#[test]
fn forced_wins_are_found_listed_and_proved() {
    let place = tempfile::tempdir().expect("a directory");
    let solve =
        |question: &str| run_in(place.path(), &["-q", "solve", "breakthrough", question, "--board", "4x4"]);
    let found = solve("won in 3 and not won in 1 and count(occupied) <= 2");
    assert_eq!(found.code, 10, "{}{}", found.out, found.err);
    let refuted = solve("won in 3 and not won in 1 and count(occupied) <= 1");
    assert_eq!(refuted.code, 20, "{}{}", refuted.out, refuted.err);
    let question = "min count(occupied) where won in 3 and not won in 1";
    let ran =
        run_in(place.path(), &["-q", "prove", "breakthrough", question, "--board", "4x4", "--out", "cert"]);
    assert!(ran.code == 0 && ran.out.contains("minimum 2:"), "{}{}", ran.out, ran.err);
    let checked = run_in(place.path(), &["-q", "check", "cert"]);
    assert!(checked.code == 0 && checked.out.contains("minimum 2:"), "{}{}", checked.out, checked.err);
    let listed =
        run_in(place.path(), &["-q", "enumerate", "col", "won in 3", "--board", "3x2", "--out", "list"]);
    assert!(listed.code == 0 && listed.out.contains("206 positions"), "{}{}", listed.out, listed.err);
    let checked = run_in(place.path(), &["-q", "check", "list"]);
    assert!(checked.code == 0 && checked.out.contains("206 positions"), "{}{}", checked.out, checked.err);
}

#[test]
fn forged_replies_are_not_verified() {
    let place = tempfile::tempdir().expect("a directory");
    let question = "min count(occupied) where won in 3 and not won in 1";
    let prove = ["-q", "prove", "breakthrough", question, "--board", "4x4", "--out", "cert"];
    assert_eq!(run_in(place.path(), &prove).code, 0);
    let path = place.path().join("cert/certificate.json");
    let written = fs::read_to_string(&path).expect("a certificate");
    let sums = place.path().join("cert/SHA256SUMS");
    let sums_written = fs::read_to_string(&sums).expect("sums");
    let hash = |text: &str| certamen::ask::emission::sha256(text.as_bytes());
    for (reply, forged, reason) in [
        ("\"1\": {", "\"7\": {", "the question has no `won in` with the number 7"),
        ("left@c2", "jump@a1", "`jump@a1` is neither `pass` nor a kind of moves and a square"),
        ("\"left@c2\": {}", "\"left@c2\": { \"pass\": {} }", "`pass` comes after the last ply"),
        ("left@c2", "left@b2", "refutation.cnf is not what this program writes"),
    ] {
        let text = written.replace(reply, forged);
        assert_ne!(text, written, "{reply}");
        fs::write(&path, &text).expect("written");
        fs::write(&sums, sums_written.replace(&hash(&written), &hash(&text))).expect("written");
        let checked = run_in(place.path(), &["-q", "check", "cert"]);
        let said = format!("{}{}", checked.out, checked.err);
        assert_eq!(checked.code, 1, "{forged}: {said}");
        assert!(said.contains(reason) && said.contains("s NOT VERIFIED"), "{forged}: {said}");
    }
}

#[test]
fn verbs_that_need_fixed_clauses_refuse_forced_wins() {
    let needs = "`won in` and `lost in` are no fixed clauses: replies are added as they are needed";
    for verb in [
        &["emit", "breakthrough", "won in 3", "-o", "a.cnf"][..],
        &["count", "breakthrough", "won in 3"],
        &["cube", "breakthrough", "won in 3", "--count", "4", "--out", "cubes"],
        &["solve", "breakthrough", "won in 3", "--solver", "kissat"],
        &["profile", "breakthrough", "max count(own) where won in 3", "--by", "count(opp)", "--out", "p"],
    ] {
        let said = refusal(&[verb, &["--board", "4x4"]].concat());
        assert!(said.contains(needs), "{verb:?}: {said}");
    }
}

/// Where a position says who is to move, that is no piece.
#[test]
fn what_is_empty_is_counted_where_sides_differ() {
    let place = tempfile::tempdir().expect("a directory");
    for (question, expected) in [
        ("min count(empty) where won in 1", "minimum 2: "),
        ("max count(empty) where lost in 0", "maximum 6: "),
    ] {
        let ran = run_in(place.path(), &["-q", "prove", "domineering", question, "--board", "3x3"]);
        assert!(ran.code == 0 && ran.out.contains(expected), "{question}: {}{}", ran.out, ran.err);
    }
}

#[test]
fn deep_uniqueness_is_too_large() {
    let deep =
        (0..30).fold(String::new(), |text, depth| text + "unique m" + &depth.to_string() + " in moves: ");
    let complaint = refusal(&["solve", "breakthrough", &(deep + "true"), "--board", "3x4"]);
    assert!(complaint.contains("too large") || complaint.contains("parts"), "{complaint}");
}

/// Within a word `won in` would be asked without replies.
#[test]
fn a_forced_win_within_a_word_is_refused() {
    for word in ["rotate180(W)", "north(W)", "~W", "W & own", "W | own", "W ^ own", "closure(W, S: north(S))"]
    {
        let word = word.replace('W', "(if won in 1 then own else opp)");
        for question in [format!("any({word})"), format!("count(own) > 0 and count({word}) > 1")] {
            let said = refusal(&["solve", "hexapawn", &question]);
            assert!(said.contains("`won in` and `lost in`"), "{question}: {said}");
        }
        let said = refusal(&["prove", "hexapawn", &format!("never none({word})")]);
        assert!(said.contains("`won in` and `lost in`"), "{word}: {said}");
        let said = refusal(&["emit", "hexapawn", &format!("none({word})"), "-o", "a.cnf"]);
        assert!(said.contains("`won in` and `lost in`"), "{word}: {said}");
    }
}
