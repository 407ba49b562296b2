//! Positions of Push Fight to compare, and words as positions of the naive game.

use crate::support::push_fight::variant;
use crate::support::random::Random;
use encodings::board::Square;
use encodings::push_fight::Position;
use encodings::push_fight::board::Board;
use encodings::push_fight::index::{Index, Indexes};
use encodings::push_fight::rules::Pieces;
use encodings::word::{OneHot, Word};
use verify::push_fight::{self as naive, Kind, Piece};

/// The square of the same name.
pub(crate) fn at<B: Board>(square: naive::Square) -> Square {
    B::LAYOUT.parse(&square.to_string()).expect("a square of the rectangle")
}

/// The word of a square.
pub(crate) fn hot(square: Square) -> OneHot<u32> {
    OneHot::from_square(square, 0)
}

/// The positions with an anchor in the order of their indexes: the first, and every `step`-th after it.
pub(crate) fn every<B: Board>(step: usize) -> impl Iterator<Item = Position<B>> {
    let indexes = Indexes::<B>::new();
    (0..indexes.len()).step_by(step).map(move |index| indexes.position(Index(index)).expect("an index"))
}

/// Random positions with an anchor.
pub(crate) fn random<B: Board>(count: usize, seed: u64) -> impl Iterator<Item = Position<B>> {
    let (indexes, mut random) = (Indexes::<B>::new(), Random::new(seed));
    let mut index = move |below: u64| Index(random.below(below as usize) as u64);
    (0..count).map(move |_| indexes.position(index(indexes.len())).expect("an index"))
}

/// The naive position of these words, if they form one.
pub(crate) fn drawn<B: Board>(pieces: Pieces<u32>) -> Option<naive::Position> {
    let Pieces { own, opp, anchor } = pieces;
    let layout = variant::<B>().layout().clone();
    let index = |square: naive::Square| at::<B>(square).index();
    let kinds = [
        (own.pushers, naive::Side::Own, Kind::Pusher),
        (own.movers, naive::Side::Own, Kind::Mover),
        (opp.pushers, naive::Side::Opponent, Kind::Pusher),
        (opp.movers, naive::Side::Opponent, Kind::Mover),
    ];
    let on = |square| {
        let held = kinds.iter().filter(move |(word, ..)| word.bit(index(square)));
        held.map(|&(_, side, kind)| Piece { side, kind })
    };
    let squares = layout.squares();
    let board = squares.iter().fold(0u32, |board, &square| board | 1 << index(square));
    let is_shared = squares.iter().any(|&square| on(square).count() > 1);
    let is_outside = kinds.iter().any(|(word, ..)| word & !board != 0);
    let mut anchors = squares.iter().copied().filter(|&square| anchor.bit(index(square)));
    let (anchor_square, second) = (anchors.next()?, anchors.next());
    if is_shared || is_outside || second.is_some() || anchor & !board != 0 {
        return None;
    }
    naive::Position::new(&variant::<B>(), |square| on(square).next(), Some(anchor_square)).ok()
}
