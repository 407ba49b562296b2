//! One move and one push.
//!
//! Idea: a move goes to a square of the flood fill that starts at the piece and spreads over free squares. A push walks
//! from the pusher over the pieces in line, all of which move by one, to a free square or over an open edge of the
//! board.

use thiserror::Error;

use super::layout::{Direction, Neighbour, Square};
use super::position::{Kind, Position, Side};

/// Why a piece may not move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum IllegalMove {
    /// There is no such square.
    #[error("{square} is not on the board")]
    OffBoard {
        /// The square.
        square: Square,
    },
    /// There is no piece on the square.
    #[error("there is no piece on {from}")]
    NothingThere {
        /// Where the move starts.
        from: Square,
    },
    /// The piece is the opponent's.
    #[error("the piece on {from} is the opponent's")]
    NotOwn {
        /// Where the move starts.
        from: Square,
    },
    /// Moves end on free squares.
    #[error("{to} is occupied: only the push, which ends the turn, goes to an occupied square")]
    Occupied {
        /// Where the move was to end.
        to: Square,
    },
    /// There is no way over free squares.
    #[error("no way over free squares leads from {from} to {to}")]
    Unreachable {
        /// Where the move starts.
        from: Square,
        /// Where the move was to end.
        to: Square,
    },
}

/// Why a piece may not push.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum IllegalPush {
    /// There is no such square.
    #[error("{square} is not on the board")]
    OffBoard {
        /// The square.
        square: Square,
    },
    /// There is no piece on the square.
    #[error("there is no piece on {from}")]
    NothingThere {
        /// Where the push starts.
        from: Square,
    },
    /// The piece is the opponent's.
    #[error("the piece on {from} is the opponent's")]
    NotOwn {
        /// Where the push starts.
        from: Square,
    },
    /// Movers do not push.
    #[error("the piece on {from} is a mover: only pushers push")]
    NotAPusher {
        /// Where the push starts.
        from: Square,
    },
    /// A push goes to the next square.
    #[error("{to} is not next to {from}")]
    NotBeside {
        /// Where the push starts.
        from: Square,
        /// Where the pusher was to go.
        to: Square,
    },
    /// At least one other piece must be pushed.
    #[error("the push from {from} pushes no other piece")]
    PushesNothing {
        /// Where the push starts.
        from: Square,
    },
    /// The anchored piece may not be pushed.
    #[error("the piece on {anchor} is anchored and may not be pushed")]
    Anchored {
        /// Where the anchor is.
        anchor: Square,
    },
    /// The last piece in line stands at the railing.
    #[error("the piece on {at} would be pushed past the railing")]
    Railing {
        /// Where the last piece stands.
        at: Square,
    },
    /// The last piece in line is the player's own and would fall off the board.
    #[error("the piece on {at} is the player's own and would be pushed off the board")]
    OwnOff {
        /// Where the last piece stands.
        at: Square,
    },
}

/// The result of a push.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PushOutcome {
    /// The game goes on with this position, as the next player sees it.
    Continues(Position),
    /// A piece of the opponent fell off the board from this square: the game is won.
    Wins(Square),
}

/// The free squares that the piece on `from` can move to; empty if no piece is there.
pub fn reachable(position: &Position, from: Square) -> Vec<Square> {
    if position.piece(from).is_none() {
        return Vec::new();
    }
    let mut found = vec![from];
    let mut seen = 0;
    while let Some(&here) = found.get(seen) {
        seen += 1;
        for direction in Direction::ALL {
            if let Neighbour::Square(next) = position.layout().beside(here, direction)
                && position.is_free(next)
                && !found.contains(&next)
            {
                found.push(next);
            }
        }
    }
    found.remove(0);
    found
}

/// The position after one move, with the same player to go on.
///
/// # Errors
/// [`IllegalMove`] with the reason if the piece may not go there.
pub fn move_piece(position: &Position, from: Square, to: Square) -> Result<Position, IllegalMove> {
    if let Some(square) = [from, to].into_iter().find(|&square| !position.layout().contains(square)) {
        return Err(IllegalMove::OffBoard { square });
    }
    let piece = position.piece(from).ok_or(IllegalMove::NothingThere { from })?;
    if piece.side != Side::Own {
        return Err(IllegalMove::NotOwn { from });
    }
    if !position.is_free(to) {
        return Err(IllegalMove::Occupied { to });
    }
    if !reachable(position, from).contains(&to) {
        return Err(IllegalMove::Unreachable { from, to });
    }
    let mut moved = position.clone();
    moved.shift(from, to);
    Ok(moved)
}

/// Pushes from `from` to the square `to` beside it.
///
/// # Errors
/// [`IllegalPush`] with the reason if the piece may not push there.
pub fn push(position: &Position, from: Square, to: Square) -> Result<PushOutcome, IllegalPush> {
    if let Some(square) = [from, to].into_iter().find(|&square| !position.layout().contains(square)) {
        return Err(IllegalPush::OffBoard { square });
    }
    let piece = position.piece(from).ok_or(IllegalPush::NothingThere { from })?;
    if piece.side != Side::Own {
        return Err(IllegalPush::NotOwn { from });
    }
    if piece.kind != Kind::Pusher {
        return Err(IllegalPush::NotAPusher { from });
    }
    let leads_there =
        |direction: &Direction| position.layout().beside(from, *direction) == Neighbour::Square(to);
    let direction =
        Direction::ALL.into_iter().find(leads_there).ok_or(IllegalPush::NotBeside { from, to })?;
    push_line(position, from, direction)
}

/// Pushes the pieces in line in front of a pusher.
fn push_line(position: &Position, from: Square, direction: Direction) -> Result<PushOutcome, IllegalPush> {
    let mut line = vec![from];
    let mut last = from;
    let end = loop {
        match position.layout().beside(last, direction) {
            Neighbour::Square(next) if position.piece(next).is_some() => {
                line.push(next);
                last = next;
            }
            end => break end,
        }
    };
    if line.len() == 1 {
        return Err(IllegalPush::PushesNothing { from });
    }
    if let Some(anchor) = position.anchor().filter(|anchor| line.contains(anchor)) {
        return Err(IllegalPush::Anchored { anchor });
    }
    match end {
        Neighbour::Railing => Err(IllegalPush::Railing { at: last }),
        Neighbour::Open => match position.piece(last).map(|piece| piece.side) {
            Some(Side::Opponent) => Ok(PushOutcome::Wins(last)),
            _ => Err(IllegalPush::OwnOff { at: last }),
        },
        Neighbour::Square(free) => {
            let mut pushed = position.clone();
            let mut to = free;
            for &square in line.iter().rev() {
                pushed.shift(square, to);
                to = square;
            }
            // The pusher moved to the second square of the line.
            Ok(PushOutcome::Continues(pushed.handed_over(line[1])))
        }
    }
}

/// Whether the anchored piece can have pushed last turn: in some direction there is a piece in front of it and a free
/// square behind it. The repository maksverver/pushfight calls other positions unreachable. Without an anchor nobody
/// has pushed yet, and the result is true.
pub fn can_have_been_pushed(position: &Position) -> bool {
    let Some(anchor) = position.anchor() else { return true };
    let beside = |direction| match position.layout().beside(anchor, direction) {
        Neighbour::Square(square) => Some(position.is_free(square)),
        Neighbour::Railing | Neighbour::Open => None,
    };
    Direction::ALL
        .into_iter()
        .any(|direction| beside(direction) == Some(false) && beside(direction.back()) == Some(true))
}
