//! `won in K`, `lost in K` and `unique`.

use super::{Checker, Value, check};
use crate::error::{LanguageError, Reason};
use crate::forced::Force;
use crate::meaning::{Bit, Meaning, Range};
use crate::syntax::{Choice, Node, Part, Sentence};
use crate::vocabulary::{Ending, Vocabulary};

/// The same without `won in` and `lost in`, for those that look at a position by itself.
///
/// # Errors
/// [`LanguageError`]
pub(crate) fn check_plain(text: &Sentence, vocabulary: &Vocabulary) -> Result<Meaning, LanguageError> {
    let meaning = check(text, vocabulary)?;
    if meaning.has_forced {
        return Err(LanguageError::new(0, Reason::NotForced(FOR_QUESTIONS)));
    }
    Ok(meaning)
}

/// Where `won in` can stand.
pub(crate) const FOR_QUESTIONS: &str = "can stand in questions of solve, enumerate, prove and ask alone, which add the replies \
                                        of the other player as they are needed";

impl Checker<'_> {
    /// `won in K`, `after(m).lost in K`. Within 0 plies the game is over already.
    pub(super) fn forced(&mut self, at: usize, of: &Node, plies: &Node) -> Result<Bit, LanguageError> {
        if let Some(reason) = self.vocabulary.not_forced {
            return Err(LanguageError::new(at, Reason::NotForced(reason)));
        }
        let Value::Bit(Bit::Ending(position, ending @ (Ending::Won | Ending::Lost))) = self.value(of)? else {
            return Err(LanguageError::expected(of.at, "`won` or `lost` before `in`", format!("`{of}`")));
        };
        match plies.part {
            Part::Number(0) => Ok(Bit::Ending(position, ending)),
            Part::Number(plies) => {
                self.has_forced = true;
                Ok(Bit::Forced(position, Force::new(ending == Ending::Won, plies)))
            }
            _ => Err(LanguageError::new(plies.at, Reason::ForcedPlies)),
        }
    }

    /// `unique m in W: C`
    pub(super) fn unique(&mut self, at: usize, choice: &Choice, body: &Node) -> Result<Bit, LanguageError> {
        let (variable, set) = self.bind(choice)?;
        if matches!(set, Range::Turns(_)) {
            return Err(LanguageError::new(at, Reason::AllTurns));
        }
        let before = self.size;
        let body = self.bit(body)?;
        // It stands there twice.
        self.grow(at, self.size - before + 1)?;
        self.scope.pop();
        let bodies = Box::new([body.clone(), body.not()]);
        Ok(Bit::Unique { place: at, is_denied: false, variable, set, bodies })
    }
}
