//! The game graph: the native one compared with the naive one, games and their estimates, and published numbers.

use crate::support::run::run;
use certamen::results::go_game_graph::connectivity::components;
use certamen::results::go_game_graph::games;
use certamen::results::go_game_graph::graph::GameGraph;
use certamen::results::go_game_graph::sampling::estimate;
use certamen::work::Stop;
use encodings::go::BoardSides;
use serde_json::json;
use std::fs;
use std::path::Path;
use verify::go as naive;

fn graph(board: BoardSides) -> GameGraph {
    GameGraph::new(board, &Stop::new()).expect("a small board").expect("an answer")
}

fn board(text: &str) -> BoardSides {
    text.parse().expect("a board")
}

/// The published values of one kind: boards and values.
fn published(kind: &str) -> Vec<(BoardSides, String)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/go.tsv");
    let table = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let fields = table.lines().map(|line| line.split('\t').collect::<Vec<_>>());
    fields.filter(|fields| fields[0] == kind).map(|fields| (board(fields[1]), fields[2].to_owned())).collect()
}

#[test]
fn native_and_naive_graphs_are_the_same() {
    for sides in [(1, 1), (1, 2), (1, 3), (1, 8), (2, 2), (2, 3), (2, 4), (3, 3)] {
        let native = graph(BoardSides::new(sides.0, sides.1).expect("a board"));
        let naive =
            naive::GameGraph::new(naive::Size::new(sides.0, sides.1).expect("a size")).expect("small");
        assert_eq!(native.len(), naive.boards().len());
        for node in native.nodes() {
            let line = native.grid().line(native.position(node));
            assert_eq!(line, naive.boards()[node.index()].to_string());
            let ends: Vec<usize> = native.edges(node).map(|(_, end)| end.index()).collect();
            assert_eq!(ends, naive.successors(node.index()), "from {line}");
        }
    }
}

#[test]
fn graphs_have_the_published_sizes_and_are_strongly_connected() {
    let mut boards = 0;
    for (board, value) in published("outdegree").into_iter().filter(|(board, _)| board.points() <= 10) {
        let graph = graph(board);
        let census = graph.census(&Stop::new()).expect("an answer");
        let published: f64 = value.parse().expect("a number");
        assert!((census.average_outdegree() - published).abs() <= 0.0005, "{board}: {census:?}");
        let components = components(&graph, &Stop::new()).expect("an answer");
        assert_eq!((components.count, components.largest), (1, census.nodes), "{board}");
        boards += 1;
    }
    assert_eq!(boards, 8);
}

/// Table 7, except for 2x2, which needs a release build.
#[test]
fn the_numbers_of_games_are_the_published_ones() {
    let mut boards = 0;
    for (board, value) in published("games").into_iter().filter(|(board, _)| board.height() == 1) {
        let found = games::count(&graph(board), 1 << 26, &Stop::new(), &|_| ()).expect("a number");
        assert_eq!(found.map(|found| found.games.to_string()), Some(value), "{board}");
        boards += 1;
    }
    assert_eq!(boards, 4);
}

/// Pairs that do not fit into the memo table are counted again: more work, the same number.
#[test]
fn little_memory_costs_only_time() {
    let naive = naive::GameGraph::new(naive::Size::new(1, 3).expect("a size")).expect("small").games(10_000);
    let graph = graph(board("1x3"));
    let count =
        |memory| games::count(&graph, memory, &Stop::new(), &|_| ()).expect("few").expect("an answer");
    let (small, large) = (count(1), count(1 << 20));
    assert_eq!((Some(small.games), small.games), (naive, large.games));
    assert!(large.expansions <= small.expansions, "{small:?} {large:?}");
}

#[test]
fn a_stop_request_ends_a_count() {
    let stop = Stop::new();
    let graph = graph(board("2x2"));
    let found = games::count(&graph, 1 << 20, &stop, &|_| stop.request());
    assert_eq!(found, Ok(None));
    assert!(GameGraph::new(board("4x4"), &stop).expect("small enough").is_none());
    assert_eq!(estimate(&graph, 10, 1, &stop, &|| ()), None);
    assert_eq!(components(&graph, &stop), None);
}

#[test]
fn estimates_are_near_exact_numbers() {
    for (sides, runs, exact) in [("1x3", 4000, 907.0_f64), ("1x4", 1000, 2_098_407_841.0)] {
        let found = estimate(&graph(board(sides)), runs, 3, &Stop::new(), &|| ()).expect("an answer");
        let ratio = 10_f64.powf(found.log10) / exact;
        assert!(found.relative_error < 0.2, "{sides}: {found:?}");
        assert!(
            (ratio - 1.0).abs() < 4.0 * found.relative_error,
            "{sides}: {found:?}, {ratio} of the number"
        );
        let again = estimate(&graph(board(sides)), 2, 3, &Stop::new(), &|| ());
        assert_eq!(again, estimate(&graph(board(sides)), 2, 3, &Stop::new(), &|| ()));
    }
}

#[test]
fn games_and_graphs_are_answers() {
    assert_eq!(run("-q count go.games --board 3x1").answers(0), "907\n");
    let object = run("-q count go.games --board 1x4 --json").json(0);
    assert_eq!((&object["count"], &object["positions"]), (&json!("2098407841"), &json!(41)));
    let answer = run("-q count go.graph --board 1x3");
    assert_eq!(answer.answers(0), "15 positions, 42 moves, 2.800000 a position; strongly connected\n");
    let object = run("-q count go.graph --board 1x2 --json").json(0);
    assert_eq!(
        (&object["nodes"], &object["edges"], &object["components"]),
        (&json!(5), &json!(12), &json!(1))
    );
    let object = run("-q count go.games --board 2x2 --sample --runs 500 --json").json(0);
    let (log, error) =
        (object["log10"].as_f64().expect("a number"), object["relative_standard_error"].as_f64());
    assert!((10_f64.powf(log) / 386_356_909_593.0 - 1.0).abs() < 4.0 * error.expect("a number"), "{object}");
}

#[test]
fn bad_usage_is_one_line() {
    for (arguments, says) in [
        ("count go.games --board 1x5", "113 legal positions"),
        ("count go.games --board 5x5", "more points"),
        ("count go.games --board 2x2 --plan", "--plan"),
        ("count go.games --board 2x2 --runs 5", "--sample"),
        ("count go.games --board 2x2 --sample --runs 1", "1"),
        ("count go.games --board 4x4 --sample", "24318165 legal positions"),
        ("count go.graph --board 3x6", "more points"),
        ("count go.graph --board 3x3 --sample", "--sample"),
        ("count go.positions --board 3x3 --sample", "--sample"),
    ] {
        run(arguments).refused(&[says]);
    }
}
