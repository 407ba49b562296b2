//! A game that is a text file.

use super::{BoardRules, RuledGame};
use certamen_language::game_file::{AnyFileRules, FileError, FileRules, GameFile};

impl RuledGame {
    /// The game of a file, on all its boards, with the naive reader of game files as its second opinion.
    ///
    /// # Errors
    /// [`FileError`] if the naive reader refuses the file.
    pub fn of_file(file: &GameFile) -> Result<Self, FileError> {
        file.boards().into_iter().try_fold(Self::new(file.about()), |game, board| {
            Ok(match file.rules(&board)? {
                AnyFileRules::Narrow(rules) => {
                    game.with(BoardRules::twinned(rules).with_declarations(FileRules::declarations))
                }
                AnyFileRules::Wide(rules) => {
                    game.with(BoardRules::twinned(rules).with_declarations(FileRules::declarations))
                }
            })
        })
    }
}
