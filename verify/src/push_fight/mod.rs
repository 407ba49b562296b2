//! Push Fight, the naive way.
//!
//! Idea: a second implementation of the game, written from the printed rules alone. A position is an array of cells, a
//! move is a flood fill over free squares, a push walks square by square, and all turns of a position are tried one
//! after the other. It shares no code and no board layout with the rules that become circuits, nor with the search that
//! evaluates positions.
//!
//! Source: M. Kruijswijk Versteeg, "Solving Push Fight" (the repository maksverver/pushfight), "Rules of the Game". A
//! turn is 0, 1 or 2 moves and one push. A move takes one of the player's pieces to a free square that it can reach
//! over free squares. A push moves one of the player's pushers by one square and pushes at least one piece in front of
//! it; not past the railing, not the anchored piece, and not one of the player's own pieces off the board. A player who
//! pushes a piece of the opponent off the board wins; a player who cannot push loses. The pusher is then anchored until
//! the next push.
//!
//! Files: `layout` (squares, railing and open ends) and `position` (pieces on squares) are the material; `rules` moves
//! and pushes, `turn` plays a whole turn and lists the results of all turns, `value` recurses; `perft` counts lines of
//! play, `count` turns, `lanes` bounds their number; `notation` (positions), `record` (games) and `index` (numbers of
//! positions) read texts; `view` is what questions see.
//!
//! Cost: milliseconds for all turns of a position.
//!
//! Does not show: that a position can be reached from a legal start.

mod count;
mod index;
mod lanes;
mod layout;
mod notation;
mod perft;
mod position;
mod record;
mod rules;
mod turn;
mod value;
mod view;

pub use crate::place::TextPlace;
pub use count::{Moves, PushAxis, TurnCount, count_turns};
pub use index::{index, position_at, positions};
pub use lanes::{position_of, turn_sum};
pub use layout::{Direction, Layout, LayoutError, MAX_COLUMNS, MAX_ROWS, Neighbour, Square, SquareError};
pub use notation::{POSITION_LIMIT, ParseError, parse_position, write_grid, write_line};
pub use perft::perft;
pub use position::{Kind, Piece, Position, PositionError, Side, Variant, VariantError};
pub use record::{RECORD_LIMIT, Reason, RecordError, Replay, replay};
pub use rules::{IllegalMove, IllegalPush, PushOutcome, can_have_been_pushed, move_piece, push, reachable};
pub use turn::{
    IllegalTurn, Outcome, Successors, Turn, TurnError, TurnPart, apply, has_legal_turn, has_winning_turn,
    settings, successors,
};
pub use value::{Value, value};
pub use view::{Board, Fallen, PushFightView};
