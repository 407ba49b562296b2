//! Positions that need an odd number of passes: the other side would be to move if nobody had passed.
//!
//! Idea: they are few (with 16 discs 4,659 classes of 137,642,076), so all of them are kept where the positions of all games
//! would be too many. They come from others of their kind by a move, or from a pass ([`PassSearch`]). A second pass gives a
//! position of the other kind, and those few are followed as well, to their next pass.
//!
//! Games whose last pass comes with more discs than the search for passes went to are left out.
//!
//! Cost: some five times as many classes for each further disc (29,554 with 17 discs, 156,274 with 18), 16 bytes each.
//!
//! [`PassSearch`]: super::passing::PassSearch

use super::passing::{PassPositions, passes};
use certamen_othello::search::class::{Class, by_turns};
use certamen_othello::search::layer::{Budget, Layer, LayerError};
use certamen_othello::search::progress::Watch;
use encodings::othello::position::Player;
use std::collections::VecDeque;

/// The positions with one number of discs before which somebody passed an odd number of times, the last time with no more discs
/// than the search for passes went to.
#[derive(Clone, Debug)]
pub struct OddGames<const SIDE: usize> {
    layer: Layer<SIDE>,
    /// The positions right after a pass, by number of discs up to the largest searched, those with one disc more than the layer
    /// first.
    passed: VecDeque<Vec<Class<SIDE>>>,
}

/// The classes of a layer with this player to move, in those games only.
fn with_mover<const SIDE: usize>(layer: &Layer<SIDE>, mover: Player) -> impl Iterator<Item = Class<SIDE>> {
    let narrowed = move |class: Class<SIDE>| class.with_routes(class.routes().with_mover(mover));
    layer.classes().map(narrowed).filter(|class| !class.routes().is_none())
}

impl<const SIDE: usize> OddGames<SIDE> {
    /// Those of a layer of all positions; `passed` are the passes with more discs than it has.
    pub fn new(all: &Layer<SIDE>, passed: PassPositions<SIDE>) -> Self {
        let odd = with_mover(all, by_turns(all.discs()).other());
        Self { layer: Layer::of(all.discs(), odd), passed: passed.classes.into() }
    }

    /// The positions.
    pub const fn layer(&self) -> &Layer<SIDE> {
        &self.layer
    }

    /// Goes on to those with one disc more.
    ///
    /// # Errors
    /// [`LayerError`] if the memory does not suffice, or the watch asks to stop; then nothing changes.
    pub fn advance(&mut self, budget: Budget, watch: &mut Watch) -> Result<(), LayerError> {
        let next = self.layer.next(budget, watch)?;
        let turn = by_turns(next.discs());
        let in_turn = with_mover(&next, turn).map(|class| (class.discs(), class.routes()));
        let after_a_pass = self.passed.pop_front().unwrap_or_default();
        let found = passes(in_turn, self.passed.len());
        for (known, found) in self.passed.iter_mut().zip(found) {
            known.extend(found);
        }
        let odd = with_mover(&next, turn.other()).chain(after_a_pass);
        self.layer = Layer::of(next.discs(), odd);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::passing::PassSearch;
    use certamen_othello::search::unwatched;

    const BUDGET: Budget = Budget(1 << 30);

    fn layer<const SIDE: usize>(discs: u32) -> Layer<SIDE> {
        (4..discs).fold(Layer::start(), |layer, _| layer.next(BUDGET, &mut unwatched).unwrap())
    }

    /// All passes up to `most` discs, in one go and from where a search was stopped after each block.
    fn all_passes<const SIDE: usize>(base: &Layer<SIDE>, most: u32) -> PassPositions<SIDE> {
        let mut passing = PassSearch::new(base, &PassPositions::nothing(most));
        while passing.advance() {}
        let (found, _) = passing.found();
        let mut kept = PassPositions::nothing(most);
        loop {
            let mut passing = PassSearch::new(base, &kept);
            let is_more = passing.advance();
            kept = serde_json::from_str(&serde_json::to_string(&passing.found().0).unwrap()).unwrap();
            if !is_more {
                assert_eq!(kept, found);
                return found;
            }
        }
    }

    /// With passes searched up to `most` discs, the positions are those of the layers, class by class, and with more discs some
    /// of them. Returns the number of positions that were compared, and of those that are left out.
    fn compare<const SIDE: usize>(base: u32, most: u32, to: u32) -> [usize; 2] {
        let mut all = layer::<SIDE>(base);
        let mut odd = OddGames::new(&all, all_passes(&all, most));
        let [mut same, mut left_out] = [0; 2];
        loop {
            let expected = Layer::of(all.discs(), with_mover(&all, by_turns(all.discs()).other()));
            assert_eq!(odd.layer().discs(), all.discs());
            if all.discs() <= most {
                assert!(odd.layer().classes().eq(expected.classes()), "{} discs", all.discs());
                same += expected.len();
            } else {
                for class in odd.layer().classes() {
                    let known = expected.routes(class.discs());
                    assert!(class.routes().without(known).is_none());
                }
                left_out += expected.len() - odd.layer().len();
            }
            if all.discs() == to {
                return [same, left_out];
            }
            all = all.next(BUDGET, &mut unwatched).unwrap();
            odd.advance(BUDGET, &mut unwatched).unwrap();
        }
    }

    #[test]
    fn they_are_those_of_the_layers() {
        for base in 4..12 {
            assert!(compare::<4>(base, 16, 16)[0] > 0);
        }
        assert!(compare::<6>(8, 12, 12)[0] > 0);
        assert!(compare::<6>(11, 12, 12)[0] > 0);
        assert!(compare::<8>(10, 13, 13)[0] > 0);
    }

    #[test]
    fn games_that_pass_later_are_left_out() {
        assert!(compare::<4>(6, 10, 14)[1] > 0);
        assert!(compare::<6>(9, 10, 12)[1] > 0);
        assert_eq!(compare::<4>(6, 15, 16)[1], 0, "the board is full with the next disc");
    }
}
