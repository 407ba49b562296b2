//! Every operator as SMT-LIB text: z3 computes the same as machine words, on random words.

use super::operators::{Outcome, operators};
use crate::support::random::Random;
use crate::support::z3::Z3;
use cnf_out::smtlib::SolverAnswer;
use encodings::board::{Layout, Mask};
use encodings::statement::{Script, Statement, TermStatement};
use encodings::term::{TermBit, TermWord, Terms};
use encodings::word::Word;

/// Three words of a board, some sparse, some dense, some equal.
fn draw(random: &mut Random, squares: usize) -> [u128; 3] {
    let mask = u128::MAX >> (128 - squares);
    let [x, y, z] = [(); 3].map(|()| {
        let density = random.below(17);
        (u128::from(random.dense(density)) << 64 | u128::from(random.dense(density))) & mask
    });
    match random.below(6) {
        0 => [1 << random.below(squares), y, z],
        1 => [x, x, z],
        2 => [x, x ^ 1 << random.below(squares), z],
        3 => [0, mask, z],
        _ => [x, y, z],
    }
}

fn mask(bits: u128) -> Mask {
    (0..128).filter(|index| bits >> index & 1 == 1).fold(Mask::EMPTY, Mask::with)
}

/// Whether the term differs from the result of machine words.
fn differs<'t>(found: Outcome<TermWord<'t>>, expected: &Expected) -> TermBit<'t> {
    match (found, expected) {
        (Outcome::Word(word), Expected::Word(bits)) => !word.equals(word.constant(&mask(*bits))),
        (Outcome::Bit(bit), Expected::Bit(true)) => !bit,
        (Outcome::Bit(bit), Expected::Bit(false)) => bit,
        _ => panic!("a word for a truth value"),
    }
}

/// The result of an operator on machine words.
#[derive(Clone, Copy)]
enum Expected {
    Word(u128),
    Bit(bool),
}

/// The results of all operators on machine words, in order; words are cut to the board.
fn compute<N>(layout: Layout, words: [u128; 3]) -> Vec<Expected>
where
    N: Word<Bit = bool> + TryFrom<u128> + Into<u128>,
{
    let board = u128::MAX >> (128 - layout.squares());
    let words = words.map(|word| N::try_from(word).ok().expect("a word of this width"));
    let expected = |(_, outcome)| match outcome {
        Outcome::Word(word) => Expected::Word(N::into(word) & board),
        Outcome::Bit(bit) => Expected::Bit(bit),
    };
    operators(layout, words).into_iter().map(expected).collect()
}

/// Asks for one operator whether it differs from machine words in some round, or whether it never does.
fn question(layout: Layout, number: usize, rounds: &[([u128; 3], Vec<Expected>)], differ: bool) -> Script {
    let terms = Terms::new();
    let mut statement = TermStatement::new(&terms);
    let mut differences = Vec::new();
    for (round, (words, expected)) in rounds.iter().enumerate() {
        let unknowns = ["x", "y", "z"].map(|name| statement.unknown(&format!("{name}{round}"), layout));
        for (unknown, bits) in unknowns.into_iter().zip(words) {
            statement.require(unknown.equals(unknown.constant(&mask(*bits))));
        }
        differences.push(differs(operators(layout, unknowns)[number].1, &expected[number]));
    }
    let any = differences.into_iter().reduce(|any, difference| any | difference).expect("a round");
    statement.require(if differ { any } else { !any });
    statement.finish()
}

fn check_operators<N>(files: usize, ranks: usize)
where
    N: Word<Bit = bool> + TryFrom<u128> + Into<u128>,
{
    let Some(z3) = Z3::find() else { return };
    let layout = Layout::new(files, ranks).expect("a board");
    let mut random = Random::new(layout.squares() as u64);
    let rounds: Vec<_> = (0..12)
        .map(|_| {
            let words = draw(&mut random, layout.squares());
            (words, compute::<N>(layout, words))
        })
        .collect();
    for (number, (name, _)) in operators(layout, [N::try_from(0).ok().expect("zero"); 3]).iter().enumerate() {
        let differ = z3.answer(&question(layout, number, &rounds, true));
        assert_eq!(differ, SolverAnswer::Unsatisfiable, "{name} on {layout}");
        let agree = z3.answer(&question(layout, number, &rounds, false));
        assert!(matches!(agree, SolverAnswer::Satisfiable(_)), "{name} on {layout}: {agree:?}");
    }
}

#[test]
fn operators_on_16_bits() {
    check_operators::<u16>(4, 4);
}

#[test]
fn operators_on_25_bits() {
    check_operators::<u32>(5, 5);
}

#[test]
fn operators_on_64_bits() {
    check_operators::<u64>(8, 8);
}

#[test]
fn operators_on_128_bits() {
    check_operators::<u128>(16, 8);
}
