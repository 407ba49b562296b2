//! Go, the naive way.
//!
//! Idea: a second implementation of the game, written from the printed rules alone. A board is an array of cells, a
//! string is found by flood fill from one of its stones, and each move copies the whole board. It shares no code and no
//! board layout with the rules that become circuits, nor with the program that counts positions.
//!
//! Source: J. Tromp and G. Farnebäck, "Combinatorics of Go" (2009), section 3. A move colours an empty point, then
//! empties all opponent strings without liberties (capture), then all own strings without liberties (suicide). A player
//! passes or moves; a move may not repeat an earlier position; two consecutive passes end the game. The differences
//! between rulesets are parameters: [`Suicide`], [`Ko`] and [`Ending`].
//!
//! Files: `point` (sizes and points) and `board` (stones on points) are the material; `strings` finds strings and
//! liberties, `rules` places a stone, `game` follows a game with its history, `perft` counts lines of play; `graph` is
//! the game graph of the paper, enumerated, and `cycle` its symmetric cycles; `notation` (boards) and `record` (lists
//! of points) read texts.
//!
//! Cost: microseconds for each move on 19x19, and a copy of the board for each ply of a game.
//!
//! Does not show: that a legal position can be reached under a ruleset without suicide or with another ko rule.

mod board;
mod cycle;
mod game;
mod graph;
mod notation;
mod perft;
mod point;
mod record;
mod rules;
mod strings;
mod view;

pub use crate::place::TextPlace;
pub use board::{Board, Stone};
pub use cycle::{CycleError, check_symmetric_cycle, symmetric_cycle_clauses};
pub use game::{Action, Ending, Game, IllegalStart, Ko, Move, Position, Reason, Rules};
pub use graph::{EXHAUSTIVE_AREA, GameGraph, TooLarge, every_board, legal_boards};
pub use notation::{BOARD_LIMIT, BoardError, parse_board, write_grid, write_line};
pub use perft::perft;
pub use point::{MAX_EDGE, Point, PointError, Size, SizeError};
pub use record::{MoveListError, RECORD_LIMIT, RecordError, replay, replay_record};
pub use rules::{IllegalPlacement, Placement, Suicide, legal_points, place};
pub use strings::{StoneString, first_without_liberties, is_legal, string_at, strings};
pub use view::GoView;
