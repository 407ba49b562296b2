//! `replay`, `show` and `perft` of Go as users see them.

use crate::support::run::{Place, run};
use serde_json::{Value, json};

/// A ko that is taken back at once, on line 2, and a variation in which it is taken back after two passes.
const KO: &str = "(;GM[1]SZ[4]AB[ba][ab][bc]AW[ca][db][cc]PL[B];B[cb]\n;W[bb](;B[cb])(;B[];W[];B[cb]))";

#[test]
fn sgf_is_judged_move_by_move() {
    let place = Place::new();
    place.write("ko.sgf", KO);
    let ran = place.run("replay go --file ko.sgf");
    let answer = ran.answers(1);
    assert!(
        answer
            .contains("game 1 (line 1, column 2): illegal: 4x4, 2 moves on the main line, 2 lines of play\n"),
        "{answer}"
    );
    assert!(answer.contains("  line 2, column 9: move 3: Black plays cb: ko, "), "{answer}");
    assert!(answer.ends_with("0 legal, 1 illegal\n"), "{answer}");
    let object = place.run("-q replay go --file ko.sgf --ko positional --json").json(1);
    let complaints = &object["games"][0]["complaints"];
    assert_eq!(complaints.as_array().map(Vec::len), Some(2), "{object}");
    assert_eq!((&complaints[1]["variation"], &complaints[1]["move"]), (&json!(2), &json!(5)));
    place.write("two.sgf", "(;SZ[2:3];B[ba];W[bc])(;SZ[2:3];B[bb];W[cc])");
    let answer = place.run("replay go --file two.sgf");
    assert!(answer.answers(1).contains("White: cc is off the 3x2 board"));
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
    place.run("replay go --file odd.sgf").refused(&["odd.sgf", "line 1, column 1", "martian"]);
    place.write("chess.sgf", "(;GM[3])");
    place.run("replay go --file chess.sgf").refused(&["line 1, column 3", "not a game of Go"]);
    place.write("empty.sgf", "");
    place.run("replay go --file empty.sgf").refused(&["no game"]);
    run("replay go aa --board 20x20").refused(&["20x20", "1 to 19"]);
    run("replay othello F5D6 --ko simple").refused(&["--ko belongs to go, not to othello"]);
}

/// Games that other programs have lost, or refused: each way to read a file gives the same answer.
#[test]
fn every_way_to_read_a_file_gives_the_same_answer() {
    // The numbers of games that are legal, illegal, unreadable, and legal with a complaint about how they were read.
    let cases: [(&[u8], [u64; 4]); 11] = [
        // 0x5C in Shift_JIS, which is not named: read as Latin-1, a move would be lost.
        (b"(;GM[1]SZ[9]PB[\x83\\];B[aa];W[ba])\n", [0, 0, 1, 0]),
        // 0x5D, in the encoding that the file names, and at the end of a name in Latin-1.
        (b"(;GM[1]CA[Shift_JIS]SZ[9]C[\x83]];B[aa])\n", [1, 0, 0, 0]),
        (b"(;GM[1]SZ[9]PB[Andr\xe9];B[aa];W[ba])\n", [1, 0, 0, 1]),
        // A byte that does not fit.
        (b"(;GM[1]CA[UTF-8]SZ[9]PB[\xd0\xec];B[aa])\n", [1, 0, 0, 1]),
        // PL in the node of a move is about the next one.
        (b"(;GM[1]SZ[9];B[aa]PL[W];W[ba])\n", [1, 0, 0, 0]),
        (b"(;GM[1]SZ[9];B[aa])\n(;GM[1]SZ[9];B[xyz])\n(;GM[1]SZ[9];B[cc])\n", [2, 0, 1, 0]),
        (b"(;GM[1]SZ[9];B[aa])\nx\n(;GM[1]SZ[9];B[aa];W[aa])\n", [1, 1, 1, 0]),
        (b"(;sz[9];b[aa];w[ba])\n", [1, 0, 0, 1]),
        (b"(;GaMe[1]SiZe[9];Black[aa];White[ba])\n", [1, 0, 0, 0]),
        // Without the first `;`.
        (b"(GM[1]SZ[9]PB[Ann];B[aa];W[ba])\n", [1, 0, 0, 0]),
        (b"(;GM[1]CA[UTF-16]SZ[9];B[aa])\n", [0, 0, 1, 0]),
    ];
    let place = Place::new();
    std::fs::create_dir(place.path().join("all")).expect("a directory");
    let counted = |games: &[Value]| {
        let is = |game: &&Value, legal| game["legal"] == json!(legal);
        let unread = |game: &&Value| game.get("unreadable").is_some();
        let remarked = |game: &&Value| {
            is(game, true) && game["complaints"].as_array().is_some_and(|complaints| !complaints.is_empty())
        };
        [
            games.iter().filter(|game| is(game, true)).count() as u64,
            games.iter().filter(|game| is(game, false)).count() as u64,
            games.iter().filter(unread).count() as u64,
            games.iter().filter(remarked).count() as u64,
        ]
    };
    for (bytes, expected) in cases {
        let shown = String::from_utf8_lossy(bytes);
        let [legal, illegal, unreadable, remarked] = expected;
        let code = if unreadable > 0 { 2 } else { u64::from(illegal > 0) } as i32;
        place.write("x.sgf", bytes);
        place.write("all/x.sgf", bytes);
        let plain = place.run("--json replay go --file x.sgf").json(code);
        assert_eq!(counted(plain["games"].as_array().expect("games")), expected, "{shown}: {plain}");
        let ran = place.run("--json replay go --file all");
        let games: Vec<Value> =
            ran.out().lines().map(|line| serde_json::from_str(line).expect("an object")).collect();
        assert_eq!((ran.code, counted(&games)), (Some(code), expected), "{shown}: {}", ran.out());
        let ran = place.run("--json replay go --file x.sgf --summary");
        assert_eq!(ran.code, Some(code), "{shown}");
        if legal + illegal > 0 {
            let sum: Value = serde_json::from_str(ran.out()).expect("an object");
            let found = ["legal", "illegal", "unreadable", "complaints"].map(|name| sum[name].as_u64());
            assert_eq!(found, expected.map(Some), "{shown}: {sum}");
        }
        let ran = place.run("--json convert go x.sgf --to sgf -o y.sgf");
        let made: Value = serde_json::from_str(ran.out()).expect("an object");
        let found = ["written", "left_out", "unreadable", "complaints"].map(|name| made[name].as_u64());
        assert_eq!(found, [legal, illegal, unreadable, remarked].map(Some), "{shown}: {made}");
    }
}

/// What the file does not say, the user can.
#[test]
fn the_encoding_can_be_named() {
    let place = Place::new();
    place.write("x.sgf", b"(;GM[1]SZ[9]PB[\x83\\];B[aa];W[ba])\n");
    place
        .run("replay go --file x.sgf")
        .refused(&["x.sgf: game 1: unreadable: line 1, column 17", "--encoding"]);
    for name in ["Shift_JIS", "cp932", "MS932"] {
        let game = place.run(&format!("--json replay go --file x.sgf --encoding {name}")).json(0);
        let found = (&game["plies"], &game["labels"]["first player"], game.get("complaints"));
        assert_eq!(found, (&json!(2), &json!("\u{30bd}"), None));
    }
    // What is written is UTF-8 and says so.
    place.run("convert go x.sgf --encoding cp932 --to sgf -o y.sgf").answers(0);
    assert_eq!(place.read("y.sgf"), "(;CA[UTF-8]GM[1]SZ[9]PB[\u{30bd}];B[aa];W[ba])\n");
    place.run("replay go --file x.sgf --encoding martian").refused(&["--encoding", "martian"]);
    place.run("replay go --file x.sgf --encoding utf-16").refused(&["UTF-16"]);
    place.write("x.sgf", b"\xff\xfe(\0;\0B\0[\0");
    for flags in ["", " --summary"] {
        place.run(&format!("replay go --file x.sgf{flags}")).refused(&["x.sgf", "this is UTF-16"]);
    }
}

#[test]
fn records_of_points_are_judged_too() {
    let ran = run("replay go aa,ba,pass,ab --board 2x2");
    assert!(
        ran.answers(0).contains("legal: 4 plies; Black to move; Black 0 stones in 0 strings"),
        "{}",
        ran.out()
    );
    assert!(run("replay go aa-ba;pass,ab --board 2x2").answers(0).contains("legal: 4 plies"));
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
