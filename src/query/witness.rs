//! What answers a question, of whichever game, and why an answer is refused.

use super::{GoWitness, OstleWitness, OthelloWitness, PushFightWitness};
use cnf_out::map::MapError;
use serde::{Deserialize, Serialize};
use std::fmt;
use verify::othello as naive;

/// A position, with its record where one was asked for, and what is claimed of it. Whoever reads one counts anew.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "game", rename_all = "kebab-case")]
pub enum Witness {
    /// A position of Othello.
    Othello(OthelloWitness),
    /// A position of Ostle.
    Ostle(OstleWitness),
    /// A position of Go.
    Go(GoWitness),
    /// A position of Push Fight.
    PushFight(PushFightWitness),
}

impl Witness {
    /// The position in the game's own notation.
    pub fn position(&self) -> &str {
        match self {
            Self::Othello(witness) => &witness.board,
            Self::Ostle(witness) => &witness.position,
            Self::Go(witness) => &witness.position,
            Self::PushFight(witness) => &witness.position,
        }
    }
}

/// A game's witness as a witness, and back.
macro_rules! witness_of_game {
    ($($game:ident($witness:ident),)+) => {$(
        impl From<$witness> for Witness {
            fn from(witness: $witness) -> Self {
                Self::$game(witness)
            }
        }

        impl<'w> TryFrom<&'w Witness> for &'w $witness {
            type Error = WitnessError;

            fn try_from(witness: &'w Witness) -> Result<Self, WitnessError> {
                if let Witness::$game(witness) = witness { Ok(witness) } else { Err(WitnessError::Game) }
            }
        }
    )+};
}

witness_of_game! {
    Othello(OthelloWitness),
    Ostle(OstleWitness),
    Go(GoWitness),
    PushFight(PushFightWitness),
}

impl fmt::Display for Witness {
    /// Its numbers.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Othello(witness) => witness.fmt(f),
            Self::Ostle(witness) => witness.fmt(f),
            Self::Go(witness) => witness.fmt(f),
            Self::PushFight(witness) => witness.fmt(f),
        }
    }
}

/// Why a witness is none.
#[derive(Debug, thiserror::Error)]
pub enum WitnessError {
    /// An entry of a list does not show what it has to.
    #[error("an entry of the list: {0}")]
    Evidence(&'static str),
    /// The solver's answer does not give the words that the question needs.
    #[error(transparent)]
    Map(#[from] MapError),
    /// The board cannot be read.
    #[error("the board of the witness: {0}")]
    Unreadable(#[from] naive::BoardError),
    /// The record does not lead to the position.
    #[error("the record: {0}")]
    Record(String),
    /// The position has another number of discs.
    #[error("the position has {found} discs, the question is about {required}")]
    Discs {
        /// How many there are.
        found: usize,
        /// How many were asked for.
        required: u32,
    },
    /// Two discs on one square.
    #[error("square {0} holds two discs")]
    Shared(String),
    /// The board has another size than the question's.
    #[error("the board is {found}, the question is about {expected}")]
    Size {
        /// The size of the board.
        found: naive::Size,
        /// The size that was asked for.
        expected: String,
    },
    /// A centre square without a disc.
    #[error("centre square {0} is empty")]
    EmptyCentre(naive::Square),
    /// The naive game counts something else than the witness claims.
    #[error("the witness claims {claimed} {what}; the naive game counts {counted}")]
    Claim {
        /// What is counted.
        what: &'static str,
        /// The claim.
        claimed: u32,
        /// The count.
        counted: u32,
    },
    /// The legal moves are other ones.
    #[error("the legal moves listed are not those that the naive game finds")]
    Moves,
    /// The position has less than was asked for.
    #[error("the position has {found} {what}, at least {required} are required")]
    TooFew {
        /// What is counted.
        what: &'static str,
        /// How many there are.
        found: u32,
        /// How many were asked for.
        required: u32,
    },
    /// The witness answers questions about another game.
    #[error("the witness is a position of another game than the question's")]
    Game,
    /// The position cannot be read.
    #[error("the position of the witness: {0}")]
    Position(String),
    /// The position is of another board.
    #[error("the position is one of the board {found}, the question is about {expected}")]
    Board {
        /// The board of the position.
        found: String,
        /// The board that was asked for.
        expected: String,
    },
    /// The position is not the one that was asked about.
    #[error("the position is {found}, the question is about {expected}")]
    OtherPosition {
        /// The position of the witness.
        found: String,
        /// The position that was asked about.
        expected: String,
    },
    /// A turn is there, and none should be, or the other way round.
    #[error("{0}")]
    Turn(String),
}

/// Holds what was counted against the bound that the question sets.
pub(super) fn require_at_least(what: &'static str, found: u32, required: u32) -> Result<(), WitnessError> {
    if found < required { Err(WitnessError::TooFew { what, found, required }) } else { Ok(()) }
}

/// Holds the position of a witness against the one that was asked about, if one was.
pub(super) fn require_given(given: Option<impl fmt::Display>, found: &str) -> Result<(), WitnessError> {
    match given.map(|given| given.to_string()) {
        Some(expected) if expected != found => {
            Err(WitnessError::OtherPosition { found: found.to_owned(), expected })
        }
        _ => Ok(()),
    }
}
