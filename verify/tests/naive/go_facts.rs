//! The facts of `tests/data/go.tsv`, counted by the naive rules, as far as small boards allow.
//!
//! What it does not show: anything about boards of more than twelve points.

use std::{fs, path::PathBuf};

use verify::go::{
    Board, EXHAUSTIVE_AREA, Game, GameGraph, Position, Rules, Size, Stone, Suicide, legal_boards,
    legal_points, perft, place,
};

/// The number of points of the largest board whose game graph is built here.
const GRAPH_AREA: usize = 9;

/// The number of points of the largest board whose games are enumerated here.
const GAMES_AREA: usize = 3;

/// The facts of one kind whose boards have at most `area` points: the size and the value.
fn facts(kind: &str, area: usize) -> Vec<(Size, String)> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../tests/data/go.tsv");
    let table = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let lines = table.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    let facts = lines.map(|line| {
        let [kind, board, value, _source] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("not four fields: {line:?}")
        };
        let edges: Vec<usize> = board.split('x').map(|edge| edge.parse().expect("a number")).collect();
        (kind.to_owned(), Size::new(edges[0], edges[1]).expect("a size"), value.to_owned())
    });
    let facts: Vec<_> = facts
        .filter(|fact| fact.0 == kind && fact.1.area() <= area)
        .map(|(_, size, value)| (size, value))
        .collect();
    assert!(!facts.is_empty(), "no fact of the kind {kind}");
    facts
}

fn graph(size: Size) -> GameGraph {
    GameGraph::new(size).expect("a small board")
}

#[test]
fn legal_positions_are_as_many_as_published() {
    for (size, value) in facts("legal", EXHAUSTIVE_AREA) {
        assert_eq!(legal_boards(size).expect("a small board").len().to_string(), value, "{size}");
    }
}

#[test]
fn a_board_on_its_side_has_as_many_legal_positions() {
    for (rows, columns) in [(1, 4), (2, 3), (2, 4)] {
        let count = |rows, columns| {
            legal_boards(Size::new(rows, columns).expect("a size")).expect("a small board").len()
        };
        assert_eq!(count(rows, columns), count(columns, rows));
    }
}

#[test]
fn game_graphs_have_the_published_edges() {
    for (size, value) in facts("edges", GRAPH_AREA) {
        assert_eq!(graph(size).edges().to_string(), value, "{size}");
    }
    for (size, value) in facts("outdegree", GRAPH_AREA) {
        let graph = graph(size);
        let average = graph.edges() as f64 / graph.boards().len() as f64;
        let published: f64 = value.parse().expect("a number");
        assert!((average - published).abs() <= 0.0005, "{size}: {average}, published {published}");
    }
}

/// Whether each node can be reached from node 0.
fn reaches_all(edges: &[Vec<usize>]) -> bool {
    let mut found = vec![false; edges.len()];
    found[0] = true;
    let mut queue = vec![0];
    while let Some(node) = queue.pop() {
        for &end in &edges[node] {
            if !found[end] {
                found[end] = true;
                queue.push(end);
            }
        }
    }
    found.into_iter().all(|found| found)
}

/// Lemma 3. A graph with a missing edge would rarely be strongly connected.
#[test]
fn game_graphs_are_strongly_connected() {
    for (rows, columns) in [(1, 1), (1, 2), (1, 5), (2, 2), (2, 3)] {
        let graph = graph(Size::new(rows, columns).expect("a size"));
        let edges: Vec<Vec<usize>> =
            (0..graph.boards().len()).map(|node| graph.successors(node).to_vec()).collect();
        let mut reversed = vec![Vec::new(); edges.len()];
        for (node, ends) in edges.iter().enumerate() {
            for &end in ends {
                reversed[end].push(node);
            }
        }
        assert!(reaches_all(&edges) && reaches_all(&reversed), "{rows}x{columns}");
    }
}

/// Lemma 1: different moves lead to different positions, except for suicides of one stone, which change nothing.
#[test]
fn edges_are_moves_except_suicides_of_one_stone() {
    for (rows, columns) in [(1, 6), (2, 3), (3, 3)] {
        let graph = graph(Size::new(rows, columns).expect("a size"));
        for (node, board) in graph.boards().iter().enumerate() {
            let loops = |stone| {
                let points = legal_points(board, stone, Suicide::Allowed).into_iter();
                let placed =
                    points.filter_map(move |point| place(board, stone, point, Suicide::Allowed).ok());
                placed.filter(|placement| placement.lost.len() == 1).count()
            };
            let moves = 2 * board.empties() - Stone::BOTH.into_iter().map(loops).sum::<usize>();
            let mut ends = graph.successors(node).to_vec();
            ends.sort_unstable();
            ends.dedup();
            assert_eq!(ends.len(), moves, "{board}");
        }
    }
}

#[test]
fn counts_of_games_by_paths_and_by_play_are_the_published_ones() {
    for (size, value) in facts("games", GAMES_AREA) {
        assert_eq!(graph(size).games(u64::MAX).expect("no limit").to_string(), value, "{size}");
        // A game is a path with a pass before each turn out of order, and two passes at the end: at most 30 plies on
        // 1x3.
        let game = Game::new(Position::start(size), Rules::PAPER).expect("a legal start");
        assert_eq!(perft(&game, 31).to_string(), value, "{size}");
    }
    let size = Size::new(2, 2).expect("a size");
    assert_eq!(graph(size).games(1000), None, "there are more than a thousand games on 2x2");
}

/// Theorem 9: write a position as a number with a binary digit 1 for each stone. If the leftmost stone is replaced by
/// opposite stones on all points to its left, the number decreases by one, and a move leads from that position to the
/// first.
#[test]
fn left_capturing_leads_through_all_one_dimensional_positions() {
    let number = |board: &Board| -> usize {
        board
            .size()
            .points()
            .filter(|&point| board.stone(point).is_some())
            .map(|point| 1 << point.column())
            .sum()
    };
    for columns in 2..=7 {
        let size = Size::new(1, columns).expect("a size");
        let graph = graph(size);
        let node = |board: &Board| graph.boards().iter().position(|other| other == board);
        let (empty, positions) = graph.boards().split_first().expect("the empty board");
        assert_eq!(number(empty), 0);
        for board in positions {
            let leftmost = size.points().find(|&point| board.stone(point).is_some()).expect("a stone");
            let before = Board::from_fn(size, |point| match board.stone(leftmost) {
                Some(stone) if point < leftmost => Some(stone.opponent()),
                _ if point == leftmost => None,
                _ => board.stone(point),
            });
            assert_eq!(number(&before) + 1, number(board));
            let (before, after) = (node(&before).expect("legal"), node(board).expect("legal"));
            assert!(graph.successors(before).contains(&after), "{board}");
        }
    }
}
