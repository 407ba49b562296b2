//! The naive judge of a subject.

use encodings::rules::{Rules, Step};
use encodings::word::NativeWord as _;
use verify::language::{Judgement, NaiveView, Passing, Ply, Refusal, Walk, judge, replay, walk};

/// A naive game that judges positions and replays games. Positions and questions pass to it as text.
///
/// # Examples
/// ```
/// use certamen_language::{NaiveJudge, Twin};
/// use verify::othello::{OthelloView, Size};
///
/// let twin = NaiveJudge(OthelloView::new(Size::Four));
/// assert!(twin.judge("count(legal) = 4", "-----OX--XO-----")?.answers);
/// # Ok::<(), verify::language::Refusal>(())
/// ```
pub trait Twin: Send + Sync {
    /// What a question says about a position.
    ///
    /// # Errors
    /// [`Refusal`]
    fn judge(&self, text: &str, line: &str) -> Result<Judgement, Refusal>;

    /// Requires that a game leads from the start to a position.
    ///
    /// # Errors
    /// [`Refusal`]
    fn replay(&self, plies: &[Ply], passing: Passing, line: &str) -> Result<(), Refusal>;

    /// Plays games at random that test a claim, and returns the number of their plies.
    ///
    /// # Errors
    /// [`Refusal`]
    fn walk(&self, claim: &Walk) -> Result<u64, Refusal>;
}

/// A step as a naive game knows it: the name of its kind, and the coordinates of its square.
pub fn ply_of<R: Rules>(rules: &R, step: Step<R::Native>) -> Ply {
    let square = step.at().word().first().and_then(|index| rules.layout().square(index));
    let at = square.map_or((0, 0), |square| rules.layout().coordinates(square));
    Ply::Move { kind: step.kind().name().to_owned(), at }
}

/// A naive game as a judge.
#[derive(Clone, Copy, Debug)]
pub struct NaiveJudge<S>(pub S);

impl<S: NaiveView + Send + Sync> Twin for NaiveJudge<S> {
    fn judge(&self, text: &str, line: &str) -> Result<Judgement, Refusal> {
        judge(&self.0, text, line)
    }

    fn replay(&self, plies: &[Ply], passing: Passing, line: &str) -> Result<(), Refusal> {
        replay(&self.0, plies, passing, line)
    }

    fn walk(&self, claim: &Walk) -> Result<u64, Refusal> {
        walk(&self.0, claim)
    }
}
