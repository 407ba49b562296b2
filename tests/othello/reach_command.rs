//! `certamen reach`: published positions and records, and texts that are not positions.

use assert_cmd::Command;
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;
use verify::othello::{self as naive, Disc, Position, Size};

fn reach(arguments: &[&str]) -> Command {
    let mut command = Command::cargo_bin("certamen").expect("the binary of this package");
    command.args(["--quiet", "--json", "reach", "othello"]).args(arguments);
    command
}

fn values(kind: &str) -> Vec<&'static str> {
    let lines = include_str!("../data/othello.tsv").lines().map(|line| line.split('\t').collect::<Vec<_>>());
    let of_kind: Vec<_> = lines.filter(|columns| columns[0] == kind).map(|columns| columns[1]).collect();
    assert!(!of_kind.is_empty());
    of_kind
}

fn answer(mut command: Command, code: i32) -> Value {
    let output = command.assert().code(code).get_output().clone();
    serde_json::from_slice(&output.stdout).expect("one JSON object")
}

/// Runs `reach` on a position, and checks the record of the answer with the naive game.
fn require_record(position: &Position, arguments: &[&str], board: &str) {
    let answer = answer(reach(&[&[board], arguments].concat()), 0);
    assert_eq!(answer["verdict"], "reachable");
    let record = answer["record"].as_str().expect("a record");
    let end = naive::replay(position.board.size(), record).expect("a legal record").position;
    assert_eq!(end.board.seen_by(end.mover), position.board.seen_by(position.mover));
    if !arguments.is_empty() {
        assert_eq!(end, *position);
    }
}

#[test]
fn published_boards_are_not_reachable() {
    for board in values("board") {
        assert_eq!(answer(reach(&[board]), 1)["verdict"], "not reachable");
    }
}

#[test]
fn ends_of_published_records_are_reachable() {
    for record in values("record") {
        let end = naive::replay(Size::Eight, record).expect("a legal record").position;
        let colour = if end.mover == Disc::Black { "black" } else { "white" };
        require_record(&end, &["--to-move", colour], &naive::write_line(&end.board));
        require_record(&end, &[], &naive::write_line(&end.board.seen_by(end.mover)));
        require_record(&end, &[], &naive::write_grid(&end.board.seen_by(end.mover)));
    }
}

#[test]
fn the_side_to_move_matters() {
    let start = naive::write_line(&Position::start(Size::Eight).board);
    assert_eq!(answer(reach(&[&start, "--to-move", "black"]), 0)["record"], "");
    assert_eq!(answer(reach(&[&start, "--to-move", "white"]), 1)["verdict"], "not reachable");
    // With one more disc, Black has just moved.
    let moved = naive::replay(Size::Six, "E4").expect("a legal record").position;
    let line = naive::write_line(&moved.board);
    assert_eq!(answer(reach(&[&line, "--to-move", "white"]), 0)["record"], "E4");
    assert_eq!(answer(reach(&[&line, "--to-move", "black"]), 1)["to_move"], "black");
}

/// The first position of a line of play on 4x4 in which a pass is due, before that pass.
fn before_a_pass(position: &Position) -> Option<Position> {
    if position.turn() == naive::Turn::Pass {
        return Some(position.clone());
    }
    let moves = position.legal_moves();
    moves.into_iter().find_map(|square| before_a_pass(&position.play(square).expect("a legal move")))
}

#[test]
fn a_pass_that_is_due_need_not_be_made() {
    let due = before_a_pass(&Position::start(Size::Four)).expect("games on 4x4 have passes");
    let colour = if due.mover == Disc::Black { "black" } else { "white" };
    let found = answer(reach(&[&naive::write_line(&due.board), "--to-move", colour]), 0);
    assert_eq!((&found["to_move"], &found["mobility"]), (&colour.into(), &0.into()));
    let after = due.pass().expect("a pass is due");
    let colour = if after.mover == Disc::Black { "black" } else { "white" };
    let found = answer(reach(&[&naive::write_line(&after.board), "--to-move", colour]), 0);
    assert_eq!(found["to_move"], colour);
}

#[test]
fn a_limit_ends_the_search_undecided() {
    let end = naive::replay(Size::Eight, values("record")[0]).expect("a legal record").position;
    let line = naive::write_line(&end.board);
    let answer = answer(reach(&[&line, "--time-limit", "0.000001"]), 3);
    assert_eq!((&answer["verdict"], &answer["reason"]), (&"undecided".into(), &"time limit".into()));
}

#[test]
fn texts_that_are_not_positions_get_an_error_of_one_line() {
    let empty = "-".repeat(64);
    let cases: [(&[&str], &str); 6] = [
        (&["XO"], "expected"),
        (&[""], "no board"),
        (&["---------------------------OZ------XO---------------------------"], "column 29"),
        (&[&empty], "centre square d4 is empty"),
        (&[&empty, "--layers", "40"], "--layers"),
        (&[&empty, "--time-limit", "soon"], "seconds"),
    ];
    for (arguments, reason) in cases {
        let output = reach(arguments).assert().code(2).get_output().clone();
        let complaint = String::from_utf8(output.stderr).expect("text");
        assert!(complaint.contains(reason), "{arguments:?}: {complaint}");
        assert_eq!(complaint.lines().count(), 1, "{complaint}");
        assert!(output.stdout.is_empty());
    }
}

#[test]
fn published_boards_are_not_reachable_in_any_order() {
    for board in values("board") {
        assert_eq!(answer(reach(&[board, "--any-order"]), 1)["verdict"], "not reachable");
    }
}

/// Black places two discs in a row, after which all discs are black: no game by the rules does that.
#[test]
fn a_game_in_any_order_is_shown() {
    let end = naive::replay_in_any_order(Size::Eight, "Xf5Xc3").expect("two placements");
    let line = naive::write_line(&end);
    assert_eq!(answer(reach(&[&line, "--to-move", "black"]), 1)["verdict"], "not reachable");
    let found = answer(reach(&[&line, "--to-move", "black", "--any-order"]), 0);
    let record = found["record"].as_str().expect("a record");
    assert_eq!(naive::replay_in_any_order(Size::Eight, record), Ok(end));
    assert_eq!(found["any_order"], true);
}

#[test]
fn files_have_one_position_on_each_line() {
    let start = naive::write_line(&Position::start(Size::Eight).board);
    let file = format!("# two positions\n{start}\n\n{}\n", values("board")[0]);
    let found = answer(reach_file(&file, &[]), 1);
    assert_eq!(
        (&found["reachable"], &found["not_reachable"], &found["undecided"]),
        (&1.into(), &1.into(), &0.into())
    );
    assert_eq!((&found["positions"][0]["line"], &found["positions"][1]["line"]), (&2.into(), &4.into()));
    assert_eq!(answer(reach_file(&start, &["--any-order"]), 0)["reachable"], 1);
    let cases = [
        (format!("{start}\nXO\n"), "line 2"),
        (format!("{start}\n{}\n", "-".repeat(64)), "line 2: centre square d4 is empty"),
        (
            format!("{start}\n{}\n", naive::write_line(&Position::start(Size::Six).board)),
            "line 2: a 6x6 board",
        ),
        ("# nothing\n".to_owned(), "no position in it"),
    ];
    for (file, reason) in cases {
        let output = reach_file(&file, &[]).assert().code(2).get_output().clone();
        let complaint = String::from_utf8(output.stderr).expect("text");
        assert!(complaint.contains(reason), "{complaint}");
        assert_eq!(complaint.lines().count(), 1, "{complaint}");
    }
}

/// Runs `reach` on positions from standard input.
fn reach_file(text: &str, arguments: &[&str]) -> Command {
    let mut command = reach(&["--file", "-"]);
    command.args(arguments).write_stdin(text);
    command
}

/// Runs the program in a directory.
fn run_in(directory: &Path, code: i32, arguments: &[&str]) -> Vec<u8> {
    let mut command = Command::cargo_bin("certamen").expect("the binary of this package");
    let ran = command.current_dir(directory).args(arguments).assert().code(code);
    ran.get_output().stdout.clone()
}

#[test]
fn a_proof_says_that_no_game_leads_to_a_published_board() {
    let place = tempfile::tempdir().expect("a directory");
    for board in values("board") {
        let out = run_in(place.path(), 1, &["-q", "--json", "reach", "othello", board, "--proof", "no.lrat"]);
        let found: Value = serde_json::from_slice(&out).expect("one JSON object");
        assert_eq!(found["verdict"], "not reachable");
        let file = |name: &str| found[name].as_str().expect("a file").to_owned();
        let strategy = found["strategy"].as_str().expect("a strategy");
        let named = if strategy == "exact" { "no.lrat".to_owned() } else { format!("no.{strategy}.lrat") };
        assert_eq!(file("proof"), named);
        let (cnf, proof) = (file("cnf"), file("proof"));
        let checked = run_in(place.path(), 0, &["-q", "check", "--cnf", &cnf, "--proof", &proof]);
        assert!(String::from_utf8_lossy(&checked).contains("s VERIFIED"));
        // The clauses say which position they are about: those of another one are not refuted by this proof.
        let other = run_in(place.path(), 0, &["-q", "emit", "othello", "count(legal) >= 34"]);
        std::fs::write(place.path().join("other.cnf"), other).expect("room");
        run_in(place.path(), 1, &["-q", "check", "--cnf", "other.cnf", "--proof", &proof]);
    }
}

/// All positions of 4x4 that games reach with this number of discs, as the player to move sees them.
fn reached_with(discs: usize) -> BTreeSet<String> {
    let mut layer = vec![Position::start(Size::Four)];
    for _ in 4..discs {
        let after = |position: &Position| {
            let position =
                if position.turn() == naive::Turn::Pass { position.pass().ok()? } else { position.clone() };
            let moves = position.legal_moves();
            Some(
                moves
                    .into_iter()
                    .map(|square| position.play(square).expect("a legal move"))
                    .collect::<Vec<_>>(),
            )
        };
        layer = layer.iter().filter_map(after).flatten().collect();
    }
    let settled = |position: &Position| match position.turn() {
        naive::Turn::Pass => position.pass().expect("a pass is due"),
        _ => position.clone(),
    };
    layer.iter().map(settled).map(|end| naive::write_line(&end.board.seen_by(end.mover))).collect()
}

#[test]
fn the_formula_and_the_search_agree_with_all_games_on_4x4() {
    let reached = reached_with(7);
    let mut chance = fastrand::Rng::with_seed(27);
    let mut counts = [0; 2];
    for line in reached.iter().step_by(7) {
        // A position that games reach, and one that differs in a disc.
        let place = loop {
            let place = chance.usize(0..16);
            if line.as_bytes()[place] != b'-' {
                break place;
            }
        };
        let mut other = line.clone().into_bytes();
        other[place] = if other[place] == b'X' { b'O' } else { b'X' };
        let other = String::from_utf8(other).expect("ASCII");
        for line in [line, &other] {
            let is_reached = reached.contains(line);
            counts[usize::from(is_reached)] += 1;
            let expected = if is_reached { ("reachable", 0) } else { ("not reachable", 1) };
            for strategy in ["exact", "search"] {
                let due = naive::parse_board(line).expect("a board");
                let due = Position { board: due, mover: Disc::Black }.turn() == naive::Turn::Pass;
                // A game that leads to the position after a pass need not come through the one before.
                if due {
                    continue;
                }
                let answer = answer(reach(&[line, "--strategy", strategy]), expected.1);
                assert_eq!(answer["verdict"], expected.0, "{line} {strategy}");
            }
            assert_eq!(answer(reach(&[line]), expected.1)["verdict"], expected.0, "{line}");
        }
    }
    assert!(counts[0] >= 5 && counts[1] >= 5, "{counts:?}");
}

#[test]
fn an_answer_about_the_position_after_a_pass_is_no_game_to_the_one_before() {
    let due = before_a_pass(&Position::start(Size::Four)).expect("games on 4x4 have passes");
    let line = naive::write_line(&due.board.seen_by(due.mover));
    let undecided = answer(reach(&[&line, "--strategy", "exact"]), 3);
    assert_eq!(undecided["reason"], "the formula has an answer, which says nothing about this position");
    assert_eq!(answer(reach(&[&line]), 0)["verdict"], "reachable");
}

#[test]
fn ends_of_whole_games_are_reachable_by_the_formula() {
    let mut position = Position::start(Size::Four);
    loop {
        position = match position.turn() {
            naive::Turn::Pass => position.pass().expect("a pass is due"),
            naive::Turn::Over => break,
            naive::Turn::Move(_) => position.play(position.legal_moves()[0]).expect("a legal move"),
        };
    }
    let line = naive::write_line(&position.board.seen_by(position.mover));
    for strategy in ["search", "exact"] {
        assert_eq!(answer(reach(&[&line, "--strategy", strategy]), 0)["verdict"], "reachable", "{strategy}");
    }
}

#[test]
fn what_decides_nothing_says_why() {
    let board = Position::start(Size::Eight).board;
    // To White the second one looks as the start does to Black. The formula does not know colours.
    let (start, recoloured) = (naive::write_line(&board), naive::write_line(&board.recoloured()));
    let place = tempfile::tempdir().expect("a directory");
    let proof = place.path().join("no.lrat").display().to_string();
    let cases: [(&str, &[&str], &str); 3] = [
        (&start, &["--strategy", "any-position"], "no strategy decides it"),
        (
            &recoloured,
            &["--to-move", "white", "--proof", &proof],
            "the search finds no game, and nothing has a proof",
        ),
        (
            &recoloured,
            &["--to-move", "white", "--strategy", "exact"],
            "the formula has an answer, which says nothing",
        ),
    ];
    for (board, arguments, reason) in cases {
        let undecided = answer(reach(&[&[board], arguments].concat()), 3);
        let said = undecided["reason"].as_str().expect("a reason");
        assert!(said.starts_with(reason), "{arguments:?}: {said}");
    }
    assert_eq!(std::fs::read_dir(place.path()).expect("a directory").count(), 0);
}

#[test]
fn only_a_formula_has_strategies_and_proofs() {
    let start = naive::write_line(&Position::start(Size::Eight).board);
    let names = "search, any-position, no-passes, exact";
    let cases: [(&[&str], &[&str]); 5] = [
        (&["--strategy", "luck"], &["--strategy: there is no strategy luck", names]),
        (&["--strategy", "search", "--proof", "p.lrat"], &["--proof: a search has no proof"]),
        (&["--any-order", "--proof", "p.lrat"], &["--proof: it does not go with --any-order"]),
        (&["--any-order", "--strategy", "exact"], &["--strategy: it does not go with --any-order"]),
        (&["--proof", "none/p.lrat"], &["none/p"]),
    ];
    for (arguments, reasons) in cases {
        let output = reach(&[&[start.as_str()], arguments].concat()).assert().code(2).get_output().clone();
        let complaint = String::from_utf8(output.stderr).expect("text");
        assert!(reasons.iter().all(|reason| complaint.contains(reason)), "{arguments:?}: {complaint}");
        assert_eq!(complaint.lines().count(), 1, "{complaint}");
    }
    let output = reach_file(&start, &["--proof", "p.lrat"]).assert().code(2).get_output().clone();
    assert!(String::from_utf8_lossy(&output.stderr).contains("--proof: it does not go with --file"));
}
