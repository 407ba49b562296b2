//! The naive judge of a subject.

use verify::language::{Judged, Passing, Ply, Refusal, Shows, judge, replay};

/// A naive game that judges positions and replays games. Positions and questions pass to it as text.
///
/// # Examples
/// ```
/// use certamen_language::{Naively, Twin};
/// use verify::othello::{Shown, Size};
///
/// let twin = Naively(Shown::on(Size::Four));
/// assert!(twin.judge("count(legal) = 4", "-----OX--XO-----")?.answers);
/// # Ok::<(), verify::language::Refusal>(())
/// ```
pub trait Twin: Send + Sync {
    /// What a question says about a position.
    ///
    /// # Errors
    /// [`Refusal`]
    fn judge(&self, text: &str, line: &str) -> Result<Judged, Refusal>;

    /// Requires that a game leads from the start to a position.
    ///
    /// # Errors
    /// [`Refusal`]
    fn replay(&self, plies: &[Ply], passing: Passing, line: &str) -> Result<(), Refusal>;
}

/// A naive game as a judge.
#[derive(Clone, Copy, Debug)]
pub struct Naively<S>(pub S);

impl<S: Shows + Send + Sync> Twin for Naively<S> {
    fn judge(&self, text: &str, line: &str) -> Result<Judged, Refusal> {
        judge(&self.0, text, line)
    }

    fn replay(&self, plies: &[Ply], passing: Passing, line: &str) -> Result<(), Refusal> {
        replay(&self.0, plies, passing, line)
    }
}
