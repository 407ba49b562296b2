//! The lines of a game file that are statements.
//!
//! Idea: remarks become blanks, so that every place of the text stays where it is. A line that is indented deeper than
//! the statement before it continues that statement, unless the statement ends with `:`; then it belongs to its block.

use super::error::FileError;
use crate::error::LanguageError;

/// The greatest number of bytes of a game file.
pub(super) const FILE_LIMIT: usize = 65_536;

/// The text of a file without its remarks, each character in its place.
#[derive(Debug)]
pub(super) struct Source {
    letters: Vec<char>,
}

/// A statement's text: the characters from `start` to `end`, which begin after `indent` blanks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) indent: usize,
}

impl Source {
    /// # Errors
    /// [`FileError`] if the text is too long.
    pub(super) fn new(text: &str) -> Result<Self, FileError> {
        if text.len() > FILE_LIMIT {
            return Err(FileError::limit(format!("a file of {} bytes: at most {FILE_LIMIT}", text.len())));
        }
        let mut letters = Vec::with_capacity(text.len());
        for line in text.trim_start_matches('\u{feff}').split_inclusive('\n') {
            let line: Vec<char> = line.chars().collect();
            let remark = remark(&line).unwrap_or(line.len());
            let blank = |(place, &letter): (usize, &char)| match letter {
                '\n' => '\n',
                _ if place >= remark || letter == '\r' || letter == '\t' => ' ',
                _ => letter,
            };
            letters.extend(line.iter().enumerate().map(blank));
        }
        Ok(Self { letters })
    }

    /// The text of a statement.
    pub(super) fn text(&self, line: Line) -> String {
        self.letters[line.start..line.end].iter().collect()
    }

    /// Whether this name stands in a statement; texts of `game` and names of players do not count.
    pub(super) fn names(&self, name: &str) -> bool {
        let is_of_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
        let statements = self.lines().into_iter().map(|line| self.text(line));
        let mut others =
            statements.filter(|text| !text.starts_with("game ") && !text.starts_with("players "));
        others.any(|text| text.split(|letter| !is_of_name(letter)).any(|word| word == name))
    }

    /// The line and the character of a place, both from 1.
    pub(super) fn place(&self, at: usize) -> (usize, usize) {
        let before = &self.letters[..at.min(self.letters.len())];
        let line = 1 + before.iter().filter(|&&letter| letter == '\n').count();
        (line, 1 + before.iter().rev().take_while(|&&letter| letter != '\n').count())
    }

    /// Whether a statement is a loop, whose block follows.
    fn is_loop(&self, line: Line) -> bool {
        self.letters[line.start..line.end].starts_with(&['f', 'o', 'r', ' '])
    }

    /// The statements in their order.
    pub(super) fn lines(&self) -> Vec<Line> {
        let mut found: Vec<Line> = Vec::new();
        let mut start = 0;
        for line in self.letters.split_inclusive(|&letter| letter == '\n') {
            let indent = line.iter().take_while(|&&letter| letter == ' ').count();
            let length = line.iter().rposition(|letter| !letter.is_whitespace()).map_or(0, |last| last + 1);
            if indent < length {
                let end = start + length;
                match found.last_mut() {
                    Some(before) if indent > before.indent && !self.is_loop(*before) => {
                        before.end = end;
                    }
                    _ => found.push(Line { start: start + indent, end, indent }),
                }
            }
            start += line.len();
        }
        found
    }
}

/// Where the remark of a line begins: at `#`, unless that is the letter of a word or stands in a quoted text.
fn remark(line: &[char]) -> Option<usize> {
    let text: String = line.iter().collect();
    let names_words = text.trim_start().starts_with("word ");
    let (mut is_quoted, mut names) = (false, 0);
    for (place, &letter) in line.iter().enumerate() {
        let begins = |what: fn(char) -> bool| what(letter) && (place == 0 || !what(line[place - 1]));
        match letter {
            '"' => is_quoted = !is_quoted,
            ',' => names = 1,
            // After `word` and a name, or a comma and a name, stands a letter.
            '#' if names_words && names == 2 => names += 1,
            '#' if !is_quoted => return Some(place),
            _ if begins(|letter| letter.is_ascii_alphanumeric() || letter == '_') => names += 1,
            _ => {}
        }
    }
    None
}

impl Source {
    /// The error that something else stands at a place.
    pub(super) fn error(&self, at: usize, expected: &str) -> FileError {
        let (line, at) = self.place(at);
        FileError::At { line, at, reason: format!("expected {expected}") }
    }

    pub(super) fn language_error(&self, error: &LanguageError) -> FileError {
        let (line, at) = self.place(error.at.saturating_sub(1));
        FileError::At { line, at, reason: error.reason.to_string() }
    }
}
