//! The books of ACL2 for a claim about the games of a game file.

use super::GamesClaim;
use super::text::ClaimForm;
use crate::theorem::{Subject, TheoremBooks, TheoremError, TheoremFact, TheoremWriter, books};
use encodings::rules::Rules;

impl<R: Rules> TheoremWriter for GamesClaim<R> {
    fn books(&self, fact: &TheoremFact<String>) -> Result<TheoremBooks, TheoremError> {
        if !matches!(fact, TheoremFact::Kept) {
            return Err(TheoremError::OtherFact);
        }
        let invariant = self.invariant.as_ref().map(|invariant| format!(" --invariant '{invariant}'"));
        let asked = format!("{}{}", self.text, invariant.unwrap_or_default());
        let (looked_for, kept) = (self.looked_for(), &self.kept.meaning.condition);
        match self.text.form {
            ClaimForm::Never => {
                let conditions = [&looked_for.meaning.condition, kept];
                books(self.rules(), &asked, &Subject::Never(conditions))
            }
            ClaimForm::Reply(_) => Err(TheoremError::Unsupported("replies")),
        }
    }
}
