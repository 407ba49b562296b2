//! Quotes foreign input in messages: characters that would control a terminal are escaped, long texts are cut, and of
//! the known names the nearest is suggested.
//!
//! A file name or a record may contain escape sequences of a terminal. It may also contain a newline followed by text
//! that looks like an answer of this program.

use std::borrow::Cow;
use std::fmt::Write as _;

/// The largest number of characters of a line that quotes input.
pub const LINE_LIMIT: usize = 1500;
/// The number of characters kept at the end of a longer line. The end usually has the reason.
const END: usize = 400;

/// Whether a terminal would hide a character or act on it, instead of showing it.
fn is_hidden(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

fn escape(text: &str, is_kept: impl Fn(char) -> bool) -> Cow<'_, str> {
    let is_escaped = |character: char| is_hidden(character) && !is_kept(character);
    if !text.contains(is_escaped) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        if is_escaped(character) {
            // Writing into a string cannot fail.
            let _ = write!(escaped, "{}", character.escape_default());
        } else {
            escaped.push(character);
        }
    }
    Cow::Owned(escaped)
}

/// A text with its control characters escaped, including newlines.
///
/// ```
/// use certamen_work::text::escaped;
/// assert_eq!(escaped("a\u{1b}[31m\nb"), "a\\u{1b}[31m\\nb");
/// ```
pub fn escaped(text: &str) -> Cow<'_, str> {
    escape(text, |_| false)
}

/// Lines with their control characters escaped, except newlines and tabs.
pub fn escaped_lines(text: &str) -> Cow<'_, str> {
    escape(text, |character| matches!(character, '\n' | '\t'))
}

/// A text as a cell of CSV, as it is, between quotes where they are needed: for programs.
///
/// ```
/// use certamen_work::text::csv_text;
/// assert_eq!(["-XO-", "a, b", "a\"b\n"].map(csv_text), ["-XO-", "\"a, b\"", "\"a\"\"b\n\""]);
/// ```
pub fn csv_text(text: &str) -> Cow<'_, str> {
    if text.contains([',', '"', '\n', '\r']) {
        return Cow::Owned(format!("\"{}\"", text.replace('"', "\"\"")));
    }
    Cow::Borrowed(text)
}

/// A text from elsewhere as a cell of CSV. Control characters are escaped, and a text that a spreadsheet would take for a
/// formula gets an apostrophe.
///
/// ```
/// use certamen_work::text::csv_cell;
/// assert_eq!(["a, b", "=1+1", "-x", "a\"b\n"].map(csv_cell), ["\"a, b\"", "'=1+1", "'-x", "\"a\"\"b\\n\""]);
/// ```
pub fn csv_cell(text: &str) -> String {
    let apostrophe = if text.starts_with(['=', '+', '-', '@', '\t', '\r']) { "'" } else { "" };
    csv_text(&format!("{apostrophe}{}", escaped(text))).into_owned()
}

/// A text as one line of at most [`LINE_LIMIT`] characters: escaped, and with a gap if it is longer.
///
/// ```
/// use certamen_work::text::{LINE_LIMIT, one_line};
/// assert_eq!(one_line("no such\nfile\n"), "no such\\nfile");
/// let line = one_line(&"x".repeat(1_000_000));
/// assert!(line.chars().count() <= LINE_LIMIT && line.contains(" characters left out"));
/// ```
pub fn one_line(text: &str) -> String {
    let line = escaped(text.trim_end());
    let length = line.chars().count();
    if length <= LINE_LIMIT {
        return line.into_owned();
    }
    // The gap itself takes less than 64 characters.
    let begin = LINE_LIMIT - END - 64;
    let head: String = line.chars().take(begin).collect();
    let tail: String = line.chars().skip(length - END).collect();
    format!("{head} [{} characters left out] {tail}", length - begin - END)
}

/// The longest name for which another one is suggested.
const NAME_LIMIT: usize = 100;

/// The end of a message about an unknown name: the known name that was probably meant, if one is near. Names are near if
/// at most a third of the letters differ, whatever their case.
///
/// ```
/// use certamen_work::text::did_you_mean;
/// assert_eq!(did_you_mean("othello.mobilty", ["othello", "othello.mobility"]), "; did you mean `othello.mobility`?");
/// assert_eq!(did_you_mean("Go", ["othello", "go"]), "; did you mean `go`?");
/// assert_eq!(did_you_mean("chess", ["othello", "go"]), "");
/// ```
pub fn did_you_mean<'n>(name: &str, known: impl IntoIterator<Item = &'n str>) -> String {
    let name = name.to_lowercase();
    let length = name.chars().count();
    if length > NAME_LIMIT {
        return String::new();
    }
    let distance = |known: &str| strsim::damerau_levenshtein(&name, &known.to_lowercase());
    let near = known.into_iter().map(|known| (distance(known), known));
    let nearest = near.filter(|&(distance, _)| 3 * distance <= length).min_by_key(|&(distance, _)| distance);
    nearest.map_or_else(String::new, |(_, known)| format!("; did you mean `{known}`?"))
}
