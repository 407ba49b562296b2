//! Ostle, the naive way.
//!
//! Idea: a second implementation of the game, written from the printed rules alone. A board is an array of cells, a
//! push walks square by square, and rule 8 compares two whole positions. It shares no code and no board layout with the
//! rules that become circuits, nor with the engine that solves the game.
//!
//! Source: H. Takizawa, "Strongly solved Ostle" (2023), "The rules of Ostle", rules 1 to 8. A player moves an own piece
//! or the hole one square up, down, left or right, and may not pass. A piece pushes the pieces in its way; a piece that
//! reaches the hole or leaves the board is removed. The hole only goes to empty squares. A player with too few pieces
//! (three, of five) has lost. No position may be the same as two plies before it.
//!
//! Files: `square` (sizes, squares), `board` (cells on squares) and `position` (the [`Variant`] and its positions) are the
//! material; `rules` moves a piece or the hole, `state` adds rule 8 as it is printed, `class` the rule of the published
//! program; `graph` solves small boards by definition and measures distances; `win` looks a few plies ahead on any board;
//! `game` is a [`Naive`](crate::naive::Naive) game; `perft` counts lines of play; `notation` (positions) and `record` (games)
//! read texts.
//!
//! Cost: microseconds for each move; `graph` keeps every state with all its moves, which works for small boards only.
//!
//! Does not show: that a position can be reached from the start.

mod board;
mod class;
mod game;
mod graph;
mod notation;
mod perft;
mod position;
mod record;
mod rules;
mod square;
mod state;
mod view;
mod win;

pub use crate::place::TextPlace;
pub use board::{Board, Cell, Owner};
pub use class::{ClassState, canonical, images};
pub use game::{OstleGame, OstlePosition};
pub use graph::{POSITION_LIMIT, Solution, TooManyPositions, Value, all_positions, layers, solve};
pub use notation::{POSITION_LIMIT_BYTES, ParseError, parse_position, write_line};
pub use perft::perft;
pub use position::{Position, PositionError, Variant, VariantError};
pub use record::{RECORD_LIMIT, Reason, RecordError, Replay, replay, replay_from, write_record};
pub use rules::{Direction, IllegalMove, Move, MoveError, Outcome, Shift, apply, moves, shift};
pub use square::{MAX_EDGE, Size, SizeError, Square, SquareError};
pub use state::{NotForbidden, State};
pub use view::OstleView;
pub use win::{loses_within, wins_within};
