//! The greatest mobility of positions with more discs than a stored layer has.
//!
//! Idea: from each class of the layer, all moves are played, and all moves after those, without keeping what was reached.
//! So there is no limit of memory, and the same position is met once for each class and order of moves that leads to it.
//!
//! Cost: about ten times as much for each further disc. From the 137,642,076 classes with 16 discs there are some 1.5
//! thousand million moves to 17 discs.
//!
//! What it does not show: as a layer, nothing about unreachable positions; and there is no proof.

use super::census::ByPlayer;
use super::class::{Class, Routes};
use super::layer::{Layer, LayerError};
use super::progress::{SearchProgress, Watch};
use super::state::{State, bits};
use encodings::othello::position::{Player, Position};
use encodings::othello::rules::{Discs, Othello};
use encodings::word::OneHot;
use rayon::prelude::*;

/// The number of classes between two looks at the watch.
const BLOCK: usize = 1 << 18;
/// The number of classes of a task.
const TASK: usize = 1 << 12;

/// The greatest mobility with a number of discs, for each side to move.
#[derive(Clone, Copy, Debug)]
pub struct Deepest<const SIDE: usize> {
    /// The number of discs.
    pub discs: u32,
    sides: ByPlayer<Option<(u32, Class<SIDE>)>>,
}

impl<const SIDE: usize> Deepest<SIDE> {
    fn nothing(discs: u32) -> Self {
        Self { discs, sides: ByPlayer::default() }
    }

    /// The greatest number of legal moves with this side to move, and a position that has it; `None` if there is no
    /// position.
    pub fn of(&self, player: Player) -> Option<(u32, State<SIDE>)> {
        let (mobility, class) = (*self.sides.of(player))?;
        let position = Position::new(class.from_the_start(player)?).ok()?;
        Some((mobility, State { position, mover: player }))
    }

    #[inline(always)]
    fn note(&mut self, discs: Discs<u64>, mobility: u32, routes: Routes) {
        for player in [Player::Black, Player::White] {
            let best = self.sides.of_mut(player);
            if best.is_none_or(|(most, _)| mobility > most) && routes.has_mover(player) {
                *best = Some((mobility, Class::of(discs, routes)));
            }
        }
    }

    /// The better of two results for each side; of equal ones the class with the lower key, so that the order of the work
    /// does not matter.
    fn joined(mut self, other: &Self) -> Self {
        for player in [Player::Black, Player::White] {
            let (own, other) = (self.sides.of_mut(player), *other.sides.of(player));
            let rank = |found: Option<(u32, Class<SIDE>)>| {
                found.map(|(mobility, class)| (mobility, std::cmp::Reverse(class.key())))
            };
            if rank(other) > rank(*own) {
                *own = other;
            }
        }
        self
    }
}

/// The greatest mobility with one to `steps` more discs than the layer has.
///
/// # Errors
/// [`LayerError::Interrupted`]
pub fn deepest<const SIDE: usize>(
    layer: &Layer<SIDE>,
    steps: u32,
    watch: &mut Watch,
) -> Result<Vec<Deepest<SIDE>>, LayerError> {
    let nothing: Vec<Deepest<SIDE>> =
        (1..=steps).map(|step| Deepest::nothing(layer.discs() + step)).collect();
    let (mut found, mut done, total) = (nothing.clone(), 0, layer.len() as u64);
    if steps == 0 {
        return Ok(found);
    }
    for block in layer.shards().iter().flat_map(|shard| shard.chunks(BLOCK)) {
        let task = |classes: &[Class<SIDE>]| {
            let mut found = nothing.clone();
            for class in classes {
                let discs = class.discs();
                visit::<SIDE>(discs, Othello::<SIDE>::legal(discs), class.routes(), &mut found);
            }
            found
        };
        let joined = |one: Vec<Deepest<SIDE>>, other: Vec<Deepest<SIDE>>| -> Vec<Deepest<SIDE>> {
            one.into_iter().zip(&other).map(|(one, other)| one.joined(other)).collect()
        };
        let part = block.par_chunks(TASK).map(task).reduce(|| nothing.clone(), joined);
        found = joined(found, part);
        done += block.len() as u64;
        if watch(SearchProgress::Layer { discs: layer.discs() + steps, done, total }).is_break() {
            return Err(LayerError::Interrupted { discs: layer.discs() + steps });
        }
    }
    Ok(found)
}

/// Notes all positions after one move and more. `legal` are the moves of the position.
fn visit<const SIDE: usize>(discs: Discs<u64>, legal: u64, routes: Routes, found: &mut [Deepest<SIDE>]) {
    let Some((here, further)) = found.split_first_mut() else { return };
    for placed in bits(legal) {
        let mut next = Othello::<SIDE>::apply(discs, OneHot::assume(placed));
        let mut moves = Othello::<SIDE>::legal(next);
        let mut after = routes.other_mover();
        if moves == 0 {
            let again = Othello::<SIDE>::legal(next.passed());
            if again != 0 {
                (next, moves, after) = (next.passed(), again, routes);
            }
        }
        here.note(next, moves.count_ones(), after);
        if !further.is_empty() {
            visit::<SIDE>(next, moves, after, further);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::{Budget, unwatched};

    /// The layers say the same, one after the other.
    #[test]
    fn the_greatest_mobility_is_that_of_the_layers() {
        let mut layer = Layer::<6>::start();
        for _ in 0..4 {
            layer = layer.next(Budget(1 << 28), &mut unwatched).unwrap();
        }
        let found = deepest(&layer, 4, &mut unwatched).unwrap();
        for deepest in found {
            layer = layer.next(Budget(1 << 28), &mut unwatched).unwrap();
            let census = layer.census();
            assert_eq!(deepest.discs, census.discs);
            for player in [Player::Black, Player::White] {
                let side = census.sides.of(player);
                assert_eq!(
                    deepest.of(player).map(|(most, _)| most),
                    side.example(player).map(|_| side.mobility)
                );
                if let Some((most, state)) = deepest.of(player) {
                    assert!(layer.contains(state));
                    let moves = Othello::<6>::legal(state.position.discs());
                    assert_eq!(moves.count_ones(), most);
                }
            }
        }
    }
}
