//! Othello, the naive way.
//!
//! Idea: a second implementation of the game, written from the printed rules alone. A board is an array of cells, a
//! move walks the eight lines square by square, and each position is copied whole. It shares no code and no board
//! layout with the rules that become circuits, so that the two can be compared through text.
//!
//! Source: the rules as printed with the game. A disc is placed so that one or more straight lines of the opponent's
//! discs are bracketed between it and another disc of the same colour; every bracketed disc flips. A player who can
//! move must move, a player who cannot passes, and the game ends when neither can move. Black begins.
//!
//! Files: `square` (sizes and squares) and `board` (discs on squares) are the material, `rules` has the moves,
//! [`perft()`] counts lines of play; `notation` (boards) and `record` (games) read texts; [`follow()`] replays the
//! records of archives; `witness` counts again what a board is claimed to show; `any_order` has games without turns.
//!
//! Cost: microseconds for each position, which is enough for records and witnesses and slow for deep [`perft()`].
//!
//! Does not show: that a board can be reached from the start (only a [`replay`] of a record shows that), nor that
//! a number of moves is the greatest possible.

mod any_order;
mod board;
mod follow;
mod game;
mod notation;
mod perft;
mod record;
mod rules;
mod square;
mod view;
mod witness;

pub use crate::place::TextPlace;
pub use any_order::{is_reached_in_any_order, replay_in_any_order};
pub use board::{Board, Disc};
pub use follow::{FollowError, FollowedGame, FollowedPosition, follow};
pub use game::OthelloGame;
pub use notation::{BOARD_LIMIT, BoardError, parse_board, write_grid, write_line};
pub use perft::perft;
pub use record::{
    Expected, Ply, RECORD_LIMIT, Reason, RecordError, Replay, replay, replay_from, write_transcript,
};
pub use rules::{IllegalMove, IllegalPass, Position, Turn, apply, flips, legal_moves};
pub use square::{Size, SizeError, Square, SquareError};
pub use view::OthelloView;
pub use witness::{Witness, witness};
