//! Sentences of the language that have a name: `GAME.mobility` asks for the largest number of legal moves.
//!
//! Such a question is about the positions in which the rules have not ended the game. Its bound is a flag, `--at-least`, and
//! its witnesses have the number under the name of the objective.

use certamen_ask::flag::Flag;
use certamen_ask::objective::Objective;

/// A sentence with a name, for every game of rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NamedSentence {
    /// The sentence, which asks for the largest value of a number that is never negative.
    pub(crate) text: &'static str,
    /// The number. The name of the question is that of the game, a dot, and the name of the objective.
    pub(crate) objective: Objective,
    /// What it asks for, in a position of a game.
    pub(crate) about: &'static str,
    /// The flag of its bound.
    pub(crate) at_least: Flag,
}

/// `GAME.mobility`: the number of legal moves. The moves are the bits of the words of the rules, one word for each kind.
pub const MOBILITY: NamedSentence = NamedSentence {
    text: "max count(moves)",
    objective: Objective::new("mobility", "legal moves"),
    about: "The number of legal moves",
    at_least: Flag::number("at-least", "K", "At least this many legal moves"),
};

impl NamedSentence {
    /// The number that it asks for.
    pub const fn objective(self) -> Objective {
        self.objective
    }

    /// The name of the question about a game.
    pub(crate) fn name(self, game: &str) -> String {
        format!("{game}.{}", self.objective)
    }
}

/// The name of a question.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct QuestionName {
    pub(crate) full: String,
    pub(crate) sentence: NamedSentence,
}
