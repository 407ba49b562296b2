//! Colour-symmetric cycles of the game graph: found, refuted, and judged by the naive rules.

use crate::support::run::{Place, run};
use certamen::results::go_game_graph::cycle::classes::Classes;
use certamen::results::go_game_graph::cycle::cover::Cover;
use certamen::results::go_game_graph::cycle::game::CycleGame;
use certamen::results::go_game_graph::cycle::refutation::refute;
use certamen::results::go_game_graph::cycle::search::{Verdict, search};
use certamen::work::Limits;
use cnf_out::solver::LratFormat;
use encodings::go::BoardSides;
use serde_json::json;
use std::time::Instant;
use verify::go::{self as naive, CycleError, check_symmetric_cycle, parse_board};

fn classes(board: &str) -> Classes {
    let board: BoardSides = board.parse().expect("a board");
    Classes::new(board, &Limits::default()).expect("a small board").expect("an answer")
}

fn cover(classes: &Classes) -> Cover {
    match search(classes, &Limits::default(), |_| ()).expect("a solver").verdict {
        Verdict::Found(cover) => cover,
        other => panic!("{}: {other:?}", classes.board()),
    }
}

#[test]
fn boards_of_one_row_have_games_through_all_positions() {
    for (board, positions) in [("1x3", 15), ("1x4", 41), ("1x5", 113), ("1x6", 313)] {
        let classes = classes(board);
        // Opening the cycle lets the naive rules check it and the game.
        let game = CycleGame::open(&classes, &cover(&classes)).expect("a game");
        assert_eq!(game.positions.len(), positions, "{board}");
    }
}

#[test]
fn boards_without_a_symmetric_cycle_are_refuted() {
    for (board, cuts) in [("1x2", 1..2), ("2x2", 0..1)] {
        let classes = classes(board);
        let found = search(&classes, &Limits::default(), |_| ()).expect("a solver");
        assert!(matches!(found.verdict, Verdict::Refuted), "{board}: {found:?}");
        let used = found.cuts;
        assert!(cuts.contains(&used.len()), "{board}: {used:?}");
        for format in [LratFormat::Text, LratFormat::Binary] {
            let refuted = refute(&classes, &used, format, &Limits::default()).expect("a proof");
            let refuted = refuted.expect("no limit");
            assert!(refuted.report.additions > 0 && refuted.formula.starts_with(b"c "));
        }
    }
}

#[test]
fn the_naive_rules_accept_a_cycle_and_refuse_altered_ones() {
    // The first half of the published cycle of 1x3; the second half is the same with colours exchanged.
    let half = ["O.O", ".X.", "XX.", "..O", "X.O", ".OO", "X.."];
    let size = naive::Size::new(1, 3).expect("a size");
    let judge = |half: &[&str]| {
        let half = half.iter().map(|line| parse_board(line).expect("a board"));
        let cycle: Vec<naive::Board> = half.clone().chain(half.map(|board| board.recoloured())).collect();
        check_symmetric_cycle(size, &cycle)
    };
    let found = judge(&half);
    let mut swapped = half;
    swapped.swap(1, 2);
    assert!(matches!(judge(&swapped), Err(CycleError::Move { index: 1 | 2, .. })), "{:?}", judge(&swapped));
    let mut twice = half;
    twice[1] = half[0];
    assert!(judge(&twice).is_err());
    assert_eq!(judge(&half[1..]), Err(CycleError::Length { found: 12, expected: 14 }));
    assert_eq!(found, Ok(14));
}

#[test]
fn a_stop_request_ends_a_search() {
    let limits = Limits::default();
    let classes = classes("1x7");
    let found = search(&classes, &limits, |_| limits.stop.request()).expect("a solver");
    assert!(matches!(found.verdict, Verdict::Stopped(_) | Verdict::Found(_)));
    limits.stop.request();
    let found = search(&classes, &limits, |_| ()).expect("a solver");
    assert!(matches!(found.verdict, Verdict::Stopped(_)), "{found:?}");
    let over = Limits { deadline: Some(Instant::now()), ..Limits::default() };
    assert!(Classes::new(classes.board(), &over).expect("a small board").is_none());
}

/// The answer of `solve` as users see it: each line of the game is a turn of the naive game.
#[test]
fn a_game_through_all_positions_is_an_answer() {
    let place = Place::new();
    let solved = place.run("-q solve go.cycle --board 1x4 --cnf c.cnf");
    let text = solved.answers(10);
    assert!(
        text.contains("through all 41 legal positions of 1x4") && text.contains("\ns SATISFIABLE\nv "),
        "{text}"
    );
    let mut game = naive::Game::new(
        naive::Position::start(naive::Size::new(1, 4).expect("a size")),
        naive::Rules::PAPER,
    )
    .expect("a start");
    let turns = text.lines().filter(|line| line.starts_with("c B ") || line.starts_with("c W "));
    for words in turns.map(|line| line.split_whitespace().collect::<Vec<_>>()) {
        let action = words[2].parse().map_or(naive::Action::Pass, naive::Action::Place);
        game.play(action).expect("a legal turn");
        if let Some(board) = words.get(3) {
            assert_eq!(game.position().board.to_string(), *board);
        }
    }
    assert!(game.is_over());
    let boards: std::collections::HashSet<_> =
        game.positions().map(|position| position.board.clone()).collect();
    assert_eq!(boards.len(), 41);
    assert!(place.read("c.cnf").starts_with("c "));
    let upright = run("-q solve go.cycle --board 4x1");
    assert!(upright.answers(10).contains("legal positions of 1x4"), "{}", upright.out());
    let object = run("-q solve go.cycle --board 1x5 --json").json(10);
    assert_eq!((&object["positions"], &object["boards"][0]), (&json!(113), &json!(".....")));
}

#[test]
fn a_refutation_can_be_checked_again() {
    let place = Place::new();
    let refuted = place.run("-q solve go.cycle --board 1x2 --cnf c.cnf --proof c.lrat");
    assert!(refuted.answers(20).ends_with("\ns UNSATISFIABLE\n"), "{}", refuted.out());
    place.run("-q check --cnf c.cnf --proof c.lrat").answers(0);
    let unknown = run("-q solve go.cycle --board 1x12 --time-limit 0.001");
    assert!(unknown.answers(0).ends_with("\ns UNKNOWN\n"), "{}", unknown.out());
}

#[test]
fn bad_usage_is_one_line() {
    for (arguments, says) in [
        ("solve go.cycle", "--board"),
        ("solve go.cycle --board 1x1", "no position"),
        ("solve go.cycle --board 4x5", "more points"),
        ("solve go.cycle --board 1x3 --proof p", "--cnf"),
        ("solve go.cycle --board 1x3 --cnf -", "standard output"),
        ("solve go.cycle --board 1x3 --at-least 3", "--at-least"),
        ("solve go.circle --board 1x3", "go.circle"),
    ] {
        run(arguments).refused(&[says]);
    }
}
