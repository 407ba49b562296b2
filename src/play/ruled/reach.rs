//! Shortest games to positions: breadth first from the start.
//!
//! Idea: every position that games reach is kept once, with the one before it. The naive twin replays the record. That
//! no game leads to a position rests on the native search alone.
//!
//! Cost: about 60 bytes for each position of two 64-bit words.

use super::board_rules::BoardRules;
use crate::game::PlayError;
use crate::reach_search::{ReachOutcome, ReachWatcher};
use crate::twin_game::PASS;
use encodings::rules::{Phase, Position, Rules, View, print_step};
use std::collections::HashMap;
use std::sync::Arc;

/// How many positions are expanded between two looks at the limits.
const ROUND: usize = 1 << 12;

/// The positions that have been seen, in the order in which they were.
struct VisitedPositions<R: Rules> {
    positions: Vec<(Position<R>, usize)>,
    places: HashMap<Position<R>, usize>,
    /// The number of those that are expanded.
    expanded: usize,
}

/// Shortest games to positions. At most `most` positions are kept.
pub(super) fn reach<R: Rules>(
    board_rules: &Arc<BoardRules<R>>,
    positions: &[String],
    most: usize,
    watcher: &mut ReachWatcher<'_>,
) -> Result<Vec<ReachOutcome>, PlayError> {
    let wanted: Result<Vec<_>, _> = positions.iter().map(|position| read(board_rules, position)).collect();
    let start = Position::start(&board_rules.rules);
    let mut seen =
        VisitedPositions { positions: vec![(start, 0)], places: HashMap::from([(start, 0)]), expanded: 0 };
    wanted?.into_iter().map(|wanted| seen.search(board_rules, wanted, most, watcher)).collect()
}

/// Reads a position.
pub(super) fn read<R: Rules>(board_rules: &BoardRules<R>, position: &str) -> Result<Position<R>, PlayError> {
    board_rules.parse(position).map_err(|error| PlayError::Position(error.to_string()))
}

impl<R: Rules> VisitedPositions<R> {
    /// Goes on until a position is seen.
    fn search(
        &mut self,
        board_rules: &Arc<BoardRules<R>>,
        wanted: Position<R>,
        most: usize,
        watcher: &mut ReachWatcher<'_>,
    ) -> Result<ReachOutcome, PlayError> {
        let rules = &board_rules.rules;
        loop {
            if let Some(&place) = self.places.get(&wanted) {
                return self.game(board_rules, place);
            }
            let (next, kept) = (self.expanded, self.positions.len());
            let Some(&(position, _)) = self.positions.get(next) else {
                return Ok(ReachOutcome::Nowhere { positions: Some(kept) });
            };
            let what = || format!("searching the games from the start: {kept} kept");
            if next.is_multiple_of(ROUND) && watcher.watch(0, what).is_break() {
                return Ok(watcher.undecided());
            }
            if kept > most {
                let reason = format!("the limit of {most} positions is reached");
                return Ok(ReachOutcome::Undecided { reason });
            }
            match position.phase(rules) {
                Phase::Over(_) => {}
                Phase::Passes(passed) => self.add(passed, next),
                Phase::Moves(_) => {
                    position.steps(rules).for_each(|step| self.add(position.after(rules, step), next));
                }
            }
            self.expanded += 1;
        }
    }

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
