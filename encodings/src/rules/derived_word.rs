//! Words that a game shows to questions.

/// A word that follows from a position or from a step, by name and with its meaning.
///
/// # Examples
/// ```
/// use encodings::othello::rules::Othello;
/// use encodings::rules::{DerivedWord, Position, Rules};
///
/// let names: Vec<&str> = Othello::<8>.derived_words().iter().map(DerivedWord::name).collect();
/// assert_eq!(names, ["their", "flips"]);
/// let start = Position::start(&Othello::<8>).board();
/// assert_eq!(Othello::<8>.word("their", start).map(u64::count_ones), Some(4));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DerivedWord {
    name: &'static str,
    meaning: &'static str,
    is_of_step: bool,
}

impl DerivedWord {
    /// A word of each position.
    pub const fn word(name: &'static str, meaning: &'static str) -> Self {
        Self { name, meaning, is_of_step: false }
    }

    /// A word of each step.
    pub const fn of_step(name: &'static str, meaning: &'static str) -> Self {
        Self { name, meaning, is_of_step: true }
    }

    /// The name.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// What the squares of the word are, in a few words.
    pub const fn meaning(&self) -> &'static str {
        self.meaning
    }

    /// Whether it is a word of each step, rather than of each position.
    pub const fn is_of_step(&self) -> bool {
        self.is_of_step
    }
}
