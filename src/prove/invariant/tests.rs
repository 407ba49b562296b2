//! Systems at random, small enough to go through all their states.

use super::*;
use certamen_work::limits::Limits;
use encodings::board::Layout;
use encodings::circuit::{Circuit, CircuitWord};
use encodings::statement::{CircuitStatement, Statement};
use encodings::word::Word;

/// The bits of a state, and those that choose a ply.
const STATE: usize = 5;
const CHOICE: usize = 2;
/// Bits of a state and a choice together.
const ALL: usize = STATE + CHOICE;

struct Chance(u64);

impl Chance {
    fn below(&mut self, count: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 20) as usize % count
    }
}

/// A system as tables over the numbers of a state and of a choice.
struct Tables {
    start: usize,
    next: Vec<usize>,
    may: Vec<bool>,
    bad: Vec<bool>,
}

impl Tables {
    fn at_random(chance: &mut Chance) -> Self {
        // Few changes of a state, so that not every one leads to every other one.
        let next = |at: usize, chance: &mut Chance| {
            (at % (1 << STATE)) ^ ((1 << chance.below(STATE)) & chance.below(32))
        };
        let next = (0..1 << ALL).map(|at| next(at, chance)).collect();
        let start = chance.below(1 << STATE);
        let bad = (0..1 << STATE).map(|state| state != start && chance.below(12) == 0).collect();
        Self { start, next, may: (0..1 << ALL).map(|_| chance.below(2) == 0).collect(), bad }
    }

    /// The states that are reached, for each whether it is.
    fn reached(&self) -> Vec<bool> {
        let mut reached = vec![false; 1 << STATE];
        let mut open = vec![self.start];
        while let Some(state) = open.pop() {
            if std::mem::replace(&mut reached[state], true) || self.bad[state] {
                continue;
            }
            open.extend(self.after(state));
        }
        reached
    }

    fn after(&self, state: usize) -> impl Iterator<Item = usize> {
        let choices = (0..1 << CHOICE).map(move |choice| choice << STATE | state);
        choices.filter(|&at| self.may[at]).map(|at| self.next[at])
    }

    fn system(&self) -> PlySystem {
        let circuit = Circuit::new();
        let mut statement = CircuitStatement::new(&circuit);
        let layout = |bits| Layout::new(bits, 1).unwrap();
        let before = statement.unknown("before-state", layout(STATE));
        let choice = statement.unknown("choice", layout(CHOICE));
        let bits: Vec<_> =
            (0..STATE).map(|bit| before.bit(bit)).chain((0..CHOICE).map(|bit| choice.bit(bit))).collect();
        let of_table = |bits: &[_], table: &dyn Fn(usize) -> bool| decided(before, bits, 0, table);
        statement.require(of_table(&bits, &|at| self.may[at]));
        statement.require(!of_table(&bits[..STATE], &|at| self.bad[at]));
        let after: Vec<_> =
            (0..STATE).map(|bit| of_table(&bits, &|at| self.next[at] >> bit & 1 == 1)).collect();
        let bad = of_table(&after, &|at| self.bad[at]);
        let after = circuit.word(after.iter().map(|bit| bit.signal()).collect());
        statement.show("after-state", layout(STATE), after);
        statement.show(BAD, Layout::BIT, circuit.word(vec![bad.signal()]));
        let start = (0..STATE).map(|bit| self.start >> bit & 1 == 1).collect();
        PlySystem { formula: statement.finish(), start: vec![start] }
    }
}

/// The entry of a table at the number that bits have, the last bit first.
fn decided<'c>(
    like: CircuitWord<'c>,
    bits: &[<CircuitWord<'c> as Word>::Bit],
    at: usize,
    table: &dyn Fn(usize) -> bool,
) -> <CircuitWord<'c> as Word>::Bit {
    let Some((&last, others)) = bits.split_last() else { return like.truth(table(at)) };
    let zero = decided(like, others, at, table);
    let one = decided(like, others, at | 1 << others.len(), table);
    last & one | !last & zero
}

fn number(bits: &[bool]) -> usize {
    bits.iter().enumerate().filter(|(_, bit)| **bit).fold(0, |number, (place, _)| number | 1 << place)
}

#[test]
fn invariants_and_games_are_those_of_all_states() {
    let mut chance = Chance(0x9E37_79B9_7F4A_7C15);
    let (mut invariants, mut games) = (0, 0);
    for _ in 0..400 {
        let tables = Tables::at_random(&mut chance);
        let reached = tables.reached();
        let is_reached = (0..1 << STATE).any(|state| reached[state] && tables.bad[state]);
        match search(&tables.system(), &Limits::default()).unwrap() {
            Search::Invariant(clauses) => {
                assert!(!is_reached, "a state that is looked for is reached");
                let holds = |state: usize| {
                    let is_met = |&((_, bit), value): &Literal| (state >> bit & 1 == 1) == value;
                    !tables.bad[state] && clauses.iter().all(|clause| clause.iter().any(is_met))
                };
                assert!(holds(tables.start));
                let kept = (0..1 << STATE).filter(|&state| holds(state));
                assert!(kept.flat_map(|state| tables.after(state)).all(holds), "one ply keeps it");
                invariants += usize::from(!clauses.is_empty());
            }
            Search::Game(plies) => {
                assert!(is_reached);
                let mut state = tables.start;
                for ply in &plies {
                    let at = number(&ply[0]) << STATE | state;
                    assert!(tables.may[at]);
                    state = tables.next[at];
                }
                assert!(tables.bad[state]);
                games += usize::from(plies.len() > 1);
            }
            Search::Stopped(reason) => panic!("{reason}"),
        }
    }
    assert!(invariants > 20 && games > 20, "{invariants} invariants with clauses, {games} games");
}

#[test]
fn a_limit_ends_the_search() {
    let tables = Tables::at_random(&mut Chance(3));
    let limits = Limits::default().within(Some(std::time::Duration::ZERO));
    assert!(matches!(search(&tables.system(), &limits), Ok(Search::Stopped(_))));
}

#[test]
fn three_values_decide_only_what_both_values_decide() {
    use super::ternary::Cone;
    let tables = Tables::at_random(&mut Chance(5));
    let formula = tables.system().formula;
    let signals: Vec<_> =
        formula.words.iter().filter(|word| !word.chosen).flat_map(|word| word.word.clone()).collect();
    let mut cone = Cone::new(&formula.graph, signals.iter().copied());
    for known in 0..1_usize << ALL {
        for values in [0, 0b101_0101, 0b111_1111] {
            let inputs: Vec<_> =
                (0..ALL).map(|bit| (known >> bit & 1 == 1).then_some(values >> bit & 1 == 1)).collect();
            for &signal in &signals {
                if !cone.decides(&inputs, &[signal]) {
                    continue;
                }
                let lanes: Vec<u64> = (0..ALL)
                    .map(|bit| {
                        inputs[bit].map_or(
                            [0x5555_5555_5555_5555, 0x3333, 0xF0F0, 7, 0xFF00, 99, 12][bit],
                            |value| {
                                if value { u64::MAX } else { 0 }
                            },
                        )
                    })
                    .collect();
                let value = formula.graph.simulate(&lanes).value(signal);
                assert!(value == 0 || value == u64::MAX);
            }
        }
    }
}
