//! Records of Go, played by the naive rules.

use super::super::read;
use super::*;
use certamen_records::brackets::{Dialect, nodes};
use verify::go::{Ending, Ko, Suicide, write_line};

const RULES: Rules = Rules { suicide: Suicide::Forbidden, ko: Ko::Simple, ending: Ending::Open };

fn game(text: &str) -> SgfGame {
    read(&nodes(text, Dialect::Sgf).expect("a game")).expect("a game of Go")
}

fn places(text: &str) -> TextPlaces<'_> {
    TextPlaces::new(text, TextPlace::FIRST)
}

fn judged(text: &str, rules: Rules) -> SgfVerdict {
    judge(&game(text), &mut places(text), rules, &Stop::new()).expect("nobody stops it")
}

fn errors(text: &str, rules: Rules) -> Vec<String> {
    judged(text, rules).errors.iter().map(ToString::to_string).collect()
}

/// A ko on 4x4: White captures at ca's neighbour, and Black may not take back at once.
const KO: &str = "(;SZ[4]AB[ba][ab][bc]AW[ca][db][cc]PL[B];B[cb]\n;W[bb];B[cb])";

#[test]
fn ko_is_refused_at_its_place() {
    let found = [
        "line 2, column 8: move 3: Black plays cb: ko, for the board would be as it was before the last move",
    ];
    assert_eq!(errors(KO, RULES), found);
    let positional = errors(KO, Rules { ko: Ko::Positional, ..RULES });
    assert!(
        positional[0].starts_with("line 2, column 8: move 3: Black plays cb: positional superko"),
        "{positional:?}"
    );
    let situational = errors(KO, Rules { ko: Ko::Situational, ..RULES });
    assert!(situational[0].contains("situational superko"), "{situational:?}");
    // A move elsewhere and its answer lift the prohibition for simple ko only.
    let later = KO.replace(";B[cb])", ";B[dd];W[da];B[cb])");
    assert_eq!(errors(&later, RULES), [] as [&str; 0]);
}

#[test]
fn variations_are_played_apart() {
    let text = "(;SZ[3];B[bb](;W[aa];B[ca])(;W[bb])(;W[ba](;B[aa];W[aa])(;B[cc])))";
    let judged = judged(text, RULES);
    assert_eq!((judged.moves, judged.variations), (3, 4));
    assert_eq!(write_line(&judged.end), "O.X/.X./...");
    let found: Vec<String> = judged.errors.iter().map(ToString::to_string).collect();
    assert_eq!(
        found,
        [
            "line 1, column 30: variation 2, move 2: White: bb is occupied by a stone of Black",
            "line 1, column 51: variation 3, move 4: White: aa is occupied by a stone of Black"
        ]
    );
}

#[test]
fn suicide_follows_the_rules() {
    let text = "(;SZ[3]AB[ab][bb][ba]PL[W];W[aa];B[cc])";
    let found = errors(text, RULES);
    assert_eq!(found, ["line 1, column 28: move 1: White: aa is suicide of 1 stone"]);
    let allowed = Rules { suicide: Suicide::Allowed, ..RULES };
    assert_eq!(errors(text, allowed), [] as [&str; 0]);
}

#[test]
fn the_player_of_the_first_move_begins_unless_pl_says_otherwise() {
    assert_eq!(errors("(;SZ[9];W[aa];B[bb])", RULES), [] as [&str; 0]);
    assert_eq!(errors("(;SZ[9]AB[cc][gg];W[aa];B[bb](;AE[bb];B[bb])(;W[cd]))", RULES), [] as [&str; 0]);
    assert!(errors("(;SZ[9]PL[B];W[aa])", RULES)[0].contains("it is Black's turn"));
    assert!(errors("(;SZ[9];B[aa];B[bb])", RULES)[0].contains("it is White's turn"));
    // In the node of a move, PL is about the next one; ko goes on if it names the player who is due.
    assert_eq!(errors("(;SZ[9];B[aa]PL[W](;W[ba])(;W[bb]PL[W];W[cc];B[dd]))", RULES), [] as [&str; 0]);
    assert_eq!(errors("(;SZ[9];B[aa]PL[B];B[bb];W[cc])", RULES), [] as [&str; 0]);
    assert!(errors("(;SZ[9];B[aa]PL[B];W[bb])", RULES)[0].contains("it is Black's turn"));
    let ko = KO.replace(";W[bb]", "PL[W];W[bb]PL[B]").replace("B[cb]\n", "B[cb]");
    assert!(errors(&ko, RULES)[0].contains("move 3: Black plays cb: ko"), "{ko}");
    assert_eq!(errors("(;SZ[9];B[];W[tt];B[aa])", RULES), [] as [&str; 0]);
    assert!(errors("(;SZ[9];B[jj])", RULES)[0].contains("jj is off the 9x9 board"));
    assert_eq!(
        errors("(;SZ[2];B[bb];AB[aa]AW[ab][ba]AE[bb])", RULES),
        [
            "line 1, column 14: after move 1: the stones that are set up: the Black string at aa has no liberty"
        ]
    );
    assert_eq!(
        errors("(;SZ[2]AB[aa]AW[ab][ba])", RULES),
        ["line 1, column 2: the stones that are set up: the Black string at aa has no liberty"]
    );
    let behind = errors("(;SZ[2];B[bb](;W[aa])(;AB[aa]AW[ab][ba]AE[bb]))", RULES);
    assert!(behind[0].contains("variation 2, after move 1: the stones that are set up"), "{behind:?}");
}

#[test]
fn positions_are_seen_once_with_the_player_who_moves() {
    let seen = |text: &str| {
        let mut seen = Vec::new();
        judge_and_visit(&game(text), &mut places(text), RULES, &Stop::new(), &mut |made, position| {
            let mover = if position.mover == naive::Stone::Black { 'X' } else { 'O' };
            seen.push(format!("{made} {mover} {}", write_line(&position.board)));
        });
        seen
    };
    let variations = seen("(;SZ[2];B[aa](;W[bb]C[a];C[b])(;W[ab]))");
    assert_eq!(variations, ["0 X ../..", "1 O X./..", "2 X X./.O", "2 X X./O."]);
    // A handicap: White has the first move, also without PL.
    assert_eq!(seen("(;SZ[2]AB[aa];W[bb])"), ["0 O X./..", "1 X X./.O"]);
    assert_eq!(seen("(;SZ[2]W[bb])"), ["0 O ../..", "1 X ../.O"]);
    assert_eq!(seen("(;SZ[2];B[aa];B[bb])"), ["0 X ../..", "1 O X./.."]);
    // Who moves first in one variation says nothing about the next one.
    let before_setup = "0 X .../.../...";
    let of_move = ["0 O .../.../...", "1 X O../.../..."];
    assert_eq!(seen("(;SZ[3](;W[aa])(;AB[bb]C[x]))"), [of_move[0], of_move[1], "0 X .../.X./..."]);
    assert_eq!(seen("(;SZ[3](;AB[bb]C[x])(;W[aa]))"), [before_setup, "0 X .../.X./...", of_move[1]]);
}

#[test]
fn a_game_of_many_branches_is_played_without_recursion() {
    let deep = format!("(;SZ[19]{}{}", "(;B[];W[]".repeat(900), ")".repeat(901));
    assert_eq!(judged(&deep, RULES).moves, 1800);
}
