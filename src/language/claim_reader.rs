//! Reads claims about games of every length, from flags and from certificates.

use crate::error::LanguageError;
use crate::question::claim::{ClaimForm, ClaimParameters, ClaimParts, ClaimText, condition};
use crate::question::domain::{ANY_ORDER, DISCS, LAST_STEPS, NO_PASSES, PLIES, REACHABLE};
use crate::subject::Subject;
use crate::syntax::lexer::{TextKind, tokens_of};
use crate::syntax::parser::Parser;
use crate::syntax::{Definitions, Node};
use crate::vocabulary::Vocabulary;
use certamen_ask::error::QuestionError;
use certamen_ask::flag::{Flag, Given};
use certamen_ask::question::Question;
use encodings::rules::Rules;
use std::sync::Arc;

/// The flag of the invariant, as errors name it.
const INVARIANT: &str = "invariant";

/// The claim of flags; `None` if they ask a question.
///
/// # Errors
/// [`QuestionError`]
pub(crate) fn of_flags(
    given: &Given,
    text: &str,
    invariant: Option<&str>,
    definitions: &Definitions,
    vocabulary: &Vocabulary,
) -> Result<Option<ClaimParts>, QuestionError> {
    let text = ClaimText::parse(text, definitions, vocabulary).map_err(QuestionError::refused)?;
    let Some(text) = text else {
        let what = "it is for the claim `never C`";
        return invariant.map_or(Ok(None), |_| Err(QuestionError::flag(INVARIANT, what)));
    };
    let is_given = |flag: &&Flag| {
        given.has(flag.name) || given.number(flag.name).is_some() || given.text(flag.name).is_some()
    };
    let others = [REACHABLE, PLIES, LAST_STEPS, DISCS, ANY_ORDER, NO_PASSES];
    if let Some(flag) = others.iter().find(is_given) {
        return Err(QuestionError::flag(flag.name, "a claim is about all games, of every length"));
    }
    if invariant.is_some() && text.form != ClaimForm::Never {
        let what = "it is for `never C`; what `reply` keeps is its invariant";
        return Err(QuestionError::flag(INVARIANT, what));
    }
    let invariant = invariant.map(|text| read(text, definitions, vocabulary)).transpose();
    let invariant = invariant.map_err(|error| QuestionError::flag(INVARIANT, error))?;
    Ok(Some(ClaimParts { text, invariant, loses: None }))
}

/// A condition.
fn read(text: &str, definitions: &Definitions, vocabulary: &Vocabulary) -> Result<Node, LanguageError> {
    let mut parser = Parser::new(tokens_of(TextKind::Question, text, 0)?);
    let node = parser.expression()?;
    if !parser.is_at_end() {
        return parser.refuse("an operator or the end of the invariant");
    }
    condition(node, definitions, vocabulary)
}

/// The claim of a certificate.
///
/// # Errors
/// [`QuestionError`]
pub(crate) fn stored(
    parameters: &ClaimParameters,
    vocabulary: &Vocabulary,
) -> Result<ClaimParts, QuestionError> {
    let ClaimParameters { claim, invariant, lost, .. } = parameters;
    let definitions = Definitions::default();
    let text = ClaimText::parse(claim, &definitions, vocabulary).map_err(QuestionError::refused)?;
    let text = text.ok_or_else(|| QuestionError::refused("it is no claim about games"))?;
    if invariant.is_some() && text.form != ClaimForm::Never {
        return Err(QuestionError::refused("only `never` has an invariant"));
    }
    let invariant = invariant.as_ref().map(|text| read(text, &definitions, vocabulary)).transpose();
    Ok(ClaimParts { text, invariant: invariant.map_err(QuestionError::refused)?, loses: Some(*lost) })
}

/// The question of a claim about some rules.
///
/// # Errors
/// [`QuestionError`]
pub(crate) fn claim<R: Rules>(
    subject: &Arc<Subject<R>>,
    parts: ClaimParts,
) -> Result<Question, QuestionError> {
    Ok(crate::question::claim::GamesClaim::new(subject.clone(), parts)?.into())
}
