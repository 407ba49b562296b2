//! The part of SGF, the Smart Game Format, that is the same for all games: recognising a file, its games, its labels.
//!
//! A game of its own gives the number of its kind (`GM`), and how a record is read from properties and written. Source:
//! red-bean.com/sgf, `FF[3]` and `FF[4]`.

use crate::brackets::{Dialect, Game, Games, Nodes};
use crate::format::{
    FileHead, Format, OpenFile, RecordEntry, RecordReader, RecordWriter, TextWriter, Unreadable, WriteResult,
};
use crate::record::{Label, Record};

/// The labels, each with its property.
pub const LABELS: [(&str, Label); 11] = [
    ("PB", Label::First),
    ("PW", Label::Second),
    ("BR", Label::FirstRating),
    ("WR", Label::SecondRating),
    ("EV", Label::Event),
    ("RO", Label::Round),
    ("PC", Label::Site),
    ("DT", Label::Date),
    ("TM", Label::Time),
    ("KM", Label::Komi),
    ("GC", Label::Remark),
];

/// The kind of a game that does not say its kind.
const UNSAID: u32 = 1;

/// SGF of one kind of game.
///
/// # Examples
/// ```
/// use certamen_records::sgf::Sgf;
/// use certamen_records::{FileLocation, Format, Label, OpenFile, RecordEntry};
///
/// let write = |_: &_| Ok((String::new(), Vec::new()));
/// let chess = Sgf { kind: 3, about: "SGF, GM[3]", read: |_, _, _| Ok(()), write };
/// let reader = Box::new(&b"(;GM[3]PB[Ann])(;GM[2])"[..]);
/// let mut games = chess.read(OpenFile { name: "x.sgf".to_owned(), location: FileLocation::Nowhere, encoding: None, reader })?;
/// let Some(RecordEntry::Record(game)) = games.next()? else { return Err("no game".into()) };
/// assert_eq!(game.label(Label::First), Some("Ann"));
/// assert!(matches!(games.next()?, Some(RecordEntry::Broken(_))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Sgf {
    /// The number of the kind of game.
    pub kind: u32,
    /// The format in a line.
    pub about: &'static str,
    /// Reads what is not a label: a game and its nodes.
    pub read: fn(&mut Record, &Game, &Nodes) -> Result<(), String>,
    /// Writes a record without an end of line.
    pub write: fn(&Record) -> WriteResult,
}

impl Format for Sgf {
    fn name(&self) -> &'static str {
        "sgf"
    }

    fn about(&self) -> &'static str {
        self.about
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["sgf"]
    }

    /// A tree whose first game is of this kind. One that does not say its kind is of the first kind.
    fn recognises(&self, head: FileHead<'_>) -> bool {
        if self.kind == UNSAID {
            return head.text().first() == Some(&b'(');
        }
        let text = String::from_utf8_lossy(head.text());
        let game = text.find("(;").and_then(|begin| text.get(begin..));
        game.is_some_and(|game| game.contains(&format!("GM[{}]", self.kind)))
    }

    fn read(&self, file: OpenFile) -> Result<Box<dyn RecordReader>, Unreadable> {
        Ok(Box::new(SgfGames { format: *self, games: Games::new(file.reader, Dialect::Sgf, file.encoding) }))
    }

    fn writer(&self) -> Box<dyn RecordWriter> {
        Box::new(TextWriter(self.write))
    }
}

struct SgfGames {
    format: Sgf,
    games: Games,
}

impl RecordReader for SgfGames {
    fn next(&mut self) -> Result<Option<RecordEntry>, Unreadable> {
        let Some(game) = self.games.next()? else { return Ok(None) };
        Ok(Some(RecordEntry::new(game.place, self.record(&game))))
    }
}

impl SgfGames {
    fn record(&self, game: &Game) -> Result<Record, String> {
        let nodes = game.nodes.as_ref().map_err(String::clone)?;
        let kind = self.format.kind;
        match nodes.value("GM") {
            Some(said) if said.parse() == Ok(kind) => {}
            None if kind == UNSAID => {}
            Some(said) => return Err(format!("GM[{said}]: expected GM[{kind}]")),
            None => return Err(format!("GM is missing, which stands for GM[{UNSAID}]: expected GM[{kind}]")),
        }
        let mut record =
            Record { begins: game.begins, remarks: game.remarks.clone(), ..Record::new(game.place, "") };
        for (property, label) in LABELS {
            if let Some(text) = nodes.value(property) {
                record.set(label, text);
            }
        }
        (self.format.read)(&mut record, game, nodes)?;
        Ok(record)
    }
}
