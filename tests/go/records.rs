//! `replay`, `show` and `perft` of Go as users see them.

use crate::run::{Place, run};
use serde_json::json;

/// A ko that is taken back at once, on line 2, and a variation in which it is taken back after two passes.
const KO: &str = "(;GM[1]SZ[4]AB[ba][ab][bc]AW[ca][db][cc]PL[B];B[cb]\n;W[bb](;B[cb])(;B[];W[];B[cb]))";

#[test]
fn sgf_is_judged_move_by_move() {
    let place = Place::new();
    place.write("ko.sgf", KO);
    let ran = place.run("replay go --file ko.sgf");
    let told = ran.answers(1);
    assert!(
        told.contains("game 1 (line 1, column 2): illegal: 4x4, 2 moves on the main line, 2 lines of play\n"),
        "{told}"
    );
    assert!(told.contains("  line 2, column 9: move 3: Black plays cb: ko, "), "{told}");
    assert!(told.ends_with("0 legal, 1 illegal\n"), "{told}");
    let object = place.run("-q replay go --file ko.sgf --ko positional --json").json(1);
    let complaints = &object["games"][0]["complaints"];
    assert_eq!(complaints.as_array().map(Vec::len), Some(2), "{object}");
    assert_eq!((&complaints[1]["variation"], &complaints[1]["move"]), (&json!(2), &json!(5)));
    place.write("two.sgf", "(;SZ[2:3];B[ba];W[bc])(;SZ[2:3];B[bb];W[cc])");
    let told = place.run("replay go --file two.sgf");
    assert!(told.answers(1).contains("White: cc is off the 3x2 board"));
    place.write("good.sgf", "\u{feff}(;CA[UTF-8]C[a \\] (;];B[pd];W[dp];B[];W[])");
    assert!(place.run("replay go --file good.sgf").answers(0).contains("legal: 19x19, 4 moves"));
}

#[test]
fn bad_files_are_refused_with_their_place() {
    let place = Place::new();
    place.write("deep.sgf", "(;".repeat(100_000));
    place.run("replay go --file deep.sgf").refused(&["deep.sgf", "line 1, column 2001", "nested variations"]);
    place.write("cut.sgf", "(;B[aa]\n;W[bb");
    place.run("replay go --file cut.sgf").refused(&["cut.sgf", "line 2, column 3", "never closed"]);
    place.write("odd.sgf", "(;CA[martian])");
    place.run("replay go --file odd.sgf").refused(&["odd.sgf", "byte 3", "martian"]);
    place.write("bytes.sgf", b"(;CA[UTF-8]C[\xff])");
    place.run("replay go --file bytes.sgf").refused(&["byte 14", "UTF-8"]);
    place.write("chess.sgf", "(;GM[3])");
    place.run("replay go --file chess.sgf").refused(&["line 1, column 3", "not a game of Go"]);
    place.write("empty.sgf", "");
    place.run("replay go --file empty.sgf").refused(&["no game"]);
    run("replay go aa --board 20x20").refused(&["20x20", "1 to 19"]);
    run("replay othello F5D6 --ko simple").refused(&["--ko belongs to go, not to othello"]);
}

#[test]
fn records_of_points_are_judged_too() {
    let ran = run("replay go aa,ba,pass,ab --board 2x2");
    assert!(
        ran.answers(0).contains("legal: 4 plies; Black to move; Black 0 stones in 0 strings"),
        "{}",
        ran.out()
    );
    assert!(run("replay go aa,aa --board 9x9").answers(1).starts_with("illegal: ply 2"));
    let suicide = "replay go ba,pass,ab,aa --board 3x3";
    assert!(run(suicide).answers(1).contains("aa is suicide of 1 stone"));
    run(&format!("{suicide} --suicide allowed")).answers(0);
}

#[test]
fn positions_are_drawn_and_counted_from() {
    assert!(run("show go .XO/XO./.X.").answers(0).starts_with("  a b c\na . X O\n"));
    assert!(run("show go X./.O --format svg").answers(0).starts_with("<svg "));
    let object = run("show go XO/O. --json").json(0);
    assert_eq!((&object["legal"], &object["strings"][0]["liberties"]), (&json!(false), &json!([])));
    run("show go X./O").refused(&["row 2"]);
    // After a stone there are 360 points and the pass, after a pass all points and the pass.
    assert_eq!(run("-q perft go 2 --board 19x19").answers(0), "130683\n");
    assert_eq!(run("-q perft go 1 --position .X/XX --divide").answers(0), "aa 1\npass 1\n2\n");
    assert_eq!(run("-q perft go 1 --position .X/XX --suicide forbidden").answers(0), "1\n");
    run("perft go 1 --position XO/O.").refused(&["no liberty"]);
}
