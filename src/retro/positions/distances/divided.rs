//! The search for distances in parts, for several machines: where the moves of some positions lead.
//!
//! Idea: numbers go through the layers one after the other. A part has the numbers of one distance that lie in its range, and
//! finds the numbers that their moves lead to, as a set of bits; which of these are new is for the part in whose range they
//! lie. The range of that set is a window of all numbers: for each window moves are made again.

use super::super::divided::DividedSolver;
use super::super::error::RetroError;
use super::super::game::Place;
use super::super::phases::NumberSet;
use super::Layers;
use certamen_work::stop::Stop;

/// The positions between two looks for a request to stop.
const STEP: usize = 1 << 12;

impl DividedSolver<'_> {
    /// The number of a place among those of all layers.
    pub fn number(&self, at: Place) -> u64 {
        Layers::of(self.game()).address(at)
    }

    /// Adds the numbers to which a move of a member of `from` leads.
    ///
    /// # Errors
    /// [`RetroError`] if a member has no position, or if a move leads to a number that the game does not have.
    pub fn after(&self, from: &NumberSet, into: &mut NumberSet, stop: &Stop) -> Result<(), RetroError> {
        let game = self.game();
        let (layers, mut reader, mut after) = (Layers::of(game), game.reader(), Vec::new());
        for (count, number) in from.iter().enumerate() {
            if count.is_multiple_of(STEP) {
                stop.proceed()?;
            }
            layers.after(game, number, &mut *reader, &mut after)?.into_iter().for_each(|to| into.insert(to));
        }
        Ok(())
    }
}
