//! Published facts of Ostle, and small boards solved by their definition.
//!
//! What it does not show: the values of the full game.

use std::collections::HashMap;
use std::{fs, path::PathBuf};

use verify::ostle::{
    ClassState, Move, Outcome, Position, Size, State, Value, Variant, all_positions, apply, canonical,
    layers, moves, perft, solve,
};

fn variant(edge: usize, pieces: usize, lose_at: usize) -> Variant {
    Variant::new(Size::new(edge).expect("a size"), pieces, lose_at).expect("a variant")
}

/// A file of data, by its path in the repository.
fn table(file: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..").join(file);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The numbers of the facts of one kind, by depth.
fn facts(kind: &str) -> Vec<(u32, u64)> {
    let table = table("src/games/ostle/data/ostle.tsv");
    let lines = table.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    let facts = lines.filter_map(|line| match line.split('\t').collect::<Vec<_>>()[..] {
        [found, depth, value, _source] => {
            (found == kind).then(|| (depth.parse().expect("a depth"), value.parse().expect("a number")))
        }
        _ => panic!("not four fields: {line:?}"),
    });
    let facts: Vec<_> = facts.collect();
    assert!(!facts.is_empty(), "no fact of the kind {kind}");
    facts
}

/// Table 3 of the paper is only reproduced if the forbidden move of a state is played like any other. If it is
/// forbidden, as by the published program's reading of rule 8, there are fewer states from two plies on.
#[test]
fn states_at_each_distance_from_the_start() {
    let start = ClassState::new(&variant(5, 5, 3).start().expect("a start"));
    let published = layers(start.clone(), ClassState::successors_with_forbidden, 4);
    let restricted = layers(start, ClassState::successors, 3);
    let up_to_symmetry = |state: &State| {
        state.successors().into_iter().map(|outcome| outcome.map(|next| next.canonical())).collect()
    };
    let start = State::new(variant(5, 5, 3).start().expect("a start")).canonical();
    let literal = layers(start, up_to_symmetry, 3);
    let kinds = [("distance", published), ("distance-restricted", restricted), ("distance-literal", literal)];
    for (kind, found) in kinds {
        let published: Vec<u64> = facts(kind).into_iter().map(|(_, number)| number).collect();
        let found: Vec<u64> = found.into_iter().map(|number| number as u64).collect();
        assert_eq!(found, published[..found.len()], "{kind}");
    }
}

#[test]
fn lines_of_play_from_the_start() {
    let state = State::new(variant(5, 5, 3).start().expect("a start"));
    for (depth, number) in facts("perft").into_iter().filter(|&(depth, _)| depth <= 3) {
        assert_eq!(perft(&state, depth), number, "{depth} plies");
    }
}

/// Whether the mover wins within this number of plies, by plain recursion.
fn wins_within(state: &State, plies: u32) -> bool {
    plies > 0
        && state.successors().into_iter().any(|outcome| match outcome {
            Outcome::Wins(_) => true,
            Outcome::Loses(_) => false,
            Outcome::Continues(next) => loses_within(&next, plies - 1),
        })
}

/// Whether the mover loses within this number of plies, by plain recursion.
fn loses_within(state: &State, plies: u32) -> bool {
    plies > 0
        && state.successors().into_iter().all(|outcome| match outcome {
            Outcome::Wins(_) => false,
            Outcome::Loses(_) => true,
            Outcome::Continues(next) => wins_within(&next, plies - 1),
        })
}

#[test]
fn values_are_those_of_plain_recursion() {
    let variant = variant(3, 2, 1);
    let positions = all_positions(variant).expect("a small game");
    let solution = solve(positions.iter().cloned().map(State::new), State::successors);
    for (state, value) in solution.iter().step_by(41) {
        for plies in 0..=3 {
            let wins = matches!(value, Value::Win(needed) if needed <= plies);
            let loses = matches!(value, Value::Loss(needed) if needed <= plies);
            assert_eq!((wins_within(state, plies), loses_within(state, plies)), (wins, loses), "{state:?}");
        }
    }
}

/// The rank of a value for the player who chooses: early wins first, late losses last.
fn rank(value: Value) -> i64 {
    match value {
        Value::Win(plies) => 1_000_000 - i64::from(plies),
        Value::Draw => 0,
        Value::Loss(plies) => i64::from(plies) - 1_000_000,
    }
}

/// The value of a move for the player who makes it.
fn move_value(position: &Position, mv: Move, value: impl Fn(&Position) -> Value) -> Value {
    match apply(position, mv).expect("a move") {
        Outcome::Wins(_) => Value::Win(1),
        Outcome::Loses(_) => Value::Loss(1),
        Outcome::Continues(next) => match value(&next) {
            Value::Win(plies) => Value::Loss(plies + 1),
            Value::Loss(plies) => Value::Win(plies + 1),
            Value::Draw => Value::Draw,
        },
    }
}

/// The claim that allows a table to store three values for each position: a state has the value of its best move that
/// is not forbidden, and the value of a move depends only on the position and the move.
#[test]
fn a_state_is_worth_its_best_move_that_is_not_forbidden() {
    for (pieces, lose_at) in [(2, 1), (1, 0)] {
        let variant = variant(3, pieces, lose_at);
        let positions = all_positions(variant).expect("a small game");
        let solution = solve(positions.into_iter().map(State::new), State::successors);
        let mut by_forbidden: HashMap<(Position, Option<Move>), Value> = HashMap::new();
        for (state, value) in solution.iter() {
            let key = (state.position().clone(), state.forbidden());
            assert_eq!(*by_forbidden.entry(key).or_insert(value), value, "{state:?}");
        }
        for ((position, forbidden), value) in &by_forbidden {
            let after = |mv: Move| {
                let Ok(Outcome::Continues(state)) = State::new(position.clone()).play(mv) else {
                    panic!("nothing is forbidden")
                };
                solution.value(&state).expect("met")
            };
            let best = moves(position).into_iter().filter(|&mv| Some(mv) != *forbidden);
            let best = best.map(|mv| rank(move_value(position, mv, |_| after(mv)))).max();
            assert_eq!(best, Some(rank(*value)), "{position}, forbidden {forbidden:?}");
        }
    }
}

/// The published program forbids more than the rule. On small boards this changes no value of a position.
#[test]
fn small_boards_are_solved_under_both_rules() {
    for line in table("tests/data/ostle_small.tsv").lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let numbers: Vec<usize> = fields[1..9].iter().map(|field| field.parse().expect("a number")).collect();
        let edge = fields[0].chars().next().and_then(|digit| digit.to_digit(10)).expect("an edge");
        let variant = variant(edge as usize, numbers[0], numbers[1]);
        // The others take longer.
        if numbers[2] <= 8000 {
            assert_eq!(solved_under_both_rules(variant), numbers[2..], "{variant}");
        }
    }
}

/// The number of positions, those won, lost and drawn, the longest of them, and the number of states.
fn solved_under_both_rules(variant: Variant) -> Vec<usize> {
    let positions = all_positions(variant).expect("a small game");
    let literal = solve(positions.iter().cloned().map(State::new), State::successors);
    let paper = solve(positions.iter().map(ClassState::new), ClassState::successors);
    let (mut wins, mut losses, mut draws, mut longest) = (0, 0, 0, 0);
    for position in &positions {
        let value = literal.value(&State::new(position.clone())).expect("met");
        assert_eq!(
            paper.value(&ClassState::new(position)),
            Some(value),
            "{position} by the published program"
        );
        assert_eq!(literal.value(&State::new(canonical(position))), Some(value), "{position} and its image");
        match value {
            Value::Win(plies) => (wins, longest) = (wins + 1, longest.max(plies)),
            Value::Loss(plies) => (losses, longest) = (losses + 1, longest.max(plies)),
            Value::Draw => draws += 1,
        }
    }
    vec![positions.len(), wins, losses, draws, longest as usize, literal.len()]
}
