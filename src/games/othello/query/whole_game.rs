//! Games from the start as an unknown record: by the rules, without passes, or in any order of colours.

use super::mobility::OthelloMobility;
use super::reachability::{ToMove, placed_square};
use super::witness::{OthelloWitness, Refusal};
use crate::OthelloSize;
use certamen_ask::listed::ListEntry;
use certamen_ask::query::ReadWord;
use certamen_ask::witness::WitnessError;
use encodings::othello::game::{FirstDisc, GamePosition, Order, SymbolicGame};
use encodings::statement::Statement;
use serde::{Deserialize, Serialize};
use verify::othello::{self as naive, Disc, Position};

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

impl WholeGame {
    /// Whether all eight symmetries of the board map such games to such games. Four of them exchange the colours of the
    /// start, so neither the turns nor the player to move at the end may distinguish the colours.
    pub(super) fn is_symmetric(self) -> bool {
        self.any_order && self.to_move == ToMove::Either
    }

    /// The words of the board after each step, if a step depends on the earlier steps through the board only.
    pub(super) fn boards(self) -> Vec<Vec<String>> {
        self.game(false, false).boards()
    }

    /// The game whose moves are unknown.
    ///
    /// `fixed` puts the first disc on f5, which represents all first moves. That is sound if the question does not
    /// distinguish the colours, except for the mover's: see [`FirstDisc::Fixed`]. For games in any order, symmetry can be
    /// broken at the end instead; only one of the two is possible. With `may_be_stuck` the end may also be a position
    /// in which nobody can move.
    fn game(self, fixed: bool, may_be_stuck: bool) -> SymbolicGame {
        let order = if self.any_order { Order::Any } else { Order::Rules };
        let first = if fixed && !self.any_order { FirstDisc::Fixed } else { FirstDisc::Free };
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
    pub(super) fn witness_of_entry(
        self,
        board: OthelloSize,
        entry: &ListEntry,
    ) -> Result<OthelloWitness, WitnessError> {
        let (line, record) = entry.with_game(self.discs.saturating_sub(4))?;
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

/// The games in which nobody passes. Black is to move after an even number of steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Alternating {
    /// The number of discs at the end.
    pub discs: u32,
}

impl Alternating {
    /// The game whose moves are unknown.
    pub(super) fn game(self, fixed: bool, may_be_stuck: bool) -> SymbolicGame {
        SymbolicGame { order: Order::Alternating, ..self.whole().game(fixed, may_be_stuck) }
    }

    /// The same question about games with passes as well.
    pub const fn whole(self) -> WholeGame {
        let to_move = if self.discs.is_multiple_of(2) { ToMove::Black } else { ToMove::White };
        WholeGame { discs: self.discs, to_move, any_order: false }
    }

    /// Refuses a record in which somebody passes.
    pub(super) fn require_no_pass(board: OthelloSize, witness: &OthelloWitness) -> Result<(), Refusal> {
        let record = witness.record.as_deref().ok_or_else(|| Refusal::record("missing"))?;
        let replay = naive::replay(board.into(), record).map_err(Refusal::record)?;
        if replay.passes() > 0 { Err(Refusal::record("somebody passes")) } else { Ok(()) }
    }
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
