//! Compares numbers and moves on samples, to find the mistakes that a new game most likely has.
//!
//! A sample can show a mistake. It cannot show that there are no mistakes. For that, the audit of the tables looks at
//! every position.

use super::direct;
use super::error::RetroError;
use super::game::{Game, Place, Turn};
use super::plan::samples;
use super::solver::Solver;

/// The number of sampled numbers of all layers, approximately.
const ALL: u64 = 20_000;
/// The least number of samples of a layer.
const LEAST: u64 = 16;
/// The largest number of samples of a layer.
const MOST: u64 = 1000;

/// Compares samples of every layer.
pub(super) fn check<G: Game>(solver: &Solver<'_, G>) -> Result<(), RetroError> {
    let game = solver.game;
    let count = (ALL / (game.layers().len() as u64).max(1)).clamp(LEAST, MOST);
    for (layer, shape) in (0..).zip(game.layers()) {
        for rank in samples(shape.size, count) {
            let at = Place { layer, rank };
            let Some(position) = game.position(at) else { continue };
            let sample = Sample { solver, at, position };
            sample.numbers()?;
            sample.twins()?;
            sample.moves()?;
            sample.numbers_of_moves()?;
        }
    }
    Ok(())
}

struct Sample<'s, 'g, G: Game> {
    solver: &'s Solver<'g, G>,
    at: Place,
    position: G::Position,
}

impl<G: Game> Sample<'_, '_, G> {
    fn wrong(&self, position: &G::Position, reason: String) -> RetroError {
        RetroError::Inconsistent { position: self.solver.game.show(position), reason }
    }

    fn name(&self, at: Place) -> String {
        let layer = self.solver.game.layers().get(at.layer as usize);
        let layer = layer.map_or_else(|| at.layer.to_string(), |shape| shape.name.clone());
        format!("number {} of layer {layer}", at.rank)
    }

    /// Checks that the position of a number has that number.
    fn numbers(&self) -> Result<(), RetroError> {
        match self.solver.game.place(&self.position) {
            Some(place) if place == self.at => Ok(()),
            Some(place) => {
                let reason =
                    format!("it stands for {}, but its number is {}", self.name(self.at), self.name(place));
                Err(self.wrong(&self.position, reason))
            }
            None => Err(self
                .wrong(&self.position, format!("it stands for {}, but has no number", self.name(self.at)))),
        }
    }

    /// Checks that moves as numbers are those of positions, and that they are the inverse of moves backwards.
    fn numbers_of_moves(&self) -> Result<(), RetroError> {
        let direct = self.solver.direct.as_ref().filter(|_| self.solver.game.layers().len() == 1);
        let checked = direct.map_or(Ok(()), |direct| direct.check(self.at.rank));
        checked.map_err(|mistake| direct::error(self.solver, &mistake))
    }

    /// The places that the moves of a position lead to, in order. `None` if the game is over.
    fn places(&self, position: &G::Position) -> Option<Vec<Option<Place>>> {
        let mut next = Vec::new();
        if let Turn::Over(_) = self.solver.game.turn(position, &mut next) {
            return None;
        }
        let mut places: Vec<Option<Place>> = next.iter().map(|after| self.solver.game.place(after)).collect();
        places.sort_unstable();
        places.dedup();
        Some(places)
    }

    /// Checks that moves lead to numbers whose positions have those numbers.
    fn moves(&self) -> Result<(), RetroError> {
        let game = self.solver.game;
        let mut next = Vec::new();
        if let Turn::Over(_) = game.turn(&self.position, &mut next) {
            return Ok(());
        }
        for after in &next {
            let Some(place) = game.place(after) else { continue };
            let is_there =
                game.layers().get(place.layer as usize).is_some_and(|shape| place.rank < shape.size);
            let back = if is_there { game.position(place) } else { None };
            if back.as_ref().and_then(|back| game.place(back)) != Some(place) {
                let reason = format!("it has {}, which does not stand for it", self.name(place));
                return Err(self.wrong(after, reason));
            }
        }
        Ok(())
    }

    /// Checks that positions that share a number have the same moves.
    fn twins(&self) -> Result<(), RetroError> {
        let game = self.solver.game;
        let own = self.places(&self.position);
        for twin in game.twins(&self.position) {
            let mut next = Vec::new();
            let is_same = match (game.turn(&self.position, &mut Vec::new()), game.turn(&twin, &mut next)) {
                (Turn::Over(one), Turn::Over(other)) => one == other,
                (Turn::Moves, Turn::Moves) => self.places(&twin) == own,
                _ => false,
            };
            if game.place(&twin) != Some(self.at) || !is_same {
                let reason = format!(
                    "it is taken for the same as {}, but its moves differ",
                    game.show(&self.position)
                );
                return Err(self.wrong(&twin, reason));
            }
        }
        Ok(())
    }
}
