//! Conditions on given positions, such as those of game records.
//!
//! Idea: the condition runs on machine words, on all positions of a game at once. Each position that satisfies it is
//! judged again by the naive evaluator, which reads the same text by itself.
//!
//! Does not show: that the positions that were not found do not satisfy the condition. Only the ones that were found
//! are judged twice.

use crate::check::check_plain;
use crate::error::LanguageError;
use crate::predicate::Predicate;
use crate::subject::Subject;
use crate::syntax::Definitions;
use encodings::rules::{Position, Rules};
use std::sync::Arc;

/// Why a text is not a condition on positions.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ConditionError {
    /// It is not a question of the language.
    #[error(transparent)]
    Language(#[from] LanguageError),
    /// It asks for the greatest or least value of a number.
    #[error("a condition is expected, without `max` and `min`")]
    Number,
}

/// A position that satisfies a condition natively, but not by the naive evaluator. One of the two is wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{condition}` holds natively and not naively: {board}")]
pub struct UnconfirmedMatch {
    /// The condition.
    pub condition: String,
    /// The position.
    pub board: String,
}

/// A position that satisfies a condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match {
    /// Its index among the positions that were asked about.
    pub index: usize,
    /// The position as a line.
    pub board: String,
    /// Whether the naive evaluator confirmed it. It cannot if the game has none, or if it does not take the position.
    pub confirmed: bool,
}

/// A condition on the positions of a game.
///
/// # Examples
/// ```
/// use certamen_language::{Condition, NaiveJudge, Subject};
/// use encodings::othello::rules::Othello;
/// use encodings::rules::Position;
/// use std::sync::Arc;
/// use verify::othello::{OthelloView, Size};
///
/// let othello = Arc::new(Subject::new(Othello::<4>));
/// let start = Position::start(othello.rules()).board();
/// let condition = Condition::new(othello, "count(legal) = 4")?;
/// let found = condition.among(&[start])?;
/// // Without a naive twin it is not confirmed.
/// assert_eq!((found[0].index, found[0].confirmed), (0, false));
/// assert!(Condition::new(Arc::new(Subject::new(Othello::<4>)), "max count(legal)").is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Condition<R: Rules> {
    subject: Arc<Subject<R>>,
    predicate: Predicate,
    text: String,
}

impl<R: Rules> Condition<R> {
    /// The condition of a text.
    ///
    /// # Errors
    /// [`ConditionError`]
    pub fn new(subject: Arc<Subject<R>>, text: &str) -> Result<Self, ConditionError> {
        let vocabulary = subject.vocabulary().clone();
        let text = Definitions::default().question(text, &vocabulary)?;
        let meaning = check_plain(&text, &vocabulary)?;
        if meaning.aim.is_some() {
            return Err(ConditionError::Number);
        }
        let predicate = Predicate::compile(subject.rules(), vocabulary, &meaning, None)?;
        Ok(Self { subject, predicate, text: text.to_string() })
    }

    /// The positions that satisfy it, among these.
    ///
    /// # Errors
    /// [`UnconfirmedMatch`]
    pub fn among(&self, boards: &[R::Board<R::Native>]) -> Result<Vec<Match>, UnconfirmedMatch> {
        let holds = self.predicate.holds(self.subject.rules(), boards);
        let satisfying = boards.iter().zip(holds).enumerate().filter(|(_, (_, holds))| *holds);
        satisfying.map(|(index, (&board, _))| self.confirm(index, self.subject.print(board))).collect()
    }

    fn confirm(&self, index: usize, board: String) -> Result<Match, UnconfirmedMatch> {
        let judged = self.subject.twin.as_ref().map(|twin| twin.judge(&self.text, &board));
        match judged {
            Some(Ok(judged)) if !judged.answers => {
                Err(UnconfirmedMatch { condition: self.text.clone(), board })
            }
            judged => Ok(Match { index, board, confirmed: matches!(judged, Some(Ok(_))) }),
        }
    }
}

/// A condition on the positions of any game, which pass to it as text.
pub trait AnyCondition: Send + Sync {
    /// The positions that satisfy it, among the lines that are positions of the game.
    ///
    /// # Errors
    /// [`UnconfirmedMatch`]
    fn among_lines(&self, lines: &[String]) -> Result<Vec<Match>, UnconfirmedMatch>;
}

impl<R: Rules> AnyCondition for Condition<R> {
    fn among_lines(&self, lines: &[String]) -> Result<Vec<Match>, UnconfirmedMatch> {
        let parsed = lines.iter().map(|line| self.subject.parse(line).ok());
        let (places, boards): (Vec<usize>, Vec<_>) = parsed
            .enumerate()
            .filter_map(|(place, board)| Some((place, board.map(Position::board)?)))
            .unzip();
        let mut found = self.among(&boards)?;
        for matched in &mut found {
            matched.index = places.get(matched.index).copied().unwrap_or(matched.index);
        }
        Ok(found)
    }
}
