//! Games that are text files.
//!
//! Idea: a file says the words of a position, the moves and what they do in the language of questions. Its statements
//! are expanded for a board, checked and compiled to short programs over words of any kind; [`FileRules`] runs them as
//! rules like those in Rust. `verify` reads the same text by itself and judges each position that is shown. The grammar is
//! in `docs/game-files.md`.
//!
//! Files: `lines` and `statement` (text to statements), `board`, `kinds` and `meaning` (statements to the rules of a board),
//! `definition`, `compile` and `program` (expressions), `rules` (the traits of rules), `declarations` (what is proved of a file),
//! `second_opinion` (of `verify`, which reads the file by itself), `other_file` (the same for another file).
//!
//! Does not show: that a file says what its author meant.

mod board;
mod compile;
mod declarations;
mod definition;
mod error;
mod kinds;
mod lines;
mod meaning;
mod names;
mod other_file;
mod program;
mod rules;
mod second_opinion;
mod statement;
#[cfg(test)]
mod tests;

pub use declarations::{Declaration, DeclarationVerdict};
pub use error::FileError;
pub(crate) use meaning::{FileMeaning, Stated};
pub(crate) use rules::WhenStuck;
pub use rules::{FileBoard, FileRules};

use certamen_ask::emission::sha256;
use encodings::board::Layout;
use encodings::rules::Position;
use encodings::word::{NativeWord, WidestWord};
use lines::Source;
use meaning::Settings;
use other_file::OtherFile;
use rules::Definition;
use statement::{Form, Statement};
use std::sync::OnceLock;

/// A game file that has been read.
///
/// # Examples
/// ```
/// use certamen_language::game_file::{AnyFileRules, GameFile};
/// use encodings::rules::Position;
///
/// let text = "game col \"No stone beside an own stone.\"\nboard 3x3\nword own X, opp O\nswap own opp\n\
///             place stone = empty & ~near(own, 1)\nplay own = own | m.to\n";
/// let file = GameFile::parse(text)?;
/// let AnyFileRules::Narrow(col) = file.rules("3x3")? else { panic!("nine squares fit into 64 bits") };
/// assert_eq!(Position::start(&col).perft(&col, 2), 72);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct GameFile {
    text: String,
    hash: String,
    source: Source,
    statements: Vec<Statement>,
    name: String,
    about: String,
    boards: Vec<Layout>,
    /// The file as the second reader reads it, once it is needed.
    second: OnceLock<Result<verify::game_file::GameFile, FileError>>,
    /// Another file of the same game, which judges in place of the second reading of this one.
    twin: Option<OtherFile>,
}

/// The rules of a file on a board, in machine words that are wide enough.
#[derive(Debug)]
pub enum AnyFileRules {
    /// Boards of at most 64 squares.
    Narrow(FileRules<u64>),
    /// Larger boards.
    Wide(FileRules<WidestWord>),
}

impl GameFile {
    /// Reads a file, and requires that both readers can state its rules on each of its boards.
    ///
    /// # Errors
    /// [`FileError`] with the place.
    pub fn parse(text: &str) -> Result<Self, FileError> {
        let file = Self::read(text)?;
        for &board in &file.boards {
            file.definition(board, &Vec::new())?;
        }
        // What only the second reader refuses is said after all else.
        file.second()?;
        Ok(file)
    }

    /// Reads a file whose rules are known to be sound: they are made for a board when it is asked for.
    ///
    /// # Errors
    /// [`FileError`] with the place, if statements cannot be read.
    pub fn read(text: &str) -> Result<Self, FileError> {
        let source = Source::new(text)?;
        let statements = statement::statements(&source)?;
        let mut game = None;
        let mut boards = None;
        for statement in &statements {
            let at = statement.at;
            match &statement.form {
                Form::Format if at != statements[0].at => {
                    return Err(source.error(at, "`format` in the first line"));
                }
                Form::Game { name, about } if game.is_none() => game = Some((name.clone(), about.clone())),
                Form::Boards(layouts) if boards.is_none() => boards = Some(layouts.clone()),
                Form::Game { .. } | Form::Boards(_) => {
                    return Err(source.error(at, "one statement of this kind, not a second one"));
                }
                _ => {}
            }
        }
        let missing = |what: &str| FileError::Whole(format!("the file has no statement `{what}`"));
        let (name, about) = game.ok_or_else(|| missing("game"))?;
        let boards = boards.ok_or_else(|| missing("board"))?;
        let hash = sha256(text.as_bytes());
        let (text, second, twin) = (text.to_owned(), OnceLock::new(), None);
        Ok(Self { text, hash, source, statements, name, about, boards, second, twin })
    }

    /// The same file, judged by another file of the same game in place of the second reading of its own text. `path` names
    /// the other one in errors. What has to be equal before a move is made is compared when a board is made: its squares,
    /// words, letters and start.
    ///
    /// # Errors
    /// [`FileError`] if the second reader refuses the other file.
    ///
    /// # Examples
    /// ```
    /// use certamen_language::game_file::GameFile;
    ///
    /// let text = "game row \"Two neighbours are taken.\"\nboard 4x1\nword stone o\nstart stone = board\n\
    ///             step pair east = stone & east(stone)\nplay stone = stone & ~(m.from | m.to)\n";
    /// let other = GameFile::parse(&text.replace("pair", "couple"))?;
    /// assert!(GameFile::parse(text)?.with_twin("other.game", &other)?.rules("4x1").is_ok());
    /// let other = GameFile::parse(&text.replace("stone", "counter"))?;
    /// let wrong = GameFile::parse(text)?.with_twin("other.game", &other)?.rules("4x1").unwrap_err();
    /// assert_eq!(wrong.to_string(), "other.game: the words are counter o, and here stone o");
    /// # Ok::<(), certamen_language::game_file::FileError>(())
    /// ```
    pub fn with_twin(self, path: &str, other: &Self) -> Result<Self, FileError> {
        let file = other.second().map_err(|error| FileError::Whole(format!("{path}: {error}")))?.clone();
        Ok(Self { twin: Some(OtherFile { path: path.to_owned(), file }), ..self })
    }

    fn second(&self) -> Result<&verify::game_file::GameFile, FileError> {
        let read = || verify::game_file::GameFile::parse(&self.text).map_err(|error| of_second(&error));
        self.second.get_or_init(read).as_ref().map_err(Clone::clone)
    }

    /// The name of the game.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What the file says about the game.
    pub fn about(&self) -> &str {
        &self.about
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The SHA-256 of the text, byte for byte, as hexadecimal digits.
    pub fn hash(&self) -> &str {
        &self.hash
    }

    /// The names of the boards, the default first.
    pub fn boards(&self) -> Vec<String> {
        self.boards.iter().map(ToString::to_string).collect()
    }

    /// Whether it is a puzzle, in which all plies are those of one player.
    pub fn is_puzzle(&self) -> bool {
        let is_one = |form: &Form| matches!(form, Form::Players(rules::FilePlayers::One));
        self.statements.iter().any(|statement| is_one(&statement.form))
    }

    /// Whether it states a score.
    pub fn has_score(&self) -> bool {
        self.statements.iter().any(|statement| matches!(statement.form, Form::Score(_)))
    }

    /// The rules on a board. Numbers of the file may be set behind its name: `7x6,K=4`.
    ///
    /// # Errors
    /// [`FileError`] if the file has no such board or number, or the rules do not fit it.
    pub fn rules(&self, board: &str) -> Result<AnyFileRules, FileError> {
        let definition = self.set(board)?;
        let twin = match &self.twin {
            Some(other) => other.on(&definition.board_name)?,
            None => self.second()?.on(&definition.board_name).map_err(|error| of_second(&error))?,
        };
        Ok(if definition.layout.squares() <= 64 {
            AnyFileRules::Narrow(self.with_twin_and_start(FileRules::new(definition, twin))?)
        } else {
            AnyFileRules::Wide(self.with_twin_and_start(FileRules::new(definition, twin))?)
        })
    }
}

impl GameFile {
    /// The rules, if their start is a position, and if another file that judges them has the same board.
    fn with_twin_and_start<N: NativeWord>(&self, rules: FileRules<N>) -> Result<FileRules<N>, FileError> {
        Position::new(&rules, Position::start(&rules).board())
            .map_err(|error| FileError::Whole(format!("the start: {error}")))?;
        let Some(other) = &self.twin else { return Ok(rules) };
        other.require_same_board(&rules)?;
        Ok(rules.judged_by_another_file())
    }

    /// The rules on a board, perhaps with settings.
    fn set(&self, board: &str) -> Result<Definition, FileError> {
        let (layout, settings) = self.settings(board)?;
        self.definition(layout, &settings)
    }

    /// What the statements mean on a board, perhaps with settings.
    pub(crate) fn meaning(&self, board: &str) -> Result<FileMeaning, FileError> {
        let (layout, settings) = self.settings(board)?;
        self.meaning_on(layout, &settings)
    }

    /// The text of the statement that begins at a place, its blanks as single ones.
    pub(crate) fn statement(&self, at: usize) -> String {
        let line = self.source.lines().into_iter().find(|line| line.start == at);
        let text = line.map(|line| self.source.text(line)).unwrap_or_default();
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// The layout of a board, and its settings.
    fn settings(&self, board: &str) -> Result<(Layout, Settings), FileError> {
        let (size, settings) = board.split_once(',').unwrap_or((board, ""));
        let layout = self.boards.iter().find(|layout| layout.to_string() == size);
        let unknown = || {
            let boards = self.boards().join(", ");
            FileError::Whole(format!("the file has no board `{}`: there is {boards}", names::shown(size)))
        };
        let layout = *layout.ok_or_else(unknown)?;
        let mut found = Vec::new();
        for setting in settings.split(',').filter(|_| board.contains(',')) {
            let number = setting.split_once('=').and_then(|(name, text)| {
                let number: i64 = text.parse().ok()?;
                (number.to_string() == text).then_some((name, number))
            });
            let wrong = || {
                let shown = names::shown(setting);
                FileError::Whole(format!(
                    "a setting is a number of the file and its value, such as K=4: `{shown}`"
                ))
            };
            let (name, number) = number.ok_or_else(wrong)?;
            if found.iter().any(|(known, _)| known == name) {
                return Err(FileError::Whole(format!("`{}` is set twice", names::shown(name))));
            }
            found.push((name.to_owned(), number));
        }
        Ok((layout, found))
    }
}

fn of_second(error: &verify::game_file::FileError) -> FileError {
    let verify::game_file::FileError { line, character, reason } = error;
    FileError::At { line: *line, at: *character, reason: format!("{reason} (the second reader)") }
}
