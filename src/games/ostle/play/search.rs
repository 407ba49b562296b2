//! Positions of records that satisfy a condition in the language of questions.
//!
//! The naive game plays the record, with rule 8. The language knows boards and not what came before, so that its moves
//! are those without rule 8.

use super::{Ostle, replay};
use crate::flags::{self, BOARD};
use crate::query::language::subject;
use certamen_ask::flag::Given;
use certamen_language::AnyCondition;
use certamen_play::game::PlayError;
use certamen_play::record_search::{Hit, RecordCondition, RecordSearch, hits};
use verify::ostle::{self as naive, Outcome, State};

/// A condition on the positions of records.
struct OstleSearch {
    start: naive::Position,
    condition: Box<dyn AnyCondition>,
}

impl RecordSearch for Ostle {
    fn search(
        &self,
        given: &Given,
        position: Option<&str>,
        condition: &str,
    ) -> Result<Box<dyn RecordCondition>, PlayError> {
        let variant =
            flags::variant_of(given, position).map_err(|error| PlayError::Flags(error.to_string()))?;
        let start = replay::start(variant, position)?;
        let side = variant.side();
        let condition =
            subject(&given.clone().with_text(BOARD.name, &format!("{side}x{side}")))?.condition(condition)?;
        Ok(Box::new(OstleSearch { start, condition }))
    }
}

impl RecordCondition for OstleSearch {
    fn hits(&self, record: &str) -> Result<Vec<Hit>, PlayError> {
        let found = self.condition.among_lines(&boards(&self.start, record));
        Ok(hits(found.map_err(|error| PlayError::Disagreement(error.to_string()))?))
    }
}

/// The boards of a record as the player to move sees them, as far as it is legal; also that on which the game ended.
fn boards(start: &naive::Position, record: &str) -> Vec<String> {
    let mut state = State::new(start.clone());
    let mut boards = vec![naive::write_line(start.board())];
    if record.len() > naive::RECORD_LIMIT {
        return boards;
    }
    for part in record.split([',', ';', '-']) {
        let Ok(played) = part.trim_ascii().parse() else { break };
        match state.play(played) {
            Ok(Outcome::Continues(next)) => {
                boards.push(naive::write_line(next.position().board()));
                state = next;
            }
            // This board is as the last mover sees it.
            Ok(Outcome::Wins(board) | Outcome::Loses(board)) => {
                boards.push(naive::write_line(&board.turned()));
                break;
            }
            Err(_) => break,
        }
    }
    boards
}
