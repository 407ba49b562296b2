//! Another file of the same game (`--twin`) judges what the rules of the first one find.

use crate::game_files::{CLOBBER, with_clobber};
use crate::support::run::Place;

/// Clobber by somebody else: without `swap`, with other kinds of moves, and with its end as a condition.
const OTHER: &str = "game other \"Who cannot take has lost.\"
board 3x2, 4x4
word opp O, own X
start opp = light, own = dark
step up north = north(own) & opp
step down south = opp & south(own)
step right east = opp & east(own)
step left west = opp & west(own)
play opp = own & ~m.from | m.to, own = opp & ~m.to
lost if none(opp & near(own, 1))
";

#[test]
fn another_file_of_the_game_judges_what_the_rules_find() {
    let place = with_clobber();
    let answered = |command: &str| {
        place.write("other.game", OTHER);
        place.run(&format!("{command} --twin other.game"))
    };
    answered("perft my.game 4 --naive").answers(0);
    answered("replay my.game a1a2,b1b2").answers(0);
    answered("games my.game --check --board 4x4 --games 20 --seed 1").answers(0);
    answered("show my.game XOX/OXO").answers(0);
    place
        .run_arguments(&["prove", "my.game", "max count(moves)", "--out", "c", "--twin=other.game"], "")
        .answers(0);
    assert_eq!(place.read("c/rules.game"), CLOBBER);
    answered("retro build my.game --dir t").answers(0);
    answered("retro audit my.game --dir t").answers(0);
    assert!(answered("check c").answers(0).contains("s VERIFIED"));
    // Files of the box, on either side.
    place.run("perft clobber 3 --naive --board 4x4 --twin other.game").answers(0);
    place.run("perft my.game 3 --naive --board 4x4 --twin clobber").answers(0);
    // Each wrong one is named with the position and the ply.
    for (right, wrong, command, says) in [
        ("opp & west(own)", "opp & west(own) & ~rank 1", "perft my.game 3", "legal plies"),
        ("own & ~m.from | m.to", "own | m.to", "show my.game XOX/OXO", "XOX/OXO after a1a2: position"),
        ("lost if", "won if", "replay my.game a1a2,b1b2,a2b2,c2b2", "the naive twin says won"),
        ("opp & west(own)", "opp & west(own) & file b", "retro audit my.game --dir t", "naive game"),
        ("opp & east(own)", "east(own & file b) & opp", "check c", "legal plies"),
    ] {
        assert!(OTHER.contains(right), "{right}");
        place.write("wrong.game", OTHER.replace(right, wrong));
        let ran = place.run(&format!("{command} --twin wrong.game"));
        assert!(
            format!("{}{}", ran.out(), ran.err).contains(says) && !ran.out().contains("s VERIFIED"),
            "{wrong}: {ran:?}"
        );
    }
    place.write("wrong.game", OTHER.replace("own & ~m.from", "own"));
    let naive = place.run("perft my.game 2 --naive --twin wrong.game");
    assert!(naive.answers(1).contains("XOX/OXO after "), "{}", naive.out());
    place
        .run_arguments(&["solve", "my.game", "count(moves) >= 7", "--twin", "wrong.game"], "")
        .refused(&["one of them is wrong"]);
}

#[test]
fn plies_of_another_file_are_named_as_in_the_first_one() {
    let place = Place::new();
    let text = "game walls \"A stone, or a wall.\"\nboard 2x2\nword own X, opp O, wall W\nswap own opp\n\
                place flat = empty\nplace standing = empty\nplay flat: own = own | m.to\n\
                play standing: wall = wall | m.to\n";
    place.write("walls.game", text);
    let other =
        text.replace("place flat = empty\nplace standing = empty", "place up = empty\nplace lie = empty");
    let other = other.replace("play flat", "play lie").replace("play standing", "play up");
    place.write("other.game", &other);
    place.run("perft walls.game 4 --naive --twin other.game").answers(0);
    assert!(place.run("replay walls.game a1=standing,b1 --twin other.game").answers(0).contains("WO/.."));
    // A move too many, whose name is that of one that both have, and one too few.
    for (wrong, more) in [
        ("place lie = empty\nplace more = empty", "play more: own = own\n"),
        ("place lie = empty & file a", ""),
    ] {
        place.write("wrong.game", other.replace("place lie = empty", wrong) + more);
        place.run("perft walls.game 1 --naive --twin wrong.game").answers(1);
    }
}

#[test]
fn another_file_has_the_same_board() {
    let place = with_clobber();
    for (right, wrong, says) in [
        ("board 3x2, 4x4", "board 4x4", "wrong.game: line 2"),
        ("own X", "own B", "the words are opp O, own B, and here opp O, own X"),
        ("opp O, own X", "opp O, own X, more M", "the words are more M, opp O, own X"),
        ("own = dark", "own = none", "the start is .O./O.O, and here XOX/OXO"),
        ("step up", "squares board & ~{a1}\nstep up", "wrong.game: its board has other squares"),
        ("none(opp", "second and none(opp", "own X, second"),
        ("play opp", "play up", "wrong.game: line 9, character 6"),
    ] {
        assert!(OTHER.contains(right), "{right}");
        place.write("wrong.game", OTHER.replace(right, wrong));
        place.run("perft my.game 1 --twin wrong.game").refused(&[says]);
    }
    place.write("other.game", OTHER);
    for (command, says) in [
        ("perft othello 1 --twin other.game", "rules in Rust have a twin of their own"),
        ("perft my.game 1 --twin nowhere.game", "nowhere.game"),
        ("perft my.game 1 --twin ostle", "`ostle` is neither a game file nor"),
        ("perft my.game 1 --twin", "--twin: expected a value"),
        ("perft my.game 1 --board 3x3 --twin other.game", "other.game: line 2"),
    ] {
        place.run(command).refused(&[says]);
    }
}

/// A game of which the naive twin judges no position with more than 5,000 plies; `MANY` says when there are more.
const LATER: &str = "game later \"x\"
board BOARDS
word own X, opp O
swap own opp
for n in 1..15:
  place q_n = if MANY then board else PLACES
play own = own | m.to, opp = opp & ~m.to
stuck loses
";

#[test]
fn a_limit_of_the_twin_does_not_hide_that_the_games_disagree() {
    let place = Place::new();
    let write = |name: &str, boards: &str, many: &str, places: &str| {
        let text = LATER.replace("BOARDS", boards).replace("MANY", many).replace("PLACES", places);
        place.write(name, text);
    };
    // After a1 there are too many plies, after c1 they differ.
    write("p.game", "19x19", "any(opp & {a1})", "{a1, b1, c1}");
    let places = "(if any(opp & {c1}) then {a1, c1} else {a1, b1, c1})";
    write("q.game", "19x19", "any(opp & {a1})", places);
    assert!(place.run("perft p.game 2 --naive --twin q.game").answers(1).contains("after c1"));
    place.run("games p.game --check --games 10 --seed 1 --twin q.game").answers(1);
    place.run("perft p.game 2 --naive").refused(&["the naive twin does not judge it"]);
    // The small board differs, the large one has too many plies.
    write("l.game", "3x3, 19x19", "any(opp)", "rank 1");
    let other = place.read("l.game").replace("then board", "then board & ~{a1}");
    place.write("m.game", other);
    let both = place.run("games l.game --check --games 1 --seed 1 --twin m.game");
    assert!(both.answers(1).contains("does not judge it"), "{both:?}");
}
