//! The values of phases over chunks are those of one run, whichever open positions are looked at, in windows of any size.

use super::super::value::narrow;
use super::super::{
    DividedSolver, KnownNumbers, NumberSet, PhaseWay, Place, RetroError, Solver, Value, pieces,
};
use super::direct::{Graph, WON, graph};
use certamen_work::stop::Stop;
use proptest::prelude::*;
use std::ops::Range;

/// The numbers from which a move leads to a member, in a chunk.
fn back(phases: &DividedSolver<'_>, last: &NumberSet, chunk: &Range<u64>) -> NumberSet {
    let mut before = NumberSet::new(chunk.clone());
    phases.before(last, &mut before, &Stop::new()).unwrap();
    before
}

/// The bytes of all numbers, by phases.
fn by_phases(game: &Graph, way: PhaseWay, chunk: u64, window: u64) -> Vec<u8> {
    let (phases, stop) = (Solver::new(game).with_numbers().divided(), Stop::new());
    let size = phases.size().unwrap();
    let mut bytes = vec![narrow::OPEN; size as usize];
    let (mut nothing, mut wins, mut last) =
        (NumberSet::new(0..size), NumberSet::new(0..size), NumberSet::new(0..size));
    let mut open = NumberSet::full(0..size);
    for chunk in pieces(0..size, chunk) {
        let KnownNumbers { nothing: none, lost, won } = phases.known(chunk, &stop).unwrap();
        none.iter().for_each(|number| nothing.insert(number));
        lost.iter().for_each(|number| last.insert(number));
        won.iter().for_each(|number| wins.insert(number));
    }
    for (set, byte) in [(&nothing, narrow::NOTHING), (&last, narrow::LOST), (&wins, narrow::WON)] {
        set.iter().for_each(|number| bytes[number as usize] = byte);
        open.take_out(set);
    }
    let mut alone = wins.clone();
    for plies in 1.. {
        let mut decided = NumberSet::new(0..size);
        for chunk in pieces(0..size, chunk) {
            let mut looked = NumberSet::full(chunk.clone());
            looked.keep(&open);
            if way == PhaseWay::Backwards {
                looked.keep(&back(&phases, &last, &chunk));
            }
            let mut won = NumberSet::new(chunk.clone());
            for window in pieces(0..size, window) {
                let of = |set: &NumberSet| {
                    let mut part = NumberSet::full(window.clone());
                    part.keep(set);
                    part
                };
                if plies % 2 == 1 {
                    phases.reach(&looked, &of(&last), &mut won, &stop).unwrap();
                } else {
                    phases.retain(&mut looked, &of(&wins), Some(&of(&nothing)), &stop).unwrap();
                }
            }
            let found = if plies % 2 == 1 { won } else { looked };
            found.iter().for_each(|number| decided.insert(number));
        }
        decided.iter().for_each(|number| bytes[number as usize] = narrow::byte(plies));
        open.take_out(&decided);
        if plies % 2 == 1 {
            decided.iter().for_each(|number| wins.insert(number));
        } else if decided.is_empty() {
            return bytes;
        }
        // Wins in 1 are also those of phase 0.
        alone.iter().for_each(|number| decided.insert(number));
        (last, alone) = (decided, NumberSet::new(0..size));
    }
    unreachable!("a game of at most 253 plies")
}

fn solved(game: &Graph) -> Vec<u8> {
    let solved = Solver::new(game).solve().unwrap();
    let code = |rank| match solved.value(Place { layer: 0, rank }) {
        None => narrow::NOTHING,
        Some(value) => narrow::of_code(Value::code(value)).expect("a byte"),
    };
    (0..game.size()).map(code).collect()
}

#[test]
fn phases_find_the_values_of_one_run() {
    let game = graph();
    let expected = solved(&game);
    for way in [PhaseWay::Forwards, PhaseWay::Backwards] {
        for (chunk, window) in [(3000, 3000), (700, 3000), (700, 450), (1, 3000)] {
            if chunk == 1 && way == PhaseWay::Backwards {
                continue;
            }
            assert!(by_phases(&game, way, chunk, window) == expected, "{way:?} {chunk} {window}");
        }
    }
}

#[test]
fn mistakes_of_a_game_are_named_by_phases() {
    let mut wrong = graph();
    let stop = Stop::new();
    wrong.set(77, vec![9000]);
    wrong.set(78, vec![1]);
    let phases = Solver::new(&wrong).with_numbers().divided();
    let mut wins = NumberSet::new(0..3000);
    wins.insert(0);
    let known = phases.known(0..3000, &stop).unwrap();
    let complaint = |number: u64| {
        let mut open = NumberSet::full(number..number + 1);
        phases.retain(&mut open, &wins, Some(&known.nothing), &stop).unwrap_err().to_string()
    };
    assert!(complaint(77).contains("number 9000 of layer all, which has 3000"));
    assert!(complaint(78).contains("number 1 of layer all"));
    // Positions that are not open.
    assert!(complaint(2).contains("a move wins, but it is not said to be won"));
    assert!(complaint(0).contains("has no move, and the game is not over there"));
    // A request to stop.
    stop.request();
    let is_stopped = |ended: Result<(), RetroError>| matches!(ended, Err(RetroError::Stopped(_)));
    assert!(is_stopped(phases.known(0..3000, &stop).map(drop)));
    assert!(is_stopped(phases.before(&known.lost, &mut known.won.clone(), &stop)));
}

proptest! {
    #[test]
    fn any_game_has_the_values_of_one_run(
        moves in prop::collection::vec(prop::option::weighted(0.95, prop::collection::vec(0u64..63, 0..5)), 60),
        chunk in 1u64..70, window in 1u64..70, is_back: bool,
    ) {
        // Moves to a number without a position are moves that win.
        let is_there: Vec<bool> = moves.iter().map(Option::is_some).collect();
        let to = |to: u64| if is_there.get(to as usize) == Some(&true) { to } else { WON };
        let moves = moves.into_iter().map(|moves| moves.map(|moves| moves.into_iter().map(to).collect()));
        let game = Graph::new(moves.collect());
        let way = if is_back { PhaseWay::Backwards } else { PhaseWay::Forwards };
        prop_assert_eq!(by_phases(&game, way, chunk, window), solved(&game));
    }
}
