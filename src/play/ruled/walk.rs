//! A record of a game made of rules, ply by ply, and the positions of records that satisfy a condition.

use super::board_rules::BoardRules;
use super::engine::position;
use super::language::subject_of;
use super::table::report;
use crate::game::{PlayError, Table};
use crate::record_search::{RecordCondition, SearchedRecord, hits};
use crate::twin_game::{Opinion, PASS};
use certamen_language::Condition;
use certamen_records::Hit;
use encodings::rules::{Position, Rules, View, parse_step, print_step};
use std::sync::Arc;

/// The end of a walk.
pub(super) struct WalkEnd<R: Rules> {
    /// The number of plies without passes.
    pub(super) plies: usize,
    pub(super) passes: usize,
    /// The last position.
    pub(super) end: Position<R>,
    /// What is said of it.
    pub(super) opinion: Opinion,
    /// Why the next ply is not legal, with its number and its place.
    pub(super) complaint: Option<String>,
}

/// Walks through a record, as far as it is legal. `see` is called with the first position, and with that after each ply
/// and each pass, if the naive twin agrees.
pub(super) fn walk<R: Rules>(
    board_rules: &BoardRules<R>,
    start: Position<R>,
    record: &str,
    see: &mut dyn FnMut(Position<R>),
) -> Result<WalkEnd<R>, PlayError> {
    let (rules, game) = (&board_rules.rules, board_rules.game());
    let (mut at, mut complaint) = (board_rules.at(start)?, None);
    let (mut plies, mut passes) = (0, 0);
    see(start);
    for (place, ply) in words_of(record) {
        // A pass is made silently if it is the only ply. A record may also write it.
        if at.opinion.plies == [PASS] {
            at = game.play(&at, PASS)?;
            passes += 1;
            see(position(&at.native));
            if ply.eq_ignore_ascii_case(PASS) {
                continue;
            }
        }
        match parse_step(rules, position(&at.native), View::after(plies + passes), ply) {
            Ok(step) => at = game.play(&at, &print_step(rules, step, View::Straight))?,
            Err(error) => {
                complaint = Some(format!("ply {}, character {place}: {error}", plies + passes + 1));
                break;
            }
        }
        plies += 1;
        see(position(&at.native));
    }
    Ok(WalkEnd { plies, passes, end: position(&at.native), opinion: at.opinion, complaint })
}

/// The plies of a record, separated by blanks or commas, each with the column of its first character, from 1.
pub(super) fn words_of(record: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_gap = |character: char| character.is_whitespace() || character == ',';
    let words = record.split(is_gap).scan(0, |place, word| {
        let start = *place;
        // The separator is one character.
        *place += word.chars().count() + 1;
        Some((start + 1, word))
    });
    words.filter(|(_, word)| !word.is_empty())
}

/// The positions of a record that satisfy a condition.
type Hits = Result<Vec<Hit>, PlayError>;

/// A condition on the positions of records of a board.
struct BoardCondition<R: Rules> {
    board_rules: Arc<BoardRules<R>>,
    /// Where records begin, if not at the start.
    position: Option<String>,
    condition: Condition<R>,
}

/// A condition on the positions of records of a board that begin at the start, or at a position.
pub(super) fn search<R: Rules>(
    board_rules: &Arc<BoardRules<R>>,
    position: Option<&str>,
    condition: &str,
) -> Result<Box<dyn RecordCondition>, PlayError> {
    let condition = Condition::new(Arc::new(subject_of(board_rules)), condition)?;
    let search =
        BoardCondition { board_rules: board_rules.clone(), position: position.map(str::to_owned), condition };
    // A position that cannot be read is refused before any record.
    search.start()?;
    Ok(Box::new(search))
}

impl<R: Rules> BoardCondition<R> {
    fn start(&self) -> Result<Position<R>, PlayError> {
        match &self.position {
            Some(text) => {
                self.board_rules.parse(text).map_err(|error| PlayError::Position(error.to_string()))
            }
            None => Ok(Position::start(&self.board_rules.rules)),
        }
    }

    fn searched(&self, record: &str) -> Result<(WalkEnd<R>, Hits), PlayError> {
        let mut boards = Vec::new();
        let see = &mut |position: Position<R>| boards.push(position.board());
        let walked = walk(&self.board_rules, self.start()?, record, see)?;
        let found = self.condition.among(&boards);
        Ok((walked, found.map(hits).map_err(|error| PlayError::Disagreement(error.to_string()))))
    }
}

impl<R: Rules> RecordCondition for BoardCondition<R> {
    fn hits(&self, record: &str) -> Result<Vec<Hit>, PlayError> {
        self.searched(record)?.1
    }

    fn replay(&self, _: &dyn Table, _: Option<&str>, record: &str) -> SearchedRecord {
        match self.searched(record) {
            Ok((walked, hits)) => SearchedRecord { report: Ok(report(&self.board_rules, walked)), hits },
            Err(error) => SearchedRecord { report: Err(error.clone()), hits: Err(error) },
        }
    }
}
