//! Counts the positions at each distance from the start, by breadth-first search. Positions with the same number count
//! once.

use super::error::RetroError;
use super::game::{Game, Place};
use super::solver::Solver;
use certamen_work::stop::Stop;
use rayon::prelude::*;

/// The number of positions whose moves are made at a time.
const BATCH: usize = 1 << 14;

impl<G: Game> Solver<'_, G> {
    /// The number of positions at each distance from a position. `None` if a request to stop ended the search.
    /// Positions in which the game is over count if they have numbers.
    ///
    /// Cost: one bit for each number, and 8 to 16 bytes for each position at a distance.
    ///
    /// # Errors
    /// [`RetroError`] if the start has no number, or if the layers do not fit in memory.
    pub fn distances(
        &self,
        start: &G::Position,
        stop: &Stop,
        watch: &mut dyn FnMut(usize, u64),
    ) -> Result<Option<Vec<u64>>, RetroError> {
        let game = self.game;
        let shapes = game.layers();
        let needed: u128 = shapes.iter().map(|shape| u128::from(shape.size) / 8).sum();
        if needed > u128::from(self.settings.memory) {
            return Err(RetroError::TooLarge {
                group: "of all layers".to_owned(),
                needed,
                memory: self.settings.memory,
            });
        }
        let mut met: Vec<Vec<u64>> =
            shapes.iter().map(|shape| vec![0; shape.size.div_ceil(64) as usize]).collect();
        let mut meet = |at: Place| -> bool {
            let word = &mut met[at.layer as usize][(at.rank / 64) as usize];
            let is_new = *word >> (at.rank % 64) & 1 == 0;
            *word |= 1 << (at.rank % 64);
            is_new
        };
        let no_number = || RetroError::Position(format!("{} has no number", game.show(start)));
        let start = game.place(start).ok_or_else(no_number)?;
        meet(start);
        let (mut last, mut counts) = (vec![start], Vec::new());
        while !last.is_empty() {
            watch(counts.len(), last.len() as u64);
            counts.push(last.len() as u64);
            let mut next = Vec::new();
            for batch in last.chunks(BATCH) {
                if stop.is_requested() {
                    return Ok(None);
                }
                let after = batch.par_iter().map_init(Vec::new, |after, &at| places_after(game, at, after));
                next.extend(after.collect::<Vec<_>>().into_iter().flatten().filter(|&at| meet(at)));
            }
            last = next;
        }
        Ok(Some(counts))
    }
}

fn places_after<G: Game>(game: &G, at: Place, after: &mut Vec<G::Position>) -> Vec<Place> {
    after.clear();
    let Some(position) = game.position(at) else { return Vec::new() };
    game.turn(&position, after);
    let mut places: Vec<Place> = after.iter().filter_map(|after| game.place(after)).collect();
    let is_there =
        |at: &Place| game.layers().get(at.layer as usize).is_some_and(|shape| at.rank < shape.size);
    places.retain(is_there);
    places.sort_unstable();
    places.dedup();
    places
}
