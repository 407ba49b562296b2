//! The number of turns of a position.
//!
//! Two turns are the same if their moves lead to the same setting of pieces and their pushes are the same. The order of
//! the moves and their ways make no difference. Turns that win count. Different turns may lead to the same position;
//! [`super::successors`] has the positions.
//!
//! With leaping, and without moves, these are not games of Push Fight: they give bounds on its number of turns.

use std::collections::BTreeSet;

use super::layout::{Direction, Neighbour, Square};
use super::position::{Kind, Position};
use super::rules::{push, reachable};

/// How pieces may move before the push.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Moves {
    /// By the rules: up to two moves over free squares.
    Legal,
    /// Up to two moves, each to any free square.
    Leaping,
    /// No moves.
    None,
}

/// The direction of the pushes that are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PushAxis {
    /// To the left or to the right.
    Ranks,
    /// Up or down.
    Files,
}

/// A number of turns, by the direction of the push.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TurnCount {
    /// The number of turns that push left or right.
    pub along_ranks: u32,
    /// The number of turns that push up or down.
    pub along_files: u32,
}

impl TurnCount {
    /// The number of turns that push in a direction; `None` counts all.
    pub fn turns(self, along: Option<PushAxis>) -> u32 {
        match along {
            None => self.along_ranks + self.along_files,
            Some(PushAxis::Ranks) => self.along_ranks,
            Some(PushAxis::Files) => self.along_files,
        }
    }
}

/// Counts the turns of a position.
pub fn count_turns(position: &Position, moves: Moves) -> TurnCount {
    let mut settings = BTreeSet::from([position.clone()]);
    let most = if moves == Moves::None { 0 } else { 2 };
    for _ in 0..most {
        let longer: Vec<Position> =
            settings.iter().flat_map(|setting| after_a_move(setting, moves)).collect();
        settings.extend(longer);
    }
    let mut count = TurnCount::default();
    for setting in &settings {
        for (from, direction, to) in pushes(setting) {
            if push(setting, from, to).is_ok() {
                match direction {
                    Direction::Left | Direction::Right => count.along_ranks += 1,
                    Direction::Up | Direction::Down => count.along_files += 1,
                }
            }
        }
    }
    count
}

fn after_a_move(setting: &Position, moves: Moves) -> Vec<Position> {
    let mut moved = Vec::new();
    for from in setting.own() {
        let ends = match moves {
            Moves::Legal => reachable(setting, from),
            Moves::Leaping => {
                setting.layout().squares().into_iter().filter(|&to| setting.is_free(to)).collect()
            }
            Moves::None => Vec::new(),
        };
        for to in ends {
            let mut next = setting.clone();
            next.shift(from, to);
            moved.push(next);
        }
    }
    moved
}

/// Every pusher with every square beside it.
fn pushes(setting: &Position) -> Vec<(Square, Direction, Square)> {
    let mut found = Vec::new();
    for from in setting.own() {
        if setting.piece(from).is_some_and(|piece| piece.kind == Kind::Pusher) {
            for direction in Direction::ALL {
                if let Neighbour::Square(to) = setting.layout().beside(from, direction) {
                    found.push((from, direction, to));
                }
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::push_fight::{Variant, parse_position, settings, successors};

    fn total(count: TurnCount) -> u32 {
        count.along_ranks + count.along_files
    }

    #[test]
    fn turns_of_the_start() {
        let start = parse_position(&Variant::full(), ".OX.....oxY....Oox.....OX.").expect("a position");
        // The number of successors in the repository: no turn wins, and few turns lead to the same position.
        assert_eq!(successors(&start).positions.len(), 1454);
        assert!(total(count_turns(&start, Moves::Legal)) >= 1454);
        assert!(settings(&start).len() < 2193);
        let standing = total(count_turns(&start, Moves::None));
        let legal = total(count_turns(&start, Moves::Legal));
        let leaping = total(count_turns(&start, Moves::Leaping));
        assert!(standing < legal && legal <= leaping && leaping <= 2193 * 12);
    }
}
