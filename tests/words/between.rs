//! The native engine's shortcut for the squares between a move and a disc that closes its line: it is refuted to differ
//! from the definition, on every line of every board.

use crate::support::miter::{Outcome, miter};
use encodings::board::{Direction, Grid, Mask};
use encodings::statement::{CircuitStatement, Statement};
use encodings::word::{Word, between_by_end};

/// The squares from which a step in the direction, and a step back, stay on the board.
fn passed<const SIDE: usize>(direction: Direction) -> Mask {
    let [there, back] = [direction, direction.opposite()].map(Grid::<SIDE, SIDE>::entered);
    there.intersection(&back)
}

fn check<const SIDE: usize>(disjoint: bool) -> Vec<bool> {
    let layout = Grid::<SIDE, SIDE>::LAYOUT;
    let decide = |direction: Direction| {
        let (files, ranks) = direction.delta();
        let distance = files + ranks * SIDE as isize;
        let outcome = miter(|statement: &mut CircuitStatement<'_>| {
            let [ends, through] = ["ends", "through"].map(|name| statement.unknown(name, layout));
            let start = statement.unknown_one_hot("start", layout, &Mask::first(layout.squares()));
            if disjoint {
                statement.require((ends & through).equals(ends.constant(&Mask::EMPTY)));
            }
            let through = through & through.constant(&passed::<SIDE>(direction));
            let one = Word::between(start, ends, through, distance, SIDE - 2);
            vec![[one, between_by_end(start, ends, through, distance, SIDE - 2)]]
        });
        matches!(outcome, Outcome::Equal(_))
    };
    Direction::ALL.into_iter().map(decide).collect()
}

#[test]
fn one_run_and_its_end_are_two_runs_that_meet() {
    assert_eq!(check::<4>(true), [true; 8]);
    assert_eq!(check::<6>(true), [true; 8]);
    assert_eq!(check::<8>(true), [true; 8]);
}

/// If a square is both passed and an end, the two differ: so the requirement for callers is necessary.
#[test]
fn runs_differ_if_a_square_is_both_passed_and_an_end() {
    assert_eq!(check::<6>(false), [false; 8]);
}
