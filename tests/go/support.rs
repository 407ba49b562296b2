//! Words as the naive game's boards, and back. Both count points row by row from the top left, and that is all that they
//! have in common. The player to move is Black here; who plays is said where it matters.

use crate::random::Random;
use encodings::go::Board;
use encodings::go::position::NativeWord;
use encodings::go::rules::Stones;
use encodings::word::{WidestWord, Word};
use verify::go::{self as naive, Point, Size, Stone};

/// The naive size of a board.
pub(crate) fn size_of(board: &Board) -> Size {
    Size::new(board.rows(), board.columns()).expect("a size that the naive game knows")
}

/// The naive board with these stones, the own ones being `mover`'s.
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

/// Random stones: `empties` of 16 points are empty, the others of either colour.
pub(crate) fn random_stones(board: &Board, random: &mut Random, empties: usize) -> Stones<WidestWord> {
    let on_board = WidestWord::EMPTY.constant(board.full());
    let occupied = on_board & WidestWord::from_limbs(std::array::from_fn(|_| random.dense(16 - empties)));
    let own = occupied & WidestWord::from_limbs(std::array::from_fn(|_| random.word()));
    Stones { own, opp: occupied ^ own }
}
