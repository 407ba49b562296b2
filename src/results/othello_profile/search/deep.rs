//! The greatest mobility of positions with more discs than a stored layer has.
//!
//! Idea: from each class of the layer, all moves are played, and all moves after those, without keeping what was reached.
//! So there is no limit of memory, and the same position is met once for each class and order of moves that leads to it.
//! The last move is made only where it may lead to more legal moves than are known (`mobility_bound`), and that is rare.
//! Four positions are looked at together (`last.rs`).
//!
//! Cost: about ten times as much for each further disc. From the 137,642,076 classes with 16 discs there are some 1.5
//! thousand million moves to 17 discs.
//!
//! What it does not show: as a layer, nothing about unreachable positions; and there is no proof.

use super::last::{LastMoves, LastPosition, PositionSink, after_moves};
use super::mobility_bound::MobilityBound;
use certamen_othello::search::census::ByPlayer;
use certamen_othello::search::class::{Class, Routes};
use certamen_othello::search::layer::Layer;
use certamen_othello::search::progress::SearchProgress;
use certamen_othello::search::state::{State, outcomes};
use encodings::othello::position::{Player, Position};
use encodings::othello::rules::{Discs, Othello};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::sync::atomic::{AtomicU32, Ordering};

/// The number of classes between two looks at the watch.
const BLOCK: usize = 1 << 16;
/// The number of classes of a task.
const TASK: usize = 1 << 10;

/// The greatest mobility with a number of discs, for each side to move, as far as the search has come.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deepest<const SIDE: usize> {
    /// The number of discs.
    pub discs: u32,
    /// The number of classes of the layer that were gone through.
    pub done: u64,
    sides: ByPlayer<Option<(u32, Class<SIDE>)>>,
}

impl<const SIDE: usize> Deepest<SIDE> {
    /// Nothing was gone through.
    pub fn nothing(discs: u32) -> Self {
        Self { discs, done: 0, sides: ByPlayer::default() }
    }

    /// The greatest number of legal moves with this side to move, and a position that has it; `None` if there is no
    /// position with more legal moves than were known.
    pub fn of(&self, player: Player) -> Option<(u32, State<SIDE>)> {
        let (mobility, class) = (*self.sides.of(player))?;
        let position = Position::new(class.from_the_start(player)?).ok()?;
        Some((mobility, State { position, mover: player }))
    }

    /// Without what is not more than is known.
    #[must_use]
    pub fn above(self, known: ByPlayer<Option<u32>>) -> Self {
        let above =
            |player| self.sides.of(player).filter(|(mobility, _)| Some(*mobility) > *known.of(player));
        Self { sides: ByPlayer::from_fn(above), ..self }
    }

    /// The better of two results for each side; of equal ones the class with the lower key, so that the order of the work
    /// does not matter.
    fn joined(mut self, other: &Self) -> Self {
        self.done += other.done;
        for player in [Player::Black, Player::White] {
            self.improve(player, *other.sides.of(player));
        }
        self
    }

    fn improve(&mut self, player: Player, other: Option<(u32, Class<SIDE>)>) {
        let own = self.sides.of_mut(player);
        let rank = |found: Option<(u32, Class<SIDE>)>| {
            found.map(|(mobility, class)| (mobility, std::cmp::Reverse(class.key())))
        };
        if rank(other) > rank(*own) {
            *own = other;
        }
    }
}

/// The least number of legal moves that matters, for each side to move: one more than is known, or as many as were found.
#[derive(Debug)]
struct Thresholds(ByPlayer<AtomicU32>);

impl Thresholds {
    fn of(&self, player: Player) -> u32 {
        self.0.of(player).load(Ordering::Relaxed)
    }

    /// The least of those of the sides that may be to move.
    #[inline(always)]
    fn of_any(&self, routes: Routes) -> u32 {
        let sides = [Player::Black, Player::White].into_iter().filter(|&player| routes.has_mover(player));
        sides.map(|player| self.of(player)).min().unwrap_or(u32::MAX)
    }
}

/// A search for the greatest mobility with more discs than a layer has, for each side to move, if it is greater than what
/// is known. It goes through the layer block by block.
#[derive(Debug)]
pub struct DeepSearch<'a, const SIDE: usize> {
    layer: &'a Layer<SIDE>,
    thresholds: Thresholds,
    found: Deepest<SIDE>,
    /// The number of classes that are gone through at a time, and of those of a task.
    sizes: [usize; 2],
}

impl<'a, const SIDE: usize> DeepSearch<'a, SIDE> {
    /// Goes on from what was found in the same layer with the same knowledge, or begins with nothing.
    pub fn new(layer: &'a Layer<SIDE>, known: ByPlayer<Option<u32>>, found: Deepest<SIDE>) -> Self {
        let least = |player: Player| {
            let more = known.of(player).map_or(0, |known| known + 1);
            AtomicU32::new(found.sides.of(player).map_or(more, |(mobility, _)| mobility.max(more)))
        };
        let thresholds = Thresholds(ByPlayer::from_fn(least));
        Self { layer, thresholds, found, sizes: [BLOCK, TASK] }
    }

    /// What was found so far.
    pub fn found(&self) -> Deepest<SIDE> {
        self.found
    }

    /// How far the search is.
    pub fn progress(&self) -> SearchProgress {
        let Deepest { discs, done, .. } = self.found;
        SearchProgress::Layer { discs, done, total: self.layer.len() as u64 }
    }

    /// Goes through the next block, and says whether there was one.
    pub fn advance(&mut self) -> bool {
        let steps = self.found.discs.saturating_sub(self.layer.discs());
        let Some(block) = self.layer.block(self.found.done, self.sizes[0]).filter(|_| steps > 0) else {
            return false;
        };
        let nothing = Deepest::nothing(self.found.discs);
        let task = |classes: &[Class<SIDE>]| {
            let found = Deepest { done: classes.len() as u64, ..nothing };
            let best = Best { thresholds: &self.thresholds, found };
            let mut hunt = Hunt { best, last: LastMoves::none() };
            for class in classes {
                hunt.visit(class.discs(), class.routes(), steps);
            }
            hunt.last.make(&mut hunt.best);
            hunt.best.found
        };
        let found = block.par_chunks(self.sizes[1]).map(task).reduce(|| nothing, |a, b| a.joined(&b));
        self.found = self.found.joined(&found);
        true
    }
}

/// The search from some classes.
struct Hunt<'a, const SIDE: usize> {
    best: Best<'a, SIDE>,
    /// Last moves that may lead to as many legal moves as are wanted.
    last: LastMoves<SIDE>,
}

impl<const SIDE: usize> Hunt<'_, SIDE> {
    /// Looks at all positions after this number of moves, at least 1.
    fn visit(&mut self, discs: Discs<u64>, routes: Routes, steps: u32) {
        match steps {
            0 | 1 => self.last.collect(discs, Othello::<SIDE>::legal(discs), routes, &mut self.best),
            2 => self.foresee(discs, routes),
            _ => {
                for (_, outcome) in outcomes::<SIDE>(discs) {
                    let next = if outcome.passed { routes } else { routes.other_mover() };
                    self.visit(outcome.discs, next, steps - 1);
                }
            }
        }
    }

    /// Makes the last moves but one, four together, and collects the last moves that are promising.
    fn foresee(&mut self, discs: Discs<u64>, routes: Routes) {
        let after = routes.other_mover();
        let thresholds = self.best.thresholds;
        let (wanted, wanted_after_pass) = (thresholds.of_any(routes), thresholds.of_any(after));
        for (number, next) in after_moves::<SIDE>(discs) {
            let legal = Othello::<SIDE>::legal(next).lanes();
            let turned = MobilityBound::of_the_opponent::<SIDE>(next).promising(wanted);
            let passed = MobilityBound::of_the_mover::<SIDE>(next).promising(wanted_after_pass);
            let (own, opp) = (next.own.lanes(), next.opp.lanes());
            for lane in 0..number {
                let next = Discs { own: own[lane], opp: opp[lane] };
                if legal[lane] == 0 {
                    // A pass is due, which was not foreseen, or the game is over.
                    let next = next.passed();
                    self.last.collect(next, Othello::<SIDE>::legal(next), routes, &mut self.best);
                } else {
                    let promising = legal[lane] & (turned[lane] | passed[lane]);
                    self.last.collect(next, promising, after, &mut self.best);
                }
            }
        }
    }
}

/// The greatest mobility that was met, and the least that matters.
struct Best<'a, const SIDE: usize> {
    thresholds: &'a Thresholds,
    found: Deepest<SIDE>,
}

impl<const SIDE: usize> Best<'_, SIDE> {
    #[inline(always)]
    fn note(&mut self, discs: Discs<u64>, mobility: u32, routes: Routes) {
        for player in [Player::Black, Player::White] {
            if routes.has_mover(player) && mobility >= self.thresholds.of(player) {
                self.found.improve(player, Some((mobility, Class::of(discs, routes))));
                self.thresholds.0.of(player).fetch_max(mobility, Ordering::Relaxed);
            }
        }
    }
}

impl<const SIDE: usize> PositionSink for Best<'_, SIDE> {
    #[inline(always)]
    fn keep(&mut self, last: LastPosition) {
        let LastPosition { discs, legal, routes } = last;
        let passed = if legal == 0 { Othello::<SIDE>::legal(discs.passed()) } else { 0 };
        if passed != 0 {
            self.note(discs.passed(), passed.count_ones(), routes);
        } else {
            self.note(discs, legal.count_ones(), routes.other_mover());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use certamen_othello::search::{Budget, unwatched};

    const PLAYERS: [Player; 2] = [Player::Black, Player::White];

    /// Goes through the whole layer twice: without a break, and by small blocks and tasks, where after each block another
    /// search goes on from what was found. Both find the same, down to the class.
    fn deepest<const SIDE: usize>(
        layer: &Layer<SIDE>,
        discs: u32,
        known: ByPlayer<Option<u32>>,
    ) -> Deepest<SIDE> {
        let mut straight = DeepSearch::new(layer, known, Deepest::nothing(discs));
        while straight.advance() {}
        let mut found = Deepest::nothing(discs);
        loop {
            let mut deepening = DeepSearch { sizes: [40, 3], ..DeepSearch::new(layer, known, found) };
            if !deepening.advance() {
                assert_eq!(found, straight.found());
                return found;
            }
            let kept = serde_json::to_string(&deepening.found()).unwrap();
            found = serde_json::from_str(&kept).unwrap();
            assert_eq!(found, deepening.found());
        }
    }

    /// Compares with the layers, one after the other, whatever is known.
    fn compare<const SIDE: usize>(stored: u32, most: u32) {
        let mut layer = Layer::<SIDE>::start();
        let next = |layer: &Layer<SIDE>| layer.next(Budget(1 << 30), &mut unwatched).unwrap();
        while layer.discs() < stored {
            layer = next(&layer);
        }
        let base = layer.clone();
        while layer.discs() < most {
            layer = next(&layer);
            let census = layer.census();
            let most = ByPlayer::from_fn(|player| {
                census.sides.of(player).example(player).map(|_| census.sides.of(player).mobility)
            });
            let less = ByPlayer::from_fn(|player| most.of(player).and_then(|most| most.checked_sub(1)));
            for known in [ByPlayer::default(), less] {
                let found = deepest(&base, layer.discs(), known);
                assert_eq!(found.done, base.len() as u64);
                for player in PLAYERS {
                    assert_eq!(found.of(player).map(|(most, _)| most), *most.of(player));
                    if let Some((most, state)) = found.of(player) {
                        assert!(layer.contains(state));
                        assert_eq!(Othello::<SIDE>::legal(state.position.discs()).count_ones(), most);
                    }
                }
            }
            let found = deepest(&base, layer.discs(), most);
            assert!(PLAYERS.iter().all(|&player| most.of(player).is_none() || found.of(player).is_none()));
        }
    }

    #[test]
    fn the_greatest_mobility_is_that_of_the_layers() {
        compare::<4>(6, 16);
        compare::<6>(8, 12);
        compare::<8>(7, 11);
    }

    #[test]
    fn a_layer_has_nothing_deeper_than_itself() {
        let layer = Layer::<6>::start();
        for discs in [0, 4] {
            let found = deepest(&layer, discs, ByPlayer::default());
            assert_eq!(found, Deepest::nothing(discs));
        }
    }
}
