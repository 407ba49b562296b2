//! The kind of the questions that a name stands for, such as `GAME.mobility`.

use crate::kind::LanguageKind;
use crate::named::NamedSentence;
use crate::question::NamedParameters;
use certamen_ask::error::QuestionError;
use certamen_ask::flag::{Flag, Given};
use certamen_ask::kind::{Kind, KindAbilities};
use certamen_ask::question::Question;
use serde_json::Value;

/// The questions that a sentence with a name asks about a game.
///
/// # Examples
/// ```
/// use certamen_ask::flag::Given;
/// use certamen_ask::kind::Kind;
/// use certamen_language::{LanguageKind, MOBILITY, NamedKind, Subject};
/// use encodings::othello::rules::Othello;
/// use std::sync::Arc;
///
/// let kind = LanguageKind::new("othello", Vec::new(), |_| Ok(Box::new(Arc::new(Subject::new(Othello::<8>)))));
/// let question = NamedKind::new(kind, MOBILITY).ask(&Given::new().with_number("at-least", 35))?;
/// assert_eq!(question.to_string(), "othello.mobility --at-least 35");
/// # Ok::<(), certamen_ask::error::QuestionError>(())
/// ```
#[derive(Debug)]
pub struct NamedKind {
    /// The language about the same game.
    language: LanguageKind,
    sentence: NamedSentence,
    name: String,
    about: String,
}

impl NamedKind {
    /// The questions of this sentence about the game of `language`, with its flags and examples.
    pub fn new(language: LanguageKind, sentence: NamedSentence) -> Self {
        let name = sentence.name(&language.game);
        let about = format!("{} in a position of {}", sentence.about, language.game);
        Self { language, sentence, name, about }
    }

    fn question(&self, given: &Given, bound: u32, breaks: bool) -> Result<Question, QuestionError> {
        (self.language.choose)(given)?.named(self.sentence, bound, breaks)
    }
}

impl Kind for NamedKind {
    fn name(&self) -> &str {
        &self.name
    }

    fn about(&self) -> &str {
        &self.about
    }

    fn flags(&self) -> Vec<Flag> {
        self.language.flags.iter().copied().chain([self.sentence.at_least]).collect()
    }

    fn ask(&self, given: &Given) -> Result<Question, QuestionError> {
        let flag = self.sentence.at_least.name;
        self.question(given, given.number(flag).unwrap_or(0), false)
    }

    fn parse(&self, parameters: Value) -> Result<Question, QuestionError> {
        let outdated = || {
            let name = &self.name;
            let reason = format!("not how {name} is written: if an older version wrote it, write it again");
            QuestionError::Parameters(reason)
        };
        let read = serde_json::from_value(parameters.clone()).map_err(|_| outdated())?;
        let NamedParameters { flags, at_least, symmetry_breaking } = read;
        let question = self.question(&flags, at_least, symmetry_breaking)?;
        let mut written = serde_json::to_value(&question)?;
        written.as_object_mut().map(|fields| fields.remove("query"));
        if written == parameters { Ok(question) } else { Err(outdated()) }
    }

    fn abilities(&self) -> KindAbilities {
        self.language.abilities()
    }

    fn examples(&self) -> &[(&str, &str)] {
        &self.language.examples
    }
}
