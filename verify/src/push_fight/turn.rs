//! Whole turns: up to two moves and a push.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::layout::{Direction, Neighbour, Square};
use super::position::{Kind, Position};
use super::rules::{IllegalMove, IllegalPush, PushOutcome, move_piece, push, reachable};

/// One move or push: the square that a piece leaves, and the square that it goes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TurnPart {
    /// The square that it leaves.
    pub from: Square,
    /// The square that it goes to.
    pub to: Square,
}

impl fmt::Display for TurnPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.from, self.to)
    }
}

/// A turn: at most two moves, then a push.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Turn {
    moves: Vec<TurnPart>,
    push: TurnPart,
}

/// A text that is not a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum TurnError {
    /// One of its parts is not a pair of squares.
    #[error("part {part} is not a step: expected two squares such as c2-d2")]
    Step {
        /// The number of the part, from 1.
        part: usize,
    },
    /// There are more than three parts.
    #[error("{parts} parts: a turn has at most two moves and a push")]
    TooMany {
        /// The number of parts.
        parts: usize,
    },
}

impl Turn {
    /// The turn of these moves and this push; `None` if there are more than two moves.
    pub fn new(moves: Vec<TurnPart>, push: TurnPart) -> Option<Turn> {
        (moves.len() <= 2).then_some(Turn { moves, push })
    }

    /// The moves, at most two.
    pub fn moves(&self) -> &[TurnPart] {
        &self.moves
    }

    /// The push.
    pub fn push(&self) -> TurnPart {
        self.push
    }
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for step in &self.moves {
            write!(f, "{step},")?;
        }
        write!(f, "{}", self.push)
    }
}

impl FromStr for Turn {
    type Err = TurnError;

    /// Reads `d1-a2,d3-c3,c2-d2`: moves, then the push, without blanks.
    fn from_str(text: &str) -> Result<Turn, TurnError> {
        let parts: Vec<&str> = text.split(',').collect();
        if parts.len() > 3 {
            return Err(TurnError::TooMany { parts: parts.len() });
        }
        let mut moves = Vec::new();
        for (index, part) in parts.iter().enumerate() {
            let squares = part.split_once('-').and_then(|(from, to)| from.parse().ok().zip(to.parse().ok()));
            let (from, to) = squares.ok_or(TurnError::Step { part: index + 1 })?;
            moves.push(TurnPart { from, to });
        }
        // A text has at least one part, which may be empty.
        let push = moves.pop().ok_or(TurnError::Step { part: 1 })?;
        Ok(Turn { moves, push })
    }
}

/// Why a turn is not legal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum IllegalTurn {
    /// A move cannot be made.
    #[error("move {number} ({step}): {illegal}")]
    Move {
        /// The number of the move, 1 or 2.
        number: usize,
        /// The move.
        step: TurnPart,
        /// What is wrong with it.
        illegal: IllegalMove,
    },
    /// The push cannot be made.
    #[error("push {step}: {illegal}")]
    Push {
        /// The push.
        step: TurnPart,
        /// What is wrong with it.
        illegal: IllegalPush,
    },
}

/// The result of a turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// The game goes on with this position, as the next player sees it. That player has lost if no push is possible.
    Continues(Position),
    /// The player who moved has won: a piece of the opponent fell off the board.
    Wins,
}

/// Plays a turn.
///
/// # Errors
/// [`IllegalTurn`] with the part that is not legal and the reason.
pub fn apply(position: &Position, turn: &Turn) -> Result<Outcome, IllegalTurn> {
    let mut moved = position.clone();
    for (index, &step) in turn.moves.iter().enumerate() {
        moved = move_piece(&moved, step.from, step.to).map_err(|illegal| IllegalTurn::Move {
            number: index + 1,
            step,
            illegal,
        })?;
    }
    let step = turn.push;
    match push(&moved, step.from, step.to).map_err(|illegal| IllegalTurn::Push { step, illegal })? {
        PushOutcome::Continues(next) => Ok(Outcome::Continues(next)),
        PushOutcome::Wins(_) => Ok(Outcome::Wins),
    }
}

/// The positions after 0, 1 or 2 moves, from which the player to move pushes; each position once.
pub fn settings(position: &Position) -> BTreeSet<Position> {
    arrangements(position).into_iter().map(|(_, arranged)| arranged).collect()
}

/// The positions after 0, 1 or 2 moves, each once with the fewest moves that lead there.
pub(super) fn arrangements(position: &Position) -> Vec<(Vec<TurnPart>, Position)> {
    let mut seen = BTreeSet::from([position.clone()]);
    let mut found = vec![(Vec::new(), position.clone())];
    let mut begun = 0;
    for _ in 0..2 {
        let end = found.len();
        for place in begun..end {
            let (moves, arranged) = found[place].clone();
            for (step, moved) in after_one_move(&arranged) {
                if seen.insert(moved.clone()) {
                    found.push(([moves.as_slice(), &[step]].concat(), moved));
                }
            }
        }
        begun = end;
    }
    found
}

/// The moves of a position, each with the position after it.
fn after_one_move(position: &Position) -> Vec<(TurnPart, Position)> {
    let mut moved = Vec::new();
    for from in position.own() {
        for to in reachable(position, from) {
            let mut next = position.clone();
            next.shift(from, to);
            moved.push((TurnPart { from, to }, next));
        }
    }
    moved
}

/// A legal push: its squares, its direction and its result.
pub(super) struct LegalPush {
    pub(super) step: TurnPart,
    pub(super) direction: Direction,
    pub(super) pushed: PushOutcome,
}

/// The legal pushes of a position, without moves.
pub(super) fn pushes(position: &Position) -> Vec<LegalPush> {
    let mut found = Vec::new();
    for from in position.own() {
        if position.piece(from).is_some_and(|piece| piece.kind == Kind::Pusher) {
            for direction in Direction::ALL {
                if let Neighbour::Square(to) = position.layout().beside(from, direction)
                    && let Ok(pushed) = push(position, from, to)
                {
                    found.push(LegalPush { step: TurnPart { from, to }, direction, pushed });
                }
            }
        }
    }
    found
}

/// The results of all turns of a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Successors {
    /// The positions in which the game goes on, each once, as the next player sees them.
    pub positions: BTreeSet<Position>,
    /// Whether some turn wins.
    pub wins: bool,
}

/// The results of all turns of a position.
pub fn successors(position: &Position) -> Successors {
    let mut found = Successors { positions: BTreeSet::new(), wins: false };
    for setting in settings(position) {
        for legal in pushes(&setting) {
            match legal.pushed {
                PushOutcome::Continues(next) => {
                    found.positions.insert(next);
                }
                PushOutcome::Wins(_) => found.wins = true,
            }
        }
    }
    found
}

/// Whether `wanted` accepts a push of some turn. Turns with fewer moves are tried first.
fn some_push(position: &Position, wanted: impl Fn(&PushOutcome) -> bool) -> bool {
    let found = |setting: &Position| pushes(setting).iter().any(|legal| wanted(&legal.pushed));
    let one_move = || after_one_move(position);
    found(position)
        || one_move().iter().any(|(_, moved)| found(moved))
        || one_move().iter().any(|(_, moved)| after_one_move(moved).iter().any(|(_, moved)| found(moved)))
}

/// Whether some turn pushes a piece of the opponent off the board.
pub fn has_winning_turn(position: &Position) -> bool {
    some_push(position, |pushed| matches!(pushed, PushOutcome::Wins(_)))
}

/// Whether the player to move can push at all. If not, that player has lost.
pub fn has_legal_turn(position: &Position) -> bool {
    some_push(position, |_| true)
}
