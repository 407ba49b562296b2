//! The three instances of a rule agree: machine words, circuit and terms, on random boards of each size; and every word
//! operator agrees with its machine-word instance.

use encodings::board::{Direction, Grid, Mask, Symmetry};
use encodings::circuit::{Circuit, CircuitBit, CircuitWord, Signal};
use encodings::othello::rules::{Discs, Othello};
use encodings::term::{TermBit, TermId, TermValue, Terms};
use encodings::word::{Count, OneHot, Word, run_by_prefix};
use proptest::prelude::*;

/// The value of a circuit word for one assignment of the inputs.
fn simulate(circuit: &Circuit, word: &[Signal], inputs: &[u64], width: usize) -> u64 {
    let bits: Vec<u64> = inputs.iter().flat_map(|&input| (0..width).map(move |i| input >> i & 1)).collect();
    let simulation = circuit.graph().simulate(&bits);
    word.iter().enumerate().fold(0, |value, (i, &signal)| value | (simulation.value(signal) & 1) << i)
}

fn evaluate(terms: &Terms, term: TermId, inputs: &[u64]) -> u64 {
    let inputs: Vec<TermValue> = inputs.iter().map(|&input| TermValue::from(input)).collect();
    terms.evaluate(&inputs)[term.index()] as u64
}

/// Rules and operators as functions from three words to one, so that one test covers all.
struct Case<const SIDE: usize>;

/// The functions under test, by name.
#[derive(Clone, Copy, Debug)]
enum Function {
    Legal,
    Flips,
    Apply,
    Select,
    Shift(Direction),
    Prefix(Direction),
    Permute(Symmetry),
}

impl<const SIDE: usize> Case<SIDE> {
    const WIDTH: usize = SIDE * SIDE;

    fn apply<W: Word>(function: Function, [a, b, c]: [W; 3]) -> W {
        let discs = Discs { own: a, opp: b };
        match function {
            Function::Legal => Othello::<SIDE>::legal(discs),
            Function::Flips => Othello::<SIDE>::flips(discs, OneHot::assume(c)),
            Function::Apply => {
                let next = Othello::<SIDE>::apply(discs, OneHot::assume(c));
                Grid::<SIDE, SIDE>::shift(next.own, Direction::North) | next.opp
            }
            Function::Select => W::select(a.any(), b, c),
            Function::Shift(direction) => Grid::<SIDE, SIDE>::shift(a, direction),
            Function::Prefix(direction) => {
                let (df, dr) = direction.delta();
                let through = b & b.constant(&Grid::<SIDE, SIDE>::entered(direction));
                run_by_prefix(a, through, df + dr * SIDE as isize, SIDE - 2)
            }
            Function::Permute(symmetry) => {
                let permutation = symmetry.permutation(Grid::<SIDE, SIDE>::LAYOUT).expect("a square board");
                a.permute(&permutation)
            }
        }
    }

    fn agree(function: Function, words: [u64; 3]) {
        let native = Self::apply(function, words);
        let circuit = Circuit::new();
        let inputs: [CircuitWord; 3] = std::array::from_fn(|_| circuit.inputs(Self::WIDTH));
        let word = Self::apply(function, inputs).signals();
        assert_eq!(
            simulate(&circuit, &word, &words, Self::WIDTH),
            native,
            "circuit: {function:?} {words:x?}"
        );
        let terms = Terms::new();
        let unknowns = std::array::from_fn(|_| terms.unknown(Self::WIDTH));
        let term = Self::apply(function, unknowns).id();
        assert_eq!(evaluate(&terms, term, &words), native, "terms: {function:?} {words:x?}");
    }

    fn agree_on_all(own: u64, opp: u64, square: usize) {
        let full = u64::MAX.constant(&Grid::<SIDE, SIDE>::FULL);
        let (own, opp) = (own & full, opp & !own & full);
        let placed = 1 << (square % Self::WIDTH) & !(own | opp);
        let words = [own, opp, placed];
        Self::agree(Function::Legal, words);
        Self::agree(Function::Flips, words);
        Self::agree(Function::Apply, words);
        Self::agree(Function::Select, words);
        for direction in Direction::ALL {
            Self::agree(Function::Shift(direction), words);
            Self::agree(Function::Prefix(direction), words);
        }
        for symmetry in Symmetry::ALL {
            Self::agree(Function::Permute(symmetry), words);
        }
    }
}

/// The operators that return bits.
fn bits<W: Word>(a: W, b: W, bound: u32) -> [W::Bit; 8] {
    [
        a.any(),
        a.equals(b),
        a.lex_le(b),
        b.lex_le(a),
        a.is_one_hot(),
        (a ^ b).is_one_hot(),
        a.popcount().at_least(bound),
        a.popcount().less_than(b.popcount()),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn rules_agree_in_all_instances(own: u64, opp: u64, square in 0..64usize) {
        Case::<8>::agree_on_all(own, opp, square);
        Case::<6>::agree_on_all(own, opp, square);
        Case::<4>::agree_on_all(own, opp, square);
    }

    /// Operators that return bits and numbers, at several widths.
    #[test]
    fn comparisons_agree_in_all_instances(a: u64, b: u64, width in 1..=64usize, bound in 0..70u32, near: bool) {
        let mask = u64::MAX.constant(&Mask::first(width));
        let (a, b) = (a & mask, if near { (a ^ 1 << (b % width as u64)) & mask } else { b & mask });
        let native = bits(a, b, bound);
        let circuit = Circuit::new();
        let signals = bits(circuit.inputs(width), circuit.inputs(width), bound).map(CircuitBit::signal);
        let value = simulate(&circuit, &signals, &[a, b], width);
        let terms = Terms::new();
        let (x, y) = (terms.unknown(width), terms.unknown(width));
        let ids = bits(x, y, bound).map(TermBit::id);
        for (index, expected) in native.into_iter().enumerate() {
            prop_assert_eq!(value >> index & 1 == 1, expected, "circuit, operator {}", index);
            prop_assert_eq!(evaluate(&terms, ids[index], &[a, b]) == 1, expected, "terms, operator {}", index);
        }
    }
}

#[test]
fn the_closure_of_a_line_settles_structurally() {
    // One more step than the bound gives the same signals: the graph itself shows that the bound suffices.
    let circuit = Circuit::new();
    let (own, opp) = (circuit.inputs(64), circuit.inputs(64));
    for direction in Direction::ALL {
        let open = opp & opp.constant(&Grid::<8, 8>::entered(direction));
        let nothing = own.constant(&Mask::EMPTY);
        let run = |bound| nothing.closure(bound, |met| open & Grid::<8, 8>::shift(own | met, direction));
        assert_eq!(run(7).settled.signal(), Signal::TRUE);
        assert_ne!(run(5).settled.signal(), Signal::TRUE);
    }
}
