//! Games that can be solved phase by phase, whatever their type.

use super::sweeps::OwnedGame;
use super::{OpenPurpose, Subject};
use crate::positions::{Phases, RetroError};
use certamen_work::stop::Stop;

/// A game that can be solved phase by phase.
pub trait PhasedGame: Send + Sync {
    /// Its phases.
    ///
    /// # Errors
    /// [`RetroError`] if its moves are not numbers.
    fn phases(&self) -> Result<Phases<'_>, RetroError>;
}

impl<S: Subject> PhasedGame for OwnedGame<S>
where
    S::Game: Sync,
{
    fn phases(&self) -> Result<Phases<'_>, RetroError> {
        let refused = || RetroError::Rules(format!("{}: its moves are not numbers", self.subject.subject()));
        self.subject.solver(&self.game).in_phases().ok_or_else(refused)
    }
}

/// Opens a subject, if its moves are made as numbers.
pub(super) fn open<S: Subject + 'static>(subject: S) -> Result<Option<Box<dyn PhasedGame>>, RetroError> {
    if !subject.has_numbers() {
        return Ok(None);
    }
    let game = subject.game(OpenPurpose::Plan { room: u64::MAX.into(), stop: &Stop::new() })?;
    let game = game.ok_or_else(|| RetroError::Rules(subject.subject()))?;
    Ok(Some(Box::new(OwnedGame { subject, game })))
}
