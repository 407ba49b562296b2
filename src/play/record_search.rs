//! The ability to search the positions of records for a condition in the language of questions.

use crate::game::{PlayError, ReplayReport, Table};
use certamen_ask::flag::Given;
use certamen_language::{ConditionError, Match};
pub use certamen_records::Hit;

/// A game whose records can be searched for positions. Every game that is made of rules has this ability.
///
/// # Examples
/// ```
/// use certamen_ask::flag::Given;
/// use certamen_play::{Game, RuledGame};
/// use encodings::othello::rules::Othello;
///
/// let game = RuledGame::new("Othello on 4x4").alone(Othello::<4>);
/// let searched = game.record_search().ok_or("rules have the ability")?;
/// let search = searched.search(&Given::new(), None, "count(occupied) = 5")?;
/// let hits = search.hits("b1 a1")?;
/// assert_eq!((hits.len(), hits[0].ply), (1, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait RecordSearch: Send + Sync {
    /// A condition on the positions of records that begin at the start of the chosen board, or at a position.
    ///
    /// # Errors
    /// [`PlayError`] if the flags or the position are wrong, or if the text is not a condition.
    fn search(
        &self,
        given: &Given,
        position: Option<&str>,
        condition: &str,
    ) -> Result<Box<dyn RecordCondition>, PlayError>;
}

/// A condition on the positions of records.
pub trait RecordCondition: Send + Sync {
    /// The positions of a record that satisfy it, as far as the record is legal: those before a ply, and the last one.
    /// A pass is a ply.
    ///
    /// # Errors
    /// [`PlayError::Disagreement`] if the naive evaluator does not confirm one of them.
    fn hits(&self, record: &str) -> Result<Vec<Hit>, PlayError>;

    /// A record replayed at a table, which begins its records at this position as the condition does; and its positions
    /// that satisfy the condition. A game that verifies records to find them does both at once.
    fn replay(&self, table: &dyn Table, position: Option<&str>, record: &str) -> SearchedRecord {
        SearchedRecord { report: table.replay(position, record), hits: self.hits(record) }
    }
}

/// A record that was replayed and searched.
#[derive(Debug)]
pub struct SearchedRecord {
    /// As [`Table::replay`] has it.
    pub report: Result<ReplayReport, PlayError>,
    /// As [`RecordCondition::hits`] has them.
    pub hits: Result<Vec<Hit>, PlayError>,
}

/// The positions that satisfy a condition, where the index of a position is the number of plies before it.
pub fn hits(matches: Vec<Match>) -> Vec<Hit> {
    let hit = |Match { index: ply, board, confirmed }| Hit { ply, board, confirmed };
    matches.into_iter().map(hit).collect()
}

impl From<ConditionError> for PlayError {
    fn from(error: ConditionError) -> Self {
        Self::Flags(format!("--where: {error}"))
    }
}
