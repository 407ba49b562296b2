//! The example game of a stranger, solved backwards: every position has the value that plain negamax over its naive
//! twin gives it.

#[allow(
    dead_code,
    unreachable_pub,
    reason = "the example is a program, and its main function is not called here"
)]
#[path = "../examples/own_game.rs"]
mod own_game;

use certamen::retro::positions::{Game, Place, Solver, Value};
use certamen::retro::ruled::{Reach, Ruled};
use certamen::work::stop::Stop;
use encodings::rules::{Ending, Position, print};
use own_game::Breakthrough;
use std::collections::HashMap;
use verify::naive::{Ended, Naive};

/// The value of a position by trying all plies, as text. No position of this game comes again.
fn negamax<N: Naive<Position = Vec<Vec<char>>>>(
    game: &N,
    squares: &N::Position,
    known: &mut HashMap<N::Position, Value>,
) -> Value {
    if let Some(&value) = known.get(squares) {
        return value;
    }
    let value = match game.ended(squares) {
        Some(Ended::Lost) => Value::of(Ending::Lost),
        Some(Ended::Won) => Value::of(Ending::Won),
        Some(Ended::Drawn) => Value::Draw,
        None => {
            let plies = game.plies(squares);
            let after = |ply: &String| game.play(squares, ply).expect("a legal ply");
            let values = plies.iter().map(after).map(|next| negamax(game, &next, known).before());
            let values = values.map(|value| value.expect("few plies"));
            // Who has no ply has lost.
            values.max_by_key(|value| value.merit()).unwrap_or(Value::Loss(0))
        }
    };
    known.insert(squares.clone(), value);
    value
}

/// Compares every position, and gives the value of the start and the number of positions.
fn compared<const N: usize>() -> (Value, usize) {
    let rules = &Breakthrough::<N>;
    let game = Ruled::explore(rules, Reach::All, 1 << 32, &Stop::new(), &mut |_, _| ());
    let game = game.expect("layers").expect("not stopped");
    let solved = Solver::new(&game).solve().expect("solved");
    let mut known = HashMap::new();
    let mut positions = 0;
    for (layer, shape) in (0..).zip(game.layers()) {
        for rank in 0..shape.size {
            let at = Place { layer, rank };
            let Some(position) = game.position(at) else {
                assert_eq!(solved.value(at), None);
                continue;
            };
            positions += 1;
            let text = print(rules, position.board());
            let squares = Naive::parse(rules, &text).expect("a position");
            assert_eq!(solved.value(at), Some(negamax(rules, &squares, &mut known)), "{text}");
        }
    }
    let start = game.place(&Position::start(rules)).expect("it has a number");
    (solved.value(start).expect("solved"), positions)
}

#[test]
fn the_start_of_3x3_is_won_in_5() {
    let (start, positions) = compared::<3>();
    assert_eq!(start, Value::Win(5));
    assert!(positions > 100, "{positions}");
}

#[test]
#[ignore = "the naive twin takes minutes for its 819,301 positions"]
fn the_start_of_4x4_is_lost_in_14() {
    assert_eq!(compared::<4>(), (Value::Loss(14), 819_301));
}
