//! Games that are text files, read and played the naive way.
//!
//! Idea: a reader of statements and a player of their own, written from the description of the format. Expressions are
//! those of [`crate::language`], with the same reader and evaluator; a word is a set of squares, and a move is tried by
//! looking at sets. [`GameFile`] holds what the file says for all boards, [`FileGame`] plays it on one of them.
//!
//! Files: `lines` (text to lines of statements), `players`, `statement` (lines to statements), `instance` (statements on a
//! board, with the values of `for`), `game` (moves, ends), `text` (positions and plies as text), `view` (what questions see),
//! `symmetry`.
//!
//! Cost: each move evaluates the expressions of its kind. What a text can make the reader or the player do is limited;
//! beyond the limits there is an error.
//!
//! Does not show: that the file says what its author had in mind, that `require` holds after each move, or that the
//! symmetries it names are symmetries.

mod game;
mod instance;
mod lines;
mod players;
mod statement;
pub(crate) mod symmetry;
mod text;
mod view;

pub use game::{FileGame, FilePosition};
pub use players::Players;

use crate::language::Refusal;
use crate::language::scope::{Fault, Work};
use crate::naive::NaiveError;
use crate::place::TextPlace;
use statement::{Setting, Statement, Stuck, What};
use std::collections::BTreeMap;

/// The longest file, in bytes.
const FILE_LIMIT: usize = 65_536;

/// A game that is a text file.
#[derive(Clone, Debug)]
pub struct GameFile {
    text: String,
    name: String,
    boards: Vec<(usize, usize)>,
    boards_at: usize,
    /// Whether an expression asks if the second player is to move.
    has_second: bool,
    statements: Vec<Statement>,
}

/// What is wrong in a game file. It is shown as one line: `line 3, character 9: expected a name`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, character {character}: {reason}")]
pub struct FileError {
    /// The line, from 1.
    pub line: usize,
    /// The character in the line, from 1.
    pub character: usize,
    /// What was expected.
    pub reason: String,
}

impl FileError {
    fn new(text: &str, fault: &Fault) -> FileError {
        let place = TextPlace::at_index(text, fault.at.saturating_sub(1));
        let reason = match &fault.refusal {
            Refusal::Text { reason, .. } => reason.clone(),
            Refusal::Unknown { name } => format!("`{name}` is not known here"),
            Refusal::Type { expected } => format!("expected {expected}"),
            other => other.to_string(),
        };
        FileError { line: place.line, character: place.column, reason }
    }
}

/// The rules of a file have no value in a position: they take more work than is allowed, for example.
impl From<FileError> for NaiveError {
    fn from(error: FileError) -> NaiveError {
        NaiveError::NotJudged(error.to_string())
    }
}

impl GameFile {
    /// Reads a file, and requires that it states a game on each of its boards.
    ///
    /// # Errors
    /// [`FileError`]
    ///
    /// # Examples
    /// ```
    /// use verify::game_file::GameFile;
    /// use verify::naive::Naive as _;
    ///
    /// let nim = "game nim \"Take a counter, or two neighbours.\"\n\
    ///     board 3x1\n\
    ///     word counter o\n\
    ///     start counter = board\n\
    ///     place one = counter\n\
    ///     place two = counter & west(counter)\n\
    ///     play one: counter = counter & ~m.to\n\
    ///     play two: counter = counter & ~(m.to | east(m.to))\n";
    /// let game = GameFile::parse(nim)?.on("3x1")?;
    /// let start = game.start();
    /// assert_eq!(game.print(&start), "ooo");
    /// let plies: Vec<String> = game.plies(&start).into_iter().map(|(name, _)| name).collect();
    /// assert_eq!(plies, ["a1", "b1", "c1", "a1=two", "b1=two"]);
    ///
    /// let error = GameFile::parse("game nim \"Nim.\"\nboard 3\n").expect_err("no board");
    /// assert_eq!(error.to_string(), "line 2, character 7: expected files x ranks up to 19x19, such as `8x8`");
    /// # Ok::<(), verify::game_file::FileError>(())
    /// ```
    pub fn parse(text: &str) -> Result<GameFile, FileError> {
        Self::read(text).map_err(|fault| FileError::new(text, &fault))
    }

    fn read(text: &str) -> Result<GameFile, Fault> {
        if text.len() > FILE_LIMIT {
            return Err(Fault::new(1, format!("a game file has at most {FILE_LIMIT} bytes")));
        }
        let lines = lines::lines(text)?;
        let statements = statement::block(&lines, &mut 0, None, 0)?;
        let end = text.trim_end().chars().count() + 1;
        require_once(&statements)?;
        let second_at = lines.iter().find_map(lines::Line::second_at);
        require_players(&statements, second_at)?;
        let needed = |what: &str| Fault::new(end, format!("expected a statement `{what}`"));
        let mut found = statements.iter();
        let name = found.find_map(|statement| match &statement.what {
            What::Game(name) => Some(name.clone()),
            _ => None,
        });
        let name = name.ok_or_else(|| needed("game"))?;
        let mut found = statements.iter();
        let boards = found.find_map(|statement| match &statement.what {
            What::Boards(boards) => Some((statement.at, boards.clone())),
            _ => None,
        });
        let (boards_at, boards) = boards.ok_or_else(|| needed("board"))?;
        let has_second = second_at.is_some();
        let file = GameFile { text: text.to_owned(), name, boards, boards_at, has_second, statements };
        let work = Work::of_rules();
        for (index, &board) in file.boards.iter().enumerate() {
            if file.boards[..index].contains(&board) {
                return Err(Fault::new(boards_at, "a board stands twice"));
            }
            instance::instance(&file, board, &BTreeMap::new(), &work)?;
        }
        Ok(file)
    }

    /// The name of the game.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The names of the boards, the default one first.
    pub fn boards(&self) -> Vec<String> {
        self.boards.iter().map(|(files, ranks)| format!("{files}x{ranks}")).collect()
    }

    /// The game on a board of the file, such as `7x6`, with settings as in `7x6,K=4`.
    ///
    /// # Errors
    /// [`FileError`] with the place of the boards, if the file has no such board or setting; or with the place of what has
    /// no meaning with these settings.
    pub fn on(&self, board: &str) -> Result<FileGame, FileError> {
        let refused = |reason: String| FileError::new(&self.text, &Fault::new(self.boards_at, reason));
        let mut parts = board.split(',');
        let size = parts.next().and_then(statement::size).filter(|size| self.boards.contains(size));
        let Some(size) = size else {
            return Err(refused(format!("the boards are {}, not {board:?}", self.boards().join(", "))));
        };
        let mut chosen = BTreeMap::new();
        for part in parts {
            let setting = part.split_once('=').and_then(|(name, text)| {
                let is_known = self.settings().any(|setting| setting.name.name == name);
                let value: i64 = text.parse().ok()?;
                (is_known && value.to_string() == text).then(|| (name.to_owned(), value))
            });
            match setting {
                Some((name, value)) if chosen.insert(name.clone(), value).is_none() => {}
                _ => return Err(refused(format!("{part:?} is no setting of this game"))),
            }
        }
        instance::instance(self, size, &chosen, &Work::of_rules())
            .map_err(|fault| FileError::new(&self.text, &fault))
    }

    fn settings(&self) -> impl Iterator<Item = &Setting> {
        self.statements.iter().filter_map(|statement| match &statement.what {
            What::Number(setting) => Some(setting),
            _ => None,
        })
    }
}

/// Requires that statements which a file has once stand once, and `format` first.
fn require_once(statements: &[Statement]) -> Result<(), Fault> {
    let mut seen = Vec::new();
    for (index, Statement { at, what }) in statements.iter().enumerate() {
        let name = match what {
            What::Format if index > 0 => return Err(Fault::new(*at, "`format` can only stand first")),
            What::Game(_) => "game",
            What::Boards(_) => "board",
            What::Players(_) => "players",
            What::Squares(_) => "squares",
            What::Turn(_) => "turn",
            What::Start(_) => "start",
            What::Stuck(_) => "stuck",
            What::Score(_) => "score",
            _ => continue,
        };
        if seen.contains(&name) {
            return Err(Fault::new(*at, format!("a second statement `{name}`")));
        }
        seen.push(name);
    }
    Ok(())
}

/// Requires that a puzzle for one player has nothing that needs two.
fn require_players(statements: &[Statement], second_at: Option<usize>) -> Result<(), Fault> {
    if !statements.iter().any(|statement| matches!(statement.what, What::Players(Players::One))) {
        return Ok(());
    }
    let of_two = statements.iter().find_map(|Statement { at, what }| match what {
        What::Swap(..) => Some((*at, "swap")),
        What::Turn(_) => Some((*at, "turn")),
        What::Stuck(Stuck::Passes) => Some((*at, "stuck passes")),
        _ => None,
    });
    match of_two.or(second_at.map(|at| (at, "second"))) {
        Some((at, name)) => Err(Fault::new(at, format!("a puzzle for one player cannot have `{name}`"))),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests;
