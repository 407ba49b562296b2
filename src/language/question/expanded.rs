//! Questions with `won in`: more replies, if a model of the clauses is no answer.

use super::LanguageQuestion;
use crate::forced::{Expander, StoredReplies, positions_at};
use certamen_ask::error::QuestionError;
use certamen_ask::expansion::Expansion;
use certamen_ask::question::Question;
use certamen_ask::witness::WitnessError;
use encodings::rules::Rules;
use std::sync::Arc;

impl<R: Rules> LanguageQuestion<R> {
    /// Whether it has `won in` or `lost in`.
    pub(crate) fn has_forced(&self) -> bool {
        self.meaning.has_forced
    }

    /// How replies are added, if it has `won in`.
    pub(super) fn expansion(&self) -> Expansion {
        let asked = self.clone();
        Expansion::new(self.has_forced(), move |line| asked.expanded_for(line).map(Question::from))
    }

    /// The same question with replies that were written.
    ///
    /// # Errors
    /// [`QuestionError`] if they are not replies of the question.
    pub(crate) fn with_replies(self, stored: &StoredReplies) -> Result<Self, QuestionError> {
        if stored.is_empty() {
            return Ok(self);
        }
        let forces = self.program().map_err(QuestionError::refused)?.forces();
        let forces: Vec<_> = forces.into_iter().map(|(force, _)| force).collect();
        let replies = stored.replies(&forces, &self.subject.vocabulary).map_err(QuestionError::refused)?;
        Ok(Self { replies: Arc::new(replies), ..self })
    }

    /// The same question with replies that exclude a position, in which its condition does not hold.
    fn expanded_for(&self, line: &str) -> Result<Self, WitnessError> {
        let refused = |reason: String| WitnessError::Refused(reason);
        let position = self.subject.parse(line).map_err(WitnessError::Position)?;
        let program = self.program().map_err(|error| refused(error.to_string()))?;
        let rules = self.subject.rules();
        let mut expander = Expander::new(rules, (*self.replies).clone());
        for (number, (force, register)) in program.forces().into_iter().enumerate() {
            for found in positions_at(&program, (rules, &self.subject.vocabulary.kinds), register, position) {
                expander
                    .refute((number, force), found)
                    .map_err(|error| WitnessError::Limit(error.to_string()))?;
            }
        }
        let replies = Arc::new(expander.replies());
        if replies == self.replies {
            return Err(refused(format!("{line}: the condition does not hold, but no reply is missing")));
        }
        Ok(Self { replies, ..self.clone() })
    }
}

/// The text with `in 0` for every `won in K`, so that it has the same names and no search.
pub(super) fn within_no_plies(text: &str) -> String {
    let mut rest = text;
    let mut found = String::with_capacity(text.len());
    while let Some(place) =
        ["won in ", "lost in "].iter().filter_map(|form| Some(rest.find(form)? + form.len())).min()
    {
        found.push_str(&rest[..place]);
        rest = &rest[place..];
        let after = rest.trim_start_matches(|letter: char| letter.is_ascii_digit());
        found.push_str(if after.len() < rest.len() { "0" } else { "" });
        rest = after;
    }
    found + rest
}
