//! The header of a strategy: the game, the position, the claim, and the symmetries.

use super::StrategyError;
use super::lines::{Lines, StreamStart, number};
use super::symmetry::Group;
use std::fmt;
use std::io::{Read, Seek};

/// The most values of flags, and the most symmetries.
const FLAGS_LIMIT: usize = 64;
const SYMMETRIES_LIMIT: usize = 63;
/// The most lines after the header.
const POSITIONS_LIMIT: u64 = 1 << 32;

/// The header of a strategy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The name of the game.
    pub game: String,
    /// The flags that choose a variant, as on the command line: names without dashes, and values.
    pub flags: Vec<(String, String)>,
    /// The SHA-256 of the rules in lower-case hexadecimal digits, if they are in a file.
    pub rules: Option<String>,
    /// The position that the claim is about.
    pub position: String,
    /// The player whose strategy it is.
    pub owner: Owner,
    /// What it shows.
    pub claim: Claim,
    /// The number of positions of the owner.
    pub positions: u64,
    pub(super) group: Group,
}

/// The player whose strategy it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// The player to move in the position of the claim.
    Mover,
    /// The opponent of that player.
    Other,
}

/// What a strategy shows, whatever the opponent does. A ply is a move of either player, or a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The owner wins, or ends the game with at least this score.
    Wins {
        /// Within so many plies.
        within: u32,
        /// The least score at the end, a number of 32 bits; `None` if a win is claimed.
        score: Option<i64>,
    },
    /// The owner does not lose within so many plies.
    Holds {
        /// The number of plies.
        plies: u32,
    },
    /// The owner never loses.
    Keeps,
}

impl fmt::Display for Owner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if *self == Owner::Mover { "mover" } else { "other" })
    }
}

/// As in the header of a file.
impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Claim::Wins { within, score: None } => write!(f, "wins within {within}"),
            Claim::Wins { within, score: Some(score) } => write!(f, "wins within {within} score {score}"),
            Claim::Holds { plies } => write!(f, "holds {plies}"),
            Claim::Keeps => f.write_str("keeps"),
        }
    }
}

/// Reads the header of a compressed strategy, and nothing behind it.
///
/// # Errors
/// [`StrategyError`]
pub fn read_header(file: impl Read + Seek) -> Result<Header, StrategyError> {
    let shared = std::cell::RefCell::new(file);
    Header::read(&mut Lines::from(&shared, StreamStart::FIRST, 0))
}

impl Header {
    /// Reads a header, with the blank line behind it.
    pub(super) fn read<F: Read + Seek>(lines: &mut Lines<'_, F>) -> Result<Header, StrategyError> {
        let mut reader = HeaderReader { lines, line: String::new() };
        if reader.lines.text()? != Some("certamen strategy 1") {
            return Err(StrategyError::form(1, "expected `certamen strategy 1`"));
        }
        reader.advance()?;
        let game = reader.needed("game")?;
        let mut flags = Vec::new();
        while let Some(flag) = reader.value("flag")? {
            let Some((name, value)) = flag.split_once(' ').filter(|_| flags.len() < FLAGS_LIMIT) else {
                return Err(reader.fault("expected a flag and its value, and not too many"));
            };
            flags.push((name.to_owned(), value.to_owned()));
        }
        let rules = reader.value("rules")?;
        let is_digit = |digit: u8| digit.is_ascii_digit() || (b'a'..=b'f').contains(&digit);
        if rules.as_ref().is_some_and(|rules| rules.len() != 64 || !rules.bytes().all(is_digit)) {
            return Err(reader.fault("expected a SHA-256 before this line"));
        }
        let position = reader.needed("position")?;
        let owner = match reader.needed("owner")?.as_str() {
            "mover" => Owner::Mover,
            "other" => Owner::Other,
            _ => return Err(reader.fault("expected `owner mover` or `owner other` before this line")),
        };
        let claim = claim(&reader.needed("claim")?);
        let claim = claim.ok_or_else(|| reader.fault("expected a claim before this line"))?;
        let mut symmetries: Vec<Vec<usize>> = Vec::new();
        while let Some(places) = reader.value("symmetry")? {
            let places: Option<Vec<usize>> = places.split(' ').map(number).collect();
            let Some(places) = places.filter(|_| symmetries.len() < SYMMETRIES_LIMIT) else {
                return Err(reader.fault("expected places from 0 in each symmetry, and not too many"));
            };
            symmetries.push(places);
        }
        let group = Group::new(symmetries).map_err(|reason| StrategyError::refused(None, reason))?;
        let positions = number(&reader.needed("positions")?).filter(|&count| count <= POSITIONS_LIMIT);
        let positions = positions.ok_or_else(|| reader.fault("expected a number of positions up to 2^32"))?;
        if !reader.line.is_empty() {
            return Err(reader.fault("expected a blank line behind the header"));
        }
        Ok(Header { game, flags, rules, position, owner, claim, positions, group })
    }
}

fn claim(text: &str) -> Option<Claim> {
    match *text.split(' ').collect::<Vec<_>>().as_slice() {
        ["wins", "within", plies] => Some(Claim::Wins { within: number(plies)?, score: None }),
        ["wins", "within", plies, "score", score] => {
            Some(Claim::Wins { within: number(plies)?, score: Some(number::<i32>(score)?.into()) })
        }
        ["holds", plies] => Some(Claim::Holds { plies: number(plies)? }),
        ["keeps"] => Some(Claim::Keeps),
        _ => None,
    }
}

/// A header of which the lines before `line` have been read.
struct HeaderReader<'l, 'f, F: Read + Seek> {
    lines: &'l mut Lines<'f, F>,
    line: String,
}

impl<F: Read + Seek> HeaderReader<'_, '_, F> {
    fn fault(&self, reason: &str) -> StrategyError {
        StrategyError::form(self.lines.number(), reason)
    }

    fn advance(&mut self) -> Result<(), StrategyError> {
        self.line.clear();
        match self.lines.text()? {
            Some(line) => self.line.push_str(line),
            None => return Err(self.fault("the header has no end")),
        }
        Ok(())
    }

    /// The value of a line with this name, if it is the next one.
    fn value(&mut self, name: &str) -> Result<Option<String>, StrategyError> {
        let value = self.line.strip_prefix(name).and_then(|value| value.strip_prefix(' '));
        let Some(value) = value.filter(|value| !value.is_empty()).map(str::to_owned) else { return Ok(None) };
        self.advance()?;
        Ok(Some(value))
    }

    fn needed(&mut self, name: &str) -> Result<String, StrategyError> {
        let found = self.value(name)?;
        found.ok_or_else(|| self.fault(&format!("expected `{name} ...`")))
    }
}
