//! The lines of the shell: from an editor, or as they come.

use certamen_language::Vocabulary;
use certamen_language::syntax::KEYWORDS;
use certamen_work::Failure;
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::Validator;
use rustyline::{Context, Editor, Helper};
use std::io::{BufRead as _, IsTerminal as _, Read as _};
use std::path::PathBuf;

/// The longest line that is read, in bytes.
const LINE_LIMIT: u64 = 1 << 16;
/// The commands of the shell, which are completed as well.
const COMMANDS: [&str; 4] = ["explain", "help", "words", "quit"];

/// A line, or the event that came in its place.
pub(super) enum Line {
    Text(String),
    /// Ctrl-C at the prompt.
    Interrupted,
    End,
}

/// Where lines come from.
pub(super) enum Lines {
    Edited(Box<LineEditor>),
    Piped,
}

/// An editor with its history.
pub(super) struct LineEditor {
    editor: Editor<Words, DefaultHistory>,
    prompt: String,
    /// The file of the history, if there is a place for it.
    history: Option<PathBuf>,
}

impl Lines {
    pub(super) fn new(game: &str, words: &Vocabulary) -> Self {
        if !std::io::stdin().is_terminal() {
            return Self::Piped;
        }
        // A terminal that cannot be edited is read as a pipe is.
        let Ok(mut editor) = Editor::<Words, DefaultHistory>::new() else { return Self::Piped };
        editor.set_helper(Some(Words::new(words)));
        let history = history_of(game);
        if let Some(path) = &history {
            // Without a history, the shell begins with an empty one.
            let _ = editor.load_history(path);
        }
        Self::Edited(Box::new(LineEditor { editor, prompt: format!("{game}> "), history }))
    }

    /// Whether the lines are typed at a terminal.
    pub(super) const fn is_edited(&self) -> bool {
        matches!(self, Self::Edited(_))
    }

    /// The next line.
    pub(super) fn next(&mut self) -> Result<Line, Failure> {
        match self {
            Self::Edited(edited) => edited.next(),
            Self::Piped => {
                let mut line = String::new();
                let mut input = std::io::stdin().lock().take(LINE_LIMIT);
                match input.read_line(&mut line)? {
                    0 => Ok(Line::End),
                    _ if line.len() as u64 == LINE_LIMIT => Err("a line is longer than 65536 bytes".into()),
                    _ => Ok(Line::Text(line)),
                }
            }
        }
    }
}

impl LineEditor {
    fn next(&mut self) -> Result<Line, Failure> {
        match self.editor.readline(&self.prompt) {
            Ok(line) => {
                // What cannot be remembered can be asked all the same.
                let _ = self.editor.add_history_entry(line.as_str());
                if let Some(path) = &self.history {
                    let _ = self.editor.save_history(path);
                }
                Ok(Line::Text(line))
            }
            Err(ReadlineError::Interrupted) => Ok(Line::Interrupted),
            Err(ReadlineError::Eof) => Ok(Line::End),
            Err(error) => Err(error.into()),
        }
    }
}

/// The file of a game's history: below `$XDG_STATE_HOME`, by default `~/.local/state`.
fn history_of(game: &str) -> Option<PathBuf> {
    let state = std::env::var_os("XDG_STATE_HOME").filter(|path| !path.is_empty()).map(PathBuf::from);
    let state = state.or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".local/state")))?;
    let directory = state.join("certamen");
    std::fs::create_dir_all(&directory).ok()?;
    Some(directory.join(format!("ask-{game}")))
}

/// The words that are completed.
pub(super) struct Words(Vec<String>);

impl Words {
    fn new(vocabulary: &Vocabulary) -> Self {
        let own = vocabulary.entries().iter().map(|entry| entry.name.replace("(m)", "("));
        let fixed = KEYWORDS.iter().chain(&COMMANDS).map(|&word| word.to_owned());
        let mut words: Vec<String> = own.chain(fixed).collect();
        words.sort_unstable();
        words.dedup();
        Self(words)
    }

    /// The place at which the word before the cursor begins, and the words that begin like it.
    fn complete(&self, line: &str, cursor: usize) -> (usize, Vec<String>) {
        let is_letter = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
        let before = &line[..cursor];
        let begun = before
            .rfind(|letter| !is_letter(letter))
            .map_or(0, |place| place + before[place..].chars().next().map_or(1, char::len_utf8));
        let begins = |word: &&String| word.starts_with(&before[begun..]);
        (begun, self.0.iter().filter(begins).cloned().collect())
    }
}

impl Completer for Words {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        cursor: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        Ok(Self::complete(self, line, cursor))
    }
}

impl Hinter for Words {
    type Hint = String;
}

impl Highlighter for Words {}
impl Validator for Words {}
impl Helper for Words {}

#[cfg(test)]
mod tests {
    use super::Words;

    #[test]
    fn the_word_before_the_cursor_is_completed() {
        let words = Words(["corners", "count", "legal", "own"].map(str::to_owned).to_vec());
        assert_eq!(words.complete("max co", 6), (4, vec!["corners".to_owned(), "count".to_owned()]));
        assert_eq!(words.complete("count(le)", 8), (6, vec!["legal".to_owned()]));
        assert_eq!(words.complete("\u{e4}ow", 4), (2, vec!["own".to_owned()]));
        assert!(words.complete("x", 1).1.is_empty());
    }
}
