//! `othello.mobility --reachable`: the same question of positions that a game reaches.
//!
//! A question is about a number of discs, so that the game has a known number of steps. A model is a record; the naive
//! game replays it before it is believed.

use super::{BoardSize, OthelloMobility, ReadWord, Witness, WitnessError};
use encodings::othello::game::{First, Game, Order, Turn};
use encodings::statement::Statement;
use serde::{Deserialize, Serialize};
use std::fmt;
use verify::othello::{self as naive, Disc, Position};

/// Which games are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reach {
    /// The number of discs at the end.
    pub discs: u32,
    /// Who is to move at the end.
    pub to_move: ToMove,
    /// Whether either colour may place at any step, whatever the rules say of turns.
    pub any_order: bool,
}

/// Who is to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum ToMove {
    /// Black.
    Black,
    /// White.
    White,
    /// Whoever it is.
    #[default]
    Either,
}

impl ToMove {
    fn allows(self, mover: Disc) -> bool {
        match self {
            Self::Black => mover == Disc::Black,
            Self::White => mover == Disc::White,
            Self::Either => true,
        }
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

impl fmt::Display for Reach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, " --reachable --discs {} --to-move {}", self.discs, self.to_move)?;
        f.write_str(if self.any_order { " --any-order" } else { "" })
    }
}

impl Reach {
    /// The game whose moves are unknown.
    ///
    /// `fixed` puts the first disc on f5 for all first moves. That is sound where no colour is told apart in the
    /// question but the mover's, and under `any_order` only where nothing is asked of the colour to move at the end:
    /// see [`First::Fixed`].
    fn game(self, fixed: bool) -> Game {
        let (order, fixable, free) = match (self.any_order, self.to_move) {
            (false, _) => (Order::Rules, true, First::Black),
            (true, ToMove::Either) => (Order::Any, true, First::Either),
            (true, _) => (Order::Any, false, First::Either),
        };
        let first = if fixed && fixable { First::Fixed } else { free };
        Game { steps: self.discs.saturating_sub(4) as usize, order, first }
    }

    /// States that the position is the end of such a game.
    pub(super) fn state<S: Statement, const SIDE: usize>(
        self,
        statement: &mut S,
        fixed: bool,
    ) -> Turn<S::Word> {
        let end = self.game(fixed).state::<S, SIDE>(statement);
        match self.to_move {
            ToMove::Black => statement.require(end.black),
            ToMove::White => statement.require(!end.black),
            ToMove::Either => {}
        }
        end
    }

    /// The game that a solver chose.
    pub(super) fn interpret(self, board: BoardSize, words: ReadWord<'_>) -> Result<Witness, WitnessError> {
        let steps = self.discs.saturating_sub(4) as usize;
        let mut record = String::new();
        let mut mover = Disc::Black;
        if self.any_order && words("pass[0]").is_ok_and(|bits| bits == [true]) {
            mover = mover.opponent();
        }
        let size = size(board)?;
        for step in 1..=steps {
            let placed = words(&format!("move[{step}]"))?;
            let square = placed.iter().position(|&bit| bit).and_then(|index| size.square(index));
            let square = square.ok_or_else(|| WitnessError::Record(format!("step {step} places no disc")))?;
            if self.any_order {
                record.push(colour_mark(mover));
            }
            record += &square.to_string();
            if words(&format!("pass[{step}]"))? != [true] {
                mover = mover.opponent();
            }
        }
        // Nothing but the mover at the end depends on the last bit.
        let to_move = self.any_order.then_some(mover);
        Ok(Witness::of_record(&self.play(board, &record, to_move)?, record))
    }

    /// Plays the record by the naive rules. Without turns, the record names the colour of each disc; the side to move
    /// at the end is then free, and `to_move` tells which was meant.
    fn play(self, board: BoardSize, record: &str, to_move: Option<Disc>) -> Result<Position, WitnessError> {
        let size = size(board)?;
        let illegal = |reason: String| WitnessError::Record(reason);
        if !self.any_order {
            return Ok(naive::replay(size, record)
                .map_err(|complaint| illegal(complaint.to_string()))?
                .position);
        }
        let mut board = naive::Board::start(size);
        let characters: Vec<char> = record.chars().collect();
        for step in characters.chunks(3) {
            let [mark, square @ ..] = step else { continue };
            let mover = if *mark == colour_mark(Disc::Black) { Disc::Black } else { Disc::White };
            let square: naive::Square =
                square.iter().collect::<String>().parse().map_err(|error| illegal(format!("{error}")))?;
            board = naive::apply(&board, mover, square).map_err(|reason| illegal(reason.to_string()))?;
        }
        Ok(Position { board, mover: to_move.unwrap_or(Disc::Black) })
    }

    /// Replays a witness and compares it with what is asked.
    pub(super) fn verify(self, query: &OthelloMobility, witness: &Witness) -> Result<(), WitnessError> {
        let record =
            witness.record.as_deref().ok_or_else(|| WitnessError::Record("there is none".to_owned()))?;
        let mover = witness.mover();
        let position = self.play(query.board, record, Some(mover))?;
        if naive::write_line(&position.board) != witness.board || position.mover != mover {
            return Err(WitnessError::Record("it leads to another position".to_owned()));
        }
        if position.board.discs() != self.discs as usize {
            return Err(WitnessError::Discs { found: position.board.discs(), required: self.discs });
        }
        if !self.to_move.allows(mover) {
            return Err(WitnessError::Record(format!("{mover} is to move at its end")));
        }
        Ok(())
    }
}

fn size(board: BoardSize) -> Result<naive::Size, WitnessError> {
    naive::Size::new(board.side()).map_err(|error| WitnessError::Record(error.to_string()))
}

const fn colour_mark(colour: Disc) -> char {
    match colour {
        Disc::Black => 'X',
        Disc::White => 'O',
    }
}
