//! Questions about a position, and their answers.

use encodings::rules::Ending;

/// Who is to reach a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Attacker {
    /// The player to move in the position.
    Mover,
    /// The player who is not to move there.
    Other,
}

/// What is to be reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Goal {
    /// The game ends, won by the attacker.
    Win,
    /// The game ends, and the attacker's score is at least this.
    Score(i32),
}

/// Does the attacker reach the goal from a position, whatever the opponent does?
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Question {
    /// Who is to reach it.
    pub attacker: Attacker,
    /// What is to be reached.
    pub goal: Goal,
    /// In how many plies at most. A pass is a ply. By default in any number.
    pub within: Option<u32>,
}

impl Question {
    /// Whether the player to move wins, in any number of plies.
    pub const WON: Self = Self { attacker: Attacker::Mover, goal: Goal::Win, within: None };
    /// Whether the player who is not to move wins, in any number of plies.
    pub const LOST: Self = Self { attacker: Attacker::Other, goal: Goal::Win, within: None };

    /// The same question with a limit.
    #[must_use]
    pub const fn within(self, within: Option<u32>) -> Self {
        Self { within, ..self }
    }
}

/// What is known about a position and a goal, whatever the game was before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// The attacker reaches the goal within this number of plies.
    pub won: Option<u32>,
    /// The attacker does not reach the goal in fewer plies than this number: all known is 0, and [`Facts::NEVER`] means
    /// in no number of plies.
    pub safe: u32,
}

impl Facts {
    /// More plies than any number.
    pub const NEVER: u32 = u32::MAX;
    /// The greatest number of plies in a question or an answer.
    pub const MOST_PLIES: u32 = 65_000;

    /// The facts about a position in which the player to move decides at once.
    pub(crate) const fn at_once(attacks: bool) -> Self {
        if attacks { Self { won: Some(1), safe: 0 } } else { Self { won: None, safe: Self::NEVER } }
    }

    /// What both say.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        let won = [self.won, other.won].into_iter().flatten().min();
        Self { won, safe: self.safe.max(other.safe) }
    }

    /// Whether more facts cannot change whether the goal is reached.
    pub const fn is_final(self) -> bool {
        self.won.is_some() || self.safe == Self::NEVER
    }

    /// Whether the goal is reached within so many plies (`None`: any number), if that is known.
    pub fn decides(self, within: Option<u32>) -> Option<bool> {
        self.answer(within).is_reached()
    }

    /// The answer that follows, to a question with this limit.
    pub fn answer(self, within: Option<u32>) -> Answer {
        match self.won {
            Some(plies) if within.is_none_or(|within| plies <= within) => Answer::Reached { plies },
            _ if self.safe == Self::NEVER => Answer::Never,
            _ if within.is_some_and(|within| self.safe > within) => {
                Answer::NotWithin { plies: self.safe - 1 }
            }
            _ => Answer::Unknown(self),
        }
    }
}

/// The answer to a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The goal is reached within this number of plies. Perhaps it can be reached in fewer.
    Reached {
        /// The number of plies.
        plies: u32,
    },
    /// The goal is not reached in any number of plies.
    Never,
    /// The goal is not reached within this number of plies, which is at least that of the question.
    NotWithin {
        /// The number of plies.
        plies: u32,
    },
    /// Limits ended the search. What is known by then.
    Unknown(Facts),
}

impl Answer {
    /// The same answer for the position a ply earlier, if that ply leads to it.
    #[must_use]
    pub const fn after_a_ply(self) -> Self {
        match self {
            Self::Reached { plies } => Self::Reached { plies: plies + 1 },
            Self::Never => Self::Never,
            Self::NotWithin { plies } => Self::NotWithin { plies: plies + 1 },
            Self::Unknown(Facts { won, safe }) => {
                let won = match won {
                    Some(plies) => Some(plies + 1),
                    None => None,
                };
                Self::Unknown(Facts { won, safe: safe.saturating_add(1) })
            }
        }
    }

    /// Whether the question is decided.
    pub const fn is_decided(self) -> bool {
        !matches!(self, Self::Unknown(_))
    }

    /// The greatest number of plies within which the goal is known not to be reached, if it is perhaps reached in more.
    pub const fn not_within(self) -> Option<u32> {
        match self {
            Self::NotWithin { plies } => Some(plies),
            Self::Unknown(facts) => facts.safe.checked_sub(1),
            Self::Reached { .. } | Self::Never => None,
        }
    }

    /// Whether the goal is reached, if the question is decided.
    pub const fn is_reached(self) -> Option<bool> {
        match self {
            Self::Reached { .. } => Some(true),
            Self::Never | Self::NotWithin { .. } => Some(false),
            Self::Unknown(_) => None,
        }
    }
}

/// The value of a position: two answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value {
    /// Does the player to move win?
    pub won: Answer,
    /// Does the other player win?
    pub lost: Answer,
}

impl Value {
    /// The value for the other player.
    #[must_use]
    pub const fn other(self) -> Self {
        Self { won: self.lost, lost: self.won }
    }

    /// The same value for the position a ply earlier, if that ply leads to it.
    #[must_use]
    pub const fn after_a_ply(self) -> Self {
        Self { won: self.won.after_a_ply(), lost: self.lost.after_a_ply() }
    }

    /// Whether one player wins, or both questions have an answer.
    pub const fn is_decided(&self) -> bool {
        self.ending().is_some() || self.won.is_decided() && self.lost.is_decided()
    }

    /// The value for the player to move, if it is known without a limit on the plies.
    pub const fn ending(&self) -> Option<Ending> {
        match (self.won, self.lost) {
            (Answer::Reached { .. }, _) => Some(Ending::Won),
            (_, Answer::Reached { .. }) => Some(Ending::Lost),
            (Answer::Never, Answer::Never) => Some(Ending::Drawn),
            _ => None,
        }
    }
}
