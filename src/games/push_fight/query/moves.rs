//! The moves before a push, and its direction.

use serde::{Deserialize, Serialize};
use std::fmt;
use verify::push_fight as naive;

/// How pieces move before the push.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Moves {
    /// Legal moves: up to two, over free squares.
    #[default]
    Legal,
    /// Up to two moves, each to any free square.
    Leaping,
    /// No moves.
    None,
}

/// The direction of a push.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PushAxis {
    /// To the left or to the right.
    Ranks,
    /// Up or down.
    Files,
}

impl From<Moves> for naive::Moves {
    fn from(moves: Moves) -> Self {
        match moves {
            Moves::Legal => Self::Legal,
            Moves::Leaping => Self::Leaping,
            Moves::None => Self::None,
        }
    }
}

impl From<PushAxis> for naive::PushAxis {
    fn from(along: PushAxis) -> Self {
        match along {
            PushAxis::Ranks => Self::Ranks,
            PushAxis::Files => Self::Files,
        }
    }
}

impl fmt::Display for Moves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Legal => "legal",
            Self::Leaping => "leaping",
            Self::None => "none",
        })
    }
}

impl fmt::Display for PushAxis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Ranks => "ranks",
            Self::Files => "files",
        })
    }
}
