//! Converts words to boards of the naive game, and back. Both number points row by row from the top left; that is all
//! that they share. Here the player to move is Black, unless a function names the player.

use encodings::go::Board;
use encodings::go::position::NativeWord;
use encodings::go::rules::Stones;
use verify::go::{self as naive, Point, Size, Stone};

/// The naive size of a board.
pub(crate) fn size_of(board: &Board) -> Size {
    Size::new(board.rows(), board.columns()).expect("a size that the naive game knows")
}

/// The naive board with these stones; the own stones belong to `mover`.
pub(crate) fn draw<W: NativeWord>(board: &Board, stones: Stones<W>, mover: Stone) -> naive::Board {
    let size = size_of(board);
    let drawn = naive::Board::from_fn(size, |point| {
        let index = size.index(point).expect("a point of the board");
        match (stones.own.bit(index), stones.opp.bit(index)) {
            (true, false) => Some(mover),
            (false, true) => Some(mover.opponent()),
            (false, false) => None,
            (true, true) => panic!("point {point} holds two stones"),
        }
    });
    assert_eq!(read(&drawn, mover), stones, "what is drawn is read");
    drawn
}

/// The stones of a naive board as `mover` sees them.
pub(crate) fn read<W: NativeWord>(drawn: &naive::Board, mover: Stone) -> Stones<W> {
    let of =
        |stone| bits(drawn.size(), drawn.size().points().filter(|&point| drawn.stone(point) == Some(stone)));
    Stones { own: of(mover), opp: of(mover.opponent()) }
}

/// The bits of naive points.
pub(crate) fn bits<W: NativeWord>(size: Size, points: impl IntoIterator<Item = Point>) -> W {
    let unit = |point| W::default().unit(size.index(point).expect("a point of the board"));
    points.into_iter().fold(W::default(), |word, point| word | unit(point))
}
