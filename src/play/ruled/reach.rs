//! A shortest game to a position: breadth first from the start.
//!
//! Idea: every position that games reach is kept once, with the one before it. The naive twin replays the record. That
//! no game leads to a position rests on the native search alone.
//!
//! Cost: about 60 bytes for each position of two 64-bit words.

use super::board_rules::BoardRules;
use crate::game::PlayError;
use crate::reach_search::ReachOutcome;
use crate::twin::PASS;
use certamen_work::Limits;
use encodings::rules::{Phase, Position, Rules, View, print_step};
use std::collections::HashMap;
use std::sync::Arc;

/// How many positions are expanded between two looks at the limits.
const ROUND: usize = 1 << 12;

/// The positions that have been seen, in the order in which they were.
struct VisitedPositions<R: Rules> {
    positions: Vec<(Position<R>, usize)>,
    places: HashMap<Position<R>, usize>,
}

/// A shortest game to a position.
pub(super) fn reach<R: Rules>(
    board_rules: &Arc<BoardRules<R>>,
    position: &str,
    most: usize,
    limits: &Limits,
) -> Result<ReachOutcome, PlayError> {
    let wanted = board_rules.parse(position).map_err(|error| PlayError::Position(error.to_string()))?;
    let rules = &board_rules.rules;
    let start = Position::start(rules);
    let mut seen = VisitedPositions { positions: vec![(start, 0)], places: HashMap::from([(start, 0)]) };
    let mut next = 0;
    while next < seen.positions.len() {
        if let Some(&place) = seen.places.get(&wanted) {
            return seen.game(board_rules, place);
        }
        if next.is_multiple_of(ROUND) && limits.is_over() {
            return Ok(ReachOutcome::Undecided {
                reason: "the time limit is reached, or it was interrupted".to_owned(),
            });
        }
        if seen.positions.len() > most {
            return Ok(ReachOutcome::Undecided {
                reason: format!("the limit of {most} positions is reached"),
            });
        }
        let (position, _) = seen.positions[next];
        match position.phase(rules) {
            Phase::Over(_) => {}
            Phase::Passes(passed) => seen.add(passed, next),
            Phase::Moves(_) => {
                position.steps(rules).for_each(|step| seen.add(position.after(rules, step), next));
            }
        }
        next += 1;
    }
    match seen.places.get(&wanted) {
        Some(&place) => seen.game(board_rules, place),
        None => Ok(ReachOutcome::Nowhere { positions: seen.positions.len() }),
    }
}

impl<R: Rules> VisitedPositions<R> {
    fn add(&mut self, position: Position<R>, before: usize) {
        let place = self.positions.len();
        if *self.places.entry(position).or_insert(place) == place {
            self.positions.push((position, before));
        }
    }

    /// The game that leads to a position, replayed by the naive twin.
    fn game(&self, board_rules: &Arc<BoardRules<R>>, place: usize) -> Result<ReachOutcome, PlayError> {
        let rules = &board_rules.rules;
        let mut line = vec![place];
        while let Some(&last) = line.last().filter(|&&last| last > 0) {
            line.push(self.positions[last].1);
        }
        line.reverse();
        let (game, mut at) = (board_rules.game(), board_rules.at(Position::start(rules))?);
        let mut names = Vec::new();
        for (number, pair) in line.windows(2).enumerate() {
            let (before, after) = (self.positions[pair[0]].0, self.positions[pair[1]].0);
            let step = before.steps(rules).find(|&step| before.after(rules, step) == after);
            let name = |view| step.map_or(PASS.to_owned(), |step| print_step(rules, step, view));
            names.push(name(View::after(number)));
            at = game.play(&at, &name(View::Straight))?;
        }
        Ok(ReachOutcome::Game { record: names.join(" "), plies: names.len() })
    }
}
