//! Converts the native engine's words to boards of the naive game, and back.
//!
//! The two sides share only the order of the squares, and that a position knows its mover.

use encodings::othello::rules::Discs;
use encodings::word::Word;
use verify::othello::{Board, Disc, Position, Size, Square};

/// A position with the colour of its mover, which only the naive game needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Coloured {
    pub(crate) discs: Discs<u64>,
    pub(crate) mover: Disc,
}

/// The naive size of a board.
pub(crate) fn size_of<const SIDE: usize>() -> Size {
    Size::new(SIDE).expect("a size that the naive game knows")
}

/// The naive game's position with these discs. It is read back, and must be the same.
pub(crate) fn draw<const SIDE: usize>(position: Coloured) -> Position {
    let size = size_of::<SIDE>();
    let Coloured { discs, mover } = position;
    let board = Board::from_fn(size, |square| {
        let index = size.index(square).expect("a square of the board");
        match (discs.own.bit(index), discs.opp.bit(index)) {
            (true, false) => Some(mover),
            (false, true) => Some(mover.opponent()),
            (false, false) => None,
            (true, true) => panic!("square {square} holds two discs"),
        }
    });
    let drawn = Position { board, mover };
    assert_eq!(read(&drawn), position, "what is drawn is read");
    drawn
}

/// The words of a naive position.
pub(crate) fn read(position: &Position) -> Coloured {
    let mut discs = Discs { own: 0, opp: 0 };
    let size = position.board.size();
    for square in size.squares() {
        match position.board.disc(square) {
            Some(disc) if disc == position.mover => discs.own |= bit(size, square),
            Some(_) => discs.opp |= bit(size, square),
            None => {}
        }
    }
    Coloured { discs, mover: position.mover }
}

/// The bit of a naive square.
pub(crate) fn bit(size: Size, square: Square) -> u64 {
    1 << size.index(square).expect("a square of the board")
}

/// The bits of naive squares.
pub(crate) fn bits(size: Size, squares: &[Square]) -> u64 {
    squares.iter().fold(0, |bits, &square| bits | bit(size, square))
}
