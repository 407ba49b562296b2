//! Wins and losses within a few plies, by trying every line.
//!
//! Idea: the same definition as for whole games in `graph`. A state is won within n plies if a move wins at once, or
//! leads to a state that is lost within n - 1. It is lost within n if every move loses at once, or leads to a state
//! that is won within n - 1. Rule 8 is the printed one.
//!
//! Cost: about twenty moves for each ply on 5x5, so that three plies take milliseconds and five take seconds.

use super::rules::Outcome;
use super::state::State;

/// Whether the player to move can win within this number of plies.
pub fn wins_within(state: &State, plies: u32) -> bool {
    let wins = |outcome: &Outcome<State>| match outcome {
        Outcome::Wins(_) => true,
        Outcome::Loses(_) => false,
        Outcome::Continues(next) => plies > 1 && loses_within(next, plies - 1),
    };
    plies > 0 && state.successors().iter().any(wins)
}

/// Whether the player to move loses within this number of plies against best play.
pub fn loses_within(state: &State, plies: u32) -> bool {
    let loses = |outcome: &Outcome<State>| match outcome {
        Outcome::Wins(_) => false,
        Outcome::Loses(_) => true,
        Outcome::Continues(next) => plies > 1 && wins_within(next, plies - 1),
    };
    plies > 0 && state.successors().iter().all(loses)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ostle::{Size, Value, Variant, all_positions, solve};

    #[test]
    fn values_of_small_boards_agree_with_the_graph() {
        let size = Size::new(3).expect("a size");
        let variant = Variant::new(size, 2, 1).expect("a variant");
        let starts = all_positions(variant).expect("a small board").into_iter().map(State::new);
        let solution = solve(starts, State::successors);
        let mut met = [0, 0];
        for (state, value) in solution.iter().step_by(5) {
            for plies in 0..=4 {
                let (won, lost) = match value {
                    Value::Win(least) => (least <= plies, false),
                    Value::Loss(least) => (false, least <= plies),
                    Value::Draw => (false, false),
                };
                assert_eq!(
                    (wins_within(state, plies), loses_within(state, plies)),
                    (won, lost),
                    "{plies} plies"
                );
                met[0] += usize::from(won);
                met[1] += usize::from(lost);
            }
        }
        assert!(met.iter().all(|&times| times > 0), "{met:?}");
    }
}
