//! Go without the counting engines: the rules over machine words, the circuit and the naive game agree with each other
//! on all positions of small boards and on random ones of large boards, and with the published numbers.
//!
//! `tests/mutants.sh go` runs these tests on wrong rules.

mod rules;

use crate::support::go::{bits, draw, read, size_of};
use crate::support::lanes::Lanes;
use crate::support::random::Random;
use encodings::circuit::CircuitWord;
use encodings::go::{Board, Stones, Suicide, WithoutKo};
use encodings::rules::{Boards, NamedWords, Phase, Position, View, print_step};
use encodings::word::{NativeWord, OneHot, WidestWord, Word};
use std::collections::BTreeSet;
use verify::go::{self as naive, Stone};

const SUICIDE: [(Suicide, naive::Suicide); 2] =
    [(Suicide::Allowed, naive::Suicide::Allowed), (Suicide::Forbidden, naive::Suicide::Forbidden)];

fn board(rows: usize, columns: usize) -> Board {
    Board::of_size(rows, columns).expect("a board")
}

/// Random stones: `empties` of 16 points are empty, the others of either colour.
pub(crate) fn random_stones(board: &Board, random: &mut Random, empties: usize) -> Stones<WidestWord> {
    let on_board = WidestWord::EMPTY.constant(board.full());
    let occupied = on_board & WidestWord::from_limbs(std::array::from_fn(|_| random.dense(16 - empties)));
    let own = occupied & WidestWord::from_limbs(std::array::from_fn(|_| random.word()));
    Stones { own, opp: occupied ^ own }
}

/// The rules as two circuits. Of a position: whether it is legal, the points where a stone may be placed without suicide,
/// and the first points of strings. Of a stone on a point: what it leads to.
struct Circuits {
    position: Lanes,
    placed: Lanes,
}

impl Circuits {
    fn new(board: &Board) -> Self {
        let position = Lanes::of(board.points(), |[own, opp]| {
            let stones = Stones { own, opp };
            let legal = board.legal_points(stones, Suicide::Forbidden).signals();
            vec![
                vec![board.is_legal(stones).signal()],
                legal,
                board.heads(own).signals(),
                vec![board.well_formed(stones).signal()],
            ]
        });
        let placed = Lanes::of(board.points(), |[own, opp, point]| {
            let placed = board.place(Stones { own, opp }, OneHot::assume(point));
            let words = [placed.next.own, placed.next.opp, placed.captured, placed.lost];
            words.map(CircuitWord::signals).to_vec()
        });
        Self { position, placed }
    }

    /// Compares the circuits with the naive game; returns the number of legal positions.
    fn compare(&self, board: &Board, positions: &[Stones<u64>]) -> usize {
        let size = size_of(board);
        let cases: Vec<[u64; 2]> = positions.iter().map(|stones| [stones.own, stones.opp]).collect();
        let mut count = 0;
        for (&stones, [legal, points, heads, good]) in positions.iter().zip(self.position.run(&cases)) {
            let drawn = draw(board, stones, Stone::Black);
            assert_eq!((legal == 1, good), (naive::is_legal(&drawn), 1), "{drawn}");
            let strings = naive::strings(&drawn).into_iter().filter(|string| string.stone == Stone::Black);
            assert_eq!(heads, bits(size, strings.map(|string| string.points[0])), "{drawn}");
            if legal == 1 {
                let expected = naive::legal_points(&drawn, Stone::Black, naive::Suicide::Forbidden);
                assert_eq!(points, bits(size, expected), "{drawn}");
                count += 1;
            }
            let empty: Vec<_> = size.points().filter(|&point| drawn.stone(point).is_none()).collect();
            let cases: Vec<_> =
                empty.iter().map(|&point| [stones.own, stones.opp, bits(size, [point])]).collect();
            for (&point, found) in empty.iter().zip(self.placed.run(&cases)) {
                let placed = naive::place(&drawn, Stone::Black, point, naive::Suicide::Allowed);
                let placed = placed.expect("an empty point");
                let next: Stones<u64> = read(&placed.board, Stone::White);
                let expected = [next.own, next.opp, bits(size, placed.captured), bits(size, placed.lost)];
                assert_eq!(found, expected, "{drawn}, {point}");
            }
        }
        count
    }
}

#[test]
fn the_circuits_judge_every_position_of_small_boards() {
    for (rows, columns, legal) in [(1, 1, 1), (1, 4, 41), (2, 3, 489), (3, 2, 489)] {
        let board = board(rows, columns);
        let all = naive::every_board(size_of(&board)).expect("a small board");
        let all: Vec<Stones<u64>> = all.map(|drawn| read(&drawn, Stone::Black)).collect();
        assert_eq!(Circuits::new(&board).compare(&board, &all), legal, "{rows}x{columns}");
    }
}

#[test]
fn the_circuits_judge_random_positions_of_7x8() {
    let board = board(7, 8);
    let mut random = Random::new(56);
    let narrow = |word: WidestWord| word.limbs()[0];
    let positions: Vec<Stones<u64>> = (0..192)
        .map(|case| random_stones(&board, &mut random, 1 + case / 32))
        .map(|stones| Stones { own: narrow(stones.own), opp: narrow(stones.opp) })
        .collect();
    Circuits::new(&board).compare(&board, &positions);
}

/// The published numbers of edges: each legal position has an edge to every other position after a stone of either
/// colour.
#[test]
fn the_published_game_graphs_have_as_many_edges() {
    let mut known = 0;
    for line in include_str!("../../data/go.tsv").lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        let [kind @ ("edges" | "outdegree"), size, value, _] = fields[..] else { continue };
        let (rows, columns) = size.split_once('x').expect("a size");
        let board = board(rows.parse().expect("rows"), columns.parse().expect("columns"));
        if board.points() > 8 {
            continue;
        }
        let positions = naive::legal_boards(size_of(&board)).expect("a small board");
        let mut edges = 0;
        for stones in positions.iter().map(|drawn| read::<u64>(drawn, Stone::Black)) {
            let mut next = BTreeSet::new();
            for point in board.layout().all().filter(|point| !stones.occupied().bit(point.index())) {
                let placed = OneHot::from_square(point, 0);
                let black = board.place(stones, placed).next.passed();
                let white = board.place(stones.passed(), placed).next;
                next.extend([black, white].map(|stones| (stones.own, stones.opp)));
            }
            next.remove(&(stones.own, stones.opp));
            edges += next.len();
        }
        if kind == "edges" {
            assert_eq!(edges.to_string(), value, "{line}");
        } else {
            // The mean, truncated to the number of published digits.
            let places = value.split_once('.').map_or(0, |(_, digits)| digits.len()) as u32;
            let mean = edges * 10usize.pow(places) / positions.len();
            assert_eq!(mean.to_string(), value.replace('.', ""), "{line}: {edges} edges");
        }
        known += 1;
    }
    assert_eq!(known, 9);
}

/// Compares the steps of the family, by name, and their results with the naive game.
fn family_agrees(rules: &WithoutKo, board: &Board, drawn: &naive::Board, suicide: naive::Suicide) {
    let stones: Stones<WidestWord> = read(drawn, Stone::Black);
    let at = Position::new(rules, stones);
    assert_eq!(at.is_ok(), naive::is_legal(drawn), "{drawn}");
    let Ok(at) = at else { return };
    let points = naive::legal_points(drawn, Stone::Black, suicide);
    let size = size_of(board);
    match at.phase(rules) {
        Phase::Moves(family) => assert_eq!(family.total() as usize, points.len(), "{drawn}"),
        Phase::Passes(next) => {
            assert!(points.is_empty(), "{drawn}");
            assert_eq!(next.board(), read(drawn, Stone::White), "{drawn}");
        }
        Phase::Over(ending) => panic!("{drawn}: {ending:?}"),
    }
    let mut steps: Vec<_> = at.steps(rules).collect();
    steps.sort_by_key(|step| step.to().first());
    for (step, &point) in steps.iter().zip(&points) {
        let index = size.index(point).expect("a point of the board");
        let square = board.layout().square(index).expect("a point of the board");
        let name = board.layout().name(square).to_string();
        assert_eq!(print_step(rules, *step, View::Straight), name, "{drawn}");
        let placement = naive::place(drawn, Stone::Black, point, suicide).expect("a legal point");
        let next = at.play(rules, *step).expect("a step of the position");
        assert_eq!(next.board(), read(&placement.board, Stone::White), "{drawn}, {point}");
    }
    assert_eq!(steps.len(), points.len(), "{drawn}");
}

#[test]
fn the_family_is_the_game_without_ko() {
    for (rows, columns, step) in [(1, 3, 1), (2, 2, 1), (2, 3, 1), (3, 3, 23)] {
        let board = board(rows, columns);
        for (own, naively) in SUICIDE {
            let rules = WithoutKo::new(board, own);
            let all = naive::every_board(size_of(&board)).expect("a small board");
            all.step_by(step).for_each(|drawn| family_agrees(&rules, &board, &drawn, naively));
        }
    }
    let rules = WithoutKo::new(board(2, 3), Suicide::Allowed);
    assert!(Position::<WithoutKo>::start(&rules).board().words().all(|word| !word.any()));
}

/// The number of lines of play without ko and without voluntary passes, by the naive game.
fn lines(drawn: &naive::Board, mover: Stone, suicide: naive::Suicide, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let points = naive::legal_points(drawn, mover, suicide);
    let next = |point| naive::place(drawn, mover, point, suicide).expect("a legal point").board;
    let placed = points.iter().map(|&point| lines(&next(point), mover.opponent(), suicide, depth - 1));
    if points.is_empty() { lines(drawn, mover.opponent(), suicide, depth - 1) } else { placed.sum() }
}

#[test]
fn lines_without_ko_agree_with_the_naive_game() {
    for (rows, columns, depth) in [(1, 1, 3), (1, 3, 7), (2, 2, 6), (2, 3, 5), (3, 3, 4)] {
        let board = board(rows, columns);
        for (own, naively) in SUICIDE {
            let rules = WithoutKo::new(board, own);
            let start = naive::Board::empty(size_of(&board));
            let count = Position::start(&rules).perft(&rules, depth);
            assert_eq!(count, lines(&start, Stone::Black, naively, depth), "{rows}x{columns} {own:?}");
        }
    }
}

/// The image of a position has as many lines of play as the position.
#[test]
fn symmetries_change_nothing() {
    for (rows, columns, count) in [(3, 3, 7), (2, 3, 3), (3, 2, 3)] {
        let rules = WithoutKo::new(board(rows, columns), Suicide::Forbidden);
        assert_eq!(rules.symmetries().len(), count);
        let all = naive::legal_boards(size_of(&board(rows, columns))).expect("a small board");
        for drawn in all.iter().step_by(all.len() / 30) {
            let at = Position::new(&rules, read(drawn, Stone::Black)).expect("a legal position");
            for symmetry in rules.symmetries() {
                assert!(symmetry.permutation(rules.layout()).is_some(), "a symmetry of the board");
                let image = rules.image(at.board(), *symmetry);
                let turned = Position::new(&rules, image).expect("a legal position");
                assert_eq!(turned.perft(&rules, 2), at.perft(&rules, 2), "{drawn} {symmetry:?}");
            }
        }
    }
}
