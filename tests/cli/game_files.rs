//! Games that are text files: every kind of verb takes them, and claims belong to their rules.

use crate::support::run::{Place, run};

/// Clobber, written anew.
const CLOBBER: &str = "game my-clobber \"A stone takes an enemy stone beside it.\"
board 3x2, 4x4, 3x3
word own X, opp O
swap own opp
start own = dark, opp = light
for d in orthogonals:
  step take_d d = d(own) & opp
play own = own ^ m.from | m.to, opp = opp & ~m.to
stuck loses
";

fn with_clobber() -> Place {
    let place = Place::new();
    place.write("my.game", CLOBBER);
    place
}

#[test]
fn every_kind_of_verb_takes_a_file() {
    let place = with_clobber();
    assert_eq!(place.run("-q perft my.game 3").answers(0), "34\nended 2\n");
    assert!(place.run("-q perft my.game 2 --naive --board 3x3").answers(0).starts_with("88"));
    assert!(place.run("games my.game").answers(0).contains("take_north"));
    place.run("show my.game XOX/OXO").answers(0);
    assert!(place.run("reach my.game START").answers(0).contains('0'));
    place
        .run_arguments(&["emit", "my.game", "count(moves) >= 3", "-o", "q.cnf", "--map", "q.json"], "")
        .answers(0);
    assert!(
        place
            .run_arguments(&["solve", "my.game", "count(moves) >= 7"], "")
            .answers(10)
            .contains("s SATISFIABLE")
    );
    assert!(
        place
            .run_arguments(&["solve", "my.game", "count(moves) >= 8"], "")
            .answers(20)
            .contains("s UNSATISFIABLE")
    );
    assert!(place.run_arguments(&["count", "my.game", "count(moves) = 7"], "").answers(0).contains('2'));
    place.run_arguments(&["enumerate", "my.game", "count(moves) = 7", "--out", "list"], "").answers(0);
    place.run("check list").answers(0);
    place.run("retro build my.game --dir table").answers(0);
    assert!(place.run("retro probe my.game START --dir table").answers(0).contains("lost in 4 plies"));
    place.run("retro audit my.game --dir table").answers(0);
    assert!(run("-q perft konane 4").answers(0).starts_with("52"));
}

#[test]
fn a_certificate_belongs_to_the_rules_that_it_holds() {
    let place = with_clobber();
    place.run_arguments(&["prove", "my.game", "max count(moves)", "--out", "cert"], "").answers(0);
    assert_eq!(place.read("cert/rules.game"), CLOBBER);
    assert!(place.run("check cert").answers(0).contains("s VERIFIED"));
    // A blank more, other rules, and no rules at all.
    for text in [format!("{CLOBBER} "), CLOBBER.replace("stuck loses", "stuck wins")] {
        place.write("cert/rules.game", text);
        assert!(!place.run("check cert").out().contains("s VERIFIED"));
    }
    std::fs::remove_file(place.path().join("cert/rules.game")).expect("it was there");
    assert!(!place.run("check cert").out().contains("s VERIFIED"));
}

#[test]
fn a_table_belongs_to_its_rules() {
    let place = with_clobber();
    place.run("retro build my.game --dir table").answers(0);
    place.write("my.game", CLOBBER.replace("stuck loses", "stuck wins"));
    place.run("retro probe my.game START --dir table").refused(&["rules"]);
}

#[test]
fn errors_name_the_file_the_line_and_the_character() {
    let place = Place::new();
    for (text, says) in [
        ("", "no statement"),
        ("nonsense\n", "line 1, character 1: expected a statement"),
        ("game x \"y\"\nboard 20x3\n", "line 2, character 7"),
        ("game x \"y\"\nboard 3x3\nword own X, own O\n", "line 3, character 13"),
        (
            "game x \"y\"\nboard 3x3\nword own X\nplace p = own & nothing\nplay own = own\n",
            "line 4, character 17",
        ),
        (
            "game x \"y\"\nboard 3x3\nword own X\nplace p = own\n",
            "line 4, character 1: expected a statement `play`",
        ),
        (
            "game x \"y\"\nboard 3x3\nword own X\nplace p = own\nplay own = own, own = own\n",
            "line 5, character 17",
        ),
        (
            "game x \"y\"\nboard 3x4\nword own X\nturn transpose\nplace p = own\nplay own = own\n",
            "line 4, character 1",
        ),
        (
            "game x \"y\"\nboard 3x3\nword own X\nstep p north*9*3 = own\nplay own = own\n",
            "line 4, character 16",
        ),
        ("game x \"y\"\nboard 3x3\nword own X\nplayers 1\n", "line 4, character 1"),
        (
            "game othello \"y\"\nboard 3x3\nword own X\nplace p = empty\nplay own = own\n",
            "the name of a game",
        ),
    ] {
        place.write("bad.game", text);
        place.run("perft bad.game 1").refused(&["bad.game", says]);
    }
    place.run("perft nowhere.game 1").refused(&["nowhere.game"]);
}

#[test]
fn a_symmetry_that_is_none_is_not_used() {
    let place = Place::new();
    let text = "game lopsided \"Stones stand above the first rank.\"\nboard 3x3\nword own X, opp O\nswap own opp\n\
                symmetry transpose\nplace stone = empty & ~rank 1\nplay own = own | m.to\n";
    place.write("l.game", text);
    let most = place.run_arguments(
        &["prove", "l.game", "max count(moves) where own[a3] and none(opp)", "--out", "c"],
        "",
    );
    assert!(most.answers(0).contains("maximum 5"), "{}", most.out());
}
