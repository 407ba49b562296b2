//! Conditions on machine words, evaluated on many boards at once.

use crate::check::check_plain;
use crate::error::LanguageError;
use crate::forced::{ForcedSearch, NativeForces, SearchLimit};
use crate::meaning::{Meaning, Number};
use crate::program::{Lowering, NotForced, Program, Register, run};
use crate::syntax::Definitions;
use crate::vocabulary::Vocabulary;
use encodings::rules::{Position, Rules};

/// The number of boards for which an operation runs before the next operation: enough to forget what an operation
/// costs, few enough for the registers to stay in the cache.
const AT_ONCE: usize = 256;

/// A condition on the positions of a game, ready to be evaluated.
///
/// # Examples
/// ```
/// use certamen_language::Predicate;
/// use encodings::othello::rules::Othello;
/// use encodings::rules::Position;
///
/// let rules = Othello::<8>;
/// let start = Position::start(&rules).board();
/// let four = Predicate::new(&rules, "count(legal) = 4")?;
/// assert_eq!(four.holds(&rules, &[start, start]), [true, true]);
/// let replies = Predicate::new(&rules, "all m in legal: count(after(m).legal) = 3")?;
/// assert_eq!(replies.holds(&rules, &[start]), [true]);
/// # Ok::<(), certamen_language::LanguageError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Predicate {
    vocabulary: Vocabulary,
    program: Program,
    holds: Register,
}

impl Predicate {
    /// The condition of a question; of one with `max` or `min`, the condition after `where`.
    ///
    /// # Errors
    /// [`LanguageError`]
    pub fn new<R: Rules>(rules: &R, text: &str) -> Result<Self, LanguageError> {
        let vocabulary = Vocabulary::new(rules);
        let meaning = check_plain(&Definitions::default().question(text, &vocabulary)?, &vocabulary)?;
        Self::compile(rules, vocabulary, &meaning, None)
    }

    /// The condition of a meaning, and that a number is 0 or more.
    pub(crate) fn compile<R: Rules>(
        rules: &R,
        vocabulary: Vocabulary,
        meaning: &Meaning,
        bound: Option<&Number>,
    ) -> Result<Self, LanguageError> {
        let (program, holds) = Lowering::predicate(meaning, &vocabulary, rules, bound)?;
        Ok(Self { vocabulary, program, holds })
    }

    /// Whether the condition holds, for each of these boards. The boards must be well formed.
    pub fn holds<R: Rules>(&self, rules: &R, boards: &[R::Board<R::Native>]) -> Vec<bool> {
        let mut found = Vec::with_capacity(boards.len());
        for some in boards.chunks(AT_ONCE) {
            let registers =
                run::<R, R::Native>(&self.program, rules, &self.vocabulary.kinds, some, &[], &mut NotForced);
            found.extend_from_slice(registers.bits(self.holds));
        }
        found
    }

    /// Whether a condition with `won in` holds in a position.
    ///
    /// # Errors
    /// [`SearchLimit`]
    pub(crate) fn holds_by_search<R: Rules>(
        &self,
        start: Position<R>,
        search: &mut ForcedSearch<'_, R>,
    ) -> Result<bool, SearchLimit> {
        let (rules, kinds) = (search.rules(), &self.vocabulary.kinds);
        let mut forced = NativeForces { program: &self.program, kinds, start, search, failed: None };
        let boards = [start.board()];
        let registers = run::<R, R::Native>(&self.program, rules, kinds, &boards, &[], &mut forced);
        forced.failed.map_or_else(|| Ok(registers.bits(self.holds)[0]), Err)
    }
}
