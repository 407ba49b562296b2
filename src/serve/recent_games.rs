//! The games of the last texts that came with requests.

use certamen_language::game_file::{FileError, GameFile};
use certamen_play::{Game as _, RuledGame};
use std::sync::{Mutex, PoisonError};

/// How many games stay in memory.
const KEPT: usize = 8;

/// The games of the last texts.
#[derive(Default)]
pub(crate) struct RecentGames(Mutex<Vec<RuledGame>>);

impl RecentGames {
    /// The game of a text.
    pub(crate) fn read(&self, text: &str) -> Result<RuledGame, FileError> {
        let games = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = games().iter().find(|game| game.rules_text() == Some(text)).cloned();
        if let Some(game) = known {
            return Ok(game);
        }
        let game = RuledGame::of_file(GameFile::parse(text)?);
        let mut games = games();
        games.truncate(KEPT - 1);
        games.insert(0, game.clone());
        Ok(game)
    }
}
