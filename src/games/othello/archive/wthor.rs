//! WTHOR, the database of the French federation: a header of 16 bytes, then 68 bytes for each game.
//!
//! Numbers are little-endian. The header has the day on which the file was made, the number of games, the year, the
//! size of the board, the kind of file and the number of empty squares from which the theoretical scores are exact. A
//! game has the numbers of its tournament and its players, Black's score and theoretical score (with the empty squares
//! for the winner), and 60 squares of ten times the rank plus the file, without passes. The names are in two files of
//! their own, `.JOU` and `.TRN`.
//!
//! Source: "Format de la base `WThor`" of the federation, and its files. Real files have the size 0 for 8;
//! `docs/notebook/interfaces.md` has the rest.

use super::contents::{FormatContents, played};
use super::line::name;
use super::result::score_of;
use certamen_records::{
    Claim, FileHead, FileLocation, FileTrailer, Format, Label, NotRepresentable, OpenFile, Place, Record,
    RecordEntry, RecordReader, RecordWriter, Unreadable,
};
use std::collections::HashMap;
use std::io::{self, BufRead, Read as _, Write};
use std::sync::Arc;

/// The length of a header, in bytes.
const HEADER: usize = 16;
/// The length of a game.
const GAME: usize = 68;
/// The lengths of a player's name and of a tournament's, each with a zero at its end.
const PLAYER: usize = 20;
const EVENT: usize = 26;
/// The extensions of lists of names: of players, and of tournaments.
const LISTS: [&str; 2] = ["jou", "trn"];
/// The longest list of names that is read, in bytes: 65,536 names of tournaments.
const NAMES: u64 = (HEADER + EVENT * (1 << 16)) as u64;

/// The format.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wthor;

/// The header of a file.
#[derive(Clone, Copy, Debug)]
struct Header {
    games: u32,
    year: u16,
    size: u8,
    solitaire: bool,
    depth: u8,
}

impl Header {
    fn read(bytes: &[u8; HEADER]) -> Self {
        let [_, _, _, _, a, b, c, d, _, _, low, high, size, kind, depth, _] = *bytes;
        Self {
            games: u32::from_le_bytes([a, b, c, d]),
            year: u16::from_le_bytes([low, high]),
            size,
            solitaire: kind != 0,
            depth,
        }
    }

    /// Whether the bytes can be a header: its numbers are in their ranges.
    fn is_plausible(bytes: &[u8]) -> bool {
        let Some(Ok(bytes)) = bytes.get(..HEADER).map(<&[u8; HEADER]>::try_from) else { return false };
        let [century, year, month, day, ..] = *bytes;
        let header = Self::read(bytes);
        let is_date = (month == 0 && day == 0) || (1..=12).contains(&month) && (1..=31).contains(&day);
        let is_century = (18..=29).contains(&century) || [century, year, month, day] == [0; 4];
        is_date
            && is_century
            && year < 100
            && header.year < 3000
            && matches!(header.size, 0 | 8 | 10)
            && bytes[13] <= 1
            && header.depth <= 64
    }
}

impl Format for Wthor {
    fn name(&self) -> &'static str {
        "wthor"
    }

    fn about(&self) -> &'static str {
        "the database of the French federation: .wtb, with names in .jou and .trn"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["wtb"]
    }

    fn beside(&self) -> &'static [&'static str] {
        &LISTS
    }

    fn recognises(&self, head: FileHead<'_>) -> bool {
        Header::is_plausible(head.bytes)
    }

    fn read(&self, mut file: OpenFile) -> Result<Box<dyn RecordReader>, Unreadable> {
        let mut bytes = [0; HEADER];
        let found = fill(&mut file.reader, &mut bytes)?;
        if found < HEADER {
            return Err(Unreadable::Wrong(format!("the header ends after {found} of {HEADER} bytes")));
        }
        let header = Header::read(&bytes);
        if header.solitaire {
            return Err(Unreadable::Wrong("a file of solitaires, which are no games".to_owned()));
        }
        if !matches!(header.size, 0 | 8) {
            return Err(Unreadable::Wrong(format!("games on {0}x{0}: only 8x8 is read", header.size)));
        }
        let [players, events] =
            [(LISTS[0], PLAYER), (LISTS[1], EVENT)].map(|(list, length)| names(&file.location, list, length));
        Ok(Box::new(Games { reader: file.reader, header, number: 0, players, events }))
    }

    fn writer(&self) -> Box<dyn RecordWriter> {
        Box::new(WthorWriter::default())
    }
}

/// Reads until the buffer is full or the file ends. Returns the number of bytes.
fn fill(reader: &mut dyn BufRead, bytes: &mut [u8]) -> io::Result<usize> {
    let mut found = 0;
    while let Some(rest) = bytes.get_mut(found..).filter(|rest| !rest.is_empty()) {
        match reader.read(rest) {
            Ok(0) => break,
            Ok(read) => found += read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(found)
}

/// The names in the list beside a file: of the same stem, or `WTHOR`, in any case. Empty if there is none.
fn names(location: &FileLocation, extension: &str, length: usize) -> Vec<Arc<str>> {
    let name = location.name().to_ascii_lowercase();
    // Of a compressed file too: WTH_1977.wtb.gz.
    let stem = name.rsplit_once(".wtb").or(name.rsplit_once('.')).map_or(&*name, |(stem, _)| stem);
    let mut found: Vec<(bool, String)> = Vec::new();
    for other in location.beside() {
        let lower = other.to_ascii_lowercase();
        let Some((known, kind)) = lower.rsplit_once('.') else { continue };
        if kind == extension && (known == stem || known == "wthor") {
            found.push((known != stem, other));
        }
    }
    found.sort();
    let mut bytes = Vec::new();
    let opened = found.first().and_then(|(_, name)| location.open_beside(name).ok());
    if opened.is_none_or(|file| file.take(NAMES).read_to_end(&mut bytes).is_err()) {
        return Vec::new();
    }
    bytes.get(HEADER..).unwrap_or_default().chunks_exact(length).map(latin).collect()
}

/// A name in Latin-1, up to its first zero.
fn latin(bytes: &[u8]) -> Arc<str> {
    let text: String = bytes.iter().take_while(|&&byte| byte != 0).map(|&byte| char::from(byte)).collect();
    text.trim().into()
}

/// The games of a file.
struct Games {
    reader: Box<dyn BufRead + Send>,
    header: Header,
    /// The number of games that have been read.
    number: u32,
    players: Vec<Arc<str>>,
    events: Vec<Arc<str>>,
}

impl RecordReader for Games {
    fn next(&mut self) -> Result<Option<RecordEntry>, Unreadable> {
        if self.number == self.header.games {
            // The file may have more than its header says.
            if self.reader.fill_buf()?.is_empty() {
                return Ok(None);
            }
            let games = self.header.games;
            return Err(Unreadable::Wrong(format!(
                "the header says {games} games, and more bytes follow them"
            )));
        }
        let mut bytes = [0; GAME];
        let found = fill(&mut self.reader, &mut bytes)?;
        if found < GAME {
            return Err(Unreadable::Wrong(format!(
                "game {}: the file ends after {found} of {GAME} bytes, and the header says {} games",
                self.number + 1,
                self.header.games
            )));
        }
        self.number += 1;
        let place = Place::Game(u64::from(self.number));
        Ok(Some(RecordEntry::new(place, self.game(place, &bytes))))
    }

    fn says_none(&self) -> bool {
        self.header.games == 0
    }
}

impl Games {
    fn game(&self, place: Place, bytes: &[u8; GAME]) -> Result<Record, String> {
        let number = |at: usize| usize::from(u16::from_le_bytes([bytes[at], bytes[at + 1]]));
        let (score, best) = (bytes[6], bytes[7]);
        let mut moves = String::with_capacity(180);
        for (at, &square) in bytes.iter().enumerate().skip(8) {
            if square == 0 {
                break;
            }
            let (rank, file) = (square / 10, square % 10);
            if !(1..=8).contains(&rank) || !(1..=8).contains(&file) {
                return Err(format!("byte {} is {square}, which is no square", at + 1));
            }
            if !moves.is_empty() {
                moves.push(' ');
            }
            moves.push(char::from(b'a' + file - 1));
            moves.push(char::from(b'0' + rank));
        }
        if score > 64 || best > 64 {
            return Err(format!("a score of {} of 64 squares", score.max(best)));
        }
        let mut record = Record::new(place, moves);
        record.labels.reserve(4);
        let named = |list: &[Arc<str>], number: usize, what: &str| match list.get(number) {
            Some(name) => name.clone(),
            None => Arc::from(format!("{what} {number}")),
        };
        record.labels.push((Label::First, named(&self.players, number(2), "player")));
        record.labels.push((Label::Second, named(&self.players, number(4), "player")));
        record.labels.push((Label::Event, named(&self.events, number(0), "tournament")));
        if self.header.year != 0 {
            record.labels.push((Label::Date, self.header.year.to_string().into()));
        }
        record.labels.retain(|(_, text)| !text.is_empty());
        record.claims.push(Claim::Score(i32::from(score), None));
        if self.header.depth > 0 {
            let empty = u32::from(self.header.depth);
            record.claims.push(Claim::Best { empty, score: i32::from(best) });
        }
        Ok(record)
    }
}

/// Writes a file, and the lists of names.
#[derive(Default)]
struct WthorWriter {
    games: u32,
    players: Names,
    events: Names,
    /// The year of all games, if they have one, and whether some differ.
    year: Option<u16>,
    years_differ: bool,
    /// The depth of theoretical scores, if all games have the same.
    depth: Option<u8>,
}

/// A list of names, each once, with a number.
#[derive(Default)]
struct Names {
    list: Vec<String>,
    numbers: HashMap<String, u16>,
}

impl Names {
    fn number(&mut self, name: &str, length: usize) -> Result<(u16, bool), NotRepresentable> {
        // A zero ends a name.
        let kept: String = name.chars().take(length - 1).map(|c| if c == '\0' { ' ' } else { c }).collect();
        let is_whole = kept == name && name.chars().all(|c| (c as u32) < 256);
        if let Some(&number) = self.numbers.get(&kept) {
            return Ok((number, is_whole));
        }
        let number = u16::try_from(self.list.len())
            .map_err(|_| NotRepresentable("more than 65536 names".to_owned()))?;
        self.list.push(kept.clone());
        self.numbers.insert(kept, number);
        Ok((number, is_whole))
    }

    fn file(&self, length: usize) -> Vec<u8> {
        let mut bytes = header(self.list.len() as u32, 0, 0).to_vec();
        for name in &self.list {
            let mut entry = vec![0; length];
            for (byte, character) in entry.iter_mut().zip(name.chars()) {
                *byte = u8::try_from(u32::from(character)).unwrap_or(b'?');
            }
            bytes.extend(entry);
        }
        bytes
    }
}

/// A header with the day 1 January 2000, so that the same games make the same file.
fn header(games: u32, year: u16, depth: u8) -> [u8; HEADER] {
    let ([a, b, c, d], [low, high]) = (games.to_le_bytes(), year.to_le_bytes());
    let size = if depth > 0 || year > 0 { 8 } else { 0 };
    [20, 0, 1, 1, a, b, c, d, 0, 0, low, high, size, 0, depth, 0]
}

impl RecordWriter for WthorWriter {
    fn add(
        &mut self,
        record: &Record,
        out: &mut dyn Write,
    ) -> io::Result<Result<Vec<&'static str>, NotRepresentable>> {
        let (bytes, lost) = match self.game(record) {
            Ok(written) => written,
            Err(cannot) => return Ok(Err(cannot)),
        };
        if self.games == 0 {
            // Replaced at the end.
            out.write_all(&[0; HEADER])?;
        }
        out.write_all(&bytes)?;
        self.games += 1;
        Ok(Ok(lost))
    }

    fn needs_file(&self) -> bool {
        true
    }

    fn finish(self: Box<Self>, out: &mut dyn Write) -> io::Result<FileTrailer> {
        if self.games == 0 {
            out.write_all(&[0; HEADER])?;
        }
        let year = if self.years_differ { 0 } else { self.year.unwrap_or(0) };
        let head = header(self.games, year, self.depth.unwrap_or(0)).to_vec();
        let beside = vec![(LISTS[0], self.players.file(PLAYER)), (LISTS[1], self.events.file(EVENT))];
        let lost =
            if self.years_differ { vec!["years, which are not the same for all games"] } else { Vec::new() };
        Ok(FileTrailer { head, beside, lost })
    }
}

impl WthorWriter {
    fn game(&mut self, record: &Record) -> Result<([u8; GAME], Vec<&'static str>), NotRepresentable> {
        if record.start.is_some() {
            return Err(NotRepresentable("wthor holds games from the start".to_owned()));
        }
        let played = played(record)?;
        if played.board != crate::OthelloSize::Eight {
            return Err(NotRepresentable(format!("wthor holds games on 8x8, not {}", played.board)));
        }
        let mut lost = FormatContents {
            labels: &[Label::First, Label::Second, Label::Event, Label::Date],
            result: true,
            best: true,
            ..FormatContents::default()
        }
        .lost(record);
        let mut bytes = [0; GAME];
        let squares = played.line.plies.iter().flatten();
        for (byte, &index) in bytes[8..].iter_mut().zip(squares) {
            let [file, rank] = name(8, index);
            *byte = (rank as u8 - b'0') * 10 + (file as u8 - b'a' + 1);
        }
        bytes[6] = if let Some((first, _)) = score_of(record, &played) {
            u8::try_from(first).unwrap_or(0)
        } else {
            lost.push("a result that is not a score");
            played.line.discs().0 as u8
        };
        let best = record.claims.iter().find_map(|claim| match *claim {
            Claim::Best { empty, score } => Some((u8::try_from(empty).ok()?, u8::try_from(score).ok()?)),
            _ => None,
        });
        if self.games == 0 {
            self.depth = best.map(|(empty, _)| empty);
        }
        match best {
            Some((empty, score)) if self.depth == Some(empty) => bytes[7] = score,
            None if self.depth.is_none() => bytes[7] = bytes[6],
            _ => {
                // The depth is that of the whole file: better none than one that is wrong for some games.
                self.depth = None;
                lost.push("best score");
            }
        }
        let year = record.label(Label::Date).map(|date| date.get(..4).unwrap_or(date).parse::<u16>());
        match year {
            Some(Ok(year)) if year < 3000 => {
                self.years_differ |= self.games > 0 && self.year != Some(year);
                self.year = Some(year);
            }
            _ => self.years_differ |= self.year.is_some(),
        }
        if record.label(Label::Date).is_some_and(|date| date.len() != 4) {
            lost.push("day of the game");
        }
        let fields = [(Label::Event, 0, EVENT), (Label::First, 2, PLAYER), (Label::Second, 4, PLAYER)];
        for (label, at, length) in fields {
            let list = if label == Label::Event { &mut self.events } else { &mut self.players };
            let (number, is_whole) = list.number(record.label(label).unwrap_or(""), length)?;
            bytes[at..at + 2].copy_from_slice(&number.to_le_bytes());
            if !is_whole {
                lost.push("parts of names");
            }
        }
        Ok((bytes, lost))
    }
}
