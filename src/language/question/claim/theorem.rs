//! The books of ACL2 for a claim about the games of a game file.

use super::GamesClaim;
use super::reply::changed;
use super::text::ClaimForm;
use crate::program::possible;
use crate::theorem::{
    KindReply, Replies, Subject, TheoremBooks, TheoremError, TheoremFact, TheoremWriter, books,
};
use encodings::board::{Square, Symmetry};
use encodings::rules::{Rules, Step, StepKind};
use encodings::word::{OneHot, Word as _};

impl<R: Rules> TheoremWriter for GamesClaim<R> {
    fn books(&self, fact: &TheoremFact) -> Result<TheoremBooks, TheoremError> {
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
            ClaimForm::Reply(_) if !self.loses => {
                Err(TheoremError::Unsupported("replies that do not show that the start is lost"))
            }
            ClaimForm::Reply(symmetry) => {
                let of_kinds = self.replies(symmetry);
                let of_kinds =
                    of_kinds.ok_or(TheoremError::Unsupported("replies that depend on the position"))?;
                books(self.rules(), &asked, &Subject::Lost(Replies { kept, symmetry, of_kinds }))
            }
        }
    }
}

impl<R: Rules> GamesClaim<R> {
    /// The reply to the moves of each kind whose squares are the image of theirs, as it is on an empty board. `None` if its
    /// place beside the image of the move is not the same on all squares. A wrong one does no harm: it is not certified.
    fn replies(&self, symmetry: Symmetry) -> Option<Vec<KindReply>> {
        let (rules, kinds) = (self.rules(), &self.kept.subject.vocabulary.kinds);
        let layout = rules.layout();
        let (nothing, empty) = (R::Native::default(), rules.build(|_| R::Native::default()));
        let squares_of = |kind: StepKind, square: Square| {
            let step = Step::new(kind, OneHot::from_square(square, nothing), layout);
            changed(rules, [empty, rules.play(empty, step)], step.from() | step.to())
        };
        let possible = possible(rules, kinds);
        let squares = |kind: usize| possible[kind].indices().filter_map(|square| layout.square(square));
        let reply = |kind: usize, by: usize| {
            let mut steps = squares(kind).map(|square| {
                let wanted = squares_of(kinds[kind], square).image(symmetry, layout);
                let answer = squares(by).find(|&answer| squares_of(kinds[by], answer).equals(wanted))?;
                let place = |square| {
                    let (file, rank) = layout.coordinates(square);
                    (file as isize, rank as isize)
                };
                let (image, answer) = (place(symmetry.square(layout, square)), place(answer));
                Some((answer.0 - image.0, answer.1 - image.1))
            });
            let step = steps.next()??;
            steps.all(|other| other == Some(step)).then_some(KindReply { by, step })
        };
        (0..kinds.len()).map(|kind| (0..kinds.len()).find_map(|by| reply(kind, by))).collect()
    }
}
