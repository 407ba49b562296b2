//! The boards of a game: those that it lists, and those that its file makes when the numbers of the file are set.

use super::BOARD;
use super::board_rules::{AnyBoardRules, BoardRules};
use certamen_ask::error::QuestionError;
use certamen_language::game_file::{AnyFileRules, FileError, GameFile};
use std::sync::{Arc, Mutex, PoisonError};

/// The boards of a game, the default first.
#[derive(Clone, Default)]
pub(super) struct BoardList {
    listed: Vec<Arc<dyn AnyBoardRules>>,
    file: Option<Arc<FileBoards>>,
}

/// A file, and the boards with settings that were asked for.
struct FileBoards {
    file: GameFile,
    made: Mutex<Vec<Arc<dyn AnyBoardRules>>>,
}

impl BoardList {
    /// The boards of a file.
    ///
    /// # Errors
    /// [`FileError`] if the naive reader refuses the file.
    pub(super) fn of_file(file: GameFile) -> Result<Self, FileError> {
        let listed = file.boards().iter().map(|board| made(&file, board)).collect::<Result<_, _>>()?;
        Ok(Self { listed, file: Some(Arc::new(FileBoards { file, made: Mutex::default() })) })
    }

    /// Adds a board. Of two boards with the same name the last one is kept.
    pub(super) fn add(&mut self, board_rules: Arc<dyn AnyBoardRules>) {
        self.listed.retain(|known| known.board() != board_rules.board());
        self.listed.push(board_rules);
    }

    /// The boards without settings.
    pub(super) fn listed(&self) -> &[Arc<dyn AnyBoardRules>] {
        &self.listed
    }

    /// The board of this name, or the first. A name may set numbers of a file: `7x6,K=4`.
    pub(super) fn chosen(&self, board: Option<&str>) -> Result<Arc<dyn AnyBoardRules>, QuestionError> {
        let found = match board {
            Some(board) => self.listed.iter().find(|board_rules| board_rules.board() == board),
            None => self.listed.first(),
        };
        if let Some(found) = found {
            return Ok(found.clone());
        }
        let refused = |reason: String| QuestionError::value(BOARD.name, board.unwrap_or_default(), reason);
        match (&self.file, board) {
            (Some(file), Some(board)) => file.set(board).map_err(|error| refused(error.to_string())),
            _ => {
                let known: Vec<String> = self.listed.iter().map(|board_rules| board_rules.board()).collect();
                Err(refused(format!("there is {}", known.join(", "))))
            }
        }
    }
}

impl FileBoards {
    /// A board with settings, made once.
    fn set(&self, board: &str) -> Result<Arc<dyn AnyBoardRules>, FileError> {
        let mut all = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = all.iter().find(|known| known.board() == board) {
            return Ok(known.clone());
        }
        let new = made(&self.file, board)?;
        all.push(new.clone());
        Ok(new)
    }
}

/// The rules of a file on a board, with the naive reader of game files as their second opinion.
fn made(file: &GameFile, board: &str) -> Result<Arc<dyn AnyBoardRules>, FileError> {
    Ok(match file.rules(board)? {
        AnyFileRules::Narrow(rules) => Arc::new(Arc::new(BoardRules::of_file(rules))),
        AnyFileRules::Wide(rules) => Arc::new(Arc::new(BoardRules::of_file(rules))),
    })
}
