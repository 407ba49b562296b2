//! Formats of properties in brackets, as GGF and SGF have them: `(;` `NAME[value]`... up to the end of a game.
//!
//! A game is read as a whole, up to a length; what is between games is skipped. A game that is broken does not hide the
//! next one: after an error the reader looks for the next beginning of a game.

use crate::format::Unreadable;
use crate::record::Place;
use std::io::BufRead;

/// The longest game that is read, in bytes.
pub const GAME_LIMIT: usize = 4 << 20;
/// The deepest variations.
const NESTING: usize = 1000;

/// A property: its name, its values, and the byte of the game where it begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Property {
    /// Its name, in capital letters.
    pub name: String,
    /// Its values, without escapes.
    pub values: Vec<String>,
    /// The byte of the game at which it begins, from 0.
    pub at: usize,
}

/// How a format ends its games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// `;)`, without variations; brackets have no escapes.
    Ggf,
    /// `)`, with variations, of which the first is kept; a backslash escapes a bracket.
    Sgf,
}

/// The games of a text, one at a time.
///
/// # Examples
/// ```
/// use certamen_records::brackets::{End, Games, value};
///
/// let mut games = Games::new(Box::new(&b"(;PB[Ann];B[f5](;W[d6])(;W[f6]))"[..]), End::Sgf);
/// let game = games.next()?.ok_or("a game")?;
/// assert_eq!((value(&game.properties?, "PB"), game.variations), (Some("Ann"), 1));
/// assert_eq!(games.next()?, None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Games {
    reader: Box<dyn BufRead + Send>,
    end: End,
    number: u64,
    /// The bytes of a game.
    bytes: Vec<u8>,
}

/// A game of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// Its number.
    pub place: Place,
    /// Its text. Empty if it is not whole.
    pub text: Vec<u8>,
    /// Its properties in order, or why it cannot be read.
    pub properties: Result<Vec<Property>, String>,
    /// The number of variations that were left out.
    pub variations: usize,
}

/// Where a reader is in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Outside,
    /// After `(`.
    Opened,
    Inside,
    Value,
    Escaped,
    /// After `;` within a game, which may be followed by `)`.
    Semicolon,
}

impl std::fmt::Debug for Games {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Games").field("number", &self.number).finish_non_exhaustive()
    }
}

impl Games {
    /// The games of a text.
    pub fn new(reader: Box<dyn BufRead + Send>, end: End) -> Self {
        Self { reader, end, number: 0, bytes: Vec::new() }
    }

    /// The next game; `None` at the end of the text.
    ///
    /// # Errors
    /// [`Unreadable`] if the text cannot be read.
    #[expect(clippy::should_implement_trait, reason = "an iterator cannot return errors in this way")]
    pub fn next(&mut self) -> Result<Option<Game>, Unreadable> {
        self.bytes.clear();
        let (mut state, mut depth, mut is_long) = (State::Outside, 0usize, false);
        loop {
            let buffer = self.reader.fill_buf()?;
            if buffer.is_empty() {
                if matches!(state, State::Outside | State::Opened) {
                    return Ok(None);
                }
                return Ok(Some(self.broken("the text ends within the game")));
            }
            let mut used = 0;
            let mut is_whole = false;
            for &byte in buffer {
                used += 1;
                let before = state;
                state = match (state, byte) {
                    (State::Outside | State::Opened, b'(') => State::Opened,
                    (State::Opened, b';') => {
                        depth = 1;
                        State::Inside
                    }
                    (State::Opened, byte) if byte.is_ascii_whitespace() => State::Opened,
                    (State::Outside | State::Opened, _) => State::Outside,
                    (State::Value, b'\\') if self.end == End::Sgf => State::Escaped,
                    (State::Value, b']') => State::Inside,
                    (State::Value | State::Escaped, _) | (State::Inside | State::Semicolon, b'[') => {
                        State::Value
                    }
                    (State::Semicolon, b')') if self.end == End::Ggf => {
                        is_whole = true;
                        State::Outside
                    }
                    (State::Inside | State::Semicolon, b'(') if self.end == End::Sgf => {
                        depth += 1;
                        State::Inside
                    }
                    (State::Inside | State::Semicolon, b')') if self.end == End::Sgf => {
                        depth -= 1;
                        is_whole = depth == 0;
                        if is_whole { State::Outside } else { State::Inside }
                    }
                    (State::Inside | State::Semicolon, b';') => State::Semicolon,
                    (State::Semicolon, byte) if byte.is_ascii_whitespace() => State::Semicolon,
                    (State::Inside | State::Semicolon, _) => State::Inside,
                };
                if before == State::Opened && state == State::Inside {
                    continue;
                }
                if !matches!(state, State::Outside | State::Opened) || is_whole {
                    if self.bytes.len() < GAME_LIMIT && depth <= NESTING {
                        self.bytes.push(byte);
                    } else {
                        is_long = true;
                    }
                }
                if is_whole {
                    break;
                }
            }
            self.reader.consume(used);
            if is_whole {
                return Ok(Some(if is_long {
                    self.broken(&format!(
                        "more than {GAME_LIMIT} bytes, or more than {NESTING} variations in each other"
                    ))
                } else {
                    self.whole()
                }));
            }
        }
    }

    fn place(&mut self) -> Place {
        self.number += 1;
        Place::Game(self.number)
    }

    fn broken(&mut self, reason: &str) -> Game {
        let (place, properties) = (self.place(), Err(reason.to_owned()));
        Game { place, text: Vec::new(), properties, variations: 0 }
    }

    fn whole(&mut self) -> Game {
        let place = self.place();
        let mut reader = Reader { bytes: &self.bytes, at: 0, end: self.end, variations: 0 };
        let properties = reader.properties();
        let variations = reader.variations;
        let text = [b"(;", &self.bytes[..]].concat();
        Game { place, text, properties, variations }
    }
}

/// Reads the properties of a game.
struct Reader<'b> {
    bytes: &'b [u8],
    at: usize,
    end: End,
    variations: usize,
}

impl Reader<'_> {
    fn properties(&mut self) -> Result<Vec<Property>, String> {
        let mut properties: Vec<Property> = Vec::new();
        // The number of open variations, and whether the main line has ended.
        let (mut depth, mut is_past) = (1usize, false);
        while let Some(&byte) = self.bytes.get(self.at) {
            match byte {
                b';' => self.at += 1,
                b'(' => {
                    self.variations += usize::from(is_past);
                    depth += 1;
                    self.at += 1;
                }
                b')' => {
                    depth = depth.saturating_sub(1);
                    is_past = true;
                    self.at += 1;
                    if depth == 0 {
                        break;
                    }
                }
                b'[' => {
                    let at = self.at;
                    let value = self.value()?;
                    match properties.last_mut() {
                        Some(property) if !is_past => property.values.push(value),
                        Some(_) => {}
                        None => return Err(format!("byte {}: a value without a name", at + 1)),
                    }
                }
                byte if byte.is_ascii_whitespace() => self.at += 1,
                byte if byte.is_ascii_alphabetic() => {
                    let at = self.at;
                    let rest = self.bytes.get(at..).unwrap_or_default();
                    let length = rest.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
                    self.at += length;
                    // Lower-case letters of old SGF are ignored.
                    let name: String = rest
                        .iter()
                        .take(length)
                        .filter(|byte| byte.is_ascii_uppercase())
                        .map(|&byte| char::from(byte))
                        .collect();
                    let is_followed =
                        self.bytes.get(self.at..).unwrap_or_default().trim_ascii_start().first()
                            == Some(&b'[');
                    if !is_followed {
                        return Err(format!("byte {}: the property {name} has no value", at + 1));
                    }
                    if !is_past {
                        properties.push(Property { name, values: Vec::new(), at });
                    }
                }
                byte => {
                    let found = char::from(byte).escape_default();
                    return Err(format!("byte {}: found `{found}`, expected a property", self.at + 1));
                }
            }
        }
        Ok(properties)
    }

    fn value(&mut self) -> Result<String, String> {
        let begin = self.at;
        let mut bytes = Vec::new();
        let mut is_escaped = false;
        self.at += 1;
        while let Some(&byte) = self.bytes.get(self.at) {
            self.at += 1;
            match byte {
                b']' if !is_escaped => {
                    return Ok(String::from_utf8(bytes)
                        .unwrap_or_else(|error| error.into_bytes().into_iter().map(char::from).collect()));
                }
                b'\\' if !is_escaped && self.end == End::Sgf => is_escaped = true,
                byte => {
                    bytes.push(byte);
                    is_escaped = false;
                }
            }
        }
        Err(format!("byte {}: this value is never closed", begin + 1))
    }
}

/// The first value of a property.
pub fn value<'p>(properties: &'p [Property], name: &str) -> Option<&'p str> {
    let property = properties.iter().find(|property| property.name == name)?;
    property.values.first().map(|value| value.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games(text: &'static str, end: End) -> Vec<Result<String, String>> {
        let mut games = Games::new(Box::new(text.as_bytes()), end);
        let mut found = Vec::new();
        while let Some(game) = games.next().unwrap() {
            found.push(game.properties.map(|properties| {
                let named = properties
                    .iter()
                    .map(|property| format!("{}={}", property.name, property.values.join("|")));
                named.collect::<Vec<_>>().join(" ")
            }));
        }
        found
    }

    #[test]
    fn games_are_found_between_other_text() {
        let found = games("a ( b (;A[1]B[2;)];)\n2 (;A[3]B[4];)(;", End::Ggf);
        let whole = |text: &str| Ok(text.to_owned());
        assert_eq!(found[..2], [whole("A=1 B=2;)"), whole("A=3 B=4")]);
        assert!(found[2].is_err() && found.len() == 3);
        let found = games("(;A[1\\]]AB[x]\n[y](;B[m];W[n(])(;B[o]))(;C [1])", End::Sgf);
        assert_eq!(found, [whole("A=1] AB=x|y B=m W=n("), whole("C=1")]);
        assert!(games("(;A;B[1])", End::Sgf)[0].is_err());
        assert!(games("(;A[1);)", End::Ggf)[0].is_err());
    }

    #[test]
    fn variations_are_counted_and_depth_is_limited() {
        let mut found = Games::new(Box::new(&b"(;A[1](;B[1])(;B[2])(;B[3]))"[..]), End::Sgf);
        assert_eq!(found.next().unwrap().unwrap().variations, 2);
        let deep = "(;".repeat(NESTING + 2) + &")".repeat(NESTING + 2) + "(;A[1])";
        let deep: &'static str = deep.leak();
        let found = games(deep, End::Sgf);
        assert!(found[0].is_err() && found[1].is_ok());
    }
}
