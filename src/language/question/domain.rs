//! Which positions a question is about: any, or those of games.

use certamen_ask::error::QuestionError;
use certamen_ask::flag::{Flag, Given};
use certamen_work::amount;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::Not;

/// The greatest number of plies of a game that is stated.
const PLIES_LIMIT: u32 = 400;

/// The positions that a question is about, if not all well-formed ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Domain {
    /// Any with this number of pieces.
    Pieces { least: u32, most: u32 },
    /// Those that a game reaches with this number of plies, where a pass is a ply.
    Plies(u32),
    /// Those that a game reaches with this number of pieces, where passes are made at once.
    Game {
        pieces: u32,
        /// Whether a player may pass at any time.
        #[serde(default, skip_serializing_if = "Not::not")]
        any_order: bool,
    },
    /// Those to which this number of last plies of a game leads, from any well-formed position. With a number of pieces,
    /// passes are made at once, else a pass is a ply.
    Last {
        plies: u32,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pieces: Option<u32>,
    },
    /// Those that a game without passes reaches with this number of pieces.
    NoPasses { pieces: u32 },
}

pub(crate) const LAST_STEPS: Flag = Flag::number(
    "last-steps",
    "J",
    "With --reachable: only the last J plies of a game, from any well-formed position. A refutation holds for games too; a \
     position that is found may be unreachable",
)
.requires("reachable");
pub(crate) const NO_PASSES: Flag = Flag::switch(
    "no-passes",
    "With --reachable and --discs: only games in which nobody passes. A position that is found is reachable; a refutation \
     holds for these games only",
)
.requires("discs")
.conflicts_with("any-order");
pub(crate) const REACHABLE: Flag = Flag::switch(
    "reachable",
    "Only positions that a game from the start reaches; with --plies or --discs, with `emit --transition-system`, and \
     with `prove` where the number of pieces says how long a game is",
);
pub(crate) const PLIES: Flag = Flag::number(
    "plies",
    "N",
    "Only positions that a game from the start reaches with N plies; a pass is a ply",
);
pub(crate) const DISCS: Flag =
    Flag::text("discs", "N", "Only positions with N pieces; without --reachable also a range such as 12..30");
pub(crate) const ANY_ORDER: Flag = Flag::switch(
    "any-order",
    "With --reachable: a player may pass at any time, a weaker assumption than the rules",
)
.requires("reachable");

/// Why games of some rules are not stated.
pub(crate) const PARTS_OF_TURNS: &str =
    "games are not stated if a turn has several parts: ask about any positions, without --reachable";
/// The same where a ply may lead to what is no position.
pub(crate) const UNPROVED_POSITIONS: &str =
    "games are not stated: it is not proved that each ply leads to a position that the rules admit";

/// The facts of a game that decide which domains make sense.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GameFacts {
    /// The pieces at the start.
    pub(crate) start: u32,
    pub(crate) squares: u32,
    /// Whether each step adds a piece.
    pub(crate) adds_a_piece: bool,
    /// Why games cannot be stated, if they cannot.
    pub(crate) no_games: Option<&'static str>,
}

impl Domain {
    /// The positions that flags ask for.
    pub(crate) fn given(given: &Given) -> Result<Option<Self>, QuestionError> {
        let range = |text: &str| {
            let range =
                amount::range(text).map_err(|reason| QuestionError::value(DISCS.name, text, reason))?;
            Ok::<_, QuestionError>(range.into_inner())
        };
        let discs = given.text(DISCS.name).map(range).transpose()?;
        let (reachable, any_order) = (given.has(REACHABLE.name), given.has(ANY_ORDER.name));
        if given.has(NO_PASSES.name) && !reachable {
            return Err(QuestionError::flag(NO_PASSES.name, "it needs --reachable"));
        }
        Ok(match (given.number(PLIES.name), discs) {
            (Some(_), Some(_)) => return Err(QuestionError::flag(PLIES.name, "it does not go with --discs")),
            (Some(_), None) if any_order => {
                return Err(QuestionError::flag(ANY_ORDER.name, "give the number of pieces with --discs N"));
            }
            (Some(plies), None) => Some(match given.number(LAST_STEPS.name) {
                None => Self::Plies(plies),
                Some(last) if last <= plies => Self::Last { plies: last, pieces: None },
                Some(last) => {
                    let reason = format!("a game of {plies} plies has no more");
                    return Err(QuestionError::value(LAST_STEPS.name, last, reason));
                }
            }),
            (None, Some((least, most))) if reachable => {
                if least < most {
                    let reason = "a range is for positions that need not be reachable";
                    return Err(QuestionError::value(DISCS.name, format!("{least}..{most}"), reason));
                }
                Some(match (given.number(LAST_STEPS.name), given.has(NO_PASSES.name)) {
                    (None, false) => Self::Game { pieces: least, any_order },
                    (None, true) => Self::NoPasses { pieces: least },
                    (Some(plies), false) if !any_order => Self::Last { plies, pieces: Some(least) },
                    (Some(_), _) => {
                        let reason = "it goes with neither --any-order nor --no-passes";
                        return Err(QuestionError::flag(LAST_STEPS.name, reason));
                    }
                })
            }
            (None, Some((least, most))) => Some(Self::Pieces { least, most }),
            (None, None) if reachable => {
                return Err(QuestionError::flag(
                    REACHABLE.name,
                    "give the length of the games with --plies N, or the number of pieces with --discs N where each \
                     move adds one",
                ));
            }
            (None, None) => None,
        })
    }

    /// Whether a game leads to the positions.
    pub(crate) const fn is_of_games(self) -> bool {
        matches!(self, Self::Plies(_) | Self::Game { .. } | Self::NoPasses { .. })
    }

    /// Checks the numbers.
    pub(crate) fn validate(self, counts: GameFacts) -> Result<(), QuestionError> {
        let GameFacts { start, squares, adds_a_piece, no_games } = counts;
        let is_of_plies = !matches!(self, Self::Pieces { .. });
        if let Some(reason) = no_games.filter(|_| is_of_plies) {
            return Err(QuestionError::refused(reason));
        }
        match self {
            Self::Pieces { least, most } if least > most || most > squares => {
                Err(QuestionError::Limit(format!("{least} to {most} pieces on {squares} squares")))
            }
            Self::Plies(plies) if plies > PLIES_LIMIT => {
                Err(QuestionError::Limit(format!("{plies} plies: games of at most {PLIES_LIMIT} are stated")))
            }
            Self::Last { plies, .. } if plies == 0 || plies > PLIES_LIMIT => {
                Err(QuestionError::Limit(format!("{plies} last plies: 1 to {PLIES_LIMIT} are stated")))
            }
            Self::Last { pieces: Some(pieces), plies } if adds_a_piece && pieces <= squares => {
                if plies + start > pieces {
                    let reason = format!("{plies} last plies of a game with {pieces} pieces");
                    return Err(QuestionError::Limit(reason));
                }
                Ok(())
            }
            Self::Game { .. } | Self::NoPasses { .. } | Self::Last { pieces: Some(_), .. }
                if !adds_a_piece =>
            {
                Err(QuestionError::refused(
                    "--discs with --reachable applies to games in which each move adds a piece: use --plies",
                ))
            }
            Self::Game { pieces, .. }
            | Self::NoPasses { pieces }
            | Self::Last { pieces: Some(pieces), .. }
                if !(start..=squares).contains(&pieces) =>
            {
                Err(QuestionError::Limit(format!(
                    "{pieces} pieces: a game has {start} at the start, and there are {squares} squares"
                )))
            }
            _ => Ok(()),
        }
    }
}

impl fmt::Display for Domain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pieces { least, most } if least == most => write!(f, " --discs {least}"),
            Self::Pieces { least, most } => write!(f, " --discs {least}..{most}"),
            Self::Plies(plies) => write!(f, " --plies {plies}"),
            Self::Last { plies, pieces: Some(pieces) } => {
                write!(f, " --reachable --discs {pieces} --last-steps {plies}")
            }
            // How long the whole game is does not matter.
            Self::Last { plies, pieces: None } => {
                write!(f, " --reachable --plies {plies} --last-steps {plies}")
            }
            Self::NoPasses { pieces } => write!(f, " --reachable --discs {pieces} --no-passes"),
            Self::Game { pieces, any_order } => {
                write!(f, " --reachable --discs {pieces}")?;
                f.write_str(if *any_order { " --any-order" } else { "" })
            }
        }
    }
}
