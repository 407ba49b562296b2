//! `othello.mobility --reachable`: the same question about reachable positions.
//!
//! A question is about a number of discs, so that the number of steps of the game is known. A model is a record, which
//! the naive game replays before it is believed.

use super::last_steps::LastSteps;
use super::mobility::OthelloMobility;
use super::whole_game::{Alternating, WholeGame};
use super::witness::{OthelloWitness, Refusal};
use crate::OthelloSize;
use certamen_ask::error::QuestionError;
use certamen_ask::listed::ListEntry;
use certamen_ask::query::ReadWord;
use certamen_ask::witness::WitnessError;
use encodings::board::{Grid, Symmetry};
use encodings::othello::position::Player;
use encodings::othello::rules::Discs;
use encodings::rules::require_least_image;
use encodings::statement::Statement;
use serde::{Deserialize, Serialize};
use std::fmt;
use verify::othello::{self as naive, Disc};

/// The requirement for the way to a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reachability {
    /// A game from the start.
    Game(WholeGame),
    /// The last steps of a game.
    Window(LastSteps),
    /// A game from the start in which nobody passes.
    Alternating(Alternating),
}

/// The side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ToMove {
    /// Black.
    Black,
    /// White.
    White,
    /// Either side.
    #[default]
    Either,
}

impl From<Player> for ToMove {
    fn from(player: Player) -> Self {
        match player {
            Player::Black => Self::Black,
            Player::White => Self::White,
        }
    }
}

impl ToMove {
    /// The player; none if it may be either.
    pub const fn player(self) -> Option<Player> {
        match self {
            Self::Black => Some(Player::Black),
            Self::White => Some(Player::White),
            Self::Either => None,
        }
    }

    /// Whether `mover` is such a side.
    pub fn allows(self, mover: Disc) -> bool {
        match self {
            Self::Black => mover == Disc::Black,
            Self::White => mover == Disc::White,
            Self::Either => true,
        }
    }

    /// Whether `other` is such a side, or one of them.
    pub fn includes(self, other: Self) -> bool {
        self == Self::Either || self == other
    }
}

impl fmt::Display for ToMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Black => "black",
            Self::White => "white",
            Self::Either => "either",
        })
    }
}

impl fmt::Display for Reachability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Game(WholeGame { discs, to_move, any_order }) => {
                write!(f, " --reachable --discs {discs} --to-move {to_move}")?;
                f.write_str(if *any_order { " --any-order" } else { "" })
            }
            Self::Window(LastSteps { steps, least, most, any_order }) => {
                write!(f, " --reachable --last-steps {steps} --discs {least}")?;
                if least < most {
                    write!(f, "..{most}")?;
                }
                f.write_str(if *any_order { " --any-order" } else { "" })
            }
            Self::Alternating(Alternating { discs }) => write!(f, " --reachable --discs {discs} --no-passes"),
        }
    }
}

impl Reachability {
    /// States that the position is the end of such a game. Symmetry breaking allows one first move only. For a
    /// window, or for games in any order with either player to move, it requires the least of the symmetric ends
    /// instead, or for a window with cases the first of the symmetric squares for the last disc.
    pub(super) fn state<S: Statement, const SIDE: usize>(
        self,
        statement: &mut S,
        query: &OthelloMobility,
    ) -> Discs<S::Word> {
        let OthelloMobility { symmetry_breaking, after_pass, at_least, .. } = *query;
        let may_be_stuck = at_least == 0;
        match self {
            Self::Game(game) => {
                let end = game.state::<S, SIDE>(statement, symmetry_breaking, may_be_stuck).discs;
                if symmetry_breaking && game.is_symmetric() {
                    require_least_end::<S, SIDE>(statement, end);
                }
                end
            }
            Self::Window(window) => window.state::<S, SIDE>(statement, after_pass, symmetry_breaking),
            Self::Alternating(game) => {
                game.game(symmetry_breaking, may_be_stuck).state::<S, SIDE>(statement).discs
            }
        }
    }

    /// The words of the squares of the last steps, the last first, if they are cases.
    pub(super) fn cases(self, after_pass: bool) -> Vec<String> {
        match self {
            Self::Window(window) => window.cases(after_pass),
            Self::Game(_) | Self::Alternating(_) => Vec::new(),
        }
    }

    /// Whether the numbers make sense on a board with this number of squares.
    pub(super) fn validate(self, squares: u32) -> Result<(), QuestionError> {
        let (steps, least, most) = match self {
            Self::Game(WholeGame { discs, .. }) | Self::Alternating(Alternating { discs }) => {
                (1, discs, discs)
            }
            Self::Window(LastSteps { steps, least, most, .. }) => (steps, least, most),
        };
        if (4..=most).contains(&least) && most <= squares && steps <= most - 4 {
            Ok(())
        } else {
            let what = format!("{steps} steps to {least} to {most} discs on {squares} squares");
            Err(QuestionError::Limit(what))
        }
    }

    /// The game that a solver chose.
    pub(super) fn read(
        self,
        board: OthelloSize,
        after_pass: bool,
        words: ReadWord<'_>,
    ) -> Result<OthelloWitness, WitnessError> {
        match self {
            Self::Game(game) => game.read(board, words),
            Self::Window(window) => window.read(board, after_pass, words),
            Self::Alternating(game) => game.whole().read(board, words),
        }
    }

    /// The end of the game of an entry, which must be its position as the player to move sees it.
    pub(super) fn witness_of_entry(
        self,
        board: OthelloSize,
        entry: &ListEntry,
    ) -> Result<OthelloWitness, WitnessError> {
        match self {
            Self::Game(game) => game.witness_of_entry(board, entry),
            // The steps themselves are not kept: they are no evidence of a game.
            Self::Window(_) => OthelloWitness::of_board(entry.alone()?),
            Self::Alternating(game) => {
                let witness = game.whole().witness_of_entry(board, entry)?;
                Alternating::require_no_pass(board, &witness)?;
                Ok(witness)
            }
        }
    }

    /// Which images of a line belong to such games: those under the symmetries of the board that fix the start. If the
    /// question does not distinguish the colours, symmetries that exchange the colours of the start count as well.
    pub(super) fn symmetries(self) -> &'static [usize] {
        match self {
            Self::Game(game) if game.is_symmetric() => &[0, 1, 2, 3, 4, 5, 6, 7],
            Self::Game(_) | Self::Alternating(_) => &[0, 3, 4, 7],
            Self::Window(_) => &[0, 1, 2, 3, 4, 5, 6, 7],
        }
    }

    /// Replays a witness and compares it with the question.
    pub(super) fn verify(self, query: &OthelloMobility, witness: &OthelloWitness) -> Result<(), Refusal> {
        match self {
            Self::Game(game) => game.verify(query, witness),
            Self::Window(window) => window.verify(query, witness),
            Self::Alternating(game) => {
                game.whole().verify(query, witness)?;
                Alternating::require_no_pass(query.board, witness)
            }
        }
    }
}

/// Requires the least of the symmetric ends, by their occupied squares.
pub(super) fn require_least_end<S: Statement, const SIDE: usize>(statement: &mut S, end: Discs<S::Word>) {
    require_least_image(statement, Grid::<SIDE, SIDE>::LAYOUT, &Symmetry::ALL, end.occupied());
}

/// The square of a step.
pub(super) fn placed_square(
    words: ReadWord<'_>,
    size: naive::Size,
    step: usize,
) -> Result<naive::Square, WitnessError> {
    let placed = words(&format!("move[{step}]"))?;
    let square = placed.iter().position(|&bit| bit).and_then(|index| size.square(index));
    Ok(square.ok_or_else(|| Refusal::record(format!("step {step} places no disc")))?)
}
