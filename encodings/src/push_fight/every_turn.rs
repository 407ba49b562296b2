//! The number of legal turns of a position, as one number: for small boards.
//!
//! Two turns are the same if their moves lead to the same arrangement of the player's pieces and their pushes are the
//! same. The set of arrangements does not depend on the position, so all of them are listed. For each it is stated
//! whether up to two moves lead to it, and which pushes are legal there.
//!
//! Size: arrangements times pieces times free squares. The board of 10 squares has 360 arrangements; the published one
//! has 657,800, which is too many.

use super::board::Board;
use super::rules::{self, Pieces, Side};
use crate::board::{Direction, Mask};
use crate::word::{Sum, Word, bits};
use std::collections::BTreeMap;

/// The squares of the player's pushers and movers.
type Arrangement = (u32, u32);

/// The number of legal turns whose push goes in one of these directions.
pub fn turns<B: Board, W: Word>(pieces: Pieces<W>, directions: &[Direction]) -> Sum<W::Bit> {
    let nothing = pieces.anchor.constant(&Mask::EMPTY).any();
    let mut can_stand = Reachability::<B, W>::new(pieces);
    can_stand.move_a_piece();
    can_stand.move_a_piece();
    let mut sums = Vec::new();
    for (&(pushers, movers), &stands) in &can_stand.at {
        let word = |squares: u32| pieces.anchor.constant(&Mask::from_u64(u64::from(squares)));
        let arranged = Pieces { own: Side { pushers: word(pushers), movers: word(movers) }, ..pieces };
        for &direction in directions {
            let able = rules::able::<B, W>(arranged, direction);
            let pushes = Mask::from_u64(u64::from(pushers)).indices();
            let pushes = pushes.map(|square| Sum::of_one(nothing, &[(1, able.bit(square) & stands)]));
            sums.push(Sum::total(nothing, pushes.collect()));
        }
    }
    Sum::total(nothing, sums)
}

/// For each arrangement, whether the moves made so far can lead to it.
struct Reachability<B, W: Word> {
    at: BTreeMap<Arrangement, W::Bit>,
    /// Where a piece can go, by the squares of the pieces that stay and the square of the piece that moves.
    ways: BTreeMap<(u32, u32), W>,
    pieces: Pieces<W>,
    board: std::marker::PhantomData<B>,
}

impl<B: Board, W: Word> Reachability<B, W> {
    fn new(pieces: Pieces<W>) -> Self {
        let stands = |(pushers, movers): Arrangement| {
            let is = |word: W, squares: u32| word.equals(word.constant(&Mask::from_u64(u64::from(squares))));
            is(pieces.own.pushers, pushers) & is(pieces.own.movers, movers)
        };
        let at = arrangements::<B>().into_iter().map(|arrangement| (arrangement, stands(arrangement)));
        Self { at: at.collect(), ways: BTreeMap::new(), pieces, board: std::marker::PhantomData }
    }

    /// Lets one piece move, or none.
    fn move_a_piece(&mut self) {
        let before: Vec<(Arrangement, W::Bit)> = self.at.iter().map(|(&at, &stands)| (at, stands)).collect();
        let mut after = self.at.clone();
        for (from @ (pushers, movers), stood) in before {
            let own = pushers | movers;
            for piece in bits(own) {
                let ways = self.ways(own & !piece, piece);
                for to in bits(B::SQUARES.low_bits() as u32 & !own) {
                    let along = |word: u32| if word & piece == 0 { word } else { word ^ piece | to };
                    if let Some(stands) = after.get_mut(&(along(from.0), along(from.1))) {
                        *stands = *stands | stood & ways.bit(to.trailing_zeros() as usize);
                    }
                }
            }
        }
        self.at = after;
    }

    /// Where a piece can go if the others of the player stand on these squares.
    fn ways(&mut self, others: u32, piece: u32) -> W {
        let opp = self.pieces.opp.all();
        *self.ways.entry((others, piece)).or_insert_with(|| {
            let word = |squares: u32| opp.constant(&Mask::from_u64(u64::from(squares)));
            let open = word(B::SQUARES.low_bits() as u32 & !others & !piece);
            let free = (open | opp) ^ opp;
            rules::connected::<B, W>(word(piece), free) & free
        })
    }
}

/// Every way to place the pieces of a player on the board.
fn arrangements<B: Board>() -> Vec<Arrangement> {
    let squares: Vec<u32> = bits(B::SQUARES.low_bits() as u32).collect();
    let mut found = Vec::new();
    for pushers in subsets(&squares, B::PUSHERS) {
        let left: Vec<u32> = squares.iter().copied().filter(|square| pushers & square == 0).collect();
        found.extend(subsets(&left, B::MOVERS).into_iter().map(|movers| (pushers, movers)));
    }
    found
}

/// The unions of `count` of the squares.
fn subsets(squares: &[u32], count: usize) -> Vec<u32> {
    match (count, squares) {
        (0, _) => vec![0],
        (_, []) => Vec::new(),
        (_, [first, rest @ ..]) => {
            let with = subsets(rest, count - 1).into_iter().map(|others| others | first);
            with.chain(subsets(rest, count)).collect()
        }
    }
}
