//! Push Fight three ways: the native engine, the rules over machine words and the naive game agree, on every position of
//! small boards and on random positions of the published board. `tests/rules/push_fight` has the circuit of the rules.

use crate::support::push_fight::naively;
use crate::support::random::Random;
use certamen::games::push_fight::search::{
    SearchLimits, TurnValue, is_stuck, predecessors, solve, successors, turn_between, winning,
};
use certamen::work::Stop;
use encodings::push_fight::board::{Board, DIRECTIONS};
use encodings::push_fight::index::{Index, Indexes};
use encodings::push_fight::position::squares;
use encodings::push_fight::rules::{self, Move};
use encodings::push_fight::{Position, PushFight, Standard, TurnOutcome, notation};
use encodings::word::{OneHot, Word};
use std::collections::{BTreeMap, BTreeSet};
use verify::push_fight as naive;

/// All turns by the rules over words: the positions after them, and whether one wins.
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
                for to in squares::<B>(rules::reach::<B, u32>(pieces, OneHot::from_square(from, 0))) {
                    let step = Move { from: OneHot::from_square(from, 0), to: OneHot::from_square(to, 0) };
                    arranged.insert(rules::moved(pieces, step));
                }
            }
        }
    }
    for pieces in arranged {
        let mut any = false;
        for from in squares::<B>(pieces.own.all()) {
            for direction in DIRECTIONS {
                let pushed = rules::pushed_along::<B, u32>(pieces, OneHot::from_square(from, 0), direction);
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
        assert_eq!(position.play(&turn), Ok(TurnOutcome::Won), "{position:?} {}", turn.name::<B>());
    }
    rules
}

/// Compares the generator with the rules for every position of a board, and turns backwards with turns.
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
                assert_eq!(position.play(&turn), Ok(TurnOutcome::Next(next)));
                assert!(predecessors(next).contains(&position), "{position:?} {next:?}");
            }
        }
    }
    sample::<PushFight<4, 4, 2, 1>>(300);
    sample::<PushFight<5, 4, 2, 2>>(60);
    sample::<Standard>(12);
}

/// A position has a predecessor if some push can have ended in it; a row of one piece leaves a pusher for the anchor.
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
    // The share is 57.06 percent; four standard errors of 400 samples are 10 percent.
    let indexes = Indexes::<Standard>::new();
    let mut random = Random::new(0xdead);
    let samples = (0..400).map(|_| Index(random.below(indexes.len() as usize) as u64));
    let without = hold(samples.filter_map(|index| indexes.position(index)));
    assert!((188..=268).contains(&without), "{without}");
}

/// Compares turns, values of one turn and indexes with the naive game.
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

/// The values of all positions of a small board, by sweeps as in the repository maksverver/pushfight.
fn solved<B: Board>() -> BTreeMap<Position<B>, TurnValue> {
    let positions = all::<B>();
    let next: BTreeMap<_, _> = positions.iter().map(|&position| (position, successors(position))).collect();
    let mut values = BTreeMap::new();
    for &position in &positions {
        if winning(position).is_some() {
            values.insert(position, TurnValue::Win(1));
        } else if is_stuck(position) {
            values.insert(position, TurnValue::Loss(0));
        }
    }
    for turns in 1.. {
        let known = values.len();
        for lost in [true, false] {
            let mut found = Vec::new();
            for position in positions.iter().filter(|position| !values.contains_key(position)) {
                let value = |next: &Position<B>| values.get(next).copied();
                if lost && next[position].iter().all(|next| matches!(value(next), Some(TurnValue::Win(_)))) {
                    found.push((*position, TurnValue::Loss(turns)));
                } else if !lost
                    && next[position].iter().any(|next| matches!(value(next), Some(TurnValue::Loss(_))))
                {
                    found.push((*position, TurnValue::Win(turns + 1)));
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

/// Solves every position of a small board on demand, and compares the values with those of the sweeps.
fn are_solved<B: Board>(turns: u32, step: usize) -> BTreeSet<String> {
    let values = solved::<B>();
    let mut met = BTreeSet::new();
    for position in all::<B>().into_iter().step_by(step) {
        let expected = match values.get(&position) {
            Some(&value @ (TurnValue::Win(known) | TurnValue::Loss(known))) if known <= turns => value,
            _ => TurnValue::Open(turns),
        };
        let limits = SearchLimits { turns, time: None, memory: 1 << 13 };
        let solution = solve(position, limits, &Stop::new());
        assert_eq!(solution.value, expected, "{position:?}");
        met.insert(expected.to_string());
    }
    met
}

#[test]
fn solving_small_boards_on_demand_agrees_with_sweeps() {
    let met = are_solved::<PushFight<4, 3, 1, 1>>(6, 1);
    assert!(met.contains("W1") && met.contains("L1"), "{met:?}");
    let met = are_solved::<PushFight<4, 4, 1, 1>>(5, 3);
    assert!(met.len() >= 6, "{met:?}");
    are_solved::<PushFight<6, 3, 1, 1>>(4, 7);
}

/// A way over free squares has at most as many steps as there are free squares: the bound of the closure.
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
