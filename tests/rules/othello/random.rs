//! A million random boards of 8x8 squares, most of them unreachable: the native engine, the circuit and the naive game
//! agree on the legal moves of each, on the discs that each move turns, on the board after it, and on the end of games.
//!
//! The boards have every density from empty to full, and every share of discs from one player's only to the other's;
//! the centre may be empty. Every possible line of turned discs, by its place, direction and length, occurs.

#![allow(clippy::disallowed_methods, reason = "a test may panic where the system has no thread to give")]

use crate::support::boards::{Coloured, bits, draw};
use crate::support::random::Random;
use crate::support::simulate::Simulator;
use encodings::board::Grid;
use encodings::othello::rules::{Discs, Othello};
use encodings::word::OneHot;
use std::collections::HashSet;
use std::ops::AddAssign;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use verify::othello::{self as naive, Disc, Size, Square};

const BOARDS: usize = 1_000_000;
const BOARDS_OF_A_CHUNK: usize = 1_000;

/// The number and variety of what was compared.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Tally {
    boards: usize,
    /// The number of legal moves, each with the discs that it turns.
    moves: usize,
    /// The number of empty squares that were tried although they are not legal moves.
    illegal: usize,
    /// The number of boards on which neither player has a move.
    over: usize,
    discs_turned: usize,
    empty_centre_squares: usize,
    most_moves: usize,
    lines: HashSet<Line>,
}

/// A line of turned discs, as seen from the placed disc.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Line {
    from: Square,
    right: i8,
    down: i8,
    discs: u8,
}

/// The number of all lines: for each square and direction, the number of squares minus one.
fn all_lines() -> usize {
    let steps = |from: usize, step: i8| match step {
        1 => 7 - from,
        -1 => from,
        _ => 7,
    };
    let directions = (-1..=1).flat_map(|right| (-1..=1).map(move |down| (right, down)));
    let lines = |(right, down): (i8, i8)| {
        let lines =
            |square: Square| steps(square.file(), right).min(steps(square.rank(), down)).saturating_sub(1);
        Size::Eight.squares().map(lines).sum::<usize>()
    };
    directions.filter(|&direction| direction != (0, 0)).map(lines).sum()
}

/// The lines of the discs that a disc on a square turns.
fn lines(from: Square, turned: &[Square]) -> impl Iterator<Item = Line> {
    let mut longest = [[0u8; 3]; 3];
    for square in turned {
        let right = square.file() as i8 - from.file() as i8;
        let down = square.rank() as i8 - from.rank() as i8;
        let length = &mut longest[(right.signum() + 1) as usize][(down.signum() + 1) as usize];
        *length = right.unsigned_abs().max(down.unsigned_abs()).max(*length);
    }
    (0..9).filter_map(move |index| {
        let discs = longest[index / 3][index % 3];
        (discs > 0).then_some(Line { from, right: (index / 3) as i8 - 1, down: (index % 3) as i8 - 1, discs })
    })
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.boards += other.boards;
        self.moves += other.moves;
        self.illegal += other.illegal;
        self.over += other.over;
        self.discs_turned += other.discs_turned;
        self.empty_centre_squares += other.empty_centre_squares;
        self.most_moves = self.most_moves.max(other.most_moves);
        self.lines.extend(other.lines);
    }
}

fn random_board(random: &mut Random) -> Coloured {
    let (density, share) = (random.below(17), random.below(17));
    let occupied = random.dense(density);
    let own = occupied & random.dense(share);
    let mover = if random.below(2) == 0 { Disc::Black } else { Disc::White };
    Coloured { discs: Discs { own, opp: occupied & !own }, mover }
}

/// A square, and the discs that it turns by the naive game.
struct Tried {
    discs: Discs<u64>,
    bit: u64,
    flips: u64,
}

fn compare_chunk(simulator: &Simulator<8>, seed: u64) -> Tally {
    let mut random = Random::new(seed);
    let mut tally = Tally { boards: BOARDS_OF_A_CHUNK, ..Tally::default() };
    let boards: Vec<Coloured> = (0..BOARDS_OF_A_CHUNK).map(|_| random_board(&mut random)).collect();
    let discs: Vec<Discs<u64>> = boards.iter().map(|board| board.discs).collect();
    let mut tried = Vec::new();
    for (&board, judged) in boards.iter().zip(simulator.judge(&discs)) {
        let drawn = draw::<8>(board);
        let squares = drawn.legal_moves();
        let legal = bits(Size::Eight, &squares);
        let discs = board.discs;
        assert_eq!(Othello::<8>::legal(discs), legal, "legal moves, native and naive; {board:x?}");
        assert_eq!(judged.legal, legal, "legal moves, circuit and naive; {board:x?}");
        let over = squares.is_empty() && drawn.is_over();
        assert_eq!(Othello::<8>::terminal(discs), over, "end of the game, native and naive; {board:x?}");
        assert_eq!(judged.terminal, over, "end of the game, circuit and naive; {board:x?}");
        tally.over += usize::from(judged.terminal);
        tally.empty_centre_squares += naive::Witness::new(&drawn).empty_centre.len();
        tally.most_moves = tally.most_moves.max(squares.len());

        for (&square, index) in squares.iter().zip(ones(legal)) {
            let turned = naive::flips(&drawn.board, drawn.mover, square).expect("a legal move");
            tally.lines.extend(lines(square, &turned));
            tried.push(Tried { discs, bit: 1 << index, flips: bits(Size::Eight, &turned) });
        }
        tally.moves += squares.len();
        let illegal: Vec<usize> = ones(!discs.occupied() & !legal).collect();
        if !illegal.is_empty() {
            tried.push(Tried { discs, bit: 1 << illegal[random.below(illegal.len())], flips: 0 });
            tally.illegal += 1;
        }
    }
    let cases: Vec<_> = tried.iter().map(|tried| (tried.discs, tried.bit)).collect();
    for (Tried { discs, bit, flips }, placed) in tried.iter().zip(simulator.place(&cases)) {
        let square = Grid::<8, 8>::LAYOUT.square(bit.trailing_zeros() as usize).expect("a square");
        let native = Othello::<8>::flips(*discs, OneHot::from_square(square, discs.own));
        assert_eq!(native, *flips, "discs turned, native and naive; {discs:x?}, {bit:x}");
        assert_eq!(placed.flips, *flips, "discs turned, circuit and naive; {discs:x?}, {bit:x}");
        if *flips != 0 {
            let next = Discs { own: discs.opp & !flips, opp: discs.own | bit | flips };
            let played = Othello::<8>::apply(*discs, OneHot::from_square(square, discs.own));
            assert_eq!((played, placed.next), (next, next), "the next position; {discs:x?}, {bit:x}");
        }
        tally.discs_turned += flips.count_ones() as usize;
    }
    tally
}

/// The indices of the set bits.
fn ones(word: u64) -> impl Iterator<Item = usize> {
    (0..64).filter(move |index| word >> index & 1 == 1)
}

#[test]
fn all_implementations_agree_on_a_million_random_boards() {
    let simulator = Simulator::<8>::new();
    let next = AtomicUsize::new(0);
    let work = || {
        let mut tally = Tally::default();
        loop {
            let chunk = next.fetch_add(1, Ordering::Relaxed);
            if chunk >= BOARDS / BOARDS_OF_A_CHUNK {
                return tally;
            }
            tally += compare_chunk(&simulator, chunk as u64);
        }
    };
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let mut total = Tally::default();
    thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        for worker in workers {
            total += worker.join().expect("the implementations agree");
        }
    });
    assert_eq!(total.lines.len(), all_lines(), "every line that can be turned is turned");
    assert_eq!(all_lines(), 1036);
    // The boards are the same in every run, so these numbers are too.
    assert_eq!((total.boards, total.moves, total.illegal), (BOARDS, 4_232_006, 904_773));
    assert_eq!((total.over, total.discs_turned), (317_785, 7_373_554));
    assert_eq!((total.empty_centre_squares, total.most_moves), (1_999_772, 23));
}
