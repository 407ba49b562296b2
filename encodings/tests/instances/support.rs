//! Compares the instances of any game's rules with each other.

use encodings::circuit::{Circuit, CircuitWord, Signal, Simulation};
use encodings::rules::{Boards, NamedWords, Phase, Position, Rules, Step, StepKind};
use encodings::term::{TermValue, TermWord, Terms};
use encodings::word::{OneHot, Word};

/// A step with the board that it leads to.
type Played<B, W> = (Step<W>, B);

/// The results of the rules for a board, in any kind of word: the words of the family, the outcome and the board itself
/// as truth values, and the board after each step of the layout.
struct Said<R: Rules, W: Word> {
    words: Vec<(StepKind, W)>,
    bits: [W::Bit; 4],
    played: Vec<Played<R::Board<W>, W>>,
}

impl<R: Rules, W: Word> Said<R, W> {
    fn of(rules: &R, board: R::Board<W>) -> Self {
        let words: Vec<_> = rules.moves(board).iter().collect();
        let outcome = rules.outcome(board);
        let bits = [outcome.won, outcome.lost, outcome.drawn, rules.well_formed(board)];
        let steps = words.iter().flat_map(|&(kind, word)| {
            let at = move |square: usize| OneHot::assume(word.unit(square));
            (0..rules.layout().squares()).map(move |square| Step::new(kind, at(square), rules.layout()))
        });
        let played = steps.map(|step| (step, rules.next(board, step))).collect();
        Self { words, bits, played }
    }
}

/// Compares the circuit of a game with its native engine: moves, outcome, well-formedness, and the board after each
/// step.
pub(crate) fn circuit_agrees<R: Rules>(rules: &R, boards: &[R::Board<R::Native>]) {
    let squares = rules.layout().squares();
    let circuit = Circuit::new();
    let board: R::Board<CircuitWord> = rules.build(|_| circuit.inputs(squares));
    let said = Said::of(rules, board);
    let graph = circuit.graph();
    for batch in boards.chunks(64) {
        let natives: Vec<Said<R, R::Native>> = batch.iter().map(|&board| Said::of(rules, board)).collect();
        let lanes = |bit: &dyn Fn(usize) -> bool| {
            (0..batch.len()).fold(0u64, |lanes, lane| lanes | u64::from(bit(lane)) << lane)
        };
        let column = |word: &dyn Fn(usize) -> R::Native, square| lanes(&|lane| word(lane).bit(square));
        let names = rules.names().len();
        let inputs: Vec<u64> = (0..names)
            .flat_map(|name| (0..squares).map(move |square| (name, square)))
            .map(|(name, square)| column(&|lane| batch[lane].get(name), square))
            .collect();
        let simulation = graph.simulate(&inputs);
        let all = lanes(&|_| true);
        let same = |word: CircuitWord, native: &dyn Fn(usize) -> R::Native, lanes_meant: u64| {
            word.signals().iter().enumerate().all(|(square, &signal)| {
                (value(&simulation, signal) ^ column(native, square)) & lanes_meant == 0
            })
        };
        for (index, &(kind, word)) in said.words.iter().enumerate() {
            assert!(same(word, &|lane| natives[lane].words[index].1, all), "{}", kind.name());
        }
        for (index, bit) in said.bits.iter().enumerate() {
            let native = lanes(&|lane| natives[lane].bits[index]);
            assert_eq!(value(&simulation, bit.signal()) & all, native, "bit {index}");
        }
        for (index, (step, next)) in said.played.iter().enumerate() {
            let allowed = lanes(&|lane| {
                let family = rules.moves(batch[lane]);
                family.allows(natives[lane].played[index].0) == Some(true)
            });
            for name in 0..names {
                let native = |lane: usize| natives[lane].played[index].1.get(name);
                assert!(same(next.get(name), &native, allowed), "{:?} {index}", step.kind());
            }
        }
    }
}

fn value(simulation: &Simulation, signal: Signal) -> u64 {
    simulation.value(signal)
}

/// Compares the terms of a game with its native engine: moves, outcome and well-formedness.
pub(crate) fn terms_agree<R: Rules>(rules: &R, boards: &[R::Board<R::Native>]) {
    let squares = rules.layout().squares();
    let terms = Terms::new();
    let board: R::Board<TermWord> = rules.build(|_| terms.unknown(squares));
    let words: Vec<TermWord> = rules.moves(board).words().collect();
    let outcome = rules.outcome(board);
    let bits = [outcome.won, outcome.lost, outcome.drawn, rules.well_formed(board)];
    let number = |word: R::Native| {
        (0..squares).fold(0, |number: TermValue, square| number | TermValue::from(word.bit(square)) << square)
    };
    for &board in boards {
        let inputs: Vec<TermValue> = board.words().map(number).collect();
        let values = terms.evaluate(&inputs);
        let native: Vec<TermValue> = rules.moves(board).words().map(number).collect();
        assert_eq!(words.iter().map(|word| values[word.id().index()]).collect::<Vec<_>>(), native);
        let outcome = rules.outcome(board);
        let native = [outcome.won, outcome.lost, outcome.drawn, rules.well_formed(board)];
        assert_eq!(bits.map(|bit| values[bit.id().index()] == 1), native);
    }
}

/// Random numbers (Marsaglia's xorshift).
fn chance() -> impl FnMut(usize) -> usize {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    move |below| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        ((state >> 20) % below.max(1) as u64) as usize
    }
}

/// Boards of random games from the start, ends included.
pub(crate) fn reached_boards<R: Rules>(rules: &R, count: usize) -> Vec<R::Board<R::Native>> {
    let mut chance = chance();
    let mut position = Position::start(rules);
    let mut boards = Vec::new();
    while boards.len() < count {
        boards.push(position.board());
        position = match position.phase(rules) {
            Phase::Over(_) => Position::start(rules),
            Phase::Passes(next) => next,
            Phase::Moves(family) => {
                let step = family.clone().steps(rules.layout()).nth(chance(family.total() as usize));
                position.play(rules, step.expect("a step")).expect("a step of the position")
            }
        };
        let board = Position::new(rules, position.board());
        assert_eq!(board.as_ref(), Ok(&position), "a game reaches well-formed boards only");
    }
    boards
}

/// Random boards: each square is in one of the words or in none, with equal probability.
pub(crate) fn random_boards<R: Boards>(rules: &R, count: usize) -> Vec<R::Board<R::Native>> {
    let names = rules.names().len();
    let nothing = R::Native::default();
    let mut chance = chance();
    let mut board = || {
        let mut words = vec![nothing; names];
        for square in 0..rules.layout().squares() {
            if let Some(word) = words.get_mut(chance(names + 1)) {
                *word = *word | nothing.unit(square);
            }
        }
        NamedWords::build(names, |index| words[index])
    };
    (0..count).map(|_| board()).collect()
}
