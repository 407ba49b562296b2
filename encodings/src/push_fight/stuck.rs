//! Whether the player to move has a legal turn, as one formula.
//!
//! Idea: a formula cannot list the turns of a position one by one, because there are too many; but it can treat all
//! squares that one piece can move to together. Lift the piece of a square off the board. A push that the move makes
//! legal either needs the piece where it goes (it pushes from there, or fills the one gap of a row), or needs its
//! square to be empty (the piece was in the way). So for each square, one move costs a closure for its ways and a few
//! for its rows. This is exact ([`can_push_after_a_move`]).
//!
//! With two moves it is still exact if all first moves are written out ([`has_turn`]), which is possible on small
//! boards. On the published board there are 650 of them. There, [`has_short_turn`] states only those turns with two
//! moves in which both pieces take one step and then stand side by side, and one pushes the other: 39,926 gates. So it
//! never holds without a legal turn. That it holds whenever there is a legal turn is not obvious, and not true of every
//! board. For the published board it is shown by the list of the positions in which it does not hold (`enumerate
//! push-fight.stuck`): the naive game finds that each of them has no legal turn.

use super::board::{Board, DIRECTIONS};
use super::rules::{self, Move, Pieces};
use crate::board::{Direction, Square};
use crate::word::{OneHot, Word};

/// Whether the player to move has a legal turn.
pub fn has_turn<B: Board, W: Word>(pieces: Pieces<W>) -> W::Bit {
    let squares = || B::SQUARES.indices().filter_map(|index| B::LAYOUT.square(index));
    let place = |square| OneHot::from_square(square, pieces.anchor);
    let first_moves =
        squares().flat_map(|from| squares().map(move |to| (from, to))).filter(|(from, to)| from != to);
    let after_two = first_moves.map(|(from, to)| {
        let first = Move { from: place(from), to: place(to) };
        rules::may_move::<B, W>(pieces, first) & can_push_after_a_move::<B, W>(rules::moved(pieces, first))
    });
    rules::can_push::<B, W>(pieces) | can_push_after_a_move::<B, W>(pieces) | any(pieces, after_two)
}

/// Whether the player to move has a short legal turn, as defined at the head of this file.
pub fn has_short_turn<B: Board, W: Word>(pieces: Pieces<W>) -> W::Bit {
    rules::can_push::<B, W>(pieces)
        | can_push_after_a_move::<B, W>(pieces)
        | can_push_after_two_steps::<B, W>(pieces)
}

/// The largest number of squares of a board for which every turn is stated.
const EVERY_TURN: usize = 10;

/// Whether the player to move has a legal turn, in the form that fits the board: [`has_turn`] on small boards,
/// [`has_short_turn`] on others.
pub fn can_turn<B: Board, W: Word>(pieces: Pieces<W>) -> W::Bit {
    if B::SQUARES.len() <= EVERY_TURN { has_turn::<B, W>(pieces) } else { has_short_turn::<B, W>(pieces) }
}

/// Whether some push is legal after exactly one move.
pub fn can_push_after_a_move<B: Board, W: Word>(pieces: Pieces<W>) -> W::Bit {
    let squares = B::SQUARES.indices().filter_map(|index| B::LAYOUT.square(index));
    any(pieces, squares.map(|from| can_push_without::<B, W>(pieces, from)))
}

/// Whether some push is legal after a move of the piece on a square.
fn can_push_without<B: Board, W: Word>(pieces: Pieces<W>, from: Square) -> W::Bit {
    let source = OneHot::from_square(from, pieces.anchor);
    let lifted = Pieces { own: pieces.own.map(|kind| kind ^ (kind & source.word())), ..pieces };
    let goes = rules::reach::<B, W>(pieces, source);
    let free = lifted.free::<B>();
    let loose = lifted.occupied() ^ lifted.anchor;
    let is_pusher = pieces.own.pushers.bit(from.index());
    let is_own = is_pusher | pieces.own.movers.bit(from.index());
    let along = DIRECTIONS.map(|direction| {
        let behind = |word: W| B::shift(word, direction.opposite());
        let ends = behind(free) | rules::falling::<B, W>(lifted, direction);
        let pushable = rules::backwards::<B, W>(loose & ends, loose, direction);
        let by_itself = is_pusher & (goes & behind(pushable)).any();
        let filled = goes & behind(pushable | free);
        let rows = rules::backwards::<B, W>(filled, loose, direction) | pushable;
        by_itself | is_own & goes.any() & (lifted.own.pushers & behind(rows)).any()
    });
    any(pieces, along)
}

/// Whether, after one step of a pusher and one step of another piece, the pusher can push that piece.
pub fn can_push_after_two_steps<B: Board, W: Word>(pieces: Pieces<W>) -> W::Bit {
    let beside =
        |square: Square| DIRECTIONS.map(|direction| step::<B>(square, direction)).into_iter().flatten();
    let mut turns = Vec::new();
    for to in B::SQUARES.indices().filter_map(|index| B::LAYOUT.square(index)) {
        for direction in DIRECTIONS {
            let Some(ahead) = step::<B>(to, direction) else { continue };
            for from in beside(to) {
                for other in beside(ahead).filter(|&other| other != from && (from, other) != (ahead, to)) {
                    turns.push(pushes_other::<B, W>(pieces, [from, to], [other, ahead], direction));
                }
            }
        }
    }
    any(pieces, turns)
}

/// Whether a pusher can take a step, another piece can take a step to the square ahead of it (in the one order in which
/// neither is in the way), and the pusher can then push the other piece.
fn pushes_other<B: Board, W: Word>(
    pieces: Pieces<W>,
    pusher: [Square; 2],
    other: [Square; 2],
    direction: Direction,
) -> W::Bit {
    let place = |square| OneHot::from_square(square, pieces.anchor);
    let [first, second] = if other[0] == pusher[1] { [other, pusher] } else { [pusher, other] };
    let [first, second] = [first, second].map(|[from, to]| Move { from: place(from), to: place(to) });
    let between = rules::moved(pieces, first);
    let after = rules::moved(between, second);
    let may_step = |pieces: Pieces<W>, Move { from, to }: Move<W>| {
        (pieces.own.all() & from.word()).any() & (pieces.free::<B>() & to.word()).any()
    };
    may_step(pieces, first)
        & may_step(between, second)
        & rules::may_push::<B, W>(after, place(pusher[1]), direction)
}

/// The square of the board one step from another square.
fn step<B: Board>(square: Square, direction: Direction) -> Option<Square> {
    let (file, rank) = B::LAYOUT.coordinates(square);
    let (files, ranks) = direction.delta();
    let next = B::LAYOUT.at(file.checked_add_signed(files)?, rank.checked_add_signed(ranks)?)?;
    B::SQUARES.contains(next.index()).then_some(next)
}

/// Whether any of the bits is set; `pieces` determines the kind of bits.
fn any<W: Word>(pieces: Pieces<W>, bits: impl IntoIterator<Item = W::Bit>) -> W::Bit {
    let nothing = pieces.anchor.constant(&crate::board::Mask::EMPTY).any();
    bits.into_iter().fold(nothing, |found, bit| found | bit)
}
