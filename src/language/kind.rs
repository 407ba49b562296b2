//! The kind of questions in the language: one for each game, under the game's name.

use crate::asked::{Asked, Parameters};
use crate::subject::Subject;
use crate::vocabulary::Vocabulary;
use certamen_ask::error::QuestionError;
use certamen_ask::flag::{Flag, Given};
use certamen_ask::kind::{Can, Kind};
use certamen_ask::question::Question;
use encodings::rules::Rules;
use std::any::{Any, TypeId};
use std::sync::Arc;

/// The question itself.
const ASK: Flag = Flag::positional(
    "ask",
    "QUESTION",
    "The question, or @FILE with its text; docs/language.md has the grammar",
);

/// A subject of any rules.
pub trait AnySubject: Send + Sync {
    /// Makes a question from its text, with a bound in the form of certificates.
    ///
    /// # Errors
    /// [`QuestionError`]
    fn question(&self, text: &str, bound: Option<u32>, breaks: bool) -> Result<Question, QuestionError>;

    /// The words that questions about it can use.
    fn vocabulary(&self) -> Vocabulary;

    /// The abilities of its questions.
    fn abilities(&self) -> Can;
}

impl<R: Rules> AnySubject for Arc<Subject<R>> {
    fn question(&self, text: &str, bound: Option<u32>, breaks: bool) -> Result<Question, QuestionError> {
        use certamen_ask::query::Query as _;
        let asked = Asked::new(self.clone(), text).map_err(QuestionError::refused)?;
        let asked = asked.bounded_by(bound).with_symmetry_breaking(breaks);
        asked.validate()?;
        Ok(asked.into())
    }

    fn vocabulary(&self) -> Vocabulary {
        Subject::vocabulary(self).clone()
    }

    fn abilities(&self) -> Can {
        Can::of::<Asked<R>>()
    }
}

/// Chooses a subject by the given flags.
type Choose = dyn Fn(&Given) -> Result<Box<dyn AnySubject>, QuestionError> + Send + Sync;

/// The questions of the language about a game.
///
/// # Examples
/// ```
/// use certamen_ask::flag::Given;
/// use certamen_ask::kind::Kind;
/// use certamen_language::{LanguageKind, Subject};
/// use encodings::othello::rules::Othello;
/// use std::sync::Arc;
///
/// let kind = LanguageKind::new("othello", Vec::new(), |_| Ok(Box::new(Arc::new(Subject::new(Othello::<8>)))));
/// let ask = |text: &str| kind.ask(&Given::new().with_text("ask", text));
/// assert_eq!(ask("count(legal)>=35")?.to_string(), "othello 'count(legal) >= 35'");
/// let error = ask("count(legal) >= 35 and own").map_err(|error| error.to_string());
/// assert_eq!(error, Err("character 24: expected a condition, found a word".to_owned()));
/// # Ok::<(), certamen_ask::error::QuestionError>(())
/// ```
pub struct LanguageKind {
    game: String,
    about: String,
    flags: Vec<Flag>,
    examples: Vec<(&'static str, &'static str)>,
    choose: Box<Choose>,
}

impl LanguageKind {
    /// Questions about a game, which these flags choose; without flags, `choose` gives the game's default.
    pub fn new(
        game: &str,
        flags: Vec<Flag>,
        choose: impl Fn(&Given) -> Result<Box<dyn AnySubject>, QuestionError> + Send + Sync + 'static,
    ) -> Self {
        let about = format!("Any question about positions of {game}, in the language of questions");
        let flags = std::iter::once(ASK).chain(flags).collect();
        Self { game: game.to_owned(), about, flags, examples: Vec::new(), choose: Box::new(choose) }
    }

    /// Adds examples of commands, each with a remark.
    #[must_use]
    pub fn with_examples(self, examples: &[(&'static str, &'static str)]) -> Self {
        Self { examples: examples.to_vec(), ..self }
    }
}

impl Kind for LanguageKind {
    fn name(&self) -> &str {
        &self.game
    }

    fn about(&self) -> &str {
        &self.about
    }

    fn flags(&self) -> Vec<Flag> {
        self.flags.clone()
    }

    fn ask(&self, given: &Given) -> Result<Question, QuestionError> {
        let subject = (self.choose)(given)?;
        let text = given.text(ASK.name).ok_or_else(|| QuestionError::refused("a question is missing"))?;
        subject.question(text, None, false)
    }

    fn parse(&self, parameters: serde_json::Value) -> Result<Question, QuestionError> {
        let Parameters { ask, flags, bound, symmetry_breaking } = serde_json::from_value(parameters)?;
        (self.choose)(&flags)?.question(&ask, bound, symmetry_breaking)
    }

    fn abilities(&self) -> Can {
        Can { bounded: true, optimised: true, listed: true }
    }

    fn examples(&self) -> &[(&str, &str)] {
        &self.examples
    }

    /// Offers the [`Vocabulary`] of the game without flags.
    fn offer(&self, ability: TypeId) -> Option<Box<dyn Any>> {
        if ability != TypeId::of::<Vocabulary>() {
            return None;
        }
        Some(Box::new((self.choose)(&Given::new()).ok()?.vocabulary()))
    }
}

impl std::fmt::Debug for LanguageKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("LanguageKind").field("game", &self.game).finish_non_exhaustive()
    }
}
