//! Finds the layers of a game by making every move, beginning with the layer of the start or of another position.

use super::{Ruled, name, sets_of};
use crate::numbering::{MOST_WORDS, Numbering, Symmetries};
use crate::positions::{Capacity, Game, Monitor, Place, RetroError, SolverProgress};
use certamen_work::stop::{Interrupted, Stop};
use encodings::rules::{Boards, Phase, Position, Rules};
use rayon::prelude::*;
use std::collections::BTreeSet;
use std::ops::Deref;

/// How many positions of each layer are searched for moves to other layers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exploration {
    /// Every position: exact.
    All,
    /// At most this number of positions of each layer: layers may be missing.
    Sample(u64),
}

impl<H> Ruled<H>
where
    H: Deref + Sync,
    H::Target: Rules + Sized,
{
    /// The game with all its layers, found from that of the start. A layer for which there is no room is refused as soon
    /// as it is found.
    ///
    /// # Errors
    /// The errors of [`Ruled::new`] and of [`Capacity::require`].
    pub fn explore(
        rules: H,
        reach: Exploration,
        capacity: impl Into<Capacity>,
        monitor: &mut Monitor<'_>,
    ) -> Result<Self, RetroError> {
        Self::explore_from(rules, None, (reach, capacity.into()), monitor)
    }

    /// The same, found from the layer of a position, if one is given.
    pub(super) fn explore_from(
        rules: H,
        position: Option<Position<H::Target>>,
        (reach, capacity): (Exploration, Capacity),
        monitor: &mut Monitor<'_>,
    ) -> Result<Self, RetroError> {
        let mut game = Self::with_layer_of(rules, position)?;
        let mut looked = 0;
        // A layer that a game reaches and that is too large is found at once by playing.
        let played = playouts(&*game.rules, position);
        fits::<H::Target>(&*game.rules, played.iter().map(|(_, to)| to), capacity)?;
        if reach != Exploration::All {
            for (from, to) in &played {
                let (from, to) = (game.add(from)?, game.add(to)?);
                game.graph.leads_to[from as usize].push(to);
            }
        }
        while looked < game.graph.len() {
            let shape = &game.shapes[looked];
            monitor.report(SolverProgress::Finding { layer: &shape.name, size: shape.size });
            let found = game.look(looked as u32, reach, monitor.stop())?;
            fits::<H::Target>(&*game.rules, &found, capacity)?;
            for counts in found {
                let layer = game.add(&counts)?;
                if !game.graph.leads_to[looked].contains(&layer) {
                    game.graph.leads_to[looked].push(layer);
                }
            }
            looked += 1;
        }
        Ok(game)
    }

    /// The layers that moves from a layer lead to, in order.
    fn look(&self, layer: u32, reach: Exploration, stop: &Stop) -> Result<BTreeSet<Vec<u32>>, Interrupted> {
        const BATCH: u64 = 1 << 12;
        let size = self.numbers.size(layer);
        let (steps, step) = match reach {
            Exploration::All => (size, 1),
            Exploration::Sample(count) => (size.min(count), size.div_ceil(count.max(1)).max(1)),
        };
        let batch = |batch: u64| {
            stop.proceed()?;
            let (mut found, mut next) = (BTreeSet::new(), Vec::new());
            for place in batch * BATCH..((batch + 1) * BATCH).min(steps) {
                let rank = place * step;
                let Some(position) = (rank < size).then(|| self.position(Place { layer, rank })).flatten()
                else {
                    continue;
                };
                next.clear();
                self.turn(&position, &mut next);
                for after in &next {
                    if self.rules.well_formed(after.board())
                        && let Some(sets) = sets_of(&*self.rules, after)
                    {
                        let mut counts = [0u32; MOST_WORDS];
                        counts.iter_mut().zip(sets.all()).for_each(|(count, set)| *count = set.count_ones());
                        let counts = &counts[..sets.count];
                        if !found.contains(counts) {
                            found.insert(counts.to_vec());
                        }
                    }
                }
            }
            Ok(found)
        };
        (0..steps.div_ceil(BATCH)).into_par_iter().map(batch).try_reduce(BTreeSet::new, |mut one, other| {
            one.extend(other);
            Ok(one)
        })
    }
}

/// Refuses layers for which there is no room.
fn fits<'c, R: Rules>(
    rules: &R,
    layers: impl IntoIterator<Item = &'c Vec<u32>>,
    capacity: Capacity,
) -> Result<(), RetroError> {
    let squares = rules.layout().squares() as u32;
    // Every symmetry saves at most one in eight.
    let images =
        Symmetries::new(rules.layout(), rules.symmetries()).map_or(1, |symmetries| symmetries.count());
    for counts in layers {
        let of_pieces = &counts[..rules.words_of_pieces()];
        let numbers =
            Numbering::bound(squares, of_pieces).ok_or_else(|| RetroError::Overflow(name(counts)))?;
        capacity.require(&name(counts), u128::from(numbers) / images as u128)?;
    }
    Ok(())
}

/// The next number at random after one that is not 0 (G. Marsaglia, Xorshift RNGs, 2003).
pub(super) const fn stirred(mut chance: u64) -> u64 {
    chance ^= chance << 13;
    chance ^= chance >> 7;
    chance ^ chance << 17
}

/// Layers that some games reach, each with the one before it.
fn playouts<R: Rules>(rules: &R, from: Option<Position<R>>) -> BTreeSet<(Vec<u32>, Vec<u32>)> {
    const GAMES: u64 = 100;
    const PLIES: u32 = 400;
    let counts = |position: &Position<R>| -> Option<Vec<u32>> {
        let sets = rules.well_formed(position.board()).then(|| sets_of(rules, position)).flatten()?;
        Some(sets.all().iter().map(|set| set.count_ones()).collect())
    };
    let mut found = BTreeSet::new();
    let mut chance = 0x9e37_79b9_7f4a_7c15_u64;
    for _ in 0..GAMES {
        let mut position = from.unwrap_or_else(|| Position::start(rules));
        for _ in 0..PLIES {
            chance = stirred(chance);
            let next = match position.phase(rules) {
                Phase::Over(_) => break,
                Phase::Passes(next) => next,
                Phase::Moves(family) => {
                    let chosen = (chance >> 16) % u64::from(family.total().max(1));
                    let Some(step) = family.steps(rules.layout()).nth(chosen as usize) else { break };
                    position.after(rules, step)
                }
            };
            found.extend(counts(&position).zip(counts(&next)));
            position = next;
        }
    }
    found
}
