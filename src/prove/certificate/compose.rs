//! Checks whether the parts of a certificate, if each is valid, prove its claim.

use super::Claim;
use crate::argument::{ComposerAbility, CompositionError};
use certamen_ask::question::Question;
use certamen_ask::solution::VerifiedAnswer;

/// A question, and its answer.
pub type AnsweredQuestion = (Question, VerifiedAnswer);

/// Checks that the parts prove the claim, and that no part is superfluous.
///
/// # Errors
/// [`CompositionError`]
pub(super) fn compose(
    claim: &Claim,
    witnesses: &[AnsweredQuestion],
    refuted: &[Question],
) -> Result<(), CompositionError> {
    let Claim { question, objective, bound, reachable } = claim;
    if !question.objectives().contains(objective) {
        return Err(format!("the question has no bound on the number of {}", objective.noun()).into());
    }
    let asked = question.bound(*objective);
    if asked != *bound {
        return Err(format!("the bound is {bound}, the question asks for {asked}").into());
    }
    for (_, witness) in witnesses {
        let measured = question.measure(*objective, witness).map_err(|error| error.to_string())?;
        if measured != *bound {
            return Err(format!("a witness has {measured} {}", objective.noun()).into());
        }
    }
    if !reachable {
        return any_position(claim, witnesses, refuted);
    }
    let name = question.question();
    let composer: Option<ComposerAbility> = question.question().ability();
    let composer = composer.ok_or_else(|| format!("{} has no argument for what games reach", name.name()))?;
    composer.compose(claim, witnesses, refuted)
}

/// A witness of the claim's question has exactly the bound, and the question with the bound plus one is refuted. A
/// position with more than `k` also answers the question for `k`. So the refutation rules out every larger number as
/// well.
fn any_position(
    claim: &Claim,
    witnesses: &[AnsweredQuestion],
    refuted: &[Question],
) -> Result<(), CompositionError> {
    let Claim { question, objective, bound, .. } = claim;
    let [(asked, _)] = witnesses else {
        return Err("there has to be one witness".into());
    };
    if *asked != question.question() {
        return Err(format!("the witness answers {asked}, which is another question").into());
    }
    let refuted: Vec<Question> = refuted.iter().map(|asked| asked.with_symmetry_breaking(false)).collect();
    if refuted != [question.with_bound(*objective, bound + 1).question()] {
        return Err(format!("{} {} have to be refuted, and nothing else", bound + 1, objective.noun()).into());
    }
    Ok(())
}
