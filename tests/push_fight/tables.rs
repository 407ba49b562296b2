//! The tables against the naive game, against `solve-position`, and against the other ways to solve.

use crate::support::push_fight::{variant, variant_of};
use certamen::ask::flag::Given;
use certamen::games::push_fight::play::PushFightGame;
use certamen::games::push_fight::retro::{Form, PushFightRetro, Setup, TurnTarget};
use certamen::games::push_fight::search::{
    SearchLimits, TurnValue, predecessors, solve, successors, winning,
};
use certamen::play::Solvable as _;
use certamen::retro::positions::{Direct as _, DirectTarget, Game as _, Place, Resident, Solver, Value};
use certamen::retro::subject::NotatedGame as _;
use certamen::work::Stop;
use encodings::push_fight::board::Board;
use encodings::push_fight::number::{Number, Numbers};
use encodings::push_fight::{Position, PushFight, notation};
use rayon::prelude::*;
use std::ops::ControlFlow;
use verify::push_fight as naive;

type Smallest = PushFight<4, 3, 1, 1>;
type Small = PushFight<4, 4, 2, 1>;

fn game<B: Board>() -> PushFightRetro {
    let (files, ranks) = (B::LAYOUT.files(), B::LAYOUT.ranks());
    PushFightRetro::new(Setup { files, ranks, pushers: B::PUSHERS, movers: B::MOVERS }).expect("a board")
}

/// Solved by numbers, and by storing turns.
fn solved<B: Board>() -> (PushFightRetro, Resident) {
    let game = game::<B>();
    let solved = Solver::new(&game).with_numbers().solve().expect("tables");
    assert_eq!(Solver::new(&game).solve().expect("tables"), solved);
    (game, solved)
}

/// The position of a number.
fn position<B: Board>(game: &PushFightRetro, rank: u64) -> Position<B> {
    let Some(TurnTarget::Position(pieces)) = game.position(Place { layer: 0, rank }) else {
        panic!("a position")
    };
    Position::new(pieces).expect("a position")
}

/// The plies of a value in turns.
fn plies(value: naive::Value) -> Value {
    match value {
        naive::Value::Win(turns) => Value::Win(2 * turns as u16 - 1),
        naive::Value::Loss(turns) => Value::Loss(2 * turns as u16),
    }
}

/// The positions after each position's turns in the naive game; nothing if a turn pushes a piece off the board. Indexes
/// are those of the naive game.
fn all_turns(variant: &naive::Variant) -> Vec<Option<Vec<usize>>> {
    (0..naive::positions(variant).expect("few positions"))
        .into_par_iter()
        .map(|index| {
            let naive::Successors { positions, wins } =
                naive::successors(&naive::position_at(variant, index).expect("a position"));
            let indexes = positions.iter().map(|next| naive::index(next).expect("an index") as usize);
            (!wins).then(|| indexes.collect())
        })
        .collect()
}

/// All values by their definition, turn by turn. `None` is a position that no player wins. A turn that leaves the other
/// player without a push wins in 1, or, as the search counts, in 2.
fn defined(after: &[Option<Vec<usize>>], stuck_is_won_in: u32) -> Vec<Option<naive::Value>> {
    let mut values: Vec<Option<naive::Value>> = after
        .iter()
        .map(|after| match after {
            None => Some(naive::Value::Win(1)),
            Some(after) => after.is_empty().then_some(naive::Value::Loss(0)),
        })
        .collect();
    for turns in 1.. {
        let is_won = |value: Option<naive::Value>| matches!(value, Some(naive::Value::Win(_)));
        let is_lost = |value: Option<naive::Value>| matches!(value, Some(naive::Value::Loss(_)));
        let decide = |values: &mut Vec<Option<naive::Value>>, decided: naive::Value| {
            let open = after.iter().enumerate().filter(|&(index, _)| values[index].is_none());
            let holds = |after: &&Vec<usize>| match decided {
                naive::Value::Win(_) => after.iter().any(|&next| is_lost(values[next])),
                naive::Value::Loss(_) => after.iter().all(|&next| is_won(values[next])),
            };
            let found = open.filter(|(_, after)| after.as_ref().is_some_and(|after| holds(&after)));
            let found: Vec<usize> = found.map(|(index, _)| index).collect();
            for &index in &found {
                values[index] = Some(decided);
            }
            found.len()
        };
        // A win in as many turns comes before a loss in as many.
        let won = if turns < stuck_is_won_in { 0 } else { decide(&mut values, naive::Value::Win(turns)) };
        let lost = decide(&mut values, naive::Value::Loss(turns));
        if turns > 2 && won + lost == 0 {
            return values;
        }
    }
    unreachable!("turns end")
}

/// Compares every value with that of the naive game and with that of `solve-position`. Gives the numbers of wins, of
/// losses and of draws, and the most turns.
fn compared<B: Board>(every: u64) -> ([u64; 3], u32) {
    let (game, solved) = solved::<B>();
    let variant = variant::<B>();
    let after = all_turns(&variant);
    let (defined, by_search) = (defined(&after, 1), defined(&after, 2));
    assert_eq!(defined.len() as u64, 2 * game.layers()[0].size);
    let most = by_search.iter().flatten().map(|value| match value {
        naive::Value::Win(turns) | naive::Value::Loss(turns) => *turns,
    });
    let most = most.max().expect("a value");
    let (mut kinds, mut numbers) = ([0; 3], 0);
    for rank in 0..game.layers()[0].size {
        let position = position::<B>(&game, rank);
        let value = solved.value(Place { layer: 0, rank }).expect("a value");
        for image in [position, position.rotated()] {
            let drawn = naive::parse_position(&variant, &notation::print(image)).expect("a position");
            let expected = defined[naive::index(&drawn).expect("an index") as usize];
            assert_eq!(value, expected.map_or(Value::Draw, plies), "{image:?}");
            kinds[match expected {
                Some(naive::Value::Win(_)) => 0,
                Some(naive::Value::Loss(_)) => 1,
                None => 2,
            }] += 1;
        }
        numbers += 1;
        // After `most` turns no further position is decided, so a search to that depth also proves draws.
        if numbers % every == 0 {
            let limits = SearchLimits { turns: most, time: None, memory: 1 << 20 };
            let searched = match solve(position, limits, &Stop::new()).value {
                TurnValue::Win(turns) => Some(naive::Value::Win(turns)),
                TurnValue::Loss(turns) => Some(naive::Value::Loss(turns)),
                TurnValue::Open(_) => None,
            };
            let drawn = naive::parse_position(&variant, &notation::print(position)).expect("a position");
            let expected = by_search[naive::index(&drawn).expect("an index") as usize];
            assert_eq!(searched, expected, "{position:?}");
            // Who wins does not depend on how such turns are counted.
            let kind = |value: Option<naive::Value>| value.map(|value| matches!(value, naive::Value::Win(_)));
            assert_eq!(kind(expected), kind(defined[naive::index(&drawn).expect("an index") as usize]));
        }
    }
    (kinds, most)
}

#[test]
fn every_position_of_4x3_has_the_value_of_the_naive_game_and_of_the_search() {
    let (kinds, most) = compared::<Smallest>(1);
    assert_eq!(kinds.iter().sum::<u64>(), 360);
    assert!(kinds[0] > 10, "{kinds:?}, {most} turns");
}

#[test]
#[ignore = "all turns of 75,600 positions by the naive game, and all values by the search, take a minute"]
fn every_position_of_4x4_has_the_value_of_the_naive_game_and_of_the_search() {
    let (kinds, most) = compared::<Small>(1);
    assert_eq!(kinds.iter().sum::<u64>(), 75_600);
    assert!(kinds.iter().all(|&count| count > 500), "{kinds:?}, {most} turns");
}

#[test]
fn positions_of_4x4_have_the_values_of_the_search() {
    let (game, solved) = solved::<Small>();
    let limits = SearchLimits { turns: 4, time: None, memory: 1 << 20 };
    let mut decided = 0;
    for rank in (0..game.layers()[0].size).step_by(977) {
        let position = position::<Small>(&game, rank);
        let value = solved.value(Place { layer: 0, rank }).expect("a value");
        match solve(position, limits, &Stop::new()).value {
            TurnValue::Win(turns) => assert_eq!(value, Value::Win(2 * turns as u16 - 1), "{position:?}"),
            TurnValue::Loss(turns) => assert_eq!(value, Value::Loss(2 * turns as u16), "{position:?}"),
            TurnValue::Open(_) => {
                assert!(value.plies().is_none_or(|plies| plies > 8), "{position:?}: {value}");
            }
        }
        decided += usize::from(value != Value::Draw);
    }
    assert!(decided > 10, "{decided}");
}

/// Solves a board by numbers, and compares samples with the search, which counts a turn that leaves no push as a win in 2.
/// Gives the number of samples that are decided.
fn samples_are_searched<B: Board>(count: u64, turns: u32) -> usize {
    let game = game::<B>();
    let solved = Solver::new(&game).with_numbers().solve().expect("tables");
    let limits = SearchLimits { turns, time: None, memory: 1 << 22 };
    let size = game.layers()[0].size;
    let ranks = (0..count).into_par_iter().map(|place| size / count * place + place % 97);
    let decided = ranks.filter(|&rank| {
        let position = position::<B>(&game, rank);
        let value = solved.value(Place { layer: 0, rank }).expect("a value");
        let searched = solve(position, limits, &Stop::new()).value;
        let (is_same, most) = match searched {
            TurnValue::Win(turns) => (matches!(value, Value::Win(_)), 2 * turns - 1),
            TurnValue::Loss(turns) => (matches!(value, Value::Loss(_)), 2 * turns),
            TurnValue::Open(_) => {
                (value.plies().is_none_or(|plies| u32::from(plies) > 2 * (turns - 1)), u32::MAX)
            }
        };
        assert!(
            is_same && value.plies().is_none_or(|plies| u32::from(plies) <= most),
            "{position:?}: {value}"
        );
        !matches!(searched, TurnValue::Open(_))
    });
    decided.count()
}

#[test]
fn samples_of_a_board_that_the_search_decides() {
    assert!(samples_are_searched::<PushFight<6, 3, 2, 1>>(120, 3) > 60);
}

#[test]
#[ignore = "tables of 5x4 take minutes without optimization: cargo test --release"]
fn samples_of_5x4_that_the_search_decides() {
    assert!(samples_are_searched::<PushFight<5, 4, 3, 2>>(2000, 4) > 1000);
}

#[test]
#[ignore = "tables of 6x4 take many minutes without optimization: cargo test --release"]
fn samples_of_6x4_that_the_search_decides() {
    assert!(samples_are_searched::<PushFight<6, 4, 3, 1>>(2000, 3) > 1000);
}

/// Compares the values in the minimized form with those of the same positions among all. Gives the number of numbers.
fn minimized<B: Board>() -> u64 {
    let (all, values) = solved::<B>();
    let (files, ranks) = (B::LAYOUT.files(), B::LAYOUT.ranks());
    let setup = Setup { files, ranks, pushers: B::PUSHERS, movers: B::MOVERS };
    let game = PushFightRetro::in_form(setup, Form::Minimized).expect("a board");
    let solved = Solver::new(&game).with_numbers().solve().expect("tables");
    assert_eq!(Solver::new(&game).solve().expect("tables"), solved);
    let mut met = 0;
    for rank in 0..all.layers()[0].size {
        let position = position::<B>(&all, rank);
        let place = game.place(&TurnTarget::Position(position.pieces()));
        assert_eq!(place.is_some(), position.follows_a_push(), "{position:?}");
        if let Some(place) = place {
            assert_eq!(solved.value(place), values.value(Place { layer: 0, rank }), "{position:?}");
            met += 1;
        }
        let text = notation::print(position);
        assert_eq!(game.parse(&text).is_ok(), position.follows_a_push(), "{text}");
    }
    assert_eq!(met, game.layers()[0].size);
    met
}

#[test]
fn positions_that_follow_a_push_have_the_same_values_in_the_minimized_form() {
    assert!(minimized::<Smallest>() > 20);
    assert!(minimized::<PushFight<4, 3, 2, 0>>() > 0);
    assert!(minimized::<Small>() > 1000);
}

/// Compares turns and un-turns as numbers with lists of positions.
fn are_numbers<B: Board>(step: usize) {
    let (game, numbers) = (game::<B>(), Numbers::<B>::new());
    let sorted = |mut list: Vec<u64>| {
        list.sort_unstable();
        list.dedup();
        list
    };
    let listed = |list: Vec<Position<B>>| {
        sorted(list.into_iter().map(|position| numbers.number(position).expect("a number").0).collect())
    };
    for rank in (0..numbers.len()).step_by(step) {
        let position = numbers.position(Number(rank)).expect("a position");
        let (mut next, mut wins, mut before) = (Vec::new(), false, Vec::new());
        game.each_move(rank, |after| {
            match after {
                DirectTarget::Number(number) => next.push(number),
                DirectTarget::Won => wins = true,
            }
            ControlFlow::Continue(())
        });
        game.each_unmove(rank, |number| before.push(number));
        assert_eq!(sorted(next), listed(successors(position)), "{position:?}");
        assert_eq!(wins, winning(position).is_some(), "{position:?}");
        assert_eq!(sorted(before), listed(predecessors(position)), "{position:?}");
    }
}

#[test]
fn turns_as_numbers_are_those_of_positions() {
    are_numbers::<Smallest>(1);
    are_numbers::<PushFight<4, 3, 2, 0>>(1);
    are_numbers::<Small>(17);
    are_numbers::<PushFight<5, 4, 3, 2>>(1_000_003);
    are_numbers::<PushFight<6, 4, 3, 1>>(4_000_037);
    are_numbers::<PushFight<8, 3, 2, 1>>(2_000_003);
}

/// Checks that un-turns are the inverse of turns: each pair of a position and one after a turn occurs both ways.
fn are_inverse<B: Board>(step: usize) {
    let game = game::<B>();
    let leads = |from: u64, to: u64| {
        let mut is_found = false;
        game.each_move(from, |next| {
            is_found |= next == DirectTarget::Number(to);
            if is_found { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        is_found
    };
    let mut pairs = 0;
    for rank in (0..game.layers()[0].size).step_by(step) {
        let (mut before, mut next) = (Vec::new(), Vec::new());
        game.each_unmove(rank, |from| before.push(from));
        before.sort_unstable();
        before.dedup();
        for from in before {
            assert!(leads(from, rank), "{:?}", position::<B>(&game, rank));
            pairs += 1;
        }
        game.each_move(rank, |after| {
            next.extend(if let DirectTarget::Number(to) = after { Some(to) } else { None });
            ControlFlow::Continue(())
        });
        next.sort_unstable();
        next.dedup();
        for to in next {
            let mut is_found = false;
            game.each_unmove(to, |from| is_found |= from == rank);
            assert!(is_found, "{:?}", position::<B>(&game, rank));
            pairs += 1;
        }
    }
    assert!(pairs > 50, "{pairs}");
}

#[test]
fn turns_back_are_the_inverse_of_turns() {
    are_inverse::<Smallest>(1);
    are_inverse::<Small>(101);
    are_inverse::<PushFight<5, 4, 3, 2>>(10_000_019);
    are_inverse::<PushFight<6, 4, 3, 1>>(30_000_001);
}

#[test]
#[ignore = "all pairs of 4x4 take a minute without optimization"]
fn turns_back_are_the_inverse_of_turns_on_all_of_4x4() {
    are_inverse::<Small>(1);
}

#[test]
fn a_board_is_refused_by_what_it_has() {
    let refused = |given: &Given| PushFightGame.solving(given).err().expect("refused").to_string();
    let given = Given::new().with_text("board", "5x4").with_number("pushers", 1);
    let complaint = refused(&given);
    assert!(complaint.contains("1 --movers 2") && complaint.contains("3 and 2, 1 and 1"), "{complaint}");
    let complaint = refused(&Given::new().with_text("board", "9x4"));
    assert!(complaint.contains("4x3, 4x4, 5x4"), "{complaint}");
    let subject = |given: &Given| PushFightGame.solving(given).expect("a board").subject();
    assert_eq!(subject(&given.with_number("movers", 1)), "push-fight 5x4, pushers 1, movers 1");
    assert_eq!(subject(&Given::new().with_text("board", "6x4")), "push-fight 6x4");
}

#[test]
fn every_board_has_a_name_of_its_own_and_a_number_for_each_two_positions() {
    let mut names: Vec<String> = Setup::ALL.iter().map(Setup::to_string).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), Setup::ALL.len());
    for setup in Setup::ALL {
        let game = PushFightRetro::in_form(*setup, Form::All).expect("a board");
        let variant = variant_of((setup.files, setup.ranks), setup.pushers, setup.movers);
        assert_eq!(naive::positions(&variant).unwrap_or_default(), 2 * game.layers()[0].size, "{setup}");
    }
}
