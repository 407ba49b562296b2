//! Positions of records that satisfy a condition in the language of questions.
//!
//! The language knows boards and not what came before, so that its moves are those without ko, and a player passes only
//! if no stone can be placed. A condition has its meaning on each size of board apart: one that names a point beyond a
//! board is met by no position there.

use crate::query::language::{BOARD, subject};
use certamen_ask::flag::Given;
use certamen_language::{AnyCondition, ConditionError};
use certamen_play::PlayError;
use certamen_play::record_search::hits;
use certamen_records::Hit;
use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};
use verify::go::{self as naive, Action, Size, Stone};

/// A condition for one size of board; `None` if it has no meaning there.
type OnSize = Option<Arc<dyn AnyCondition>>;

/// A condition on positions of any size.
pub(super) struct Conditions {
    given: Given,
    text: String,
    on: RwLock<HashMap<Size, OnSize>>,
}

/// The number of positions that are judged at a time.
const AT_ONCE: usize = 1024;

/// The search in one record.
pub(super) struct RecordScan {
    condition: OnSize,
    /// The numbers of moves before positions, and these positions.
    moves: Vec<usize>,
    lines: Vec<String>,
    found: Result<Vec<Hit>, PlayError>,
}

impl RecordScan {
    /// Adds a position, as the player to move sees it.
    pub(super) fn add(&mut self, moves: usize, position: &naive::Position) {
        let line = naive::write_line(&position.board);
        let exchanged = |cell| match cell {
            'X' => 'O',
            'O' => 'X',
            other => other,
        };
        self.moves.push(moves);
        self.lines.push(match position.mover {
            Stone::Black => line,
            Stone::White => line.chars().map(exchanged).collect(),
        });
        if self.lines.len() >= AT_ONCE {
            self.judge();
        }
    }

    fn judge(&mut self) {
        let (moves, lines) = (std::mem::take(&mut self.moves), std::mem::take(&mut self.lines));
        let (Some(condition), Ok(found)) = (&self.condition, &mut self.found) else { return };
        match condition.among_lines(&lines) {
            Ok(matches) => {
                let hits = hits(matches).into_iter();
                found.extend(hits.map(|hit| Hit { ply: moves.get(hit.ply).copied().unwrap_or(0), ..hit }));
            }
            Err(error) => self.found = Err(PlayError::Disagreement(error.to_string())),
        }
    }

    /// The positions that satisfy the condition.
    pub(super) fn finish(mut self) -> Result<Vec<Hit>, PlayError> {
        self.judge();
        self.found
    }
}

impl Conditions {
    /// A condition that has a meaning on a board of the given size.
    pub(super) fn new(given: &Given, size: Size, text: &str) -> Result<Self, PlayError> {
        let new = Self { given: given.clone(), text: text.to_owned(), on: RwLock::default() };
        let first = new.made(size)?;
        new.on.write().unwrap_or_else(PoisonError::into_inner).insert(size, Some(first));
        Ok(new)
    }

    fn made(&self, size: Size) -> Result<Arc<dyn AnyCondition>, PlayError> {
        let board = format!("{}x{}", size.rows(), size.columns());
        let subject = subject(&self.given.clone().with_text(BOARD.name, &board))?;
        let condition: Result<_, ConditionError> = subject.condition(&self.text);
        Ok(Arc::from(condition?))
    }

    fn on(&self, size: Size) -> OnSize {
        let known = self.on.read().unwrap_or_else(PoisonError::into_inner).get(&size).cloned();
        known.unwrap_or_else(|| {
            let made = self.made(size).ok();
            self.on.write().unwrap_or_else(PoisonError::into_inner).insert(size, made.clone());
            made
        })
    }

    /// Begins to search a record.
    pub(super) fn search(&self, size: Size) -> RecordScan {
        RecordScan { condition: self.on(size), moves: Vec::new(), lines: Vec::new(), found: Ok(Vec::new()) }
    }

    /// The positions of a line of points that satisfy it, as far as the line is legal.
    pub(super) fn of_points(
        &self,
        size: Size,
        rules: naive::Rules,
        record: &str,
    ) -> Result<Vec<Hit>, PlayError> {
        let mut searching = self.search(size);
        // The empty board has no string without liberties.
        let Ok(mut game) = naive::Game::new(naive::Position::start(size), rules) else {
            return Ok(Vec::new());
        };
        searching.add(0, game.position());
        let is_gap =
            |character: char| character.is_ascii_whitespace() || matches!(character, ',' | ';' | '-');
        let is_read = record.len() <= naive::RECORD_LIMIT;
        for word in record.split(is_gap).filter(|word| is_read && !word.is_empty()) {
            let action = match word {
                "pass" | "tt" => Some(Action::Pass),
                point => point.parse().ok().map(Action::Place),
            };
            if action.is_none_or(|action| game.play(action).is_err()) {
                break;
            }
            searching.add(game.length(), game.position());
        }
        searching.finish()
    }
}
