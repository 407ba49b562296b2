//! Othello in three implementations: the native engine, the circuit and the naive game must agree on a position.

use super::boards::{Coloured, bits, draw, read, size_of};
use super::simulate::{Judged, Placed, Simulator};
use encodings::board::{Grid, Square};
use encodings::othello::position::Position;
use encodings::othello::rules::{Discs, Othello};
use encodings::rules::{self, Ending, Phase};
use encodings::word::{OneHot, Word};
use std::cmp::Ordering;
use std::ops::AddAssign;
use verify::othello as naive;

/// The number of comparisons.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Compared {
    /// Positions: their legal moves, and whether the game is over.
    pub(crate) positions: usize,
    /// Empty squares: the discs that a disc there would turn.
    pub(crate) squares: usize,
    /// Legal moves: the position that follows.
    pub(crate) moves: usize,
    /// Positions in which the mover has to pass: the position after the pass.
    pub(crate) passes: usize,
}

impl AddAssign for Compared {
    fn add_assign(&mut self, other: Self) {
        self.positions += other.positions;
        self.squares += other.squares;
        self.moves += other.moves;
        self.passes += other.passes;
    }
}

/// Compares all results of the rules for well-formed positions: for each as a whole, for a disc on each of its empty
/// squares, and for passing.
pub(crate) fn compare<const SIDE: usize>(simulator: &Simulator<SIDE>, positions: &[Coloured]) -> Compared {
    let discs: Vec<Discs<u64>> = positions.iter().map(|position| position.discs).collect();
    let mut compared = Compared::default();
    for (&position, judged) in positions.iter().zip(simulator.judge(&discs)) {
        let drawn = draw::<SIDE>(position);
        compare_turn::<SIDE>(position, judged, &drawn, &mut compared);
        let empty: Vec<Square> = empty_squares::<SIDE>(position.discs);
        let cases: Vec<_> = empty.iter().map(|square| (position.discs, 1 << square.index())).collect();
        for (&square, placed) in empty.iter().zip(simulator.place(&cases)) {
            compare_move::<SIDE>(position, square, placed, &drawn, &mut compared);
        }
    }
    compared
}

/// The squares without a disc.
pub(crate) fn empty_squares<const SIDE: usize>(discs: Discs<u64>) -> Vec<Square> {
    Grid::<SIDE, SIDE>::LAYOUT.all().filter(|square| !discs.occupied().bit(square.index())).collect()
}

fn compare_turn<const SIDE: usize>(
    position: Coloured,
    judged: Judged,
    drawn: &naive::Position,
    compared: &mut Compared,
) {
    compared.positions += 1;
    let board = || format!("{} to move:\n{}", drawn.mover, naive::write_grid(&drawn.board));
    let native = Position::<SIDE>::new(position.discs).expect("a well-formed position");
    assert!(judged.well_formed, "the circuit finds the board badly formed; {}", board());
    assert!(
        Othello::<SIDE>::well_formed(position.discs),
        "the rules find the board badly formed; {}",
        board()
    );

    let legal = bits(size_of::<SIDE>(), &drawn.legal_moves());
    assert_eq!(native.legal(), legal, "legal moves, native and naive; {}", board());
    assert_eq!(judged.legal, legal, "legal moves, circuit and naive; {}", board());

    let turn = drawn.turn();
    let over = turn == naive::Turn::Over;
    assert_eq!(native.is_terminal(), over, "end of the game, native and naive; {}", board());
    assert_eq!(
        Othello::<SIDE>::terminal(position.discs),
        over,
        "end of the game, rules and naive; {}",
        board()
    );
    assert_eq!(judged.terminal, over, "end of the game, circuit and naive; {}", board());

    // The same rules as a family of moves.
    let family = rules::Position::<Othello<SIDE>>::trusted(position.discs);
    let of = |disc| drawn.board.count(disc);
    let (own, opp) = (of(drawn.mover), of(drawn.mover.opponent()));
    let ending = over.then(|| match own.cmp(&opp) {
        Ordering::Less => Ending::Lost,
        Ordering::Equal => Ending::Drawn,
        Ordering::Greater => Ending::Won,
    });
    assert_eq!(family.ending(&Othello), ending, "who has won, by the family and naively; {}", board());

    // The naive game refuses a pass when the game is over; the native one then only exchanges the players.
    let passed = native.pass().filter(|_| !native.is_terminal()).map(Position::discs);
    let naively = drawn.pass().ok().map(|passed| read(&passed));
    assert_eq!(passed, naively.map(|passed| passed.discs), "pass, native and naive; {}", board());
    assert!(naively.is_none_or(|passed| passed.mover == position.mover.opponent()));
    let by_family = match family.phase(&Othello) {
        Phase::Passes(next) => Some(next.board()),
        Phase::Over(_) | Phase::Moves(_) => None,
    };
    assert_eq!(by_family, passed, "pass, by the family; {}", board());
    compared.passes += usize::from(passed.is_some());

    // Each move is compared with the naive game elsewhere.
    let plies = native.moves().filter_map(|square| native.play(square)).map(Position::discs).chain(passed);
    assert!(
        native.successors().map(Position::discs).eq(plies),
        "plies, one by one and as a list; {}",
        board()
    );
    assert_eq!(native.moves().count(), legal.count_ones() as usize, "moves, native and naive; {}", board());
}

fn compare_move<const SIDE: usize>(
    position: Coloured,
    square: Square,
    placed: Placed,
    drawn: &naive::Position,
    compared: &mut Compared,
) {
    compared.squares += 1;
    let size = size_of::<SIDE>();
    let naive_square = size.square(square.index()).expect("a square of the board");
    let case = || format!("{} plays {naive_square}:\n{}", drawn.mover, naive::write_grid(&drawn.board));
    // An illegal disc turns nothing; the naive game refuses it instead.
    let turned = naive::flips(&drawn.board, drawn.mover, naive_square).unwrap_or_default();
    let flips = bits(size, &turned);
    let native = Othello::<SIDE>::flips(position.discs, OneHot::from_square(square, position.discs.own));
    assert_eq!(native, flips, "discs turned, native and naive; {}", case());
    assert_eq!(placed.flips, flips, "discs turned, circuit and naive; {}", case());

    let next = drawn.play(naive_square).ok().map(|next| read(&next));
    let played = Position::<SIDE>::new(position.discs).ok().and_then(|position| position.play(square));
    let discs = next.map(|next| next.discs);
    assert_eq!(played.map(Position::discs), discs, "the next position, native and naive; {}", case());
    assert!(next.is_none_or(|next| next.mover == position.mover.opponent()));
    if discs.is_some() {
        assert_eq!(Some(placed.next), discs, "the next position, circuit and naive; {}", case());
        compared.moves += 1;
    }
}
