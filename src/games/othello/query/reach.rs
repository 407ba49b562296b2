//! `othello.mobility --reachable`: the same question about reachable positions.
//!
//! A question is about a number of discs, so that the number of steps of the game is known. A model is a record, which
//! the naive game replays before it is believed.

use super::mobility::OthelloMobility;
use super::witness::{OthelloWitness, Refusal};
use crate::OthelloSize;
use certamen_ask::error::QuestionError;
use certamen_ask::listed::ListEntry;
use certamen_ask::query::ReadWord;
use certamen_ask::read::read_colours;
use certamen_ask::witness::WitnessError;
use encodings::board::{Grid, Symmetry};
use encodings::othello::game::{First, GamePosition, Order, SymbolicGame};
use encodings::othello::position::Player;
use encodings::othello::rules::Discs;
use encodings::othello::window::{Last, Window};
use encodings::rules::require_least_image;
use encodings::statement::Statement;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::Not;
use verify::othello::{self as naive, Disc, Position};

/// From this number of last steps on, their squares are no cases, unless the steps follow a pass: they are too many.
const MANY: u32 = 4;

/// The requirement for the way to a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reach {
    /// A game from the start.
    Game(WholeGame),
    /// The last steps of a game.
    Window(LastSteps),
    /// A game from the start in which nobody passes.
    Alternating(Alternating),
}

/// The games in which nobody passes. Black is to move after an even number of steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Alternating {
    /// The number of discs at the end.
    pub discs: u32,
}

/// The games in question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WholeGame {
    /// The number of discs at the end.
    pub discs: u32,
    /// The side to move at the end.
    pub to_move: ToMove,
    /// Whether either colour may place at any step, regardless of turns.
    pub any_order: bool,
}

/// The side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
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

/// The last steps of games of several lengths. A position without such steps is reached by no such game; a position
/// with them may still be unreachable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LastSteps {
    /// The number of steps.
    pub steps: u32,
    /// The least number of discs at the end.
    pub least: u32,
    /// The greatest number of discs at the end.
    pub most: u32,
    /// Whether either colour may place at any step, regardless of turns.
    #[serde(default, skip_serializing_if = "Not::not")]
    pub any_order: bool,
}

impl fmt::Display for Reach {
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

impl Reach {
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
                    require_least_image(
                        statement,
                        Grid::<SIDE, SIDE>::LAYOUT,
                        &Symmetry::ALL,
                        end.occupied(),
                    );
                }
                end
            }
            Self::Window(window @ LastSteps { steps, least, most, any_order }) => {
                let order = match (any_order, after_pass) {
                    (true, _) => Order::Any,
                    (false, true) => Order::Alternating,
                    (false, false) => Order::Rules,
                };
                let breaks_by_last = symmetry_breaking && window.has_cases(after_pass);
                let last = if breaks_by_last { Last::UpToSymmetry } else { Last::Anywhere };
                let asked = Window { steps, least, most, order, after_pass, last };
                let end = asked.state::<S, SIDE>(statement).discs;
                if symmetry_breaking && !breaks_by_last {
                    require_least_image(
                        statement,
                        Grid::<SIDE, SIDE>::LAYOUT,
                        &Symmetry::ALL,
                        end.occupied(),
                    );
                }
                end
            }
            Self::Alternating(game) => {
                game.game(symmetry_breaking, may_be_stuck).state::<S, SIDE>(statement).discs
            }
        }
    }

    /// The words of the squares of the last steps, the last first, if they are cases.
    pub(super) fn cases(self, after_pass: bool) -> Vec<String> {
        match self {
            Self::Window(window) if window.has_cases(after_pass) => {
                (1..=window.steps).rev().map(|step| format!("move[{step}]")).collect()
            }
            Self::Window(_) | Self::Game(_) | Self::Alternating(_) => Vec::new(),
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
            Self::Window(window) => {
                witness.require_no_record()?;
                let discs = query.board.squares() - witness.empties;
                if (window.least..=window.most).contains(&discs) {
                    return Ok(());
                }
                Err(Refusal::Discs { found: discs as usize, required: window.most })
            }
            Self::Alternating(game) => {
                game.whole().verify(query, witness)?;
                Alternating::require_no_pass(query.board, witness)
            }
        }
    }
}

impl Alternating {
    /// The game whose moves are unknown.
    fn game(self, fixed: bool, may_be_stuck: bool) -> SymbolicGame {
        SymbolicGame { order: Order::Alternating, ..self.whole().game(fixed, may_be_stuck) }
    }

    /// The same question about games with passes as well.
    pub const fn whole(self) -> WholeGame {
        let to_move = if self.discs.is_multiple_of(2) { ToMove::Black } else { ToMove::White };
        WholeGame { discs: self.discs, to_move, any_order: false }
    }

    /// Refuses a record in which somebody passes.
    fn require_no_pass(board: OthelloSize, witness: &OthelloWitness) -> Result<(), Refusal> {
        let record = witness.record.as_deref().ok_or_else(|| Refusal::record("missing"))?;
        let replay = naive::replay(board.into(), record).map_err(Refusal::record)?;
        if replay.passes() > 0 { Err(Refusal::record("somebody passes")) } else { Ok(()) }
    }
}

impl LastSteps {
    /// Whether it is asked by the squares of the steps, one after the other: a formula that takes hours as a whole is soon
    /// refuted if these are known, and they are few, or follow a pass (`docs/othello.md`).
    pub(super) const fn has_cases(self, after_pass: bool) -> bool {
        self.steps > 0 && !self.any_order && (after_pass || self.steps < MANY)
    }

    /// The end of the steps that a solver chose, played by the naive rules from the chosen position.
    fn read(
        self,
        board: OthelloSize,
        after_pass: bool,
        words: ReadWord<'_>,
    ) -> Result<OthelloWitness, WitnessError> {
        let size = board.into();
        let mut board = naive::parse_board(&read_colours('-', words)?).map_err(Refusal::from)?;
        let other = naive::legal_moves(&board, Disc::White).len();
        if after_pass && other > 0 {
            return Err(Refusal::NoPass(other).into());
        }
        for step in 1..=self.steps {
            let square = placed_square(words, size, step as usize)?;
            let after = naive::apply(&board, Disc::Black, square);
            board = after.map_err(Refusal::record)?;
            // The board is stored as the player to move sees it.
            // After the last pass no step has a bit for one.
            if after_pass || words(&format!("pass[{step}]"))? != [true] {
                board = board.recoloured();
            }
        }
        OthelloWitness::of_board(naive::write_line(&board))
    }
}

impl WholeGame {
    /// Whether all eight symmetries of the board map such games to such games. Four of them exchange the colours of the
    /// start, so neither the turns nor the player to move at the end may distinguish the colours.
    fn is_symmetric(self) -> bool {
        self.any_order && self.to_move == ToMove::Either
    }

    /// The words of the board after each step, if a step depends on the earlier steps through the board only.
    pub(super) fn boards(self) -> Vec<Vec<String>> {
        self.game(false, false).boards()
    }

    /// The game whose moves are unknown.
    ///
    /// `fixed` puts the first disc on f5, which represents all first moves. That is sound if the question does not
    /// distinguish the colours, except for the mover's: see [`First::Fixed`]. For games in any order, symmetry can be
    /// broken at the end instead; only one of the two is possible. With `may_be_stuck` the end may also be a position
    /// in which nobody can move.
    fn game(self, fixed: bool, may_be_stuck: bool) -> SymbolicGame {
        let order = if self.any_order { Order::Any } else { Order::Rules };
        let first = if fixed && !self.any_order { First::Fixed } else { First::Free };
        SymbolicGame { steps: self.discs.saturating_sub(4) as usize, order, first, may_be_stuck }
    }

    /// States that the position is the end of such a game.
    pub(super) fn state<S: Statement, const SIDE: usize>(
        self,
        statement: &mut S,
        fixed: bool,
        may_be_stuck: bool,
    ) -> GamePosition<S::Word> {
        let end = self.game(fixed, may_be_stuck).state::<S, SIDE>(statement);
        match self.to_move {
            ToMove::Black => statement.require(end.black),
            ToMove::White => statement.require(!end.black),
            ToMove::Either => {}
        }
        end
    }

    /// The game that a solver chose.
    pub(super) fn read(
        self,
        board: OthelloSize,
        words: ReadWord<'_>,
    ) -> Result<OthelloWitness, WitnessError> {
        let steps = self.discs.saturating_sub(4) as usize;
        let size = board.into();
        let mut record = String::new();
        for step in 1..=steps {
            if self.any_order {
                record.push(colour_mark(placing(words, step)?));
            }
            record += &placed_square(words, size, step)?.to_string();
        }
        let to_move = if self.any_order { Some(placing(words, steps + 1)?) } else { None };
        Ok(OthelloWitness::of_record(&self.play(board, &record, to_move)?, record))
    }

    /// The end of the game of an entry.
    fn witness_of_entry(self, board: OthelloSize, entry: &ListEntry) -> Result<OthelloWitness, WitnessError> {
        let (line, record) = entry.with_evidence()?;
        for to_move in [Disc::Black, Disc::White] {
            let position = self.play(board, &record, Some(to_move))?;
            let seen = position.board.seen_by(position.mover);
            if self.to_move.allows(position.mover) && naive::write_line(&seen) == line {
                return Ok(OthelloWitness::of_record(&position, record));
            }
        }
        Err(Refusal::record("it leads to another position").into())
    }

    /// Plays the record by the naive rules. Without turns, the record names the colour of each disc. The side to move
    /// at the end is then free, and `to_move` names it.
    fn play(self, board: OthelloSize, record: &str, to_move: Option<Disc>) -> Result<Position, Refusal> {
        let size = board.into();
        if !self.any_order {
            return Ok(naive::replay(size, record).map_err(Refusal::record)?.position);
        }
        let board = naive::replay_in_any_order(size, record).map_err(Refusal::record)?;
        Ok(Position { board, mover: to_move.unwrap_or(Disc::Black) })
    }

    /// Replays a witness and compares it with the question.
    pub(super) fn verify(self, query: &OthelloMobility, witness: &OthelloWitness) -> Result<(), Refusal> {
        let record = witness.record.as_deref().ok_or_else(|| Refusal::record("missing"))?;
        let mover = witness.mover();
        let position = self.play(query.board, record, Some(mover))?;
        if naive::write_line(&position.board) != witness.board || position.mover != mover {
            return Err(Refusal::record("it leads to another position"));
        }
        if position.board.discs() != self.discs as usize {
            return Err(Refusal::Discs { found: position.board.discs(), required: self.discs });
        }
        if !self.to_move.allows(mover) {
            return Err(Refusal::record(format!("{mover} is to move at its end")));
        }
        Ok(())
    }
}

/// The square of a step.
fn placed_square(words: ReadWord<'_>, size: naive::Size, step: usize) -> Result<naive::Square, WitnessError> {
    let placed = words(&format!("move[{step}]"))?;
    let square = placed.iter().position(|&bit| bit).and_then(|index| size.square(index));
    Ok(square.ok_or_else(|| Refusal::record(format!("step {step} places no disc")))?)
}

/// The colour of a step's disc if there are no turns. The first may have none in the formula: it is Black's.
fn placing(words: ReadWord<'_>, step: usize) -> Result<Disc, WitnessError> {
    match words(&format!("black[{step}]")) {
        Ok(bits) => Ok(if bits == [true] { Disc::Black } else { Disc::White }),
        Err(_) if step == 1 => Ok(Disc::Black),
        Err(error) => Err(error.into()),
    }
}

const fn colour_mark(colour: Disc) -> char {
    match colour {
        Disc::Black => 'X',
        Disc::White => 'O',
    }
}
