//! The three instances of the rules of Go agree: native words, circuit and terms, on random positions of boards of
//! several sizes; and the bound of the closure is large enough in each of them.

use encodings::board::{Mask, Square};
use encodings::circuit::{Circuit, CircuitBit, CircuitWord, Signal};
use encodings::go::{Board, Stones, Suicide};
use encodings::term::{TermBit, TermValue, TermWord, Terms};
use encodings::word::{OneHot, Word};
use proptest::prelude::*;

/// The largest number of points of these boards, limited by the evaluator of terms.
const WIDEST: usize = 121;

/// The results of the rules for a position and a point, as words.
fn words<W: Word>(board: &Board, stones: Stones<W>, point: Square) -> Vec<W> {
    let placed = board.place(stones, OneHot::from_square(point, stones.own));
    let empty = board.empty(stones);
    vec![
        empty,
        board.alive(stones.own, empty).value,
        placed.next.own,
        placed.next.opp,
        placed.captured,
        placed.lost,
        board.with_two_liberties(stones.own, empty),
        board.legal_points(stones, Suicide::Forbidden),
        board.heads(stones.opp),
    ]
}

/// The results of the rules for a position, as truth values; the last two have to hold.
fn bits<W: Word>(board: &Board, stones: Stones<W>) -> [W::Bit; 5] {
    let empty = board.empty(stones);
    [
        board.is_legal(stones),
        board.well_formed(stones),
        stones.same(stones.passed()),
        board.alive(stones.own, empty).settled,
        board.connected(board.heads(stones.opp), stones.opp).settled,
    ]
}

/// A board with stones on it, and a point that is empty unless the board is full.
#[derive(Clone, Copy, Debug)]
struct Case {
    board: Board,
    stones: Stones<u128>,
    point: Square,
}

prop_compose! {
    /// Mostly stones, so that some strings have no liberties.
    fn cases()(
        rows in 1..=11usize, columns in 1..=11usize,
        colours in proptest::collection::vec(0..7u8, WIDEST), chosen in 0..WIDEST,
    ) -> Case {
        let board = Board::of_size(rows, columns).expect("a board");
        let points = || board.layout().all();
        let word = |of: &[u8]| points().filter(|point| of.contains(&colours[point.index()]))
            .fold(0u128, |word, point| word | 1 << point.index());
        let stones = Stones { own: word(&[0, 1, 2]), opp: word(&[3, 4, 5]) };
        let empty: Vec<Square> = points().filter(|point| !stones.occupied().bit(point.index())).collect();
        let point = empty.get(chosen % empty.len().max(1)).copied();
        Case { board, stones, point: point.unwrap_or_else(|| points().next().expect("a point")) }
    }
}

/// The results of the circuit: each word as a number, then the bits.
fn by_circuit(case: &Case) -> (Vec<u128>, [bool; 5]) {
    let points = case.board.points();
    let circuit = Circuit::new();
    let stones: Stones<CircuitWord> = Stones { own: circuit.inputs(points), opp: circuit.inputs(points) };
    let words = words(&case.board, stones, case.point);
    let bits = bits(&case.board, stones).map(CircuitBit::signal);
    let inputs = [case.stones.own, case.stones.opp]
        .iter()
        .flat_map(|word| (0..points).map(|index| u64::from(word.bit(index))))
        .collect::<Vec<_>>();
    let simulation = circuit.graph().simulate(&inputs);
    let holds = |signal: Signal| simulation.value(signal) & 1 == 1;
    let number = |word: &CircuitWord| {
        word.signals().iter().rev().fold(0, |number, &signal| number << 1 | u128::from(holds(signal)))
    };
    (words.iter().map(number).collect(), bits.map(holds))
}

/// The results of the terms.
fn by_terms(case: &Case) -> (Vec<u128>, [bool; 5]) {
    let points = case.board.points();
    let terms = Terms::new();
    let stones: Stones<TermWord> = Stones { own: terms.unknown(points), opp: terms.unknown(points) };
    let words = words(&case.board, stones, case.point);
    let bits = bits(&case.board, stones).map(TermBit::id);
    let inputs: [TermValue; 2] = [case.stones.own, case.stones.opp];
    let values = terms.evaluate(&inputs);
    (words.iter().map(|word| values[word.id().index()]).collect(), bits.map(|bit| values[bit.index()] == 1))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    #[test]
    fn rules_agree_in_all_instances(case in cases()) {
        let native = (words(&case.board, case.stones, case.point), bits(&case.board, case.stones));
        prop_assert_eq!(native.1[1..4].to_vec(), vec![true, !case.stones.occupied().any(), true]);
        prop_assert!(native.1[4]);
        prop_assert_eq!(&by_circuit(&case), &native, "circuit");
        prop_assert_eq!(&by_terms(&case), &native, "terms");
    }
}

/// A spiral from a corner to the middle, one point wide with one point between its arms, and a liberty at its outer end
/// only: as far as known, the longest closure on 19x19.
#[test]
fn the_bound_is_enough_for_a_spiral() {
    let board = Board::of_size(19, 19).expect("a board");
    let mut spiral = vec![(0_isize, 0_isize)];
    let mut turns = [(1, 0), (0, 1), (-1, 0), (0, -1)].into_iter().cycle();
    let mut direction = turns.next().expect("a direction");
    let taken = |spiral: &[(isize, isize)], column: isize, row: isize| {
        !(0..19).contains(&column) || !(0..19).contains(&row) || spiral.contains(&(column, row))
    };
    let mut stuck = false;
    while !stuck {
        let (column, row) = spiral[spiral.len() - 1];
        let (next, beyond) =
            ((column + direction.0, row + direction.1), (column + 2 * direction.0, row + 2 * direction.1));
        let off_board = |(column, row): (isize, isize)| !(0..19).contains(&column) || !(0..19).contains(&row);
        if off_board(next) || (!off_board(beyond) && taken(&spiral, beyond.0, beyond.1)) {
            direction = turns.next().expect("a direction");
            let (column, row) = (column + 2 * direction.0, row + 2 * direction.1);
            stuck = taken(&spiral, column, row);
        } else {
            spiral.push(next);
        }
    }
    assert!(spiral.len() > 180 && spiral.len() <= board.longest_snake(), "{}", spiral.len());
    let mask =
        spiral.iter().fold(Mask::EMPTY, |mask, &(column, row)| mask.with((row * 19 + column) as usize));
    let own = encodings::word::WidestWord::EMPTY.constant(&mask);
    let seed = own.unit(0);
    let whole = board.connected(seed, own);
    assert!(whole.settled && whole.value == own);
    let short = (seed & own).closure(spiral.len() - 2, |met| met | own & board.neighbours(met));
    assert!(!short.settled, "a step less is not enough: the spiral is one path");
}
