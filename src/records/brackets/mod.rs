//! Formats of properties in brackets, as GGF and SGF have them: `(;` `NAME[value]`... up to the end of a game.
//!
//! [`Games`] finds the games of a file one by one, and [`nodes`] reads one, so that memory depends on the longest game.
//! A game that cannot be read does not hide the next one.
//!
//! Bytes are decoded before brackets are looked for, because in `Shift_JIS`, GBK and Big5 half of a character may be
//! the byte of a bracket or a backslash. The encoding is the one that the user names, or that of a byte order mark, or that
//! of the property CA of the game or of the one before. If nothing names one, `encoding` guesses; a game whose brackets
//! would depend on the guess is not read.

mod nodes;

pub use nodes::{Fault, LENGTH_LIMIT, NESTING_LIMIT, NODE_LIMIT, Node, Nodes, Property, nodes};

use crate::encoding::{self, DecodedText, decode, replaced};
use crate::format::Unreadable;
use crate::record::Place;
use crate::text_place::{Remark, TextPlace, TextPlaces};
use encoding_rs::{Decoder, Encoding, UTF_8};
use std::io::BufRead;

/// The longest game that is read, in bytes.
pub const GAME_LIMIT: usize = 16 << 20;
/// The number of bytes of a game in which its encoding is looked for.
const HEAD: usize = 64 << 10;
const MARK: &[u8] = b"\xef\xbb\xbf";

/// How a format ends its games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// `;)`, without variations; brackets have no escapes, and any text may stand between games.
    Ggf,
    /// `)`, with variations; a backslash escapes a bracket, and only blanks stand between games.
    Sgf,
}

/// The games of a text, one at a time.
///
/// # Examples
/// ```
/// use certamen_records::brackets::{Dialect, Games};
///
/// let mut games = Games::new(Box::new(&b"(;PB[Ann];B[f5](;W[d6])(;W[f6]))"[..]), Dialect::Sgf, None);
/// let game = games.next()?.ok_or("a game")?;
/// let nodes = game.nodes?;
/// assert_eq!((nodes.value("PB"), nodes.variations()), (Some("Ann"), 1));
/// assert_eq!(games.next()?, None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Games<R = Box<dyn BufRead + Send>> {
    reader: R,
    end: Dialect,
    /// The encoding that the user or a byte order mark names.
    stated: Option<&'static Encoding>,
    /// The encoding that a game before has named.
    named: Option<&'static Encoding>,
    /// Bytes that have been taken from the reader, and the number of those that are used.
    chunk: Vec<u8>,
    used: usize,
    number: u64,
    /// The place of the next byte between games.
    here: TextPlace,
    has_begun: bool,
    /// The beginning of the next game, if it has been found, and its place.
    beginning: Vec<u8>,
    begins: TextPlace,
}

/// A game of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// Its number.
    pub place: Place,
    /// Where its `(` stands in the file.
    pub begins: TextPlace,
    /// Its text.
    pub text: String,
    /// Its nodes, or why it cannot be read.
    pub nodes: Result<Nodes, String>,
    /// Remarks on how it was read.
    pub remarks: Vec<Remark>,
}

impl Game {
    /// A reason with the place in the file of a byte of the text.
    pub fn at(&self, offset: usize, reason: impl std::fmt::Display) -> String {
        format!("{}: {reason}", TextPlaces::new(&self.text, self.begins).at(offset))
    }
}

impl<R> std::fmt::Debug for Games<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Games").field("number", &self.number).finish_non_exhaustive()
    }
}

impl<R: BufRead> Games<R> {
    /// The games of a text. `stated` is its encoding if the user names it.
    pub fn new(reader: R, end: Dialect, stated: Option<&'static Encoding>) -> Self {
        Self {
            reader,
            end,
            stated,
            named: None,
            chunk: Vec::new(),
            used: 0,
            number: 0,
            here: TextPlace::FIRST,
            has_begun: false,
            beginning: Vec::new(),
            begins: TextPlace::FIRST,
        }
    }

    /// The next game; `None` at the end of the text. Text behind a game is given as a game that cannot be read, with the
    /// number of the game before.
    ///
    /// # Errors
    /// [`Unreadable`] if the text cannot be read.
    #[expect(clippy::should_implement_trait, reason = "an iterator cannot return errors in this way")]
    pub fn next(&mut self) -> Result<Option<Game>, Unreadable> {
        if self.beginning.is_empty() {
            let stray = self.find()?;
            if let (Some((at, text)), Dialect::Sgf, 1..) = (stray, self.end, self.number) {
                let reason = format!("{at}: text behind the game: `{}`", String::from_utf8_lossy(&text));
                return Ok(Some(self.broken(reason)));
            }
            if self.beginning.is_empty() {
                return Ok(None);
            }
        }
        self.number += 1;
        self.game().map(Some)
    }

    fn broken(&self, reason: String) -> Game {
        let (place, begins) = (Place::Game(self.number), self.begins);
        Game { place, begins, text: String::new(), nodes: Err(reason), remarks: Vec::new() }
    }

    fn byte(&mut self) -> Result<Option<u8>, Unreadable> {
        if self.used == self.chunk.len() {
            self.chunk.clear();
            self.used = 0;
            self.chunk.extend_from_slice(self.reader.fill_buf()?);
            self.reader.consume(self.chunk.len());
            if !self.has_begun {
                self.has_begun = true;
                if self.chunk.starts_with(MARK) {
                    self.used = MARK.len();
                    self.stated = self.stated.or(Some(UTF_8));
                }
            }
        }
        let byte = self.chunk.get(self.used).copied();
        self.used += usize::from(byte.is_some());
        Ok(byte)
    }

    /// Gives bytes back, to be taken again.
    fn give_back(&mut self, bytes: Vec<u8>) {
        let rest = self.chunk.split_off(self.used.min(self.chunk.len()));
        self.chunk = bytes;
        self.chunk.extend(rest);
        self.used = 0;
    }

    /// Looks for the beginning of a game: `(;`, or `(` and a property. Returns the place and the first bytes of other
    /// text before it.
    fn find(&mut self) -> Result<Option<(TextPlace, Vec<u8>)>, Unreadable> {
        let mut stray: Option<(TextPlace, Vec<u8>)> = None;
        while let Some(byte) = self.byte()? {
            let is_named = self.beginning.last().is_some_and(u8::is_ascii_uppercase);
            let goes_on = match byte {
                b';' => !is_named,
                b'[' => is_named,
                b'A'..=b'Z' => self.beginning.len() < HEAD,
                byte => byte.is_ascii_whitespace() && !is_named,
            };
            if byte == b'(' {
                self.begins = self.here;
                self.beginning = vec![byte];
            } else if goes_on && !self.beginning.is_empty() {
                self.beginning.push(byte);
                if matches!(byte, b';' | b'[') {
                    return Ok(stray);
                }
            } else {
                self.beginning.clear();
                if !byte.is_ascii_whitespace() && !matches!(byte, 0 | 0x1a) {
                    let (_, text) = stray.get_or_insert_with(|| (self.here, Vec::new()));
                    text.extend((text.len() < 16).then_some(byte));
                }
            }
            match byte {
                b'\n' => self.here = TextPlace { line: self.here.line + 1, column: 1 },
                byte if byte & 0xc0 != 0x80 => self.here.column += 1,
                _ => {}
            }
        }
        self.beginning.clear();
        Ok(stray)
    }

    /// The game whose beginning has been found.
    fn game(&mut self) -> Result<Game, Unreadable> {
        let beginning = std::mem::take(&mut self.beginning);
        self.give_back(beginning);
        let mut is_known = self.stated.is_some();
        let mut taken = GameBytes::new(self.end, self.stated);
        loop {
            let byte = self.byte()?;
            if let Some(byte) = byte {
                taken.add(byte);
            }
            let is_end = byte.is_none() || taken.scan.is_whole;
            if !is_known && (is_end || taken.scan.is_past_root || taken.bytes.len() == HEAD) {
                is_known = true;
                match named(&taken.bytes) {
                    Some(Ok(encoding)) => self.named = Some(encoding),
                    Some(Err(error)) => {
                        self.skip(taken, is_end)?;
                        return Ok(self.broken(format!("{}: CA: {error}", self.begins)));
                    }
                    None => {}
                }
                if let Some(encoding) = self.named {
                    let again = GameBytes::new(self.end, Some(encoding));
                    if again.decoder.is_some() {
                        self.give_back(taken.bytes);
                        taken = again;
                        continue;
                    }
                    taken.encoding = Some(encoding);
                }
            }
            if is_end {
                break;
            }
        }
        Ok(self.whole(taken))
    }

    /// Skips the rest of a game.
    fn skip(&mut self, mut taken: GameBytes, is_end: bool) -> Result<(), Unreadable> {
        while !is_end && !taken.scan.is_whole {
            let Some(byte) = self.byte()? else { break };
            taken.add(byte);
        }
        self.pass_over(&taken.text().text);
        Ok(())
    }

    /// Moves on to the place behind the text of a game.
    fn pass_over(&mut self, text: &str) {
        self.here = TextPlaces::new(text, self.begins).at(text.len());
    }

    fn whole(&mut self, mut taken: GameBytes) -> Game {
        let DecodedText { text, remark } = taken.text();
        self.pass_over(&text);
        if taken.is_long {
            return self.broken(format!("{}: more than {GAME_LIMIT} bytes", self.begins));
        }
        let is_unsure = taken.encoding.is_none()
            && self.end == Dialect::Sgf
            && std::str::from_utf8(&taken.bytes).is_err();
        let hazard = |three: &[u8]| matches!(three, [0x81..=0xff, b'\\', b']' | b'\\']);
        let (place, begins) = (Place::Game(self.number), self.begins);
        let mut game = Game { place, begins, text, nodes: Ok(Nodes::default()), remarks: Vec::new() };
        let mut places = TextPlaces::new(&game.text, begins);
        let mut remarks: Vec<Remark> =
            remark.into_iter().map(|(at, reason)| Remark { at: places.at(at), reason }).collect();
        if let Some(byte) = taken.bytes.windows(3).position(hazard).filter(|_| is_unsure) {
            // In Latin-1 each byte is a character.
            let at = game.text.char_indices().nth(byte + 1).map_or(0, |(at, _)| at);
            let reason = "this backslash may be half of a character of Shift_JIS, GBK or Big5, and no encoding is named \
                          (CA): --encoding NAME says what it is";
            game.nodes = Err(game.at(at, reason));
            return game;
        }
        match nodes(&game.text, self.end) {
            Ok(nodes) => {
                let lower = nodes.lower_case.map(|at| places.at(at));
                let reason = "names of properties in lower case are read as capitals".to_owned();
                remarks.extend(lower.map(|at| Remark { at, reason }));
                game.nodes = Ok(nodes);
            }
            Err((at, reason)) => game.nodes = Err(game.at(at, reason)),
        }
        game.remarks = remarks;
        game
    }
}

/// The bytes of a game.
struct GameBytes {
    bytes: Vec<u8>,
    encoding: Option<&'static Encoding>,
    /// For encodings in which half of a character may be a byte of ASCII.
    decoder: Option<Decoder>,
    /// What the decoder has given, and the place of the first byte that it replaced.
    decoded: Vec<u8>,
    odd: Option<usize>,
    scan: Scan,
    is_long: bool,
}

impl GameBytes {
    fn new(end: Dialect, encoding: Option<&'static Encoding>) -> Self {
        let is_wide = |encoding: &&'static Encoding| *encoding != UTF_8 && !encoding.is_single_byte();
        let decoder = encoding.filter(is_wide).map(Encoding::new_decoder_without_bom_handling);
        let scan = Scan::new(end);
        Self { bytes: Vec::new(), encoding, decoder, decoded: Vec::new(), odd: None, scan, is_long: false }
    }

    fn add(&mut self, byte: u8) {
        let is_long = self.bytes.len() == GAME_LIMIT;
        self.is_long |= is_long;
        if !is_long {
            self.bytes.push(byte);
        }
        let Some(decoder) = &mut self.decoder else { return self.scan.add(byte) };
        let mut given = [0; 32];
        let (_, _, length, is_odd) = decoder.decode_to_utf8(&[byte], &mut given, false);
        if is_odd {
            self.odd.get_or_insert(self.decoded.len());
        }
        for &byte in given.get(..length).unwrap_or_default() {
            self.scan.add(byte);
            if !is_long {
                self.decoded.push(byte);
            }
        }
    }

    fn text(&mut self) -> DecodedText {
        match (&self.decoder, self.encoding) {
            (Some(_), Some(encoding)) => {
                let text = String::from_utf8_lossy(&std::mem::take(&mut self.decoded)).into_owned();
                DecodedText { text, remark: self.odd.map(|at| (at, replaced(encoding))) }
            }
            _ => decode(&self.bytes, self.encoding),
        }
    }
}

/// Finds the end of a game.
struct Scan {
    end: Dialect,
    state: State,
    depth: usize,
    has_value: bool,
    is_past_root: bool,
    is_whole: bool,
}

/// Where a reader is in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Inside,
    Value,
    Escaped,
    /// After `;` within a game, which may be followed by `)`.
    Semicolon,
}

impl Scan {
    const fn new(end: Dialect) -> Self {
        Self { end, state: State::Inside, depth: 0, has_value: false, is_past_root: false, is_whole: false }
    }

    fn add(&mut self, byte: u8) {
        self.state = match (self.state, byte) {
            (State::Value, b'\\') if self.end == Dialect::Sgf => State::Escaped,
            (State::Value, b']') => {
                self.has_value = true;
                State::Inside
            }
            (State::Value | State::Escaped, _) | (_, b'[') => State::Value,
            (state, b'(' | b')' | b';') => {
                self.is_past_root |= self.has_value;
                match (self.end, byte) {
                    (_, b';') => return self.state = State::Semicolon,
                    (Dialect::Ggf, b')') => self.is_whole = state == State::Semicolon,
                    (Dialect::Ggf, _) => {}
                    (Dialect::Sgf, b'(') => self.depth += 1,
                    (Dialect::Sgf, _) => {
                        self.depth = self.depth.saturating_sub(1);
                        self.is_whole = self.depth == 0;
                    }
                }
                State::Inside
            }
            (State::Semicolon, byte) if byte.is_ascii_whitespace() => State::Semicolon,
            (State::Inside | State::Semicolon, _) => State::Inside,
        };
    }
}

/// The encoding that the property CA names, if there is one among these bytes.
fn named(bytes: &[u8]) -> Option<Result<&'static Encoding, encoding::EncodingError>> {
    let is_name = |(at, three): (usize, &[u8])| {
        let before = bytes.get(..at).unwrap_or_default().trim_ascii_end().last();
        three.eq_ignore_ascii_case(b"CA[") && matches!(before, Some(b';' | b']' | b'('))
    };
    let at = bytes.windows(3).enumerate().position(is_name)?;
    let value = bytes.get(at + 3..).unwrap_or_default();
    let length = value.iter().take(64).position(|&byte| byte == b']').unwrap_or(value.len().min(64));
    let name = String::from_utf8_lossy(value.get(..length).unwrap_or_default()).into_owned();
    // An empty value names nothing.
    (!name.trim().is_empty()).then(|| encoding::encoding(&name))
}

#[cfg(test)]
mod tests;
