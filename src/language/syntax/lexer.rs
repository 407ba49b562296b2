//! Tokens.

use crate::error::{LanguageError, NUMBER_LIMIT, Reason, TEXT_LIMIT};

/// A token with its place: the character at which it begins, from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    pub(crate) at: usize,
    pub(crate) kind: Kind,
}

/// What a token is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Number(u32),
    /// A name or a keyword.
    Name(String),
    Sign(&'static str),
    /// The end of the text.
    End(TextKind),
}

/// What a text is, as errors name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TextKind {
    Question,
    Definitions,
    Statement,
}

impl TextKind {
    const fn named(self) -> &'static str {
        match self {
            Self::Question => "a question",
            Self::Definitions => "a definition",
            Self::Statement => "a game file",
        }
    }
}

/// Signs of other languages, with what stands for them here.
const FOREIGN_SIGNS: [(&str, &str); 4] = [
    ("==", "`=`"),
    ("&&", "`&` between squares, or `and` between conditions"),
    ("||", "`|` between squares, or `or` between conditions"),
    ("!", "`~` before squares, `not` before a condition, or `!=`"),
];

/// The signs; a sign comes before every sign that it begins with.
const SIGNS: [&str; 25] = [
    "=>", "<=", ">=", "!=", "..", "(", ")", "[", "]", "{", "}", ":", ".", ",", "&", "|", "^", "~", "=", "<",
    ">", "+", "-", "*", "/",
];

impl Kind {
    /// The token as an error names it.
    pub(crate) fn named(&self) -> String {
        match self {
            Self::Number(number) => format!("`{number}`"),
            Self::Name(name) => format!("`{}`", shortened(name)),
            Self::Sign(sign) => format!("`{sign}`"),
            Self::End(TextKind::Question) => "the end of the question".to_owned(),
            Self::End(TextKind::Definitions) => "the end of the definition".to_owned(),
            Self::End(TextKind::Statement) => "the end of the line".to_owned(),
        }
    }
}

/// A name as an error quotes it.
pub(crate) fn shortened(name: &str) -> String {
    if name.len() > 32 { format!("{}...", &name[..32]) } else { name.to_owned() }
}

/// The text with a blank in place of each character of a remark, which goes from `#` to the end of the line.
fn without_remarks(text: &str) -> String {
    let mut is_remark = false;
    let blank = |letter: char| {
        is_remark = letter != '\n' && (is_remark || letter == '#');
        if is_remark { ' ' } else { letter }
    };
    text.chars().map(blank).collect()
}

/// The tokens of a statement, which begins at this character of a file, from 0.
///
/// # Errors
/// As [`tokens_of`].
pub(crate) fn tokens(text: &str, begin: usize) -> Result<Vec<Token>, LanguageError> {
    tokens_of(TextKind::Statement, text, begin)
}

/// Splits a text into tokens; the last one is the end. The text begins at this character of a larger one, from 0.
///
/// # Errors
/// [`LanguageError`] for a text that is too long, a foreign character or sign, or a number that is too large.
pub(crate) fn tokens_of(kind: TextKind, text: &str, begin: usize) -> Result<Vec<Token>, LanguageError> {
    if text.len() > TEXT_LIMIT {
        return Err(LanguageError::new(begin, Reason::TooLong(text.len())));
    }
    let text = &without_remarks(text);
    // All characters before a foreign one are ASCII, so bytes and characters have the same numbers.
    let is_known = |character: char| {
        character.is_ascii_alphanumeric()
            || character.is_ascii_whitespace()
            || "_()[]{}:.,&|^~=<>+-*/!".contains(character)
    };
    if let Some((at, foreign)) = text.chars().enumerate().find(|&(_, character)| !is_known(character)) {
        return Err(LanguageError::new(begin + at, Reason::Foreign(kind.named(), foreign)));
    }
    let end = Token { at: begin + text.len(), kind: Kind::End(kind) };
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        let length =
            |belongs: fn(char) -> bool| rest.find(|character| !belongs(character)).unwrap_or(rest.len());
        if first.is_ascii_whitespace() {
            at += 1;
            continue;
        }
        let (kind, length) = if first.is_ascii_digit() {
            let length = length(|character| character.is_ascii_digit());
            let number = rest[..length].parse().ok().filter(|&number| number <= NUMBER_LIMIT);
            (Kind::Number(number.ok_or_else(|| LanguageError::new(begin + at, Reason::Number))?), length)
        } else if first.is_ascii_alphabetic() || first == '_' {
            let length = length(|character| character.is_ascii_alphanumeric() || character == '_');
            (Kind::Name(rest[..length].to_owned()), length)
        } else {
            let sign = sign(rest).map_err(|(foreign, meant)| {
                LanguageError::expected(begin + at, meant, format!("`{foreign}`"))
            })?;
            (Kind::Sign(sign), sign.len())
        };
        found.push(Token { at: begin + at, kind });
        at += length;
    }
    found.push(end);
    Ok(found)
}

/// The sign that a text begins with, or one of another language with what was meant.
fn sign(text: &str) -> Result<&'static str, (&'static str, &'static str)> {
    let foreign = FOREIGN_SIGNS.into_iter().find(|(foreign, _)| text.starts_with(foreign));
    let foreign = foreign.filter(|_| !text.starts_with("!="));
    let known = SIGNS.into_iter().find(|sign| text.starts_with(sign));
    known.filter(|_| foreign.is_none()).ok_or(foreign.unwrap_or_default())
}
