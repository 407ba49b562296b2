//! How a game ends.

use crate::word::Bit;
use std::fmt;

/// Whether a game is over, as the player to move sees it before moving. At most one of the three bits holds.
///
/// # Examples
/// ```
/// use encodings::rules::{Ending, Outcome};
///
/// let (full, line) = (true, true);
/// let outcome = Outcome::lost_if(line).or_drawn_if(full);
/// assert_eq!(outcome.ending(), Some(Ending::Lost), "the first condition that holds decides");
/// assert_eq!(Outcome::open(false).ending(), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome<B> {
    /// The player to move has won.
    pub won: B,
    /// The player to move has lost.
    pub lost: B,
    /// The game is over, and nobody has won.
    pub drawn: B,
}

impl<B: Bit> Outcome<B> {
    /// The game goes on. `like` may be any truth value of the kind.
    #[inline(always)]
    pub fn open(like: B) -> Self {
        let never = like.constant(false);
        Self { won: never, lost: never, drawn: never }
    }

    /// The player to move has won if this holds; otherwise the game goes on.
    #[inline(always)]
    pub fn won_if(won: B) -> Self {
        Self { won, ..Self::open(won) }
    }

    /// The player to move has lost if this holds; otherwise the game goes on.
    #[inline(always)]
    pub fn lost_if(lost: B) -> Self {
        Self { lost, ..Self::open(lost) }
    }

    /// The same outcome, but won if this holds and the game is not already over.
    #[must_use]
    #[inline(always)]
    pub fn or_won_if(self, won: B) -> Self {
        Self { won: self.won | won & !self.over(), ..self }
    }

    /// The same outcome, but lost if this holds and the game is not already over.
    #[must_use]
    #[inline(always)]
    pub fn or_lost_if(self, lost: B) -> Self {
        Self { lost: self.lost | lost & !self.over(), ..self }
    }

    /// The same outcome, but drawn if this holds and the game is not already over.
    #[must_use]
    #[inline(always)]
    pub fn or_drawn_if(self, drawn: B) -> Self {
        Self { drawn: self.drawn | drawn & !self.over(), ..self }
    }

    /// Whether the game is over.
    #[inline(always)]
    pub fn over(self) -> B {
        self.won | self.lost | self.drawn
    }
}

impl Outcome<bool> {
    /// How the game ended, if it is over.
    #[inline(always)]
    pub const fn ending(self) -> Option<Ending> {
        match self {
            Self { won: true, .. } => Some(Ending::Won),
            Self { lost: true, .. } => Some(Ending::Lost),
            Self { drawn: true, .. } => Some(Ending::Drawn),
            _ => None,
        }
    }
}

/// How a game ended, as the player sees it whose move it would be.
///
/// # Examples
/// ```
/// use encodings::rules::Ending;
///
/// assert_eq!(Ending::Won.other(), Ending::Lost);
/// assert_eq!(Ending::Drawn.to_string(), "drawn");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// Won.
    Won,
    /// Lost.
    Lost,
    /// Nobody has won.
    Drawn,
}

impl Ending {
    /// The same end, as the other player sees it.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Won => Self::Lost,
            Self::Lost => Self::Won,
            Self::Drawn => Self::Drawn,
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Won => "won",
            Self::Lost => "lost",
            Self::Drawn => "drawn",
        })
    }
}

/// Whose plies a game consists of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Players {
    /// A puzzle: all plies are those of the one player, and a position that is won is the goal.
    One,
    /// Two players, who take turns.
    #[default]
    Two,
}

/// What follows if the player to move has no step, and the game is not already over.
///
/// # Examples
/// ```
/// use encodings::othello::rules::Othello;
/// use encodings::rules::{Rules, Stuck};
///
/// let start = Othello::<8>::START.like(0u64);
/// assert_eq!(Othello::<8>.stuck(start), Stuck::Passes(start.passed()));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stuck<B> {
    /// The player to move has lost.
    Loses,
    /// The player to move has won.
    Wins,
    /// The game is drawn.
    Draws,
    /// The player to move passes, which leads to this position, seen by the next player.
    Passes(B),
}
