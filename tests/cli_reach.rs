//! `certamen reach`: published positions and records, and texts that are not positions.

use assert_cmd::Command;
use serde_json::Value;
use verify::othello::{self as naive, Disc, Position, Size};

fn reach(arguments: &[&str]) -> Command {
    let mut command = Command::cargo_bin("certamen").expect("the binary of this package");
    command.args(["--quiet", "--json", "reach", "othello"]).args(arguments);
    command
}

fn values(kind: &str) -> Vec<&'static str> {
    let lines = include_str!("data/othello.tsv").lines().map(|line| line.split('\t').collect::<Vec<_>>());
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
