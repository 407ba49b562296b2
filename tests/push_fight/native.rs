//! Push Fight four ways: the native engine, the rules over machine words, the circuit of the rules and the naive game
//! say the same, on small boards of every position and on the published board of random ones.

use crate::support::random::Random;
use certamen::games::push_fight::search::{
    Limits, Value, is_stuck, predecessors, solve, successors, turn_between, winning,
};
use certamen::work::Stop;
use encodings::board::Mask;
use encodings::circuit::{Circuit, CircuitWord};
use encodings::push_fight::board::{Board, DIRECTIONS};
use encodings::push_fight::index::{Index, Indexes};
use encodings::push_fight::position::squares;
use encodings::push_fight::rules::{self, Move, Pieces, Push, Side, Turn};
use encodings::push_fight::{Played, Position, PushFight, Standard, notation};
use encodings::word::{OneHot, Word};
use std::collections::{BTreeMap, BTreeSet};
use verify::push_fight as naive;

/// All turns by the rules as they are written: where they lead, and whether one wins.
struct ByRules<B: Board> {
    next: BTreeSet<Position<B>>,
    wins: bool,
    is_stuck: bool,
}

fn by_rules<B: Board>(position: Position<B>) -> ByRules<B> {
    let mut found = ByRules { next: BTreeSet::new(), wins: false, is_stuck: true };
    let mut arranged = BTreeSet::from([position.pieces()]);
    for _ in 0..2 {
        for pieces in arranged.clone() {
            for from in squares::<B>(pieces.own.all()) {
                for to in squares::<B>(rules::reach::<B, u32>(pieces, OneHot::of(from, 0))) {
                    let step = Move { from: OneHot::of(from, 0), to: OneHot::of(to, 0) };
                    arranged.insert(rules::moved(pieces, step));
                }
            }
        }
    }
    for pieces in arranged {
        let mut any = false;
        for from in squares::<B>(pieces.own.all()) {
            for direction in DIRECTIONS {
                let pushed = rules::pushed_along::<B, u32>(pieces, OneHot::of(from, 0), direction);
                let able = rules::able::<B, u32>(pieces, direction).bit(from.index());
                assert_eq!(pushed.legal, able, "{position:?} {from:?} {direction:?}");
                let wins = rules::able_to_win::<B, u32>(pieces, direction).bit(from.index());
                assert_eq!(pushed.legal && pushed.wins, wins, "{position:?} {from:?} {direction:?}");
                any |= pushed.legal;
                if pushed.legal && !pushed.wins {
                    found.next.insert(Position::new(pushed.next).expect("a position"));
                }
                found.wins |= wins;
            }
        }
        assert_eq!(rules::can_push::<B, u32>(pieces), any);
        found.is_stuck &= !any;
    }
    found
}

pub(crate) fn all<B: Board>() -> Vec<Position<B>> {
    let indexes = Indexes::<B>::new();
    (0..indexes.len()).filter_map(|index| indexes.position(Index(index))).collect()
}

fn is_generated<B: Board>(position: Position<B>) -> ByRules<B> {
    let rules = by_rules(position);
    assert!(successors(position).into_iter().eq(rules.next.iter().copied()), "{position:?}");
    assert_eq!(is_stuck(position), rules.is_stuck, "{position:?}");
    let turn = winning(position);
    assert_eq!(turn.is_some(), rules.wins, "{position:?}");
    if let Some(turn) = turn {
        assert_eq!(position.play(&turn), Ok(Played::Won), "{position:?} {}", turn.name::<B>());
    }
    rules
}

/// Holds generation against the rules for every position of a board, and un-turns against turns.
fn are_generated<B: Board>() {
    let mut before: BTreeMap<Position<B>, BTreeSet<Position<B>>> = BTreeMap::new();
    for position in all::<B>() {
        for next in is_generated(position).next {
            before.entry(next).or_default().insert(position);
        }
    }
    for position in all::<B>() {
        let expected = before.remove(&position).unwrap_or_default();
        assert!(predecessors(position).into_iter().eq(expected), "{position:?}");
    }
    assert!(before.is_empty());
}

#[test]
fn small_boards_are_generated_as_the_rules_say() {
    are_generated::<PushFight<4, 3, 1, 1>>();
    are_generated::<PushFight<4, 4, 1, 1>>();
    are_generated::<PushFight<6, 3, 1, 0>>();
}

#[test]
fn samples_of_larger_boards_are_generated_as_the_rules_say() {
    fn sample<B: Board>(positions: usize) {
        let indexes = Indexes::<B>::new();
        let mut random = Random::new(0x5eed);
        for _ in 0..positions {
            let position =
                indexes.position(Index(random.below(indexes.len() as usize) as u64)).expect("an index");
            let next = is_generated(position).next;
            if let Some(&next) = next.iter().nth(random.below(next.len().max(1))) {
                let turn = turn_between(position, next).expect("a turn leads there");
                assert_eq!(position.play(&turn), Ok(Played::Next(next)));
                assert!(predecessors(next).contains(&position), "{position:?} {next:?}");
            }
        }
    }
    sample::<PushFight<4, 4, 2, 1>>(300);
    sample::<PushFight<5, 4, 2, 2>>(60);
    sample::<Standard>(12);
}

/// A position has a predecessor if some push can have ended in it: a row of one piece leaves the anchor a pusher.
#[test]
fn positions_that_no_push_can_have_led_to_have_no_predecessor() {
    fn hold<B: Board>(positions: impl Iterator<Item = Position<B>>) -> u64 {
        let check = |position: &Position<B>| {
            assert_eq!(predecessors(*position).is_empty(), !position.follows_a_push(), "{position:?}");
            !position.follows_a_push()
        };
        positions.filter(check).count() as u64
    }
    let small = Indexes::<PushFight<4, 4, 2, 1>>::new();
    let without = all::<PushFight<4, 4, 2, 1>>().into_iter().filter(|position| !position.follows_a_push());
    assert_eq!(without.count() as u64, small.len() - 2 * small.minimized_len());
    hold(all::<PushFight<4, 4, 2, 1>>().into_iter().step_by(13));
    // 57.06 of a hundred: four standard errors of 400 samples are ten of a hundred.
    let indexes = Indexes::<Standard>::new();
    let mut random = Random::new(0xdead);
    let samples = (0..400).map(|_| Index(random.below(indexes.len() as usize) as u64));
    let without = hold(samples.filter_map(|index| indexes.position(index)));
    assert!((188..=268).contains(&without), "{without}");
}

/// The naive game's board of the same shape.
pub(crate) fn variant<B: Board>() -> naive::Variant {
    let (files, ranks) = (B::LAYOUT.files(), B::LAYOUT.ranks());
    let row = |rank: usize| match rank {
        0 => (1, files - 3),
        _ if rank == ranks - 1 => (2, files - 3),
        _ => (0, files),
    };
    let rows: Vec<(usize, usize)> = (0..ranks).rev().map(row).collect();
    let layout = naive::Layout::new(&rows).expect("a layout");
    naive::Variant::new(layout, B::MOVERS, B::PUSHERS).expect("a variant")
}

pub(crate) fn naively<B: Board>(position: Position<B>) -> naive::Position {
    naive::parse_position(&variant::<B>(), &notation::print(position)).expect("a position")
}

/// Holds turns, values of one turn and indexes against the naive game.
fn agrees_with_naive<B: Board>(indexes: &Indexes<B>, index: u64) {
    let position = indexes.position(Index(index)).expect("an index");
    let drawn = naively(position);
    assert_eq!(naive::index(&drawn), Some(index));
    let expected = naive::successors(&drawn);
    let native: BTreeSet<String> = successors(position).into_iter().map(notation::print).collect();
    let expected_texts: BTreeSet<String> = expected.positions.iter().map(naive::write_line).collect();
    assert_eq!(native, expected_texts, "{position:?}");
    assert_eq!(winning(position).is_some(), expected.wins, "{position:?}");
    assert_eq!(is_stuck(position), !naive::has_legal_turn(&drawn), "{position:?}");
    assert_eq!(position.follows_a_push(), naive::can_have_been_pushed(&drawn), "{position:?}");
}

#[test]
fn the_naive_game_agrees() {
    let small = Indexes::<PushFight<4, 3, 1, 1>>::new();
    (0..small.len()).for_each(|index| agrees_with_naive(&small, index));
    let mut random = Random::new(0xf19);
    let wide = Indexes::<PushFight<5, 4, 2, 1>>::new();
    (0..40).for_each(|_| agrees_with_naive(&wide, random.below(wide.len() as usize) as u64));
    let full = Indexes::<Standard>::new();
    (0..4).for_each(|_| agrees_with_naive(&full, random.below(full.len() as usize) as u64));
}

/// The values of all positions of a small board, by sweeps as the seed makes them.
fn solved<B: Board>() -> BTreeMap<Position<B>, Value> {
    let positions = all::<B>();
    let next: BTreeMap<_, _> = positions.iter().map(|&position| (position, successors(position))).collect();
    let mut values = BTreeMap::new();
    for &position in &positions {
        if winning(position).is_some() {
            values.insert(position, Value::Win(1));
        } else if is_stuck(position) {
            values.insert(position, Value::Loss(0));
        }
    }
    for turns in 1.. {
        let known = values.len();
        for lost in [true, false] {
            let mut found = Vec::new();
            for position in positions.iter().filter(|position| !values.contains_key(position)) {
                let value = |next: &Position<B>| values.get(next).copied();
                if lost && next[position].iter().all(|next| matches!(value(next), Some(Value::Win(_)))) {
                    found.push((*position, Value::Loss(turns)));
                } else if !lost
                    && next[position].iter().any(|next| matches!(value(next), Some(Value::Loss(_))))
                {
                    found.push((*position, Value::Win(turns + 1)));
                }
            }
            values.extend(found);
        }
        if values.len() == known {
            break;
        }
    }
    values
}

/// Solves every position of a small board on demand, and holds the values against those of the sweeps.
fn are_solved<B: Board>(turns: u32, step: usize) -> BTreeSet<String> {
    let values = solved::<B>();
    let mut met = BTreeSet::new();
    for position in all::<B>().into_iter().step_by(step) {
        let expected = match values.get(&position) {
            Some(&value @ (Value::Win(known) | Value::Loss(known))) if known <= turns => value,
            _ => Value::Open(turns),
        };
        let limits = Limits { turns, time: None, memory: 1 << 13 };
        let solution = solve(position, limits, &Stop::new());
        assert_eq!(solution.value, expected, "{position:?}");
        met.insert(expected.to_string());
    }
    met
}

#[test]
fn small_boards_are_solved_on_demand_as_by_sweeps() {
    let met = are_solved::<PushFight<4, 3, 1, 1>>(6, 1);
    assert!(met.contains("W1") && met.contains("L1"), "{met:?}");
    let met = are_solved::<PushFight<4, 4, 1, 1>>(5, 3);
    assert!(met.len() >= 6, "{met:?}");
    are_solved::<PushFight<6, 3, 1, 1>>(4, 7);
}

/// The rules as a circuit, and 64 positions and turns at a time.
struct Simulated<B: Board> {
    circuit: Circuit,
    outputs: Vec<encodings::circuit::Signal>,
    board: std::marker::PhantomData<B>,
}

/// The words of a position and a turn.
type Words<W> = [W; 11];

fn applied<B: Board, W: Word>(words: Words<W>) -> (Vec<W::Bit>, [W; 5]) {
    let [a, b, c, d, anchor, from1, to1, from2, to2, from, to] = words;
    let pieces = Pieces { own: Side { pushers: a, movers: b }, opp: Side { pushers: c, movers: d }, anchor };
    let step = |from, to| Move { from: OneHot::assume(from), to: OneHot::assume(to) };
    let push = Push { from: OneHot::assume(from), to: OneHot::assume(to) };
    let turn = Turn { moves: [step(from1, to1), step(from2, to2)], push };
    let pushed = rules::apply::<B, W>(pieces, turn);
    let bits = vec![
        pushed.legal,
        pushed.wins,
        rules::well_formed::<B, W>(pieces),
        rules::follows_a_push::<B, W>(pieces),
        rules::can_push::<B, W>(pieces),
        rules::can_win::<B, W>(pieces),
    ];
    let next = pushed.next;
    (bits, [next.own.pushers, next.own.movers, next.opp.pushers, next.opp.movers, next.anchor])
}

impl<B: Board> Simulated<B> {
    fn new() -> Self {
        let circuit = Circuit::new();
        let outputs = {
            let words: Words<CircuitWord> = std::array::from_fn(|_| circuit.inputs(B::LAYOUT.squares()));
            let (bits, next) = applied::<B, CircuitWord>(words);
            let bits = bits.into_iter().map(encodings::circuit::CircuitBit::signal);
            bits.chain(next.into_iter().flat_map(CircuitWord::signals)).collect()
        };
        Self { circuit, outputs, board: std::marker::PhantomData }
    }

    /// Compares at most 64 cases; how many of them are legal turns.
    fn compare(&self, cases: &[Words<u32>]) -> usize {
        let width = B::LAYOUT.squares();
        let mut inputs = vec![0u64; 11 * width];
        for (lane, words) in cases.iter().enumerate() {
            for (at, input) in inputs.iter_mut().enumerate() {
                *input |= u64::from(words[at / width] >> (at % width) & 1) << lane;
            }
        }
        let simulation = self.circuit.graph().simulate(&inputs);
        let mut legal = 0;
        for (lane, words) in cases.iter().enumerate() {
            let (bits, next) = applied::<B, u32>(*words);
            let native = bits
                .iter()
                .copied()
                .chain(next.iter().flat_map(|word| (0..width).map(move |index| word >> index & 1 == 1)));
            // Where a turn is not legal the rules say nothing of what follows.
            let shown = if bits[0] { usize::MAX } else { bits.len() };
            for (at, (signal, expected)) in self.outputs.iter().zip(native).enumerate().take(shown) {
                if at == 1 && !bits[0] {
                    continue;
                }
                assert_eq!(simulation.value(*signal) >> lane & 1 == 1, expected, "{words:x?}, output {at}");
            }
            legal += usize::from(bits[0]);
        }
        legal
    }
}

/// A position of a random index with a turn whose moves and push are random, legal more often than chance has it.
fn random_case<B: Board>(indexes: &Indexes<B>, random: &mut Random) -> Words<u32> {
    let Pieces { own, opp, anchor } =
        indexes.position(Index(random.below(indexes.len() as usize) as u64)).expect("an index").pieces();
    let board = 0u32.constant(&B::SQUARES);
    let mut one_of = |word: u32| {
        let squares: Vec<usize> = Mask::from_u64(u64::from(word)).indices().collect();
        squares.get(random.below(squares.len().max(1))).map_or(1, |&index| 1u32 << index)
    };
    let free = board & !own.all() & !opp.all();
    let (from1, to1) = (one_of(own.all()), one_of(free));
    let stays = one_of(board) & opp.all() != 0;
    let to1 = if stays { from1 } else { to1 };
    let (from2, to2) = (one_of(own.all() & !from1 | to1), one_of(free & !to1 | from1));
    let from = one_of(own.pushers & !from1 & !from2 | own.pushers & to1);
    let to = one_of(B::beside(from) & board);
    [own.pushers, own.movers, opp.pushers, opp.movers, anchor, from1, to1, from2, to2, from, to]
}

fn circuit_agrees<B: Board>(batches: usize) {
    let simulated = Simulated::<B>::new();
    let indexes = Indexes::<B>::new();
    let mut random = Random::new(7);
    let mut legal = 0;
    for _ in 0..batches {
        let cases: Vec<Words<u32>> = (0..64).map(|_| random_case(&indexes, &mut random)).collect();
        legal += simulated.compare(&cases);
    }
    assert!(legal > batches, "{legal} legal turns in {batches} batches");
}

#[test]
fn the_circuit_of_the_rules_agrees() {
    circuit_agrees::<PushFight<4, 4, 2, 1>>(60);
    circuit_agrees::<Standard>(40);
}

/// A way over free squares needs as many steps as there are free squares at the most: the bound of the closure.
#[test]
fn ways_over_free_squares_are_settled() {
    for position in all::<PushFight<4, 4, 1, 1>>() {
        let pieces = position.pieces();
        let free = pieces.free::<PushFight<4, 4, 1, 1>>();
        for from in squares::<PushFight<4, 4, 1, 1>>(pieces.own.all()) {
            let seed = 1u32 << from.index();
            let step = |reached: u32| reached | free & PushFight::<4, 4, 1, 1>::beside(reached);
            assert!(seed.closure(PushFight::<4, 4, 1, 1>::FREE, step).settled);
        }
    }
}
