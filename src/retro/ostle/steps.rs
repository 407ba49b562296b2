//! Moves forwards with the states that they lead to.
//!
//! What rule 8 forbids after a move must be known for each move of each position. Under the printed rule it is the move
//! that undoes it. Under the published program's reading it is the first move that leads to any of the eight images of
//! the position before: each image is compared with the position after the move, and hardly any differs from it by one
//! push or one step of the hole.

use super::game::{OstleGame, Rule};
use super::ranking::Ranked;
use super::symmetry::Which;
use crate::retro::engine::forward::{Forward, Step};
use crate::retro::engine::game::Place;
use crate::retro::engine::value::MoveIndex;
use encodings::board::{Grid, Square};
use encodings::ostle::position::{Heading, Move, Next, Position};
use encodings::ostle::rules::{Ostle, Pieces};

impl<const SIDE: usize> OstleGame<SIDE> {
    /// The images of a position, itself first: those to which a move may not lead two plies later.
    fn barred(&self, pieces: Pieces<u32>) -> [Pieces<u32>; 8] {
        let word = |which, word| self.ranking().images().word(which, word);
        std::array::from_fn(|which| {
            let which = which as Which;
            Pieces {
                own: word(which, pieces.own),
                opp: word(which, pieces.opp),
                hole: word(which, pieces.hole),
            }
        })
    }

    /// The move that is forbidden in a position, to which a move from one of the barred ones has led.
    #[inline(always)]
    fn forbidden_among(&self, after: Pieces<u32>, ranked: &Ranked, barred: &[Pieces<u32>]) -> MoveIndex {
        let index = |back| {
            let index = self.index(ranked, ranked.which, after.hole, back);
            if !ranked.symmetric {
                return index;
            }
            let (stands, _) = self.ranking().unrank(ranked.place);
            let images = self.images_of(stands, Self::play(stands, index));
            images.into_iter().min().unwrap_or(index)
        };
        let back = barred.iter().filter_map(|&before| move_between::<SIDE>(after, before)).map(index);
        back.min().unwrap_or(MoveIndex::NONE)
    }
}

/// The move that leads from one position to another and removes nothing, if there is one.
#[inline(always)]
fn move_between<const SIDE: usize>(from: Pieces<u32>, to: Pieces<u32>) -> Option<Move> {
    let heading = |bit: u32, is_it: &dyn Fn(Move) -> bool| {
        let moves = Heading::ALL.into_iter().map(|heading| Move { square: Square::of_bit(bit), heading });
        moves.into_iter().find(|&played| is_it(played))
    };
    if from.hole != to.hole {
        let steps =
            |played: Move| Grid::<SIDE, SIDE>::shift(from.hole, played.heading.direction()) == to.hole;
        return (from.own == to.opp && from.opp == to.own).then(|| heading(from.hole, &steps))?;
    }
    // A push leaves its first square and fills another.
    let changed = from.occupied() ^ to.occupied();
    let left = changed & from.own;
    if changed.count_ones() != 2 || left.count_ones() != 1 || to.occupied() & changed == 0 {
        return None;
    }
    heading(left, &|played| Position::<SIDE>::trusted(from).after(played) == to)
}

impl<const SIDE: usize> Forward for OstleGame<SIDE> {
    fn start(&self) -> Place {
        // The variant is one of this board.
        self.ranking().rank(Ostle::<SIDE>::start(self.variant().pieces() as usize).like(0u32)).place
    }

    fn steps(&self, from: Place, into: u64, found: &mut Vec<Step>) {
        let (pieces, _) = self.ranking().unrank(from);
        let position = Position::<SIDE>::trusted(pieces);
        let images = self.barred(pieces);
        let barred = match self.rule() {
            Rule::Literal => &images[..1],
            Rule::Paper => &images[..],
        };
        for by in Self::legal(pieces) {
            let Next::Position(next) = position.play(Self::play(pieces, by), self.variant().lose_at()) else {
                continue;
            };
            let after = next.pieces();
            let ranked = self.ranking().rank(after);
            if into >> ranked.place.layer & 1 == 1 {
                let forbidden = self.forbidden_among(after, &ranked, barred);
                found.push(Step { by, to: ranked.place, forbidden });
            }
        }
    }
}
