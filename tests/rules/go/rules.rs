//! The native rules of Go compared with the naive game: all boards of small sizes, random ones of the largest, and
//! whole games with their ko rules; and the circuit of the rules on positions of 19x19.

use super::random_stones;
use crate::support::go::{bits, draw, read, size_of};
use crate::support::random::Random;
use encodings::board::Square;
use encodings::circuit::{Circuit, CircuitWord, Signal};
use encodings::go::position::{Ko, Line, NativeWord};
use encodings::go::{Board, Illegal, Position, PositionError, Stones, Suicide, notation};
use encodings::word::{OneHot, WidestWord, Word};
use verify::go::{self as naive, Ending, Rules, Stone};

/// The same rule in the naive game.
fn naive_suicide(suicide: Suicide) -> naive::Suicide {
    match suicide {
        Suicide::Allowed => naive::Suicide::Allowed,
        Suicide::Forbidden => naive::Suicide::Forbidden,
    }
}

/// Compares the results of the rules for a position, legal or not, with the naive game.
fn compare_position<W: NativeWord>(board: &Board, stones: Stones<W>) -> bool {
    let drawn = draw(board, stones, Stone::Black);
    let size = size_of(board);
    let legal = naive::is_legal(&drawn);
    assert_eq!(board.is_legal(stones), legal, "{drawn}");
    let empty = board.empty(stones);
    let strings = naive::strings(&drawn);
    for (stone, side) in [(Stone::Black, stones.own), (Stone::White, stones.opp)] {
        let of_side = || strings.iter().filter(move |string| string.stone == stone);
        let with = |least: usize| {
            let strings = of_side().filter(move |string| string.liberties.len() >= least);
            bits::<W>(size, strings.flat_map(|string| string.points.clone()))
        };
        let alive = board.alive(side, empty);
        assert!(alive.settled, "{drawn}");
        assert_eq!(alive.value, with(1), "{drawn}");
        assert_eq!(board.with_two_liberties(side, empty), with(2), "{drawn}");
        assert_eq!(board.heads(side), bits(size, of_side().map(|string| string.points[0])), "{drawn}");
    }
    match Position::new(board, stones) {
        Ok(position) => assert!(legal && position.stones() == stones, "{drawn}"),
        Err(PositionError::NoLiberty(_)) => assert!(!legal, "{drawn}"),
        Err(error) => panic!("{error}: {drawn}"),
    }
    legal
}

/// Compares the result of a stone on each point with the naive game.
fn compare_moves<W: NativeWord>(board: &Board, stones: Stones<W>, points: impl Iterator<Item = Square>) {
    let drawn = draw(board, stones, Stone::Black);
    let size = size_of(board);
    let position = Position::new(board, stones).ok();
    for point in points {
        let at = size.points().nth(point.index()).expect("a point of the board");
        let placement = naive::place(&drawn, Stone::Black, at, naive::Suicide::Allowed);
        let Ok(placement) = placement else {
            if let Some(position) = position {
                assert_eq!(position.play(point, Suicide::Allowed), Err(Illegal::Occupied));
            }
            continue;
        };
        let placed = board.place(stones, OneHot::from_square(point, stones.own));
        assert_eq!(placed.next, read(&placement.board, Stone::White), "{drawn}, {at}");
        assert_eq!(placed.captured, bits(size, placement.captured), "{drawn}, {at}");
        assert_eq!(placed.lost, bits(size, placement.lost), "{drawn}, {at}");
        if let Some(position) = position {
            let expected = if placed.lost.any() { Err(Illegal::Suicide) } else { Ok(placed.next) };
            let played = position.play(point, Suicide::Forbidden).map(Position::stones);
            assert_eq!(played, expected, "{drawn}, {at}");
        }
    }
}

/// Compares the points that the rules list with the naive game.
fn compare_legal_points<W: NativeWord>(board: &Board, stones: Stones<W>) {
    let drawn = draw(board, stones, Stone::Black);
    for suicide in [Suicide::Allowed, Suicide::Forbidden] {
        let expected = naive::legal_points(&drawn, Stone::Black, naive_suicide(suicide));
        assert_eq!(board.legal_points(stones, suicide), bits(size_of(board), expected), "{drawn}");
    }
}

/// Compares all colourings of a board; returns the number of legal ones.
fn compare_all<W: NativeWord>(board: &Board, moves: bool) -> usize {
    let every = naive::every_board(size_of(board)).expect("a small board");
    let compare = |drawn: &naive::Board| {
        let stones: Stones<W> = read(drawn, Stone::Black);
        let legal = compare_position(board, stones);
        if moves {
            compare_moves(board, stones, board.layout().all());
            if legal {
                compare_legal_points(board, stones);
            }
        }
        legal
    };
    every.filter(compare).count()
}

#[test]
fn all_positions_of_small_boards() {
    // L(m, n): the paper, table 3 and section 4.
    let known =
        [(1, 1, 1), (1, 2, 5), (1, 3, 15), (1, 4, 41), (2, 2, 57), (2, 3, 489), (3, 2, 489), (3, 3, 12_675)];
    for (rows, columns, count) in known {
        let board = Board::of_size(rows, columns).expect("a board");
        assert_eq!(compare_all::<u16>(&board, rows * columns < 9), count, "{rows}x{columns}");
    }
    // Words of several limbs take other code paths.
    let board = Board::of_size(2, 3).expect("a board");
    assert_eq!(compare_all::<WidestWord>(&board, true), 489);
}

#[test]
fn random_positions_of_large_boards() {
    let mut random = Random::new(7);
    for (rows, columns) in [(19, 19), (13, 17), (9, 9), (3, 19), (19, 2), (8, 8)] {
        let board = Board::of_size(rows, columns).expect("a board");
        for empties in [1, 1, 2, 3, 4, 6, 9] {
            let stones = random_stones(&board, &mut random, empties);
            compare_position(&board, stones);
            let some = board.layout().all().filter(|point| point.index() % 23 == empties);
            compare_moves(&board, stones, some);
        }
    }
}

#[test]
fn errors_name_the_point() {
    let board = Board::of_size(2, 2).expect("a board");
    let complaint = |own, opp| Position::new(&board, Stones { own, opp }).map(|_: Position<u16>| ());
    assert_eq!(complaint(0b0001, 0b0001), Err(PositionError::Shared("aa".into())));
    assert_eq!(complaint(0b0001, 0b1110), Err(PositionError::NoLiberty("aa".into())));
    assert_eq!(complaint(0b10000, 0), Err(PositionError::OffBoard { rows: 2, columns: 2 }));
}

/// Plays one random game in both implementations under the same rules.
fn play_both(board: &Board, rules: Rules, suicide: Suicide, ko: Ko, plies: usize, random: &mut Random) {
    let start = naive::Position::start(size_of(board));
    let mut game = naive::Game::new(start, rules).expect("an empty board is legal");
    let mut line = Line::new(Position::<WidestWord>::start(board), suicide, ko);
    for _ in 0..plies {
        let names: Vec<String> = line
            .successors()
            .map(|(point, _)| point.map_or("pass".to_owned(), |point| notation::print_point(board, point)))
            .collect();
        let naively: Vec<String> = game.legal_actions().iter().map(ToString::to_string).collect();
        assert_eq!(names, naively, "{}", game.position().board);
        if naively.is_empty() {
            break;
        }
        // The pass is the last of them and is chosen sometimes.
        let chosen = random.below(names.len()).min(random.below(names.len()));
        game.play(game.legal_actions()[chosen]).expect("a legal action");
        let next = line.successors().nth(chosen).expect("the same action").1;
        line = next;
        let position = game.position();
        assert_eq!(line.position().stones(), read(&position.board, position.mover));
    }
    assert_eq!(line.is_over(), game.is_over());
}

#[test]
fn games_have_the_same_moves_under_every_rule() {
    let mut random = Random::new(11);
    for (rows, columns, plies) in [(1, 2, 20), (2, 2, 60), (2, 3, 80), (3, 3, 60), (4, 5, 40)] {
        let board = Board::of_size(rows, columns).expect("a board");
        for suicide in [Suicide::Allowed, Suicide::Forbidden] {
            for (ko, naive_ko) in [
                (Ko::Simple, naive::Ko::Simple),
                (Ko::Positional, naive::Ko::Positional),
                (Ko::Situational, naive::Ko::Situational),
            ] {
                let ending = Ending::TwoPasses;
                let rules = Rules { suicide: naive_suicide(suicide), ko: naive_ko, ending };
                play_both(&board, rules, suicide, ko, plies, &mut random);
            }
        }
    }
}

/// Whether both games take a sequence of points (as SGF spells them) and passes on 3x3, up to the last ply; and that
/// last one.
fn takes(plies: &str, ko: (Ko, naive::Ko), suicide: Suicide) -> bool {
    let board = Board::of_size(3, 3).expect("a board");
    let rules = Rules { suicide: naive_suicide(suicide), ko: ko.1, ending: Ending::Open };
    let mut game = naive::Game::new(naive::Position::start(size_of(&board)), rules).expect("an empty board");
    let mut line = Line::new(Position::<u16>::start(&board), suicide, ko.0);
    let plies: Vec<&str> = plies.split(' ').collect();
    for (number, ply) in (1..).zip(&plies) {
        let name = |point: Option<Square>| {
            point.map_or_else(|| "pass".to_owned(), |point| notation::print_point(&board, point))
        };
        let next = line.successors().find(|(point, _)| name(*point) == *ply);
        let action = game.legal_actions().into_iter().find(|action| action.to_string() == *ply);
        assert_eq!(next.is_some(), action.is_some(), "ply {number} of {plies:?}");
        let (Some((_, next)), Some(action)) = (next, action) else {
            assert_eq!(number, plies.len(), "ply {number} of {plies:?}");
            return false;
        };
        game.play(action).expect("a legal action");
        line = next;
    }
    true
}

/// The table of docs/go.md.
#[test]
fn suicide_of_a_single_stone_is_judged_by_the_ko_rule() {
    const SIMPLE: (Ko, naive::Ko) = (Ko::Simple, naive::Ko::Simple);
    const POSITIONAL: (Ko, naive::Ko) = (Ko::Positional, naive::Ko::Positional);
    const SITUATIONAL: (Ko, naive::Ko) = (Ko::Situational, naive::Ko::Situational);
    // White's stone on aa has no liberty, and takes none: after a move, after a pass, after such a suicide of Black.
    let after_a_move = "ba pass ab aa";
    let after_a_pass = "ba cc ab ca pass aa";
    let after_a_suicide = "ba bc ab cb cc aa";
    for (plies, legal) in [
        (after_a_move, [true, false, true]),
        (after_a_pass, [true, false, false]),
        (after_a_suicide, [false, false, false]),
    ] {
        for (ko, legal) in [SIMPLE, POSITIONAL, SITUATIONAL].into_iter().zip(legal) {
            if plies == after_a_suicide && ko == POSITIONAL {
                // Not even the first of the two.
                assert!(!takes("ba bc ab cb cc", ko, Suicide::Allowed));
                continue;
            }
            assert_eq!(takes(plies, ko, Suicide::Allowed), legal, "{plies} {ko:?}");
        }
    }
    for ko in [SIMPLE, POSITIONAL, SITUATIONAL] {
        for plies in [after_a_move, after_a_pass] {
            assert!(!takes(plies, ko, Suicide::Forbidden));
        }
    }
}

#[test]
fn perft_agrees() {
    for (rows, columns, depth) in [(1, 2, 8), (2, 2, 5), (3, 3, 3)] {
        let board = Board::of_size(rows, columns).expect("a board");
        let start = naive::Position::start(size_of(&board));
        let game = naive::Game::new(start, Rules::PAPER).expect("an empty board is legal");
        let line = Line::new(Position::<u16>::start(&board), Suicide::Allowed, Ko::Positional);
        assert_eq!(line.perft(depth), naive::perft(&game, depth), "{rows}x{columns}");
    }
}

/// The circuit of legality on 19x19, on 64 positions at a time.
#[test]
fn the_circuit_of_the_largest_board_judges_positions() {
    let board = Board::of_size(19, 19).expect("a board");
    let circuit = Circuit::new();
    let stones: Stones<CircuitWord> =
        Stones { own: circuit.inputs(board.points()), opp: circuit.inputs(board.points()) };
    let legal = board.is_legal(stones).signal();
    let graph = circuit.graph();
    let mut random = Random::new(3);
    let mut cases: Vec<Stones<WidestWord>> =
        (0..64).map(|case| random_stones(&board, &mut random, 2 + case / 8)).collect();
    // Most random positions have strings without liberties; without these strings they are legal.
    for stones in cases.iter_mut().step_by(2) {
        let empty = board.empty(*stones);
        *stones =
            Stones { own: board.alive(stones.own, empty).value, opp: board.alive(stones.opp, empty).value };
    }
    let column = |word: fn(&Stones<WidestWord>) -> WidestWord, index: usize| {
        cases
            .iter()
            .enumerate()
            .fold(0, |lanes, (lane, stones)| lanes | u64::from(word(stones).bit(index)) << lane)
    };
    let own = (0..board.points()).map(|index| column(|stones| stones.own, index));
    let opp = (0..board.points()).map(|index| column(|stones| stones.opp, index));
    let simulation = graph.simulate(&own.chain(opp).collect::<Vec<_>>());
    assert_ne!(legal, Signal::TRUE);
    let mut counts = [0, 0];
    for (lane, stones) in cases.iter().enumerate() {
        let judged = simulation.value(legal) >> lane & 1 == 1;
        assert_eq!(judged, naive::is_legal(&draw(&board, *stones, Stone::Black)));
        counts[usize::from(judged)] += 1;
    }
    assert!(counts.iter().all(|&count| count > 8), "positions of both kinds: {counts:?}");
}
