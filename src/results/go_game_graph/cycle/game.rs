//! The game that results from opening a cycle.
//!
//! The cycle is opened before a position of one stone, which is a move from the empty board. A move out of turn has a
//! pass before it, and two passes end the game (Tromp and Farnebäck, 2009, lemma 2). Before the game is returned, the
//! naive rules replay it under positional superko and find every legal position in it.

use super::classes::{Classes, Side};
use super::cover::Cover;
use crate::position::{Colour, Grid, Placement, Position};
use encodings::go::BoardSides;
use verify::go as naive;

/// A turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CycleTurn {
    /// A stone is placed, by the player to move.
    Place(Placement),
    /// No stone is placed.
    Pass,
}

/// A game through all legal positions; the empty one is the first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CycleGame {
    /// The turns in order, Black first.
    pub turns: Vec<CycleTurn>,
    /// The positions after the moves.
    pub positions: Vec<Position>,
}

/// Why a cover does not open into such a game.
#[derive(Debug, thiserror::Error)]
pub enum GameError {
    /// There is no position of one stone on the cycle.
    #[error("the cycle has no position of one stone")]
    NoOpening,
    /// No move joins two consecutive positions.
    #[error("no move leads from {from} to {to}")]
    NoMove {
        /// The first position.
        from: String,
        /// The second position.
        to: String,
    },
    /// The naive rules refuse a turn.
    #[error("the naive rules refuse the game: {0}")]
    Refused(#[from] naive::MoveListError),
    /// The naive rules find that it is not a cycle.
    #[error("the naive rules refuse the cycle: {0}")]
    NoCycle(#[from] naive::CycleError),
    /// The game does not end, or does not pass through all positions.
    #[error("the game has {passed} of {all} legal positions, and is {}", if *.is_over { "over" } else { "not over" })]
    Incomplete {
        /// The number of positions that it passes through.
        passed: usize,
        /// The number of legal positions.
        all: usize,
        /// Whether it has ended.
        is_over: bool,
    },
}

impl CycleGame {
    /// Opens a cycle, and lets the naive rules confirm the cycle and the game.
    ///
    /// # Errors
    /// [`GameError`]
    pub fn open(classes: &Classes, cover: &Cover) -> Result<Self, GameError> {
        let grid = classes.grid();
        let mut cycle: Vec<Position> = classes.all().next().map_or_else(Vec::new, |class| {
            let start = Side { class, is_white: false };
            cover.round(classes, start).into_iter().map(|side| classes.position(side)).collect()
        });
        let first = cycle.iter().position(|position| position.stones() == 1).ok_or(GameError::NoOpening)?;
        cycle.rotate_left(first);
        let mut game = Self { turns: Vec::new(), positions: vec![Position::default()] };
        let mut mover = Colour::Black;
        for next in cycle {
            let placement = game.leads_to(grid, next)?;
            if placement.colour != mover {
                game.turns.push(CycleTurn::Pass);
            }
            game.turns.push(CycleTurn::Place(placement));
            game.positions.push(next);
            mover = placement.colour.opponent();
        }
        game.turns.extend([CycleTurn::Pass, CycleTurn::Pass]);
        game.confirm(classes.board(), grid)?;
        Ok(game)
    }

    /// The move from the last position to the next.
    fn leads_to(&self, grid: &Grid, next: Position) -> Result<Placement, GameError> {
        let from = self.positions.last().copied().unwrap_or_default();
        let mut placements = grid.placements();
        placements
            .find(|&placement| grid.place(from, placement) == Some(next))
            .ok_or_else(|| GameError::NoMove { from: grid.line(from), to: grid.line(next) })
    }

    fn confirm(&self, board: BoardSides, grid: &Grid) -> Result<(), GameError> {
        let size = naive_size(board)?;
        let boards: Vec<naive::Board> =
            self.positions.iter().skip(1).map(|&position| drawn(size, grid, position)).collect();
        let all = naive::check_symmetric_cycle(size, &boards)? + 1;
        let mut by = naive::Stone::Black;
        let moves = self.turns.iter().map(|turn| {
            let action = match turn {
                CycleTurn::Place(placement) => {
                    point(grid, *placement).map_or(naive::Action::Pass, naive::Action::Place)
                }
                CycleTurn::Pass => naive::Action::Pass,
            };
            let turn = naive::Move { by, action };
            by = by.opponent();
            turn
        });
        let moves: Vec<naive::Move> = moves.collect();
        let played = naive::replay(&naive::Position::start(size), naive::Rules::PAPER, &moves)?;
        // No position repeats, so each move adds one; passes do not change the board.
        let stones = played.actions().filter(|action| matches!(action, naive::Action::Place(_))).count();
        let (passed, is_over) = (stones + 1, played.is_over());
        if passed == all && is_over { Ok(()) } else { Err(GameError::Incomplete { passed, all, is_over }) }
    }
}

/// The point of a placement in the naive game.
pub fn point(grid: &Grid, placement: Placement) -> Option<naive::Point> {
    let index = placement.point.index();
    naive::Point::new(index % grid.columns(), index / grid.columns())
}

/// The naive size of a board; its rows are the shorter side.
pub(super) fn naive_size(board: BoardSides) -> Result<naive::Size, naive::CycleError> {
    Ok(naive::Size::new(board.height(), board.width())?)
}

/// A position as a naive board.
pub(super) fn drawn(size: naive::Size, grid: &Grid, position: Position) -> naive::Board {
    let colours = grid.points_in_order().map(|point| position.stone(point));
    let mut cells = colours.map(|stone| match stone {
        Some(Colour::Black) => Some(naive::Stone::Black),
        Some(Colour::White) => Some(naive::Stone::White),
        None => None,
    });
    naive::Board::from_fn(size, |_| cells.next().flatten())
}
