//! The boards of a game: those that it lists, and those that its file makes when the numbers of the file are set.

use super::board_rules::{AnyBoardRules, BoardRules};
use super::{BOARD, BOARD_OF_FILE};
use certamen_ask::error::QuestionError;
use certamen_ask::flag::Flag;
use certamen_language::game_file::{AnyFileRules, FileError, GameFile};
use std::sync::{Arc, Mutex, PoisonError};

/// The greatest number of boards of a file that are kept.
const KEPT: usize = 64;

/// The boards of a game, the default first.
#[derive(Clone, Default)]
pub(super) struct BoardList {
    listed: Vec<Arc<dyn AnyBoardRules>>,
    file: Option<Arc<FileBoards>>,
}

/// A file, and the boards that were asked for.
struct FileBoards {
    file: GameFile,
    made: Mutex<Vec<Arc<dyn AnyBoardRules>>>,
}

impl BoardList {
    /// The boards of a file. Each is made when it is asked for.
    pub(super) fn of_file(file: GameFile) -> Self {
        let file = Some(Arc::new(FileBoards { file, made: Mutex::default() }));
        Self { listed: Vec::new(), file }
    }

    /// Adds a board. Of two boards with the same name the last one is kept.
    pub(super) fn add(&mut self, board_rules: Arc<dyn AnyBoardRules>) {
        self.listed.retain(|known| known.board() != board_rules.board());
        self.listed.push(board_rules);
    }

    /// The names of the boards without settings.
    pub(super) fn names(&self) -> Vec<String> {
        match &self.file {
            Some(file) => file.file.boards(),
            None => self.listed.iter().map(|board_rules| board_rules.board()).collect(),
        }
    }

    /// The boards without settings. One that a file cannot make is left out: asking for it says why.
    pub(super) fn all(&self) -> Vec<Arc<dyn AnyBoardRules>> {
        self.names().iter().filter_map(|board| self.chosen(Some(board)).ok()).collect()
    }

    /// The file that makes the boards, if one does.
    pub(super) fn file(&self) -> Option<&GameFile> {
        self.file.as_ref().map(|file| &file.file)
    }

    /// The flag that chooses one.
    pub(super) fn flag(&self) -> Flag {
        if self.file.is_some() { BOARD_OF_FILE } else { BOARD }
    }

    /// The board of this name, or the first. A name may set numbers of a file: `7x6,K=4`.
    pub(super) fn chosen(&self, board: Option<&str>) -> Result<Arc<dyn AnyBoardRules>, QuestionError> {
        let names = self.names();
        let board = board.or(names.first().map(String::as_str)).unwrap_or_default();
        let refused = |reason: String| QuestionError::value(BOARD.name, board, reason);
        if let Some(file) = &self.file {
            return file.board(board).map_err(|error| refused(error.to_string()));
        }
        let found = self.listed.iter().find(|board_rules| board_rules.board() == board).cloned();
        found.ok_or_else(|| refused(format!("there is {}", names.join(", "))))
    }
}

impl FileBoards {
    /// A board, made once.
    fn board(&self, board: &str) -> Result<Arc<dyn AnyBoardRules>, FileError> {
        let mut all = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = all.iter().find(|known| known.board() == board) {
            return Ok(known.clone());
        }
        let new = made(&self.file, board)?;
        // A name can say the default of a number, so that the board is known under a shorter one.
        if let Some(known) = all.iter().find(|known| known.board() == new.board()) {
            return Ok(known.clone());
        }
        if all.len() == KEPT {
            all.clear();
        }
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
