//! Moves, with the states that they lead to.
//!
//! For each move of each position, this has to find what rule 8 forbids after the move. Under the rule as printed, it
//! is the move that takes the move back. Under the published program's reading, it is the first move that leads to one
//! of the eight images of the position before. Each image is compared with the position after the move. It is rare that
//! the two differ by one push or one step of the hole.

use super::game::{OstleGame, Rule};
use super::ranking::RankedPosition;
use super::symmetry::{Images, Which};
use certamen_retro::states::forward::{Forward, ForwardMove};
use certamen_retro::states::game::Place;
use certamen_retro::states::value::MoveIndex;
use encodings::board::{Grid, Square};
use encodings::ostle::position::{Heading, Move, MoveOutcome, Position};
use encodings::ostle::rules::{Ostle, Pieces};

/// The images of a position, the position itself first. A move two plies later must not lead to any of them.
#[derive(Clone, Copy, Debug)]
struct BarredPositions {
    own: [u32; 8],
    opp: [u32; 8],
    hole: [u32; 8],
}

impl BarredPositions {
    fn new<const SIDE: usize>(images: &Images<SIDE>, pieces: Pieces<u32>) -> Self {
        let words = |word| std::array::from_fn(|which| images.word(which as Which, word));
        Self { own: words(pieces.own), opp: words(pieces.opp), hole: words(pieces.hole) }
    }

    /// The images that a push or a step of the hole may reach from a position, as bits. For a push, the hole has not
    /// moved, and one square was left and another one entered. For a step of the hole, no piece has moved. The code has
    /// no branches, because almost no position has such an image.
    #[inline(always)]
    fn near(&self, from: Pieces<u32>) -> u32 {
        (0..8).fold(0, |near, place| {
            let (own, opp) = (self.own[place], self.opp[place]);
            let changed = from.occupied() ^ (own | opp);
            let rest = changed & changed.wrapping_sub(1);
            let is_push = self.hole[place] == from.hole && rest != 0 && rest & rest.wrapping_sub(1) == 0;
            let is_step = own == from.opp && opp == from.own;
            near | u32::from(is_push | is_step) << place
        })
    }

    fn get(&self, place: u32) -> Pieces<u32> {
        let place = place as usize & 7;
        Pieces { own: self.own[place], opp: self.opp[place], hole: self.hole[place] }
    }
}

impl<const SIDE: usize> OstleGame<SIDE> {
    /// The forbidden move in a position that was reached by a move from the position whose images are barred.
    #[inline(always)]
    fn forbidden_among(
        &self,
        after: Pieces<u32>,
        ranked: &RankedPosition,
        barred: &BarredPositions,
    ) -> MoveIndex {
        let wanted = match self.rule() {
            Rule::Literal => 1,
            Rule::Paper => u32::MAX,
        };
        match barred.near(after) & wanted {
            0 => MoveIndex::NONE,
            near => self.forbidden_near(after, ranked, barred, near),
        }
    }

    fn forbidden_near(
        &self,
        after: Pieces<u32>,
        ranked: &RankedPosition,
        barred: &BarredPositions,
        near: u32,
    ) -> MoveIndex {
        let index = |back| {
            let index = self.index(ranked, ranked.which, after.hole, back);
            if !ranked.symmetric {
                return index;
            }
            let (stands, _) = self.ranking().unrank(ranked.place);
            let images = self.images_of(stands, Self::play(stands, index));
            images.into_iter().min().unwrap_or(index)
        };
        let images = (0..8).filter(|place| near >> place & 1 == 1).map(|place| barred.get(place));
        images
            .filter_map(|before| move_between::<SIDE>(after, before))
            .map(index)
            .min()
            .unwrap_or(MoveIndex::NONE)
    }
}

/// The move from one position to another that removes nothing, if there is one.
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
    // A push leaves its first square and enters another one.
    let changed = from.occupied() ^ to.occupied();
    let left = changed & from.own;
    if changed.count_ones() != 2 || left.count_ones() != 1 || to.occupied() & changed == 0 {
        return None;
    }
    heading(left, &|played| Position::<SIDE>::trusted(from).after(played) == to)
}

impl<const SIDE: usize> Forward for OstleGame<SIDE> {
    fn start(&self) -> Place {
        // The variant has a board of this size.
        self.ranking().rank(Ostle::<SIDE>::start(self.variant().pieces() as usize).like(0u32)).place
    }

    fn steps(&self, from: Place, into: u64, found: &mut Vec<ForwardMove>) {
        let (pieces, _) = self.ranking().unrank(from);
        let position = Position::<SIDE>::trusted(pieces);
        let barred = BarredPositions::new(self.ranking().images(), pieces);
        let frame = self.ranking().frame_beside(pieces);
        for by in Self::legal(pieces) {
            let MoveOutcome::Position(next) = position.play(Self::play(pieces, by), self.variant().lose_at())
            else {
                continue;
            };
            let after = next.pieces();
            let ranked = frame.rank(after);
            if into >> ranked.place.layer & 1 == 1 {
                let forbidden = self.forbidden_among(after, &ranked, &barred);
                found.push(ForwardMove { by, to: ranked.place, forbidden });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use encodings::ostle::variant::Variant;

    /// Compares all pairs of positions of a small board: the bits never miss a move, and have few false hits.
    #[test]
    fn no_move_back_is_overlooked() {
        let game = OstleGame::<3>::new(Variant::new(3, 2, 1).unwrap(), Rule::Paper);
        let places = (0..game.ranking().layers().next().unwrap().2).map(|rank| Place { layer: 0, rank });
        let all: Vec<Pieces<u32>> = places.map(|place| game.ranking().unrank(place).0).collect();
        let (mut near, mut met) = (0, 0);
        for &before in &all {
            let barred = BarredPositions::new(game.ranking().images(), before);
            for &after in &all {
                let bits = barred.near(after);
                for place in 0..8 {
                    let is_met = move_between::<3>(after, barred.get(place)).is_some();
                    near += bits >> place & 1;
                    met += u32::from(is_met);
                    assert!(!is_met || bits >> place & 1 == 1, "{before:?} {after:?} {place}");
                }
            }
        }
        assert!(0 < met && met <= near && near < 64 * met, "{met} of {near}");
    }
}
