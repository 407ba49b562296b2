//! Subjects of any rules, and questions about them before the rules are known.

use crate::claim_reader;
use crate::classes::classes;
use crate::condition::{AnyCondition, Condition, ConditionError};
use crate::forced::StoredReplies;
use crate::game_question::GameQuestion;
use crate::named::NamedSentence;
use crate::question::LanguageQuestion;
use crate::question::claim::ClaimParts;
use crate::question::domain::{Domain, REACHABLE};
use crate::question::system::LanguageSystem;
use crate::reachable::ReachableArgument;
use crate::subject::Subject;
use crate::syntax::Sentence;
use crate::vocabulary::Vocabulary;
use certamen_ask::error::QuestionError;
use certamen_ask::question::Question;
use certamen_ask::system::AnySystem;
use certamen_prove::argument::Argument;
use certamen_prove::classes::Class;
use encodings::rules::{Origin, Rules};
use std::sync::Arc;

/// A question without its rules.
#[derive(Clone, Debug)]
pub struct PartialQuestion {
    pub(crate) text: Sentence,
    pub(crate) bound: Option<u32>,
    pub(crate) among: Option<Domain>,
    pub(crate) breaks: bool,
    pub(crate) replies: StoredReplies,
}

/// A claim about games without its rules.
#[derive(Clone, Debug)]
pub struct PartialClaim(pub(crate) ClaimParts);

/// A subject of any rules.
pub trait AnySubject: Send + Sync {
    /// A question.
    ///
    /// # Errors
    /// [`QuestionError`]
    fn question(&self, put: PartialQuestion) -> Result<Question, QuestionError>;

    /// A question as a transition system, perhaps only about positions with a number of pieces.
    ///
    /// # Errors
    /// [`QuestionError`]
    fn system(&self, text: Sentence, pieces: Option<u32>) -> Result<AnySystem, QuestionError>;

    /// The question that a sentence with a name asks, with a bound.
    ///
    /// # Errors
    /// [`QuestionError`] if the number cannot be so large, or if the game has a word that is in the way.
    fn named(&self, sentence: NamedSentence, bound: u32, breaks: bool) -> Result<Question, QuestionError>;

    /// The proof of a bound on all positions that games reach.
    ///
    /// # Errors
    /// [`QuestionError`] if games may have any length, or if the question has no number.
    fn reachable(&self, text: Sentence) -> Result<Box<dyn Argument>, QuestionError>;

    /// The question in each class of positions, by the value of a number; `of_games`: of positions that games reach.
    ///
    /// # Errors
    /// [`QuestionError`]
    fn classes(
        &self,
        put: PartialQuestion,
        by: &Sentence,
        of_games: bool,
    ) -> Result<Vec<Class>, QuestionError>;

    /// The question whether a game leads to the position of a line, as [`Subject::games_to`] says.
    ///
    /// # Errors
    /// [`QuestionError`] if the line is not a position.
    fn games_to(&self, line: &str) -> Result<Option<GameQuestion>, QuestionError>;

    /// The question of a claim about games of every length.
    ///
    /// # Errors
    /// [`QuestionError`] if the game has no such claims.
    fn claim(&self, claim: PartialClaim) -> Result<Question, QuestionError>;

    /// A condition on given positions.
    ///
    /// # Errors
    /// [`ConditionError`]
    fn condition(&self, text: &str) -> Result<Box<dyn AnyCondition>, ConditionError>;

    /// The words that questions about it can use.
    fn vocabulary(&self) -> Vocabulary;

    /// The name of the game.
    fn name(&self) -> String;

    /// Whether each step adds a piece.
    fn may_add_a_piece(&self) -> bool;

    /// Whether games can be stated.
    fn may_have_games(&self) -> bool;

    /// Whether a game file states the rules.
    fn has_rules_file(&self) -> bool;
}

impl<R: Rules> AnySubject for Arc<Subject<R>> {
    fn question(&self, put: PartialQuestion) -> Result<Question, QuestionError> {
        use certamen_ask::query::Query as _;
        let PartialQuestion { text, bound, among, breaks, replies } = put;
        let asked = LanguageQuestion::of_text(self.clone(), text).map_err(QuestionError::refused)?;
        let asked = asked.bounded_by(bound).about(among).with_symmetry_breaking(breaks);
        asked.validate()?;
        Ok(asked.with_replies(&replies)?.into())
    }

    fn system(&self, text: Sentence, pieces: Option<u32>) -> Result<AnySystem, QuestionError> {
        let asked = LanguageQuestion::of_text(self.clone(), text).map_err(QuestionError::refused)?;
        Ok(LanguageSystem::new(asked, pieces)?.into())
    }

    fn named(&self, sentence: NamedSentence, bound: u32, breaks: bool) -> Result<Question, QuestionError> {
        use certamen_ask::query::Query as _;
        let asked = LanguageQuestion::named(self.clone(), sentence).map_err(QuestionError::refused)?;
        let asked = asked.bounded_by(Some(bound)).with_symmetry_breaking(breaks);
        asked.validate().map_err(|error| QuestionError::flag(sentence.at_least.name, error))?;
        Ok(asked.into())
    }

    fn reachable(&self, text: Sentence) -> Result<Box<dyn Argument>, QuestionError> {
        use certamen_ask::query::Bounded as _;
        let asked = LanguageQuestion::of_text(self.clone(), text).map_err(QuestionError::refused)?;
        if !self.rules().adds_a_piece() {
            return Err(QuestionError::flag(
                REACHABLE.name,
                "nothing says how long the games are: give their length with --plies N, or use emit \
                 --transition-system",
            ));
        }
        if asked.objectives().is_empty() {
            return Err(QuestionError::refused("a condition has no bound; ask for max or min of a number"));
        }
        Ok(Box::new(ReachableArgument::new(asked)))
    }

    fn classes(
        &self,
        put: PartialQuestion,
        by: &Sentence,
        of_games: bool,
    ) -> Result<Vec<Class>, QuestionError> {
        classes(self, &put.text, by, put.among, of_games)
    }

    fn games_to(&self, line: &str) -> Result<Option<GameQuestion>, QuestionError> {
        Subject::games_to(self, line)
    }

    fn claim(&self, claim: PartialClaim) -> Result<Question, QuestionError> {
        claim_reader::claim(self, claim.0)
    }

    fn condition(&self, text: &str) -> Result<Box<dyn AnyCondition>, ConditionError> {
        Ok(Box::new(Condition::new(self.clone(), text)?))
    }

    fn vocabulary(&self) -> Vocabulary {
        Subject::vocabulary(self).clone()
    }

    fn name(&self) -> String {
        self.rules().name().to_owned()
    }

    fn may_add_a_piece(&self) -> bool {
        let places = || self.vocabulary.kinds.iter().all(|kind| kind.origin() == Origin::Placed);
        if self.rules().rules_file().is_some() { places() } else { self.rules().adds_a_piece() }
    }

    fn has_rules_file(&self) -> bool {
        self.rules().rules_file().is_some()
    }

    fn may_have_games(&self) -> bool {
        self.rules().parts_of_turn().is_empty()
    }
}
