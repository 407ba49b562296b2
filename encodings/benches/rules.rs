//! Compares the native instance of Othello's rules with the same rules written by hand for 64-bit words, in one run.
//!
//! The hand-written side is the parallel prefix fill that engines use where they have no vector instructions: the carry
//! network of P. Kogge and H. Stone (1973) over a board, as in R. Delorme's Edax. The printed ratios compare the
//! shortest of many alternating runs, so that a busy machine slows both sides equally. 1.00 means no loss.

#![allow(missing_docs, reason = "the macro of the bench harness makes public items")]

use divan::Bencher;
use divan::counter::ItemsCount;
use encodings::board::{Grid, Square};
use encodings::othello::position::Position;
use encodings::othello::rules::{Discs, Othello};
use encodings::rules;
use encodings::word::{Lanes, OneHot};
use std::hint::black_box;
use std::sync::LazyLock;
use std::time::Instant;

/// The depth at which game trees are counted.
const DEPTH: u32 = 8;

fn main() {
    divan::main();
    if std::env::args().any(|argument| argument == "--bench") {
        print_ratios();
    }
}

mod by_hand {
    /// Every file but the outer ones: discs that a line along a rank or a diagonal can pass.
    const INNER: u64 = 0x7e7e_7e7e_7e7e_7e7e;

    #[inline(always)]
    fn moves_along(own: u64, through: u64, distance: u32) -> u64 {
        let mut up = through & own << distance;
        up |= through & up << distance;
        let two_up = through & through << distance;
        up |= two_up & up << (2 * distance);
        up |= two_up & up << (2 * distance);
        let mut down = through & own >> distance;
        down |= through & down >> distance;
        let two_down = through & through >> distance;
        down |= two_down & down >> (2 * distance);
        down |= two_down & down >> (2 * distance);
        up << distance | down >> distance
    }

    #[inline(always)]
    pub(super) fn legal(own: u64, opp: u64) -> u64 {
        let inner = opp & INNER;
        let beside = moves_along(own, inner, 1)
            | moves_along(own, opp, 8)
            | moves_along(own, inner, 7)
            | moves_along(own, inner, 9);
        beside & !(own | opp)
    }

    #[inline(always)]
    fn flips_along(own: u64, through: u64, placed: u64, distance: u32) -> u64 {
        let two_up = through & through << distance;
        let two_down = through & through >> distance;
        let mut up = through & placed << distance;
        up |= through & up << distance;
        up |= two_up & up << (2 * distance);
        up |= two_up & up << (2 * distance);
        let mut down = through & placed >> distance;
        down |= through & down >> distance;
        down |= two_down & down >> (2 * distance);
        down |= two_down & down >> (2 * distance);
        let closed_up = if up << distance & own != 0 { up } else { 0 };
        let closed_down = if down >> distance & own != 0 { down } else { 0 };
        closed_up | closed_down
    }

    #[inline(always)]
    pub(super) fn flips(own: u64, opp: u64, placed: u64) -> u64 {
        let inner = opp & INNER;
        flips_along(own, inner, placed, 1)
            | flips_along(own, opp, placed, 8)
            | flips_along(own, inner, placed, 7)
            | flips_along(own, inner, placed, 9)
    }

    pub(super) fn perft(own: u64, opp: u64, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut moves = legal(own, opp);
        if depth == 1 {
            return u64::from(moves.count_ones().max(1));
        }
        if moves == 0 {
            return if legal(opp, own) == 0 { 1 } else { perft(opp, own, depth - 1) };
        }
        let mut leaves = 0;
        while moves != 0 {
            let placed = moves & moves.wrapping_neg();
            moves ^= placed;
            let flips = flips(own, opp, placed);
            leaves += perft(opp ^ flips, own | placed | flips, depth - 1);
        }
        leaves
    }
}

/// A position and one of its legal moves.
#[derive(Clone, Copy)]
struct Case {
    discs: Discs<u64>,
    square: Square,
}

/// Positions of random games from the start (Marsaglia's xorshift), each with the move that was played.
static CASES: LazyLock<Vec<Case>> = LazyLock::new(|| {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut cases = Vec::new();
    let mut position = Position::<8>::start();
    while cases.len() < 4096 {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        let moves = u64::from(position.mobility());
        position = match position.moves().nth((state % moves.max(1)) as usize) {
            Some(square) => {
                cases.push(Case { discs: position.discs(), square });
                position.play(square).expect("a legal move")
            }
            None if position.is_terminal() => Position::start(),
            None => position.pass().expect("no move"),
        };
    }
    for &Case { discs: Discs { own, opp }, square } in &cases {
        let discs = Discs { own, opp };
        assert_eq!(Othello::<8>::legal(discs), by_hand::legal(own, opp));
        let flips = Othello::<8>::flips(discs, OneHot::from_square(square, own));
        assert_eq!(flips, by_hand::flips(own, opp, 1 << square.index()));
    }
    cases
});

fn sum(of: impl Fn(&Case) -> u64) -> u64 {
    black_box(CASES.as_slice()).iter().fold(0, |sum, case| sum.wrapping_add(of(case)))
}

fn legal_native() -> u64 {
    sum(|case| Othello::<8>::legal(case.discs))
}

fn legal_by_hand() -> u64 {
    sum(|case| by_hand::legal(case.discs.own, case.discs.opp))
}

fn flips_native() -> u64 {
    sum(|case| Othello::<8>::flips(case.discs, OneHot::from_square(case.square, case.discs.own)))
}

fn flips_by_hand() -> u64 {
    sum(|case| by_hand::flips(case.discs.own, case.discs.opp, 1 << case.square.index()))
}

/// The sum over all cases, four together.
fn sum_of_fours(of: impl Fn(Discs<Lanes>, OneHot<Lanes>) -> Lanes) -> u64 {
    let (fours, _) = black_box(CASES.as_slice()).as_chunks::<{ Lanes::COUNT }>();
    let word = |four: &[Case; Lanes::COUNT]| {
        let own = Lanes::from_fn(|lane| four[lane].discs.own);
        let opp = Lanes::from_fn(|lane| four[lane].discs.opp);
        let placed = Lanes::from_fn(|lane| 1 << four[lane].square.index());
        of(Discs { own, opp }, OneHot::assume(placed))
    };
    fours.iter().flat_map(|four| word(four).lanes()).fold(0, u64::wrapping_add)
}

fn legal_of_four() -> u64 {
    sum_of_fours(|discs, _| Othello::<8>::legal(discs))
}

fn flips_of_four() -> u64 {
    sum_of_fours(Othello::<8>::flips)
}

fn perft_native() -> u64 {
    black_box(Position::<8>::start()).perft(DEPTH)
}

fn perft_by_traits() -> u64 {
    black_box(rules::Position::start(&Othello::<8>)).perft(&Othello::<8>, DEPTH)
}

fn perft_by_hand() -> u64 {
    let Discs { own, opp } = black_box(Position::<8>::start().discs());
    by_hand::perft(own, opp, DEPTH)
}

/// The same work, natively and written by hand.
type Pair = (&'static str, fn() -> u64, fn() -> u64);

const PAIRS: [Pair; 6] = [
    ("legal", legal_native, legal_by_hand),
    ("flips", flips_native, flips_by_hand),
    ("legal, four boards at once", legal_of_four, legal_by_hand),
    ("flips, four boards at once", flips_of_four, flips_by_hand),
    ("perft", perft_native, perft_by_hand),
    ("perft by the traits", perft_by_traits, perft_by_hand),
];

#[divan::bench(args = PAIRS.map(|pair| pair.0))]
fn native(bencher: Bencher<'_, '_>, what: &str) {
    run(bencher, what, |pair| pair.1);
}

#[divan::bench(args = PAIRS.map(|pair| pair.0))]
fn hand_written(bencher: Bencher<'_, '_>, what: &str) {
    run(bencher, what, |pair| pair.2);
}

fn run(bencher: Bencher<'_, '_>, what: &str, side: fn(&Pair) -> fn() -> u64) {
    let pair = PAIRS.iter().find(|pair| pair.0 == what).expect("a pair");
    let work = side(pair);
    let items = if what.starts_with("perft") { work() as usize } else { CASES.len() };
    bencher.counter(ItemsCount::new(items)).bench(work);
}

fn print_ratios() {
    println!("\nnative / by hand, least of alternating runs on {} squares:", Grid::<8, 8>::SQUARES);
    for (what, native, by_hand) in PAIRS {
        assert_eq!(native(), by_hand(), "{what}");
        let mut least = [f64::INFINITY; 2];
        let rounds = if what.starts_with("perft") { 40 } else { 4_000 };
        for _ in 0..rounds {
            for (least, work) in least.iter_mut().zip([native, by_hand]) {
                let start = Instant::now();
                black_box(work());
                *least = least.min(start.elapsed().as_secs_f64());
            }
        }
        let [native, by_hand] = least;
        println!("  {what}: {:.2} ({:.2} us / {:.2} us)", native / by_hand, native * 1e6, by_hand * 1e6);
    }
}
