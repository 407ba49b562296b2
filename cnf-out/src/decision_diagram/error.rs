//! Why answers could not be counted.

/// Why answers could not be counted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DiagramError {
    /// The diagrams are too large.
    #[error("the decision diagrams take more than {0} nodes, all that the memory allows")]
    TooLarge(usize),
    /// There are more variables than a diagram can have.
    #[error("{0} variables, more than a decision diagram can have here")]
    TooManyVariables(usize),
    /// There is no such word.
    #[error("the question has no word `{name}`: its words are {known}")]
    MissingWord {
        /// The name.
        name: String,
        /// The names of the words.
        known: String,
    },
}
