//! Counts the positions at each distance from the start, by breadth-first search. Positions with the same number count
//! once.
//!
//! Idea: two bits for each number say whether it has been met, and whether in the ply that is being searched or in the next
//! one ([`Marks`]). So no list of positions is kept, and what is needed is known before the search begins. Where the marks
//! do not fit in memory, they lie in a file: what the moves of many positions lead to is gathered and sorted, so that each
//! block of the file is read and written once for each batch.
//!
//! Source: two bits for each state are from Cooperman and Finkelstein (1992), sorting by place on disk from Korf (2008).
//!
//! Cost: for each ply one pass over all marks, besides the moves of the positions at that distance, each made once.

mod divided;
mod marks;

use super::capacity::Capacity;
use super::error::RetroError;
use super::game::{Game, Place};
use super::numbered::{MoveTarget, NumberContent, NumberedGame, Reader, SolverContext};
use super::solver::Solver;
use super::value::Kind;
use crate::table::{Monitor, SolverProgress};
use certamen_work::stop::Stop;
use marks::Marks;
use rayon::prelude::*;
use std::path::Path;

/// The number of positions whose moves are made at a time.
const BATCH: usize = 1 << 14;
/// The fewest places that are gathered, whatever memory is allowed.
const LEAST_GATHERED: u64 = 1 << 12;

impl<G: Game> Solver<'_, G> {
    /// The number of positions at each distance from a position. Positions in which the game is over count if
    /// they have numbers.
    ///
    /// `scratch` is a directory for what does not fit in memory: a file that goes when the search ends.
    ///
    /// Cost: two bits for each number, in memory or on disk.
    ///
    /// # Errors
    /// [`RetroError`] if the start has no number, if there is no room for the marks, or if a move leads to a layer
    /// or a number that the game does not have.
    pub fn distances(
        &self,
        start: &G::Position,
        scratch: Option<&Path>,
        monitor: &mut Monitor<'_>,
    ) -> Result<Vec<u64>, RetroError> {
        let no_number = || RetroError::Position(format!("{} has no number", self.game.show(start)));
        let start = self.game.place(start).ok_or_else(no_number)?;
        self.solving().distances(start, scratch, monitor)
    }
}

impl SolverContext<'_> {
    fn distances(
        &self,
        start: Place,
        scratch: Option<&Path>,
        monitor: &mut Monitor<'_>,
    ) -> Result<Vec<u64>, RetroError> {
        let game = self.game;
        let numbers = game.layers().iter().map(|shape| u128::from(shape.size)).sum();
        let capacity = Capacity::for_distances(self.settings.memory, self.settings.disk, scratch);
        capacity.require("of all layers", numbers)?;
        let needed = Capacity::of_distances(numbers);
        let directory = scratch.filter(|_| needed > u128::from(self.settings.memory));
        let no_room =
            || RetroError::Distances { needed, memory: self.settings.memory, disk: self.settings.disk };
        let numbers = u64::try_from(numbers).map_err(|_| no_room())?;
        let mut marks = Marks::new(numbers, directory)?;
        let layers = Layers::of(game);
        marks.meet(layers.address(start), 0)?;
        let (mut counts, mut reached) = (Vec::new(), 1);
        while reached > 0 {
            let plies = counts.len();
            monitor.report(SolverProgress::Distance { plies, positions: reached });
            counts.push(reached);
            reached = self.next_ply(&layers, &mut marks, plies, monitor.stop())?;
        }
        Ok(counts)
    }

    /// Marks what the positions at a distance lead to, and counts what is new.
    fn next_ply(
        &self,
        layers: &Layers,
        marks: &mut Marks,
        plies: usize,
        stop: &Stop,
    ) -> Result<u64, RetroError> {
        let game = self.game;
        let room = if marks.is_on_disk() { (self.settings.memory / 4 / 8).max(LEAST_GATHERED) } else { 1 };
        let (mut reached, mut last, mut gathered) = (0, Vec::new(), Vec::new());
        for block in 0..marks.blocks() {
            last.clear();
            marks.take(block, plies, &mut last)?;
            for batch in last.chunks(BATCH) {
                stop.proceed()?;
                let after = batch
                    .par_iter()
                    .map_init(
                        || (game.reader(), Vec::new()),
                        |(reader, after), &address| layers.after(game, address, &mut **reader, after),
                    )
                    .collect::<Result<Vec<Vec<u64>>, RetroError>>()?;
                gathered.extend(after.into_iter().flatten());
                if gathered.len() as u64 >= room {
                    reached += marks.meet_all(&mut gathered, plies + 1)?;
                }
            }
        }
        reached += marks.meet_all(&mut gathered, plies + 1)?;
        Ok(reached)
    }
}

/// The layers one after the other: a number of a layer has an address among all numbers.
struct Layers {
    first: Vec<u64>,
}

impl Layers {
    /// The numbers of all layers are fewer than 2^64.
    fn of(game: &dyn NumberedGame) -> Self {
        let mut all = 0;
        let first = game.layers().iter().map(|shape| {
            let first = all;
            all += shape.size;
            first
        });
        Self { first: first.collect() }
    }

    fn address(&self, at: Place) -> u64 {
        self.first[at.layer as usize] + at.rank
    }

    fn place(&self, address: u64) -> Place {
        // Layers without numbers begin where the next layer does, which is the one that is found.
        let layer = self.first.partition_point(|&first| first <= address) - 1;
        Place { layer: layer as u32, rank: address - self.first[layer] }
    }

    /// The addresses that the moves of a position lead to.
    fn after(
        &self,
        game: &dyn NumberedGame,
        address: u64,
        reader: &mut dyn Reader,
        after: &mut Vec<MoveTarget>,
    ) -> Result<Vec<u64>, RetroError> {
        let at = self.place(address);
        if reader.look(at, Kind::Plies, after)? == NumberContent::Nothing {
            let layer = game.layers()[at.layer as usize].name.clone();
            return Err(RetroError::Vacant { layer, rank: at.rank });
        }
        let mut addresses = Vec::with_capacity(after.len());
        for (number, after) in after.iter().enumerate() {
            let MoveTarget::Numbered(to) = *after else { continue };
            if !game.has(to) {
                return Err(game.out_of_range(at, number, to));
            }
            addresses.push(self.address(to));
        }
        addresses.sort_unstable();
        addresses.dedup();
        Ok(addresses)
    }
}
