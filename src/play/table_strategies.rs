//! Strategies from the tables of a solved game.
//!
//! Idea: the tables know the value of every position, so that a strategy is a walk: the best ply of its owner, every reply,
//! and so on. It needs no rules: tables give plies and positions as text.
//!
//! Cost: a look into the tables for each ply of each position of the owner and of the opponent.

use certamen_retro::positions::{RetroError, Value, ValueRule};
use certamen_retro::subject::PositionTables;
use certamen_search::{Claim, Goal, Line, Strategy, smallest_image};
use certamen_work::stop::Stop;
use std::collections::BTreeMap;

/// A strategy that is being collected.
struct Collection<'t> {
    tables: &'t dyn PositionTables,
    rule: ValueRule,
    /// For each image the place from which each character of a text comes.
    symmetries: &'t [Vec<usize>],
    is_win: bool,
    /// No line where a ply ends the game: a checker finds it.
    lines: BTreeMap<String, Option<Line>>,
    /// Positions of the owner that have no line yet.
    open: Vec<String>,
}

/// The strategies that show the value of a position: of the winner, or of both players if it is drawn. `watch` is called
/// with the number of positions. `None` after a request to stop.
///
/// # Errors
/// [`RetroError`] if the tables do not have a position.
pub fn of_tables(
    tables: &dyn PositionTables,
    position: &str,
    symmetries: &[Vec<usize>],
    stop: &Stop,
    watch: &mut dyn FnMut(u64),
) -> Result<Option<Vec<Strategy>>, RetroError> {
    let unknown = || RetroError::Position(format!("{position} has no value of plies in the tables"));
    let verdict = tables.verdict(position)?.ok_or_else(unknown)?;
    let wanted = match (verdict.value.ok_or_else(unknown)?, verdict.rule) {
        (Value::Win(plies), _) => vec![(true, Some(plies))],
        (Value::Loss(plies), _) => vec![(false, Some(plies))],
        (Value::Draw, ValueRule::Turns) => vec![(true, None), (false, None)],
        (Value::Draw, ValueRule::Puzzle) => {
            return Err(RetroError::Position("a puzzle without a solution has no strategy".to_owned()));
        }
    };
    let mut found = Vec::new();
    for (is_mover, plies) in wanted {
        let (is_win, lines, open) = (plies.is_some(), BTreeMap::new(), Vec::new());
        let mut collection = Collection { tables, rule: verdict.rule, symmetries, is_win, lines, open };
        if is_mover {
            collection.demand(position);
        } else {
            collection.demand_replies(position)?;
        }
        if !collection.is_completed(stop, watch)? {
            return Ok(None);
        }
        let claim = match plies {
            Some(plies) => Claim::Wins { plies: plies.into(), goal: Goal::Win },
            None => Claim::Keeps,
        };
        found.push(Strategy {
            position: position.to_owned(),
            is_mover,
            claim,
            lines: collection.lines.into_values().flatten().collect(),
            symmetries: symmetries.to_vec(),
        });
    }
    Ok(Some(found))
}

impl Collection<'_> {
    /// Adds the line of each open position, until none is open. Returns `false` after a request to stop.
    fn is_completed(&mut self, stop: &Stop, watch: &mut dyn FnMut(u64)) -> Result<bool, RetroError> {
        while let Some(position) = self.open.pop() {
            if self.lines.contains_key(&position) {
                continue;
            }
            if stop.is_requested() {
                return Ok(false);
            }
            self.add(position)?;
            if self.lines.len().is_multiple_of(1 << 12) {
                watch(self.lines.len() as u64);
            }
        }
        Ok(true)
    }

    /// The best ply of a position, and what it leads to.
    fn add(&mut self, position: String) -> Result<(), RetroError> {
        let best = self.tables.plies(&position)?.into_iter().next();
        let (number, (ply, next)) = match best {
            Some((ply, next)) => match (ply.value, self.is_win) {
                (Some(Value::Win(plies)), true) => (Some(plies.into()), (ply, next)),
                (Some(Value::Win(_) | Value::Draw), false) => (None, (ply, next)),
                _ => return Err(contradiction(position)),
            },
            None => return Err(contradiction(position)),
        };
        let line = Line { position: position.clone(), ply: ply.name, number };
        self.lines.insert(position, next.is_some().then_some(line));
        match next {
            Some(next) if self.rule == ValueRule::Puzzle => self.demand(&next),
            Some(next) => self.demand_replies(&next)?,
            None => {}
        }
        Ok(())
    }

    fn demand_replies(&mut self, position: &str) -> Result<(), RetroError> {
        for next in self.tables.plies(position)?.into_iter().filter_map(|(_, next)| next) {
            self.demand(&next);
        }
        Ok(())
    }

    /// Demands a position of the owner: the smallest of its images.
    fn demand(&mut self, position: &str) {
        let position = smallest_image(position.to_owned(), self.symmetries);
        if !self.lines.contains_key(&position) {
            self.open.push(position);
        }
    }
}

fn contradiction(position: String) -> RetroError {
    let reason = "the tables contradict themselves: no ply has the value of the position".to_owned();
    RetroError::Inconsistent { position, reason }
}
