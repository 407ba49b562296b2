//! Splits a game file into the lines of its statements.

use crate::language::scope::Fault;
use crate::language::words::{Word, word_end};

/// A statement: its indentation and its words, the last of which is empty.
pub(super) struct Line {
    pub(super) indent: usize,
    pub(super) words: Vec<Word>,
}

impl Line {
    /// Whether a block follows.
    pub(super) fn is_block(&self) -> bool {
        self.words.first().is_some_and(|word| word.text == "for")
            && self.words.last().is_some_and(|word| word.text == ":")
    }

    /// Where an expression asks whether the second player is to move. Names of games and players are no expressions.
    pub(super) fn second_at(&self) -> Option<usize> {
        let statement = self.words.first()?;
        let has_names = matches!(statement.text.as_str(), "game" | "players");
        self.words.iter().find(|word| !has_names && word.text == "second").map(|word| word.at)
    }

    /// Whether the letter of a word stands next: `word own X, opp O` has words, names, letters and commas in turn.
    fn awaits_letter(&self) -> bool {
        self.words.first().is_some_and(|word| word.text == "word") && self.words.len() % 3 == 2
    }
}

/// The statements of a text. A line that is indented deeper than the statement before continues it.
pub(super) fn lines(text: &str) -> Result<Vec<Line>, Fault> {
    let letters: Vec<char> = text.chars().collect();
    let mut lines: Vec<Line> = Vec::new();
    let mut begun = 0;
    while begun < letters.len() {
        let length = letters[begun..].iter().position(|&letter| letter == '\n');
        let next = length.map_or(letters.len(), |length| begun + length + 1);
        let mut end = length.map_or(next, |length| begun + length);
        if length.is_some() && end > begun && letters[end - 1] == '\r' {
            end -= 1;
        }
        // Other programs end a line there: a remark would hide the next statement.
        if let Some(place) = letters[begun..end].iter().position(|&letter| letter == '\r') {
            return Err(Fault::new(
                begun + place + 1,
                "a carriage return can only stand at the end of a line",
            ));
        }
        let indent = letters[begun..end].iter().take_while(|letter| is_blank(**letter)).count();
        let first = begun + indent;
        let awaits_letter = lines.last().is_some_and(|line| indent > line.indent && line.awaits_letter());
        if first < end && (letters[first] != '#' || awaits_letter) {
            if !lines.last().is_some_and(|line| indent > line.indent && !line.is_block()) {
                lines.push(Line { indent, words: Vec::new() });
            }
            if let Some(line) = lines.last_mut() {
                split(&letters[..end], first, line)?;
            }
        }
        begun = next;
    }
    for line in &mut lines {
        let end = line.words.last().map_or(1, |word| word.at + word.text.chars().count());
        line.words.push(Word { at: end, text: String::new() });
    }
    Ok(lines)
}

fn is_blank(letter: char) -> bool {
    matches!(letter, ' ' | '\t')
}

/// Adds the words from a place to the end of the letters.
fn split(letters: &[char], mut at: usize, line: &mut Line) -> Result<(), Fault> {
    while at < letters.len() {
        let letter = letters[at];
        if is_blank(letter) {
            at += 1;
            continue;
        }
        let end = if line.awaits_letter() {
            at + 1
        } else if letter == '#' {
            return Ok(());
        } else if letter == '"' {
            let length = letters[at + 1..].iter().position(|&letter| letter == '"');
            at + 2
                + length
                    .ok_or_else(|| Fault::new(at + 1, "expected a quotation mark at the end of the text"))?
        } else {
            let end = word_end(letters, at);
            end.ok_or_else(|| Fault::new(at + 1, format!("a game file cannot have {letter:?} here")))?
        };
        let text: String = letters[at..end].iter().collect();
        if text.chars().any(char::is_control) {
            return Err(Fault::new(at + 1, "a text cannot have control characters"));
        }
        line.words.push(Word { at: at + 1, text });
        at = end;
    }
    Ok(())
}
