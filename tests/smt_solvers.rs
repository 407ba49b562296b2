//! SMT-LIB texts given to a solver that is not ours: z3 finds what `CaDiCaL` finds, and takes every operator of words
//! for what machine words compute.
//!
//! The executable is named by `CERTAMEN_Z3`; else `z3` from the path is taken, else the one that `.ci/solvers`
//! installs. Where there is none, the tests say so and check nothing; where `CI` is set, they fail.
//!
//! What it does not show: an `unsat` of z3 comes without a proof.

mod support {
    pub(crate) mod random;
    pub(crate) mod z3;
}

use certamen::query::{BoardSize, OthelloMobility, Query};
use cnf_out::clausify::{Encoding, clausify};
use cnf_out::smtlib::{Model, SolverAnswer};
use cnf_out::solver::Cadical;
use encodings::board::{Layout, Mask, Permutation};
use encodings::statement::{Script, Statement, TermStatement};
use encodings::term::{TermBit, TermWord, Terms};
use encodings::word::{Bit, Count, Word};
use rustsat::solvers::{Solve, SolverResult};
use support::random::Random;
use support::z3::Z3;
use verify::othello as naive;

fn mobility(board: BoardSize, at_least: u32) -> OthelloMobility {
    OthelloMobility { board, at_least, empties: 0, symmetry_breaking: false, discs: None, reach: None }
}

/// Whether `CaDiCaL` finds a position.
fn cadical_finds(query: OthelloMobility) -> bool {
    let mut solver = Cadical::new();
    solver.add_cnf(clausify(&query.formula(), Encoding::default()).cnf).expect("clauses");
    match solver.solve().expect("an answer") {
        SolverResult::Sat => true,
        SolverResult::Unsat => false,
        SolverResult::Interrupted => panic!("CaDiCaL was interrupted"),
    }
}

/// Whether z3 finds a position; one that it finds is replayed.
fn z3_finds(z3: &Z3, query: OthelloMobility) -> bool {
    match z3.answer(&query.script()) {
        SolverAnswer::Satisfiable(model) => {
            replay(query, &model);
            true
        }
        SolverAnswer::Unsatisfiable => false,
        SolverAnswer::Unknown => panic!("z3 does not know: {query}"),
    }
}

/// Counts by the naive game what a model claims.
fn replay(query: OthelloMobility, model: &Model) {
    let word = |name| model.word(name).expect("a word that was asked for");
    let square = |(&own, &opp)| match (own, opp) {
        (true, false) => 'X',
        (false, true) => 'O',
        (false, false) => '-',
        (true, true) => panic!("two discs on one square"),
    };
    let board: String = word("own").iter().zip(word("opp")).map(square).collect();
    let witness = naive::witness(&board).expect("a board");
    assert!(witness.mobility() >= query.at_least as usize, "{query}: {board}");
    assert!(witness.empties >= query.empties as usize, "{query}: {board}");
    assert!(witness.centre_is_occupied(), "{query}: {board}");

    let side = query.board.side();
    let layout = Layout::new(side, side).expect("a board");
    let legal: Vec<String> = layout
        .all()
        .filter(|square| word("legal")[square.index()])
        .map(|square| layout.name(square).to_string())
        .collect();
    let moves: Vec<String> = witness.moves.iter().map(ToString::to_string).collect();
    assert_eq!(legal, moves, "{query}: {board}");
}

/// The largest number of legal moves, found by `CaDiCaL`, is the largest to z3 too.
fn same_bound(question: OthelloMobility) -> u32 {
    let query = |at_least| OthelloMobility { at_least, ..question };
    let board = question.board;
    let squares = (board.side() * board.side()) as u32;
    let most = (1..=squares).take_while(|&bound| cadical_finds(query(bound))).last().expect("a legal move");
    if let Some(z3) = Z3::find() {
        assert!(z3_finds(z3, query(most)));
        assert!(!z3_finds(z3, query(most + 1)));
    }
    most
}

/// With and without symmetry breaking.
fn same_bounds(board: BoardSize) -> [u32; 2] {
    [false, true]
        .map(|symmetry_breaking| same_bound(OthelloMobility { symmetry_breaking, ..mobility(board, 0) }))
}

#[test]
fn four_by_four() {
    assert_eq!(same_bounds(BoardSize::Four), [8, 8]);
}

#[test]
fn six_by_six() {
    assert_eq!(same_bounds(BoardSize::Six), [20, 20]);
}

#[test]
fn eight_by_eight() {
    let Some(z3) = Z3::find() else { return };
    assert!(z3_finds(z3, mobility(BoardSize::Eight, 30)));
}

/// What an operator gives.
#[derive(Clone, Copy)]
enum Outcome<W: Word> {
    Word(W),
    Bit(W::Bit),
}

/// Every operator of words, truth values and numbers.
fn operators<W: Word>(layout: Layout, [x, y, z]: [W; 3]) -> Vec<(&'static str, Outcome<W>)> {
    use Outcome::{Bit, Word};
    let squares = layout.squares();
    let count = x.popcount();
    let turned =
        Permutation::new(squares, |index| (index * (squares - 1) + 2) % squares).expect("a permutation");
    let [a, b, c] = [x.bit(0), y.bit(squares - 1), z.bit(squares / 2)];
    let spread = x.closure(3, |word| word | word.up(1) & y);
    vec![
        ("and", Word(x & y)),
        ("or", Word(x | y)),
        ("xor", Word(x ^ y)),
        ("constant", Word(x.constant(&Mask::first(7)))),
        ("up 1", Word(x.up(1))),
        ("up 9", Word(x.up(9))),
        ("up all but one", Word(x.up(squares - 1))),
        ("up all", Word(x.up(squares))),
        ("down 1", Word(x.down(1))),
        ("down 7", Word(x.down(7))),
        ("down all but one", Word(x.down(squares - 1))),
        ("down all", Word(x.down(squares))),
        ("select", Word(W::select(a, y, z))),
        ("permute", Word(x.permute(&turned))),
        ("closure", Word(spread.value)),
        ("settled", Bit(spread.settled)),
        ("bit", Bit(a)),
        ("any", Bit(x.any())),
        ("equals", Bit(x.equals(y))),
        ("lex_le", Bit(x.lex_le(y))),
        ("is_one_hot", Bit(x.is_one_hot())),
        ("at_least 0", Bit(count.at_least(0))),
        ("at_least 1", Bit(count.at_least(1))),
        ("at_least half", Bit(count.at_least(squares as u32 / 2))),
        ("at_least all", Bit(count.at_least(squares as u32))),
        ("at_least more", Bit(count.at_least(squares as u32 + 1))),
        ("at_least far more", Bit(count.at_least(4 * squares as u32))),
        ("is 1", Bit(count.is(1))),
        ("less_than", Bit(count.less_than(y.popcount()))),
        ("and of bits", Bit(a & b)),
        ("or of bits", Bit(a | b)),
        ("xor of bits", Bit(a ^ b)),
        ("not", Bit(!a)),
        ("select of bits", Bit(a.select(b, c))),
    ]
}

/// Three words of a board, some sparse, some dense, some alike.
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

/// Whether the term differs from what a machine word computed.
fn differs<'t>(found: Outcome<TermWord<'t>>, expected: &Expected) -> TermBit<'t> {
    match (found, expected) {
        (Outcome::Word(word), Expected::Word(bits)) => !word.equals(word.constant(&mask(*bits))),
        (Outcome::Bit(bit), Expected::Bit(true)) => !bit,
        (Outcome::Bit(bit), Expected::Bit(false)) => bit,
        _ => panic!("a word for a truth value"),
    }
}

/// What an operator gives on machine words.
#[derive(Clone, Copy)]
enum Expected {
    Word(u128),
    Bit(bool),
}

/// What all operators give on machine words, in their order; words are cut to the board.
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
